"""The address of `llk play`: its port, and a way into the browser that keeps the secret."""

import html
import secrets
import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_downloads_path

from lianliankan.store.files import creating

_FIRST_CHOICE = range(8470, 8490)  # not among those that systems give to outgoing connections
_PORT_FILE = "play-port"
_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>连连看</title>
<a href="{address}">连连看</a>
"""


# ---- The port --------------------------------------------------------------------------------------------------------


class UsualPort(NamedTuple):
    """A listening socket on loopback, and the usual port of the folder if that one is in use.

    The port is the same every time, so that bookmarks and what the browser has stored stay valid.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first = UsualPort.listen(Path(folder))
    ...     first.remember(Path(folder))
    ...     second = UsualPort.listen(Path(folder))
    ...     second.taken == first.port != second.port
    True
    >>> first.listening.close(), second.listening.close()
    (None, None)
    """

    listening: socket.socket
    taken: int | None = None

    @classmethod
    def listen(cls, folder: Path) -> "UsualPort":
        """Listen on the usual port of a folder of games, or on another one. Raises OSError."""
        from lianliankan.web.server import bind_socket

        usual = read_play_port(folder)
        for port in (*([usual] if usual else []), *_FIRST_CHOICE):
            with suppress(OSError):
                return cls(bind_socket("127.0.0.1", port), usual if port != usual else None)
        return cls(bind_socket("127.0.0.1", 0), usual)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.listening.getsockname()[1])

    def remember(self, folder: Path) -> None:
        """Make this the usual port of a folder, unless it has one or cannot be written to."""
        if read_play_port(folder) is None:
            with suppress(OSError):
                (folder / _PORT_FILE).write_text(f"{self.port}\n", encoding="ascii")


def read_play_port(folder: Path) -> int | None:
    """Return the usual port of a folder, None if it has none yet."""
    try:
        port = int((folder / _PORT_FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return port if 0 < port < 65536 else None


# ---- The browser -----------------------------------------------------------------------------------------------------


@contextmanager
def entrance_page(address: str, folder: Path) -> Iterator[Path | None]:
    """Write a page that leads to an address, readable by its owner only; it is removed at the end of the block.

    The command line of a browser is for all users to see, so that it gets the name of this page instead of the address.
    The page is in the folder for downloads: browsers in a sandbox (snap, flatpak) may read neither temporary nor hidden
    folders. Otherwise it is in `folder`. None if it cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, entrance_page("http://127.0.0.1/", Path(folder)) as page:
    ...     page is not None and "http://127.0.0.1/" in page.read_text()
    True
    """
    page = _write_page(address, (user_downloads_path(), folder))
    try:
        yield page
    finally:
        if page is not None:
            with suppress(OSError):
                page.unlink(missing_ok=True)


def _write_page(address: str, folders: tuple[Path, ...]) -> Path | None:
    for folder in folders:
        page = folder / f"lianliankan-{secrets.token_hex(4)}.html"
        with suppress(OSError):
            with creating(page) as empty:
                empty.write_text(_PAGE.format(address=html.escape(address)), encoding="utf-8")
            return page
    return None


def open_browser(page: Path) -> None:
    """Open a page in the browser, if there is one, without waiting for it."""

    def open_page() -> None:
        with suppress(Exception):  # an address to open by hand was printed as well
            webbrowser.open(page.absolute().as_uri())

    threading.Thread(target=open_page, name="browser", daemon=True).start()
