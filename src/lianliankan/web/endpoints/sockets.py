"""The WebSockets of games and rooms: admission of clients, their messages, and the end of a connection."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from time import monotonic
from typing import Any, Final, Literal, NamedTuple, TypeVar

import msgspec
from starlette.websockets import WebSocket

from lianliankan.errors import DamagedGame, Error, NoSuchGame, StoreError
from lianliankan.race.commands import PROVED_COMMANDS, SEAT_COMMANDS, RaceCommand, RoomCommand
from lianliankan.store.room_log import NoSuchRoom
from lianliankan.web.base.metrics import ServerMetrics
from lianliankan.web.base.page_data import encode_text
from lianliankan.web.base.tasks import ServerClosing
from lianliankan.web.endpoints.races import code_attempts, room_code
from lianliankan.web.http.rate_limits import TokenBucket
from lianliankan.web.http.security import client_host, is_same_origin
from lianliankan.web.live.connection import AtCapacity, Connection, ConnectionRefused
from lianliankan.web.live.live_game import NO_GAME, QUEUE_FULL
from lianliankan.web.live.protocol import (
    CLOSE_FULL,
    CLOSE_LATER,
    CLOSE_NO_GAME,
    CLOSE_OTHER_VERSION,
    CLOSE_REFUSED,
    FROM_CLIENT,
    VERSION,
    BadMessage,
    ErrorMessage,
    Hello,
    Ping,
    Pong,
    read_message,
)
from lianliankan.web.race.answers import find_language, shown_name
from lianliankan.web.race.bots import pick_bot_name
from lianliankan.web.race.live_room import LiveRoom, NotWritten, RacerConnection, Sender
from lianliankan.web.race.protocol import (
    CLOSE_NO_ROOM,
    FROM_RACER,
    RaceDo,
    RaceErrorCode,
    RaceErrorMessage,
    React,
    Reaction,
)
from lianliankan.web.race.replica import Command
from lianliankan.web.state.server_state import ServerState
from lianliankan.web.work.jobs import Busy, TooHard

log = logging.getLogger("lianliankan.web")

T = TypeVar("T")
RefusalCode = Literal["bad", "busy", "gone", "slow", "store"]

_MAX_BAD_MESSAGES = 20


# ---- The life of a connection ----------------------------------------------------------------------------------------


class Subject(NamedTuple):
    """The subject of a connection: a game or a room.

    - `name`: for messages, e.g. "game".
    - `error`: makes an error message of the protocol from its code and its text.
    """

    name: str
    error: Callable[[RefusalCode, str], msgspec.Struct]

    def refuse(self, code: RefusalCode, text: str, close_code: int) -> ConnectionRefused:
        """Return the refusal of a connection."""
        return ConnectionRefused(self.error(code, text), close_code)


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
    """Identify the player of a connection, and serve it; raises ConnectionRefused."""
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


# ---- Games -----------------------------------------------------------------------------------------------------------


_GAME = Subject("game", ErrorMessage)
_VERSION_ERROR = ErrorMessage("version", f"this server uses version {VERSION} of the protocol; reload the page")
_HELLO_SECONDS = 20.0


async def serve_game(websocket: WebSocket) -> None:
    """Serve one game over one connection, until it ends."""
    server: ServerState = websocket.app.state.server
    id = str(websocket.path_params["id"])

    async def serve(connection: Connection, player: str) -> None:
        try:
            await _serve_game(server, id, connection, player)
        except (NoSuchGame, DamagedGame) as problem:
            if isinstance(problem, DamagedGame):
                log.error("damaged game", extra={"path": websocket.url.path, "problem": str(problem)})
            raise ConnectionRefused(NO_GAME, CLOSE_NO_GAME) from None
        except Busy:
            raise ConnectionRefused(QUEUE_FULL, CLOSE_LATER) from None
        except TooHard:
            raise ConnectionRefused(ErrorMessage("heavy", "opening the game takes too much time"), CLOSE_FULL) from None

    await serve_connection(websocket, _GAME, serve)


async def _serve_game(server: ServerState, id: str, connection: Connection, player: str) -> None:
    """Serve a connection until the client has gone; raises ConnectionRefused."""
    if not await _read_hello(connection):
        return
    live_game = await server.live_games.join(player, id, connection)
    try:
        live_game.send_state(connection)
        bucket = server.message_limiter.bucket(player)
        async for message in read_messages(connection, _GAME, FROM_CLIENT, bucket):
            if isinstance(message, Ping):  # it must not wait for commands: the client would give up
                connection.push(encode_text(Pong(message.n)))
                continue
            if isinstance(message, Hello):
                _check_version(message)
            await connection.slots.acquire()
            server.tasks.start(live_game.handle(message, connection), is_logged_for_caller=True)
    finally:
        server.live_games.leave(live_game, connection)


async def _read_hello(connection: Connection) -> bool:
    """Wait for the first message, which must be a hello; return False if the client has gone."""
    try:
        message = await asyncio.wait_for(connection.receive(), _HELLO_SECONDS)
        if message["type"] == "websocket.disconnect":
            return False
        found = read_message(message.get("text"), FROM_CLIENT)
    except TimeoutError:
        raise _GAME.refuse("bad", f"no hello within {_HELLO_SECONDS:g} seconds", CLOSE_REFUSED) from None
    except BadMessage as problem:
        raise _GAME.refuse("bad", str(problem), CLOSE_REFUSED) from None
    if not isinstance(found, Hello):
        raise _GAME.refuse("bad", "the first message must be a hello", CLOSE_REFUSED)
    _check_version(found)
    return True


def _check_version(hello: Hello) -> None:
    if hello.v != VERSION:
        raise ConnectionRefused(_VERSION_ERROR, CLOSE_OTHER_VERSION)


# ---- Rooms -----------------------------------------------------------------------------------------------------------


MAX_ENTRIES = 6_000
"""The most entries since the base of a room: no race has so many."""

_MAX_COMMANDS = 32  # of a connection that are not answered; the next are not read until then
_ROOM = Subject("room", lambda code, text: RaceErrorMessage(None, code, text))
_ENTERING = 8  # how many messages entering counts as: it is sent to everyone in the room, and written to the log


async def serve_room(websocket: WebSocket) -> None:
    """Serve one room over one connection, until it ends."""

    async def serve(connection: Connection, player: str) -> None:
        try:
            await _serve_room(websocket, connection, player)
        except NoSuchRoom:
            code_attempts(websocket.app.state.server, websocket).take()
            raise _ROOM.refuse("gone", "no such room", CLOSE_NO_ROOM) from None
        except NotWritten as problem:
            raise _ROOM.refuse("store", str(problem), CLOSE_LATER) from None

    await serve_connection(websocket, _ROOM, serve)


async def _serve_room(websocket: WebSocket, connection: Connection, player: str) -> None:
    """Serve a connection until the client has gone; raises ConnectionRefused."""
    server: ServerState = websocket.app.state.server
    code = room_code(websocket)
    if code_attempts(server, websocket).is_empty and not server.live_rooms.has_seat(code, player):
        raise _ROOM.refuse("slow", "too many attempts; slow down", CLOSE_LATER)
    bucket = server.message_limiter.bucket(player)
    if not bucket.take(_ENTERING):
        raise _ROOM.refuse("slow", "too many connections; slow down", CLOSE_LATER)
    racer = RacerConnection(connection, player, server.now)
    find_name = None if websocket.query_params.get("watch") == "1" else lambda: _find_name(websocket, player)
    live_room = await server.live_rooms.join(code, racer, find_name)
    try:
        commands = RacerCommands(live_room, racer, server.config.metrics)
        async for message in read_messages(connection, _ROOM, FROM_RACER, bucket):
            match message:
                case RaceDo():
                    await commands.do(message)
                case React():
                    commands.react(message.reaction)
                case Ping():
                    racer.push(Pong(message.n))
    finally:
        server.live_rooms.leave(live_room, racer)


async def _find_name(websocket: WebSocket, player: str) -> str:
    """Return the name under which a player races."""
    server: ServerState = websocket.app.state.server
    store, header = server.store.of_player(player), websocket.headers.get("accept-language", "")
    return await server.read(lambda: shown_name(store, find_language(store, header)))


_NOT_DONE: Final[dict[str, tuple[RaceErrorCode, str]]] = {
    "queue": ("queue", "the server is busy; try again in a moment"),
    "store": ("store", "the command could not be saved, so it was not run"),
}


class RacerCommands:
    """The commands of a connection: checked against the room as it is here, and then appended to its log."""

    def __init__(self, live_room: LiveRoom, connection: RacerConnection, metrics: ServerMetrics) -> None:
        self._room = live_room
        self._connection = connection
        self._metrics = metrics
        self._unanswered: set[asyncio.Future[Any]] = set()

    def react(self, reaction: Reaction) -> None:
        """Show everyone a reaction, unless there are too many of them."""
        seat = self._connection.seat
        if seat is not None and self._connection.reactions.take():
            self._room.show_reaction(seat, reaction)
            self._room.services.say_reaction(self._room.code, seat, reaction)

    async def do(self, message: RaceDo) -> None:
        """Do a command, or refuse it with a reason; a command that is appended to the log is answered later."""
        seat, replica = self._connection.seat, self._room.replica
        if seat is None:
            self._refuse(message.n, "watching", "spectators cannot do that")
            return
        try:
            command = self._parse(seat, message.command)
            most = MAX_ENTRIES if isinstance(command, RaceCommand) else MAX_ENTRIES // 2  # so that a race can be ended
            if replica.version - replica.base_version >= most and command.word != "leave":
                self._refuse(message.n, "long", f"rooms are limited to {most} commands in a race")
                return
            if len(self._unanswered) >= _MAX_COMMANDS:
                await asyncio.wait(self._unanswered)
            followed = await self._check(message, command)
        except Error as problem:  # e.g. settings that a room cannot have
            self._refuse(message.n, "bad", str(problem))
            return
        if followed is None:
            self._metrics.count_race_command(command.word, "denied", 0.0)
        else:
            self._append(message.n, followed)

    def _parse(self, seat: int, text: str) -> Command:
        """Parse what a player sends; raises ParseError and BadOptions."""
        word, _, argument = text.strip().partition(" ")
        if word not in SEAT_COMMANDS:
            return RaceCommand.from_player(seat, text)
        if word == "bot":
            argument = f"{argument.strip()} {pick_bot_name(self._room.replica.room)}"
        return RoomCommand.parse(f"{seat + 1} {word} {argument}".strip())

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
            self._refuse(message.n, "stale", "the tiles have gone, or the board was replaced")
        else:
            self._room.push_denial(Sender(self._connection, message.n), denial)
        return None

    def _follow(self, message: RaceDo, command: Command) -> Command | None:
        if not isinstance(command, RaceCommand) or command.word != "play":
            return command
        return self._room.replica.follow(command, message.version)

    def _append(self, n: int, command: Command) -> None:
        """Append a command to the log; the room answers when it is applied."""
        sender, start = Sender(self._connection, n), monotonic()
        work: asyncio.Future[Any]
        if isinstance(command, RaceCommand) and command.word in PROVED_COMMANDS:
            work = self._room.services.tasks.start(self._prove(command, sender, start), is_logged_for_caller=True)
        else:
            work = self._room.add(command, sender=sender)
            work.add_done_callback(
                lambda work: self._finish(n, command.word, start, "store" if work.result() is None else "done")
            )
        self._unanswered.add(work)
        work.add_done_callback(self._unanswered.discard)

    async def _prove(self, command: RaceCommand, sender: Sender, start: float) -> None:
        outcome = "done"
        try:
            denial = await self._room.prove(command, self._connection.requester, sender)
            if denial is not None:
                self._room.push_denial(sender, denial)
        except NotWritten:
            outcome = "store"
        except (Busy, TooHard):
            outcome = "queue"
        except ServerClosing:
            outcome = "closing"
        except Exception as problem:  # a client that reconnects gets the state
            outcome = "failed"
            log.error("command failed", extra={"room": self._room.code}, exc_info=problem)
        self._finish(sender.n, command.word, start, outcome)

    def _finish(self, n: int, word: str, start: float, outcome: str) -> None:
        """Count a command; one that was not written has no answer yet."""
        self._metrics.count_race_command(word, outcome, monotonic() - start)
        if outcome in _NOT_DONE:
            self._refuse(n, *_NOT_DONE[outcome])
        elif outcome != "done":
            self._connection.connection.abort()

    def _refuse(self, n: int, code: RaceErrorCode, problem: str) -> None:
        self._connection.push_error(code, problem, n)
