"""The Python code of the game in one archive: compiled, and only what can be imported. This runs in Pyodide."""

import importlib.util
import marshal
from collections.abc import Iterator, Sequence
from importlib.machinery import FrozenImporter
from modulefinder import ModuleFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

ENTRANCES = ("lianliankan.wasm", "lianliankan.web.lab.learner", "lianliankan.web.local.browser")
"""The modules that the page's workers import; the rest follows from these."""

# Packages whose modules are imported by names that are made up when the program runs.
_NAMED_LATER = (
    "lianliankan.faces.drawn.signs",
    "lianliankan.lab.finders.algorithms",
    "lianliankan.lab.finders.published",
)
# What learners' programs may import of the standard library: whatever has to do with algorithms and data.
_FOR_LEARNERS = (
    *("abc", "array", "bisect", "cmath", "collections", "contextlib", "copy", "dataclasses", "datetime", "decimal"),
    *("enum", "fractions", "functools", "graphlib", "heapq", "io", "itertools", "json", "math", "numbers", "operator"),
    *("os", "pprint", "queue", "random", "re", "statistics", "string", "struct", "sys", "textwrap", "threading"),
    *("time", "timeit", "traceback", "types", "typing", "warnings", "weakref"),
)
# Left out: what the standard library imports only where it is run as a program, debugged, or has no compiled part.
_TOOLS = (
    *("_pydatetime", "_pyrepl", "argparse", "doctest", "importlib._bootstrap", "importlib._bootstrap_external"),
    *("multiprocessing", "pdb", "pydoc", "tarfile", "unittest"),
)
_ENCODINGS = ("encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1", "encodings.utf_8")
_WITH_SOURCE = ("anyio", "anyio.abc")  # they read their own code, to import what is asked for only then
_DATE = (1980, 1, 1, 0, 0, 0)  # so that the same code is the same file


class PackedModule(NamedTuple):
    """A module: its name, its file, and its compiled code."""

    name: str
    file: Path
    code: CodeType


def write_archive(target: str, packages: str, started: Sequence[str]) -> None:
    """Write all modules that can be imported to an archive that Python imports from.

    `packages` is the folder with all of them, `started` names those that Python imports by itself. The archive is not
    compressed: it will be as a whole, which is smaller and faster.
    """
    with ZipFile(target, "w", ZIP_STORED) as archive:
        for module in find_modules(packages, started):
            place = module.file.relative_to(packages).as_posix()
            archive.writestr(ZipInfo(f"{place}c", _DATE), _pyc(module.code))
            if module.name in _WITH_SOURCE:
                archive.writestr(ZipInfo(place, _DATE), module.file.read_bytes())
        stub = "lianliankan/__init__.pyi"  # which the package reads
        archive.writestr(ZipInfo(stub, _DATE), Path(packages, stub).read_bytes())


def find_modules(packages: str, started: Sequence[str]) -> list[PackedModule]:
    """Find the imported modules, at the top or in functions, and their imports in turn, sorted by name."""
    wanted = [*ENTRANCES, *_FOR_LEARNERS, *_ENCODINGS, *_list_named_later(packages)]
    finder = ModuleFinder([packages], excludes=_TOOLS, replace_paths=[(f"{packages}/", "")])
    with TemporaryDirectory() as folder:
        script = Path(folder, "script.py")
        script.write_text("".join(f"import {name}\n" for name in (*started, *wanted)), encoding="utf-8")
        finder.run_script(str(script))
    modules: dict[str, Any] = dict(finder.modules)  # whose attributes have no types
    del modules["__main__"]
    if missing := [name for name in wanted if name not in modules]:
        raise ModuleNotFoundError(f"not among the packages: {', '.join(missing)}")
    return [
        PackedModule(name, Path(module.__file__), module.__code__)
        for name, module in sorted(modules.items())
        if module.__code__ and FrozenImporter.find_spec(name) is None
    ]


def _list_named_later(packages: str) -> Iterator[str]:
    for package in _NAMED_LATER:
        for file in sorted(Path(packages, *package.split(".")).glob("*.py")):
            yield f"{package}.{file.stem}".removesuffix(".__init__")


def _pyc(code: CodeType) -> bytes:
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)
