"""Ranked rows of a table: the best ones, a player's own with its neighbours, and their places."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from lianliankan.store.database import SqlConnection

_NEAR = 2  # rows shown on each side of the player's own

Row = dict[str, Any]
T = TypeVar("T")


class Ladder(NamedTuple):
    """The rows that are compared, and the columns that decide.

    - `where`: the condition for them, with `values`.
    - `worth`: the column that decides; a better one is `better` than a worse one.
    - `ties`: the columns that order equal ones; they share a place.
    - `columns`: what else is read. There is a column `player`.
    """

    table: str
    where: str
    values: tuple[object, ...]
    worth: str
    better: Literal["<", ">"]
    ties: tuple[str, ...]
    columns: tuple[str, ...]


class Standings(NamedTuple, Generic[T]):
    """A ladder as one player sees it.

    - `players`: how many rows there are, one of each player; `worse`: how many are worse than the player's own.
    - `top`: the best of them; `near`: the player's own with its neighbours, as far as they are not among the best.
    - `own`: the player's own, if there is one.
    """

    players: int
    top: list[T]
    near: list[T]
    own: T | None
    worse: int


def read_standings(
    connection: SqlConnection, ladder: Ladder, player: str, top: int, make: Callable[[int, Row], T]
) -> Standings[T]:
    """Read a ladder: the `top` best rows, and those around the player's; `make` makes an entry of a place and a row."""
    total = _count(connection, ladder, "1 = 1")
    best = _read(connection, ladder, "1 = 1", (), top)
    shown = [make(place, row) for place, row in _place(best, 1, 1, ladder.worth)]
    mine = _read(connection, ladder, "player = ?", (player,), 1)
    if not mine:
        return Standings(total, shown, [], None, 0)
    own_place = find_place(connection, ladder, mine[0][ladder.worth])
    equal = _count(connection, ladder, f"{ladder.worth} = ?", mine[0][ladder.worth])
    near = [] if mine[0] in best else _read_near(connection, ladder, mine[0])
    beside = [make(place, row) for place, row in near if row not in best]
    return Standings(total, shown, beside, make(own_place, mine[0]), total - (own_place - 1) - equal)


def find_place(connection: SqlConnection, ladder: Ladder, worth: object) -> int:
    """Return the place of a row: one more than the number of better ones."""
    return 1 + _count(connection, ladder, f"{ladder.worth} {ladder.better} ?", worth)


def _read_near(connection: SqlConnection, ladder: Ladder, own: Row) -> list[tuple[int, Row]]:
    """Return a row and those before and after it, with their places."""
    worth, worse = ladder.worth, ">" if ladder.better == "<" else "<"
    names, marks = ", ".join(ladder.ties), ", ".join("?" * len(ladder.ties))

    def beside(sign: str, tie: str, *, is_reversed: bool) -> list[Row]:
        # The first condition is for the index.
        where = f"{worth} {sign}= ? AND ({worth} {sign} ? OR ({names}) {tie} ({marks}))"
        values = own[worth], own[worth], *(own[name] for name in ladder.ties)
        return _read(connection, ladder, where, values, _NEAR, is_reversed=is_reversed)

    rows = [*beside(ladder.better, "<", is_reversed=True)[::-1], own, *beside(worse, ">", is_reversed=False)]
    first = rows[0]
    place = find_place(connection, ladder, first[worth])
    values = first[worth], *(first[name] for name in ladder.ties)
    before = _count(connection, ladder, f"{worth} = ? AND ({names}) < ({marks})", *values)
    return _place(rows, place, place + before, worth)


def _place(rows: Sequence[Row], place: int, position: int, worth: str) -> list[tuple[int, Row]]:
    """Give consecutive rows their places, from that of the first."""
    found: list[tuple[int, Row]] = []
    for number, row in enumerate(rows, position):
        if found and row[worth] != found[-1][1][worth]:
            place = number
        found.append((place, row))
    return found


def _read(
    connection: SqlConnection,
    ladder: Ladder,
    where: str,
    values: Sequence[object],
    limit: int,
    *,
    is_reversed: bool = False,
) -> list[Row]:
    names = (ladder.worth, *ladder.ties, *ladder.columns)
    is_falling = (ladder.better == ">") != is_reversed
    order = [f"{ladder.worth}{' DESC' if is_falling else ''}"]
    order += [f"{name}{' DESC' if is_reversed else ''}" for name in ladder.ties]
    found = connection.execute(
        f"SELECT {', '.join(names)} FROM {ladder.table} WHERE {ladder.where} AND {where} "
        f"ORDER BY {', '.join(order)} LIMIT {limit}",
        (*ladder.values, *values),
    ).fetchall()
    return [dict(zip(names, row, strict=True)) for row in found]


def _count(connection: SqlConnection, ladder: Ladder, where: str, *values: object) -> int:
    (found,) = connection.execute(
        f"SELECT count(*) FROM {ladder.table} WHERE {ladder.where} AND {where}", (*ladder.values, *values)
    ).fetchone()
    return int(found)
