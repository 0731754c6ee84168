"""The rows of a stored game: written under a new id, found by the beginning of an id, and replayed.

The head of a game and its commands have a checksum, the chain, which tells whether two servers or two stores have the
same game.
"""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from lianliankan.errors import BadRecord, DamagedGame, NoSuchGame, OutOfTime, ParseError
from lianliankan.game.commands import Command, Entry
from lianliankan.game.game import Game
from lianliankan.game.questions import Ask, answer_now
from lianliankan.game.replay import replay_entry
from lianliankan.records.record import make_head, start_from_head
from lianliankan.store.columns import GAMES_TABLE
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.sql import insert, insert_many
from lianliankan.text import shorten

CommandRow = tuple[int, int, str]
"""The row of a command: its number, its time and its text."""

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without letters that are easily confused
_ID_LENGTH = 6
_ROW = f"SELECT {', '.join(GAMES_TABLE)} FROM games WHERE id = ?"
_COMMAND_ROWS = "SELECT number, at, command FROM commands WHERE game = ? ORDER BY number"


def digest(*values: object) -> str:
    """Return the checksum of numbers and texts.

    >>> digest("play 1,1-2,1", 1500)
    'ca40483e5cb83fa4'
    """
    return blake2b(msgspec.json.encode(values), digest_size=8).hexdigest()


def extend_chain(chain: str, rows: Iterable[CommandRow]) -> str:
    """Return the checksum of a game's head and commands after more commands.

    The chain of a new game is the digest of its head. Every command changes it, and costs the same.
    """
    for row in rows:
        chain = digest(chain, *row)
    return chain


def format_head(game: Game) -> str:
    """Return the head of a game as JSON."""
    return json.dumps(make_head(game), separators=(",", ":"))


# ---- Writing and finding ---------------------------------------------------------------------------------------------


def insert_game(connection: SqlConnection, columns: dict[str, Any]) -> dict[str, Any]:
    """Insert the row of a game under a new id, and return it."""
    while True:
        row = columns | {"id": "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))}
        if insert(connection, "games", row, on_conflict="(id) DO NOTHING"):
            return row


def insert_commands(connection: SqlConnection, id: str, rows: Iterable[CommandRow]) -> None:
    """Insert the commands of a game."""
    insert_many(connection, "commands", "game, number, at, command", [(id, *row) for row in rows])


def normalize_id(id: str) -> str:
    """Return an id, or the beginning of one, as the store has it; raises NoSuchGame if it cannot be one."""
    if not isinstance(id, str):
        raise TypeError(f"the id of a game must be a text, not {shorten(id)}")
    start = id.strip().lower()
    if not start or "\0" in start:  # which no text in PostgreSQL contains
        raise NoSuchGame(f"there is no game {shorten(id)}")
    return start


def complete_id(connection: SqlConnection, player: str, id: str) -> str:
    """Complete the beginning of the id of a player's game; raises NoSuchGame."""
    start = normalize_id(id)
    found = connection.execute(
        "SELECT id FROM games WHERE player = ? AND id >= ? AND id < ? ORDER BY id LIMIT 2",
        (player, start, start + "\x7f"),  # sorts after every letter
    ).fetchall()
    if not found:
        raise NoSuchGame(f"there is no game {shorten(id)}")
    if len(found) > 1 and found[0][0] != start:
        raise NoSuchGame(f"several game ids begin with {shorten(start)}; type more of it")
    return str(found[0][0])


def delete_parts(connection: SqlConnection, ids: Iterable[str]) -> None:
    """Delete all rows that belong to deleted games; from then on, nothing is added to them."""
    games = [(id,) for id in ids]
    for table in ("commands", "analyses", "imports"):
        connection.executemany(f"DELETE FROM {table} WHERE game = ?", games)


# ---- Reading and replaying -------------------------------------------------------------------------------------------


def read_rows(connection: SqlConnection, id: str) -> list[CommandRow]:
    """Read the commands of a game."""
    return connection.execute(_COMMAND_ROWS, (id,)).fetchall()


def read_row(connection: SqlConnection, id: str) -> dict[str, Any] | None:
    """Read the row of a game by its full id, if there is one."""
    return _name_values(connection.execute(_ROW, (id,)).fetchone())


def read_game(database: Database, id: str) -> tuple[dict[str, Any] | None, list[CommandRow]]:
    """Read the row of a game by its full id, if there is one, and its commands."""
    games, commands = database.read_together([(_ROW, (id,)), (_COMMAND_ROWS, (id,))])
    return _name_values(games[0] if games else None), commands


def _name_values(values: Sequence[Any] | None) -> dict[str, Any] | None:
    return None if values is None else dict(zip(GAMES_TABLE, values, strict=True))


def is_intact(row: Mapping[str, Any], rows: Sequence[CommandRow]) -> bool:
    """Whether the head and the commands of a game are those that were written."""
    return bool(row["chain"] == extend_chain(digest(row["head"]), rows))


def restore_game(row: Mapping[str, Any], rows: Sequence[CommandRow], *, ask: Ask = answer_now) -> Game:
    """Replay a stored game, and advance its clock; `ask` finds the boards of its shuffles.

    Raises DamagedGame at the first command that no game can have written, or if the commands are not all there.
    """
    id = row["id"]
    try:
        game = start_from_head(json.loads(row["head"]), deal_again=False)
    except OutOfTime:
        raise
    except (ValueError, RecursionError) as problem:
        message = problem.problem if isinstance(problem, BadRecord) else "invalid JSON"
        raise DamagedGame(f"its head cannot be read: {message}", id=id) from None
    game.ask_with(ask)
    number = 0
    try:
        for number, command in enumerate(rows, 1):
            replay_entry(game, _parse_row(number, command))
        number = 0
        if row["at"] > game.clock.now:
            game.replay(Entry(row["at"], Command("tick")))
    except OutOfTime:
        raise
    except ValueError as problem:
        message = problem.problem if isinstance(problem, BadRecord | ParseError) else str(problem)
        raise DamagedGame(message, id=id, entry=number) from None
    if not is_intact(row, rows):
        raise DamagedGame("its head or its commands are not those that were stored", id=id)
    return game


def _parse_row(number: int, row: CommandRow) -> Entry:
    found, at, text = row
    if found != number:
        raise BadRecord("the entry is missing")
    if type(at) is not int or type(text) is not str:
        raise BadRecord("the entry is not a time and a command")
    return Entry(at, Command.parse(text))
