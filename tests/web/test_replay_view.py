"""Looking back at a game: its course, and how it could have been won."""

import pytest

import lianliankan as llk
from lianliankan.records.share import to_share
from support.web_stage import Client, RunningServer, read_problem


@pytest.fixture
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


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
