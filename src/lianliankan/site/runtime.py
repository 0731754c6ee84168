"""What runs in the browser: Python, its packages and the kernel, packed for a worker to fetch."""

import gzip
import json
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import files as installed_files
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from zipfile import ZipFile

from lianliankan import __version__
from lianliankan.errors import Error
from lianliankan.site.pyodide import pyodide_name
from lianliankan.web.page_files import STATIC

RUNTIME_FOLDER: Final = "runtime"
"""The folder of a site that the worker fetches its files from, by a list in `files.json`."""

_PURE_PACKAGES = ("starlette", "anyio", "idna")
_LEFT_OUT = ("cli", "static", "terminal", "__pycache__")  # of our own package
_PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_EXTENSION = "msgspec_core.so"
_OWN = Path(__file__).parent.parent  # the folder of our own package
_KERNEL = STATIC / "kernel.wasm"


class RuntimeFile(NamedTuple):
    """A file as the worker knows it, where it is in the folder, and its size in bytes, packed and unpacked."""

    name: str
    url: str
    size: int
    unpacked: int


def build_runtime(pyodide: Path, out: Path) -> list[RuntimeFile]:
    """Write the runtime to `RUNTIME_FOLDER` in a folder, and return its files.

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
        extension = _gather_packages(Path(scratch), wheel)
        _compile(package, Path(scratch))
        contents = {name: (package / name).read_bytes() for name in _PYODIDE_FILES}
        contents |= {
            "python.zip": Path(scratch, "python.zip").read_bytes(),
            _EXTENSION: extension,
            "kernel.wasm": _KERNEL.read_bytes(),
        }
    lock = json.loads((package / "pyodide-lock.json").read_bytes())
    about = {"version": __version__, "made_of": runtime_sources(), "pyodide": lock["info"]}
    return _write_files(contents, about, out / RUNTIME_FOLDER)


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


def _gather_packages(scratch: Path, wheel: Path) -> bytes:
    """Copy all Python code to one folder, and return the compiled part of msgspec."""
    packages = scratch / "packages"
    shutil.copytree(_OWN, packages / "lianliankan", ignore=shutil.ignore_patterns(*_LEFT_OUT, "*.so", "*.pyd"))
    for name in _PURE_PACKAGES:
        for file in installed_files(name) or ():
            if file.suffix == ".py" and ".." not in file.parts:
                target = packages / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)
    with ZipFile(wheel) as archive:
        archive.extractall(packages)
    (extension,) = packages.glob("msgspec/_core.*.so")
    return extension.read_bytes()


def _compile(pyodide: Path, scratch: Path) -> None:
    """Let Pyodide use the game, and write what was imported to python.zip."""
    node = shutil.which("node")
    if node is None:
        raise Error("there is no node, which compiles the Python code; install Node.js 20 or newer")
    script, instantiate = _OWN / "site" / "pack_runtime.mjs", STATIC / "js" / "kernel" / "instantiate.js"
    command = [node, script, pyodide, scratch / "packages", instantiate, _KERNEL, scratch]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        problem = [line for line in done.stderr.splitlines() if line and len(line) < 500]
        raise Error("the Python code could not be compiled: " + "\n".join(problem[-20:]))


def _write_files(contents: dict[str, bytes], about: dict[str, object], folder: Path) -> list[RuntimeFile]:
    """Write files packed, named by what is in them, and the list of them with what the worker must know."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for name, content in contents.items():
        packed = gzip.compress(content, mtime=0)
        stem, _, ending = name.rpartition(".")
        url = f"{stem}.{sha256(content).hexdigest()[:12]}.{ending}.gz"
        (folder / url).write_bytes(packed)
        found.append(RuntimeFile(name, url, len(packed), len(content)))
    listed = {file.name: {"url": file.url, "size": file.size} for file in found}
    listing = json.dumps(about | {"files": listed}, indent=1)
    (folder / "files.json").write_text(listing + "\n", encoding="utf-8")
    return found
