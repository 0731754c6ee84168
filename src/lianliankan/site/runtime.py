"""The runtime of the browser: Python, its packages and the kernel, packed for a worker to fetch.

A site has it among its files; a server puts it beside its page, from a folder that is made once for each version.
"""

import gzip
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.metadata import files as installed_files
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

from lianliankan import __version__
from lianliankan.errors import Error
from lianliankan.site.pyodide import cache_folder, find_pyodide, pyodide_name
from lianliankan.web.http.page_files import RUNTIME_LIST, STATIC

RUNTIME_FOLDER: Final = "runtime"
"""The folder of a site that the worker fetches its files from, by a list in `files.json`."""

_PACKING: Final = "packing it with the game, which takes half a minute …"
_PURE_PACKAGES = ("starlette", "anyio")
_LEFT_OUT = ("cli", "static", "terminal", "__pycache__")  # of our own package
_PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_EXTENSION = "msgspec_core.so"
_OWN = Path(__file__).parent.parent  # the folder of our own package
_KERNEL = STATIC / "kernel.wasm"


def build_runtime(pyodide: Path, out: Path) -> None:
    """Write the runtime to `RUNTIME_FOLDER` in a folder.

    `pyodide` is a folder that `get_pyodide` has filled: npm's package is in its `node_modules`, beside a wheel of
    msgspec. Node compiles with it. Raises Error if something of that is missing.
    """
    package = pyodide / "node_modules" / "pyodide"
    wheel = next(pyodide.glob("msgspec-*.whl"), None)
    if wheel is None or not (package / "pyodide.asm.wasm").exists():
        raise Error(f"{pyodide} has no Pyodide, or no wheel of msgspec for it")
    if not _KERNEL.exists():
        raise Error("this installation has no kernel for browsers; in a checkout, run: make wasm")
    with TemporaryDirectory() as scratch:
        extension = _gather_packages(Path(scratch), package, wheel)
        _compile(package, Path(scratch))
        contents = {name: (package / name).read_bytes() for name in _PYODIDE_FILES}
        contents |= {
            "python.zip": Path(scratch, "python.zip").read_bytes(),
            _EXTENSION: extension,
            "kernel.wasm": _KERNEL.read_bytes(),
        }
    lock = json.loads((package / "pyodide-lock.json").read_bytes())
    about = {"version": __version__, "made_of": runtime_sources(), "pyodide": lock["info"]}
    _write_files(contents, about, out / RUNTIME_FOLDER)


def runtime_sources() -> str:
    """Return the hash of all that a runtime is made of here, which tells whether one is out of date."""
    found = sha256(f"{pyodide_name()} {[version(name) for name in _PURE_PACKAGES]}".encode())
    for path in (*sorted(_own_files()), _KERNEL):
        found.update(path.read_bytes() if path.exists() else b"")
    return found.hexdigest()[:24]


def _own_files() -> Iterator[Path]:
    for path in _OWN.rglob("*.py"):
        if path.relative_to(_OWN).parts[0] not in _LEFT_OUT:
            yield path


def _gather_packages(scratch: Path, pyodide: Path, wheel: Path) -> bytes:
    """Copy all Python code to one folder, and return the compiled part of msgspec."""
    packages = scratch / "packages"
    for packed in (pyodide / "python_stdlib.zip", wheel):
        with ZipFile(packed) as archive:
            archive.extractall(packages)
    shutil.copytree(_OWN, packages / "lianliankan", ignore=shutil.ignore_patterns(*_LEFT_OUT, "*.so", "*.pyd"))
    for name in _PURE_PACKAGES:
        for file in installed_files(name) or ():
            if file.suffix == ".py" and ".." not in file.parts:
                target = packages / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)
    (extension,) = packages.glob("msgspec/_core.*.so")
    return extension.read_bytes()


def _compile(pyodide: Path, scratch: Path) -> None:
    """Let Pyodide compile what can be imported, to python.zip."""
    node = shutil.which("node")
    if node is None:
        raise Error("there is no node, which compiles the Python code; install Node.js 20 or newer")
    command = [node, _OWN / "site" / "pack_runtime.mjs", pyodide, scratch / "packages", scratch]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        problem = [line for line in done.stderr.splitlines() if line and len(line) < 500]
        raise Error("the Python code could not be compiled: " + "\n".join(problem[-20:]))


def _write_files(contents: dict[str, bytes], about: dict[str, object], folder: Path) -> None:
    """Write files packed, named by their contents, and the list of them with all that the worker must know."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = {}
    for name, content in contents.items():
        packed = gzip.compress(content, mtime=0)
        stem, _, ending = name.rpartition(".")
        url = f"{stem}.{sha256(content).hexdigest()[:12]}.{ending}.gz"
        (folder / url).write_bytes(packed)
        listed[name] = {"url": url, "size": len(packed)}
    (folder / RUNTIME_LIST).write_text(json.dumps(about | {"files": listed}, indent=1) + "\n", encoding="utf-8")


# ---- In a folder, for a server ---------------------------------------------------------------------------------------


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
