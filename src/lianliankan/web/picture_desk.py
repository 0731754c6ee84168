"""Where a server has pictures decoded and compared: in a process of its own, one request at a time."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

from lianliankan.faces.custom.import_pictures import FoundPicture, ImportRun, Thumbnail
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.faces.custom.refusal import Refusal
from lianliankan.faces.custom.similarity import SimilarPair


class PictureDesk(ABC):
    """Decodes and compares pictures."""

    @abstractmethod
    async def take_next(
        self, importing: ImportRun, files: Iterator[FoundPicture | Refusal]
    ) -> Thumbnail | Refusal | None:
        """Read the next file of an import, and make a thumbnail of it; None after the last one."""

    @abstractmethod
    async def find_similar(self, read: Callable[[], Sequence[bytes]]) -> list[SimilarPair]:
        """List the pairs of thumbnails that look alike, the closest first; `read` returns the thumbnails."""

    @abstractmethod
    def close(self) -> None:
        """End all work."""


class WorkerPictureDesk(PictureDesk):
    """Asks a process; `queue` is what waits for it, one request after the other."""

    def __init__(self, queue: Executor) -> None:
        self.worker = PictureWorker()
        self._queue = queue

    async def take_next(
        self, importing: ImportRun, files: Iterator[FoundPicture | Refusal]
    ) -> Thumbnail | Refusal | None:
        """Take a file in its turn: imports take turns, and only one file is in memory."""
        loop, make_thumbnail = asyncio.get_running_loop(), self.worker.make_thumbnail
        return await loop.run_in_executor(self._queue, importing.take_next, files, make_thumbnail)

    async def find_similar(self, read: Callable[[], Sequence[bytes]]) -> list[SimilarPair]:
        """Read and compare thumbnails, in their turn; raises ChildDied."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._queue, lambda: self.worker.find_similar(read()))

    def close(self) -> None:
        """End the process."""
        self._queue.shutdown(wait=False, cancel_futures=True)
        self.worker.close()
