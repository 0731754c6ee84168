"""The lab's endpoints about positions: why two tiles do not link, and which move lost a recorded game."""

from collections.abc import Callable
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.web.base.size_limits import MAX_LAB_CELLS, MAX_RECORD_BYTES
from support.web_stage import Client, RunningServer

BLOCKED = llk.Board.parse("A B A / C D C", rules=llk.Rules(outside=False))


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def explain(client: Client, board: llk.Board, pair: str) -> dict[str, Any]:
    found = client.http.get("/api/lab/why", params={"share": llk.to_share(board), "pair": pair})
    assert found.status_code == 200, found.text
    answer: dict[str, Any] = found.json()
    return answer


def lost_game() -> llk.Game:
    game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
    game.play((0, 0), (0, 1))
    game.give_up()
    return game


def test_a_pair_that_is_blocked_turns_too_often_or_is_walled_off(client: Client) -> None:
    blocked = explain(client, BLOCKED, "1,1-1,3")
    assert (blocked["link"], blocked["longer"]) == (None, None)
    assert blocked["blockers"] == blocked["openers"] == [[0, 1]]
    assert blocked["reach"] == [[], []], "no empty cell touches them"

    winding = llk.Board.parse("A . # / # . . / # # B / A . .", rules=llk.Rules(outside=False, max_turns=1))
    turning = explain(client, winding, "1,1-4,1")
    assert turning["longer"] is None
    assert turning["blockers"] == []
    assert turning["clearest"] is None, "walls"

    open_board = llk.Board.parse("A . . / # # . / A . .", rules=llk.Rules(outside=False, max_turns=1))
    turning = explain(client, open_board, "1,1-3,1")
    assert (turning["link"], turning["longer"]["turns"]) == (None, 2)
    assert [0, 2, 0] in turning["reach"][0]
    assert [1, 2, 1] in turning["reach"][0]

    different = explain(client, open_board.with_cell((0, 0), 7).with_rules(max_turns=2), "1,1-3,1")
    assert (different["equal"], different["link"]["turns"]) == (False, 2)


@pytest.mark.parametrize("pair", ["", "1,1", "1,1-1,1", "1,1-9,9", "1,1-2,1-3,1"])
def test_a_question_about_something_else_is_refused(client: Client, pair: str) -> None:
    board = llk.Board.parse("A.A")
    found = client.http.get("/api/lab/why", params={"share": llk.to_share(board), "pair": pair})
    assert (found.status_code, found.json()["code"]) == (400, "bad")


def test_boards_that_are_too_large_are_refused(client: Client) -> None:
    share = llk.to_share(llk.deal(30, MAX_LAB_CELLS // 30 + 2, seed=1))
    found = client.http.get("/api/lab/why", params={"share": share, "pair": "1,1-1,2"})
    assert (found.status_code, found.json()["code"]) == (413, "large")


@pytest.mark.parametrize("written", [llk.to_record, llk.to_share, lambda game: f"https://x/g/{llk.to_share(game)}"])
def test_the_move_that_lost_a_recorded_game(client: Client, written: Callable[[llk.Game], str]) -> None:
    game = lost_game()
    found = client.http.post("/api/lab/game", json={"text": written(game)})
    assert found.status_code == 200, found.text
    answer = found.json()
    assert (answer["lost"], answer["won"], answer["timed_out"]) == (1, False, False)
    assert llk.from_share(answer["share"]).entries == game.entries  # type: ignore[union-attr]
    assert [point["winnable"] for point in answer["points"]] == [True, False, False]
    assert answer["points"][1]["move"] == [[0, 0], [0, 1]]
    assert answer["points"][1]["rows"] == game.board.to_rows()


def test_positions_of_a_game_with_turning_gravity_have_their_phase(client: Client) -> None:
    game = llk.Game(llk.deal(4, 6, seed=3, rules=llk.Rules(gravity="rotating")), llk.Options(when_stuck="ask"))
    boards = [game.board]
    for _ in range(3):
        game.play(*game.board.moves()[0])
        boards.append(game.board)
    game.undo()
    game.play(*game.board.moves()[-1])
    boards.append(game.board)
    points = client.http.post("/api/lab/game", json={"text": llk.to_record(game)}).json()["points"]
    assert [(point["rows"], point["phase"]) for point in points] == [(board.to_rows(), board.phase) for board in boards]
    assert points[4]["marks"] == ["undo"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "invalid JSON"),
        ("llkg1_nonsense", "checksum"),
        (llk.to_share(BLOCKED), "this is a board"),
        (llk.to_record(lost_game()).replace("1,1-1,2", "1,1-3,1"), "entry 1"),
    ],
)
def test_a_text_that_is_no_game_is_refused_with_the_reason(client: Client, text: str, said: str) -> None:
    found = client.http.post("/api/lab/game", json={"text": text})
    assert (found.status_code, found.json()["code"]) == (400, "record")
    assert said in found.json()["error"]


def test_a_record_that_is_too_long_is_not_read(client: Client) -> None:
    found = client.http.post("/api/lab/game", json={"text": "x" * MAX_RECORD_BYTES})
    assert found.status_code == 413
