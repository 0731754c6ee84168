"""Writes that fail: a full disk, a size limit, a read-only file, a lock. The command is not executed then."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lianliankan.errors import StoreError
from lianliankan.store import Store, sqlite_database
from support.engines import only_sqlite
from support.store_player import game_with_entries
from support.stored_games import new_game, run_program, stored_state


def fill_disk(connection: sqlite3.Connection) -> Callable[[], object]:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    return lambda: connection.execute("PRAGMA max_page_count = 1000000")


def read_only(connection: sqlite3.Connection) -> Callable[[], object]:
    connection.execute("PRAGMA query_only = ON")
    return lambda: connection.execute("PRAGMA query_only = OFF")


@only_sqlite
@pytest.mark.parametrize(("fail", "problem"), [(fill_disk, "the disk is full"), (read_only, "it is read-only")])
def test_a_command_that_cannot_be_written_is_not_executed(
    store: Store, fail: Callable[[sqlite3.Connection], Callable[[], object]], problem: str
) -> None:
    stored = store.begin(new_game())
    assert isinstance(store._database, sqlite_database.SqliteDatabase)
    repair = fail(store._database._connection)
    known = []

    def play() -> None:
        for _ in range(10_000):  # until the pages are full
            known.append(stored_state(stored.game))
            stored.do("pick 1,1", at=stored.game.at + 1)

    with pytest.raises(StoreError, match=f"{store.path}: {problem}"):
        play()
    before = known[-1]
    assert stored_state(stored.game) == before
    assert stored_state(store.open(stored.id).game) == before
    with pytest.raises(StoreError, match=problem):
        store.begin(game_with_entries(1))
    assert len(store.games()) == 1
    repair()
    stored.do("play 1,2-1,3")
    assert stored_state(store.open(stored.id).game) == stored_state(stored.game)


def test_a_file_size_limit(tmp_path: Path) -> None:
    """The system refuses to enlarge files, which SQLite learns only from the write itself."""
    program = """
import resource, sys
from pathlib import Path
import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.store import Store
with Store(Path(sys.argv[1])) as store:
    stored = store.begin(llk.Game(llk.Board.parse("AB/AB")))
    largest = max(file.stat().st_size for file in Path(sys.argv[1]).iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 50_000, resource.RLIM_INFINITY))
    try:
        while True:
            stored.do("pick 1,1")
    except StoreError as problem:
        print(len(stored.game.entries), str(problem).rpartition(": ")[2])
"""
    done, _, problem = run_program(program, tmp_path).partition(" ")
    assert problem in ("disk read or write error", "the disk is full")
    with Store(tmp_path) as store:
        (summary,) = store.games()
        assert len(store.open(summary.id).game.entries) == int(done) > 0


def test_a_lock_held_by_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_database, "BUSY_SECONDS", 0.05)
    with Store(tmp_path) as store, closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        stored = store.begin(new_game())
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="it is locked by another program"):
            stored.do("pick 1,1")
        assert stored.game.picked is None
        assert store.open(stored.id).game.entries == ()  # reading does not wait
        other.execute("ROLLBACK")
        stored.do("pick 1,1")
        assert len(store.open(stored.id).game.entries) == 1


def test_a_gap_between_the_transactions_of_another_program_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself would look ten times a second: a program that writes without a pause would keep all others out."""
    with Store(tmp_path) as store, closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        stored, waited = store.begin(new_game()), list[float]()

        def wait(seconds: float) -> None:
            waited.append(seconds)
            if len(waited) == 50:
                other.execute("ROLLBACK")

        monkeypatch.setattr(sqlite_database, "sleep", wait)
        other.execute("BEGIN IMMEDIATE")
        stored.do("pick 1,1")
        assert len(waited) == 50
        assert max(waited) < 0.01
