"""The app is plain ASGI: it runs under Starlette's test client, and under a server that is not uvicorn."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hypercorn.asyncio
import pytest
from hypercorn.config import Config
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import InvalidStatus

import lianliankan as llk
from lianliankan.web.app import make_app
from lianliankan.web.server import bind_socket, browser_url
from lianliankan.web.state.server_state import Backend, ServerConfig, ServerState
from support.patience import PATIENCE
from support.web_stage import UNHURRIED, Client

ADDRESS = "http://testserver"  # the only one that the test client connects to
START = {"mode": "classic", "rows": 4, "cols": 6, "seed": 7}


def test_a_game_under_the_test_client(tmp_path: Path) -> None:
    app = make_app(ServerState(ServerConfig(store=tmp_path, names=frozenset({"testserver"})), Backend(UNHURRIED)))
    with TestClient(app, ADDRESS, headers={"Origin": ADDRESS}) as client:
        assert client.get("/").status_code == 200
        id = client.post("/api/games", json=START).json()["id"]
        with client.websocket_connect(f"/ws/{id}") as socket:
            socket.send_json({"type": "hello", "v": 3})
            state = socket.receive_json()
            for number, move in enumerate(llk.solve(llk.Board.from_rows(state["rows"])).moves):
                socket.send_json({"type": "do", "n": number, "version": number, "command": f"play {move}"})
                answer: dict[str, Any] = socket.receive_json()
            assert answer["view"]["state"] == "won"
            socket.send_text("nonsense")
            assert socket.receive_json()["code"] == "bad"
        with client.websocket_connect("/ws/no-game") as socket:
            socket.send_json({"type": "hello", "v": 3})
            assert socket.receive_json()["code"] == "gone"
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()


@contextmanager
def run_hypercorn(folder: Path) -> Iterator[str]:
    """Run the app under Hypercorn, and yield its address."""
    listening = bind_socket("127.0.0.1", 0)
    address = browser_url(listening)
    config, ready = Config(), threading.Event()
    config.bind = [f"fd://{listening.detach()}"]  # the server closes it
    config.graceful_timeout = 2
    loop, end = asyncio.new_event_loop(), asyncio.Event()

    async def wait_for_end() -> None:
        ready.set()
        await end.wait()

    app = make_app(ServerState(ServerConfig(store=folder), Backend(UNHURRIED)))
    serve = hypercorn.asyncio.serve(app, config, shutdown_trigger=wait_for_end)  # type: ignore[arg-type]
    thread = threading.Thread(target=loop.run_until_complete, args=(serve,))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield address
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join(PATIENCE)
        loop.close()


def test_a_game_under_another_server(tmp_path: Path) -> None:
    with run_hypercorn(tmp_path) as address:
        client = Client(address)
        id = client.start_game()
        first, second = client.open_window(id), client.open_window(id)
        for move in llk.solve(first.board).moves:
            answer = first.do(f"play {move}")
            assert second.receive() == answer | {"n": None}
        assert answer["view"]["state"] == "won"
        with pytest.raises(InvalidStatus) as refused:
            client.connect(id, origin="https://evil.example")
        assert refused.value.response.status_code == 403
        client.http.delete(f"/api/games/{id}")
        assert first.receive()["code"] == "gone"
        first.close()
        second.close()
        client.close()
