"""Lists of stored games that show every game they can, also if others are damaged."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from lianliankan.errors import DamagedStore
from lianliankan.store.columns import CHECKED_NAMES
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.summary import Summary

_MAX_IDS = 500  # of one statement
_NAMES = ", ".join(CHECKED_NAMES)


def list_games(
    database: Database, where: str, order: str, limit: int | None, *, keeps_damaged: bool, **given: object
) -> list[Summary]:
    """List games of the player in `given` that meet a condition in SQL; damaged ones only if it `keeps_damaged`."""
    found: list[Summary] = []
    for rows in dict.fromkeys((limit, None)):  # again without a limit if damaged games took the places of others
        most = "" if rows is None else f" LIMIT {max(rows, 0):d}"
        query = f"WHERE player = :player AND {where} ORDER BY {order}{most}"
        read = [Summary.from_row(row) for row in _read(database, query, given)]
        found = [summary for summary in read if keeps_damaged or summary.state != "damaged"][:limit]
        if len(found) == len(read):
            break
    return found


def read_versions(database: Database, ids: Sequence[str]) -> dict[str, int]:
    """Return the versions of games by their ids; those that do not exist are left out."""
    found: dict[str, int] = {}
    with database.reading() as connection:
        for start in range(0, len(ids), _MAX_IDS):
            some = ids[start : start + _MAX_IDS]
            marks = ", ".join("?" * len(some))
            found |= connection.execute(f"SELECT id, length FROM games WHERE id IN ({marks})", some).fetchall()
    return found


def _read(database: Database, query: str, given: dict[str, object]) -> list[dict[str, Any]]:
    def read(connection: SqlConnection) -> list[dict[str, Any]]:
        found = connection.execute(f"SELECT {_NAMES} FROM games {query}", given).fetchall()
        return [dict(zip(CHECKED_NAMES, row, strict=True)) for row in found]

    try:
        with database.reading() as connection:
            return read(connection)
    except DamagedStore:
        rows = database.salvage_games(str(given["player"]))
        with closing(sqlite3.connect(":memory:")) as copy:
            copy.execute(f"CREATE TABLE games ({_NAMES})")
            copy.executemany(f"INSERT INTO games VALUES ({', '.join('?' * len(CHECKED_NAMES))})", rows)
            return read(copy)
