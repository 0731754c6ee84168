"""A server that runs `llk` in a forked process for every request: starting Python and importing takes much longer.

What a command imports, the server imports after it, so that the next one finds it there.
"""

import json
import os
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import NoReturn, TypedDict

from lianliankan.cli import main
from support.unhurried_commands import lift_limits


class Request(TypedDict):
    """The arguments, the environment, the working folder, and the files for the three standard streams."""

    words: list[str]
    env: dict[str, str]
    folder: str
    streams: list[str]


def serve() -> None:
    """Answer every request with the exit code of its process."""
    lift_limits()
    for line in iter(sys.stdin.readline, ""):
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(told)
            run_command(json.loads(line), tell)
        os.close(tell)
        with os.fdopen(told) as imported:
            names = imported.read().split()
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
        for name in names:
            import_module(name)


def run_command(request: Request, tell: int) -> NoReturn:
    """Become the process of a request, and tell which modules of the package it has imported."""
    code, known = 1, set(sys.modules)
    try:
        os.environ.clear()
        os.environ.update(request["env"])
        os.chdir(request["folder"])
        for number, stream in enumerate(request["streams"]):
            flags = os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY
            os.dup2(os.open(stream, flags, 0o600), number)
        sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
        sys.argv = ["llk", *request["words"]]
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        sys.stderr.flush()
        imported = [name for name in {*sys.modules} - known if name.startswith("lianliankan.")]
        os.write(tell, " ".join(imported).encode())
        os._exit(code)
