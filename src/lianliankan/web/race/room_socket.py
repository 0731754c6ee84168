"""The WebSocket of a room: checks, messages in, events out."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Final

from starlette.websockets import WebSocket

from lianliankan.errors import Error, StoreError
from lianliankan.race.commands import RaceCommand
from lianliankan.race.room_commands import RoomCommand
from lianliankan.store import Store
from lianliankan.store.room_log import NoSuchRoom
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.live_games import AtCapacity
from lianliankan.web.live.open_sockets import OpenSockets
from lianliankan.web.live.protocol import (
    CLOSE_FULL,
    CLOSE_LATER,
    CLOSE_REFUSED,
    BadMessage,
    Ping,
    Pong,
    encode_text,
)
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.metrics import ServerMetrics
from lianliankan.web.race.answers import find_language, shown_name
from lianliankan.web.race.bots import pick_bot_name
from lianliankan.web.race.live_room import LiveRoom, NotWritten, RacerConnection, Sender
from lianliankan.web.race.protocol import (
    CLOSE_NO_ROOM,
    RaceDo,
    RaceErrorCode,
    RaceErrorMessage,
    React,
    Reaction,
    read_race_message,
)
from lianliankan.web.race.replica import Command
from lianliankan.web.race.routes_lobby import code_attempts
from lianliankan.web.rate_limits import TokenBucket
from lianliankan.web.security import client_host, is_same_origin
from lianliankan.web.server_state import ServerState
from lianliankan.web.work.fair_lane import Busy, TooHard

log = logging.getLogger("lianliankan.web")

MAX_ENTRIES = 6_000
"""The most entries since the base of a room: no race has so many."""

_MAX_BAD_MESSAGES = 20
_MAX_UNANSWERED = 32  # commands of a connection
_ENTERING = 8  # how many messages it counts as: everyone in the room is told, and the log has it
_CLOSE_SECONDS = 2.0  # that a client which does not read gets before its connection is ended
_ROOM_WORDS = ("ready", "unready", "leave", "bot", "kick", "settings")
_EFFECTS = ("hint", "use")


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
            open_sockets: OpenSockets = websocket.app.state.server.open_sockets
            open_sockets.add(connection)
            try:
                await _serve(websocket, connection)
            except _Refused as refused:
                code = refused.code
                connection.push(encode_text(refused.error))
                connection.close(code)
                await asyncio.wait([sender], timeout=_CLOSE_SECONDS)
            finally:
                open_sockets.remove(connection)
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
    attempts = code_attempts(server, websocket)
    if attempts.is_empty and not server.live_rooms.has_seat(code, session.player):
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
        attempts.take()
        raise _Refused("gone", "no such room", CLOSE_NO_ROOM) from None
    except NotWritten as problem:  # which is logged
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
        return shown_name(store, find_language(store, websocket.headers.get("accept-language", "")))

    return await asyncio.get_running_loop().run_in_executor(server.read_pool, find)


def _unreadable(code: str, problem: StoreError) -> _Refused:
    log.error("read failed", extra={"room": code, "problem": str(problem)})
    return _Refused("store", "the room cannot be read at the moment", CLOSE_LATER)


async def _read_messages(racer: RacerConnection, commands: "RacerCommands", bucket: TokenBucket) -> None:
    """Handle messages one by one, until the client has gone; commands are not waited for."""
    bad, connection, task = 0, racer.connection, asyncio.current_task()
    while True:
        received = await connection.receive()
        if received["type"] == "websocket.disconnect":
            return
        if connection.is_draining:
            continue
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
            racer.push_error("bad", str(problem))
            continue
        match message:
            case RaceDo():
                await commands.do(message)
            case React():
                commands.react(message.reaction)
            case Ping():
                racer.push(Pong(message.n))
        await asyncio.sleep(0)  # the sender's turn, and that of other clients: more messages may be there already
        if task is not None and task.cancelling():
            raise asyncio.CancelledError


_NOT_DONE: Final[dict[str, tuple[RaceErrorCode, str]]] = {
    "queue": ("queue", "the server is busy; try again in a moment"),
    "store": ("store", "the command could not be saved, so it was not run"),
}


class RacerCommands:
    """The commands of a connection: checked against the room as it is here, and then appended to its log."""

    def __init__(self, live_room: LiveRoom, connection: RacerConnection, metrics: ServerMetrics) -> None:
        self._room, self._connection, self._metrics = live_room, connection, metrics
        self._unanswered: set[asyncio.Future[Any]] = set()

    def react(self, reaction: Reaction) -> None:
        """Show everyone a reaction, unless there are too many of them."""
        seat = self._connection.seat
        if seat is not None and self._connection.reactions.take():
            self._room.show_reaction(seat, reaction)
            self._room.services.say_reaction(self._room.code, seat, reaction)

    async def do(self, message: RaceDo) -> None:
        """Do a command, or say why not; what is appended to the log is answered later."""
        seat, replica = self._connection.seat, self._room.replica
        if seat is None:
            self._refuse(message, "watching", "spectators cannot do that")
            return
        try:
            command = self._parse(seat, message.command)
            most = MAX_ENTRIES if isinstance(command, RaceCommand) else MAX_ENTRIES // 2  # so that a race can be ended
            if replica.version - replica.base_version >= most and command.word != "leave":
                self._refuse(message, "long", f"rooms are limited to {most} commands in a race")
                return
            if len(self._unanswered) >= _MAX_UNANSWERED:
                await asyncio.wait(self._unanswered)
            followed = await self._check(message, command)
        except Error as problem:  # e.g. settings that a room cannot have
            self._refuse(message, "bad", str(problem))
            return
        if followed is None:
            self._metrics.count_race_command(command.word, "denied", 0.0)
        else:
            self._append(message, command, followed)

    def _parse(self, seat: int, text: str) -> Command:
        """Parse what a player sends; raises ParseError and BadOptions."""
        word, _, argument = text.strip().partition(" ")
        if word not in _ROOM_WORDS:
            return RaceCommand.from_player(seat, text)
        if word == "bot":
            argument = f"{argument.strip()} {pick_bot_name(self._room.replica.room)}"
        command = RoomCommand.parse(f"{seat + 1} {word} {argument}".strip())
        command.check()
        return command

    async def _check(self, message: RaceDo, command: Command) -> Command | None:
        """Return the command if it can be done in the room as it is here, a pair with the cells of its tiles now.

        Otherwise the sender is told why not. Commands that are not answered yet may still allow it, so these come
        first.
        """
        while True:
            followed = self._follow(message, command)
            denial = None if followed is None else self._room.replica.foresee(followed, self._room.now)
            if followed is not None and (denial is None or denial.reason == "not proved"):
                return followed
            if not self._unanswered:
                break
            await asyncio.wait(self._unanswered)
        if denial is None:
            self._refuse(message, "stale", "the tiles have gone, or the board was replaced")
        else:
            self._room.push_denial(Sender(self._connection, message.n), denial)
        return None

    def _follow(self, message: RaceDo, command: Command) -> Command | None:
        if not isinstance(command, RaceCommand) or command.word != "play":
            return command
        return self._room.replica.follow(command, message.version)

    def _append(self, message: RaceDo, command: Command, followed: Command) -> None:
        """Append a command to the log, and answer when it is applied."""
        sender = Sender(self._connection, message.n)
        work: asyncio.Future[Any]
        if isinstance(command, RaceCommand) and command.word in _EFFECTS:
            work = asyncio.create_task(self._prove(command, sender))
        else:
            seen = min(message.version, self._room.replica.version)
            work = self._room.add(
                command, str(seen) if command.word == "play" else "", followed=followed, sender=sender
            )
        self._unanswered.add(work)
        self._connection.connection.is_busy = True
        work.add_done_callback(partial(self._finish, message, command.word, monotonic()))

    async def _prove(self, command: RaceCommand, sender: Sender) -> bool:
        denial = await self._room.prove(command, self._connection.owner, sender)
        if denial is not None:
            self._room.push_denial(sender, denial)
        return True

    def _finish(self, message: RaceDo, word: str, start: float, work: asyncio.Future[Any]) -> None:
        """Count a command; the room has answered it if it was applied, and otherwise the sender is told here."""
        outcome = "failed"
        try:
            outcome = "store" if work.result() is None else "done"
        except NotWritten:
            outcome = "store"
        except (Busy, TooHard):
            outcome = "queue"
        except ServerClosing:
            outcome = "closing"
        except Exception as problem:  # a client that reconnects gets the state
            log.error("command failed", extra={"room": self._room.code}, exc_info=problem)
        if outcome in _NOT_DONE:
            self._refuse(message, *_NOT_DONE[outcome])
        elif outcome != "done":
            self._connection.connection.abort()
        self._metrics.count_race_command(word, outcome, monotonic() - start)
        self._unanswered.discard(work)
        if not self._unanswered:
            self._connection.connection.is_busy = False
            if self._connection.connection.is_draining:
                self._connection.connection.drain()

    def _refuse(self, message: RaceDo, code: RaceErrorCode, problem: str) -> None:
        self._connection.push_error(code, problem, message.n)
