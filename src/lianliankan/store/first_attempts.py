"""First attempts of daily games: of a player's games of a day, the one in which the first pair was made.

It is written together with that pair, and stays when the game is removed: a board can be new only once.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lianliankan.game.game import Game
from lianliankan.store.database import Database

__all__ = ["FirstAttempt", "FirstPair", "find_first_pair", "read_first_attempts", "write_first_attempts"]


class FirstPair(NamedTuple):
    """The first pair of a daily game: whose it is, of which day, in which game, and when (microseconds since 1970)."""

    player: str
    day: str
    game: str
    made: int


class FirstAttempt(NamedTuple):
    """The first attempt of a day: the id of the game, and when its first pair was made."""

    game: str
    made: int


def find_first_pair(row: Mapping[str, Any], after: Game, before: Game | None = None) -> FirstPair | None:
    """Return the first pair of a game if it was made since `before`; a pair after undoing the first may be one, too."""
    if row["day"] is None or after.pairs == 0 or (before is not None and before.pairs > 0):
        return None
    return FirstPair(row["player"], row["day"], row["id"], row["changed"])


def write_first_attempts(connection: sqlite3.Connection, pairs: Iterable[FirstPair]) -> None:
    """Write which games are first attempts; those of a day that has one already are not."""
    for pair in pairs:
        connection.execute(
            "INSERT INTO first_attempts (player, day, game, made) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (player, day) DO NOTHING",
            pair,
        )


def read_first_attempts(database: Database, player: str) -> dict[str, FirstAttempt]:
    """Return the first attempts of a player, by their days."""
    with database.reading() as connection:
        found = connection.execute("SELECT day, game, made FROM first_attempts WHERE player = ?", (player,)).fetchall()
    return {day: FirstAttempt(game, made) for day, game, made in found}
