"""Uploads of pictures and zips: received within limits, and imported picture by picture."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from starlette.requests import Request

from lianliankan.faces.custom.file_type import HEAD_BYTES, check_type
from lianliankan.faces.custom.import_pictures import ImportRun, Thumbnail
from lianliankan.faces.custom.limits import MEGA, PictureLimits
from lianliankan.faces.custom.names import make_label
from lianliankan.faces.custom.refusal import PictureRefused, Refusal
from lianliankan.faces.custom.zip_files import is_zip
from lianliankan.web.picture_desk import PictureDesk
from lianliankan.web.rate_limits import FairShare, client_network
from lianliankan.web.responses import ApiError

UPLOAD_LIMITS: Final = PictureLimits(zip_bytes=64 * MEGA, files=500, seconds=120.0)
"""The limits of one upload."""

_IN_MEMORY = 256 * 1024  # bytes of an upload; larger ones go to an unnamed file
_MAX_UPLOADS = 64  # at the same time; no address has more than are free


class Uploads:
    """All uploads in progress; their number is limited."""

    def __init__(self, folder: Path | None, desk: PictureDesk) -> None:
        """Take the folder for the unnamed files of large uploads, and what decodes pictures.

        Without a folder they are in the system's for temporary files.
        """
        self._folder, self._desk = folder, desk
        self._slots = FairShare(_MAX_UPLOADS)

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
            while (result := await self._desk.take_next(importing, files)) is not None:
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
