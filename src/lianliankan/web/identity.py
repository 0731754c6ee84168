"""Who plays: anonymous players, each known by a signed cookie and nothing else."""

import hmac
import os
import re
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from lianliankan.errors import StoreError

__all__ = ["COOKIE", "KEY_NAME", "PlayerCookies", "load_cookie_key"]

COOKIE = "llk"
"""The name of the cookie."""

KEY_NAME = "cookie.key"
"""The name of the file with the key, in the folder of the store."""

_KEY_BYTES = 32
_MAX_HEADER = 65_536  # characters
_AGE = 400 * 24 * 3600  # seconds; no browser keeps one longer
_VALUE = re.compile(r"([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{43})")
_LOCAL: Final = "local"  # whose machine it is: the player whom the terminal knows, too


def load_cookie_key(folder: Path) -> bytes:
    """Give the key that cookies are signed with; the first time it is made, for its owner's eyes only.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     load_cookie_key(Path(folder)) == load_cookie_key(Path(folder))
    True
    """
    path = folder / KEY_NAME
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = folder / f"{KEY_NAME}.{secrets.token_hex(8)}"
        with suppress(FileExistsError):
            if not path.exists():
                file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                try:
                    os.write(file, secrets.token_bytes(_KEY_BYTES))
                    os.fsync(file)
                finally:
                    os.close(file)
                try:
                    os.link(fresh, path)  # of several servers that begin at once, one makes the key, wholly
                finally:
                    fresh.unlink()
        key = path.read_bytes()
    except OSError as problem:
        raise StoreError(f"{path}: {problem.strerror or problem}") from None
    if len(key) != _KEY_BYTES:
        raise StoreError(f"{path}: this is no key; without it, players' cookies mean nothing")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise StoreError(f"{path}: others may read the key; chmod 600 it, or remove it, and with it all players")
    return key


class PlayerCookies:
    """Signs players' cookies and believes no others.

    >>> players = PlayerCookies(bytes(32))
    >>> new = players.new_player()
    >>> players.read_player(players.set_cookie(new)) == new
    True
    >>> print(players.read_player(f"{COOKIE}=somebody.else"))
    None
    """

    def __init__(self, key: bytes, *, secure: bool = False) -> None:
        self._key = key
        self._secure = secure

    def new_player(self) -> str:
        """Make up a player."""
        return secrets.token_urlsafe(16)

    def set_cookie(self, player: str) -> str:
        """Write the cookie of a player, as a header sets it."""
        name = player or _LOCAL
        flags = "; Secure" if self._secure else ""
        return f"{COOKIE}={name}.{self._sign(name)}; Path=/; Max-Age={_AGE}; HttpOnly; SameSite=Strict{flags}"

    def read_player(self, header: str) -> str | None:
        """Read the player out of a request's header of cookies; None where it has none that was signed here."""
        if len(header) > _MAX_HEADER:
            return None
        for part in header.split(";"):  # other programs' cookies need not be written as the standard has it
            name, _, value = part.strip().partition("=")
            match = _VALUE.fullmatch(value) if name == COOKIE else None
            if match and hmac.compare_digest(match[2], self._sign(match[1])):
                return "" if match[1] == _LOCAL else match[1]
        return None

    def _sign(self, name: str) -> str:
        digest = hmac.new(self._key, f"lianliankan player 1: {name}".encode(), sha256).digest()
        return urlsafe_b64encode(digest).decode().rstrip("=")
