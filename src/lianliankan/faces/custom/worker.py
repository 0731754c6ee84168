"""The program of the process that decodes pictures: requests come in through one pipe, answers go out through another.

A request is a file to make a thumbnail of, or a list of thumbnails to compare. Pillow does the work, on whatever the
file contains; the limits of the process bound what that can cost.
"""

from typing import Final

import msgspec
from PIL import Image, PngImagePlugin

from lianliankan.child_process import answer_requests, limit_processor_time
from lianliankan.faces.custom.limits import LIMITS, MEGA
from lianliankan.faces.custom.picture_size import MAX_PIXELS
from lianliankan.faces.custom.picture_worker import MAX_COMPARE_SECONDS, MAX_SECONDS, RefusedAnswer
from lianliankan.faces.custom.refusal import PictureRefused
from lianliankan.faces.custom.similarity import SimilarPair
from lianliankan.faces.custom.thumbnail import compare_thumbnails, make_thumbnail

MAX_MEMORY: Final = 512 * MEGA
"""The address space of the process in bytes, of which Python and its libraries take about 120 MB."""

_REQUESTS: msgspec.msgpack.Decoder[bytes | list[bytes]] = msgspec.msgpack.Decoder(bytes | list[bytes])


def main() -> None:
    """Answer requests until the input ends."""
    Image.MAX_IMAGE_PIXELS = max(MAX_PIXELS.values()) // 2  # Pillow warns beyond this, and refuses beyond twice this
    PngImagePlugin.MAX_TEXT_CHUNK = LIMITS.file_bytes  # text and profiles of any size are skipped, not refused
    answer_requests(_answer_message, memory=MAX_MEMORY)


def _answer_message(message: bytes) -> bytes:
    request = _REQUESTS.decode(message)
    limit_processor_time(MAX_COMPARE_SECONDS if isinstance(request, list) else MAX_SECONDS)
    return msgspec.msgpack.encode(_answer(request))


def _answer(request: bytes | list[bytes]) -> bytes | RefusedAnswer | list[SimilarPair]:
    if isinstance(request, list):
        return compare_thumbnails(request)
    try:
        return make_thumbnail(request)
    except PictureRefused as problem:
        return RefusedAnswer(problem.code, problem.words)


if __name__ == "__main__":
    main()
