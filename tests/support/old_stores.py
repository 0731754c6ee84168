"""Stores of older versions; their tables are written out here and never change."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import lianliankan as llk
from lianliankan.game.modes import true_mode
from lianliankan.records.record import make_head

TABLES_1 = """
PRAGMA application_id = 7105643;
PRAGMA user_version = 1;
CREATE TABLE games (id TEXT NOT NULL PRIMARY KEY, head TEXT NOT NULL, begun INTEGER NOT NULL, changed INTEGER NOT NULL);
CREATE TABLE commands (game TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, command TEXT NOT NULL,
                       PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

TABLES_2 = """
PRAGMA user_version = 2;
ALTER TABLE games ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN mode TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN size TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN gravity TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN level INTEGER;
ALTER TABLE games ADD COLUMN day TEXT;
ALTER TABLE games ADD COLUMN deal TEXT;
ALTER TABLE games ADD COLUMN state TEXT NOT NULL DEFAULT 'damaged';
ALTER TABLE games ADD COLUMN score INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN seconds REAL NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN stars INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN pairs INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN tiles INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN shuffles_left INTEGER;
CREATE INDEX games_by_change ON games (changed);
CREATE INDEX games_by_result ON games (mode, size, state, score);
"""

TABLES_3 = """
PRAGMA user_version = 3;
ALTER TABLE games ADD COLUMN player TEXT NOT NULL DEFAULT '';
DROP INDEX games_by_change;
DROP INDEX games_by_result;
CREATE INDEX games_of_player ON games (player);
CREATE INDEX games_won ON games (player, mode, size, score) WHERE state = 'won';
ALTER TABLE settings RENAME TO settings_of_one;
CREATE TABLE settings (player TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
                       PRIMARY KEY (player, name)) WITHOUT ROWID;
INSERT INTO settings SELECT '', name, value FROM settings_of_one;
DROP TABLE settings_of_one;
"""

TABLES_4 = """
PRAGMA user_version = 4;
CREATE TABLE picture_sets (id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, name TEXT, changed INTEGER NOT NULL);
CREATE UNIQUE INDEX picture_sets_by_name ON picture_sets (player, name);
CREATE UNIQUE INDEX picture_drafts ON picture_sets (player) WHERE name IS NULL;
CREATE TABLE pictures (id TEXT NOT NULL PRIMARY KEY, picture_set TEXT NOT NULL, place INTEGER NOT NULL,
                       label TEXT NOT NULL, data BLOB NOT NULL);
CREATE INDEX pictures_of_set ON pictures (picture_set, place);
INSERT INTO picture_sets VALUES ('set1', '', 'cats', 1760000000000000);
INSERT INTO pictures VALUES ('picture1', 'set1', 0, 'Tom', x'00');
"""

TABLES_5 = """
PRAGMA user_version = 5;
CREATE TABLE new_games (id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL DEFAULT '', head TEXT NOT NULL,
                        begun INTEGER NOT NULL, changed INTEGER NOT NULL, mode TEXT NOT NULL DEFAULT '',
                        size TEXT NOT NULL DEFAULT '', gravity TEXT NOT NULL DEFAULT '', level INTEGER, day TEXT,
                        deal TEXT, version INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL DEFAULT 0,
                        state TEXT NOT NULL DEFAULT 'damaged', score INTEGER NOT NULL DEFAULT 0,
                        played INTEGER NOT NULL DEFAULT 0, stars INTEGER NOT NULL DEFAULT 0,
                        pairs INTEGER NOT NULL DEFAULT 0, tiles INTEGER NOT NULL DEFAULT 0, shuffles_left INTEGER);
INSERT INTO new_games
    SELECT id, player, head, begun, changed, mode, size, gravity, level, day, deal, entries, at, state, score,
           CAST(round(seconds * 1000) AS INTEGER), stars, pairs, tiles, shuffles_left FROM games;
DROP TABLE games;
ALTER TABLE new_games RENAME TO games;
CREATE INDEX games_of_player ON games (player);
CREATE INDEX games_won ON games (player, mode, size, score) WHERE state = 'won';
"""

BEGUN = 1_760_000_000_000_000


def write_version_1(folder: Path, games: Mapping[str, llk.Game]) -> Path:
    """Create a store of version 1 with games and return its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "lianliankan.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(f"PRAGMA journal_mode = WAL; BEGIN; {TABLES_1} COMMIT;")
        for number, (id, game) in enumerate(games.items()):
            times = (BEGUN + number, BEGUN + 1000 * number)
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?)", (id, json.dumps(make_head(game)), *times))
            rows = [(id, place, at, str(command)) for place, (at, command) in enumerate(game.entries, 1)]
            connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?)", rows)
    return path


def write_version_2(folder: Path, games: Mapping[str, llk.Game], settings: Mapping[str, object]) -> Path:
    """Create a store of version 2 with games and settings and return its file."""
    path = write_version_1(folder, games)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(f"BEGIN; {TABLES_2} COMMIT;")
        for id, game in games.items():
            connection.execute(
                "UPDATE games SET entries = ?, at = ?, mode = ?, size = ?, gravity = ?, level = ?, day = ?, deal = ?, "
                "state = ?, score = ?, seconds = ?, stars = ?, pairs = ?, tiles = ?, shuffles_left = ? WHERE id = ?",
                (
                    *(
                        len(game.entries),
                        round(game.at * 1000),
                        true_mode(game),
                        f"{game.board.rows}x{game.board.cols}",
                    ),
                    *(
                        game.board.rules.gravity,
                        *((None, None) if true_mode(game) == "own" else (game.options.level, game.options.day)),
                    ),
                    *(None if game.deal is None else str(game.deal), game.state, game.score, game.seconds()),
                    *(game.stars, game.pairs, game.board.tile_count, game.shuffles_left, id),
                ),
            )
        rows = [(name, json.dumps(value)) for name, value in settings.items()]
        connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)
    return path


def write_version_3(folder: Path, games: Mapping[str, llk.Game], settings: Mapping[str, object]) -> Path:
    """Create a store of version 3 with games and settings, all of the player '', and return its file."""
    path = write_version_2(folder, games, settings)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(f"BEGIN; {TABLES_3} COMMIT;")
    return path


def write_version_4(folder: Path, games: Mapping[str, llk.Game], settings: Mapping[str, object]) -> Path:
    """Create a store of version 4 with games, settings and a picture set, all of the player '', and return its file."""
    path = write_version_3(folder, games, settings)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(f"BEGIN; {TABLES_4} COMMIT;")
    return path


def write_version_5(folder: Path, games: Mapping[str, llk.Game], settings: Mapping[str, object]) -> Path:
    """Create a store of version 5, like one of version 4 but with other columns, and return its file."""
    path = write_version_4(folder, games, settings)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(f"BEGIN; {TABLES_5} COMMIT;")
    return path
