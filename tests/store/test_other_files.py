"""Files and folders that are not stores: they are refused and stay unchanged."""

import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lianliankan.errors import DamagedStore, StoreError
from lianliankan.store import Store
from lianliankan.store.schema import VERSION
from support.stored_games import new_game, run_program


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE birds (name TEXT); INSERT INTO birds VALUES ('wren');")


def foreign_by_name(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("PRAGMA application_id = 252006; VACUUM;")


def newer(path: Path) -> None:
    with Store(path.parent) as store:
        store.begin(new_game())
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA user_version = {VERSION + 1}; PRAGMA wal_checkpoint(TRUNCATE);")


def torn(path: Path) -> None:
    """Make a store and blank the middle of its first page."""
    with Store(path.parent) as store:
        store.begin(new_game())
    whole = bytearray(path.read_bytes())
    whole[100:4096] = bytes(3996)
    path.write_bytes(whole)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda path: path.write_bytes(b"This is my diary. " * 500), "the file is damaged: file is not a database"),
        (lambda path: path.write_bytes(b"x"), "the file is damaged: it is cut off"),
        (foreign, "this database belongs to another program"),
        (foreign_by_name, "this database belongs to another program"),
        (newer, "made by a newer version of lianliankan"),
        (torn, "the file is damaged"),
        (Path.mkdir, "it cannot be opened or created"),
    ],
)
def test_files_that_are_not_stores_stay_unchanged(tmp_path: Path, make: Callable[[Path], object], problem: str) -> None:
    path = tmp_path / "lianliankan.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for _ in range(2):
        with pytest.raises(StoreError, match=f"{path}: {problem}"):
            Store(tmp_path)
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize("size", [0, 5, 16, 100, 511])
def test_a_store_that_is_cut_off_is_not_taken_for_a_new_one(tmp_path: Path, size: int) -> None:
    with Store(tmp_path) as store:
        store.begin(new_game())
    os.truncate(tmp_path / "lianliankan.db", size)
    for create in (True, False):
        with pytest.raises(DamagedStore, match=r"the file is damaged: .*; put a backup"):
            Store(tmp_path, create=create)
    assert (tmp_path / "lianliankan.db").stat().st_size == size


def test_a_log_without_its_file_is_not_applied_to_a_new_store(tmp_path: Path) -> None:
    (tmp_path / "lianliankan.db-wal").write_bytes(b"something")
    with pytest.raises(DamagedStore, match=r"it is missing, but lianliankan\.db-wal is there"):
        Store(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["lianliankan.db-wal"]


def test_folders_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    for folder in (tmp_path / "file", tmp_path / "file" / "in"):
        with pytest.raises(StoreError, match=f"{folder}: (File exists|Not a directory)"):
            Store(folder)


def test_folders_without_write_permission() -> None:
    """A program without permissions opens a folder of another user, and a store in one."""
    program = """
import os, sys
from pathlib import Path
import lianliankan as llk
from lianliankan.errors import DamagedStore, StoreError
from lianliankan.store import Store
if os.getuid() == 0:
    os.setuid(65534)
for folder in (Path(sys.argv[1]), Path(sys.argv[1]) / "deeper"):
    try:
        Store(folder)
        print("it could")
    except StoreError as problem:
        print(problem)
"""
    if not hasattr(os, "getuid"):
        pytest.skip("this system has no user ids")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        printed = run_program(program, folder).splitlines()
        assert printed == [
            f"{folder}/lianliankan.db: it cannot be created: Permission denied",
            f"{folder}/deeper: Permission denied",
        ]
        folder.chmod(0o755)
        with Store(folder):
            pass
        folder.chmod(0o555)
        (folder / "lianliankan.db").chmod(0o444)
        assert run_program(program, folder).startswith(f"{folder}/lianliankan.db: it ")
        folder.chmod(0o755)
