"""The life of a WebSocket, to a game or a room: checks, messages in with limits, messages out, and its end."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lianliankan.errors import StoreError
from lianliankan.web.live.protocol import (
    CLOSE_FULL,
    CLOSE_LATER,
    CLOSE_NO_GAME,
    CLOSE_REFUSED,
    BadMessage,
    encode_text,
    read_message,
)
from lianliankan.web.rate_limits import TokenBucket, client_network
from lianliankan.web.security import client_host, is_same_origin

if TYPE_CHECKING:
    from lianliankan.web.server_state import ServerState

log = logging.getLogger("lianliankan.web")

T = TypeVar("T")
RefusalCode = Literal["bad", "busy", "gone", "slow", "store"]

_MAX_WAITING = 64  # messages for a client that does not read them
_MAX_UNANSWERED = 64  # messages of a client that are being worked on; the next are not read until then
_MAX_BAD_MESSAGES = 20
_CLOSE_SECONDS = 2.0  # for a client to read why it is refused


class AtCapacity(Exception):
    """Too many connections, or too many things that are open."""


class ConnectionRefused(Exception):
    """The connection is closed with a code, after an error message."""

    def __init__(self, error: msgspec.Struct, code: int) -> None:
        super().__init__(code)
        self.error, self.code = error, code


class Subject(NamedTuple):
    """What connections are to.

    - `name`: for messages, e.g. "game".
    - `error`: makes an error message of the protocol from its code and its text.
    """

    name: str
    error: Callable[[RefusalCode, str], msgspec.Struct]

    def refuse(self, code: RefusalCode, text: str, close_code: int) -> ConnectionRefused:
        """Return the refusal of a connection."""
        return ConnectionRefused(self.error(code, text), close_code)


class Connection:
    """A WebSocket with a queue of messages to send.

    - `network`: where it comes from.
    - `has_seen`: whether it has seen all there is; events before that would mean nothing to it.
    - `turns`: taken for each message that is being worked on.
    """

    __slots__ = ("_gone", "_outbox", "_serving", "_websocket", "has_seen", "network", "turns")

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue(_MAX_WAITING)
        self._serving: asyncio.Task[None] | None = None
        self.network = client_network(websocket)
        self.has_seen = False
        self._gone = asyncio.Event()
        self.turns = asyncio.Semaphore(_MAX_UNANSWERED)

    def push(self, text: str) -> None:
        """Send a message, after those that are waiting; a client with too many of them is dropped."""
        self._put(text)

    def close(self, code: int) -> None:
        """Close the connection with a code, after the messages that are waiting."""
        self._put(code)

    def abort(self) -> None:
        """End the connection immediately; a page that is still there reconnects."""
        self._gone.set()
        if self._serving is not None:
            self._serving.cancel()

    async def receive(self) -> Any:  # noqa: ANN401
        """Wait for the next message, as ASGI describes it."""
        return await self._websocket.receive()

    async def until_gone(self) -> None:
        """Wait until the client has gone, or is dropped."""
        await self._gone.wait()

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for what serves the client, and send what is pushed meanwhile; raises what the work raises."""
        sending = asyncio.create_task(self._send_all())
        self._serving = serving = asyncio.create_task(work)
        try:
            await asyncio.wait([serving])
            if serving.cancelled():  # the client was dropped
                return
            if isinstance(refused := serving.exception(), ConnectionRefused):
                self.push(encode_text(refused.error))
                self.close(refused.code)
                await asyncio.wait([sending], timeout=_CLOSE_SECONDS)
            serving.result()
        finally:
            self._gone.set()
            serving.cancel()
            sending.cancel()

    async def _send_all(self) -> None:
        """Send what is pushed, until the connection is closed or lost."""
        try:
            while not isinstance(item := await self._outbox.get(), int):
                await self._websocket.send_text(item)
            await self._websocket.close(item)
        except (WebSocketDisconnect, RuntimeError):  # the reading side will notice as well
            self._gone.set()

    def _put(self, item: str | int) -> None:
        if self._gone.is_set():
            return
        try:
            self._outbox.put_nowait(item)
        except asyncio.QueueFull:
            self.abort()


async def serve_connection(
    websocket: WebSocket, subject: Subject, serve: Callable[[Connection, str], Awaitable[None]]
) -> None:
    """Accept a connection, and let a function serve it and its player until the client has gone."""
    if not is_same_origin(websocket.headers):
        await websocket.close(CLOSE_REFUSED)  # before accepting, so the client gets 403
        return
    await websocket.accept()
    start, code = monotonic(), None
    connection = Connection(websocket)
    try:
        await connection.run(_serve_player(websocket, subject, connection, serve))
    except ConnectionRefused as refused:
        code = refused.code
    about = {"path": websocket.url.path, "code": code, "seconds": round(monotonic() - start, 1)}
    log.info("connection", extra=about | {"client": client_host(websocket.scope)})


async def _serve_player(
    websocket: WebSocket,
    subject: Subject,
    connection: Connection,
    serve: Callable[[Connection, str], Awaitable[None]],
) -> None:
    """Find out whose connection it is, and serve it; raises ConnectionRefused."""
    server: ServerState = websocket.app.state.server
    try:
        session = (await server.sessions.identify(websocket)).session
        if session is None:
            raise subject.refuse("gone", f"no such {subject.name}", CLOSE_NO_GAME)
        if not server.player_connections.add(session.player):
            raise subject.refuse("busy", "too many connections", CLOSE_FULL)
        try:
            with server.sessions.connected(session, connection):
                await serve(connection, session.player)
        finally:
            server.player_connections.remove(session.player)
    except AtCapacity as problem:
        raise subject.refuse("busy", str(problem), CLOSE_FULL) from None
    except StoreError as problem:
        log.error("read failed", extra={"path": websocket.url.path, "problem": str(problem)})
        text = f"the {subject.name} cannot be read at the moment"
        raise subject.refuse("store", text, CLOSE_LATER) from None


async def read_messages(
    connection: Connection, subject: Subject, decoder: msgspec.json.Decoder[T], bucket: TokenBucket
) -> AsyncIterator[T]:
    """Yield a client's messages until it has gone; raises ConnectionRefused if they are too many or too bad."""
    bad = 0
    while (received := await connection.receive())["type"] != "websocket.disconnect":
        if not bucket.take():
            raise subject.refuse("slow", "too many messages; slow down", CLOSE_REFUSED)
        try:
            message = read_message(received.get("text"), decoder)
        except BadMessage as problem:
            bad += 1
            if bad > _MAX_BAD_MESSAGES:
                raise subject.refuse("bad", "too many bad messages", CLOSE_REFUSED) from None
            connection.push(encode_text(subject.error("bad", str(problem))))
            continue
        yield message
        await asyncio.sleep(0)  # the sender's turn, and that of other clients: more messages may be there already
