"""Uses everything that the page can ask for, so that every module which that needs is imported.

Texts, drawn faces and what is the same for everyone are files of a site.
"""

import asyncio
import json
from itertools import count
from typing import Any

from lianliankan.board.board import Board
from lianliankan.faces.custom.zip_files import write_zip
from lianliankan.game.game import Game
from lianliankan.lab.finders import FINDERS, PUBLISHED
from lianliankan.records.record import to_record
from lianliankan.records.share import to_share
from lianliankan.site.learner_trace import use_learner
from lianliankan.web.local import browser
from lianliankan.web.local.browser_pictures import BrowserPictureDesk, Buffer, DecodedPicture
from lianliankan.web.local.local_server import LocalAnswer, LocalServer

_DEAL = {"rows": 4, "cols": 6, "seed": 7}
_GAME_PARTS = ("record", "share", "replay", "course", "result", "win?version=0")
_SHARED_PARTS = ("board", "course", "replay", "win")
_LAB_BOARD = "1 2 2 1/. 3 3 ."
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
    use_learner()
    browser.create_store(folder)
    async with LocalServer(folder, desk=BrowserPictureDesk(_PlainCodec())) as server:
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
        await _use_lab(server)
        pictures = await _use_pictures(server)
        moved = await server.request("GET", "/api/player/export")
        await server.request("DELETE", pictures)
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


async def _use_lab(server: LocalServer) -> None:
    """Let every finder search; one that needs what is not there refuses."""
    question = f"share={to_share(Board.parse(_LAB_BOARD))}&pair=1,1-1,4"
    finders = ",".join(FINDERS)
    for finder in (*FINDERS, *PUBLISHED):
        await server.request("GET", f"/api/lab/trace?{question}&finder={finder}")
    await server.request("GET", f"/api/lab/picture?{question}&finder=layers")
    await server.request("GET", f"/api/lab/race?{question}&finders={finders}")
    await server.request("GET", f"/api/lab/growth?side=4&finders={finders}")
    await server.request("GET", f"/api/lab/why?{question}")
    game = Game(Board.parse(_LAB_BOARD))
    game.play(*game.board.moves()[0])
    for text in (to_record(game), to_share(game), ""):
        await _send(server, "POST", "/api/lab/game", {"text": text})


class _PlainCodec:
    """Stands for the browser's decoders, which Node does not have: every picture is black."""

    async def decode(self, data: bytes, media_type: str) -> DecodedPicture | None:
        """Decode every file to the same picture."""
        return _PlainPicture()

    async def shrink(self, thumbnail: bytes, side: int) -> Buffer | None:
        """Return black pixels."""
        return _Bytes(3 * side * side)


class _PlainPicture:
    full_width, full_height, width, height = 96, 64, 96, 64

    def pixels(self, width: int, height: int) -> Buffer:
        """Return black pixels."""
        return _Bytes(4 * width * height)

    def lay_on(self, red: int, green: int, blue: int) -> None:
        """Do nothing."""

    def encode(self, left: int, top: int, side: int, size: int, header: bytes) -> Buffer:
        """Return nothing that could be decoded."""
        return _Bytes(next(_NUMBERS))  # no two pictures are the same

    def close(self) -> None:
        """Do nothing."""


_NUMBERS = count(1)


class _Bytes(bytes):
    def to_bytes(self) -> bytes:
        """Return them."""
        return bytes(self)


async def _use_pictures(server: LocalServer) -> str:
    """Bring pictures, save them as a set, and return its address."""
    plain = b"\x89PNG\r\n\x1a\n" + bytes(4) + b"IHDR" + (96).to_bytes(4) + (64).to_bytes(4)
    for path in ("/api/faces/draft/{}", "/api/faces/draft"):
        added = await server.request("POST", "/api/faces/draft?name=plain.png", {}, plain)
        await server.request("DELETE", path.format(json.loads(added.body)["kept"][0]["id"]))
    for data in (plain, plain, write_zip([("plain", plain)]), b"", b"<svg>"):
        await server.request("POST", "/api/faces/draft?name=plain.png", {}, data)
    draft = json.loads((await server.request("GET", "/api/faces/draft")).body)
    pictures = [picture["id"] for picture in draft["pictures"]]
    keep = [[pair["first"], pair["second"]] for pair in draft["alike"]]
    saved = await _send(server, "POST", "/api/faces/own", {"name": "plain", "pictures": pictures, "keep": keep})
    address = f"/api/faces/own/{json.loads(saved.body)['id']}"
    await _send(server, "PUT", address, {"name": "other"})
    for path in (f"{address}/zip", f"{address}/sprite.svg", f"/api/faces/pictures/{pictures[0]}.jpg"):
        await server.request("GET", path)
    return address


async def _send(server: LocalServer, method: str, path: str, body: object) -> LocalAnswer:
    return await server.request(method, path, {"Content-Type": "application/json"}, json.dumps(body).encode())
