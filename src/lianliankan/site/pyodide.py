"""Getting Pyodide, Python for browsers, from npm, and a wheel of msgspec for it from a package index."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lianliankan.errors import Error, needs

PYODIDE_VERSION: Final = "314.0.7"
MSGSPEC_VERSION: Final = "0.22.0"
_PYTHON: Final = "3.14"  # in that Pyodide
_PLATFORM: Final = "pyemscripten_2026_0_wasm32"
_MARK: Final = ".ready"
_GETTING: Final = "getting Python for the browser, once: 7 MB …"
_NO_NETWORK: Final = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT", "ECONNRESET", "connection broken by")
_NO_NETWORK_PIP: Final = ("Max retries exceeded", "Could not fetch URL", "Temporary failure in name resolution")


def pyodide_name() -> str:
    """Return the usual name of the folder with these versions."""
    return f"pyodide-{PYODIDE_VERSION}-{MSGSPEC_VERSION}"


@needs("finding your cache folder", "lianliankan[web]")
def cache_folder() -> Path:
    """Return the folder for what can be made again, which need not exist yet.

    >>> cache_folder().name
    'lianliankan'
    """
    from platformdirs import PlatformDirs

    try:
        return PlatformDirs("lianliankan", appauthor=False).user_cache_path
    except RuntimeError:
        raise Error("your home folder cannot be found") from None


def find_pyodide(folder: Path | None, say: Callable[[str], object]) -> Path:
    """Return a folder with Pyodide: this one, or else one in the user's cache folder; missing files are downloaded.

    `say` is told what takes long. Raises Error, as `get_pyodide` does.
    """
    found = folder or cache_folder() / pyodide_name()
    if not (found / _MARK).exists():
        say(_GETTING)
        get_pyodide(found)
    return found


def get_pyodide(folder: Path) -> None:
    """Put npm's package `pyodide` and the wheel into a folder, unless they are there; raises Error.

    The folder gets all of it or, if something fails, does not exist.
    """
    if (folder / _MARK).exists():
        return
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise Error(f"{folder} has something else in it; name another folder for Pyodide, or empty it")
    if not all(shutil.which(program) for program in ("node", "npm")):
        raise Error("there is no npm or no node; install Node.js 20 or newer, with npm")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".pyodide-", dir=folder.parent) as temporary:
            new = Path(temporary) / "new"
            new.mkdir()
            _run("npm", _npm_command(new))
            _run("pip", _pip_command(new))
            (new / _MARK).touch()
            new.rename(folder)
    except OSError as problem:
        raise Error(f"{folder}: {problem.strerror or problem}") from None


def _npm_command(folder: Path) -> list[str]:
    quiet = ["--loglevel=error", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--fetch-retries=1"]
    npm = shutil.which("npm") or "npm"
    return [npm, "install", *quiet, "--prefix", str(folder), f"pyodide@{PYODIDE_VERSION}"]


def _pip_command(folder: Path) -> list[str]:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"]
    wanted = ["--no-deps", "--only-binary=:all:", "--platform", _PLATFORM, "--python-version", _PYTHON]
    tags = ["--implementation", "cp", "--abi", "cp" + _PYTHON.replace(".", "")]
    return [*pip, *wanted, *tags, "--dest", str(folder), f"msgspec=={MSGSPEC_VERSION}"]


def _run(name: str, command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode == 0:
        return
    told = f"{done.stdout}\n{done.stderr}"
    if "No module named pip" in told:
        raise Error(f"this Python has no pip; run: {sys.executable} -m ensurepip")
    if any(sign in told for sign in (*_NO_NETWORK, *_NO_NETWORK_PIP)):
        raise Error(f"{name} cannot reach its registry; check the network and try again")
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    raise Error(f"{name} says: {lines[-1] if name == 'pip' and lines else next(iter(lines), done.returncode)}")


def main() -> int:
    """Get Pyodide into the folder of the command line, for the Makefile."""
    try:
        get_pyodide(Path(sys.argv[1]))
    except Error as problem:
        print(f"*** there is no Python for browsers: {problem} ***", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
