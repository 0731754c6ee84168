"""What the game runs on in a site: Python, its packages and the kernel, packed for a worker to fetch."""

import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from lianliankan.errors import Error

__all__ = ["RUNTIME_FOLDER", "RuntimeFile", "build_runtime"]

RUNTIME_FOLDER: Final = "runtime"
"""The folder of a site that the worker fetches its files from, by a list in `files.json`."""

_PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


class RuntimeFile(NamedTuple):
    """A file as the worker knows it, where it is in the folder, and its size in bytes, packed and unpacked."""

    name: str
    url: str
    size: int
    unpacked: int


def build_runtime(pyodide: Path, out: Path) -> list[RuntimeFile]:
    """Write the runtime to `RUNTIME_FOLDER` in a folder, and return its files; raises Error if something is missing.

    `pyodide` is a folder with npm's package `pyodide` in `node_modules`.
    """
    package = pyodide / "node_modules" / "pyodide"
    if not (package / "pyodide.asm.wasm").is_file():
        raise Error(f"{package} is missing; run: make site")
    folder = out / RUNTIME_FOLDER
    folder.mkdir(parents=True)
    found = []
    for name in _PYODIDE_FILES:
        content = (package / name).read_bytes()
        packed = gzip.compress(content, mtime=0)
        url = f"{name}.{sha256(content).hexdigest()[:12]}.gz"
        (folder / url).write_bytes(packed)
        found.append(RuntimeFile(name, url, len(packed), len(content)))
    listed = {file.name: {"url": file.url, "size": file.size} for file in found}
    (folder / "files.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    return found
