"""The store: starting, continuing and finding games."""

import json
import secrets
import sqlite3
import threading
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar, cast

from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import DamagedGame, NoSuchGame, StoreError
from lianliankan.game.commands import Command
from lianliankan.game.events import Event
from lianliankan.game.game import Game
from lianliankan.game.questions import Ask, answer_now
from lianliankan.store.columns import column_values
from lianliankan.store.data_folder import data_folder
from lianliankan.store.database import Database
from lianliankan.store.picture_sets import PictureStore
from lianliankan.store.restore import format_head, read_rows, restore
from lianliankan.store.summary import SUMMARY_COLUMNS, Progress, Summary, campaign_progress
from lianliankan.store.writes import Change, now_stamp, write_changes, write_entries
from lianliankan.text import shorten

__all__ = ["NewRow", "Pending", "Store", "StoredGame"]

T = TypeVar("T")

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without letters that are easily confused
_ID_LENGTH = 6
_OVER = "state IN ('won', 'lost')"
_RUNNING = "state IN ('playing', 'stuck', 'paused')"
_BEST_FIRST = "score DESC, played, changed, rowid"
_LAST_FIRST = "changed DESC, rowid DESC"


class Store:
    """All games of a player, in one file of a folder; by default, the system's folder for user data.

    Threads may share a store, and programs may share the file. All its errors are StoreErrors. If many players share a
    store, `of_player` returns the view of one player; the player of a single-player store is ''.

    >>> import pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> with llk.Store(pathlib.Path(folder.name)) as store:
    ...     stored = store.begin(llk.Game(llk.Board.parse("AB/AB")))
    ...     happened = stored.do("play 1,1-2,1", at=1.5)  # on disk when this returns
    >>> with llk.Store(pathlib.Path(folder.name)) as store:
    ...     again = store.open(stored.id)
    ...     print(again.game.board, again.game.seconds())
    . 2
    . 2 1.5
    >>> folder.cleanup()
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self._database = Database(data_folder() if folder is None else Path(folder))
        self._player = ""

    @property
    def path(self) -> Path:
        """The file."""
        return self._database.path

    @property
    def player(self) -> str:
        """Whose games these are."""
        return self._player

    def of_player(self, player: str) -> Self:
        """Return the same store as seen by another player, with their games and settings; closing one closes both."""
        other = copy(self)
        other._player = player
        return other

    def begin(self, game: Game) -> "StoredGame":
        """Store a game from now on, including what was already played."""
        return self.insert_games([self.prepare(game)])[0]

    def prepare(self, game: Game) -> "NewRow":
        """Prepare the row of a new game, the first half of `begin`; `insert_games` is the second."""
        now = now_stamp()
        own = {"player": self._player, "head": format_head(game), "begun": now, "changed": now}
        return NewRow(game, own | column_values(game))

    def insert_games(self, new_rows: Sequence["NewRow"]) -> list["StoredGame"]:
        """Store new games, of any players, in one transaction: all of them or none."""
        ids = []
        with self._database.writing() as connection:
            for game, columns in new_rows:
                found = columns | {"id": _new_id(connection)}
                names = ", ".join(found)
                connection.execute(f"INSERT INTO games ({names}) VALUES (:{', :'.join(found)})", found)
                write_entries(connection, [Change(found["id"], 0, found, game.entries)])
                ids.append(found["id"])
        return [StoredGame(id, game, self._database) for id, (game, _) in zip(ids, new_rows, strict=True)]

    write_beginnings = insert_games  # the former name

    def open(self, id: str, *, ask: Ask = answer_now) -> "StoredGame":
        """Find a game by its id, or by a unique beginning of the id, and replay it to its current state.

        Raises NoSuchGame if there is none, and DamagedGame if it cannot be replayed. `ask` answers its questions for
        the solver.
        """
        with self._database.reading() as connection:
            id = self._complete_id(connection, id)
            found = connection.execute("SELECT * FROM games WHERE id = ?", (id,))
            stored = dict(zip([column[0] for column in found.description], found.fetchone(), strict=True))
            rows = read_rows(connection, id)
        game = restore(id, stored["head"], rows, until=stored["at"], ask=ask)
        _compare_summary(id, game, stored)
        return StoredGame(id, game, self._database, is_known=stored["state"] != "damaged")

    def write_changes(self, changes: Sequence[Change]) -> list[StoreError | None]:
        """Write pending changes of different games, of any players; return for each the error, or None."""
        return write_changes(self._database, changes)

    def games(
        self, *, over: bool | None = None, mode: str | None = None, limit: int = 100, most: int | None = None
    ) -> list[Summary]:
        """List games, the last changed first: finished ones (`over`), unfinished ones, or both.

        `most` is the former name of `limit`.
        """
        where = {None: "TRUE", True: _OVER, False: _RUNNING}[over]
        limit = limit if most is None else most
        return self._query(f"{where} AND (:mode IS NULL OR mode = :mode)", _LAST_FIRST, limit, mode=mode)

    def count(self) -> int:
        """Return the number of games."""
        with self._database.reading() as connection:
            (number,) = connection.execute("SELECT count(*) FROM games WHERE player = ?", (self._player,)).fetchone()
        return int(number)

    def unfinished(self) -> Summary | None:
        """Return the game to continue: of the unfinished games, the last changed."""
        return next(iter(self.games(over=False, limit=1)), None)

    def bests(self, mode: str, size: str, limit: int = 10, *, most: int | None = None) -> list[Summary]:
        """List the best games of a mode and board size: by points, then time, then age.

        `most` is the former name of `limit`.
        """
        limit = limit if most is None else most
        return self._query("mode = :mode AND size = :size AND state = 'won'", _BEST_FIRST, limit, mode=mode, size=size)

    def best_sizes(self) -> list[tuple[str, str]]:
        """List every mode and size with a won game."""
        with self._database.reading() as connection:
            return connection.execute(
                "SELECT DISTINCT mode, size FROM games WHERE player = ? AND state = 'won' "
                "ORDER BY mode, length(size), size",
                (self._player,),
            ).fetchall()

    def campaign(self) -> Progress:
        """Return the progress of the campaign."""
        return campaign_progress(self._query(f"mode = 'campaign' AND {_OVER}", "changed, rowid", None))

    def daily(self, day: str) -> Summary | None:
        """Return the game of a day, e.g. 2026-11-15: the best one won, otherwise the one to continue."""
        that_day = "mode = 'daily' AND day = :day"
        won = self._query(f"{that_day} AND state = 'won'", _BEST_FIRST, 1, day=day)
        return next(iter(won or self._query(f"{that_day} AND {_RUNNING}", _LAST_FIRST, 1, day=day)), None)

    def remove(self, id: str) -> None:
        """Delete a game."""
        with self._database.writing() as connection:
            id = self._complete_id(connection, id)
            connection.execute("DELETE FROM commands WHERE game = ?", (id,))
            connection.execute("DELETE FROM games WHERE id = ?", (id,))

    @property
    def pictures(self) -> PictureStore:
        """The player's custom pictures."""
        return PictureStore(self._database, self._player)

    def setting(self, name: str, default: T) -> T:
        """Return a setting, or the default if it was never set or has another type."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT value FROM settings WHERE player = ? AND name = ?", (self._player, name)
            ).fetchone()
        try:
            value = json.loads(str(found[0])) if found else default
        except (json.JSONDecodeError, RecursionError):
            return default
        if type(default) is float and type(value) is int:
            value = float(value)
        return cast(T, value) if default is None or type(value) is type(default) else default

    def set_setting(self, name: str, value: object) -> None:
        """Store a setting: any JSON value."""
        text = json.dumps(value, allow_nan=False)
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", (self._player, name, text))

    def close(self) -> None:
        """Close the file; every game is already in it."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _query(self, where: str, order: str, limit: int | None, **given: str | None) -> list[Summary]:
        rows = -1 if limit is None else max(limit, 0)
        with self._database.reading() as connection:
            found = connection.execute(
                f"SELECT {', '.join(SUMMARY_COLUMNS)} FROM games WHERE player = :player AND {where} "
                f"ORDER BY {order} LIMIT {rows:d}",
                given | {"player": self._player},
            ).fetchall()
        return [Summary.from_row(row) for row in found]

    def _complete_id(self, connection: sqlite3.Connection, id: str) -> str:
        """Complete the beginning of an id; a full id sorts first among its continuations."""
        start = id.strip().lower()
        found = connection.execute(
            "SELECT id FROM games WHERE player = ? AND id >= ? AND id < ? ORDER BY id LIMIT 2",
            (self._player, start, start + "\x7f"),  # sorts after every letter
        )
        ids = [row[0] for row in found] if start else []
        if len(ids) > 1 and ids[0] != start:
            raise NoSuchGame(f"several game ids begin with {shorten(start)}; type more of it")
        if not ids:
            raise NoSuchGame(f"there is no game {shorten(id)}")
        return str(ids[0])


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

    def __init__(self, id: str, game: Game, database: Database, *, is_known: bool = True) -> None:
        self.id = id
        self.game = game
        self._database = database
        self._version = game.version
        self._is_known = is_known  # whether the store has the columns that never change
        self._lock = threading.Lock()

    @property
    def version(self) -> int:
        """The number of commands of the game that are on disk."""
        return self._version

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
        """Execute a command on a copy of the game, and return what has to be written."""
        trial = self.game.copy()
        happened = trial.do(command, at=at)
        if trial.version == self.version:
            word = command if isinstance(command, str) else command.word
            if word != "tick" or trial.at <= self.game.at:  # time is stored too: killing the program must not win time
                return Pending(trial, happened, None)
        columns = column_values(trial, is_known=self._is_known) | {"changed": now_stamp()}
        return Pending(trial, happened, Change(self.id, self.version, columns, trial.entries_since(self.version)))

    def commit(self, attempt: Pending) -> list[Event]:
        """Take over what was attempted, now that it is written, and return the events."""
        self.game = attempt.game
        if attempt.change is not None:
            self._version, self._is_known = attempt.game.version, True
        return attempt.happened

    adopt = commit  # the former name

    def __repr__(self) -> str:
        return f"<StoredGame {self.id}: {self.game!r}>"


def _new_id(connection: sqlite3.Connection) -> str:
    while True:
        id = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))
        if not connection.execute("SELECT 1 FROM games WHERE id = ?", (id,)).fetchone():
            return id


def _is_deal_of(game: Game, text: object) -> bool:
    """Whether a text is that of the game's deal; the text of a mask has not always had one form."""
    try:
        return isinstance(text, str) and Deal.parse(text) == game.deal
    except ValueError:
        return False


def _compare_summary(id: str, game: Game, stored: dict[str, Any]) -> None:
    """Compare the stored summary with the replayed game; this detects missing commands at the end."""
    if stored["state"] == "damaged":
        return  # a version that could not replay it upgraded the store
    for name, value in column_values(game).items():
        if stored[name] != value and not (name == "deal" and _is_deal_of(game, stored[name])):
            problem = f"the store has {name} {shorten(str(stored[name]))}, but replaying gives {shorten(str(value))}"
            raise DamagedGame(problem, id=id, good=game)
