"""Handlers that are cancelled, as some servers do with those of a client that has gone."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket

import lianliankan as llk
from lianliankan.store import StoredGame
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.protocol import Do
from lianliankan.web.state.server_state import Backend, ServerConfig, ServerState
from support.patience import PATIENCE
from support.unhurried_server import UNHURRIED

PLAYER = "somebody"


def run_with_game(folder: Path, test: Callable[[ServerState, StoredGame], Awaitable[None]]) -> None:
    """Run a test inside a server that has a game."""

    async def run() -> None:
        server = ServerState(ServerConfig(store=folder), Backend(UNHURRIED))
        server.start()
        try:
            new_row = server.store.of_player(PLAYER).prepare(llk.Game(llk.Board.parse("AB/AB")))
            await test(server, await server.writer.create(new_row))
        finally:
            await server.close()

    asyncio.run(run())


def make_connection() -> Connection:
    """Make a connection that sends nothing yet."""
    messages: asyncio.Queue[Message] = asyncio.Queue()
    return Connection(WebSocket({"type": "websocket"}, messages.get, messages.put))


def test_a_client_that_leaves_while_its_game_is_opened_takes_no_other_along(tmp_path: Path) -> None:
    async def test(server: ServerState, stored: StoredGame) -> None:
        stays = make_connection()
        going = asyncio.create_task(server.live_games.join(PLAYER, stored.id, make_connection()))
        staying = asyncio.create_task(server.live_games.join(PLAYER, stored.id, stays))
        await asyncio.sleep(0)
        going.cancel()
        live_game = await staying
        assert live_game.connections == {stays}
        assert len(server.live_games) == 1

    run_with_game(tmp_path, test)


def test_a_command_that_is_being_written_is_finished_however_its_connection_ends(tmp_path: Path) -> None:
    async def test(server: ServerState, stored: StoredGame) -> None:
        connection, is_waiting, may_write = make_connection(), threading.Event(), threading.Event()
        live_game = await server.live_games.join(PLAYER, stored.id, connection)

        def hold_up() -> None:
            is_waiting.set()
            may_write.wait(PATIENCE)

        job = asyncio.create_task(server.writer.run(hold_up))
        await asyncio.to_thread(is_waiting.wait)
        serving = asyncio.create_task(connection.run(asyncio.sleep(PATIENCE)))
        command = server.tasks.start(live_game.handle(Do(1, 0, "pause"), connection))
        for _ in range(3):
            await asyncio.sleep(0)
            connection.abort()
            serving.cancel()
        await asyncio.sleep(0)
        may_write.set()
        await asyncio.wait([command, job])
        assert live_game.stored.version == 1
        assert server.store.of_player(PLAYER).open(stored.id).version == 1

    run_with_game(tmp_path, test)


def test_a_connection_that_cannot_be_sent_to_is_ended_and_the_log_says_why(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        messages: asyncio.Queue[Message] = asyncio.Queue()

        async def refuse(message: Message) -> None:
            if message["type"] == "websocket.send":
                raise ValueError("not a message")

        websocket = WebSocket({"type": "websocket"}, messages.get, refuse)
        messages.put_nowait({"type": "websocket.connect"})
        await websocket.accept()
        connection = Connection(websocket)
        connection.push("hello")
        async with asyncio.timeout(PATIENCE):
            await connection.run(connection.until_gone())

    asyncio.run(run())
    assert caplog.messages == ["connection not served"]
    assert "not a message" in caplog.text
