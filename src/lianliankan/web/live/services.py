"""What live games share: the store, the writer, the workers, and how games are opened."""

from collections.abc import Callable
from typing import NamedTuple

from lianliankan.errors import NoSuchGame, StoreError
from lianliankan.game.questions import Answers, Unanswered
from lianliankan.store import Store, StoredGame
from lianliankan.web.live.worker_channel import WorkerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.work.game_jobs import find_asked
from lianliankan.web.work.jobs import JobRunner, Owner

_TRIES = 3  # another program may play the game meanwhile


class Services(NamedTuple):
    """What live games need.

    - `store`, `writer`: for reading and for writing.
    - `jobs`: the worker processes.
    - `idle_seconds`: how long a game stays open without connections.
    - `opinion_seconds`: how long a move waits for what the solver thinks of it.
    - `on_end`: called when a game of a day or level has ended, or was restarted.
    - `now`: the clock of games, in seconds.
    - `channel`: to the other servers of the store, if there can be any.
    """

    store: Store
    writer: Writer
    jobs: JobRunner
    idle_seconds: float
    opinion_seconds: float
    on_end: Callable[[Owner, StoredGame], None]
    now: Callable[[], float]
    channel: WorkerChannel | None = None


async def open_stored(services: Services, owner: Owner, id: str) -> StoredGame:
    """Open a game of an owner's player; its shuffles are computed by a worker process.

    Raises NoSuchGame, DamagedGame, Busy and TooHard.
    """
    store, answers = services.store.of_player(owner.player), Answers()
    for _ in range(_TRIES):
        try:
            stored = await services.jobs.open(owner, lambda: store.open(id, ask=answers.look_up))
        except Unanswered:
            answers.update(await services.jobs.run(owner, find_asked, owner.player, id, lane="short"))
            continue
        if stored.id != id:
            raise NoSuchGame(f"no such game: {id!r}")
        return stored
    raise StoreError(f"game {id} changes while it is opened")
