"""The port of `llk play`: the same every time, so that bookmarks and what the browser has stored stay valid."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lianliankan.web.play_port import read_play_port, write_play_port
from lianliankan.web.server import bind_socket

_FIRST_CHOICE = range(8470, 8490)  # not among those that systems give to outgoing connections


class UsualPort(NamedTuple):
    """A listening socket on loopback, and the usual port of the folder if that one is in use.

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
            write_play_port(folder, self.port)
