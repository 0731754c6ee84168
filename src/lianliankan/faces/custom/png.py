"""The chunks of a PNG: the same picture without its metadata."""

from collections.abc import Iterator

__all__ = ["strip_png_metadata"]

_BEGIN = 8  # after the bytes that every PNG begins with
_FRAME = 12  # bytes of a chunk beside its content: length, name and check sum
_MAX_CHUNKS = 20_000  # usual pixels come in chunks of 8 KB and more; a million empty ones would take seconds
_MAX_PROFILE = 65_536  # bytes, packed; to unpack a large one, a decoder gives up
_KEPT = frozenset((b"IHDR", b"PLTE", b"tRNS", b"iCCP", b"eXIf", b"IDAT", b"IEND"))  # pixels, colours, how it was held


def strip_png_metadata(data: bytes) -> bytes:
    """Take out what others wrote about a PNG and the further frames of it, so that no decoder has to read that.

    What comes after very many chunks is cut off, too.

    >>> start, note = bytes(8), bytes.fromhex("00000003") + b"tEXt" + b"a=b" + bytes(4)
    >>> end = bytes(4) + b"IEND" + bytes(4)
    >>> strip_png_metadata(start + note + end) == start + end
    True
    """
    kept = [data[:_BEGIN]]
    for name, begin, end in _chunks(data):
        if name in _KEPT and (name != b"iCCP" or end - begin <= _MAX_PROFILE):
            kept.append(data[begin:end])
    return b"".join(kept)


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the name of every chunk, and where it begins and ends; of the last one, that may be after the file."""
    place = _BEGIN
    for _ in range(_MAX_CHUNKS):
        if place >= len(data):
            return
        end = place + _FRAME + int.from_bytes(data[place : place + 4])
        yield data[place + 4 : place + 8], place, end
        place = end
