"""The format and size of a picture, read from its file without decoding it, for decoders that cannot be asked first."""

from struct import error, unpack_from
from typing import Final, NamedTuple

from lianliankan.faces.custom.picture_size import PictureFormat
from lianliankan.faces.custom.refusal import PictureRefused

_MAX_STEPS: Final = 20_000  # of segments or blocks before the size; real files have a few dozen
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # JPEG markers that are followed by the size
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})  # JPEG markers without a length


class PictureHeader(NamedTuple):
    """The description of a picture in its file; `media_type` is for browsers."""

    format: PictureFormat
    width: int
    height: int

    @property
    def media_type(self) -> str:
        """The media type of the format."""
        return f"image/{self.format.split()[-1].lower()}"


def read_header(data: bytes) -> PictureHeader:
    """Return the format and size of a picture; raises PictureRefused if the file has none.

    The first bytes have been checked: see `check_type`.

    >>> read_header(b"GIF89a" + bytes([40, 0, 30, 0, 0, 0, 0]) + b"," + bytes([0, 0, 0, 0, 40, 0, 30, 0, 0]))
    PictureHeader(format='GIF', width=40, height=30)
    """
    try:
        if data.startswith(b"\x89PNG"):
            return _read_png(data)
        if data.startswith(b"GIF8"):
            return _read_gif(data)
        return _read_webp(data) if data.startswith(b"RIFF") else _read_jpeg(data)
    except (error, IndexError):  # the file ends before
        raise _damaged() from None


def _read_png(data: bytes) -> PictureHeader:
    if data[12:16] != b"IHDR":
        raise _damaged()
    return PictureHeader("PNG", *unpack_from(">II", data, 16))


def _read_gif(data: bytes) -> PictureHeader:
    """Return the size of the screen, or of the first frame where that is larger, as browsers do."""
    screen_width, screen_height, flags = unpack_from("<HHB", data, 6)
    place = 13 + _table_bytes(flags)
    in_extension = False
    for _ in range(_MAX_STEPS):
        start = data[place]
        if in_extension:
            place += start + 1
            in_extension = start > 0
        elif start == 0x21:
            place += 2
            in_extension = True
        elif start == 0x2C:
            left, top, width, height = unpack_from("<HHHH", data, place + 1)
            return PictureHeader("GIF", max(screen_width, left + width), max(screen_height, top + height))
        else:
            break
    raise _damaged()


def _table_bytes(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _read_webp(data: bytes) -> PictureHeader:
    kind = data[12:16]
    if kind == b"VP8X":
        high, low = unpack_from("<II", data, 23)
        return PictureHeader("WebP", (high >> 8) + 1, (low & 0xFFFFFF) + 1)
    if kind == b"VP8L" and data[20] == 0x2F:
        (bits,) = unpack_from("<I", data, 21)
        return PictureHeader("WebP", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = unpack_from("<HH", data, 26)
        return PictureHeader("WebP", width & 0x3FFF, height & 0x3FFF)
    raise _damaged()


def _read_jpeg(data: bytes) -> PictureHeader:
    place = 2
    for _ in range(_MAX_STEPS):
        if data[place] != 0xFF:
            break
        marker = data[place + 1]
        if marker == 0xFF:  # one of several
            place += 1
        elif marker in _FRAMES:
            _, _, height, width = unpack_from(">HBHH", data, place + 2)
            return PictureHeader("progressive JPEG" if marker in _PROGRESSIVE else "JPEG", width, height)
        elif marker in _ALONE:
            place += 2
        elif marker in (0xD9, 0xDA):  # the end, or pixels
            break
        else:
            (length,) = unpack_from(">H", data, place + 2)
            place += 2 + length
    raise _damaged()


def _damaged() -> PictureRefused:
    return PictureRefused("broken", "this picture is damaged or truncated")
