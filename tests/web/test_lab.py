"""The endpoints of the lab: what they answer, their limits, and requests that make no sense."""

import re
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.lab.finders import FINDERS, PUBLISHED, finder_named
from lianliankan.lab.trace.playback import TracePlayer
from lianliankan.web.base.size_limits import MAX_FINDERS, MAX_TRACE_STEPS
from support.web_stage import Client, RunningServer, new_client

BOARD = llk.Board.parse(
    "2 5 . . . 5 7 1/. . . 4 3 . . ./. 7 2 . 8 . . 8/. . . 4 6 1 . ./3 . . . . . . ./6 . . 3 . . 3 ."
)
SHARE, PAIR = llk.to_share(BOARD), "1,8-4,6"
ENDS = (0, 7), (3, 5)
QUESTION = {"share": SHARE, "pair": PAIR}


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def ask(client: Client, what: str, **query: str | int) -> dict[str, Any]:
    found = client.http.get(f"/api/lab{what}", params=query)
    assert found.status_code == 200, found.text
    answer: dict[str, Any] = found.json()
    return answer


def refusal(client: Client, what: str, **query: str | int) -> tuple[int, str]:
    found = client.http.get(f"/api/lab{what}", params=query)
    return found.status_code, found.json()["code"]


def test_the_catalog_has_every_finder_with_its_code_and_where_it_fails(client: Client) -> None:
    catalog = ask(client, "")
    assert [finder["name"] for finder in catalog["finders"]] == [*FINDERS, *PUBLISHED]
    for finder in catalog["finders"]:
        assert finder["source"][0]["text"].startswith("def search(") or finder["name"] == "allpairs"
        for promise in finder["promises"]:
            assert promise["kept"] != bool(promise["broken_on"]), "it is kept, or there is a board"
            if example := promise["broken_on"]:
                board = llk.from_share(example["share"])
                assert isinstance(board, llk.Board)
                assert board.kinds, "the board can be read"
    (published,) = (finder for finder in catalog["finders"] if finder["name"] == "published.relax")
    assert [promise["name"] for promise in published["promises"] if promise["claimed"]] == ["finds"]
    assert {part["file"] for part in published["source"]} == {"published/relax.py", "algorithms/relax.py"}


@pytest.mark.parametrize("name", [*FINDERS, *PUBLISHED])
def test_a_trace_is_that_of_the_library_and_knows_its_line(client: Client, name: str) -> None:
    answer = ask(client, "/trace", **QUESTION, finder=name)
    search = llk.find(name, BOARD, *ENDS)
    player = TracePlayer(search)
    marks: dict[tuple[int, int], tuple[str, int]] = {}
    lines = code_lines(client, name)
    for step in answer["steps"]:
        player.forward()
        marks |= {(row, col): (kind, layer) for row, col, kind, layer in step["marks"]}
        assert step["examined"] == player.examined
        assert (step["file"], step["code_line"]) in lines
    assert len(answer["steps"]) == len(search.trace)
    assert marks == {tuple(cell): tuple(mark) for cell, mark in player.marks.items()}
    assert answer["examined"] == search.examined
    assert (answer["path"] is None) == (search.path is None)
    if search.path:
        assert answer["path"]["corners"] == [list(cell) for cell in search.path.corners]


def code_lines(client: Client, name: str) -> set[tuple[str, int]]:
    """The lines of a finder's code that the page can light."""
    (finder,) = (each for each in ask(client, "")["finders"] if each["name"] == name)
    return {
        (part["file"], part["first"] + place)
        for part in finder["source"]
        for place in range(len(part["text"].splitlines()))
    }


def test_the_lit_line_is_the_one_that_ran_and_the_queue_is_the_real_one(client: Client) -> None:
    answer = ask(client, "/trace", **QUESTION, finder="bfs")
    (finder,) = (each for each in ask(client, "")["finders"] if each["name"] == "bfs")
    text = finder["source"][0]["text"].splitlines()
    ran = {step["kind"]: text[step["code_line"] - finder["source"][0]["first"]].strip() for step in answer["steps"]}
    assert ran["visit"] == "probe.visit(cell, steps[cell])"
    assert ran["queue"] == "probe.queue(cell, there, steps[there])"
    waiting: list[list[int]] = [[0, 7]]
    for step in answer["steps"]:  # a queue: who is queued goes to the end, who is visited was first
        if step["kind"] == "queue":
            waiting.append(step["cell"])
        if step["kind"] == "visit":
            assert waiting.pop(0) == step["cell"]
        if step["waiting"] is not None:
            assert step["waiting"] == waiting
            assert step["waits"] == len(waiting)


def test_sentences_are_in_the_language_asked_for(client: Client) -> None:
    english = ask(client, "/trace", **QUESTION, finder="published.relax", lang="en")
    chinese = ask(client, "/trace", **QUESTION, finder="published.relax", lang="zh")
    assert english["steps"][0]["text"] == "It starts at 1,8."
    assert chinese["steps"][0]["text"] == "从 1,8 出发。"
    assert (english["verdict"]["text"], chinese["verdict"]["text"]) == ("misses the link", "漏掉了连线")
    for step in chinese["steps"]:
        assert not re.search(r"[a-z]", step["text"])


def test_a_race_has_a_verdict_on_every_finder(client: Client) -> None:
    names = ("bfs", "layers", "cross", "published.cases", "allpairs")
    answer = ask(client, "/race", **QUESTION, finders=",".join(names))
    runs = {run["finder"]: run for run in answer["runs"]}
    assert tuple(runs) == names
    verdicts = {name: (run["verdict"]["kind"], run["verdict"]["right"]) for name, run in runs.items() if run["verdict"]}
    assert verdicts["bfs"] == ("illegal", False)
    assert verdicts["layers"] == ("steps", True)
    assert verdicts["cross"] == ("best", True)
    assert verdicts["published.cases"] == ("missed", False)
    assert runs["layers"]["examined"] == llk.find("layers", BOARD, *ENDS).examined
    assert answer["best"]["turns"] == 2


def test_a_finder_that_cannot_take_part_says_so(client: Client) -> None:
    share = llk.to_share(llk.Board.parse("A..A", rules=llk.Rules(max_turns=3)))
    answer = ask(client, "/race", share=share, pair="1,1-1,4", finders="cases,edges")
    assert [bool(run["refused"]) for run in answer["runs"]] == [True, False]
    assert refusal(client, "/trace", share=share, pair="1,1-1,4", finder="cases") == (400, "bad")


def test_a_search_is_drawn_to_be_saved(client: Client) -> None:
    found = client.http.get("/api/lab/picture", params={**QUESTION, "finder": "bfs", "lang": "zh"})
    assert (found.status_code, found.headers["content-type"]) == (200, "image/svg+xml")
    assert found.headers["content-disposition"] == 'attachment; filename="lianliankan-bfs.svg"'
    assert found.text.startswith("<svg ")
    assert "检查格数" in found.text


def test_what_is_too_large_is_refused(client: Client) -> None:
    empty = [[0] * 24 for _ in range(24)]
    empty[0][0] = empty[23][23] = 1
    assert refusal(client, "/trace", share=llk.to_share(llk.Board(empty)), pair="1,1-24,24", finder="relax") == (
        413,
        "large",
    )
    wide = [[1] * 40 for _ in range(20)]
    question = {"share": llk.to_share(llk.Board(wide)), "pair": "1,1-1,2"}
    for what in ("trace", "picture"):
        assert refusal(client, f"/{what}", **question, finder="bfs") == (413, "large")
    assert refusal(client, "/race", **question, finders="bfs,cross") == (413, "large")
    assert len(finder_named("relax").search(llk.Board(empty), llk.Cell(0, 0), llk.Cell(23, 23)).trace) > MAX_TRACE_STEPS


@pytest.mark.parametrize(
    ("what", "query"),
    [
        ("trace", {"finder": "bfs"}),
        ("trace", {"share": SHARE, "finder": "bfs"}),
        ("trace", {**QUESTION, "finder": "dijkstra"}),
        ("trace", {**QUESTION, "finder": "../../etc/passwd"}),
        ("trace", {**QUESTION, "finder": "os"}),
        ("trace", {**QUESTION, "pair": "1,1-1,3", "finder": "bfs"}),  # an empty cell
        ("trace", {**QUESTION, "pair": "1,1-99,99", "finder": "bfs"}),
        ("trace", {**QUESTION, "pair": "1,1-1,1", "finder": "bfs"}),
        ("trace", {**QUESTION, "pair": "1,1", "finder": "bfs"}),
        ("trace", {**QUESTION, "pair": "1,1-" * 2000, "finder": "bfs"}),
        ("trace", {**QUESTION, "share": SHARE[:-2], "finder": "bfs"}),
        ("trace", {**QUESTION, "share": "llkb1_" + "A" * 200, "finder": "bfs"}),
        ("race", QUESTION),
        ("race", {**QUESTION, "finders": "bfs,bfs"}),
        ("race", {**QUESTION, "finders": ",".join([*FINDERS, *PUBLISHED][: MAX_FINDERS + 1])}),
    ],
)
def test_nonsense_is_refused(client: Client, what: str, query: dict[str, str]) -> None:
    assert refusal(client, f"/{what}", **query) == (400, "bad")


def test_the_lab_is_charged_as_work(usual_server: RunningServer) -> None:
    with new_client(usual_server) as client:
        client.http.get("/api/me")
        answers = [client.http.get("/api/lab/trace", params={**QUESTION, "finder": "cases"}) for _ in range(50)]
    codes = [answer.status_code for answer in answers]
    assert codes[0] == 200
    assert 429 in codes
