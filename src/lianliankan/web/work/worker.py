"""The program of a worker process: calls of functions come in through one pipe, answers go out through another."""

import os
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from lianliankan.child_process import answer_requests, end_with_parent, limit_processor_time
from lianliankan.deadline import time_limit
from lianliankan.store import Store
from lianliankan.store.database import is_url
from lianliankan.web.work.job_context import STORE_VARIABLE, JobContext

MAX_MEMORY: Final = 160 * 2**20
"""The address space of the process in bytes; Python and the kernel take about 50 MB of it."""

# Imported before the first call.
_USUAL_MODULES = ("lianliankan.web.work.game_jobs", "lianliankan.web.endpoints.replay_view")


def main(niceness: str) -> None:
    """Run functions until the input ends; the environment says where the games are."""
    end_with_parent()
    location = os.environ[STORE_VARIABLE]
    for module in (*_USUAL_MODULES, *(["lianliankan.store.postgres_database"] if is_url(location) else [])):
        import_module(module)
    context = JobContext(lambda: Store(location))

    def answer(message: bytes) -> bytes:
        seconds, function, args = pickle.loads(message)
        limit_processor_time(seconds)
        return pickle.dumps(_run(context, seconds, function, *args), pickle.HIGHEST_PROTOCOL)

    answer_requests(answer, memory=MAX_MEMORY, niceness=int(niceness))


def _run(
    context: JobContext,
    seconds: float,
    function: Callable[..., object],
    *args: Any,  # noqa: ANN401
) -> tuple[bool, object]:
    """Return whether a function succeeded, and its result or its error."""
    try:
        with time_limit(seconds):
            return True, function(context, *args)
    except MemoryError:
        os._exit(1)  # with all that it has taken
    except Exception as problem:
        return False, problem


if __name__ == "__main__":
    main(*sys.argv[1:])
