"""The address of a room: its server and its code."""

import re
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from lianliankan.errors import BadName
from lianliankan.text import shorten

_CODE = re.compile(r"[0-9A-Za-z]{4,12}")
_PAGE = re.compile(r"(?P<folder>.*)/race/(?P<code>[^/]+)/?")


class RoomAddress(NamedTuple):
    """A room: the `server`, as `http://host:port`, and the `code`.

    >>> RoomAddress.parse("kxqpr", server="http://127.0.0.1:8470/")
    RoomAddress(server='http://127.0.0.1:8470', code='KXQPR')
    >>> RoomAddress.parse("https://play.example/race/KXQPR").socket
    'wss://play.example/api/races/KXQPR/socket'
    """

    server: str
    code: str

    @classmethod
    def parse(cls, text: str, *, server: str | None = None) -> Self:
        """Parse a code, or the link of a room; a code needs the `server`. Raises BadName."""
        link = urlsplit(text.strip())
        if link.scheme or link.netloc:
            page = _PAGE.fullmatch(link.path)
            if link.scheme not in ("http", "https") or not link.netloc or page is None or page["folder"]:
                raise BadName(f"{shorten(text)} is not the link of a room, as in https://play.example/race/KXQPR")
            return cls(f"{link.scheme}://{link.netloc}", _check_code(page["code"]))
        if server is None:
            raise BadName("a code needs a server")
        return cls(_check_server(server), _check_code(text.strip()))

    @property
    def link(self) -> str:
        """The link of the room, for other players."""
        return f"{self.server}/race/{self.code}"

    @property
    def socket(self) -> str:
        """The address of its socket."""
        return f"ws{self.server.removeprefix('http')}/api/races/{self.code}/socket"


def _check_code(text: str) -> str:
    if not _CODE.fullmatch(text):
        raise BadName(f"{shorten(text)} is not the code of a room, as in KXQPR")
    return text.upper()


def _check_server(text: str) -> str:
    link = urlsplit(text if "://" in text else f"http://{text}")
    if link.scheme not in ("http", "https") or not link.netloc or link.path.strip("/"):
        raise BadName(f"{shorten(text)} is not the address of a server, as in https://play.example")
    return f"{link.scheme}://{link.netloc}"
