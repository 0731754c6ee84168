"""The WebSocket of a game: who connects, which messages arrive, and how many."""

import asyncio
import logging
from contextlib import suppress
from time import monotonic

from starlette.websockets import WebSocket

from lianliankan.errors import DamagedGame, NoSuchGame, StoreError
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.live_game import NO_GAME, QUEUE_FULL, LiveGame
from lianliankan.web.live.live_games import AtCapacity
from lianliankan.web.live.protocol import (
    CLOSE_FULL,
    CLOSE_LATER,
    CLOSE_NO_GAME,
    CLOSE_OTHER_VERSION,
    CLOSE_REFUSED,
    VERSION,
    AskWinnable,
    BadMessage,
    Begin,
    Do,
    ErrorMessage,
    Hello,
    Ping,
    Pong,
    encode_text,
    read_message,
)
from lianliankan.web.metrics import NO_METRICS, ServerMetrics
from lianliankan.web.rate_limits import TokenBucket
from lianliankan.web.security import client_host, is_same_origin
from lianliankan.web.server_state import ServerState
from lianliankan.web.work.fair_lane import Busy, TooHard

log = logging.getLogger("lianliankan.web")

_VERSION_ERROR = ErrorMessage("version", f"this server uses version {VERSION} of the protocol; reload the page")
_MAX_BAD_MESSAGES = 20
_HELLO_SECONDS = 20.0
_CLOSE_SECONDS = 2.0  # that a client which does not read gets before its connection is ended


class _Refused(Exception):
    """The connection is closed with a code, after an error message."""

    def __init__(self, error: ErrorMessage, code: int) -> None:
        super().__init__(error.message)
        self.error, self.code = error, code


async def serve_game(websocket: WebSocket) -> None:
    """Serve one game over one connection, until it ends."""
    if not is_same_origin(websocket.headers):
        await websocket.close(CLOSE_REFUSED)  # before accepting, so the client gets 403
        return
    await websocket.accept()
    start, code = monotonic(), None
    with suppress(TimeoutError):  # the connection was aborted
        async with asyncio.timeout(None) as deadline:
            connection = Connection(websocket, deadline)
            sender = asyncio.create_task(connection.send_all())
            try:
                await _serve(websocket, connection)
            except _Refused as refused:
                code = refused.code
                connection.push(encode_text(refused.error))
                connection.close(code)
                await asyncio.wait([sender], timeout=_CLOSE_SECONDS)
            finally:
                connection.is_lost = True
                sender.cancel()
    about = {"path": websocket.url.path, "code": code, "seconds": round(monotonic() - start, 1)}
    log.info("connection", extra=about | {"client": client_host(websocket.scope)})


async def _serve(websocket: WebSocket, connection: Connection) -> None:
    """Serve a connection until the client has gone; raises _Refused."""
    server: ServerState = websocket.app.state.server
    id = websocket.path_params["id"]
    try:
        session = (await server.sessions.identify(websocket)).session
    except StoreError as problem:
        raise _unreadable(websocket, problem) from None
    if session is None:
        raise _Refused(NO_GAME, CLOSE_NO_GAME)
    player = session.player
    if not server.player_connections.add(player):
        raise _Refused(ErrorMessage("busy", "too many connections"), CLOSE_FULL)
    live_game = None
    try:
        with server.sessions.connected(session, connection):
            if await _read_hello(websocket):
                live_game = await server.live_games.join(player, id, connection)
                live_game.send_state(connection)
                bucket = server.message_limiter.bucket(player)
                handler = MessageHandler(live_game, connection, bucket, server.config.metrics)
                await _read_messages(connection, handler)
    except AtCapacity as problem:
        raise _Refused(ErrorMessage("busy", str(problem)), CLOSE_FULL) from None
    except (NoSuchGame, DamagedGame) as problem:
        if isinstance(problem, DamagedGame):
            log.error("damaged game", extra={"path": websocket.url.path, "problem": str(problem)})
        raise _Refused(NO_GAME, CLOSE_NO_GAME) from None
    except Busy:
        raise _Refused(QUEUE_FULL, CLOSE_LATER) from None
    except TooHard:
        raise _Refused(ErrorMessage("heavy", "opening the game takes too much time"), CLOSE_FULL) from None
    except StoreError as problem:
        raise _unreadable(websocket, problem) from None
    finally:
        server.player_connections.remove(player)
        if live_game is not None:
            server.live_games.leave(live_game, connection)


def _unreadable(websocket: WebSocket, problem: StoreError) -> _Refused:
    log.error("read failed", extra={"path": websocket.url.path, "problem": str(problem)})
    return _Refused(ErrorMessage("store", "the game cannot be read at the moment"), CLOSE_LATER)


async def _read_hello(websocket: WebSocket) -> bool:
    """Wait for the first message, which must be a hello; return False if the client has gone."""
    try:
        message = await asyncio.wait_for(websocket.receive(), _HELLO_SECONDS)
        if message["type"] == "websocket.disconnect":
            return False
        found = read_message(_require_text(message.get("text")))
    except TimeoutError:
        raise _Refused(ErrorMessage("bad", f"no hello within {_HELLO_SECONDS:g} seconds"), CLOSE_REFUSED) from None
    except BadMessage as problem:
        raise _Refused(ErrorMessage("bad", str(problem)), CLOSE_REFUSED) from None
    if not isinstance(found, Hello):
        raise _Refused(ErrorMessage("bad", "the first message must be a hello"), CLOSE_REFUSED)
    _check_version(found)
    return True


async def _read_messages(connection: Connection, handler: "MessageHandler") -> None:
    """Handle messages one by one, until the client has gone."""
    task = asyncio.current_task()
    while True:
        message = await connection.receive()
        if message["type"] == "websocket.disconnect":
            return
        if connection.is_lost:
            return
        await handler.handle(message.get("text"))
        await asyncio.sleep(0)  # the sender's turn, and that of other clients: more messages may be there already
        if task is not None and task.cancelling():  # while a command was written, which is always finished
            raise asyncio.CancelledError


class MessageHandler:
    """Handles the messages of a connection to a game, and limits them."""

    def __init__(
        self, live_game: LiveGame, connection: Connection, bucket: TokenBucket, metrics: ServerMetrics = NO_METRICS
    ) -> None:
        self._live_game, self._connection, self._metrics = live_game, connection, metrics
        self._bucket, self._bad = bucket, 0

    async def handle(self, text: str | None) -> None:
        """Handle a message; None stands for a binary one. Raises _Refused if there are too many, or too many bad."""
        if not self._bucket.take():
            raise _Refused(ErrorMessage("slow", "too many messages; slow down"), CLOSE_REFUSED)
        try:
            message = read_message(_require_text(text))
        except BadMessage as problem:
            self._bad += 1
            if self._bad > _MAX_BAD_MESSAGES:
                raise _Refused(ErrorMessage("bad", "too many bad messages"), CLOSE_REFUSED) from None
            self._connection.push(encode_text(ErrorMessage("bad", str(problem))))
            return
        match message:
            case Do():
                start = monotonic()
                outcome = await self._live_game.do(message, self._connection)
                self._metrics.count_command(message.command, outcome, monotonic() - start)
            case Begin():
                self._live_game.begin(self._connection)
            case Ping():
                self._connection.push(encode_text(Pong(message.n)))
            case AskWinnable():
                self._live_game.answer_winnable(message.n, self._connection)
            case Hello():
                _check_version(message)
                self._live_game.send_state(self._connection)


def _check_version(hello: Hello) -> None:
    if hello.v != VERSION:
        raise _Refused(_VERSION_ERROR, CLOSE_OTHER_VERSION)


def _require_text(text: str | None) -> str:
    if text is None:
        raise BadMessage("messages must be text frames")
    return text
