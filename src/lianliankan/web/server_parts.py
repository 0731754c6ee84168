"""What works behind a server: threads and processes, or whatever else there is where it runs."""

import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor

from lianliankan.store import Store
from lianliankan.web.identity import load_cookie_key
from lianliankan.web.live.tasks import ServerTasks
from lianliankan.web.live.worker_channel import WorkerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.metrics import ServerMetrics
from lianliankan.web.picture_desk import PictureDesk, WorkerPictureDesk
from lianliankan.web.work.job_context import LaneName
from lianliankan.web.work.jobs import JobRunner
from lianliankan.web.work.pool import LANES, JobPool, LaneSettings


class ServerParts:
    """Makes the parts of a server: threads, and processes for everything that may take long.

    `has_races`: whether there are rooms, for which others must be able to connect.
    """

    has_races = True

    def __init__(self, lanes: Mapping[LaneName, LaneSettings] = LANES) -> None:
        self._lanes = lanes

    def open_for_writing(self, store: Store) -> Store:
        """Open the store once more, so that reads do not wait for the disk."""
        return Store(store.location)

    def load_key(self, store: Store, *, renew: bool) -> bytes:
        """Return the key that is kept with the store."""
        return load_cookie_key(store, renew=renew)

    def make_jobs(self, store: Store, metrics: ServerMetrics) -> JobRunner:
        """Return worker processes."""
        return JobPool(store.location, metrics, self._lanes)

    def make_pool(self, name: str, workers: int) -> Executor:
        """Return threads."""
        return ThreadPoolExecutor(max_workers=workers, thread_name_prefix=name)

    def make_picture_desk(self) -> PictureDesk:
        """Return a process for pictures, and a thread that waits for it."""
        return WorkerPictureDesk(self.make_pool("image", 1))

    def start_writer(self, store: Store, tasks: ServerTasks) -> tuple[Writer, WorkerChannel | None]:
        """Start the writer for the kind of store."""
        if store.folder is not None:
            return Writer(store), None
        name = secrets.token_hex(4)
        writer = Writer(store, worker=name)

        async def speak(texts: Sequence[str]) -> None:
            await writer.run(lambda: store.notify(texts))

        return writer, WorkerChannel(str(store.location), name, speak, tasks)
