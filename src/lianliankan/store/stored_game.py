"""A game in the store: a command is tried on a copy, written, and only then executed."""

import threading
from collections.abc import Mapping
from typing import Any, NamedTuple

from lianliankan.errors import BadRecord, NoSuchGame
from lianliankan.game.commands import Command, Entry
from lianliankan.game.events import Event
from lianliankan.game.game import Game
from lianliankan.game.replay import replay_entry
from lianliankan.store.columns import changing_values
from lianliankan.store.database import Database
from lianliankan.store.game_rows import extend_chain
from lianliankan.store.writes import Change, FirstPair, now_stamp, number_entries, write_changes


class NewRow(NamedTuple):
    """A new game to be stored: `game`, and its `columns` in the table of games."""

    game: Game
    columns: dict[str, Any]


class Pending(NamedTuple):
    """A command that has been executed on a copy of a game but not yet stored.

    - `game`: the game after it.
    - `happened`: the events.
    - `change`: what must be written before it counts; None if nothing.
    """

    game: Game
    happened: list[Event]
    change: Change | None


class News(NamedTuple):
    """Commands that others have added to a game: their numbers, times and texts, and the chain after them."""

    rows: list[tuple[int, int, str]]
    chain: str


class StoredGame:
    """A game in a store.

    - `id`: its id in the store.
    - `game`: the game as it is on disk, for reading: after every command, another object.

    `do` is `attempt`, then the write, then `commit`. To write the changes of many games together, call these steps
    yourself, one command per game at a time.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, llk.Store(folder) as store:
    ...     stored = store.begin(llk.Game(llk.Board.parse("AB/AB")))
    ...     happened = stored.do("play 1,1-2,1")
    ...     stored.version, store.open(stored.id).game.board == stored.game.board
    (1, True)
    """

    def __init__(self, game: Game, row: Mapping[str, Any], database: Database) -> None:
        self.id: str = row["id"]
        self.game = game
        self._database = database
        self._player: str = row["player"]
        self._day: str | None = row["day"]
        self._version = game.version
        self._chain = str(row["chain"])
        self._lock = threading.Lock()

    @property
    def version(self) -> int:
        """The number of commands of the game that are on disk."""
        return self._version

    @property
    def chain(self) -> str:
        """The checksum of its head and its commands."""
        return self._chain

    def do(self, command: Command | str, *, at: float | None = None) -> list[Event]:
        """Execute a command like `Game.do`; if accepted, it is on disk before this returns.

        If it cannot be written, the game stays unchanged. Raises StoreError; GameMoved if the game was changed
        elsewhere, and NoSuchGame if it was deleted.
        """
        with self._lock:
            attempt = self.attempt(command, at=at)
            problem = write_changes(self._database, [attempt.change])[0] if attempt.change else None
            if problem is not None:
                raise problem
            return self.commit(attempt)

    def attempt(self, command: Command | str, *, at: float | None = None) -> Pending:
        """Execute a command on a copy of the game, and return the change to write."""
        trial, happened = self.game.after(command, at=at)
        if trial.version == self.version:
            word = command if isinstance(command, str) else command.word
            if word != "tick" or trial.at <= self.game.at:  # time is stored too: killing the program must not win time
                return Pending(trial, happened, None)
        entries = trial.entries_since(self.version)
        columns = changing_values(trial) | {"changed": now_stamp()}
        columns["chain"] = extend_chain(self._chain, number_entries(entries, self.version))
        first_pair = None
        if self._day is not None and self.game.pairs == 0 < trial.pairs:
            first_pair = FirstPair(self._player, self._day, self.id, columns["changed"])
        return Pending(trial, happened, Change(self.id, self.version, self._player, columns, entries, first_pair))

    def read_news(self) -> News:
        """Read the commands that others have added since; raises NoSuchGame."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT games.chain, commands.number, commands.at, commands.command FROM games LEFT JOIN commands "
                "ON commands.game = games.id AND commands.number > ? WHERE games.id = ? ORDER BY commands.number",
                (self.version, self.id),
            ).fetchall()
        if not found:
            raise NoSuchGame(f"there is no game {self.id}")
        return News([(number, at, command) for _, number, at, command in found if number is not None], found[0][0])

    def attempt_news(self, row: tuple[int, int, str]) -> Pending:
        """Execute a command that others have added, on a copy of the game; raises ValueError if it cannot be next."""
        number, at, text = row
        trial, entry = self.game.copy(), Entry(at, Command.parse(text))
        if number != self.version + 1:
            raise BadRecord(f"entry {self.version + 1} is missing")
        happened = replay_entry(trial, entry, quietly=False)
        chain = extend_chain(self._chain, [row])
        return Pending(trial, happened, Change(self.id, self.version, self._player, {"chain": chain}, [entry]))

    def commit(self, attempt: Pending) -> list[Event]:
        """Take over an attempt, now that it is written, and return the events."""
        self.game = attempt.game
        if attempt.change is not None:
            self._version = attempt.game.version
            self._chain = attempt.change.columns["chain"]
        return attempt.happened

    def __repr__(self) -> str:
        return f"<StoredGame {self.id}: {self.game!r}>"
