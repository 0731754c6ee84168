"""The program of the process that decodes pictures: requests come in through one pipe, answers go out through another.

A request is a file to make a thumbnail of, or a list of thumbnails to compare. Pillow does the work, on whatever the
file contains; the limits of the process bound what that can cost.
"""

import sys
from contextlib import suppress
from typing import Final

import msgspec
from PIL import Image, PngImagePlugin

from lianliankan.faces.custom.decode import MAX_PIXELS
from lianliankan.faces.custom.limits import LIMITS, MEGA
from lianliankan.faces.custom.picture_worker import (
    LENGTH_BYTES,
    MAX_COMPARE_SECONDS,
    MAX_SECONDS,
    RefusedAnswer,
    SimilarPair,
)
from lianliankan.faces.custom.refusal import PictureRefused
from lianliankan.faces.custom.similarity import find_similar
from lianliankan.faces.custom.thumbnail import make_thumbnail

__all__ = ["MAX_MEMORY", "main"]

MAX_MEMORY: Final = 512 * MEGA
"""The address space of the process in bytes, of which Python and its libraries take about 120 MB."""


def main() -> None:
    """Answer requests until the input ends."""
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2  # Pillow warns beyond this, and refuses beyond twice this
    PngImagePlugin.MAX_TEXT_CHUNK = LIMITS.file_bytes  # text and profiles of any size are skipped, not refused
    _set_limit("RLIMIT_AS", MAX_MEMORY)
    requests: msgspec.msgpack.Decoder[bytes | list[bytes]] = msgspec.msgpack.Decoder(bytes | list[bytes])
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while length := source.read(LENGTH_BYTES):
        request = requests.decode(source.read(int.from_bytes(length)))
        _limit_processor_time(MAX_COMPARE_SECONDS if isinstance(request, list) else MAX_SECONDS)
        answer = msgspec.msgpack.encode(_answer(request))
        sink.write(len(answer).to_bytes(LENGTH_BYTES) + answer)
        sink.flush()


def _answer(request: bytes | list[bytes]) -> bytes | RefusedAnswer | list[SimilarPair]:
    if isinstance(request, list):
        return find_similar(request)
    try:
        return make_thumbnail(request)
    except PictureRefused as problem:
        return RefusedAnswer(problem.code, problem.words)


def _limit_processor_time(seconds: float) -> None:
    """Limit what follows, in case that the parent is no longer there to end it."""
    with suppress(ImportError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _set_limit("RLIMIT_CPU", int(used.ru_utime + used.ru_stime + seconds) + 1)


def _set_limit(name: str, value: int) -> None:
    """Set a limit of this process, on systems that have it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(getattr(resource, name))
        resource.setrlimit(getattr(resource, name), (value, hard))


if __name__ == "__main__":
    main()
