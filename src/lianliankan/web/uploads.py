"""A picture or a zip on its way in: received within limits, and taken picture by picture."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Final

from starlette.requests import Request

from lianliankan.faces.custom.header import HEAD_BYTES, detect_format
from lianliankan.faces.custom.limits import MEGA, PictureLimits
from lianliankan.faces.custom.names import make_label
from lianliankan.faces.custom.refusal import PictureRefused, Refusal
from lianliankan.faces.custom.zip_files import is_zip
from lianliankan.web.routes_games import ApiError, RequestContext

if TYPE_CHECKING:
    from lianliankan.faces.custom.import_pictures import Thumbnail

__all__ = ["SERVED", "Uploads"]

SERVED: Final = PictureLimits(zip_bytes=64 * MEGA, files=500, seconds=120.0)
"""How much is taken of one upload."""

_IN_MEMORY = 256 * 1024  # bytes of an upload; what is more goes to a file that has no name
_MAX_UPLOADS = 64
_SECONDS = 120.0  # to send it all
_GRACE, _MIN_BYTES_PER_SECOND = 10.0, 4096.0  # seconds, and bytes a second from then on: who is slower keeps others out


class Uploads:
    """All uploads of a server: a few are received at a time."""

    def __init__(self, folder: Path) -> None:
        """Take the folder in which large uploads lie while they are worked on; nothing of them is seen there."""
        self._folder = folder
        self._places = asyncio.Semaphore(_MAX_UPLOADS)

    async def take(self, context: RequestContext, name: str) -> AsyncGenerator["Thumbnail | Refusal", None]:
        """Yield what becomes of the body of a request: squares, and refusals one by one."""
        if self._places.locked():
            raise ApiError(503, "busy", "too many pictures are coming in")
        async with self._places:
            with SpooledTemporaryFile(_IN_MEMORY, dir=str(self._folder)) as file:
                try:
                    await _receive(context.request, file)
                except PictureRefused as problem:
                    yield Refusal(make_label(name), problem.code, problem.words)
                    return
                except TimeoutError:
                    raise ApiError(408, "slow", "it took too long to send") from None
                except OSError:
                    raise ApiError(503, "store", "the disk that uploads lie on is full") from None
                file.seek(0)
                async for found in self._import(context, name, file):
                    yield found

    async def _import(
        self, context: RequestContext, name: str, file: IO[bytes]
    ) -> AsyncGenerator["Thumbnail | Refusal", None]:
        from lianliankan.faces.custom.import_pictures import import_file

        found = import_file(name, file, SERVED)
        while True:
            one = await context.run_in(context.server.image_pool, next, found, None)  # others' pictures come in between
            if one is None:
                return
            yield one


async def _receive(request: Request, file: IO[bytes]) -> None:
    """Write the body of a request to a file; raises PictureRefused as soon as it is no picture, or too large.

    Raises TimeoutError where it comes too slowly.
    """
    head, size, limit = b"", 0, SERVED.file_bytes
    loop = asyncio.get_running_loop()
    began = loop.time()
    async with asyncio.timeout_at(began + _GRACE) as timeout:
        async for part in request.stream():
            if len(head) < HEAD_BYTES:
                head += part[:HEAD_BYTES]
                if is_zip(head):
                    limit = SERVED.zip_bytes
                elif len(head) >= HEAD_BYTES:
                    detect_format(head)
            size += len(part)
            if size > limit:
                raise PictureRefused("large", f"it is larger than the {limit / MEGA:g} MB that are taken")
            file.write(part)
            timeout.reschedule(began + min(_GRACE + size / _MIN_BYTES_PER_SECOND, _SECONDS))
