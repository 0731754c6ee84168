"""New games on the web: boards for the screen."""

import pytest

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
