"""Looking back at a game: records, share texts, replays, its course, and how it could have been won."""

import asyncio
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.records.record import from_record
from lianliankan.records.share import to_share
from lianliankan.web.endpoints import replay_view
from lianliankan.web.local.in_place import LocalBackend
from support.web_stage import Client, RunningServer, new_client, read_problem, run_server

UNDECIDED = llk.scatter(8, 18, kinds=36, seed=12, rules=llk.Rules(gravity="left"))
"""Two million nodes do not decide it."""


@pytest.fixture
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def test_records_shares_and_replays(client: Client) -> None:
    id = client.start_game(mode="classic", rows=4, cols=6, seed=7)
    window = client.open_window(id)
    for command in ("auto", "shuffle", "undo", "give-up"):
        window.do(command)
    window.close()
    answer = client.http.get(f"/api/games/{id}/record")
    assert f'filename="lianliankan-{id}.json"' in answer.headers["content-disposition"]
    game = from_record(answer.text)
    assert (game.state, len(game.entries)) == ("lost", 4)
    texts = client.http.get(f"/api/games/{id}/share").json()
    replay = client.http.get(f"/api/games/{id}/replay").json()
    assert [step["command"].split()[0] for step in replay["steps"]] == ["auto", "shuffle", "undo", "give-up"]
    assert replay["rows"] == game.first_board.to_rows()
    assert replay["head"]["options"]["mode"] == "classic"
    assert replay["steps"][-1]["view"]["state"] == "lost"
    assert [point["version"] for point in replay["points"]] == [0, 1, 4]
    stranger = Client(client.address)
    assert stranger.http.get("/api/replay", params={"share": texts["game"]}).json() == replay
    assert stranger.http.get("/api/replay", params={"share": texts["board"]}).json()["steps"] == []
    board = stranger.http.get("/api/board", params={"share": texts["board"]}).json()
    assert (board["rows"], board["head"]) == (replay["rows"], None)
    challenge = stranger.http.get("/api/board", params={"share": texts["challenge"]}).json()
    assert (challenge["rows"], challenge["head"]) == (replay["rows"], replay["head"])
    own = stranger.start_game(share=texts["game"])
    (summary,) = stranger.http.get("/api/games").json()
    assert (summary["id"], summary["pairs"], summary["deal"]) == (own, 0, "4x6 seed=7")
    for share in ("", "x", "llkg1_", texts["game"][:-3], "llkg1_" + "A" * 15_000):
        assert read_problem(stranger.http.get("/api/replay", params={"share": share})) == (400, "bad")
        assert read_problem(stranger.http.get("/api/board", params={"share": share})) == (400, "bad")
    stranger.close()


def test_a_lost_game_shows_its_course_and_how_it_could_have_been_won(client: Client) -> None:
    board = llk.Board.parse("CC/AA/AB/BA")
    id = client.start_game(share=to_share(llk.Game(board, llk.Options(when_stuck="ask"))))
    window = client.open_window(id)
    for command in ("hint", "play 1,1-1,2", "play 2,1-2,2", "give-up"):
        window.do(command)
    window.close()
    course = client.http.get(f"/api/games/{id}/course").json()
    assert [point["winnable"] for point in course["points"]] == [True, True, False, False]
    assert [point["marks"] for point in course["points"]] == [[], ["hint"], [], []]
    assert (course["lost"], course["win"], course["win_version"]) == (2, 1, 2)
    win = client.http.get(f"/api/games/{id}/win", params={"version": 2}).json()
    assert win["rows"] == board.play(llk.Move.parse("1,1-1,2")).to_rows()
    assert [step["view"]["tiles"] for step in win["steps"]] == [4, 2, 0]
    assert [step["view"]["pairs"] for step in win["steps"]] == [2, 3, 4]
    assert all(point["winnable"] for point in win["points"])
    assert read_problem(client.http.get(f"/api/games/{id}/win", params={"version": 3})) == (404, "unwinnable")
    for version in ("", "x", "-1", "1" * 7):
        answer = client.http.get(f"/api/games/{id}/win", params={"version": version})
        assert read_problem(answer) == (400, "bad")
    stranger, text = Client(client.address), client.http.get(f"/api/games/{id}/share").json()["game"]
    assert stranger.http.get("/api/course", params={"share": text}).json() == course
    assert stranger.http.get("/api/win", params={"share": text, "version": 2}).json() == win
    assert read_problem(stranger.http.get("/api/course", params={"share": "llkg1_"})) == (400, "bad")
    stranger.close()


def test_what_there_was_no_time_for_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_view, "_COURSE_SECONDS", 0.0)
    monkeypatch.setattr(replay_view, "_WIN_BUDGET", llk.Budget(nodes=10**9, seconds=0))

    async def keep() -> None:
        await asyncio.sleep(0)

    with run_server(tmp_path, backend=LocalBackend(keep)) as server, new_client(server) as client:
        about = {"share": to_share(llk.Game(UNDECIDED, llk.Options(when_stuck="ask")))}
        course = client.http.get("/api/course", params=about).json()
        assert ([point["winnable"] for point in course["points"]], course["timed_out"]) == ([None], True)
        assert read_problem(client.http.get("/api/win", params=about | {"version": "0"})) == (404, "late")
        monkeypatch.setattr(replay_view, "_WIN_BUDGET", llk.Budget(nodes=1000))
        assert read_problem(client.http.get("/api/win", params=about | {"version": "0"})) == (404, "unwinnable")
