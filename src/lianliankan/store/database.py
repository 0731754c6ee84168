"""The interface of a database for the store; SQLite and PostgreSQL implement it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from lianliankan.errors import DamagedStore, StoreError

if TYPE_CHECKING:
    from lianliankan.store.room_log import RoomAddition
    from lianliankan.store.writes import Change

Location = Path | str
"""The place of a store: the folder of an SQLite file, or the URL of a PostgreSQL database."""

Row = Sequence[object]
Values = Sequence[object] | Mapping[str, object]


class FateUnknown(StoreError):
    """The database was lost during a write and did not come back in time: whether it was done is unknown."""


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that were changed."""

    def fetchone(self) -> Any: ...  # noqa: ANN401, D102  # a row is a tuple of values that only the caller can know
    def fetchall(self) -> list[Any]: ...  # noqa: D102
    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """A connection within a transaction; statements are SQL that both engines understand, with `?` or `:name`."""

    def execute(self, statement: str, values: Values = (), /) -> Cursor: ...  # noqa: D102
    def executemany(self, statement: str, rows: Iterable[Sequence[object]], /) -> object: ...  # noqa: D102


class Database(ABC):
    """A database, shared by the threads of a program. All its errors are StoreErrors.

    - `location`: what opens it again.
    - `name`: what messages call it.
    - `exists`: False if it is read as an empty store because it does not exist.
    """

    location: Location
    name: str
    exists: bool = True

    @abstractmethod
    def reading(self) -> AbstractContextManager[SqlConnection]:
        """Run a read transaction on an unchanging snapshot of the store."""

    def read_together(self, queries: Sequence[tuple[str, Sequence[object]]]) -> list[list[Any]]:
        """Run queries on an unchanging snapshot of the store, in one round trip; return the rows of each."""
        with self.reading() as connection:
            return [connection.execute(*query).fetchall() for query in queries]

    @abstractmethod
    def writing(self, player: str | None = None) -> AbstractContextManager[SqlConnection]:
        """Run a write transaction, all or nothing; it is on disk when the block ends.

        A transaction whose writes depend on what it has read of a `player` names the player: those of one player run
        one at a time.
        """

    @abstractmethod
    def update_games(
        self, names: tuple[str, ...], changes: Sequence["Change"], server: str = ""
    ) -> Mapping[str, int | StoreError]:
        """Write changes of different games, which have columns of these names, in one transaction.

        Return the new lengths of the games by their ids, or why a change was refused; a game with another length or
        player than its change expects is left alone, and out. All that belongs to one game is written together or not
        at all. `server` is the server that announces it to the others of the store, where there can be any.
        """

    @abstractmethod
    def add_to_rooms(self, additions: Sequence["RoomAddition"]) -> Mapping[str, int | StoreError]:
        """Add entries to different rooms in one transaction, after whatever the rooms have.

        Return the versions before them by the rooms' codes, or why an addition was refused; a room that is not there,
        or older than the addition says, is left out.
        """

    @abstractmethod
    def read_clock(self) -> int:
        """Return the time by the clock of the database, in microseconds since 1970."""

    @abstractmethod
    def stream(self, connection: SqlConnection, statement: str) -> Iterator[Row]:
        """Run a query on one of its connections, and yield the rows without holding all of them in memory."""

    @abstractmethod
    def insert_rows(self, connection: SqlConnection, table: str, names: Sequence[str], rows: Iterable[Row]) -> None:
        """Add many rows to a table on one of its connections; `names` are their columns, possibly with `rowid`."""

    def scrub(self) -> None:  # noqa: B027  # PostgreSQL's own autovacuum does that
        """Scrub deleted data from the files, where the database does not do so by itself."""

    def check_usable(self) -> None:
        """Raise StoreError unless the database answers, and this program can use the store as it is."""
        with self.reading() as connection:
            connection.execute("SELECT 1").fetchone()

    def notify(self, texts: Sequence[str]) -> None:
        """Send notifications to the servers of the store."""
        raise StoreError(f"{self.name}: only PostgreSQL has notifications")

    def find_flaw(self) -> str:
        """Let the engine check its own files, where it can; return the first thing that is wrong, or ''."""
        return ""

    def describe(self, problem: StoreError) -> str:
        """Return the problem of the database, without its place."""
        return str(problem).removeprefix(f"{self.name}: ")

    @abstractmethod
    def used_bytes(self, connection: SqlConnection) -> int:
        """Return how much is stored."""

    @abstractmethod
    def close(self) -> None:
        """Close the connections; closing twice is allowed."""

    def damaged(self, problem: str) -> DamagedStore:
        """Return the error for a damaged store."""
        return DamagedStore(f"{self.name}: the store is damaged: {problem}; restore a backup")


def is_url(location: Location) -> bool:
    """Whether a location is the URL of a PostgreSQL database.

    >>> is_url("postgresql://localhost/games"), is_url("/var/lib/games")
    (True, False)
    """
    return isinstance(location, str) and location.startswith(("postgresql://", "postgres://"))
