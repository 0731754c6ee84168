"""The WebSocket of a room: checks, messages in, events out."""

from starlette.websockets import WebSocket

from lianliankan.store import Store
from lianliankan.store.room_log import NoSuchRoom
from lianliankan.web.live.connection import Connection, Subject, read_messages, serve_connection
from lianliankan.web.live.protocol import CLOSE_LATER, Ping, Pong, encode_text
from lianliankan.web.race.live_room import NotWritten
from lianliankan.web.race.protocol import CLOSE_NO_ROOM, FROM_RACER, RaceDo, RaceErrorMessage, React
from lianliankan.web.race.racer_commands import RacerCommands
from lianliankan.web.race.racer_connection import RacerConnection
from lianliankan.web.race.racer_names import find_language, shown_name
from lianliankan.web.race.room_guesses import room_guesses
from lianliankan.web.server_state import ServerState

_ROOM = Subject("room", lambda code, text: RaceErrorMessage(None, code, text))
_ENTERING = 8  # how many messages it counts as: everybody in the room is told, and the log has it


async def serve_room(websocket: WebSocket) -> None:
    """Serve one room over one connection, until it ends."""

    async def serve(connection: Connection, player: str) -> None:
        try:
            await _serve(websocket, connection, player)
        except NoSuchRoom:
            room_guesses(websocket.app.state.server, websocket).take()
            raise _ROOM.refuse("gone", "no such room", CLOSE_NO_ROOM) from None
        except NotWritten as problem:
            raise _ROOM.refuse("store", str(problem), CLOSE_LATER) from None

    await serve_connection(websocket, _ROOM, serve)


async def _serve(websocket: WebSocket, connection: Connection, player: str) -> None:
    """Serve a connection until the client has gone; raises ConnectionRefused."""
    server: ServerState = websocket.app.state.server
    code = str(websocket.path_params["code"]).upper()
    if room_guesses(server, websocket).is_empty and not server.live_rooms.has_seat(code, player):
        raise _ROOM.refuse("slow", "too many attempts; slow down", CLOSE_LATER)
    bucket = server.message_limiter.bucket(player)
    if not bucket.take(_ENTERING):
        raise _ROOM.refuse("slow", "too many connections; slow down", CLOSE_LATER)
    racer = RacerConnection(connection, player, server.now)
    is_watching = websocket.query_params.get("watch") == "1"
    find_name = None if is_watching else lambda: _find_name(websocket, server.store.of_player(player))
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
                    racer.push(encode_text(Pong(message.n)))
    finally:
        server.live_rooms.leave(live_room, racer)


async def _find_name(websocket: WebSocket, store: Store) -> str:
    """Return the name under which a player races."""
    server: ServerState = websocket.app.state.server

    def find() -> str:
        return shown_name(store, find_language(store, websocket))

    return await server.read(find)
