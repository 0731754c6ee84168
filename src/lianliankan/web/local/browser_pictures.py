"""Custom pictures in a page's worker: the browser decodes and scales them, and the rest is the same as on a server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from lianliankan.faces.custom.background import choose_background
from lianliankan.faces.custom.crop import find_window
from lianliankan.faces.custom.header import PictureHeader, read_header
from lianliankan.faces.custom.import_pictures import FoundPicture, ImportRun, Thumbnail
from lianliankan.faces.custom.limits import MEGA
from lianliankan.faces.custom.picture_size import MAX_PIXELS, PictureFormat, check_scans, check_size
from lianliankan.faces.custom.refusal import PictureRefused, Refusal
from lianliankan.faces.custom.similarity import SimilarPair, find_similar, sort_pairs
from lianliankan.faces.custom.thumbnail_file import QUALITY, THUMBNAIL_SIDE, is_thumbnail, remove_metadata
from lianliankan.faces.drawn.distinctness.measure import SIZE
from lianliankan.override import override
from lianliankan.web.state.uploads import PictureClient

BROWSER_MAX_PIXELS: Final[Mapping[PictureFormat, int]] = {**MAX_PIXELS, "JPEG": 50 * MEGA}
"""The maximum number of pixels of a picture: a browser does not reduce a JPEG while it decodes it."""

_SEARCH_SIDE = 64  # of the reduced picture whose transparency and lightness are looked at


class Buffer(Protocol):
    """Bytes of the browser."""

    def to_bytes(self) -> bytes:
        """Copy them."""


class DecodedPicture(Protocol):
    """A picture that the browser has decoded: upright, in sRGB, and not much larger than necessary.

    - `full_width`, `full_height`: its size in the file.
    - `width`, `height`: its size now.
    """

    full_width: int
    full_height: int
    width: int
    height: int

    def pixels(self, width: int, height: int) -> Buffer:
        """Return its pixels in another size: red, green, blue, opacity."""

    def lay_on(self, red: int, green: int, blue: int) -> None:
        """Lay it on a background."""

    def encode(self, left: int, top: int, side: int, size: int, quality: float) -> Awaitable[Buffer]:
        """Return a square of it as a JPEG of a size; the quality is from 0 to 1."""

    def close(self) -> None:
        """Free its memory."""


class ImageCodec(Protocol):
    """The browser's functions for pictures; they return None for a file that it cannot decode."""

    def decode(self, data: bytes, media_type: str) -> Awaitable[DecodedPicture | None]:
        """Decode a file."""

    def shrink(self, thumbnail: bytes, side: int) -> Awaitable[Buffer | None]:
        """Return the pixels of a thumbnail, averaged to a small size: red, green, blue."""


class BrowserPictureClient(PictureClient):
    """Lets the browser decode; its decoders are in processes of their own, and a file can do nothing to the game."""

    def __init__(self, codec: ImageCodec) -> None:
        self._codec = codec

    @override
    async def take_next(
        self, importing: ImportRun, files: Iterator[FoundPicture | Refusal]
    ) -> Thumbnail | Refusal | None:
        found = next(files, None)
        if not isinstance(found, FoundPicture):
            return found
        with importing.count_work():
            try:
                return importing.accept(found, await self._make_thumbnail(found.data))
            except PictureRefused as problem:
                return Refusal(found.label, problem.code, problem.words)

    @override
    async def find_similar(self, read: Callable[[], Sequence[bytes]]) -> list[SimilarPair]:
        """Compare thumbnails; messages of games are answered in between."""
        small = [await self._shrink(thumbnail) for thumbnail in read()]
        pairs = []
        for pair in find_similar(small):
            if pair is None:
                await asyncio.sleep(0)
            else:
                pairs.append(pair)
        return sort_pairs(pairs)

    @override
    def close(self) -> None:
        pass

    async def _make_thumbnail(self, data: bytes) -> bytes:
        header = read_header(data)
        check_size(*header, max_pixels=BROWSER_MAX_PIXELS)
        if header.media_type == "image/jpeg":
            check_scans(data)
        try:
            return await self._decode(data, header)
        except PictureRefused:
            raise
        except Exception:  # a browser may fail in any way, too
            raise PictureRefused("broken", "this browser cannot decode the picture") from None

    async def _decode(self, data: bytes, header: PictureHeader) -> bytes:
        picture = await self._codec.decode(data, header.media_type)
        if picture is None:
            raise PictureRefused("broken", "this picture is damaged, truncated or unsupported")
        try:
            check_size(header.format, picture.full_width, picture.full_height, max_pixels=BROWSER_MAX_PIXELS)
            return data if is_thumbnail(data) else await _crop(picture)
        finally:
            picture.close()

    async def _shrink(self, thumbnail: bytes) -> bytes:
        pixels = await self._codec.shrink(thumbnail, SIZE)
        return bytes(SIZE * SIZE * 3) if pixels is None else pixels.to_bytes()


async def _crop(picture: DecodedPicture) -> bytes:
    """Lay a picture on a background, and return the square of it that matters."""
    scale = _SEARCH_SIDE / max(min(picture.width, picture.height), _SEARCH_SIDE)
    small = picture.pixels(round(picture.width * scale), round(picture.height * scale)).to_bytes()
    picture.lay_on(*choose_background(small))

    def reduce(width: int, height: int) -> bytes:
        pixels = bytearray(picture.pixels(width, height).to_bytes())
        del pixels[3::4]  # all of them are opaque now
        return bytes(pixels)

    window = find_window(picture.width, picture.height, reduce)
    encoded = (await picture.encode(*window, THUMBNAIL_SIDE, QUALITY / 100)).to_bytes()
    return remove_metadata(encoded) or encoded
