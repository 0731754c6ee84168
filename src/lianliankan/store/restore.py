"""Restoring a stored game from its row and its command rows, and checking that both are as they were written."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadRecord, DamagedGame, OutOfTime, ParseError
from lianliankan.game.commands import Command, Entry
from lianliankan.game.game import Game
from lianliankan.game.questions import Ask, answer_now
from lianliankan.game.replay import at_version, replay_entry
from lianliankan.records.record import make_head, start_from_head
from lianliankan.store.checksums import digest, extend_chain, is_sound
from lianliankan.store.columns import column_values, games_table
from lianliankan.store.database import Database, SqlConnection
from lianliankan.text import shorten

CommandRow = tuple[object, object, object]
"""A command row as read, not yet checked: its number, its time and its text."""


def format_head(game: Game) -> str:
    """Return the head of a game as JSON."""
    return json.dumps(make_head(game), separators=(",", ":"))


_ROW = f"SELECT {', '.join(games_table())} FROM games WHERE id = ?"
_COMMAND_ROWS = "SELECT number, at, command FROM commands WHERE game = ? ORDER BY number"


def read_rows(connection: SqlConnection, id: str) -> list[CommandRow]:
    """Read the command rows of a game."""
    return connection.execute(_COMMAND_ROWS, (id,)).fetchall()


def read_row(connection: SqlConnection, id: str) -> dict[str, Any] | None:
    """Read the row of a game by its full id, if there is one."""
    return _name_values(connection.execute(_ROW, (id,)).fetchone())


def read_game(database: Database, id: str) -> tuple[dict[str, Any] | None, list[CommandRow]]:
    """Read the row of a game by its full id, if there is one, and its command rows."""
    games, commands = database.read_together([(_ROW, (id,)), (_COMMAND_ROWS, (id,))])
    return _name_values(games[0] if games else None), commands


def _name_values(values: Sequence[Any] | None) -> dict[str, Any] | None:
    return None if values is None else dict(zip(games_table(), values, strict=True))


def restore_row(id: str, row: Mapping[str, object], entries: Sequence[CommandRow], *, ask: Ask = answer_now) -> Game:
    """Replay a stored game; raises DamagedGame unless row and commands are exactly what was written."""
    game = restore(id, row["head"], entries, until=row["at"], ask=ask)
    _compare_summary(id, game, row)
    if not is_sound(row) or row["chain"] != extend_chain(digest(row["head"]), entries):
        raise DamagedGame("it is not what was stored: its checksum does not match", id=id, good=game)
    return game


def restore(id: str, head: object, rows: Sequence[CommandRow], *, until: object = 0, ask: Ask = answer_now) -> Game:
    """Replay a stored game and advance its clock to `until`, in milliseconds; `ask` finds the boards of its shuffles.

    Raises DamagedGame at the first entry that no game can have written.
    """
    try:
        game = start_from_head(json.loads(str(head)), deal_again=False)
    except OutOfTime:
        raise
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
    try:
        if isinstance(until, int) and until > game.clock.now:
            game.replay(Entry(until, Command("tick")))
    except OutOfTime:
        raise
    except ValueError as problem:
        raise DamagedGame(str(problem), id=id, good=game) from None
    return game


def _parse_row(number: int, row: CommandRow) -> Entry:
    found, at, text = row
    if found != number:
        raise BadRecord("the entry is missing")
    if type(at) is not int or type(text) is not str:
        raise BadRecord("the entry is not a time and a command")
    return Entry(at, Command.parse(text))


def _is_deal_of(game: Game, text: object) -> bool:
    """Whether a text is that of the game's deal; the text of a mask has not always had one form."""
    try:
        return isinstance(text, str) and Deal.parse(text) == game.deal
    except ValueError:
        return False


def _compare_summary(id: str, game: Game, stored: Mapping[str, object]) -> None:
    """Compare the stored summary with the replayed game; this detects missing commands at the end."""
    if stored["state"] == "damaged":
        return  # a version that could not replay it upgraded the store
    for name, value in column_values(game).items():
        if stored[name] != value and not (name == "deal" and _is_deal_of(game, stored[name])):
            problem = f"the store has {name} {shorten(str(stored[name]))}, but replaying gives {shorten(str(value))}"
            raise DamagedGame(problem, id=id, good=game)
