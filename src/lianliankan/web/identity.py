"""Anonymous players, identified only by a signed cookie."""

import hmac
import os
import re
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from lianliankan.errors import StoreError

__all__ = ["COOKIE", "KEY_NAME", "PlayerCookies", "load_cookie_key"]

COOKIE = "llk"
"""The name of the cookie."""

KEY_NAME = "cookie.key"
"""The name of the key file in the folder of the store."""

_KEY_BYTES = 32
_MAX_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
_VALUE = re.compile(r"([A-Za-z0-9_-]{1,32})\.[A-Za-z0-9_-]{43}")
_LOCAL: Final = "local"  # the owner of the machine: the same player as in the terminal


def load_cookie_key(folder: Path) -> bytes:
    """Return the key that signs cookies; the first call creates it, readable by its owner only.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     load_cookie_key(Path(folder)) == load_cookie_key(Path(folder))
    True
    """
    path = folder / KEY_NAME
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _create_key(path)
        key = path.read_bytes()
    except OSError as problem:
        raise StoreError(f"{path}: {problem.strerror or problem}") from None
    if len(key) != _KEY_BYTES:
        raise StoreError(f"{path}: not a valid key; expected {_KEY_BYTES} bytes")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise StoreError(
            f"{path}: other users can read the key; chmod 600 it, or delete it (players will lose their games)"
        )
    return key


def _create_key(path: Path) -> None:
    """Write a random key, complete or not at all; of several servers starting at once, one creates it."""
    temporary = path.with_name(f"{KEY_NAME}.{secrets.token_hex(8)}")
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(file, secrets.token_bytes(_KEY_BYTES))
        os.fsync(file)
    finally:
        os.close(file)
    try:
        with suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        temporary.unlink()


class PlayerCookies:
    """Signs the cookies of players, and reads only those it has signed.

    >>> cookies = PlayerCookies(bytes(32))
    >>> cookies.read_value(cookies.sign("somebody"))
    'somebody'
    >>> print(cookies.read_value("somebody.else"))
    None
    """

    def __init__(self, key: bytes, *, secure: bool = False) -> None:
        self._key = key
        self._secure = secure

    def new_player(self) -> str:
        """Return the random name of a new player."""
        return secrets.token_urlsafe(16)

    def set_cookie(self, response: Response, player: str) -> None:
        """Add the cookie of a player to a response."""
        value = self.sign(player)
        response.set_cookie(COOKIE, value, _MAX_AGE, httponly=True, samesite="strict", secure=self._secure)

    def read_player(self, request: HTTPConnection) -> str | None:
        """Return the player of a request or connection; None without a validly signed cookie."""
        return self.read_value(request.cookies.get(COOKIE, ""))

    def sign(self, player: str) -> str:
        """Return the value of a player's cookie."""
        name = player or _LOCAL
        digest = hmac.new(self._key, f"lianliankan player 1: {name}".encode(), sha256).digest()
        return f"{name}.{urlsafe_b64encode(digest).decode().rstrip('=')}"

    def read_value(self, value: str) -> str | None:
        """Return the player in the value of a cookie; None if it is not validly signed."""
        match = _VALUE.fullmatch(value)
        if not match or not hmac.compare_digest(value, self.sign(match[1])):
            return None
        return "" if match[1] == _LOCAL else match[1]
