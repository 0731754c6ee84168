"""Finding games by their ids, or by the beginnings of ids; and the ids of new games."""

import secrets
from typing import Any

from lianliankan.errors import DamagedGame, NoSuchGame
from lianliankan.store.checksums import fixed_values, is_sound, row_checksum
from lianliankan.store.database import SqlConnection
from lianliankan.store.restore import read_row
from lianliankan.text import shorten

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without letters that are easily confused
_ID_LENGTH = 6


def insert_game(connection: SqlConnection, columns: dict[str, Any]) -> dict[str, Any]:
    """Insert the row of a game under a new id, and return it."""
    while True:
        row = columns | {"id": "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))}
        row["checksum"] = row_checksum(fixed_values(row), row)
        insert = f"INSERT INTO games ({', '.join(row)}) VALUES (:{', :'.join(row)}) ON CONFLICT (id) DO NOTHING"
        if connection.execute(insert, row).rowcount:
            return row


def normalize_id(id: str) -> str:
    """Return an id, or the beginning of one, as the store has it; raises NoSuchGame if it cannot be one."""
    if not isinstance(id, str):
        raise TypeError(f"the id of a game must be a text, not {shorten(id)}")
    start = id.strip().lower()
    if not start or "\0" in start:  # which no text in PostgreSQL contains
        raise NoSuchGame(f"there is no game {shorten(id)}")
    return start


def find_traces(connection: SqlConnection, player: str, id: str) -> str:
    """Complete an id, also that of a game which is too damaged to be found."""
    try:
        return complete_id(connection, player, id)
    except DamagedGame as problem:
        return problem.id


def complete_id(connection: SqlConnection, player: str, id: str) -> str:
    """Complete the beginning of an id; raises NoSuchGame, and DamagedGame if there are only traces of the game."""
    start = normalize_id(id)
    # By id alone: an index of the player's games would lead through all of them, one of which may be unreadable.
    if connection.execute("SELECT 1 FROM games WHERE id = ? AND player || '' = ?", (start, player)).fetchone():
        return start
    found = connection.execute(
        "SELECT id FROM games WHERE player = ? AND id >= ? AND id < ? ORDER BY id LIMIT 2",
        (player, start, start + "\x7f"),  # sorts after every letter
    ).fetchall()
    if len(found) > 1:
        raise NoSuchGame(f"several game ids begin with {shorten(start)}; type more of it")
    if not found:
        _check_traces(connection, player, start)
        raise NoSuchGame(f"there is no game {shorten(id)}")
    return str(found[0][0])


def _check_traces(connection: SqlConnection, player: str, id: str) -> None:
    """Raise DamagedGame if a game that is not found has left traces, which the index of ids should have led to."""
    row = read_row(connection, id)
    if row is not None:
        is_lost = not is_sound(row)
    else:
        commands = connection.execute("SELECT 1 FROM commands WHERE game = ?", (id,))
        games = connection.execute("SELECT 1 FROM games WHERE player = ? AND id || '' = ?", (player, id))
        is_lost = bool(commands.fetchone() or games.fetchone())
    if is_lost:
        raise DamagedGame("its row in the table of games cannot be found", id=id)
