"""The connection of the terminal to a room: its cookie, messages both ways, and reconnecting."""

import asyncio
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from http.cookies import SimpleCookie
from typing import Literal, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin

from lianliankan.errors import Error
from lianliankan.terminal.race.room_address import RoomAddress
from lianliankan.terminal.race.server_cookies import ServerCookies
from lianliankan.web.live.protocol import CLOSE_FULL, BadMessage
from lianliankan.web.race.protocol import (
    CLOSE_KICKED,
    CLOSE_NO_ROOM,
    CLOSE_TAKEN_OVER,
    RaceDo,
    React,
    Reaction,
    ToRacer,
    read_answer,
)

_SECONDS = 10.0  # for an answer over HTTP, and for a connection
_WAITS = (0.3, 0.7, 1.5, 3.0)  # seconds before each try to come back
_COOKIE = "llk"
_ENCODER = msgspec.json.Encoder()

ClientState = Literal["connected", "lost", "no room", "kicked", "taken over", "busy", "refused"]
_FINAL: dict[int, ClientState] = {
    CLOSE_NO_ROOM: "no room",
    CLOSE_KICKED: "kicked",
    CLOSE_TAKEN_OVER: "taken over",
    CLOSE_FULL: "busy",
}


class NoServer(Error):
    """The address has no server of the game, or the server refuses the connection."""


class _Answer(NamedTuple):
    status: int
    cookie: str
    body: bytes


def introduce(server: str, cookies: ServerCookies, *, name: str = "") -> None:
    """Get the cookie of a server, keeping the one it knows, and set the name if one is given. Raises NoServer."""
    answer = _fetch(server, "/api/me", cookies.read(server))
    if answer.status != 200:
        raise NoServer(f"{server}: this is not a server of the game (status {answer.status})")
    if answer.cookie:
        cookies.save(server, answer.cookie)
    if name:
        body = _ENCODER.encode({"name": name})
        answer = _fetch(server, "/api/races/name", cookies.read(server), method="PUT", body=body)
        if answer.status != 200:
            raise NoServer(f"{server}: the name was refused: {_read_problem(answer)}")
        if answer.cookie:
            cookies.save(server, answer.cookie)


def _read_problem(answer: _Answer) -> str:
    try:
        return str(msgspec.json.decode(answer.body, type=dict[str, object])["error"])
    except (msgspec.DecodeError, KeyError):
        return f"status {answer.status}"


def _fetch(server: str, path: str, cookie: str, *, method: str = "GET", body: bytes | None = None) -> _Answer:
    headers = {"Origin": server, "Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    request = urllib.request.Request(server + path, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as found:
            return _Answer(found.status, _read_cookie(found.headers.get_all("Set-Cookie")), found.read())
    except urllib.error.HTTPError as problem:
        with problem:
            return _Answer(problem.code, "", problem.read())
    except (OSError, ssl.SSLError) as problem:
        reason = getattr(problem, "reason", problem)
        raise NoServer(f"{server}: {getattr(reason, 'strerror', None) or reason}") from None


def _read_cookie(headers: list[str] | None) -> str:
    for header in headers or ():
        found = SimpleCookie(header).get(_COOKIE)
        if found is not None:
            return f"{_COOKIE}={found.value}"
    return ""


class RoomClient:
    """A connection that reconnects by itself; `on_message` and `on_state` are called with what happens."""

    def __init__(
        self,
        address: RoomAddress,
        cookie: str,
        *,
        watch: bool,
        on_message: Callable[[ToRacer], None],
        on_state: Callable[[ClientState], None],
    ) -> None:
        self._url = f"{address.socket}?watch=1" if watch else address.socket
        self._server, self._cookie = address.server, cookie
        self._on_message, self._on_state = on_message, on_state
        self._socket: ClientConnection | None = None
        self._was_connected = False
        self._number = 0
        self._sending: set[asyncio.Task[None]] = set()

    def do(self, command: str, version: int) -> int | None:
        """Send a command; return its number, or None without a connection."""
        self._number += 1
        return self._number if self._send(RaceDo(self._number, version, command)) else None

    def react(self, reaction: Reaction) -> None:
        """Show a reaction to the whole room."""
        self._send(React(reaction))

    async def run(self) -> None:
        """Reconnect until the server ends the connection for good."""
        tries = 0
        while True:
            state = await self._connect()
            if state != "lost":
                self._on_state(state)
                return
            tries = 0 if self._was_connected else tries + 1
            self._on_state("lost")
            await asyncio.sleep(_WAITS[min(tries, len(_WAITS) - 1)])

    async def _connect(self) -> ClientState:
        """Connect, read messages until the connection ends, and return the reason."""
        self._was_connected = False
        opening = connect(
            self._url,
            origin=Origin(self._server),
            additional_headers={"Cookie": self._cookie} if self._cookie else None,
            open_timeout=_SECONDS,
            max_size=None,
        )
        try:
            async with opening as socket:
                self._socket, self._was_connected = socket, True
                self._on_state("connected")
                async for text in socket:
                    self._read(text)
        except InvalidStatus as problem:
            refused: dict[int, ClientState] = {403: "refused", 404: "no room"}
            return refused.get(problem.response.status_code, "lost")
        except (OSError, WebSocketException):
            pass
        finally:
            socket_then, self._socket = self._socket, None
            if socket_then is not None:
                socket_then.transport.abort()  # if the program ends, it does not wait for a farewell
        return _FINAL.get(socket_then.close_code or 0, "lost") if socket_then is not None else "lost"

    async def finish(self) -> None:
        """Wait until everything is sent, and close the connection."""
        await asyncio.gather(*self._sending)
        if self._socket is not None:
            await self._socket.close()

    def _read(self, text: str | bytes) -> None:
        try:
            message = read_answer(text)
        except BadMessage:
            return  # of a newer server, perhaps
        self._on_message(message)

    def _send(self, message: RaceDo | React) -> bool:
        if self._socket is None:
            return False
        task = asyncio.get_running_loop().create_task(_send_text(self._socket, _ENCODER.encode(message).decode()))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return True


async def _send_text(socket: ClientConnection, text: str) -> None:
    with suppress(ConnectionClosed):  # which the loop that receives notices, too
        await socket.send(text)
