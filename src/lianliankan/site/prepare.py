"""Python for browsers in a folder, for a server to put beside its page: made once for each version of the program."""

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lianliankan.errors import Error
from lianliankan.site.pyodide import cache_folder, find_pyodide
from lianliankan.site.runtime import RUNTIME_FOLDER, build_runtime, runtime_sources
from lianliankan.web.runtime_files import RUNTIME_LIST

_PACKING: Final = "packing it with the game, which takes half a minute …"


def runtime_folder() -> Path:
    """Return the user's folder for Python for browsers.

    >>> runtime_folder().name
    'runtime'
    """
    return cache_folder() / RUNTIME_FOLDER


def has_runtime(folder: Path) -> bool:
    """Whether Python for browsers is in a folder, of whichever version."""
    return (folder / RUNTIME_LIST).is_file()


def is_prepared(folder: Path) -> bool:
    """Whether a folder has Python for browsers, made of this very program."""
    try:
        made_of = json.loads((folder / RUNTIME_LIST).read_bytes())["made_of"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return bool(made_of == runtime_sources())


def prepare_runtime(folder: Path, say: Callable[[str], object], pyodide: Path | None = None) -> None:
    """Write Python for browsers into a folder, unless it is there; raises Error.

    `pyodide` and `say` are as for `find_pyodide`. A folder with something else in it is left alone.
    """
    if is_prepared(folder):
        return
    if folder.exists() and not has_runtime(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise Error(f"there is something else in {folder}; choose another folder, or empty it")
    source = find_pyodide(pyodide, say)
    say(_PACKING)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".runtime-", dir=folder.parent) as temporary:
            build_runtime(source, Path(temporary))
            if folder.exists():
                folder.rename(Path(temporary) / "old")
            (Path(temporary) / RUNTIME_FOLDER).rename(folder)
    except OSError as problem:
        raise Error(f"{problem.filename or folder}: {problem.strerror or problem}") from None
