"""The parts of a server in one thread."""

import secrets
from concurrent.futures import Executor

from lianliankan.store import Store
from lianliankan.web.live.tasks import ServerTasks
from lianliankan.web.live.worker_channel import WorkerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.local.in_place import InPlaceExecutor, InPlaceJobs
from lianliankan.web.local.local_writer import Keep, LocalWriter
from lianliankan.web.metrics import ServerMetrics
from lianliankan.web.picture_desk import PictureDesk, WorkerPictureDesk
from lianliankan.web.server_parts import ServerParts
from lianliankan.web.work.job_runner import JobRunner


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
        """Start the writer."""
        return LocalWriter(store, self._keep), None
