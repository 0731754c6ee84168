"""Filling a PostgreSQL store with many games of many players, by COPY."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import psycopg

from lianliankan.store import Store
from scale.patterns import GAME_COLUMNS, LAST_DAY, Pattern, copy_line

__all__ = ["Filled", "fill"]

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_ID_LENGTH = 6
_STEP = 387_420_489  # odd, so that it leads through all ids before it comes back to the first
_BATCH = 5000
_YEAR = 365 * 86_400 * 1_000_000  # microseconds
_NOW = (LAST_DAY.toordinal() - 719_163) * 86_400 * 1_000_000
_SPREAD = 1.3  # of the logarithm of how many games players have: the median is 0.4 of the mean


class Filled(NamedTuple):
    """What a store was filled with: the players by their games, and how many commands the games have."""

    games_of: dict[str, list[str]]
    commands: int


def fill(url: str, patterns: Sequence[Pattern], *, games: int, players: int, tell: Callable[[str], None]) -> Filled:
    """Fill an empty database; indexes are built at the end, and statistics for the planner with them."""
    Store(url).close()  # makes the tables
    chance = random.Random(19)
    names = [f"{chance.getrandbits(96):024x}" for _ in range(players)]
    weights = [chance.lognormvariate(0, _SPREAD) for _ in names]
    owners = iter(names + chance.choices(names, weights, k=games - players))
    games_of: dict[str, list[str]] = {name: [] for name in names}
    commands = 0
    with psycopg.connect(url, autocommit=True) as connection:
        indexes = _drop_indexes(connection)
        number = 0
        while batch := list(islice(owners, _BATCH)):
            made = [(_id(number + place), player, chance.choice(patterns)) for place, player in enumerate(batch)]
            number += len(batch)
            commands += sum(pattern.length for _, _, pattern in made)
            for id, player, _ in made:
                games_of[player].append(id)
            _copy(connection, "games", GAME_COLUMNS, (_game_line(*each, chance).encode() for each in made))
            _copy(connection, "commands", None, (pattern.command_lines(id) for id, _, pattern in made))
            _copy(connection, "analyses", None, (pattern.analysis_line(id).encode() for id, _, pattern in made))
            if number % 100_000 == 0:
                tell(f"{number:,} games")
        for statement in indexes:
            tell(statement)
            connection.execute(statement.encode())
        connection.execute("VACUUM ANALYZE")
    return Filled(games_of, commands)


def _id(number: int) -> str:
    """Return a game's id: all numbers below a thousand million have different ones."""
    value = number * _STEP % 32**_ID_LENGTH
    return "".join(_LETTERS[value >> 5 * place & 31] for place in range(_ID_LENGTH))


def _game_line(id: str, player: str, pattern: Pattern, chance: random.Random) -> str:
    row = pattern.row(id, player, _NOW - chance.randrange(_YEAR))
    return copy_line(*(row[name] for name in GAME_COLUMNS))


def _copy(
    connection: "psycopg.Connection[tuple[object, ...]]",
    table: str,
    columns: Sequence[str] | None,
    lines: Iterator[bytes],
) -> None:
    names = f" ({', '.join(columns)})" if columns else ""
    with connection.cursor().copy(f"COPY {table}{names} FROM STDIN".encode()) as copy:
        copy.write(b"".join(lines))


def _drop_indexes(connection: "psycopg.Connection[tuple[object, ...]]") -> list[str]:
    """Drop the indexes of the large tables; return the statements that make them again."""
    found = connection.execute(
        "SELECT tablename, indexname, indexdef, conname FROM pg_indexes "
        "LEFT JOIN pg_constraint ON conname = indexname AND contype = 'p' "
        "WHERE schemaname = 'public' AND tablename IN ('games', 'commands', 'analyses')"
    ).fetchall()
    again = []
    for table, index, definition, constraint in found:
        if constraint:
            columns = str(definition).rpartition(" USING btree ")[2]
            again.append(f"ALTER TABLE {table} ADD PRIMARY KEY {columns}")
            connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {index}".encode())
        else:
            again.append(str(definition))
            connection.execute(f"DROP INDEX {index}".encode())
    return again
