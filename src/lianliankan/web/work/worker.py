"""The program of a worker process: jobs come in through one pipe, answers go out through another."""

import os
import pickle
import sys
from typing import Any, Final

from lianliankan.child_process import answer_requests, end_with_parent, limit_processor_time
from lianliankan.deadline import time_limit
from lianliankan.web.work.jobs import STORE_VARIABLE, Job, JobContext

MAX_MEMORY: Final = 160 * 2**20
"""The address space of the process in bytes; Python and the kernel take about 50 MB of it."""


def main(niceness: str) -> None:
    """Do jobs until the input ends; the environment says where the games are."""
    end_with_parent()  # a thread of its lane, which lives as long as the lane
    context = JobContext(os.environ[STORE_VARIABLE])
    context.prepare()

    def answer(message: bytes) -> bytes:
        seconds, job = pickle.loads(message)
        limit_processor_time(seconds)
        return pickle.dumps(_run(job, context, seconds), pickle.HIGHEST_PROTOCOL)

    answer_requests(answer, memory=MAX_MEMORY, niceness=int(niceness))


def _run(job: Job[Any], context: JobContext, seconds: float) -> tuple[bool, object]:
    """Return whether a job succeeded, and its result or its error."""
    try:
        with time_limit(seconds):
            return True, job.run(context)
    except MemoryError:
        os._exit(1)  # with all that it has taken
    except Exception as problem:
        return False, problem


if __name__ == "__main__":
    main(*sys.argv[1:])
