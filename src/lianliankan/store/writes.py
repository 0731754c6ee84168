"""Writing the changes that commands make, of one game or of many, and the first attempts of daily games."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.game.commands import Entry
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.sql import insert_many, select_in
from lianliankan.text import shorten


class FirstPair(NamedTuple):
    """The first pair of a daily game: its player, day and game, and when (microseconds since 1970).

    Of a player's games of a day, the one in which the first pair was made is the first attempt. It is written together
    with that pair, and stays when the game is removed: a board can be new only once.
    """

    player: str
    day: str
    game: str
    made: int


class Change(NamedTuple):
    """The change of a stored game by a command.

    - `id`: the game.
    - `version`, `player`: the version of the game before, and its player; if it has others, nothing is written.
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
        """The game, the length and the player that it must still have, and its new columns."""
        return self.id, self.version, self.player, *self.columns.values()

    @property
    def entry_rows(self) -> list[tuple[object, ...]]:
        """The new rows of commands: game, number, time and text."""
        return [(self.id, *row) for row in number_entries(self.entries, self.version)]


def now_stamp() -> int:
    """Return the current time as the store writes it: in microseconds since 1970."""
    return time.time_ns() // 1000


def write_changes(database: Database, changes: Sequence[Change], server: str = "") -> list[StoreError | None]:
    """Write changes of different games in one transaction; return for each the error, or None.

    They are on disk when this returns. If a game was changed elsewhere (GameMoved) or deleted (NoSuchGame), the others
    are still written; any other error concerns all of them. `server` is the server that announces them to others.
    """
    alike: dict[tuple[str, ...], list[Change]] = {}  # nearly always, the same columns change in all games
    for change in changes:
        alike.setdefault(tuple(change.columns), []).append(change)
    answers: dict[str, int | StoreError] = {}
    for names, group in alike.items():
        try:
            answers |= database.update_games(names, group, server)
        except StoreError as problem:  # a full disk or a missing file
            answers |= {change.id: problem for change in group}
    rest = [change for change in changes if change.id not in answers]
    if rest:
        answers |= _find_problems(database, rest)
    return [answer if isinstance(answer := answers[change.id], StoreError) else None for change in changes]


def _find_problems(database: Database, changes: Sequence[Change]) -> dict[str, StoreError]:
    """Return why changes were not written: another program has changed or removed the games."""
    ids = [change.id for change in changes]
    try:
        with database.reading() as connection:
            known = set(select_in(connection, "SELECT id, player FROM games WHERE id IN (...)", ids))
    except StoreError as problem:
        return {change.id: problem for change in changes}
    return {
        change.id: GameMoved(f"game {change.id} was changed elsewhere; open it again")
        if (change.id, change.player) in known
        else NoSuchGame(f"there is no game {shorten(change.id)}")
        for change in changes
    }


def number_entries(entries: Iterable[Entry], version: int) -> Iterator[tuple[int, int, str]]:
    """Return the command rows of entries that follow a version of a game: their numbers, times and texts."""
    for number, entry in enumerate(entries, version + 1):
        yield number, entry.at, str(entry.command)


# ---- First attempts of daily games -----------------------------------------------------------------------------------


def write_first_pairs(connection: SqlConnection, pairs: Iterable[FirstPair]) -> None:
    """Write first attempts; a day that has one keeps it."""
    on_conflict = "(player, day) DO NOTHING"
    insert_many(connection, "first_attempts", "player, day, game, made", pairs, on_conflict=on_conflict)


def read_first_attempts(database: Database, player: str) -> dict[str, FirstPair]:
    """Return the first pairs of a player's first attempts, by their days."""
    with database.reading() as connection:
        query = "SELECT player, day, game, made FROM first_attempts WHERE player = ?"
        found = [FirstPair(*row) for row in connection.execute(query, (player,)).fetchall()]
    return {first.day: first for first in found}
