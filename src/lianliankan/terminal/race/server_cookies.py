"""The player's cookies of other servers, in a file that only the player can read."""

import os
import secrets
from pathlib import Path

import msgspec

from lianliankan.errors import StoreError

_FILE = "servers.json"


class ServerCookies:
    """The cookies of servers by address, kept in a folder; without a folder, for as long as the program runs.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ServerCookies(Path(folder)).save("https://play.example", "llk=ann")
    ...     ServerCookies(Path(folder)).read("https://play.example")
    'llk=ann'
    """

    def __init__(self, folder: Path | None) -> None:
        self._path = folder and folder / _FILE
        self._unsaved: dict[str, str] = {}

    def read(self, server: str) -> str:
        """Return the cookie of a server, or an empty text; a file that cannot be read has none."""
        return self._read_all().get(server, "")

    def save(self, server: str, cookie: str) -> None:
        """Keep the cookie of a server. Raises StoreError if it cannot be written."""
        cookies = {**self._read_all(), server: cookie}
        if self._path is None:
            self._unsaved = cookies
            return
        temporary = self._path.with_name(f"{_FILE}.{secrets.token_hex(8)}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.encode(cookies))
            temporary.replace(self._path)
        except OSError as problem:
            temporary.unlink(missing_ok=True)
            raise StoreError(f"{self._path}: {problem.strerror or problem}") from None

    def _read_all(self) -> dict[str, str]:
        if self._path is None:
            return self._unsaved
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}
