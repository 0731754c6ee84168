"""The chunks of a PNG, and the picture without its metadata."""

from collections.abc import Iterator

__all__ = ["strip_png_metadata"]

_BEGIN = 8  # after the signature
_FRAME = 12  # bytes of a chunk apart from its content: length, name and checksum
_MAX_CHUNKS = 20_000  # pixels normally come in chunks of 8 KB or more; a million empty ones would take seconds
_MAX_PROFILE = 65_536  # bytes, compressed; decoders give up on a large one
_KEPT = frozenset((b"IHDR", b"PLTE", b"tRNS", b"iCCP", b"eXIf", b"IDAT", b"IEND"))  # pixels, colours, orientation


def strip_png_metadata(data: bytes) -> bytes:
    """Remove the metadata and any further frames of a PNG, so that no decoder has to parse them.

    Everything beyond a very large number of chunks is cut off as well.

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
    """Yield the name of every chunk, and where it starts and ends; the last may end beyond the file."""
    place = _BEGIN
    for _ in range(_MAX_CHUNKS):
        if place >= len(data):
            return
        end = place + _FRAME + int.from_bytes(data[place : place + 4])
        yield data[place + 4 : place + 8], place, end
        place = end
