"""New games on the web: boards for the screen, previews, and the nearest board to a difficulty."""

from typing import Any

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


def test_a_preview_says_what_is_impossible_and_it_is(client: Client) -> None:
    def preview(**request: object) -> Any:  # noqa: ANN401  # any JSON
        return client.http.post("/api/games/preview", json=request).json()

    def impossible(request: dict[str, object]) -> dict[tuple[str, Any], tuple[str, int]]:
        found = preview(**request)["impossible"]
        return {(each["field"], each["value"]): (each["reason"], each["most"]) for each in found}

    large = {"mode": "classic", "rows": 16, "cols": 30, "shape": "full", "gravity": "still", "max_turns": 2}
    found = impossible(large)
    assert [value for field, value in found if field == "mode"] == ["expert"]
    assert [value for field, value in found if field == "turns"] == [0, 1, 3, 4, None]
    assert found["outside", False] == ("large rules", 400)
    assert found["difficulty", "easy"] == ("large rated", 240)
    shaped = {"mode": "classic", "rows": 12, "cols": 24, "shape": "diamond", "gravity": "still"}
    assert {"gravity": impossible(shaped)["gravity", "inward"]} == {"gravity": ("large gravity", 150)}
    for (field, value), reason in found.items():
        name = {"turns": "max_turns"}.get(field, field)
        if field != "size":
            problem = preview(**large | {name: value})["problem"]
            assert (problem["reason"], problem["values"]["most"]) == reason, (field, value)
    expert = {"mode": "expert", "rows": 8, "cols": 18}
    assert {value for field, value in impossible(expert) if field == "size"} >= {"12x24", "14x26", "16x30"}
    odd = impossible({"mode": "classic", "rows": 25, "cols": 25})  # also for a board that cannot be dealt
    assert ("mode", "expert") in odd
    assert {reason for reason, _ in impossible({"rows": 40, "cols": 40}).values()} == {"large rated", "large rules"}


def test_a_board_is_previewed(client: Client) -> None:
    def preview(**request: object) -> Any:  # noqa: ANN401  # any JSON
        answer = client.http.post("/api/games/preview", json=request)
        assert answer.status_code == 200
        return answer.json()

    small = preview(rows=2, cols=3, mode="expert")
    assert (small["board"], small["problem"]) == ({"mask": "AAA/AAA", "tiles": 6, "kinds": 2}, None)
    diamond = {"mask": "_AA_/AAAA/AAAA/_AA_", "tiles": 12, "kinds": 3}
    assert preview(rows=4, cols=4, shape="diamond", gravity="down")["board"] == diamond
    for request, reason in (
        ({"rows": 3, "cols": 3}, "odd"),
        ({"rows": 2, "cols": 3, "kinds": 9}, "kinds"),
        ({"rows": 16, "cols": 30, "mode": "expert"}, "large rated"),
    ):
        answer = preview(**request)
        assert (answer["board"], answer["problem"]["reason"]) == (None, reason)
    assert read_problem(client.http.post("/api/games/preview", json={"mode": "nomode"})) == (400, "bad")
    assert client.http.get("/api/games").json() == []
