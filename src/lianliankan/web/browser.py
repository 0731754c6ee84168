"""Opening the browser so that no other user of the machine can read the secret in the address."""

import html
import secrets
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_downloads_path

from lianliankan.store.files import creating

_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>连连看</title>
<a href="{address}">连连看</a>
"""


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
