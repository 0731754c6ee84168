"""How tests wait: for an event, and so long that only what hangs is ended."""

import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds after which something that a test waits for will never come, however busy the machine is."""


def wait_until(is_true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for a condition."""
    until = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < until, "the condition did not become true"
        time.sleep(0.01)
