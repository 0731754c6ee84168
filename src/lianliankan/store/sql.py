"""Composed statements: rows to insert, and lists of values of any length."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from lianliankan.store.database import SqlConnection

_MANY: Final = 500  # values in one statement


def marks(number: int) -> str:
    """Return the marks of so many values.

    >>> marks(3)
    '?, ?, ?'
    """
    return ", ".join("?" * number)


def insert(connection: SqlConnection, table: str, row: Mapping[str, object], *, on_conflict: str = "") -> bool:
    """Insert a row, and return whether anything was written; `on_conflict` is e.g. "(id) DO NOTHING"."""
    statement = _insert(table, ", ".join(row), len(row), on_conflict)
    return bool(connection.execute(statement, tuple(row.values())).rowcount)


def insert_many(
    connection: SqlConnection, table: str, names: str, rows: Iterable[Sequence[object]], *, on_conflict: str = ""
) -> None:
    """Insert rows; `names` are their columns, separated by commas."""
    connection.executemany(_insert(table, names, names.count(",") + 1, on_conflict), rows)


def _insert(table: str, names: str, number: int, on_conflict: str) -> str:
    conflict = f" ON CONFLICT {on_conflict}" if on_conflict else ""
    return f"INSERT INTO {table} ({names}) VALUES ({marks(number)}){conflict}"


def select_in(connection: SqlConnection, statement: str, values: Iterable[object], *before: object) -> list[Any]:
    """Return the rows of a query in which `(...)` stands for the values, however many; `before` are those before it."""
    found: list[Any] = []
    every = list(values)
    for start in range(0, len(every), _MANY):
        some = every[start : start + _MANY]
        found += connection.execute(statement.replace("(...)", f"({marks(len(some))})"), [*before, *some]).fetchall()
    return found
