"""Random damage to the file: every game is the same as before, or one named error says that it is damaged."""

import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from lianliankan.errors import DamagedStore, NoSuchGame, NoSuchPictures, StoreError
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.store import Store, Summary
from support.damage import DAMAGES, blank_block, cut_off, flip_bytes
from support.store_player import game_with_entries
from support.stored_games import new_game, stored_state, win_game

FILE = "lianliankan.db"
HEADER = ("this database belongs to another program", "made by a newer version of lianliankan")


class Original(NamedTuple):
    """An undamaged store: its folder, the games with their owners, their summaries, and the pictures of its sets."""

    folder: Path
    games: dict[str, tuple[str, tuple[object, ...]]]
    summaries: dict[str, Summary]
    pictures: dict[str, list[tuple[str, bytes]]]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Original:
    folder = tmp_path_factory.mktemp("sound")
    with Store(folder) as store:
        ann = store.of_player("ann")
        ids = [(store, win_game(store)), (store, win_game(store, "classic")), (ann, win_game(ann))]
        started = [(store, game_with_entries(3)), (store, new_game(limit=90)), (ann, new_game())]
        ids += [(part, part.begin(game).id) for part, game in started]
        store.open(ids[-2][1]).do("tick", at=5)
        for name in ("cats", "dogs"):
            store.pictures.add_to_set(name, [Thumbnail(f"{name} {n}", bytes([n]) * 300) for n in range(3)])
        return Original(
            folder,
            {id: (part.player, stored_state(part.open(id).game)) for part, id in ids},
            {summary.id: summary for part in (store, ann) for summary in part.games()},
            {found.name or "": labelled(store, found.id) for found in store.pictures.sets()},
        )


def labelled(store: Store, id: str) -> list[tuple[str, bytes]]:
    return [(picture.label, data) for picture, data in store.pictures.set_data(id)]


def outcome(ask: Callable[[], object]) -> object:
    """Return an answer, or None for the error that names the damage; any other error fails the test."""
    try:
        return ask()
    except DamagedStore as problem:
        assert any(advice in str(problem) for advice in ("put a backup in its place", "llk games remove", "remove it"))
        return None


def check(original: Original, folder: Path) -> int:
    """Ask a damaged store for all it has, and return how many games can still be opened."""
    try:
        store = Store(folder)
    except DamagedStore:
        return 0
    except StoreError as problem:
        assert any(words in str(problem) for words in HEADER)
        return 0
    opened = 0
    with store:
        for id, (player, state) in original.games.items():
            part = store.of_player(player)
            try:
                found = outcome(lambda: stored_state(part.open(id).game))  # noqa: B023
            except NoSuchGame:  # its id was changed everywhere; the list says that something is wrong
                assert any(summary.state == "damaged" for summary in part.games())
                continue
            assert found in (None, state)
            opened += found is not None
        for part in (store, store.of_player("ann")):
            for ask in (part.games, lambda: [part.unfinished(), part.daily("x")]):  # noqa: B023
                for summary in outcome(ask) or []:  # type: ignore[attr-defined]
                    assert summary is None or summary.state == "damaged" or summary == original.summaries[summary.id]
            outcome(part.campaign)
            outcome(part.best_lists)
            outcome(lambda: part.setting("faces", default="mahjong"))  # noqa: B023
        for found in outcome(store.pictures.sets) or []:  # type: ignore[attr-defined]
            pictures = outcome(lambda: labelled(store, found.id))  # noqa: B023
            assert pictures is None or pictures == original.pictures[found.name]
        for name in original.pictures:
            with suppress(NoSuchPictures):
                outcome(lambda: store.pictures.by_name(name))  # noqa: B023
    return opened


@pytest.mark.parametrize("seed", range(12))
def test_damage_is_found_or_does_no_harm(original: Original, tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    for number in range(40):
        shutil.copy(original.folder / FILE, tmp_path / FILE)
        for ending in ("-wal", "-shm"):
            (tmp_path / (FILE + ending)).unlink(missing_ok=True)
        how = dice.choice(DAMAGES)
        done = how(tmp_path / FILE, dice)
        try:
            check(original, tmp_path)
        except Exception as problem:
            raise AssertionError(f"seed {seed}, number {number}, {how.__name__}: {done}") from problem


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
