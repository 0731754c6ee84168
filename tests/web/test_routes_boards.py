"""The endpoints for boards that players draw: any text is read, deals are winnable, saved boards are the player's."""

from typing import Any

import pytest

import lianliankan as llk
from lianliankan.atlas.difficulty_table import difficulty_percentile
from lianliankan.store.saved_boards import MAX_BOARDS
from support.web_stage import Client, RunningServer, read_problem

RULES = {"max_turns": 2, "outside": True, "gravity": "still", "adjacent": True}
COURSE_FILE = "2 3\n1 0 1\n2 2 0\n1 1\n1 3"


@pytest.fixture
def server(generous_server: RunningServer) -> RunningServer:
    """A server whose rate limits no test reaches."""
    return generous_server


def fields(board: llk.Board) -> dict[str, Any]:
    rules = board.rules
    given = {name: getattr(rules, name) for name in RULES}
    return {"rows": board.to_rows(), "rules": given, "phase": board.phase}


@pytest.mark.parametrize(
    "text",
    [
        "1 2 2 1\n. 3 # _",
        "AB/BA",
        "rules: gravity=rotating phase=right\n1 2 2 1",
        '{"rows": [[1, 2], [2, 1]], "rules": {"gravity": "down"}}',
        llk.to_share(llk.Board.parse("AB/BA")),
        "https://play.example/edit/" + llk.to_share(llk.Board.parse("AB/BA")),
    ],
)
def test_any_text_of_a_board_is_read(client: Client, text: str) -> None:
    found = client.http.post("/api/board", json={"text": text}).json()
    board = llk.from_share(found["share"])
    assert isinstance(board, llk.Board)
    assert (found["text"], found["rows"], found["points"]) == (str(board), board.to_rows(), None)
    expected = llk.from_share(text) if "llkb" in text else None
    expected = expected or (llk.Board.from_json(text) if text.startswith("{") else llk.Board.parse(text))
    assert board == expected
    again = client.http.post("/api/board", json={"board": {name: found[name] for name in ("rows", "rules", "phase")}})
    assert again.json() == found


def test_course_files_games_and_kinds_without_a_face_are_read(client: Client) -> None:
    found = client.http.post("/api/board", json={"text": COURSE_FILE}).json()
    assert (found["rows"], found["points"]) == ([[1, 0, 1], [2, 2, 0]], [[0, 0], [0, 2]])
    game = llk.plan("classic", llk.Deal(4, 6, seed=7)).game()
    game.play(*game.board.moves()[0])
    found = client.http.post("/api/board", json={"text": llk.to_share(game)}).json()
    assert found["rows"] == game.board.to_rows(), "a game is read as it stands"
    assert client.http.post("/api/board", json={"text": "999 7 999"}).json()["rows"] == [[1, 2, 1]]


def test_what_is_no_board_is_refused_with_its_place(client: Client) -> None:
    answer = client.http.post("/api/board", json={"text": "1 2\n1 x"})
    assert read_problem(answer) == (400, "board")
    assert (answer.json()["reason"], answer.json()["values"]) == ("board text", {"line": 2, "column": 3})
    answer = client.http.post("/api/board", json={"text": "llkb1_nonsense"})
    assert (answer.status_code, answer.json()["reason"]) == (400, "board link")
    assert read_problem(client.http.post("/api/board", json={"text": "1 " * 20_000})) == (413, "large")
    assert read_problem(client.http.post("/api/board", json={"text": "1 " * 63})) == (413, "large")
    wrong = {"rows": [[1, 2], [3]], "rules": RULES, "phase": "up"}
    assert read_problem(client.http.post("/api/board", json={"board": wrong})) == (400, "bad")
    assert read_problem(client.http.post("/api/board", json={"board": wrong | {"rows": [[241]]}})) == (413, "large")
    assert read_problem(client.http.post("/api/board", json={})) == (400, "board")


def test_tiles_are_dealt_again(client: Client) -> None:
    places = llk.Board.parse("AAAA/A##A/A_.A", rules=llk.Rules(gravity="down"))
    found = client.http.post("/api/board/deal", json={"board": fields(places), "kinds": 2, "seed": 5}).json()
    board = llk.Board.from_rows(found["rows"], rules=places.rules)
    assert board == llk.deal(mask=places, kinds=2, seed=5)
    assert found["rules"]["gravity"] == "down"
    odd = client.http.post("/api/board/deal", json={"board": fields(llk.Board.parse("AAA"))})
    assert (odd.status_code, odd.json()["reason"]) == (400, "odd")
    hopeless = client.http.post("/api/board/deal", json={"board": fields(llk.Board.parse("A#A/###/A#A"))})
    assert hopeless.status_code in (200, 400)


def test_boards_are_saved_by_name_for_their_player_alone(client: Client, other_client: Client) -> None:
    first, second = llk.Board.parse("AB/BA"), llk.Board.parse("ABBA")
    assert client.http.get("/api/boards").json() == []
    for name, board in (("Lesson  1/2 ", first), ("Zweite 第二", first), ("Lesson 1/2", second)):
        answer = client.http.put("/api/boards", json={"name": name, "board": fields(board)})
        assert answer.status_code == 200, answer.text
    saved = client.http.get("/api/boards").json()
    assert [(one["name"], one["rows"], one["tiles"]) for one in saved] == [("Lesson 1/2", 1, 4), ("Zweite 第二", 2, 4)]
    assert llk.from_share(saved[0]["share"]) == second
    assert other_client.http.get("/api/boards").json() == []
    for name in ("", "a\nb\u0000", "x" * 61):
        answer = client.http.put("/api/boards", json={"name": name, "board": fields(first)})
        assert read_problem(answer) == (400, "name")
    left = client.http.delete("/api/boards/Lesson%201%2F2").json()
    assert [one["name"] for one in left] == ["Zweite 第二"]
    for number in range(MAX_BOARDS - 1):
        client.http.put("/api/boards", json={"name": f"{number}", "board": fields(first)})
    answer = client.http.put("/api/boards", json={"name": "one more", "board": fields(first)})
    assert read_problem(answer) == (413, "boards")
    assert len(client.http.get("/api/boards").json()) == MAX_BOARDS


def test_the_card_of_a_shared_board_says_if_it_cannot_be_won(client: Client) -> None:
    for text, winnable in (("AB/BA", False), ("AABB", True)):
        share = llk.to_share(llk.Board.parse(text))
        assert client.http.get("/api/board", params={"share": share}).json()["winnable"] is winnable
        assert client.http.post("/api/games", json={"share": share}).status_code == 201


def test_a_deal_is_compared_with_the_deals_of_its_kind(client: Client) -> None:
    def easier(board: llk.Board, score: float) -> float | None:
        answer = client.http.post("/api/board/percentile", json={"board": fields(board), "score": score})
        assert answer.status_code == 200
        found: float | None = answer.json()["easier"]
        return found

    deal = llk.deal(8, 18, seed=1)
    assert easier(deal, 50) == difficulty_percentile(deal, 50)
    assert easier(deal, 0) == 0
    assert easier(deal, 100) == 1
    assert easier(llk.Board.parse("AB/AB"), 50) is None
    bad = {"board": fields(deal), "score": "many"}
    assert read_problem(client.http.post("/api/board/percentile", json=bad)) == (400, "bad")
