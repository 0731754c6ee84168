"""Restoring a stored game from its head and its command rows."""

import json
import sqlite3
from collections.abc import Sequence

from lianliankan.errors import BadRecord, DamagedGame, OutOfTime, ParseError
from lianliankan.game.commands import Command
from lianliankan.game.game import Game
from lianliankan.game.log import Entry
from lianliankan.game.questions import Ask, answer_now
from lianliankan.game.replay import at_version, replay_entry
from lianliankan.records.record import make_head, start_from_head

__all__ = ["CommandRow", "format_head", "read_rows", "restore"]

CommandRow = tuple[object, object, object]
"""A command row as read, not yet checked: its number, its time and its text."""


def format_head(game: Game) -> str:
    """Return the head of a game as JSON."""
    return json.dumps(make_head(game), separators=(",", ":"))


def read_rows(connection: sqlite3.Connection, id: str) -> list[CommandRow]:
    """Read the command rows of a game."""
    found = connection.execute("SELECT number, at, command FROM commands WHERE game = ? ORDER BY number", (id,))
    return found.fetchall()


def restore(id: str, head: object, rows: Sequence[CommandRow], *, until: object = 0, ask: Ask = answer_now) -> Game:
    """Replay a stored game and advance its clock to `until`, in milliseconds; `ask` finds the boards of its shuffles.

    Raises DamagedGame at the first entry that no game can have written.
    """
    try:
        game = start_from_head(json.loads(str(head)), deal_again=False)
    except (ValueError, RecursionError) as problem:
        message = problem.problem if isinstance(problem, BadRecord) else "invalid JSON"
        raise DamagedGame(f"its head cannot be read: {message}", id=id) from None
    game.ask_with(ask)
    for number, row in enumerate(rows, 1):
        try:
            replay_entry(game, _parse_row(number, row))
        except OutOfTime:
            raise
        except ValueError as problem:
            message = problem.problem if isinstance(problem, BadRecord | ParseError) else str(problem)
            good = at_version(game, number - 1)  # a bad entry may have been half executed
            raise DamagedGame(message, id=id, entry=number, good=good) from None
    if isinstance(until, int) and until > game.clock.now:
        game.replay(Entry(until, Command("tick")))
    return game


def _parse_row(number: int, row: CommandRow) -> Entry:
    found, at, text = row
    if found != number:
        raise BadRecord("the entry is missing")
    if type(at) is not int or type(text) is not str:
        raise BadRecord("the entry is not a time and a command")
    return Entry(at, Command.parse(text))
