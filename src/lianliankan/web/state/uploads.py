"""Pictures: where a server has them decoded and compared, and how it receives them."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from starlette.requests import Request

from lianliankan.faces.custom.file_type import HEAD_BYTES, check_type
from lianliankan.faces.custom.import_pictures import FoundPicture, ImportRun, Thumbnail
from lianliankan.faces.custom.limits import MEGA, PictureLimits
from lianliankan.faces.custom.names import make_label
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.faces.custom.refusal import PictureRefused, Refusal
from lianliankan.faces.custom.similarity import SimilarPair
from lianliankan.faces.custom.zip_files import is_zip
from lianliankan.override import override
from lianliankan.web.http.rate_limits import FairQuota, client_network
from lianliankan.web.http.responses import ApiError


class PictureClient(ABC):
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


class WorkerPictureClient(PictureClient):
    """Asks a process; `queue` has the waiting requests, which run one after the other."""

    def __init__(self, queue: Executor) -> None:
        self.worker = PictureWorker()
        self._queue = queue

    @override
    async def take_next(
        self, importing: ImportRun, files: Iterator[FoundPicture | Refusal]
    ) -> Thumbnail | Refusal | None:
        """Take a file in its turn: imports take turns, and only one file is in memory."""
        loop, make_thumbnail = asyncio.get_running_loop(), self.worker.make_thumbnail
        return await loop.run_in_executor(self._queue, importing.take_next, files, make_thumbnail)

    @override
    async def find_similar(self, read: Callable[[], Sequence[bytes]]) -> list[SimilarPair]:
        """Read and compare thumbnails, in their turn; raises ChildDied."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._queue, lambda: self.worker.find_similar(read()))

    @override
    def close(self) -> None:
        self._queue.shutdown(wait=False, cancel_futures=True)
        self.worker.close()


# ---- Receiving files -------------------------------------------------------------------------------------------------


UPLOAD_LIMITS: Final = PictureLimits(zip_bytes=64 * MEGA, files=500, seconds=120.0)
"""The limits of one upload."""

_IN_MEMORY = 256 * 1024  # bytes of an upload; larger ones go to an unnamed file
_MAX_UPLOADS = 64  # at the same time; no address has more than are free


class Uploads:
    """All uploads in progress; their number is limited."""

    def __init__(self, folder: Path | None, pictures: PictureClient) -> None:
        """Take the folder for the unnamed files of large uploads, and what decodes pictures.

        Without a folder they are in the system's for temporary files.
        """
        self._folder = folder
        self._pictures = pictures
        self._slots = FairQuota(_MAX_UPLOADS)

    async def receive(self, request: Request, name: str) -> AsyncGenerator[Thumbnail | Refusal, None]:
        """Receive the body of a request, and yield a thumbnail or a refusal for every picture in it."""
        async with self._open_file(request) as file:
            try:
                await _save_body(request, file)
            except PictureRefused as problem:
                yield Refusal(make_label(name), problem.code, problem.words)
                return
            file.seek(0)
            importing = ImportRun(UPLOAD_LIMITS)
            files = importing.read(name, file)
            while (result := await self._pictures.take_next(importing, files)) is not None:
                yield result

    @asynccontextmanager
    async def save(self, request: Request, limit: int) -> AsyncGenerator[IO[bytes]]:
        """Save the body of a request, of at most so many bytes, for as long as it is needed."""
        async with self._open_file(request) as file:
            async for part in request.stream():
                _write(file, part)
                if file.tell() > limit:
                    raise ApiError(413, "large", f"the file is larger than {limit // MEGA} MB")
            yield file

    @asynccontextmanager
    async def _open_file(self, request: Request) -> AsyncGenerator[IO[bytes]]:
        """Open an unnamed file, if the address of the request has not too many."""
        address = client_network(request)
        if not self._slots.add(address, 1):
            raise ApiError(503, "busy", "too many uploads at the moment; try again")
        try:
            with SpooledTemporaryFile(_IN_MEMORY, dir=None if self._folder is None else str(self._folder)) as file:
                yield file
        finally:
            self._slots.remove(address, 1)


def _write(file: IO[bytes], part: bytes) -> None:
    try:
        file.write(part)
    except OSError:
        raise ApiError(503, "store", "the disk for uploads is full") from None


async def _save_body(request: Request, file: IO[bytes]) -> None:
    """Write the body of a request to a file; raises PictureRefused as soon as it is not a picture, or too large."""
    head, size, limit = b"", 0, UPLOAD_LIMITS.file_bytes
    async for part in request.stream():
        if len(head) < HEAD_BYTES:
            head += part[:HEAD_BYTES]
            if is_zip(head):
                limit = UPLOAD_LIMITS.zip_bytes
            elif len(head) >= HEAD_BYTES:
                check_type(head)
        size += len(part)
        if size > limit:
            raise PictureRefused("large", f"the file is larger than {limit / MEGA:g} MB")
        _write(file, part)
