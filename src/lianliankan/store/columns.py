"""The columns of the table of games: one list for the table and for writes."""

from collections.abc import Callable
from typing import Any, NamedTuple

from lianliankan.game.game import Game
from lianliankan.game.modes import true_mode
from lianliankan.records.record_form import format_deal

_TEXT, _NUMBER = "TEXT NOT NULL", "INTEGER NOT NULL"


class Column(NamedTuple):
    """A column: its `name`, its `kind` in SQL, its value `of` a game, and whether it `is_fixed` from the start."""

    name: str
    kind: str
    of: Callable[[Game], object]
    is_fixed: bool = False


COLUMNS = (
    Column("mode", _TEXT, true_mode, is_fixed=True),
    Column("size", _TEXT, lambda game: f"{game.first_board.rows}x{game.first_board.cols}", is_fixed=True),
    Column("gravity", _TEXT, lambda game: game.first_board.rules.gravity, is_fixed=True),
    # The level and day that a custom game names count for no list.
    Column("level", "INTEGER", lambda game: None if true_mode(game) == "own" else game.options.level, is_fixed=True),
    Column("day", "TEXT", lambda game: None if true_mode(game) == "own" else game.options.day, is_fixed=True),
    Column("deal", "TEXT", lambda game: format_deal(game.deal), is_fixed=True),
    Column("length", _NUMBER, lambda game: game.version),
    Column("at", _NUMBER, lambda game: game.clock.now),
    Column("state", "TEXT NOT NULL", lambda game: game.state),
    Column("score", _NUMBER, lambda game: game.score),
    Column("played", _NUMBER, lambda game: game.clock.played()),
    Column("stars", _NUMBER, lambda game: game.stars),
    Column("pairs", _NUMBER, lambda game: game.pairs),
    Column("tiles", _NUMBER, lambda game: game.board.tile_count),
    Column("shuffles_left", "INTEGER", lambda game: game.shuffles_left),
)
"""The columns that follow from the game; times are in milliseconds."""

GAMES_TABLE = {
    "id": "TEXT NOT NULL PRIMARY KEY",
    "player": "TEXT NOT NULL",
    "head": "TEXT NOT NULL",
    "begun": "INTEGER NOT NULL",
    "changed": "INTEGER NOT NULL",
    **{column.name: column.kind for column in COLUMNS},
    "chain": _TEXT,
}
"""All columns of the table of games, with their kinds in SQL."""

_CHANGING = tuple(column for column in COLUMNS if not column.is_fixed)


def column_values(game: Game) -> dict[str, Any]:
    """Return the columns of a game."""
    return {column.name: column.of(game) for column in COLUMNS}


def changing_values(game: Game) -> dict[str, Any]:
    """Return the columns of a game that a command may change.

    >>> changing_values(llk.Game(llk.Board.parse("AB/AB")))["tiles"]
    4
    """
    return {column.name: column.of(game) for column in _CHANGING}
