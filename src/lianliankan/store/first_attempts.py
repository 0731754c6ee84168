"""First attempts of daily games: of a player's games of a day, the one in which the first pair was made.

It is written together with that pair, and stays when the game is removed: a board can be new only once.
"""

from collections.abc import Iterable
from typing import NamedTuple

from lianliankan.store.database import Database, SqlConnection


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


def write_first_attempts(connection: SqlConnection, pairs: Iterable[FirstPair]) -> None:
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
