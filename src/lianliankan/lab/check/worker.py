"""The process in which a learner's function runs: questions come in through one pipe, answers go out through another.

It is run as a script and imports nothing from the package but the few files beside it that a call needs, under another
name, so that it starts quickly and does not interfere with the learner's code. Questions and answers are lines of JSON;
every answer is written at once, so that the parent knows which question made the function hang or crash.
"""

import io
import json
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_PACKAGE = "_llk_learner"  # what the files beside this one are imported from


def main() -> None:
    """Answer questions until the input ends."""
    settings = json.loads(sys.argv[1])
    questions, answers = _take_pipes()
    calls = _part("learner_call")
    _limit(settings["seconds"], calls.MEMORY_GB)
    _adopt()
    if settings["alive"] is not None:
        Thread(target=_end_with, args=(settings["alive"],), daemon=True).start()
    file = Path(settings["file"])
    lookup, task = _part("function_lookup"), settings["task"]
    arguments = calls.TASK_ARGUMENTS[task]
    try:
        module = _module(file)
        function = lookup.find_function(module, file.name, settings["function"], arguments)
    except lookup.NoFunctionError as problem:
        os.write(answers, _line({"problem": str(problem), **vars(problem)}))
        return
    notes = list(lookup.notes(function, settings["function"], arguments, calls.show))
    os.write(answers, _line({"problem": "", "notes": notes}))
    if settings["recorded"]:
        function = _part("recorded_grid").RecordedFunction(function, str(file))
    no_memory, own = _line({"said": "memory", "shown": "MemoryError"}), os.getpid()
    how = {"task": task, "module": module, "file": file, "verbose": settings["verbose"]}
    for line in questions:
        try:
            answer = _written(calls.call(function, json.loads(line), **how))
        except MemoryError:  # none is left to describe it
            answer = no_memory
        if os.getpid() != own:  # the function has forked and this is the child: the parent answers
            os._exit(0)
        os.write(answers, answer)


def _part(name: str) -> Any:  # noqa: ANN401  # a module
    """Import a file beside this one, without the package that it belongs to."""
    if _PACKAGE not in sys.modules:
        package = ModuleType(_PACKAGE)
        package.__path__ = [str(Path(__file__).parent)]
        sys.modules[_PACKAGE] = package
    return import_module(f"{_PACKAGE}.{name}")


def _module(file: Path) -> ModuleType:
    """Import the learner's file, which may import files next to it."""
    sys.path.insert(0, str(file.parent))
    sys.argv = [str(file)]
    found: ModuleType = _part("learner_module").import_program(file)
    return found


def _written(answer: dict[str, Any]) -> bytes:
    if len(answer) == 1 and answer["said"] in ("yes", "no"):  # fast path for nearly all answers
        return b"1\n" if answer["said"] == "yes" else b"0\n"
    return _line(answer)


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _take_pipes() -> tuple[io.BufferedReader, int]:
    """Reserve the pipes for the protocol; the learner's code reads from and writes to the null device."""
    questions, answers = os.dup(0), os.dup(1)
    if hasattr(os, "register_at_fork"):  # a forked child must not hold the pipe open after this process ends
        os.register_at_fork(after_in_child=lambda: os.close(answers))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return open(questions, "rb"), answers  # noqa: PTH123  # a number, no path


def _end_with(alive: int) -> None:
    """Wait until the process that asks is gone, then end this one and what it has started."""
    os.read(alive, 1)
    os.killpg(0, signal.SIGKILL)


def _adopt() -> None:
    """On Linux, become the parent of everything this process starts, even indirectly, so that it can be found."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _limit(seconds: float | None, gigabytes: int) -> None:
    """Limit memory, and CPU time after some seconds, if the system can: an orphaned process ends on its own."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30, gigabytes << 30))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 10, int(seconds) + 20))


if __name__ == "__main__":
    main()
