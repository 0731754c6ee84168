"""The store: starting, continuing and finding games."""

import json
from collections.abc import Sequence
from copy import copy
from datetime import date
from pathlib import Path
from typing import Self, TypeVar, cast

from lianliankan.errors import NoSuchGame, StoreError
from lianliankan.game.analysis import GameAnalysis
from lianliankan.game.game import Game
from lianliankan.game.questions import Ask, answer_now
from lianliankan.store.best_lists import (
    BestList,
    boards_without_deal,
    find_best_lists,
    list_condition,
    lists_of,
)
from lianliankan.store.columns import column_values
from lianliankan.store.database import Location, is_url
from lianliankan.store.files import data_folder
from lianliankan.store.game_rows import (
    complete_id,
    delete_parts,
    digest,
    extend_chain,
    format_head,
    insert_commands,
    insert_game,
    normalize_id,
    read_game,
    restore_game,
)
from lianliankan.store.imports import Imports
from lianliankan.store.maintenance import keep_secret, list_damage, open_database, write_backup
from lianliankan.store.picture_sets import PictureStore
from lianliankan.store.players import Players, has_players
from lianliankan.store.race_results import RaceResults, Racers
from lianliankan.store.rankings import Rankings
from lianliankan.store.rooms import Rooms
from lianliankan.store.skills import Skills
from lianliankan.store.sql import insert, select_in
from lianliankan.store.sqlite_database import SqliteDatabase
from lianliankan.store.statistics import (
    DailyRecord,
    FinishedGame,
    Statistics,
    compute_statistics,
    daily_record,
    read_analyses,
    write_analysis,
)
from lianliankan.store.stored_game import NewRow, StoredGame
from lianliankan.store.summary import SUMMARY_COLUMNS, Progress, Summary, campaign_progress
from lianliankan.store.writes import (
    Change,
    FirstPair,
    now_stamp,
    number_entries,
    read_first_attempts,
    write_changes,
    write_first_pairs,
)
from lianliankan.text import shorten

T = TypeVar("T")

_OVER = "state IN ('won', 'lost')"
_RUNNING = "state IN ('playing', 'stuck', 'paused')"
_BEST_FIRST = "score DESC, played, changed, rowid"
_LAST_FIRST = "changed DESC, rowid DESC"
_FIRST_ENDED = "changed, rowid"


class Store:
    """All games of a player: in one file of a folder, by default the system's for user data, or in PostgreSQL.

    Threads may share a store, and programs may share the file. All its errors are StoreErrors; an argument of the wrong
    type is a TypeError. If many players share a store, `of_player` returns the view of one player; the player of a
    single-player store is ''.

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

    def __init__(self, location: Location | None = None, *, create: bool = True) -> None:
        """Open the store of a folder or URL; one that does not exist is created, or else read as an empty store."""
        self._database = open_database(data_folder() if location is None else location, create=create)
        self._player = ""

    @property
    def path(self) -> Path:
        """The file; a store in PostgreSQL has none."""
        if isinstance(self._database, SqliteDatabase):
            return self._database.path
        raise StoreError(f"{self.name}: this store is not a file")

    @property
    def location(self) -> Location:
        """The folder or the URL that opens the store again."""
        return self._database.location

    @property
    def folder(self) -> Path | None:
        """The folder of the file; a store in PostgreSQL has none."""
        return None if is_url(self.location) else Path(self.location)

    @property
    def name(self) -> str:
        """The name of the store in messages: its file, or its URL without the password."""
        return self._database.name

    @property
    def player(self) -> str:
        """The id of the player whose games these are."""
        return self._player

    def of_player(self, player: str) -> Self:
        """Return the same store as seen by another player, with their games and settings; closing one closes both."""
        other = copy(self)
        other._player = player
        return other

    @property
    def rankings(self) -> Rankings:
        """The rankings of all players, as the player sees them."""
        return Rankings(self._database, self._player)

    @property
    def imports(self) -> Imports:
        """The player's games from other stores."""
        return Imports(self._database, self._player)

    @property
    def pictures(self) -> PictureStore:
        """The player's custom pictures."""
        return PictureStore(self._database, self._player)

    @property
    def players(self) -> Players:
        """The accounts of all players."""
        return Players(self._database)

    @property
    def rooms(self) -> Rooms:
        """The rooms in which races are run."""
        return Rooms(self._database, self._player)

    @property
    def races(self) -> RaceResults:
        """The races that are over."""
        return RaceResults(self._database)

    @property
    def skills(self) -> Skills:
        """The ratings of players in races."""
        return Skills(self._database, self._player)

    @property
    def racers(self) -> Racers:
        """The players who race."""
        return Racers(self._database, self._player)

    def begin(self, game: Game) -> "StoredGame":
        """Store a game from now on, with the commands played so far."""
        return self.insert_games([self.prepare(game)])[0]

    def prepare(self, game: Game) -> "NewRow":
        """Prepare the row of a new game, the first half of `begin`; `insert_games` is the second."""
        if not isinstance(game, Game):
            raise TypeError(f"expected a Game, not {shorten(game)}")
        now, head = now_stamp(), format_head(game)
        chain = extend_chain(digest(head), number_entries(game.entries, 0))
        own = {"player": self._player, "head": head, "begun": now, "changed": now, "chain": chain}
        return NewRow(game, own | column_values(game))

    def insert_games(self, new_rows: Sequence["NewRow"]) -> list["StoredGame"]:
        """Store new games, of any players, in one transaction: all of them or none."""
        stored = []
        with self._database.writing() as connection:
            for game, columns in new_rows:
                row = insert_game(connection, columns)
                insert_commands(connection, row["id"], number_entries(game.entries, 0))
                if row["day"] is not None and game.pairs:
                    write_first_pairs(connection, [FirstPair(row["player"], row["day"], row["id"], row["changed"])])
                stored.append(StoredGame(game, row, self._database))
        return stored

    def open(self, id: str, *, ask: Ask = answer_now) -> "StoredGame":
        """Find a game by its id, or by a unique beginning of the id, and replay it to its current state.

        Raises NoSuchGame if there is none, and DamagedGame if it cannot be replayed. `ask` answers its questions for
        the solver.
        """
        row, entries = read_game(self._database, normalize_id(id))
        if row is None or row["player"] != self._player:
            row, entries = read_game(self._database, self.find(id))
        if row is None:
            raise NoSuchGame(f"there is no game {shorten(id)}")
        return StoredGame(restore_game(row, entries, ask=ask), row, self._database)

    @property
    def has_players(self) -> bool:
        """Whether a player other than '' has a game or pictures."""
        return has_players(self._database)

    def write_changes(self, changes: Sequence[Change], server: str = "") -> list[StoreError | None]:
        """Write pending changes of different games, of any players; return for each the error, or None.

        `server` is the server that announces them to the others of the store, where there can be any.
        """
        return write_changes(self._database, changes, server)

    def describe(self, problem: StoreError) -> str:
        """Return the problem of the storage, without its place."""
        return self._database.describe(problem)

    def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the versions of games, of any players; those that do not exist are left out."""
        with self._database.reading() as connection:
            return dict(select_in(connection, "SELECT id, length FROM games WHERE id IN (...)", ids))

    def notify(self, texts: Sequence[str]) -> None:
        """Send notifications to the other servers of the store."""
        self._database.notify(texts)

    def games(self, *, over: bool | None = None, mode: str | None = None, limit: int = 100) -> list[Summary]:
        """List games, the last changed first: finished ones (`over`), unfinished ones, or both."""
        where = {None: "TRUE", True: _OVER, False: _RUNNING}[over]
        where = f"{where} AND (CAST(:mode AS TEXT) IS NULL OR mode = :mode)"
        return self._query(where, _LAST_FIRST, limit, mode=mode)

    def count(self) -> int:
        """Return the number of games."""
        with self._database.reading() as connection:
            (number,) = connection.execute("SELECT count(*) FROM games WHERE player = ?", (self._player,)).fetchone()
        return int(number)

    def unfinished(self) -> Summary | None:
        """Return the game to continue: of the unfinished games, the last changed."""
        return next(iter(self.games(over=False, limit=1)), None)

    def best_lists(self) -> list[BestList]:
        """List what can be compared and has a won game: levels, days, kinds of boards, boards played repeatedly."""
        with self._database.reading() as connection:
            return find_best_lists(connection, self._player)

    def best_games(self, best_list: BestList, limit: int = 10) -> list[Summary]:
        """List the best games of a list: by points, then time, then age."""
        boards = {}
        if best_list.board is not None:
            with self._database.reading() as connection:
                boards = boards_without_deal(connection, self._player)
        where, given = list_condition(best_list, boards)
        return self._query(f"{where} AND state = 'won'", _BEST_FIRST, limit, **given)

    def best_finished(self, best_list: BestList) -> Summary | None:
        """Return the best game of a list, if there is one: a lost one only if none was won."""
        where, given = list_condition(best_list, {})
        return next(iter(self._query(f"{where} AND {_OVER}", f"state DESC, {_BEST_FIRST}", 1, **given)), None)

    def lists_of(self, id: str) -> list[BestList]:
        """Return the lists that a game belongs to, the most exact one first; raises NoSuchGame."""
        game, board = self.summary(id), ""
        if game.deal is None:
            with self._database.reading() as connection:
                board = boards_without_deal(connection, self._player).get(id, "")
        return lists_of(game, board)

    def summary(self, id: str) -> Summary:
        """Return the summary of a game by its whole id; raises NoSuchGame."""
        found = self._query("id = :id", _LAST_FIRST, 1, id=id)
        if not found:
            raise NoSuchGame(f"there is no game {shorten(id)}")
        return found[0]

    def campaign(self) -> Progress:
        """Return the progress of the campaign."""
        return campaign_progress(self._query(f"mode = 'campaign' AND {_OVER}", _FIRST_ENDED, None))

    def daily(self, day: str) -> Summary | None:
        """Return the game of a day, e.g. 2026-11-15: the best one won, otherwise the one to continue."""
        that_day = "mode = 'daily' AND day = :day"
        won = self._query(f"{that_day} AND state = 'won'", _BEST_FIRST, 1, day=day)
        return next(iter(won or self._query(f"{that_day} AND {_RUNNING}", _LAST_FIRST, 1, day=day)), None)

    def first_attempt(self, day: str) -> Summary | None:
        """Return the first attempt of a day, which counts, or else a game to continue that has no pair yet."""
        first = self.first_attempts().get(day)
        tried = [] if first is None else self._query("id = :id", _LAST_FIRST, 1, id=first.game)
        running = f"mode = 'daily' AND day = :day AND {_RUNNING}"
        return next(iter(tried or self._query(running, _LAST_FIRST, 1, day=day)), None)

    def first_attempts(self) -> dict[str, FirstPair]:
        """Return the first pairs of the first attempts, by their days."""
        return read_first_attempts(self._database, self._player)

    def days(self, today: date) -> DailyRecord:
        """Return what the player has made of the days up to today, of which the first attempts count."""
        games = self._query("mode = 'daily'", _LAST_FIRST, None)
        analyses = read_analyses(self._database, self._player) if games else {}
        return daily_record(games, analyses, self.first_attempts(), today)

    def finished(self) -> list[FinishedGame]:
        """Return all finished games with their analyses, in the order in which they ended."""
        analyses = read_analyses(self._database, self._player)
        return [FinishedGame(game, analyses.get(game.id)) for game in self._query(_OVER, _FIRST_ENDED, None)]

    def statistics(self, today: date) -> Statistics:
        """Compute the statistics of all games; `save_analysis` adds what they lack."""
        return compute_statistics(self.finished(), self.days(today))

    def analysis(self, id: str) -> GameAnalysis | None:
        """Return the analysis of a game by its whole id, if it has one."""
        return read_analyses(self._database, self._player).get(id)

    def save_analysis(self, id: str, analysis: GameAnalysis) -> None:
        """Keep the analysis of a finished game; raises NoSuchGame."""
        write_analysis(self._database, self._player, id, analysis)

    def find(self, id: str) -> str:
        """Return the full id of a game by the beginning of it; raises NoSuchGame."""
        with self._database.reading() as connection:
            return complete_id(connection, self._player, id)

    def remove(self, id: str) -> None:
        """Delete a game, also one that cannot be replayed."""
        with self._database.writing() as connection:
            id = complete_id(connection, self._player, id)
            connection.execute("DELETE FROM games WHERE id = ?", (id,))  # first: from now on, no command is added
            delete_parts(connection, [id])
            connection.execute("DELETE FROM results WHERE player = ? AND game = ?", (self._player, id))

    def setting(self, name: str, default: T) -> T:
        """Return a setting, or the default if it was never set or has another type; `default=None` takes any type."""
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
        try:
            text = json.dumps(value, allow_nan=False)
        except ValueError:  # NaN, infinity, or a list that contains itself
            raise StoreError(f"a setting must be a JSON value, not {shorten(value)}") from None
        with self._database.writing() as connection:
            row = {"player": self._player, "name": name, "value": text}
            insert(connection, "settings", row, on_conflict="(player, name) DO UPDATE SET value = excluded.value")

    def secret(self, name: str, new: bytes, *, replace: bool = False) -> bytes:
        """Return a secret that all servers of the site share; the first call stores a `new` one."""
        return keep_secret(self._database, name, new, replace=replace)

    def check(self) -> list[str]:
        """Go through the whole store, of all players, and name every damaged game.

        Raises DamagedStore if the file itself is damaged.
        """
        return list_damage(self._database)

    def backup(self, target: str | Path) -> list[str]:
        """Write a consistent copy of the whole store to a new file, readable by its owner only, and check it.

        Other programs may go on playing. Returns what is damaged in the copy because it is in the store.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder, llk.Store(folder) as store:
        ...     store.backup(f"{folder}/copy.db")
        []
        """
        return write_backup(self._database, Path(target), report=lambda *_: None, has_key=False)

    def check_usable(self) -> None:
        """Raise StoreError unless the store can be read, and by this program."""
        self._database.check_usable()

    def close(self) -> None:
        """Close the file; every game is already in it."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _query(self, where: str, order: str, limit: int | None, **given: object) -> list[Summary]:
        """List the player's games that meet a condition in SQL."""
        most = "" if limit is None else f" LIMIT {max(limit, 0):d}"
        query = f"SELECT {SUMMARY_COLUMNS} FROM games WHERE player = :player AND {where} ORDER BY {order}{most}"
        with self._database.reading() as connection:
            return [Summary.from_row(row) for row in connection.execute(query, given | {"player": self._player})]
