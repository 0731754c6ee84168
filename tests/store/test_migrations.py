"""A store has one version; one of an older version runs the steps it lacks when it is opened."""

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from lianliankan.errors import StoreError
from lianliankan.store import Location, Store, schema
from lianliankan.store.maintenance import find_version, upgrade_store
from lianliankan.store.schema import TABLES, VERSION, Step, upgrade_postgres, upgrade_sqlite
from support.stored_games import run_player, win_game

STEPS: tuple[Step, ...] = (
    ("ALTER TABLE games ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'", "CREATE TABLE clubs (name TEXT, size INTEGER)"),
    ("INSERT INTO clubs (name, size) SELECT colour, count(*) FROM games GROUP BY colour",),
)
BREAKS: tuple[Step, ...] = (*STEPS, ("CREATE TABLE more (name TEXT)", "INSERT INTO nowhere (name) VALUES ('x')"))


def test_a_store_is_created_with_the_version_of_the_program(location: Location) -> None:
    assert find_version(location) == 0
    with Store(location) as store:
        assert find_version(location) == VERSION == 1
        with store._database.reading() as connection:
            for name, table in TABLES.items():
                assert connection.execute(f"SELECT {', '.join(table.names)} FROM {name}").fetchall() == []


def upgrade(store: Store, steps: tuple[Step, ...]) -> None:
    """Upgrade a store with these steps, as a later program does."""
    if store.folder is None:
        psycopg = pytest.importorskip("psycopg")
        with psycopg.connect(str(store.location), autocommit=True) as connection:
            upgrade_postgres(connection, store.name, steps)
    else:
        with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
            upgrade_sqlite(connection, steps)


def test_an_older_store_runs_the_steps_that_it_lacks(store: Store) -> None:
    id = win_game(store)
    upgrade(store, STEPS[:1])
    assert find_version(store.location) == 2
    for _ in range(2):
        upgrade(store, STEPS)
    assert find_version(store.location) == 3
    with store._database.reading() as connection:
        assert [tuple(row) for row in connection.execute("SELECT name, size FROM clubs").fetchall()] == [("red", 1)]
        assert connection.execute("SELECT id, colour FROM games").fetchall() == [(id, "red")]
    with pytest.raises(StoreError, match="made by a newer version of lianliankan"):
        Store(store.location)


def test_a_step_that_fails_leaves_the_older_store(store: Store) -> None:
    id = win_game(store)
    with pytest.raises(Exception, match="nowhere"):
        upgrade(store, BREAKS)
    assert find_version(store.location) == 1
    with pytest.raises(StoreError, match="colour"), store._database.reading() as connection:
        connection.execute("SELECT colour FROM games").fetchall()
    with Store(store.location) as again:
        assert again.open(id).game.state == "won"


def test_programs_that_create_a_store_at_the_same_time(location: Location) -> None:
    with ExitStack() as running:
        for player in [running.enter_context(run_player("open", location)) for _ in range(3)]:
            assert player.communicate()[0] == "ready\n0\n"
            assert player.wait() == 0


def test_a_store_in_postgresql_is_upgraded_by_llk_admin_alone(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(postgres_url).close()
    with monkeypatch.context() as patched:
        patched.setattr(schema, "VERSION", 2)
        with pytest.raises(StoreError, match=r"it has version 1 and this program needs 2; run: llk admin migrate"):
            Store(postgres_url)
    assert upgrade_store(postgres_url) == (1, 1)


def test_an_upgrade_that_would_hold_up_the_players_is_put_off(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody would wait behind an upgrade that waits for a backup."""
    psycopg = pytest.importorskip("psycopg")
    monkeypatch.setattr(schema, "_LOCK_TIMEOUT", b"SET LOCAL lock_timeout = '50ms'")
    with Store(postgres_url) as store:
        with store._database.reading() as backup:
            backup.execute("SELECT 1 FROM games").fetchall()
            with pytest.raises(psycopg.errors.LockNotAvailable):
                upgrade(store, STEPS)
        assert find_version(postgres_url) == 1
        upgrade(store, STEPS)
        assert find_version(postgres_url) == 3


def test_a_file_is_ours_by_its_application_id(tmp_path: Path) -> None:
    with Store(tmp_path) as store, store._database.reading() as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (schema.APPLICATION_ID,)
