"""Writing the changes that commands make, of one game or of many."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.game.commands import Entry
from lianliankan.store.database import Database
from lianliankan.store.first_attempts import FirstPair
from lianliankan.text import shorten


class Change(NamedTuple):
    """What a command adds to a stored game.

    - `id`: the game.
    - `version`, `player`: the version of the game before, and its owner; if it has others, nothing is written.
    - `columns`: its new columns.
    - `entries`: the new entries.
    - `first_pair`: if it is the first pair of a daily game, which may be the first attempt of its day.
    """

    id: str
    version: int
    player: str
    columns: dict[str, Any]
    entries: Sequence[Entry]
    first_pair: FirstPair | None = None

    @property
    def row(self) -> tuple[object, ...]:
        """The row for `Database.update_games`."""
        return self.id, self.version, self.player, *self.columns.values()


def now_stamp() -> int:
    """Return the current time as the store writes it: in microseconds since 1970."""
    return time.time_ns() // 1000


def write_changes(database: Database, changes: Sequence[Change]) -> list[StoreError | None]:
    """Write changes of different games in one transaction; return for each the error, or None.

    They are on disk when this returns. If a game was changed elsewhere (GameMoved) or deleted (NoSuchGame), the others
    are still written; any other error concerns all of them.
    """
    alike: dict[tuple[str, ...], list[Change]] = {}  # nearly always, the same columns change in all games
    for change in changes:
        alike.setdefault(tuple(change.columns), []).append(change)
    problems: dict[str, StoreError] = {}
    for names, group in alike.items():
        problems |= _write_alike(database, names, group)
    return [problems.get(change.id) for change in changes]


def _write_alike(database: Database, names: tuple[str, ...], changes: Sequence[Change]) -> dict[str, StoreError]:
    try:
        firsts = [change.first_pair for change in changes if change.first_pair]
        done = database.update_games(names, [change.row for change in changes], entry_rows(changes), firsts)
    except StoreError as problem:  # a full disk or a missing file
        return {change.id: problem for change in changes}
    rest = [change for change in changes if change.id not in done]
    return find_problems(database, rest) if rest else {}


def find_problems(database: Database, changes: Sequence[Change]) -> dict[str, StoreError]:
    """Return why changes were not written: another program has changed or removed the games."""
    marks = ", ".join("?" * len(changes))
    try:
        with database.reading() as connection:
            found = connection.execute(
                f"SELECT id, player FROM games WHERE id IN ({marks})", [change.id for change in changes]
            )
            known = set(map(tuple, found.fetchall()))
    except StoreError as problem:
        return {change.id: problem for change in changes}
    return {
        change.id: GameMoved(f"game {change.id} was changed elsewhere; open it again")
        if (change.id, change.player) in known
        else NoSuchGame(f"there is no game {shorten(change.id)}")
        for change in changes
    }


def entry_rows(changes: Iterable[Change]) -> list[tuple[object, ...]]:
    """Return the new command rows of games: id, number, time and text."""
    return [(change.id, *row) for change in changes for row in number_entries(change.entries, change.version)]


def number_entries(entries: Iterable[Entry], version: int) -> Iterator[tuple[int, int, str]]:
    """Return the command rows of entries that follow a version of a game: their numbers, times and texts."""
    for number, entry in enumerate(entries, version + 1):
        yield number, entry.at, str(entry.command)
