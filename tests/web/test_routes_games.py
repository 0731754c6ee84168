"""The endpoints for games: what they answer, to whom, and what they refuse."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.records.share import from_share, to_share
from lianliankan.store import Store
from lianliankan.web.endpoints import games
from lianliankan.web.http.identity import PlayerCookies
from support.patience import PATIENCE
from support.web_stage import Client, RunningServer, new_client, open_http, read_problem, run_server


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


# ---- Games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game_request", "size", "mode"),
    [
        ({"seed": 3}, "8x18", "classic"),
        ({"mode": "classic"}, "8x18", "classic"),
        ({"mode": "classic", "rows": 6, "cols": 8, "shape": "diamond"}, "6x8", "classic"),
        ({"mode": "own", "rows": 4, "cols": 6, "when_stuck": "ask"}, "4x6", "own"),
        ({"mode": "relaxed", "rows": 4, "cols": 6}, "4x6", "relaxed"),
        ({"mode": "timed", "rows": 4, "cols": 6, "gravity": "down", "kinds": 4}, "4x6", "timed"),
        ({"mode": "expert", "rows": 8, "cols": 10, "difficulty": "medium"}, "8x10", "expert"),
        ({"mode": "classic", "rows": 3, "cols": 4, "mask": "AAAA/A##A/AAAA", "max_turns": None}, "3x4", "classic"),
        (
            {"mode": "classic", "rows": 6, "cols": 8, "max_turns": 3, "outside": False, "adjacent": True},
            "6x8",
            "classic",
        ),
        ({"mode": "daily"}, "8x18", "daily"),
        ({"mode": "campaign"}, "6x10", "campaign"),
        ({"mode": "campaign", "level": 1}, "6x10", "campaign"),
        ({"share": to_share(llk.Board.parse("AB/AB"))}, "2x2", "own"),
        ({"share": to_share(llk.plan("relaxed", seed=3, rows=4, cols=4).game())}, "4x4", "relaxed"),
    ],
)
def test_games_are_started(client: Client, game_request: dict[str, Any], size: str, mode: str) -> None:
    id = client.start_game(**game_request)
    (summary,) = client.http.get("/api/games").json()
    assert (summary["id"], summary["size"], summary["mode"], summary["state"]) == (id, size, mode, "playing")
    assert client.http.get("/api/me").json()["unfinished"]["id"] == id


@pytest.mark.parametrize(
    "game_request",
    [
        {"mode": "classic", "rows": 4, "cols": 6},
        {"mode": "daily"},
        {"mode": "campaign"},
        {"share": to_share(llk.plan("timed", seed=3, rows=4, cols=4).game())},
    ],
)
def test_games_can_ask_before_an_automatic_shuffle(client: Client, game_request: dict[str, Any]) -> None:
    def options(id: str) -> llk.Options:
        shared = from_share(client.http.get(f"/api/games/{id}/share").json()["game"])
        assert isinstance(shared, llk.Game)
        return shared.options

    id = client.start_game(**game_request, ask_first=True)
    assert options(id).when_stuck == "ask"
    assert client.http.get("/api/games").json()[0]["mode"] == options(id).mode
    for query, expected in (("?ask_first=0", "shuffle"), ("?ask_first=1", "ask"), ("", "ask")):
        id = client.http.post(f"/api/games/{id}/next{query}").json()["id"]
        assert options(id).when_stuck == expected


@pytest.mark.parametrize(
    ("game_request", "status", "message"),
    [
        ({"mode": "dance"}, 400, "unknown mode 'dance'"),
        ({"mode": 7}, 400, "Expected `str"),
        ({"mode": "classic", "more": 1}, 400, "unknown field"),
        ({"mode": "classic", "rows": "8"}, 400, "Expected `int"),
        ({"mode": "classic", "rows": 63}, 400, "1 to 62 rows"),
        ({"mode": "classic", "rows": -3, "cols": -3}, 400, "1 to 62 rows"),
        ({"mode": "classic", "rows": 0, "cols": 0}, 400, "1 to 62 rows"),
        ({"mode": "classic", "rows": 62, "cols": 62}, 413, "1024 cells"),
        ({"mode": "classic", "rows": 3, "cols": 3}, 400, "odd number"),
        ({"mode": "classic", "kinds": 1000}, 400, "1 to 72 kinds"),
        ({"mode": "classic", "rows": 24, "cols": 24, "kinds": 241}, 413, "limited to 240"),
        ({"mode": "classic", "gravity": "sideways"}, 400, "unknown gravity"),
        ({"mode": "classic", "max_turns": -1}, 400, "max_turns"),
        ({"mode": "classic", "seed": -1}, 400, "seed"),
        ({"mode": "classic", "seed": 10**30}, 400, ""),
        ({"mode": "classic", "difficulty": "silly"}, 400, "unknown difficulty"),
        ({"mode": "expert", "rows": 20, "cols": 20}, 413, "240 cells"),
        ({"mode": "classic", "rows": 30, "cols": 30, "max_turns": 0}, 413, "400 cells"),
        ({"mode": "classic", "rows": 16, "cols": 30, "gravity": "inward", "shape": "pyramid"}, 413, "150 cells"),
        ({"mode": "classic", "mask": "A" * 5000}, 400, "at most 4096 columns"),
        ({"mode": "classic", "shape": "heart"}, 400, "unknown shape"),
        ({"mode": "classic", "rows": 10**6, "cols": 10**6, "shape": "diamond"}, 400, "1 to 62 rows"),
        ({"mode": "classic", "mask": "AA/A"}, 400, ""),
        ({"mode": "classic", "level": 3}, 400, "level cannot be chosen in mode 'classic'"),
        ({"mode": "daily", "seed": 3}, 400, "seed cannot be chosen in mode 'daily'"),
        ({"mode": "campaign", "rows": 3}, 400, "rows cannot be chosen in mode 'campaign'"),
        ({"mode": "campaign", "level": 2}, 400, "level 2 is not open yet"),
        ({"mode": "campaign", "level": 0}, 400, "from 1 to 42"),
        ({"share": "llkb1_nonsense"}, 400, "wrong checksum"),
        ({"share": "hello"}, 400, "is not a share text"),
        ({"share": "x" * 20_000}, 413, "characters"),
        ({"share": to_share(llk.Board.parse("999 999"))}, 400, "no faces"),
        ({"share": to_share(llk.Board.parse("AB/AB")), "mode": "classic"}, 400, "share cannot be combined"),
        ({"share": to_share(llk.scatter(40, 40, kinds=20, seed=1))}, 413, "1024 cells"),
    ],
)
def test_impossible_games_are_refused(client: Client, game_request: dict[str, Any], status: int, message: str) -> None:
    answer = client.http.post("/api/games", json=game_request)
    assert answer.status_code == status, answer.text
    assert message in answer.json()["error"]
    assert client.http.get("/api/games").json() == []


@pytest.mark.parametrize("body", [b"", b"{", b'{"mode": "\xff"}', b'{"mode": "\\ud800"}'])
def test_what_is_no_json_is_refused(client: Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    for method, path in (("POST", "/api/games"), ("PUT", "/api/settings")):
        assert read_problem(client.http.request(method, path, content=body, headers=headers)) == (400, "bad")


def test_refusals_of_boards_can_be_translated(client: Client) -> None:
    answer = client.http.post("/api/games", json={"mode": "classic", "rows": 3, "cols": 3}).json()
    assert (answer["code"], answer["reason"], answer["values"]) == ("bad", "odd", {"cells": 9})
    answer = client.http.post("/api/games", json={"mode": "expert", "rows": 20, "cols": 20}).json()
    assert (answer["code"], answer["reason"]) == ("large", "large rated")
    assert answer["values"] == {"cells": 400, "most": 240}


def test_a_game_is_followed_by_another_one_like_it(client: Client) -> None:
    id = client.start_game(mode="timed", rows=4, cols=6, gravity="down", shape="pillars", seed=7)
    board = llk.deal(5, 6, seed=3, mask="AAAAAA/A##AAA/AAAAAA/AA.AAA/AAAA_A")
    shared = client.start_game(share=to_share(board))
    for each in (id, shared):
        answer = client.http.post(f"/api/games/{each}/next")
        assert answer.status_code == 201, answer.text
        windows = [client.open_window(game) for game in (each, answer.json()["id"])]
        before, after = (window.state for window in windows)
        assert after["head"]["rules"] == before["head"]["rules"]
        assert after["head"]["options"] == before["head"]["options"]
        assert after["rows"] != before["rows"]
        places = [[[min(kind, 1) for kind in row] for row in state["rows"]] for state in (before, after)]
        assert places[0] == places[1]
        for window in windows:
            window.close()
    assert read_problem(client.http.post("/api/games/nosuch/next")) == (404, "gone")


def test_bad_bodies_are_refused(client: Client) -> None:
    post = client.http.post
    headers = {"Content-Type": "application/json"}
    assert read_problem(post("/api/games", content=b"x" * 40_000, headers=headers)) == (413, "large")
    for body in (b"", b"{", b"\xff", b"[" * 20_000, b"null", b"[]", b'{"mode":"classic","rows":1e999}'):
        assert read_problem(post("/api/games", content=body, headers=headers)) == (400, "bad")
    assert read_problem(post("/api/games", content=b"{}", headers={"Content-Type": "text/plain"})) == (415, "type")
    assert read_problem(post("/api/games", data={"mode": "classic"})) == (415, "type")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    game_request=st.dictionaries(
        st.sampled_from(
            ["mode", "rows", "cols", "kinds", "gravity", "mask", "seed", "level", "share", "max_turns", "x"]
        ),
        st.none() | st.integers(-5, 12) | st.booleans() | st.sampled_from(["classic", "down", "AA/AA", "", "\x00"]),
    )
)
def test_every_request_gets_an_answer(server: RunningServer, game_request: dict[str, Any]) -> None:
    with open_http(server.address, Origin=server.address) as http:  # a new player each time
        answer = http.post("/api/games", json=game_request)
    assert answer.status_code in (201, 400, 413), (game_request, answer.text)


def test_lists_bests_and_settings(server: RunningServer, client: Client) -> None:
    id = client.start_game(share=to_share(llk.Board.parse("AB/AB")))
    window = client.open_window(id)
    window.do("play 1,1-2,1")
    assert window.do("play 1,2-2,2")["events"][-1]["event"] == "won"
    window.close()
    assert [game["id"] for game in client.http.get("/api/games", params={"over": "1"}).json()] == [id]
    assert client.http.get("/api/games", params={"over": "0"}).json() == []
    assert client.http.get("/api/games", params={"mode": "timed"}).json() == []
    (best_list,) = client.http.get("/api/bests", params={"game": id}).json()
    assert (best_list["words"], best_list["number"], best_list["has_game"]) == ([], "", True)
    assert (best_list["mode"], best_list["size"], best_list["won"]) == ("own", "2x2", 1)
    named = {name: best_list[name] for name in ("mode", "board")}
    (best,) = client.http.get("/api/bests", params=named).json()["games"]
    assert (best["id"], best["stars"]) == (id, 3)
    assert best["begun"].endswith("Z")
    assert client.http.put("/api/settings", json={"theme": "dark", "sound": False}).status_code == 200
    assert client.http.get("/api/me").json()["settings"] == {"theme": "dark", "sound": False}
    assert read_problem(client.http.put("/api/settings", json={"x": "y" * 5000})) == (413, "large")
    assert read_problem(client.http.put("/api/settings", json=[1])) == (400, "bad")


def test_the_fields_of_answers_never_change(client: Client) -> None:
    """Pages that are open during an update rely on them."""
    id = client.start_game()
    (summary,) = client.http.get("/api/games").json()
    assert list(summary) == [
        *("id", "mode", "size", "state", "score", "seconds", "stars", "pairs", "tiles", "level", "day", "gravity"),
        *("deal", "begun", "changed", "shuffles_left"),
    ]
    me = client.http.get("/api/me").json()
    assert list(me) == ["unfinished", "campaign", "daily", "settings", "account"]
    assert (me["unfinished"], list(me["daily"])) == (summary, ["day", "summary"])
    assert me["campaign"] == {"level": 1, "lives": 3, "stars": {}}
    assert list(client.http.get(f"/api/games/{id}/share").json()) == [
        "game",
        "board",
        "challenge",
        "rows",
        "head",
        "view",
    ]
    replay = client.http.get(f"/api/games/{id}/replay").json()
    assert list(replay["head"]) == ["rules", "deal", "seed", "options"]
    board = client.http.get("/api/board", params={"share": to_share(llk.Board.parse("AB/AB"))}).json()
    assert list(board) == ["rows", "rules", "phase", "tiles", "head", "own", "winnable"]


def test_a_game_is_removed(client: Client) -> None:
    id = client.start_game()
    window = client.open_window(id)
    assert client.http.delete(f"/api/games/{id}").json() == {"removed": id}
    assert window.receive()["code"] == "gone"
    assert read_problem(client.http.delete(f"/api/games/{id}")) == (404, "gone")
    window.close()


# ---- Other players and sites -----------------------------------------------------------------------------------------


def test_the_games_of_other_players_cannot_be_read_or_changed(
    server: RunningServer, client: Client, other_client: Client
) -> None:
    id = client.start_game()
    client.http.put("/api/settings", json={"theme": "dark"})
    mine = client.cookie
    forger = PlayerCookies(bytes(32))
    name, _, signature = mine.removeprefix("llk=").partition(".")
    cookies = {
        "another's": other_client.cookie,
        "none": "",
        "signed with another key": f"llk={forger.sign(name)}",
        "another name": f"llk=local.{signature}",
        "cut": mine[:-1],
        "doubled": f"llk={name}.{signature}{signature}",
        "garbage": "llk=%01; llk=..; =;;",
    }
    for what, cookie in cookies.items():
        with open_http(server.address) as http:
            headers = {"Cookie": cookie, "Origin": server.address}
            for method, path in (
                *(
                    ("GET", f"/api/games/{id}/{kind}")
                    for kind in ("record", "share", "replay", "course", "win?version=0")
                ),
                ("DELETE", f"/api/games/{id}"),
            ):
                answer = http.request(method, path, headers=headers)
                assert read_problem(answer) == (404, "gone"), what
            assert id not in http.get("/api/games", headers=headers).text
            assert http.get("/api/bests", headers=headers).json() == []
            me = http.get("/api/me", headers=headers).json()
            assert (me["unfinished"], me["settings"]) == (None, {}), what
        with client.connect(id, cookie=cookie) as socket:
            if what == "another's":
                socket.send('{"type":"hello","v":3}')
            assert json.loads(socket.recv(timeout=PATIENCE))["code"] == "gone", what
    assert [game["id"] for game in client.http.get("/api/games").json()] == [id]
    for part in (id[:3], id.upper(), f"{id} ", f"{id}%00", "%2e%2e", "..%2f..%2fcookie.key", "'; DROP TABLE games"):
        assert client.http.get(f"/api/games/{part}/record").status_code == 404


def test_a_damaged_game_is_listed_and_can_be_removed(server: RunningServer, client: Client) -> None:
    sound, damaged = (client.start_game() for _ in range(2))
    with server.state.store._database.writing() as connection:
        connection.execute("UPDATE games SET head = replace(head, '\"seed\"', '\"sead\"') WHERE id = ?", (damaged,))
    found = {game["id"]: game["state"] for game in client.http.get("/api/games").json()}
    assert found == {damaged: "playing", sound: "playing"}
    assert read_problem(client.http.get(f"/api/games/{damaged}/record")) == (410, "damaged")
    assert client.http.delete(f"/api/games/{damaged}").json() == {"removed": damaged}
    assert client.http.delete(f"/api/games/{damaged}").status_code == 404
    assert client.http.get("/api/me").json()["unfinished"]["id"] == sound
    assert client.http.delete(f"/api/games/{sound[:4]}").status_code == 404
    assert [game["id"] for game in client.http.get("/api/games").json()] == [sound]


def test_the_owner_of_the_machine_is_the_player_of_the_terminal(server: RunningServer) -> None:
    client = Client(server.address)
    for token in ("", "wrong", "let-me-i", "let-me-in2"):
        answer = client.http.get(f"/enter/{token}")
        assert (answer.status_code, answer.headers.get("set-cookie")) == (404, None)
    assert client.http.head("/enter/let-me-in").status_code == 404  # uses nothing up
    answer = client.http.get("/enter/let-me-in")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    with open_http(server.address) as somebody:  # who has read the address
        answer = somebody.get("/enter/let-me-in")
        assert (answer.status_code, answer.headers.get("set-cookie")) == (404, None)
        assert "good once" in answer.text
    answer = client.http.get("/enter/let-me-in")
    assert (answer.status_code, answer.headers.get("set-cookie")) == (303, None)
    id = client.start_game()
    with Store(server.state.store.location) as store:
        assert [game.id for game in store.games()] == [id]
    client.close()


def test_requests_of_other_sites_are_refused(server: RunningServer, client: Client) -> None:
    game_request = {"mode": "classic", "rows": 4, "cols": 6}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": server.address + ".evil.example"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert read_problem(client.http.post("/api/games", json=game_request, headers=headers)) == (403, "origin")
    with open_http(server.address, Cookie=client.cookie) as http:
        assert read_problem(http.post("/api/games", json=game_request)) == (403, "origin")
        assert read_problem(http.put("/api/settings", json={})) == (403, "origin")
        assert http.get("/api/me").status_code == 200
        assert read_problem(http.get("/api/me", headers={"Sec-Fetch-Site": "cross-site"})) == (403, "origin")
    assert client.http.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert (
        client.http.get("/api/me", headers={"Host": "evil.example", "Origin": "http://evil.example"}).status_code == 400
    )
    assert client.http.get("/healthz", headers={"Host": "localhost:1"}).status_code == 200
    assert client.http.get("/api/games").json() == []


def collect_until_429(client: Client, paths: Iterable[str]) -> list[int]:
    """Request paths until one is refused for being too fast, and return the status codes."""
    codes = []
    for path in paths:
        codes.append(client.http.get(path).status_code)
        if codes[-1] == 429:
            break
    return codes


def test_rate_limits(tmp_path: Path) -> None:
    """As many requests as it takes to reach a limit: on a slow machine, tokens come back in the meantime."""
    with run_server(tmp_path, new_players_per_address=3) as strict:
        with new_client(strict) as client:
            id = client.start_game()
            paths = (f"/api/games/{id}/{path}" for path in ("share", "record", "replay") * 60)
            codes = collect_until_429(client, paths)
            assert codes[0] == 200
            assert codes[-1] == 429
            assert client.http.get("/api/me").status_code == 200
            for path in ("/api/stats", "/api/bests", "/api/bests?mode=own&board=1"):  # they read all games of a player
                assert collect_until_429(client, [path] * 5)[-1] == 429
            assert collect_until_429(client, ["/api/games"] * 400)[-1] == 429
            answers = (client.http.get("/api/me") for _ in range(400))
            limited = next(answer for answer in answers if answer.status_code == 429)
            assert read_problem(limited) == (429, "slow")
        codes = []
        for _ in range(20):
            with open_http(strict.address, Origin=strict.address) as newcomer:
                codes.append(newcomer.get("/api/me").status_code)
        assert codes[0] == 200
        assert 429 in codes


def test_a_player_with_too_many_games(client: Client, other_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MAX_GAMES", 2)
    first = client.start_game()
    client.start_game()
    for path in ("/api/games", f"/api/games/{first}/next"):
        assert read_problem(client.http.post(path, json={"mode": "classic"})) == (413, "games")
    other_client.start_game()
    client.http.delete(f"/api/games/{first}")
    client.start_game()
