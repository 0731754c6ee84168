"""The server without a network: requests and sockets are calls, and nothing is answered that is not kept."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.store import Store
from lianliankan.web.local.local_server import LocalAnswer, LocalServer
from support.patience import PATIENCE


class LocalWindow:
    """A window of a game."""

    def __init__(self, server: LocalServer, path: str) -> None:
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.opened, self.code = False, 0
        self.closed = asyncio.Event()
        self.socket = server.open_socket(path, on_open=self._open, on_text=self._inbox.put_nowait, on_close=self._close)

    def _open(self) -> None:
        self.opened = True

    def _close(self, code: int) -> None:
        self.code = code
        self.closed.set()

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._inbox.get(), PATIENCE))
        return message

    async def ask(self, **message: object) -> dict[str, Any]:
        self.socket.send(json.dumps(message))
        return await self.receive()


async def post(server: LocalServer, path: str, **body: object) -> LocalAnswer:
    return await server.request("POST", path, {"Content-Type": "application/json"}, json.dumps(body).encode())


async def get(server: LocalServer, path: str) -> Any:  # noqa: ANN401
    answer = await server.request("GET", path)
    assert answer.status == 200, answer
    return json.loads(answer.body)


async def open_game(server: LocalServer, **request: object) -> tuple[str, LocalWindow, dict[str, Any]]:
    answer = await post(server, "/api/games", **request)
    assert answer.status == 201, answer
    id = json.loads(answer.body)["id"]
    window = LocalWindow(server, f"/ws/{id}")
    return id, window, await window.ask(type="hello", v=3)


def run(folder: Path, test: Callable[[LocalServer], Awaitable[None]]) -> None:
    async def play() -> None:
        async with LocalServer(folder) as server:
            await test(server)

    asyncio.run(play())


def test_a_game_from_its_deal_to_its_replay_by_the_player_of_the_terminal(tmp_path: Path) -> None:
    async def play(server: LocalServer) -> None:
        id, window, state = await open_game(server, mode="classic", rows=4, cols=6, seed=7)
        board, number = llk.Board.from_rows(state["rows"]), 0
        while board.tile_count:
            verdict = llk.solve(board)
            move = verdict.moves[0]
            done = await window.ask(type="do", n=number, version=number, command=f"play {move}")
            assert (done["type"], done["n"]) == ("done", number)
            board, number = board.play(move), number + 1
        assert done["view"]["state"] == "won"
        assert (await window.ask(type="ping", n=99))["type"] == "pong"
        replay = await get(server, f"/api/games/{id}/replay")
        assert len(replay["steps"]) >= number
        for path in ("result", "course", "share", "record"):
            assert (await server.request("GET", f"/api/games/{id}/{path}")).status == 200
        assert (await get(server, "/api/stats"))["pending"] in (0, 1)
        window.socket.close()
        await window.closed.wait()

    run(tmp_path, play)
    with Store(tmp_path) as store:  # as the terminal opens it
        (summary,) = store.games()
    assert (summary.mode, summary.state) == ("classic", "won")


def test_every_mode_can_be_started_and_helps(tmp_path: Path) -> None:
    async def play(server: LocalServer) -> None:
        facts = await get(server, "/api/game")
        assert not facts["together"]
        asked: list[dict[str, Any]] = [{"mode": mode["name"]} for mode in facts["modes"]]
        asked += [{"mode": "daily"}, {"mode": "campaign"}, {"mode": "own", "rows": 6, "cols": 8, "gravity": "left"}]
        for request in asked:
            _, window, state = await open_game(server, **request)
            answer = await window.ask(type="winnable", n=1)
            assert answer["winnable"] in (True, None), request
            hint = await window.ask(type="do", n=2, version=state["version"], command="hint")
            assert hint["type"] == "done"
        assert (await get(server, "/api/me"))["unfinished"] is not None

    run(tmp_path, play)


def test_settings_share_links_and_errors(tmp_path: Path) -> None:
    async def play() -> None:
        server = LocalServer(tmp_path)
        server.start()
        body = json.dumps({"faces": "opera"}).encode()
        assert (await server.request("PUT", "/api/settings", {"Content-Type": "application/json"}, body)).status == 200
        assert (await get(server, "/api/me"))["settings"] == {"faces": "opera"}
        id, window, _ = await open_game(server, mode="timed", rows=4, cols=6, seed=1)
        share = (await get(server, f"/api/games/{id}/share"))["challenge"]
        assert (await post(server, "/api/games", share=share)).status == 201
        assert (await server.request("GET", f"/api/shared/{share}/board")).status in (200, 404)
        assert (await server.request("GET", "/api/games/zzzz/replay")).status == 404
        assert (await post(server, "/api/games", mode="nonsense")).status == 400
        assert "set-cookie" not in (await server.request("GET", "/api/me")).headers
        lost = LocalWindow(server, "/ws/zzzz")
        assert (await lost.ask(type="hello", v=3))["code"] == "gone"
        await lost.closed.wait()
        assert (lost.opened, lost.code) == (True, 4404)
        await asyncio.wait_for(server.close(), PATIENCE)
        await window.closed.wait()
        assert window.code == 1012

    asyncio.run(play())


def test_what_cannot_be_kept_is_not_answered(tmp_path: Path) -> None:
    waiting: list[asyncio.Future[None]] = []

    async def keep() -> None:
        waiting.append(asyncio.get_running_loop().create_future())
        await waiting[-1]

    async def until_waiting() -> asyncio.Future[None]:
        while not waiting:
            await asyncio.sleep(0)
        return waiting.pop()

    async def play() -> None:
        server = LocalServer(tmp_path, keep)
        server.start()
        starting = asyncio.create_task(post(server, "/api/games", mode="classic", rows=4, cols=6, seed=7))
        kept = await until_waiting()
        reading = asyncio.create_task(server.request("GET", "/api/me"))
        for _ in range(1_000):  # in one thread, everything that can go on does
            await asyncio.sleep(0)
        assert not starting.done()
        assert not reading.done()  # it would tell about the game
        kept.set_result(None)
        id = json.loads((await starting).body)["id"]
        assert json.loads((await reading).body)["unfinished"]["id"] == id

        window = LocalWindow(server, f"/ws/{id}")
        state = await window.ask(type="hello", v=3)
        move = llk.Board.from_rows(state["rows"]).moves()[0]
        window.socket.send(json.dumps({"type": "do", "n": 1, "version": 0, "command": f"play {move}"}))
        (await until_waiting()).set_exception(StoreError("lianliankan.db: the disk is full"))
        answer = await window.receive()
        assert (answer["type"], answer["code"]) == ("error", "store")
        assert server.state.writer.problem == "lianliankan.db: the disk is full"
        assert (await window.receive())["version"] == 0
        for future in waiting:
            future.set_result(None)
        await server.close()

    asyncio.run(play())


@pytest.mark.parametrize("path", ["/faces/animals.svg", "/api/toys/turn", "/texts/en.json", "/api/daily"])
def test_what_the_page_asks_for_is_there(tmp_path: Path, path: str) -> None:
    async def look(server: LocalServer) -> None:
        answer = await server.request("GET", path, {"Accept-Encoding": "gzip"})
        assert answer.status == 200
        assert "content-encoding" not in answer.headers

    run(tmp_path, look)
