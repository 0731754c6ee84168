"""Time limits: work of any kind is done in time or not at all."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from lianliankan import _kernel
from lianliankan.errors import BadBudget, OutOfTime


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise OutOfTime from whatever takes longer than some seconds inside the `with` block; None is no limit.

    All that the library computes takes part: moves, solving, dealing, shuffling, rating and the commands of a game. It
    stops at most a few hundredths of a second late, and changes nothing: a game is as it was before the command. What
    is done in time is the same as without a limit. The limit is for the current thread; of nested limits the one
    that ends first counts.

    >>> with llk.time_limit(60):
    ...     board = llk.deal(8, 18, seed=1)
    >>> with llk.time_limit(0.05):
    ...     llk.perft(board, 9)
    Traceback (most recent call last):
    lianliankan.errors.OutOfTime: the time limit is over
    """
    if seconds is None:
        yield
        return
    before = _kernel.limit_time(check_seconds(seconds))
    try:
        yield
    finally:
        _kernel.restore_deadline(before)


@contextmanager
def give_up_at(end: float) -> Iterator[None]:
    """Leave the `with` block, without an error, at a time of the monotonic clock; `inf` for never.

    The limit of a caller still raises OutOfTime.

    >>> found = None
    >>> with give_up_at(monotonic() + 0.05):
    ...     found = llk.perft(llk.deal(8, 18, seed=1), 9)
    >>> found is None
    True
    """
    try:
        with time_limit(None if end == math.inf else max(end - monotonic(), 0.0)):
            yield
    except OutOfTime:
        check_time()


def check_seconds(seconds: float) -> float:
    """Return seconds as a float; raises BadBudget for anything but a number from 0."""
    if type(seconds) not in (int, float) or not seconds >= 0:
        raise BadBudget(f"seconds must be a number from 0 or None, not {seconds!r}")
    return to_float(seconds)


def to_float(seconds: float) -> float:
    """Return seconds as the kernel takes them; a number beyond all floats is no limit.

    >>> to_float(2), to_float(10**400)
    (2.0, inf)
    """
    try:
        return float(seconds)
    except OverflowError:
        return math.inf


def check_time() -> None:
    """Raise OutOfTime if the time is over; for loops that do not ask the kernel.

    >>> check_time()
    """
    _kernel.check_time()
