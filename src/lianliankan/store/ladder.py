"""Ranked rows of a table: the best ones, a player's own with its neighbours, and their places."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from lianliankan.store.database import SqlConnection

_NEAR = 2  # rows shown on each side of the player's own

Row = dict[str, Any]


class Ladder(NamedTuple):
    """Which rows are compared, and by what.

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


class Ranked(NamedTuple):
    """A row and its place."""

    place: int
    row: Row


class Standings(NamedTuple):
    """A ladder as one player sees it.

    - `total`: how many rows there are; `worse`: how many are worse than the player's own.
    - `top`: the best of them; `near`: the player's own with its neighbours, as far as they are not among the best.
    - `own`: the player's own, if there is one.
    """

    total: int
    top: list[Ranked]
    near: list[Ranked]
    own: Ranked | None
    worse: int


def read_standings(connection: SqlConnection, ladder: Ladder, player: str, top: int) -> Standings:
    """Read a ladder: the `top` best rows, and those around the player's."""
    total = _count(connection, ladder, "1 = 1")
    best = _place(_read(connection, ladder, "1 = 1", (), top), 1, 1, ladder.worth)
    mine = _read(connection, ladder, "player = ?", (player,), 1)
    if not mine:
        return Standings(total, best, [], None, 0)
    own = next((ranked for ranked in best if ranked.row == mine[0]), None)
    near = [] if own else _read_near(connection, ladder, mine[0])
    own = own or next(ranked for ranked in near if ranked.row == mine[0])
    equal = _count(connection, ladder, f"{ladder.worth} = ?", mine[0][ladder.worth])
    shown = [ranked for ranked in near if ranked not in best]
    return Standings(total, best, shown, own, total - (own.place - 1) - equal)


def find_place(connection: SqlConnection, ladder: Ladder, worth: object) -> int:
    """Return the place of a row: one more than the number of better ones."""
    return 1 + _count(connection, ladder, f"{ladder.worth} {ladder.better} ?", worth)


def _read_near(connection: SqlConnection, ladder: Ladder, own: Row) -> list[Ranked]:
    worse = ">" if ladder.better == "<" else "<"
    names, marks = ", ".join(ladder.ties), ", ".join("?" * len(ladder.ties))

    def beside(worth: str, tie: str, *, is_reversed: bool) -> list[Row]:
        # The first condition is for the index.
        where = f"{ladder.worth} {worth}= ? AND ({ladder.worth} {worth} ? OR ({names}) {tie} ({marks}))"
        values = own[ladder.worth], own[ladder.worth], *(own[name] for name in ladder.ties)
        return _read(connection, ladder, where, values, _NEAR, is_reversed=is_reversed)

    rows = [*beside(ladder.better, "<", is_reversed=True)[::-1], own, *beside(worse, ">", is_reversed=False)]
    first = rows[0]
    place = find_place(connection, ladder, first[ladder.worth])
    before = _count(
        connection,
        ladder,
        f"{ladder.worth} = ? AND ({names}) < ({marks})",
        first[ladder.worth],
        *(first[name] for name in ladder.ties),
    )
    return _place(rows, place, place + before, ladder.worth)


def _place(rows: Sequence[Row], place: int, position: int, worth: str) -> list[Ranked]:
    """Give rows that follow each other their places, from those of the first."""
    found: list[Ranked] = []
    for number, row in enumerate(rows, position):
        if found and row[worth] != found[-1].row[worth]:
            place = number
        found.append(Ranked(place, row))
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
