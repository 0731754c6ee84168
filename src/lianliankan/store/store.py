"""Games that are stored: begun, gone on with and found again."""

import json
import secrets
import sqlite3
import threading
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, cast

from lianliankan.errors import DamagedGame, NoSuchGame, StoreError
from lianliankan.game.commands import Command
from lianliankan.game.events import Event
from lianliankan.game.game import Game
from lianliankan.store.database import Database
from lianliankan.store.paths import data_folder
from lianliankan.store.replay import format_head, read_rows, replay
from lianliankan.store.summary import (
    SUMMARY_FIELDS,
    Progress,
    Summary,
    campaign_progress,
    changing_columns,
    summary_columns,
)
from lianliankan.store.writes import Change, now_stamp, write_change, write_changes, write_entries
from lianliankan.text import shorten

if TYPE_CHECKING:
    from lianliankan.store.picture_sets import PictureStore

__all__ = ["NewRow", "Pending", "Store", "StoredGame"]

T = TypeVar("T")

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # none that is easily taken for another
_ID_LENGTH = 6
_OVER = "state IN ('won', 'lost')"
_RUNNING = "state IN ('playing', 'stuck', 'paused')"
_BEST_FIRST = "score DESC, seconds, changed, rowid"
_LAST_FIRST = "changed DESC, rowid DESC"


class Store:
    """All games of a player, in one file of a folder; left out, the folder that the system has for such things.

    Threads may share a store, and programs may share the file. Whatever goes wrong with it is a StoreError. Where many
    players share it, `of_player` gives each one's own games; the player of a store that has only one is ''.

    >>> import pathlib, tempfile
    >>> import lianliankan as llk
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Store(pathlib.Path(folder.name)) as store:
    ...     stored = store.begin(llk.Game(llk.Board.parse("AB/AB")))
    ...     happened = stored.do("play 1,1-2,1", at=1.5)  # on the disk when this returns
    >>> with Store(pathlib.Path(folder.name)) as store:
    ...     again = store.open(stored.id)
    ...     print(again.game.board, again.game.seconds())
    . 2
    . 2 1.5
    >>> folder.cleanup()
    """

    def __init__(self, folder: Path | None = None) -> None:
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
        """Give the same store as another player sees it, who has own games and settings; closing one closes both."""
        other = copy(self)
        other._player = player
        return other

    def begin(self, game: Game) -> "StoredGame":
        """Keep a game from now on, with all that was played in it already."""
        return self.insert_games([self.prepare(game)])[0]

    def prepare(self, game: Game) -> "NewRow":
        """Find out what is to be written to keep a game, as `begin` does; the rest is `insert_games`."""
        now = now_stamp()
        columns = summary_columns(game) | {
            "head": format_head(game),
            "begun": now,
            "changed": now,
            "player": self._player,
        }
        return NewRow(game, columns)

    def insert_games(self, new_rows: Sequence["NewRow"]) -> list["StoredGame"]:
        """Keep games, whoever's, from now on: all of them, in one transaction, or none."""
        ids = []
        with self._database.writing() as connection:
            for game, columns in new_rows:
                found = columns | {"id": _new_id(connection)}
                names = ", ".join(found)
                connection.execute(f"INSERT INTO games ({names}) VALUES (:{', :'.join(found)})", found)
                write_entries(connection, found["id"], game.entries, after=0)
                ids.append(found["id"])
        return [StoredGame(id, game, self._database) for id, (game, _) in zip(ids, new_rows, strict=True)]

    def open(self, id: str) -> "StoredGame":
        """Find a game by its id, or by as much of its beginning as no other has, and play it again to where it stands.

        Raises NoSuchGame where there is none, and DamagedGame where it was not written by a game.
        """
        with self._database.reading() as connection:
            id = self._complete_id(connection, id)
            found = connection.execute("SELECT * FROM games WHERE id = ?", (id,))
            stored = dict(zip([column[0] for column in found.description], found.fetchone(), strict=True))
            rows = read_rows(connection, id)
        game = replay(id, stored["head"], rows, until=stored["at"])
        _compare_summary(id, game, stored)
        return StoredGame(id, game, self._database, has_summary=stored["state"] != "damaged")

    def write_changes(self, changes: Sequence[Change]) -> list[StoreError | None]:
        """Write what was attempted in different games, whoever's; say for each what went wrong, if it did."""
        return write_changes(self._database, changes)

    def games(self, *, over: bool | None = None, mode: str | None = None, limit: int = 100) -> list[Summary]:
        """List games, the one that changed last first: those that are over, those that are not, or both."""
        where = {None: "TRUE", True: _OVER, False: _RUNNING}[over]
        return self._query(f"{where} AND (:mode IS NULL OR mode = :mode)", _LAST_FIRST, limit, mode=mode)

    def unfinished(self) -> Summary | None:
        """Give the game to go on with: of those that are not over, the one that changed last."""
        return next(iter(self.games(over=False, limit=1)), None)

    def bests(self, mode: str, size: str, limit: int = 10) -> list[Summary]:
        """List the best games of a mode on boards of a size: most points, then least seconds, then the older first."""
        return self._query("mode = :mode AND size = :size AND state = 'won'", _BEST_FIRST, limit, mode=mode, size=size)

    def best_sizes(self) -> list[tuple[str, str]]:
        """List every mode and size that a game was won in."""
        with self._database.reading() as connection:
            return connection.execute(
                "SELECT DISTINCT mode, size FROM games WHERE player = ? AND state = 'won' "
                "ORDER BY mode, length(size), size",
                (self._player,),
            ).fetchall()

    def campaign(self) -> Progress:
        """Say how far the campaign has come."""
        return campaign_progress(self._query(f"mode = 'campaign' AND {_OVER}", "changed, rowid", None))

    def daily(self, day: str) -> Summary | None:
        """Give the game of a day, as in 2026-11-15: the best that was won, else the one to go on with."""
        that_day = "mode = 'daily' AND day = :day"
        won = self._query(f"{that_day} AND state = 'won'", _BEST_FIRST, 1, day=day)
        return next(iter(won or self._query(f"{that_day} AND {_RUNNING}", _LAST_FIRST, 1, day=day)), None)

    def remove(self, id: str) -> None:
        """Forget a game for ever."""
        with self._database.writing() as connection:
            id = self._complete_id(connection, id)
            connection.execute("DELETE FROM commands WHERE game = ?", (id,))
            connection.execute("DELETE FROM games WHERE id = ?", (id,))

    @property
    def pictures(self) -> "PictureStore":
        """The player's own pictures."""
        from lianliankan.store.picture_sets import PictureStore

        return PictureStore(self._database, self._player)

    def setting(self, name: str, default: T) -> T:
        """Give a setting; the default where it was never set, or to something of another type."""
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
        """Keep a setting: any value that JSON has."""
        text = json.dumps(value, allow_nan=False)
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", (self._player, name, text))

    def close(self) -> None:
        """Let go of the file; the games are all in it."""
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
                f"SELECT {', '.join(SUMMARY_FIELDS)} FROM games WHERE player = :player AND {where} "
                f"ORDER BY {order} LIMIT {rows:d}",
                given | {"player": self._player},
            ).fetchall()
        return [Summary.from_row(row) for row in found]

    def _complete_id(self, connection: sqlite3.Connection, id: str) -> str:
        """Complete an id; one that is whole comes first in its order."""
        start = id.strip().lower()
        found = connection.execute(
            "SELECT id FROM games WHERE player = ? AND id >= ? AND id < ? ORDER BY id LIMIT 2",
            (self._player, start, start + "\x7f"),  # which comes after every letter
        )
        ids = [row[0] for row in found] if start else []
        if len(ids) > 1 and ids[0] != start:
            raise NoSuchGame(f"more than one game begins with {shorten(start)}: write more of it")
        if not ids:
            raise NoSuchGame(f"there is no game {shorten(id)}")
        return str(ids[0])


class NewRow(NamedTuple):
    """A game that is to be stored: `game`, and its `columns` in the table of games."""

    game: Game
    columns: dict[str, Any]


class Pending(NamedTuple):
    """What a command would make of a game.

    - `game`: the game after it.
    - `happened`: the events.
    - `change`: what must be written before it counts; None where nothing must.
    """

    game: Game
    happened: list[Event]
    change: Change | None


class StoredGame:
    """A game in a store.

    - `id`: its name there.
    - `game`: the game; look at it, and play in it by `do` of this class.

    `do` is `attempt`, then the writing, then `commit`; who writes the changes of many games at once takes these steps
    alone, one command of a game after the other.
    """

    def __init__(self, id: str, game: Game, database: Database, *, has_summary: bool = True) -> None:
        self.id = id
        self.game = game
        self._database = database
        self._has_summary = has_summary
        self._written = len(game.entries)
        self._lock = threading.Lock()

    @property
    def written(self) -> int:
        """How many entries of the game are on the disk."""
        return self._written

    def do(self, command: Command | str, *, at: float | None = None) -> list[Event]:
        """Do what `Game.do` does; what is accepted is on the disk before this returns.

        Where it cannot be written the game stays as it was: raises StoreError, GameMoved where the game went on
        elsewhere, and NoSuchGame where it was removed.
        """
        with self._lock:
            attempt = self.attempt(command, at=at)
            if attempt.change is not None:
                write_change(self._database, attempt.change)
            return self.commit(attempt)

    def attempt(self, command: Command | str, *, at: float | None = None) -> Pending:
        """Do what `Game.do` does with a copy of the game, and say what is to be written."""
        trial = self.game.copy()
        happened = trial.do(command, at=at)
        if trial.entry_count == self._written:
            word = command if isinstance(command, str) else command.word
            if word != "tick" or trial.at <= self.game.at:  # time is stored too: nobody wins any by being killed
                return Pending(trial, happened, None)
        columns = changing_columns(trial) if self._has_summary else summary_columns(trial)
        new = trial.entries_after(self._written)
        change = Change(self.id, self._written, columns, new, now_stamp(), has_summary=self._has_summary)
        return Pending(trial, happened, change)

    def commit(self, attempt: Pending) -> list[Event]:
        """Go on with what was attempted, now that it is written, and give the events."""
        vars(self.game).update(vars(attempt.game))  # the same object goes on: screens hold it
        if attempt.change is not None:
            self._written, self._has_summary = attempt.game.entry_count, True
        return attempt.happened

    adopt = commit  # its former name

    def __repr__(self) -> str:
        return f"<StoredGame {self.id}: {self.game!r}>"


def _new_id(connection: sqlite3.Connection) -> str:
    while True:
        id = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))
        if not connection.execute("SELECT 1 FROM games WHERE id = ?", (id,)).fetchone():
            return id


def _compare_summary(id: str, game: Game, stored: dict[str, Any]) -> None:
    """Compare what was written beside the commands with what they lead to: it shows where the last ones are missing."""
    if stored["state"] == "damaged":
        return  # it was, when the store was brought up to date by a version that could not replay it
    for name, value in summary_columns(game).items():
        if stored[name] != value:
            wrong = f"the store has {name} {shorten(str(stored[name]))}, playing it again gives {shorten(str(value))}"
            raise DamagedGame(wrong, id=id, good=game)
