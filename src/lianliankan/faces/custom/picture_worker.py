"""The process that decodes pictures, seen from outside: started when needed, limited, and replaced when it dies."""

from collections.abc import Sequence
from importlib.util import find_spec
from threading import Lock, Timer
from typing import Final, Self

import msgspec

from lianliankan.child_process import ChildDied, ChildProcess
from lianliankan.errors import needs
from lianliankan.faces.custom.refusal import PictureRefused, RefusalCode
from lianliankan.faces.custom.similarity import SimilarPair

MAX_SECONDS: Final = 15.0
"""How long a picture may take; the worst within the limits takes two or three seconds."""

MAX_COMPARE_SECONDS: Final = 60.0
"""How long a comparison may take; that of two full sets takes a few seconds."""

_PROGRAM = "lianliankan.faces.custom.worker"


class RefusedAnswer(msgspec.Struct):
    """The worker's answer for a picture that is refused."""

    code: RefusalCode
    words: str


_THUMBNAIL: msgspec.msgpack.Decoder[bytes | RefusedAnswer] = msgspec.msgpack.Decoder(bytes | RefusedAnswer)
_PAIRS = msgspec.msgpack.Decoder(list[SimilarPair])


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
        self._child = ChildProcess(_PROGRAM)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process_id(self) -> int | None:
        """The id of the process; None before the first request."""
        return self._child.process_id

    def make_thumbnail(self, data: bytes) -> bytes:
        """Return the thumbnail of a picture; raises PictureRefused, also if the worker dies of it."""
        try:
            answer = _THUMBNAIL.decode(self._ask(data, self._seconds))
        except ChildDied:
            raise PictureRefused("broken", "decoding this picture takes too much time or memory") from None
        if isinstance(answer, RefusedAnswer):
            raise PictureRefused(answer.code, answer.words)
        return answer

    def find_similar(self, thumbnails: Sequence[bytes]) -> list[SimilarPair]:
        """List the pairs of thumbnails that look alike, the closest first; raises ChildDied."""
        return _PAIRS.decode(self._ask(thumbnails, MAX_COMPARE_SECONDS))

    def close(self) -> None:
        """End the process, and with it a request that another thread is waiting for."""
        self._child.close()

    @needs("decoding pictures", "lianliankan[pictures]")
    def _ask(self, request: bytes | Sequence[bytes], seconds: float) -> bytes:
        for name in ("PIL", "numpy"):  # which this process itself does not import
            if find_spec(name) is None:
                raise ModuleNotFoundError(name=name)
        with self._lock:
            watchdog = Timer(seconds, self._child.kill)
            watchdog.start()
            try:
                return self._child.ask(msgspec.msgpack.encode(request))
            finally:
                watchdog.cancel()
