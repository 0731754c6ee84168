"""The parts of a server in one thread."""

import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import Any

from lianliankan.store import Store
from lianliankan.web.live.tasks import ServerTasks
from lianliankan.web.live.worker_channel import WorkerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.local.in_place import InPlaceExecutor, InPlaceJobs
from lianliankan.web.metrics import ServerMetrics
from lianliankan.web.picture_desk import PictureDesk, WorkerPictureDesk
from lianliankan.web.server_parts import ServerParts
from lianliankan.web.work.jobs import JobRunner

Keep = Callable[[], Awaitable[None]]
"""Keeps what was written where it outlives this program; if that raises StoreError, the file is as it was before."""


class LocalParts(ServerParts):
    """Everything in the thread of the event loop; `keep` keeps what was written, and `desk` decodes pictures."""

    has_races = False

    def __init__(self, keep: Keep, desk: PictureDesk | None = None) -> None:
        self._keep, self._desk = keep, desk

    def open_for_writing(self, store: Store) -> Store:
        """Return the store itself: in one thread, nothing is read while something is written."""
        return store

    def load_key(self, store: Store, *, renew: bool) -> bytes:
        """Return a key for this time: its cookies never leave the program."""
        return secrets.token_bytes(32)

    def make_jobs(self, store: Store, metrics: ServerMetrics) -> JobRunner:
        """Return what does jobs in place."""
        return InPlaceJobs(store)

    def make_pool(self, name: str, workers: int) -> Executor:
        """Return what runs functions in place."""
        return InPlaceExecutor()

    def make_picture_desk(self) -> PictureDesk:
        """Return what decodes pictures: a process, unless there is something else."""
        return self._desk or WorkerPictureDesk(InPlaceExecutor())

    def start_writer(self, store: Store, tasks: ServerTasks) -> tuple[Writer, WorkerChannel | None]:
        """Start the writer: what it writes is kept before it is answered, and before it writes on."""

        async def call(act: Callable[[], Any]) -> Any:  # noqa: ANN401
            answer = act()
            await self._keep()
            return answer

        return Writer(store, call=call), None
