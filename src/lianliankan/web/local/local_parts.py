"""The parts of a server in one thread."""

import secrets
from collections.abc import Sequence
from concurrent.futures import Executor

from lianliankan.faces.custom.picture_worker import PictureWorker, SimilarPair
from lianliankan.faces.custom.refusal import PictureRefused
from lianliankan.store import Store
from lianliankan.web.live.worker_channel import WorkerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.local.in_place import InPlaceExecutor, InPlaceJobs
from lianliankan.web.local.local_writer import Keep, LocalWriter
from lianliankan.web.metrics import ServerMetrics
from lianliankan.web.server_parts import ServerParts
from lianliankan.web.work.job_runner import JobRunner

__all__ = ["LocalParts"]


class _NoPictures(PictureWorker):
    """Refuses pictures: Pillow is not there, and what a file does to it must stay in a process of its own."""

    def make_thumbnail(self, data: bytes) -> bytes:
        """Refuse a picture."""
        raise PictureRefused("broken", "pictures cannot be decoded here")

    def find_similar(self, thumbnails: Sequence[bytes]) -> list[SimilarPair]:
        """Find none."""
        return []


class LocalParts(ServerParts):
    """Everything in the thread of the event loop; `keep` keeps what was written."""

    has_pictures = False
    has_races = False

    def __init__(self, keep: Keep) -> None:
        self._keep = keep

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

    def make_picture_worker(self) -> PictureWorker:
        """Return what refuses pictures."""
        return _NoPictures()

    def start_writer(self, store: Store) -> tuple[Writer, WorkerChannel | None]:
        """Start the writer."""
        return LocalWriter(store, self._keep), None
