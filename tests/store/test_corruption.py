"""Damage to the file: what can be read is the same as before, and everything else is an error of the store."""

import random
import shutil
from pathlib import Path

import pytest

from lianliankan.errors import StoreError
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.store import Store
from support.damage import blank_block, cut_off, flip_bytes
from support.store_player import game_with_entries
from support.stored_games import stored_state, win_game

FILE = "lianliankan.db"
PAGE = 4096


def read(folder: Path) -> dict[str, object]:
    """Return all that a store has: its lists, its games and its pictures."""
    with Store(folder) as store:
        found: dict[str, object] = {"games": store.games(), "unfinished": store.unfinished()}
        found |= {summary.id: stored_state(store.open(summary.id).game) for summary in store.games()}
        found |= {each.id: store.pictures.set_data(each.id) for each in store.pictures.sets()}
        assert store.check() == []
        return found


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    with Store(folder) as store:
        for seed in range(40):
            store.begin(game_with_entries(seed % 3))
        win_game(store)
        store.pictures.add_to_set("cats", [Thumbnail(f"cat {n}", bytes([n]) * 300) for n in range(3)])
    return folder


def test_a_page_that_is_lost_is_an_error_or_was_not_needed(original: Path, tmp_path: Path) -> None:
    before, whole = read(original), (original / FILE).read_bytes()
    failed = 0
    for start in range(0, len(whole), PAGE):
        for blank in (bytes(PAGE), b"\xff" * PAGE):
            (tmp_path / FILE).write_bytes(whole[:start] + blank + whole[start + PAGE :])
            try:
                assert read(tmp_path) == before
            except StoreError:
                failed += 1
    assert failed > 20


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9])
def test_a_file_that_is_cut_off_is_damaged(original: Path, tmp_path: Path, kept: float) -> None:
    whole = (original / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[: int(len(whole) * kept)])
    with pytest.raises(StoreError, match=r"the file is damaged: .*; put a backup in its place"):
        read(tmp_path)


def test_a_damaged_log_gives_an_earlier_state_or_an_error(tmp_path: Path) -> None:
    """A log is not covered by the checksums: SQLite drops it from the damage on, as after a power cut."""
    dice = random.Random(5)
    live, copy = tmp_path / "live", tmp_path / "copy"
    copy.mkdir()
    with Store(live) as store:
        stored = store.begin(game_with_entries(0))
        states = [stored_state(stored.game)]
        for at in range(1, 30):
            stored.do("pick 1,1" if at % 2 else "hint", at=stored.game.at + at)
            states.append(stored_state(stored.game))
        for _ in range(40):
            for ending in ("", "-wal"):
                shutil.copy(live / (FILE + ending), copy / (FILE + ending))
            (copy / (FILE + "-shm")).unlink(missing_ok=True)
            dice.choice((flip_bytes, blank_block, cut_off))(copy / (FILE + "-wal"), dice)
            with Store(copy) as damaged:
                found = [stored_state(damaged.open(summary.id).game) for summary in damaged.games()]
            assert found == [] or found[0] in states
