"""Stores as older versions made them: their tables are written out here, and never change."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import lianliankan as llk
from lianliankan.records import head_of

FIRST = """
PRAGMA application_id = 7105643;
PRAGMA user_version = 1;
CREATE TABLE games (id TEXT NOT NULL PRIMARY KEY, head TEXT NOT NULL, begun INTEGER NOT NULL, changed INTEGER NOT NULL);
CREATE TABLE commands (game TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, command TEXT NOT NULL,
                       PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

BEGUN = 1_760_000_000_000_000


def write_first(folder: Path, games: Mapping[str, llk.Game]) -> Path:
    """Make a store of version 1 with games, and give its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "lianliankan.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(f"PRAGMA journal_mode = WAL; BEGIN; {FIRST} COMMIT;")
        for number, (id, game) in enumerate(games.items()):
            times = (BEGUN + number, BEGUN + 1000 * number)
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?)", (id, json.dumps(head_of(game)), *times))
            rows = [(id, place, at, str(command)) for place, (at, command) in enumerate(game.entries, 1)]
            connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?)", rows)
    return path
