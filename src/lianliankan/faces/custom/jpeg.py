"""The segments of a JPEG: its size, how its pixels are encoded, and the picture without its metadata."""

from collections.abc import Iterator
from typing import NamedTuple

from lianliankan.faces.custom.refusal import PictureRefused

__all__ = ["JpegFrame", "StrippedJpeg", "read_frame", "strip_jpeg_metadata"]

_MAX_SEGMENTS = 2_000  # before the pixels; metadata comes in segments of up to 64 KB
_MAX_SCANS = 40  # 1 and about 10 are common, plus those of a preview; each scan passes over all pixels again
_START, _SCAN = 0xD8, 0xDA
_FRAMES = (0xC0, 0xC1, 0xC2)  # baseline, extended, progressive
_NO_FRAMES = (0xC4, 0xC8, 0xCC)  # tables, whose markers lie in the range of the frames
_KEPT_NOTES = (0xE0, 0xEE)  # the application segments that say how colours are encoded
_EXIF, _PROFILE = b"Exif\0\0", b"ICC_PROFILE\0\1\1"  # a profile in a single part, so a small one


class JpegFrame(NamedTuple):
    """What a JPEG declares about its pixels: their number, and whether they come in several scans."""

    width: int
    height: int
    is_in_scans: bool


class StrippedJpeg(NamedTuple):
    """A JPEG without its metadata.

    - `data`: the picture without its metadata.
    - `exif`, `profile`: the metadata that tells the orientation and the meaning of the colours; empty if missing.
    """

    data: bytes
    exif: bytes
    profile: bytes


def read_frame(data: bytes) -> JpegFrame:
    """Read what a JPEG declares about its pixels; raises PictureRefused if unusual, IndexError if cut off."""
    size: tuple[int, int] | None = None
    colours, kind = 0, 0
    for marker, begin, end in _segments(data):
        if marker in _FRAMES:
            if data[begin] != 8 or size is not None:
                raise PictureRefused("broken", "unsupported JPEG: more than 8 bits per channel, or two pictures in one")
            height, width = (int.from_bytes(data[begin + place : begin + place + 2]) for place in (1, 3))
            size, colours, kind = (width, height), data[begin + 5], marker
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAMES:
            raise PictureRefused("broken", "unsupported JPEG: lossless, hierarchical or arithmetic coding")
        elif marker == _SCAN and size is not None and end <= len(data):
            in_scans = kind == 0xC2 or data[begin] != colours
            # Encoded pixels never contain 0xFF followed by this, so the count is the number of scans.
            if in_scans and data.count(bytes((0xFF, _SCAN))) > _MAX_SCANS:
                raise PictureRefused("broken", f"unsupported JPEG: more than {_MAX_SCANS} scans")
            return JpegFrame(*size, in_scans)
    raise PictureRefused("broken", "this JPEG has no pixels")


def strip_jpeg_metadata(data: bytes) -> StrippedJpeg:
    """Remove the metadata of a JPEG, so that no decoder has to parse it.

    >>> start, note, rest = bytes.fromhex("ffd8"), bytes.fromhex("ffe10009") + b"Exif..." , bytes.fromhex("ffda0002 00")
    >>> strip_jpeg_metadata(start + note + rest).data == start + rest
    True
    """
    parts, exif, profile = [data[:2]], b"", b""
    for marker, begin, end in _segments(data):
        if marker == _SCAN:
            parts.append(data[begin - 4 :])
            break
        if not (0xE0 <= marker <= 0xEF or marker == 0xFE) or marker in _KEPT_NOTES:
            parts.append(data[begin - 4 : end])
        elif data.startswith(_EXIF, begin) and not exif:
            exif = data[begin:end]
        elif data.startswith(_PROFILE, begin):
            profile = data[begin + len(_PROFILE) : end]
    return StrippedJpeg(b"".join(parts), exif, profile)


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the marker of every segment up to the first scan, and where its content starts and ends.

    Nothing may lie between segments. Raises IndexError if the file is truncated.
    """
    place = 2
    for _ in range(_MAX_SEGMENTS):
        marker = data[place + 1]
        if data[place] != 0xFF or marker < 0xC0 or 0xD0 <= marker < _SCAN:
            return
        if marker == 0xFF:  # padding
            place += 1
            continue
        length = data[place + 2] << 8 | data[place + 3]
        if length < 2:
            return
        yield marker, place + 4, place + 2 + length
        if marker == _SCAN:
            return
        place += 2 + length
