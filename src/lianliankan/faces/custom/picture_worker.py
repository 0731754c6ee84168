"""The process that decodes pictures, seen from outside: started when needed, limited, and replaced when it dies."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from threading import Lock, Timer
from typing import Final, NamedTuple, Self

import msgspec

from lianliankan.errors import needs
from lianliankan.faces.custom.refusal import PictureRefused, RefusalCode
from lianliankan.faces.drawn.distinctness.vision import View

__all__ = [
    "LENGTH_BYTES",
    "MAX_COMPARE_SECONDS",
    "MAX_SECONDS",
    "PictureWorker",
    "RefusedAnswer",
    "SimilarPair",
    "WorkerDied",
]

MAX_SECONDS: Final = 15.0
"""How long a picture may take; the worst within the limits takes two or three seconds."""

MAX_COMPARE_SECONDS: Final = 60.0
"""How long a comparison may take; that of two full sets takes a few seconds."""

LENGTH_BYTES: Final = 4
"""Every message is preceded by its length, a number of this many bytes."""

_PROGRAM = "lianliankan.faces.custom.worker"


class SimilarPair(NamedTuple):
    """Two pictures that are easily mistaken for each other.

    - `first`, `second`: their indexes; usually the second is the one to leave out.
    - `distance`, `view`: how far apart they are, and for which eyes; "colour" if they are too close for everyone.
    """

    first: int
    second: int
    distance: float
    view: View


class RefusedAnswer(msgspec.Struct):
    """The worker's answer for a picture that is refused."""

    code: RefusalCode
    words: str


_THUMBNAIL: msgspec.msgpack.Decoder[bytes | RefusedAnswer] = msgspec.msgpack.Decoder(bytes | RefusedAnswer)
_PAIRS = msgspec.msgpack.Decoder(list[SimilarPair])


class WorkerDied(RuntimeError):
    """The worker ended during a request: it took too much time or memory, or crashed."""


class PictureWorker:
    """A process that decodes pictures; whatever a file does to it, this process and its memory are safe.

    It answers one request at a time: a thumbnail for a file, or the similar pairs among thumbnails. It is started by
    the first request and again by the next request after it died.

    >>> with PictureWorker() as worker:
    ...     worker.make_thumbnail(b"GIF89a, and then nothing")
    Traceback (most recent call last):
        ...
    lianliankan.faces.custom.refusal.PictureRefused: this picture is damaged, truncated or unsupported
    """

    def __init__(self, seconds: float = MAX_SECONDS) -> None:
        """Take the time that a picture may take."""
        self._seconds = seconds
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process_id(self) -> int | None:
        """The id of the process; None before the first request."""
        return None if self._process is None else self._process.pid

    def make_thumbnail(self, data: bytes) -> bytes:
        """Return the thumbnail of a picture; raises PictureRefused, also if the worker dies of it."""
        try:
            answer = _THUMBNAIL.decode(self._ask(data, self._seconds))
        except WorkerDied:
            raise PictureRefused("broken", "decoding this picture takes too much time or memory") from None
        if isinstance(answer, RefusedAnswer):
            raise PictureRefused(answer.code, answer.words)
        return answer

    def find_similar(self, thumbnails: Sequence[bytes]) -> list[SimilarPair]:
        """List the pairs of thumbnails that look alike, the closest first; raises WorkerDied."""
        return _PAIRS.decode(self._ask(thumbnails, MAX_COMPARE_SECONDS))

    def close(self) -> None:
        """End the process, and with it a request that another thread is waiting for."""
        if self._process is not None:
            _end(self._process)

    def _ask(self, request: bytes | Sequence[bytes], seconds: float) -> bytes:
        message = msgspec.msgpack.encode(request)
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self.close()
                self._process = _start()
            process = self._process
            watchdog = Timer(seconds, process.kill)
            watchdog.start()
            try:
                return _exchange(process, message)
            except WorkerDied:
                _end(process)
                raise
            finally:
                watchdog.cancel()


@needs("decoding pictures", "lianliankan[pictures]")
def _start() -> "subprocess.Popen[bytes]":
    for name in ("PIL", "numpy"):  # which this process itself does not import
        if find_spec(name) is None:
            raise ModuleNotFoundError(name=name)
    return subprocess.Popen(
        [sys.executable, "-P", "-W", "ignore", "-m", _PROGRAM],  # -P: never import from the current folder
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # NumPy reserves memory per thread, and memory is limited
        start_new_session=True,  # Ctrl-C is for the parent
    )


def _exchange(process: "subprocess.Popen[bytes]", message: bytes) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError, ValueError):  # the latter if another thread has closed the pipes
        process.stdin.write(len(message).to_bytes(LENGTH_BYTES))
        process.stdin.write(message)
        process.stdin.flush()
        length = process.stdout.read(LENGTH_BYTES)
        answer = process.stdout.read(int.from_bytes(length))
        if len(length) == LENGTH_BYTES and len(answer) == int.from_bytes(length):
            return answer
    raise WorkerDied("the process that decodes pictures died")


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with suppress(BrokenPipeError):  # what was not sent is lost
            pipe.close()
