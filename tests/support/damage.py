"""Damage to the files of a store: one random corruption at a time, each repeatable by its seed."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from lianliankan.store.database import SqlConnection

Damage = Callable[[Path, random.Random], str]
"""Damages the file of a store and says how."""

_CELLS: tuple[object, ...] = (
    *(
        None,
        0,
        1,
        -1,
        7,
        2**62,
        -(2**63),
        0.5,
        1e300,
        "",
        "x",
        "0",
        "playing",
        "won",
        "play 1,1-2,2",
        "tick",
        "[]",
        "{}",
    ),
    *('{"version":1}', "\0", "9" * 400, b"", b"\xff\xfe", b"\x00" * 40, "名", "[" * 3000),
)


def flip_bytes(path: Path, dice: random.Random) -> str:
    """Change some bytes anywhere in the file."""
    data = bytearray(path.read_bytes())
    places = [dice.randrange(len(data)) for _ in range(dice.choice((1, 1, 2, 8)))]
    for place in places:
        data[place] ^= 1 << dice.randrange(8) if dice.random() < 0.7 else dice.randrange(1, 256)
    path.write_bytes(data)
    return f"bytes {places}"


def flip_used_bytes(path: Path, dice: random.Random) -> str:
    """Change a byte that is not zero: most of the file is unused."""
    data = bytearray(path.read_bytes())
    place = dice.choice([place for place, byte in enumerate(data) if byte])
    data[place] ^= 1 << dice.randrange(8)
    path.write_bytes(data)
    return f"byte {place}"


def blank_block(path: Path, dice: random.Random) -> str:
    """Overwrite a block, as a broken disk does."""
    data = bytearray(path.read_bytes())
    size = dice.choice((16, 512, 4096))
    start = dice.randrange(0, len(data), size)
    data[start : start + size] = dice.choice((bytes(size), b"\xff" * size, dice.randbytes(size)))[: len(data) - start]
    path.write_bytes(data)
    return f"{size} bytes from {start}"


def cut_off(path: Path, dice: random.Random) -> str:
    """Cut the file off."""
    data = path.read_bytes()
    size = dice.choice((0, dice.randrange(600), dice.randrange(len(data)), dice.randrange(0, len(data), 4096)))
    path.write_bytes(data[:size])
    return f"cut off at {size}"


def change_cell(path: Path, dice: random.Random) -> str:
    """Write something senseless into a cell of a table."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        table = dice.choice(("games", "games", "commands", "picture_sets", "pictures"))
        columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        column, value = dice.choice(columns), dice.choice(_CELLS)
        if value is None:
            allow_null(connection, table)
        key = "game || '/' || number" if table == "commands" else "rowid"
        (row,) = dice.choice(connection.execute(f"SELECT {key} FROM {table}").fetchall())
        command = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {key} = ?"
        if isinstance(value, bytes) and dice.random() < 0.5:
            command = command.replace("= ? WHERE", "= CAST(? AS TEXT) WHERE")
        connection.execute(command, (value, row))
        return f"{table}.{column} = {str(value)[:20]!r}"


def change_letter(path: Path, dice: random.Random) -> str:
    """Change one letter of a text, or a number by one: still sensible, and another game."""
    with closing(sqlite3.connect(path)) as connection, connection:
        table, column, key = dice.choice(
            [
                *[("commands", "command", "game || '/' || number")] * 3,
                *[("games", "head", "rowid")] * 3,
                *[("commands", "at", "game || '/' || number"), ("games", "at", "rowid")],
            ]
        )
        row, value = dice.choice(connection.execute(f"SELECT {key}, {column} FROM {table}").fetchall())
        if isinstance(value, str):
            place = dice.choice([place for place, letter in enumerate(value) if letter.isdigit()] or [0])
            new: object = value[:place] + dice.choice("123456789") + value[place + 1 :]
        else:
            new = value + dice.choice((1, -1, 1000))
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (new, row))
        return f"{table}.{column}: {str(value)[:30]!r} to {str(new)[:30]!r}"


def drop(path: Path, dice: random.Random) -> str:
    """Remove rows, a column, an index or a table."""
    with closing(sqlite3.connect(path)) as connection, connection:
        what = dice.choice(
            (
                "DROP TABLE games",
                "DROP TABLE commands",
                "DROP TABLE settings",
                "DROP TABLE pictures",
                "DROP INDEX games_of_player",
                "ALTER TABLE games DROP COLUMN chain",
                "ALTER TABLE games DROP COLUMN head",
                "DELETE FROM games WHERE rowid = 1",
                "DELETE FROM commands WHERE number = 2",
                "DELETE FROM commands",
                "UPDATE commands SET number = number + 1 WHERE number = (SELECT max(number) FROM commands)",
                *(f"PRAGMA user_version = {number}" for number in (0, 1, 2, 3, 4, 5, 99)),
                "PRAGMA application_id = 1",
            )
        )
        connection.execute(what)
        return what


def allow_null(connection: SqlConnection, table: str) -> None:
    """Take the promise out of a table's definition that its columns are never empty."""
    connection.execute("PRAGMA writable_schema = ON")
    (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql.replace(" NOT NULL", ""), table))
    (version,) = connection.execute("PRAGMA schema_version").fetchone()
    connection.execute(f"PRAGMA schema_version = {version + 1}")


DAMAGES: tuple[Damage, ...] = (
    *(flip_bytes, flip_used_bytes, flip_used_bytes, blank_block, cut_off),
    *(change_cell, change_cell, change_letter, change_letter, drop),
)
