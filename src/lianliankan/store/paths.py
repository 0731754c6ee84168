"""Where a player's own files are kept, as the system has it."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from lianliankan.errors import StoreError

__all__ = ["data_folder"]

_NAME = "lianliankan"


def data_folder(*, platform: str = sys.platform, environ: Mapping[str, str] | None = None) -> Path:
    """Give the folder for what a program keeps for its user; it need not be there yet.

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
    # The convention says that a path which is not absolute is to be ignored.
    return (Path(given) if given.startswith("/") else _home() / ".local" / "share") / _NAME


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise StoreError("nobody knows where your home folder is: name a folder for the games") from None
