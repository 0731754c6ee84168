"""Where the operating system keeps a user's data files."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from lianliankan.errors import StoreError

__all__ = ["data_folder"]

_NAME = "lianliankan"


def data_folder(*, platform: str = sys.platform, environ: Mapping[str, str] | None = None) -> Path:
    """Return the folder for a user's data, which need not exist yet.

    That is lianliankan in $XDG_DATA_HOME or ~/.local/share, on macOS in ~/Library/Application Support, and on Windows
    in %LOCALAPPDATA%.

    >>> data_folder(platform="linux", environ={"XDG_DATA_HOME": "/home/me/data"}).as_posix()
    '/home/me/data/lianliankan'
    """
    environ = os.environ if environ is None else environ
    if platform == "win32":
        given = environ.get("LOCALAPPDATA", "")
        return (Path(given) if given else _home() / "AppData" / "Local") / _NAME
    if platform == "darwin":
        return _home() / "Library" / "Application Support" / _NAME
    given = environ.get("XDG_DATA_HOME", "")
    # The XDG specification says to ignore a relative path.
    return (Path(given) if given.startswith("/") else _home() / ".local" / "share") / _NAME


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise StoreError("your home folder cannot be found; name a folder for the games") from None
