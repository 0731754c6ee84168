"""Everything of a player from one server to another and back, through the API."""

import asyncio
import io
import json
import threading
import zipfile
from pathlib import Path
from typing import Any, cast

import pytest

import lianliankan as llk
from lianliankan.store import Store
from lianliankan.store.archive_import import ArchivedGame
from lianliankan.store.picture_sets import PictureSet, PictureStore
from lianliankan.web.endpoints.import_check import verify_moved
from lianliankan.web.local.local_server import LocalServer
from support.patience import PATIENCE
from support.web_stage import Client, RunningServer, Window, event_names, new_client, read_problem, run_server


@pytest.fixture
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def import_zip(client: Client, data: bytes) -> dict[str, Any]:
    answer = client.http.post("/api/player/import", content=data)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert found["refused"] == []
    return {name: number for name, number in found.items() if number and name != "unfinished"}


def play_on(window: Window, pairs: int) -> list[str]:
    """Play some pairs of a winning line, and return the last events."""
    names = list[str]()
    for move in llk.solve(window.board).moves[:pairs]:
        names = event_names(window.do(f"play {move}"))
    return names


def ask_site(folder: Path, method: str, path: str, body: bytes = b"") -> bytes:
    """Send a request to the server that runs in a page."""

    async def ask() -> bytes:
        async with LocalServer(folder) as site:
            answer = await site.request(method, path, {}, body)
            assert answer.status == 200, answer
            return answer.body

    return asyncio.run(ask())


def test_a_game_of_a_site_is_finished_on_a_server_and_moves_back(server: RunningServer, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        stored = store.begin(llk.plan("classic", rows=4, cols=6, seed=7).game())
        stored.do(f"play {llk.solve(stored.game.board).moves[0]}", at=1.5)
        store.set_setting("web", {"faces": "opera"})
    moved = ask_site(tmp_path, "GET", "/api/player/export")
    with new_client(server) as client:
        assert import_zip(client, moved) == {"new": 1, "settings": 1}
        assert import_zip(client, moved) == {"known": 1}
        me = client.http.get("/api/me").json()
        assert me["settings"] == {"faces": "opera"}
        window = client.open_window(me["unfinished"]["id"])
        assert window.version == 1
        assert "won" in play_on(window, 11)
        window.close()
        back = client.http.get("/api/player/export").content
    report = json.loads(ask_site(tmp_path, "POST", "/api/player/import", back))
    assert (report["continued"], report["new"], report["refused"]) == (1, 0, [])
    with Store(tmp_path) as store:
        assert [(game.id, game.state) for game in store.games()] == [(stored.id, "won")]


def test_players_get_only_their_own_games(server: RunningServer, client: Client) -> None:
    id = client.start_game()
    data = client.http.get("/api/player/export").content
    with new_client(server) as other:
        assert import_zip(other, data) == {"new": 1}
        (copy,) = other.http.get("/api/games").json()
        assert copy["id"] != id
        assert import_zip(client, other.http.get("/api/player/export").content) == {"known": 1}


def test_a_window_goes_on_with_what_was_imported(server: RunningServer, client: Client, tmp_path: Path) -> None:
    id = client.start_game()
    with Store(tmp_path / "there") as store:
        there = store.begin(llk.plan("classic", rows=4, cols=6, seed=7).game())
        one, two, *_ = llk.solve(there.game.board).moves
        there.do(f"play {one}", at=1)
    window = client.open_window(id)
    assert import_zip(client, rename(ask_site(tmp_path / "there", "GET", "/api/player/export"), there.id, id)) == {
        "continued": 1
    }
    told = window.do(f"play {two}")
    assert (told["n"], told["version"], event_names(told)) == (None, 1, ["linked"]), "what was played elsewhere"
    done = window.receive()
    assert (done["n"], done["version"], event_names(done)) == (1, 2, ["linked"])
    window.close()


def rename(data: bytes, old: str, new: str) -> bytes:
    """Give a game in a zip another id."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(file, "w") as target:
        for name in source.namelist():
            target.writestr(name.replace(old, new), source.read(name).replace(old.encode(), new.encode()))
    return file.getvalue()


def test_what_is_no_export_is_refused(client: Client) -> None:
    assert read_problem(client.http.post("/api/player/import", content=b"hello")) == (400, "archive")
    foreign = client.http.post("/api/player/import", content=b"", headers={"Origin": "https://elsewhere.example"})
    assert read_problem(foreign) == (403, "origin")


def test_boards_that_the_page_cannot_show_are_refused(client: Client) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as target:
        target.writestr("games/large.json", llk.to_record(llk.Game(llk.Board.from_rows([[1] * 100] * 20))))
    found = client.http.post("/api/player/import", content=file.getvalue()).json()
    assert [each["name"] for each in found["refused"]] == ["games/large.json"]
    assert "limited to" in found["refused"][0]["reason"]


def test_games_that_go_on_for_ever_are_refused() -> None:
    game = llk.Game(llk.Board.parse("AB/AB"))
    for number in range(5001):
        game.do("resume" if number % 2 else "pause", at=number)
    archived = ArchivedGame("games/long.json", llk.to_record(game), ("long",), None, None)
    assert verify_moved(cast(Any, None), archived) == "games on the web are limited to 5000 commands"


def test_others_are_answered_while_an_import_waits_for_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_waiting, may_go_on, real = threading.Event(), threading.Event(), PictureStore.sets
    found: list[dict[str, Any]] = []

    def wait_for_store(self: PictureStore) -> list[PictureSet]:
        is_waiting.set()
        assert may_go_on.wait(PATIENCE)
        return real(self)

    with run_server(tmp_path) as server, new_client(server) as client, new_client(server) as other:
        client.start_game()
        data = client.http.get("/api/player/export").content
        monkeypatch.setattr(PictureStore, "sets", wait_for_store)
        importing = threading.Thread(target=lambda: found.append(import_zip(client, data)))
        importing.start()
        assert is_waiting.wait(PATIENCE)
        assert other.http.get("/healthz").status_code == 200
        may_go_on.set()
        importing.join(PATIENCE)
    assert found == [{"known": 1}]
