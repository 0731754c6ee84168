"""The program of one of several workers: `llk serve` again, after imports that yield to the workers that serve."""

import os
import sys
import threading
from contextlib import suppress
from importlib import import_module

__all__ = ["main"]

_MODULES = (
    "lianliankan.web.server",
    "lianliankan.web.routes_account",
    "lianliankan.web.prometheus_metrics",
    "lianliankan.web.live.postgres_writer",
)
_NICENESS = 19


def main() -> None:
    """Run the command in this process's arguments."""
    if sys.platform == "linux":  # where every thread has its own priority; a process could not raise it again
        importing = threading.Thread(target=_import_all)
        importing.start()
        importing.join()
    from lianliankan.cli import main

    main()


def _import_all() -> None:
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
    for name in _MODULES:
        with suppress(ImportError):  # the command says what is missing
            import_module(name)
