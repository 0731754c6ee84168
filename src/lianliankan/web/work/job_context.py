"""The context of functions that worker processes run; no more is imported there than they need."""

from collections.abc import Callable
from typing import Final, Literal

from lianliankan.errors import NoSuchGame
from lianliankan.game.questions import Ask, answer_now
from lianliankan.store import Store, StoredGame

LaneName = Literal["short", "long"]
"""Short work is what a player waits for while playing; everything else is long."""

STORE_VARIABLE: Final = "LLK_STORE"
"""The environment variable that tells a worker process where the store is."""


class JobContext:
    """The first argument of every function that a worker process runs; the store is opened when it is needed first."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        self._open_store = open_store
        self._store: Store | None = None

    def store(self, player: str) -> Store:
        """Return the store as a player sees it, for reading."""
        self._store = self._store or self._open_store()
        return self._store.of_player(player)

    def open(self, player: str, id: str, ask: Ask = answer_now) -> StoredGame:
        """Open a game of a player; raises NoSuchGame for anything but a complete id."""
        stored = self.store(player).open(id, ask=ask)
        if stored.id != id:
            raise NoSuchGame(f"no such game: {id!r}")
        return stored


def do_nothing(_: JobContext) -> None:
    """Do nothing; it starts a process that will be needed."""
