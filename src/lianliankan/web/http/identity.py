"""Players are identified by a signed cookie; one with an account may name a device, which can be signed out."""

import asyncio
import hmac
import logging
import math
import re
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import time_ns
from typing import Final, NamedTuple, Protocol

from starlette.requests import HTTPConnection
from starlette.responses import Response

from lianliankan.errors import DamagedStore, StoreError
from lianliankan.store import Store
from lianliankan.store.files import creating, is_private
from lianliankan.store.game_rows import digest
from lianliankan.store.maintenance import KEY_ENTRY, KEY_NAME
from lianliankan.store.players import ENDED_SECONDS
from lianliankan.web.base.tasks import ServerTasks

log = logging.getLogger("lianliankan.web")

COOKIE = "llk"
"""The name of the cookie."""

_KEY_BYTES = 32
_WITHOUT_KEY = (
    "without it the cookies of all players are invalid, and players lose their games; put the file back from a "
    "backup, or start once with --new-key, and all players start without their games"
)
_MAX_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
_VALUE = re.compile(r"([A-Za-z0-9_-]{1,32})\.(?:([A-Za-z0-9_-]{1,32})\.)?[A-Za-z0-9_-]{43}")
_LOCAL: Final = "local"  # the owner of the machine: the same player as in the terminal


def load_cookie_key(store: Store, *, renew: bool = False) -> bytes:
    """Return the key that signs cookies; the first call creates it, and `renew` replaces it.

    The store knows a checksum of its key, so that a lost or damaged key is an error while players depend on it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(folder) as store:
    ...     load_cookie_key(store) == load_cookie_key(store)
    True
    """
    if store.folder is None:  # all servers of the site need it
        return store.secret(KEY_ENTRY, secrets.token_bytes(_KEY_BYTES), replace=renew)
    path, known = store.folder / KEY_NAME, store.of_player("")
    checksum = known.setting(KEY_ENTRY, "")
    try:
        if renew:
            path.unlink(missing_ok=True)
        elif not path.exists() and store.has_players:
            raise StoreError(f"{path}: the key is lost; {_WITHOUT_KEY}")
        elif checksum and not path.exists():
            log.error("the key of the cookies was lost; a new one was made", extra={"file": str(path)})
            checksum = ""
        if not path.exists():
            _create_key(path)
        key = path.read_bytes()
        is_secret = is_private(path)
    except OSError as problem:
        raise StoreError(f"{path}: {problem.strerror or problem}") from None
    if len(key) != _KEY_BYTES or (checksum not in ("", digest(key)) and not renew):
        raise DamagedStore(f"{path}: this is not the key of this store; {_WITHOUT_KEY}")
    if not is_secret:
        raise StoreError(f"{path}: other users can read the key; chmod 600 it, or replace it with --new-key")
    if checksum != digest(key):
        known.set_setting(KEY_ENTRY, digest(key))
    return key


def _create_key(path: Path) -> None:
    """Write a random key; of several servers starting at once, one creates it."""
    with suppress(FileExistsError), creating(path) as empty:
        empty.write_bytes(secrets.token_bytes(_KEY_BYTES))


class OneTimeTokens:
    """Secrets in addresses that sign the owner of the machine in; each can be used once.

    >>> tokens = OneTimeTokens(["open sesame"])
    >>> tokens.use("open barley"), tokens.use("open sesame"), tokens.use("open sesame")
    (False, True, False)
    """

    def __init__(self, tokens: Iterable[str]) -> None:
        self._unused = set(tokens)

    def use(self, given: str) -> bool:
        """Whether a token is valid; it is not valid again."""
        for token in tuple(self._unused):
            if hmac.compare_digest(token.encode(), given.encode()):
                self._unused.discard(token)
                return True
        return False


class PlayerSession(NamedTuple):
    """The player and the browser of a cookie; the `device` of a cookie that names none is the player."""

    player: str
    device: str


class PlayerCookies:
    """Signs the cookies of players, and reads only those it has signed.

    >>> cookies = PlayerCookies(bytes(32))
    >>> cookies.read_value(cookies.sign("ann"))
    PlayerSession(player='ann', device='ann')
    >>> cookies.read_value(cookies.sign("ann", "phone"))
    PlayerSession(player='ann', device='phone')
    >>> print(cookies.read_value("ann.else"))
    None
    """

    def __init__(self, key: bytes, *, secure: bool = False) -> None:
        self._key = key
        self._secure = secure

    def new_player(self) -> str:
        """Return the random name of a new player."""
        return secrets.token_urlsafe(16)

    def set_cookie(self, response: Response, player: str, device: str = "", *, is_https: bool) -> None:
        """Add the cookie of a player to a response."""
        value, secure = self.sign(player, device), self._secure or is_https
        response.set_cookie(COOKIE, value, _MAX_AGE, httponly=True, samesite="strict", secure=secure)

    def delete_cookie(self, response: Response) -> None:
        """Let the browser forget its cookie."""
        response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=self._secure)

    def read(self, request: HTTPConnection) -> PlayerSession | None:
        """Return the player and device of a request or connection; None without a validly signed cookie."""
        return self.read_value(request.cookies.get(COOKIE, ""))

    def sign(self, player: str, device: str = "") -> str:
        """Return the value of a player's cookie; that of the player's first browser names no device."""
        name, purpose = player or _LOCAL, "player 1"
        if device not in ("", player):
            name, purpose = f"{name}.{device}", "device 2"
        digest = hmac.new(self._key, f"lianliankan {purpose}: {name}".encode(), sha256).digest()
        return f"{name}.{urlsafe_b64encode(digest).decode().rstrip('=')}"

    def read_value(self, value: str) -> PlayerSession | None:
        """Return the session in the value of a cookie; None if it is not validly signed."""
        match = _VALUE.fullmatch(value)
        if not match or not hmac.compare_digest(value, self.sign(match[1], match[2] or "")):
            return None
        player = "" if match[1] == _LOCAL else match[1]
        return PlayerSession(player, match[2] or player)


# ---- Which cookies are still valid -----------------------------------------------------------------------------------


TRUSTED_SECONDS = 4.0
"""The time for which a checked cookie is trusted; another server may sign its device out meanwhile."""

_POLL_SECONDS = 3.0  # between two looks at the devices that other servers have signed out
_MAX_TRUSTED = 20_000
_STALE_SECONDS = 600  # a list of devices need not be more exact


class CheckedCookie(NamedTuple):
    """The cookie of a request, checked.

    - `session`: the player and browser, if the cookie is valid.
    - `seen`: when the store last noted that its device was used (microseconds since 1970); 0 for anonymous players.
    - `is_ended`: whether it was valid once, and its device has been signed out.
    """

    session: PlayerSession | None
    seen: int = 0
    is_ended: bool = False

    @property
    def is_stale(self) -> bool:
        """Whether the store should note that the device was used."""
        return 0 < self.seen < time_ns() // 1000 - _STALE_SECONDS * 1_000_000


class _Abortable(Protocol):
    def abort(self) -> None: ...


class Sessions:
    """Checks cookies, and ends the connections of devices that are signed out, here or by another server.

    Without accounts, a cookie that names no device is valid by its signature alone.
    """

    def __init__(
        self,
        store: Store,
        cookies: PlayerCookies,
        pool: Executor,
        *,
        has_accounts: bool,
        now: Callable[[], float],
    ) -> None:
        self._players = store.players
        self._cookies = cookies
        self._pool = pool
        self._has_accounts = has_accounts
        self._now = now
        self._trusted: OrderedDict[PlayerSession, tuple[float, int]] = OrderedDict()
        self._connections: dict[str, set[_Abortable]] = {}
        self._known_ended: set[str] = set()
        self._polled = now()

    def start(self, tasks: ServerTasks) -> None:
        """Begin to look for devices that other servers sign out, in the running event loop."""
        if self._has_accounts:
            tasks.start(self._poll())

    async def identify(self, connection: HTTPConnection) -> CheckedCookie:
        """Return the player and device of a request or connection, as its cookie says."""
        session = self._cookies.read(connection)
        if session is None or session.player == "" or not (self._has_accounts or session.device != session.player):
            return CheckedCookie(session)
        until, seen = self._trusted.get(session, (-math.inf, 0))
        if self._now() < until:
            return CheckedCookie(session, seen)
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._pool, self._players.last_seen, *session)
        if found is None:
            return CheckedCookie(None, is_ended=True)
        self._trusted[session] = self._now() + TRUSTED_SECONDS, found
        self._trusted.move_to_end(session)
        if len(self._trusted) > _MAX_TRUSTED:
            self._trusted.popitem(last=False)
        return CheckedCookie(session, found)

    @contextmanager
    def connected(self, session: PlayerSession, connection: _Abortable) -> Iterator[None]:
        """Register a connection, which is aborted when its device is signed out."""
        device = self._connections.setdefault(session.device, set())
        device.add(connection)
        try:
            yield
        finally:
            device.discard(connection)
            if not device and self._connections.get(session.device) is device:
                del self._connections[session.device]

    def end(self, devices: Iterable[str]) -> None:
        """End the connections of devices; if their pages come back, their cookies are looked up again."""
        ended = set(devices)
        for session in [session for session in self._trusted if session.device in ended]:
            del self._trusted[session]
        for device in ended:
            for connection in tuple(self._connections.get(device, ())):
                connection.abort()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            try:
                await self._end_elsewhere()
            except StoreError:
                pass  # the store says so where it matters
            except Exception as problem:  # or no signed out device would be noticed from now on
                log.error("devices not looked at", exc_info=problem)

    async def _end_elsewhere(self) -> None:
        start = self._now()
        found = await asyncio.get_running_loop().run_in_executor(self._pool, self._players.ended)
        new, self._known_ended = found - self._known_ended, found
        here = {*self._connections, *(session.device for session in self._trusted)}
        if start - self._polled > ENDED_SECONDS - _POLL_SECONDS:  # frozen, or without a database: some may be missed
            self.end(here)
        elif new:
            self.end(device for device in here if self._players.ended_hash(device) in new)
        self._polled = start
