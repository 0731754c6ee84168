"""New games on the web: boards for the screen, previews, and the nearest board to a difficulty."""

import pytest

import lianliankan as llk
from support.web_stage import Client, RunningServer, read_problem


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def test_the_next_game_fits_the_screen_unless_its_board_was_chosen(client: Client) -> None:
    portrait = client.http.get("/api/game").json()["portrait"][0]
    for request, deal in (({"mode": "timed"}, "14x9 kinds=36 "), ({"mode": "timed", "rows": 4, "cols": 6}, "4x6 ")):
        id = client.start_game(**request)
        answer = client.http.post(f"/api/games/{id}/next", json=portrait)
        head = client.open_window(answer.json()["id"]).state["head"]
        assert head["deal"].startswith(deal)
        assert head["options"]["mode"] == "timed"
    assert read_problem(client.http.post(f"/api/games/{id}/next", json={"rows": "many"})) == (400, "bad")


def test_without_a_board_of_the_difficulty_the_nearest_is_dealt(client: Client) -> None:
    request = {"mode": "expert", "rows": 3, "cols": 4, "seed": 1}
    answer = client.http.post("/api/games", json=request).json()
    assert answer["nearest"] == {
        "tried": 400,
        "is_hardest": True,
        "difficulty": "medium",
        "score": 28,
        "timed_out": False,
    }
    state = client.open_window(answer["id"]).state
    deal = llk.Deal.parse(state["head"]["deal"])
    assert deal.difficulty == "medium"
    assert deal.board().to_rows() == state["rows"], "its number means this board"
    assert state["head"]["options"]["mode"] == "expert"
    assert client.http.get("/api/games").json()[0]["mode"] == "expert"
    assert client.http.post("/api/games", json=request | {"difficulty": "easy"}).json()["nearest"] is None


def test_a_board_is_previewed(client: Client) -> None:
    def preview(**request: object) -> tuple[int, dict[str, object]]:
        answer = client.http.post("/api/games/preview", json=request)
        return answer.status_code, answer.json()

    assert preview(rows=2, cols=3, mode="expert") == (200, {"mask": "AAA/AAA", "tiles": 6, "kinds": 2})
    diamond = {"mask": "_AA_/AAAA/AAAA/_AA_", "tiles": 12, "kinds": 3}
    assert preview(rows=4, cols=4, shape="diamond", gravity="down") == (200, diamond)
    for request, status, reason in (
        ({"rows": 3, "cols": 3}, 400, "odd"),
        ({"rows": 2, "cols": 3, "kinds": 9}, 400, "kinds"),
        ({"rows": 16, "cols": 30, "mode": "expert"}, 413, "large rated"),
    ):
        found, answer = preview(**request)
        assert (found, answer["reason"]) == (status, reason)
    assert client.http.get("/api/games").json() == []
