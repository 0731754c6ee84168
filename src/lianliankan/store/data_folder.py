"""Where the operating system keeps a user's data files."""

from pathlib import Path
from typing import TYPE_CHECKING

from lianliankan.errors import StoreError, needs

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC

_NAME = "lianliankan"


@needs("finding your data folder", "lianliankan[game]")
def data_folder(system: "type[PlatformDirsABC] | None" = None) -> Path:
    """Return the folder for a user's data, which need not exist yet; `system` may be another system than this one.

    That is lianliankan in $XDG_DATA_HOME or ~/.local/share, on macOS in ~/Library/Application Support, and on Windows
    in %LOCALAPPDATA%.

    >>> data_folder().name
    'lianliankan'
    """
    from platformdirs import PlatformDirs
    from platformdirs.macos import MacOS

    system = system or PlatformDirs
    try:
        # On macOS, $XDG_DATA_HOME used to be ignored; games that are there stay there.
        if issubclass(system, MacOS) and (old := Path.home() / "Library/Application Support" / _NAME).exists():
            return old
        return system(_NAME, appauthor=False).user_data_path
    except RuntimeError:
        raise StoreError("your home folder cannot be found; name a folder for the games") from None
