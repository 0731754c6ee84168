"""The endpoints of the web game: what they answer, whom they answer, and what they refuse."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.records.record import from_record
from lianliankan.records.share import to_share
from lianliankan.store import Store
from lianliankan.web.app import STATIC
from lianliankan.web.identity import PlayerCookies
from lianliankan.web.security import SECURITY_HEADERS
from support.web_stage import Guest, Stage, staged, visiting


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(
        tmp_path_factory.mktemp("site"), new_players_per_address=10_000, rate_factor=100, token="let-me-in"
    ) as stage:
        yield stage


@pytest.fixture
def guest(stage: Stage) -> Iterator[Guest]:
    yield from visiting(stage)


def problem(answer: httpx2.Response) -> tuple[int, str]:
    found = answer.json()
    assert set(found) == {"error", "code"}
    return answer.status_code, found["code"]


# ---- Games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game_request", "size", "mode"),
    [
        ({"mode": "classic"}, "8x18", "classic"),
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
def test_games_are_begun(guest: Guest, game_request: dict[str, Any], size: str, mode: str) -> None:
    id = guest.begin(**game_request)
    (summary,) = guest.http.get("/api/games").json()
    assert (summary["id"], summary["size"], summary["mode"], summary["state"]) == (id, size, mode, "playing")
    assert guest.http.get("/api/me").json()["unfinished"]["id"] == id


@pytest.mark.parametrize(
    ("game_request", "status", "words"),
    [
        ({}, 400, "expected a mode"),
        ({"mode": "dance"}, 400, "there is no mode 'dance'"),
        ({"mode": 7}, 400, "Expected `str"),
        ({"mode": "classic", "more": 1}, 400, "unknown field"),
        ({"mode": "classic", "rows": "8"}, 400, "Expected `int"),
        ({"mode": "classic", "rows": 65}, 413, "from 1 to 64"),
        ({"mode": "classic", "rows": -3, "cols": -3}, 413, "from 1 to 64"),
        ({"mode": "classic", "rows": 0, "cols": 0}, 413, "from 1 to 64"),
        ({"mode": "classic", "rows": 64, "cols": 64}, 413, "1024 cells"),
        ({"mode": "classic", "rows": 3, "cols": 3}, 400, "odd number"),
        ({"mode": "classic", "kinds": 1000}, 400, "at most 240"),
        ({"mode": "classic", "gravity": "sideways"}, 400, "unknown gravity"),
        ({"mode": "classic", "max_turns": -1}, 400, "max_turns"),
        ({"mode": "classic", "seed": -1}, 400, "seed"),
        ({"mode": "classic", "seed": 10**30}, 400, ""),
        ({"mode": "classic", "difficulty": "silly"}, 400, "unknown difficulty"),
        ({"mode": "expert", "rows": 20, "cols": 20}, 413, "240 cells"),
        ({"mode": "classic", "rows": 30, "cols": 30, "max_turns": 0}, 413, "400 cells"),
        ({"mode": "classic", "mask": "A" * 5000}, 413, "mask is too long"),
        ({"mode": "classic", "mask": "AA/A"}, 400, ""),
        ({"mode": "classic", "level": 3}, 400, "only the campaign has levels"),
        ({"mode": "daily", "seed": 3}, 400, "seed cannot be chosen in mode 'daily'"),
        ({"mode": "campaign", "rows": 3}, 400, "rows cannot be chosen in mode 'campaign'"),
        ({"mode": "campaign", "level": 2}, 400, "level 2 is not open yet"),
        ({"mode": "campaign", "level": 0}, 400, "levels from 1"),
        ({"share": "llkb1_nonsense"}, 400, "its check is wrong"),
        ({"share": "hello"}, 400, "was not made for sharing"),
        ({"share": "x" * 20_000}, 413, "characters"),
        ({"share": to_share(llk.Board.parse("999 999"))}, 400, "no faces"),
        ({"share": to_share(llk.Board.parse("AB/AB")), "mode": "classic"}, 400, "share cannot be combined"),
        ({"share": to_share(llk.scatter(40, 40, kinds=20, seed=1))}, 413, "1024 cells"),
    ],
)
def test_what_no_game_can_be(guest: Guest, game_request: dict[str, Any], status: int, words: str) -> None:
    answer = guest.http.post("/api/games", json=game_request)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"]
    assert guest.http.get("/api/games").json() == []


def test_bodies_that_are_none(guest: Guest) -> None:
    post = guest.http.post
    headers = {"Content-Type": "application/json"}
    assert problem(post("/api/games", content=b"x" * 40_000, headers=headers)) == (413, "large")
    for body in (b"", b"{", b"\xff", b"[" * 20_000, b"null", b"[]", b'{"mode":"classic","rows":1e999}'):
        assert problem(post("/api/games", content=body, headers=headers)) == (400, "bad")
    assert problem(post("/api/games", content=b"{}", headers={"Content-Type": "text/plain"})) == (415, "type")
    assert problem(post("/api/games", data={"mode": "classic"})) == (415, "type")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    game_request=st.dictionaries(
        st.sampled_from(
            ["mode", "rows", "cols", "kinds", "gravity", "mask", "seed", "level", "share", "max_turns", "x"]
        ),
        st.none() | st.integers(-5, 12) | st.booleans() | st.sampled_from(["classic", "down", "AA/AA", "", "\x00"]),
    )
)
def test_whatever_is_wished_is_answered(stage: Stage, game_request: dict[str, Any]) -> None:
    with httpx2.Client(base_url=stage.address, headers={"Origin": stage.address}) as http:  # always somebody new
        answer = http.post("/api/games", json=game_request)
    assert answer.status_code in (201, 400, 413), (game_request, answer.text)


def test_lists_bests_and_settings(stage: Stage, guest: Guest) -> None:
    id = guest.begin(share=to_share(llk.Board.parse("AB/AB")))
    talk = guest.sit_down(id)
    talk.do("play 1,1-2,1")
    assert talk.do("play 1,2-2,2")["events"][-1]["event"] == "won"
    talk.close()
    assert [game["id"] for game in guest.http.get("/api/games", params={"over": "1"}).json()] == [id]
    assert guest.http.get("/api/games", params={"over": "0"}).json() == []
    assert guest.http.get("/api/games", params={"mode": "timed"}).json() == []
    assert guest.http.get("/api/bests").json() == [{"mode": "own", "size": "2x2"}]
    (best,) = guest.http.get("/api/bests", params={"mode": "own", "size": "2x2"}).json()
    assert (best["id"], best["stars"]) == (id, 3)
    assert best["begun"].endswith("Z")
    assert guest.http.put("/api/settings", json={"theme": "dark", "sound": False}).status_code == 200
    assert guest.http.get("/api/me").json()["settings"] == {"theme": "dark", "sound": False}
    assert problem(guest.http.put("/api/settings", json={"x": "y" * 5000})) == (413, "large")
    assert problem(guest.http.put("/api/settings", json=[1])) == (400, "bad")


def test_records_shares_and_replays(guest: Guest) -> None:
    id = guest.begin(mode="classic", rows=4, cols=6, seed=7)
    talk = guest.sit_down(id)
    for command in ("auto", "shuffle", "undo", "give-up"):
        talk.do(command)
    talk.close()
    answer = guest.http.get(f"/api/games/{id}/record")
    assert f'filename="lianliankan-{id}.json"' in answer.headers["content-disposition"]
    game = from_record(answer.text)
    assert (game.state, len(game.entries)) == ("lost", 4)
    texts = guest.http.get(f"/api/games/{id}/share").json()
    replay = guest.http.get(f"/api/games/{id}/replay").json()
    assert [step["command"].split()[0] for step in replay["steps"]] == ["auto", "shuffle", "undo", "give-up"]
    assert replay["rows"] == game.first_board.to_rows()
    assert replay["head"]["options"]["mode"] == "classic"
    assert replay["steps"][-1]["view"]["state"] == "lost"
    assert set(replay["blame"]) == {"winnable", "lost_after", "move"}
    stranger = Guest(guest.address)
    assert stranger.http.get("/api/replay", params={"share": texts["game"]}).json() == replay
    assert stranger.http.get("/api/replay", params={"share": texts["board"]}).json()["steps"] == []
    board = stranger.http.get("/api/board", params={"share": texts["board"]}).json()
    assert board["rows"] == replay["rows"]
    own = stranger.begin(share=texts["game"])
    (summary,) = stranger.http.get("/api/games").json()
    assert (summary["id"], summary["pairs"], summary["deal"]) == (own, 0, "4x6 seed=7")
    for share in ("", "x", "llkg1_", texts["game"][:-3], "llkg1_" + "A" * 15_000):
        assert problem(stranger.http.get("/api/replay", params={"share": share})) == (400, "bad")
        assert problem(stranger.http.get("/api/board", params={"share": share})) == (400, "bad")
    stranger.close()


def test_a_game_is_removed(guest: Guest) -> None:
    id = guest.begin()
    talk = guest.sit_down(id)
    assert guest.http.delete(f"/api/games/{id}").json() == {"removed": id}
    assert talk.hear()["code"] == "gone"
    assert problem(guest.http.delete(f"/api/games/{id}")) == (404, "gone")
    talk.close()


# ---- Players apart ---------------------------------------------------------------------------------------------------


def test_nobody_reads_or_touches_anothers_game(stage: Stage, guest: Guest) -> None:
    id = guest.begin()
    guest.http.put("/api/settings", json={"theme": "dark"})
    mine = guest.cookie
    other = Guest(stage.address)
    other.http.get("/api/me")
    forger = PlayerCookies(bytes(32))
    name, _, signature = mine.removeprefix("llk=").partition(".")
    cookies = {
        "another's": other.cookie,
        "none": "",
        "signed with another key": forger.set_cookie(name).partition(";")[0],
        "another name": f"llk=local.{signature}",
        "cut": mine[:-1],
        "doubled": f"llk={name}.{signature}{signature}",
        "garbage": "llk=%01; llk=..; =;;",
    }
    for what, cookie in cookies.items():
        with httpx2.Client(base_url=stage.address) as http:
            headers = {"Cookie": cookie, "Origin": stage.address}
            for method, path in (
                *(("GET", f"/api/games/{id}/{kind}") for kind in ("record", "share", "replay")),
                ("DELETE", f"/api/games/{id}"),
            ):
                answer = http.request(method, path, headers=headers)
                assert problem(answer) == (404, "gone"), what
            assert id not in http.get("/api/games", headers=headers).text
            assert http.get("/api/bests", headers=headers).json() == []
            me = http.get("/api/me", headers=headers).json()
            assert (me["unfinished"], me["settings"]) == (None, {}), what
        with guest.connect(id, cookie=cookie) as socket:
            if what == "another's":
                socket.send('{"type":"hello","v":1}')
            assert json.loads(socket.recv(timeout=10))["code"] == "gone", what
    assert [game["id"] for game in guest.http.get("/api/games").json()] == [id]
    for part in (id[:3], id.upper(), f"{id} ", f"{id}%00", "%2e%2e", "..%2f..%2fcookie.key", "'; DROP TABLE games"):
        assert guest.http.get(f"/api/games/{part}/record").status_code == 404
    other.close()


def test_who_owns_the_machine_is_the_terminals_player(stage: Stage, tmp_path: Path) -> None:
    guest = Guest(stage.address)
    for token in ("", "wrong", "let-me-i", "let-me-in2"):
        answer = guest.http.get(f"/enter/{token}")
        assert (answer.status_code, answer.headers.get("set-cookie")) == (404, None)
    answer = guest.http.get("/enter/let-me-in")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    id = guest.begin()
    with Store(stage.server.store.path.parent) as store:
        assert [game.id for game in store.games()] == [id]
    guest.close()


def test_other_sites_are_refused(stage: Stage, guest: Guest) -> None:
    game_request = {"mode": "classic", "rows": 4, "cols": 6}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": stage.address + ".evil.example"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert problem(guest.http.post("/api/games", json=game_request, headers=headers)) == (403, "origin")
    with httpx2.Client(base_url=stage.address, headers={"Cookie": guest.cookie}) as http:
        assert problem(http.post("/api/games", json=game_request)) == (403, "origin")
        assert problem(http.put("/api/settings", json={})) == (403, "origin")
        assert http.get("/api/me").status_code == 200
        assert problem(http.get("/api/me", headers={"Sec-Fetch-Site": "cross-site"})) == (403, "origin")
    assert guest.http.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert (
        guest.http.get("/api/me", headers={"Host": "evil.example", "Origin": "http://evil.example"}).status_code == 421
    )
    assert guest.http.get("/healthz", headers={"Host": "localhost:1"}).status_code == 200
    assert guest.http.get("/api/games").json() == []


def test_too_much_is_too_much(tmp_path: Path) -> None:
    with staged(tmp_path, new_players_per_address=3) as strict:
        guest = Guest(strict.address)
        id = guest.begin()
        # As many as it takes: a slow machine asks slowly, and gets some back meanwhile.
        codes = [guest.http.get(f"/api/games/{id}/{path}").status_code for path in ("share", "record", "replay") * 60]
        assert codes[0] == 200
        assert 429 in codes
        codes = [guest.http.get("/api/games").status_code for _ in range(400)]
        assert 429 in codes
        while guest.http.get("/api/games").status_code != 429:
            pass
        assert problem(guest.http.get("/api/me")) == (429, "slow")
        guest.close()
        newcomers = [Guest(strict.address) for _ in range(20)]
        codes = [newcomer.http.get("/api/me").status_code for newcomer in newcomers]
        assert codes[0] == 200
        assert 429 in codes
        for newcomer in newcomers:
            newcomer.close()


# ---- The page and its files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/play/abc123", "/b/llkb1_x", "/g/llkg1_x", "/replay/abc123"])
def test_the_page(guest: Guest, path: str) -> None:
    answer = guest.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.content == (STATIC / "index.html").read_bytes()
    assert "set-cookie" not in answer.headers  # a link from elsewhere comes without one, and must not replace it


def test_every_answer_has_the_headers(guest: Guest) -> None:
    for path in (
        "/",
        "/healthz",
        "/api/me",
        "/nowhere",
        "/static/nothing.js",
        "/faces/numbers.svg",
        "/api/games/x/record",
    ):
        answer = guest.http.get(path)
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value, path
        assert "server" not in answer.headers
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_files(guest: Guest) -> None:
    types = {
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml; charset=utf-8",
    }
    files = [path for path in STATIC.rglob("*") if path.suffix in types]
    assert files
    for file in files[:5]:
        path = f"/static/{file.relative_to(STATIC).as_posix()}"
        answer = guest.http.get(path)
        assert answer.content == file.read_bytes()
        assert answer.headers["content-type"] == types[file.suffix]
        assert answer.headers["cache-control"] == "no-cache"
        again = guest.http.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert guest.http.head(path).status_code == 200
        assert guest.http.post(path).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        *("../app.py", "..%2fapp.py", "%2e%2e/app.py", "js/../../app.py", "js/..%2f..%2fapp.py", "..%5capp.py"),
        *("", "js", "js/", "/etc/passwd", "%2fetc%2fpasswd", "index.html%00.js", ".", "~root"),
    ],
)
def test_no_way_out_of_the_folder(stage: Stage, path: str) -> None:
    import http.client
    from urllib.parse import urlsplit

    connection = http.client.HTTPConnection(urlsplit(stage.address).netloc)  # which sends the path as it is
    connection.request("GET", f"/static/{path}")
    answer = connection.getresponse()
    assert answer.status in (404, 307), path
    assert b"import" not in answer.read()
    connection.close()


def test_faces_and_health(guest: Guest) -> None:
    answer = guest.http.get("/faces/numbers.svg")
    assert answer.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert 'id="k1"' in answer.text
    assert guest.http.get("/faces/numbers.svg", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert guest.http.get("/faces/nobody.svg").status_code == 404
    assert guest.http.get("/healthz").json()["ok"] is True
