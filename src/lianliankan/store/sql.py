"""Statements that are put together: rows to insert, and lists of values of any length."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from lianliankan.store.database import SqlConnection

_MANY: Final = 500  # values in one statement


def insert(connection: SqlConnection, table: str, row: Mapping[str, object], *, on_conflict: str = "") -> bool:
    """Insert a row, and return whether anything was written; `on_conflict` says what happens to one that is there.

    It is e.g. "(id) DO NOTHING".
    """
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    conflict = f" ON CONFLICT {on_conflict}" if on_conflict else ""
    statement = f"INSERT INTO {table} ({names}) VALUES ({marks}){conflict}"
    return bool(connection.execute(statement, tuple(row.values())).rowcount)


def insert_many(connection: SqlConnection, table: str, names: str, rows: Iterable[tuple[object, ...]]) -> None:
    """Insert rows; `names` are their columns, separated by commas."""
    marks = ", ".join("?" * (names.count(",") + 1))
    connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


def select_in(connection: SqlConnection, statement: str, values: Iterable[object], *before: object) -> list[Any]:
    """Return the rows of a query in which `(...)` stands for the values, however many; `before` are those before it."""
    every, found = list(values), []
    for start in range(0, len(every), _MANY):
        some = every[start : start + _MANY]
        marks = f"({', '.join('?' * len(some))})"
        found += connection.execute(statement.replace("(...)", marks), [*before, *some]).fetchall()
    return found
