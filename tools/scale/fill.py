"""Filling a PostgreSQL store with many games of many players, by COPY."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

import psycopg

from lianliankan.store import Store
from lianliankan.store.rankings import VerifiedResult
from lianliankan.store.schema import TABLES
from scale.patterns import GAME_COLUMNS, LAST_DAY, Pattern, copy_line

Connection = psycopg.Connection[Any]

LAST_BOARD = f"daily {LAST_DAY.isoformat()}"
"""The board on which every player has a result."""

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_ID_LENGTH = 6
_STEP = 387_420_489  # odd, so that it leads through all ids before it comes back to the first
_BATCH = 5000
_YEAR = 365 * 86_400 * 1_000_000  # microseconds
_NOW = (LAST_DAY.toordinal() - 719_163) * 86_400 * 1_000_000
_SETTINGS = '{"faces":"mahjong","sound":true,"theme":"auto","lang":"en"}'
_KEY = r"\x" + "ab" * 77  # the length of a public key
_HASTY = {"fsync": "off", "full_page_writes": "off", "max_wal_size": "4GB", "autovacuum": "off"}
_LARGE = ("games", "commands", "analyses", "results")
_SPREAD = 1.3  # of the logarithm of how many games players have: the median is 0.4 of the mean


class Filled(NamedTuple):
    """The contents of a filled store: the players by their games, and the number of commands of the games."""

    games_of: dict[str, list[str]]
    commands: int


def fill(url: str, patterns: Sequence[Pattern], *, games: int, players: int, tell: Callable[[str], None]) -> Filled:
    """Fill an empty database: everyone has a game, and some have many; every third player has an account.

    Every player has a result on the board of the last day. Indexes are built at the end.
    """
    Store(url).close()  # makes the tables
    chance = random.Random(19)
    names = [f"{chance.getrandbits(96):024x}" for _ in range(players)]
    weights = [chance.lognormvariate(0, _SPREAD) for _ in names]
    owners = iter(names + chance.choices(names, weights, k=games - players))
    games_of: dict[str, list[str]] = {name: [] for name in names}
    number, commands, ranked = 0, 0, {(LAST_BOARD, name) for name in names}
    with psycopg.connect(url, autocommit=True) as connection, _in_haste(connection):
        indexes = _drop_indexes(connection)
        _fill_accounts(connection, names)
        while batch := list(islice(owners, _BATCH)):
            made = [(_id(number + place), player, chance.choice(patterns)) for place, player in enumerate(batch)]
            number += len(batch)
            commands += sum(pattern.length for _, _, pattern in made)
            results = []
            for id, player, pattern in made:
                games_of[player].append(id)
                if pattern.board and (pattern.board, player) not in ranked:
                    ranked.add((pattern.board, player))
                    results.append(_result_line(pattern.board, player, id, chance))
            _copy(connection, "games", GAME_COLUMNS, (_game_line(*each, chance) for each in made))
            _copy(connection, "commands", (), (pattern.command_lines(id) for id, _, pattern in made))
            _copy(connection, "analyses", (), (pattern.analysis_line(id) for id, _, pattern in made))
            _copy(connection, "results", TABLES["results"].names, results)
            if number % 100_000 == 0:
                tell(f"{number:,} games")
        last = (_result_line(LAST_BOARD, name, games_of[name][0], chance) for name in names)
        _copy(connection, "results", TABLES["results"].names, last)
        for statement in (*indexes, _FIRST_ATTEMPTS, "VACUUM ANALYZE", "CHECKPOINT"):
            tell(statement)
            connection.execute(statement.encode())
    return Filled(games_of, commands)


_FIRST_ATTEMPTS = (
    "INSERT INTO first_attempts (player, day, game, made) SELECT DISTINCT ON (player, day) player, day, id, begun "
    "FROM games WHERE day IS NOT NULL AND pairs > 0 ORDER BY player, day, begun"
)


@contextmanager
def _in_haste(connection: Connection) -> Iterator[None]:
    """Switch off waiting for the disk."""
    for name, value in _HASTY.items():
        connection.execute(f"ALTER SYSTEM SET {name} = '{value}'".encode())
    connection.execute("SELECT pg_reload_conf()")
    connection.execute("SET maintenance_work_mem = '1GB'")
    yield
    connection.execute("ALTER SYSTEM RESET ALL")
    connection.execute("SELECT pg_reload_conf()")


def _fill_accounts(connection: Connection, names: Sequence[str]) -> None:
    known = names[::3]
    _copy(connection, "settings", (), (copy_line(name, "settings", _SETTINGS) for name in names))
    _copy(
        connection,
        "players",
        TABLES["players"].names,
        (copy_line(name, f"Player {place}", f"player{place}", _NOW) for place, name in enumerate(known)),
    )
    devices = (
        copy_line(name if place == 0 else f"{name}-{place}", name, "Firefox", "Linux", _NOW, _NOW)
        for name in known
        for place in range(2)
    )
    _copy(connection, "devices", TABLES["devices"].names, devices)
    keys = (copy_line(f"key-{name}", name, _KEY, 0, "Firefox", "Linux", _NOW, _NOW) for name in known)
    _copy(connection, "passkeys", TABLES["passkeys"].names, keys)


def _result_line(board: str, player: str, game: str, chance: random.Random) -> str:
    """Return a result; on a real site, no two are the same."""
    score, played = int(chance.gauss(8000, 1500)), int(chance.gauss(180_000, 40_000))
    result = VerifiedResult(board, True, max(score, 0), max(played, 1), chance.randrange(1, 4))
    return copy_line(board, player, game, 1, *result[2:], _NOW, result.standing)


def _id(number: int) -> str:
    """Return a game's id: all numbers below a thousand million have different ones."""
    value = number * _STEP % 32**_ID_LENGTH
    return "".join(_LETTERS[value >> 5 * place & 31] for place in range(_ID_LENGTH))


def _game_line(id: str, player: str, pattern: Pattern, chance: random.Random) -> str:
    row = pattern.row(id, player, _NOW - chance.randrange(_YEAR))
    return copy_line(*(row[name] for name in GAME_COLUMNS))


def _copy(connection: Connection, table: str, columns: Sequence[str], lines: Iterable[str]) -> None:
    names = f" ({', '.join(columns)})" if columns else ""
    with connection.cursor().copy(f"COPY {table}{names} FROM STDIN".encode()) as copy:
        copy.write("".join(lines))


def _drop_indexes(connection: Connection) -> list[str]:
    """Drop the indexes of the large tables; return the statements that make them again."""
    found = connection.execute(
        "SELECT tablename, indexname, indexdef, conname FROM pg_indexes "
        "LEFT JOIN pg_constraint ON conname = indexname AND contype = 'p' "
        "WHERE schemaname = 'public' AND tablename = ANY(%s)",
        (list(_LARGE),),
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
