"""Tasks that nobody waits for."""

import asyncio
from collections.abc import Coroutine

_running: set[asyncio.Task[None]] = set()


def run_in_background(coroutine: Coroutine[object, object, None]) -> None:
    """Run a coroutine as a task, and keep a reference to it until it ends."""
    task = asyncio.get_running_loop().create_task(coroutine)
    _running.add(task)
    task.add_done_callback(_running.discard)
