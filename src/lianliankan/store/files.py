"""Files of the store: the folder they are in, and how to create files that only their owner may read."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lianliankan.errors import StoreError, needs


@needs("finding your data folder", "lianliankan[game]")
def data_folder() -> Path:
    """Return the folder for a user's data, which need not exist yet.

    That is lianliankan in $XDG_DATA_HOME or ~/.local/share, on macOS in ~/Library/Application Support, and on Windows
    in %LOCALAPPDATA%.

    >>> data_folder().name
    'lianliankan'
    """
    from platformdirs import PlatformDirs

    try:
        return PlatformDirs("lianliankan", appauthor=False).user_data_path
    except RuntimeError:
        raise StoreError("your home folder cannot be found; name a folder for the games") from None


@contextmanager
def creating(path: Path) -> Iterator[Path]:
    """Create a file, complete or not at all: the block fills the empty file it gets, which then becomes `path`.

    Raises FileExistsError if there is such a file already; of several programs that create it at once, one succeeds.
    """
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield temporary
        _flush(temporary)
        _link(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    _flush(path.parent)


def make_private(path: Path) -> None:
    """Take away what others may do with a file, if there is one and it is ours."""
    with suppress(OSError):
        if not is_private(path):
            path.chmod(0o600)


def is_private(path: Path) -> bool:
    """Whether only its owner may read a file, as far as the system's permissions can say that."""
    return os.name != "posix" or not stat.S_IMODE(path.stat().st_mode) & 0o077


def _link(temporary: Path, path: Path) -> None:
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except (AttributeError, OSError):  # a system or a file system without links
        if path.exists():
            raise FileExistsError(f"{path} exists") from None
        temporary.rename(path)


def _flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    with suppress(OSError):  # some systems cannot open a folder
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
