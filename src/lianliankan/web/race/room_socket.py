"""The WebSocket of a room: checks, messages in, events out."""

import asyncio
import logging
from contextlib import suppress
from time import monotonic

from starlette.websockets import WebSocket

from lianliankan.errors import StoreError
from lianliankan.store import Store
from lianliankan.store.room_log import NoSuchRoom
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.live_games import AtCapacity
from lianliankan.web.live.protocol import (
    CLOSE_FULL,
    CLOSE_LATER,
    CLOSE_REFUSED,
    BadMessage,
    Ping,
    Pong,
    encode_text,
)
from lianliankan.web.race.live_room import NotWritten
from lianliankan.web.race.protocol import (
    CLOSE_NO_ROOM,
    RaceDo,
    RaceErrorCode,
    RaceErrorMessage,
    React,
    read_race_message,
)
from lianliankan.web.race.racer_commands import RacerCommands
from lianliankan.web.race.racer_connection import RacerConnection
from lianliankan.web.race.racer_names import find_language, shown_name
from lianliankan.web.race.room_guesses import room_guesses
from lianliankan.web.rate_limits import TokenBucket
from lianliankan.web.security import client_host, is_same_origin
from lianliankan.web.server_state import ServerState

log = logging.getLogger("lianliankan.web")

_MAX_BAD_MESSAGES = 20
_ENTERING = 8  # how many messages it counts as: everybody in the room is told, and the log has it
_CLOSE_SECONDS = 2.0  # that a client which does not read gets before its connection is ended


class _Refused(Exception):
    """The connection is closed with a code, after an error message."""

    def __init__(self, error: RaceErrorCode, problem: str, code: int) -> None:
        super().__init__(problem)
        self.error, self.code = RaceErrorMessage(None, error, problem), code


async def serve_room(websocket: WebSocket) -> None:
    """Serve one room over one connection, until it ends."""
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
    code = str(websocket.path_params["code"]).upper()
    try:
        session = (await server.sessions.identify(websocket)).session
    except StoreError as problem:
        raise _unreadable(code, problem) from None
    if session is None:
        raise _Refused("gone", "no such room", CLOSE_NO_ROOM)
    guesses = room_guesses(server, websocket)
    if guesses.is_empty and not server.live_rooms.has_seat(code, session.player):
        raise _Refused("slow", "too many attempts; slow down", CLOSE_LATER)
    messages = server.message_limiter.bucket(session.player)
    if not messages.take(_ENTERING):
        raise _Refused("slow", "too many connections; slow down", CLOSE_LATER)
    if not server.player_connections.add(session.player):
        raise _Refused("busy", "too many connections", CLOSE_FULL)
    racer, live_room = RacerConnection(connection, session.player, server.config.now), None
    is_watching = websocket.query_params.get("watch") == "1"
    try:
        with server.sessions.connected(session, connection):
            find_name = None if is_watching else lambda: _find_name(websocket, server.store.of_player(session.player))
            live_room = await server.live_rooms.join(code, racer, find_name)
            commands = RacerCommands(live_room, racer, server.config.metrics)
            await _read_messages(racer, commands, messages)
    except AtCapacity as problem:
        raise _Refused("busy", str(problem), CLOSE_FULL) from None
    except NoSuchRoom:
        guesses.take()
        raise _Refused("gone", "no such room", CLOSE_NO_ROOM) from None
    except NotWritten as problem:
        raise _Refused("store", str(problem), CLOSE_LATER) from None
    except StoreError as problem:
        raise _unreadable(code, problem) from None
    finally:
        server.player_connections.remove(session.player)
        if live_room is not None:
            server.live_rooms.leave(live_room, racer)


async def _find_name(websocket: WebSocket, store: Store) -> str:
    """Return the name under which a player races."""
    server: ServerState = websocket.app.state.server

    def find() -> str:
        return shown_name(store, find_language(store, websocket))

    return await asyncio.get_running_loop().run_in_executor(server.read_pool, find)


def _unreadable(code: str, problem: StoreError) -> _Refused:
    log.error("read failed", extra={"room": code, "problem": str(problem)})
    return _Refused("store", "the room cannot be read at the moment", CLOSE_LATER)


async def _read_messages(racer: RacerConnection, commands: RacerCommands, bucket: TokenBucket) -> None:
    """Handle messages one by one, until the client has gone; commands are not waited for."""
    bad, connection, task = 0, racer.connection, asyncio.current_task()
    while True:
        received = await connection.receive()
        if received["type"] == "websocket.disconnect":
            return
        if connection.is_lost:
            return
        if not bucket.take():
            raise _Refused("slow", "too many messages; slow down", CLOSE_REFUSED)
        try:
            if received.get("text") is None:
                raise BadMessage("messages must be text frames")
            message = read_race_message(received["text"])
        except BadMessage as problem:
            bad += 1
            if bad > _MAX_BAD_MESSAGES:
                raise _Refused("bad", "too many bad messages", CLOSE_REFUSED) from None
            racer.push(encode_text(RaceErrorMessage(None, "bad", str(problem))))
            continue
        match message:
            case RaceDo():
                await commands.do(message)
            case React():
                commands.react(message.reaction)
            case Ping():
                racer.push(encode_text(Pong(message.n)))
        await asyncio.sleep(0)  # the sender's turn, and that of other clients: more messages may be there already
        if task is not None and task.cancelling():
            raise asyncio.CancelledError
