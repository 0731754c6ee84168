"""Time limits. The deadline is kept here and in the kernel, since both look at it often."""

from time import monotonic_ns

from lianliankan.wasm.bridge import call

_NEVER = 2**63 - 1
_FAR = 1e9  # seconds
_deadline = _NEVER


def limit_time(seconds: float) -> int:
    """Limit the time, and return the deadline before."""
    before = _deadline
    if seconds < _FAR:
        restore_deadline(min(before, monotonic_ns() + int(max(seconds, 0.0) * 1e9)))
    return before


def restore_deadline(deadline: int) -> None:
    """Go back to the deadline before."""
    global _deadline
    if deadline != _deadline:
        _deadline = deadline
        call.limit_time((deadline - monotonic_ns()) / 1e9)


def check_time() -> None:
    """Raise OutOfTime if the time is over."""
    if _deadline != _NEVER and monotonic_ns() >= _deadline:
        from lianliankan.board.kernel_errors import out_of_time

        raise out_of_time()
