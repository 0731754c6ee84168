"""Uses everything that the page can ask for, so that every module which that needs is imported.

Texts, drawn faces and what is the same for everyone are files of a site.
"""

import asyncio
import json
from typing import Any

from lianliankan.web.local import browser
from lianliankan.web.local.local_server import LocalAnswer, LocalServer

__all__ = ["use_everything"]

_DEAL = {"rows": 4, "cols": 6, "seed": 7}
_GAME_PARTS = ("record", "share", "replay", "course", "result", "win?version=0")
_SHARED_PARTS = ("board", "course", "replay", "win")
_FIXED_PATHS = (
    "/api/me",
    "/api/games",
    "/api/bests",
    "/api/stats",
    "/api/daily",
    "/api/faces/own",
    "/api/rankings/levels/1",
    "/api/nothing",
)


async def use_everything(folder: str) -> None:
    """Play, look back, ask for help, and make mistakes, in a store of this folder."""
    browser.create_store(folder)
    async with LocalServer(folder) as server:
        for path in _FIXED_PATHS:
            await server.request("GET", path)
        await _send(server, "PUT", "/api/settings", {"faces": "opera"})
        await _send(server, "POST", "/api/games", {"mode": "nonsense"})
        await server.request("POST", "/api/games", {"Content-Type": "application/json"}, b"{")
        await _send(server, "POST", "/api/games/preview", {"mode": "own", **_DEAL})
        for request in (
            {"mode": "classic", **_DEAL},
            {"mode": "daily"},
            {"mode": "campaign"},
            {"mode": "own", **_DEAL, "gravity": "left", "difficulty": "easy"},
        ):
            await _play(server, request)
        await _draw(server)
        moved = await server.request("GET", "/api/player/export")
        await server.request("POST", "/api/player/import", {"Content-Type": "application/zip"}, moved.body)
        await asyncio.sleep(0.1)


async def _play(server: LocalServer, request: dict[str, Any]) -> None:
    id = json.loads((await _send(server, "POST", "/api/games", request)).body)["id"]
    inbox: asyncio.Queue[str] = asyncio.Queue()
    socket = server.open_socket(f"/ws/{id}", on_open=bool, on_text=inbox.put_nowait, on_close=bool)
    socket.send(json.dumps({"type": "hello", "v": 3}))
    version = json.loads(await inbox.get())["version"]
    for number, command in enumerate(("hint", "shuffle", "undo", "pause", "resume", "play 1,1-1,2", "?", "give up")):
        socket.send(json.dumps({"type": "do", "n": number, "version": version, "command": command}))
        version = json.loads(await inbox.get()).get("version", version)
    socket.send(json.dumps({"type": "winnable", "n": 99}))
    socket.send(json.dumps({"type": "do", "n": 100, "version": version, "command": "restart"}))
    socket.send("nonsense")
    await asyncio.sleep(0.05)
    socket.close()
    for part in _GAME_PARTS:
        await server.request("GET", f"/api/games/{id}/{part}")
    share = json.loads((await server.request("GET", f"/api/games/{id}/share")).body)
    await _send(server, "POST", "/api/games", {"share": share["challenge"]})
    for part in _SHARED_PARTS:
        await server.request("GET", f"/api/{part}?version=0&share={share['game']}")
    await _send(server, "POST", f"/api/games/{id}/next", {"rows": 4, "cols": 6, "kinds": 6})
    if request["mode"] != "classic":
        await server.request("DELETE", f"/api/games/{id}")


async def _draw(server: LocalServer) -> None:
    """Use what the board editor asks for: texts of every kind, right and wrong, a deal, and saved boards."""
    for text in ("AB/BA", "AB/B?", '{"rows": [[1, 1]]}', "{", "1 3\n1 0 1\n1 1\n1 3", "llkb1_nonsense"):
        answer = await _send(server, "POST", "/api/board", {"text": text})
        found = json.loads(answer.body)
        if answer.status == 200:
            board = {name: found[name] for name in ("rows", "rules", "phase")}
            await _send(server, "POST", "/api/board", {"board": board})
            await _send(server, "POST", "/api/board/deal", {"board": board})
            await _send(server, "PUT", "/api/boards", {"name": "one", "board": board})
    await server.request("GET", "/api/boards")
    await server.request("DELETE", "/api/boards/one")


async def _send(server: LocalServer, method: str, path: str, body: object) -> LocalAnswer:
    return await server.request(method, path, {"Content-Type": "application/json"}, json.dumps(body).encode())
