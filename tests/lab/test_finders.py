"""The contract of the finders: their answers, their errors, their traces."""

import random
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import lianliankan as llk
from lianliankan.board.cell import Cell
from lianliankan.board.course_file import CourseFile
from lianliankan.lab import finders
from lianliankan.lab.finders import PUBLISHED, Link, Look, Read, Reject, Search, Step, Try, find
from lianliankan.lab.finders.finder import straighten
from lianliankan.lab.trace.playback import SearchReplay
from support.finder_boards import ALL
from support.paths import ROOT
from support.strategies import random_board

REPORT = CourseFile.parse((ROOT / "examples" / "in.dat").read_text())
NAMES = "dfs bfs layers relax sets cases cross edges allpairs kernel"
PLAIN = llk.Board.parse("1 2 2 1 / . 3 3 .")

every_finder = pytest.mark.parametrize("name", ALL)


def searches(name: str, seed: int, count: int) -> list[tuple[llk.Board, Search]]:
    """Search on random boards with rules that the finder supports."""
    rng = random.Random(seed)
    found: list[tuple[llk.Board, Search]] = []
    while len(found) < count:
        board = random_board(rng, 6)
        tiles = [Cell(r, c) for r in range(board.rows) for c in range(board.cols) if board[r, c] > 0]
        if len(tiles) >= 2:
            try:
                found.append((board, find(name, board, *rng.sample(tiles, 2))))
            except llk.Unsupported:
                continue
    return found


def test_the_list_of_finders() -> None:
    assert set(llk.FINDERS) == set(NAMES.split())
    assert set(PUBLISHED) == {f"published.{name}" for name in ("layers", "sets", "cases", "cross", "relax", "cells")}


def test_adding_a_finder_is_adding_a_file() -> None:
    """Every file with a FINDER is in the registry under its own name, and nothing else is."""
    folder = Path(finders.__path__[0])
    with_finder = [file for file in folder.rglob("*.py") if "\nFINDER = " in file.read_text(encoding="utf-8")]
    names = {".".join(file.relative_to(folder).with_suffix("").parts) for file in with_finder}
    assert {name.removeprefix("algorithms.") for name in names} == set(ALL)


@every_finder
def test_a_finder_is_documented(name: str) -> None:
    finder = ALL[name]
    assert finder.name == name
    assert finder.is_published == name.startswith("published.")
    assert finder.subject.endswith((".", ":"))
    assert len(finder.text) > 200
    assert finder.cost
    assert bool(finder.flaws) == finder.is_published
    assert not finder.flaws & finder.promises


@every_finder
def test_the_example_of_the_report(name: str) -> None:
    """Every finder returns the corners printed in the report."""
    path = find(name, *REPORT).path
    assert str(path) == "1,1-3,1-3,2"


@every_finder
def test_errors_are_those_of_link(name: str) -> None:
    board = llk.Board.parse("A.#_A")
    for a, b, error in [
        ((0, 0), (0, 0), llk.SameCell),
        ((0, 0), (0, 1), llk.NoTile),
        ((0, 2), (0, 0), llk.NoTile),
        ((0, 0), (0, 3), llk.NoTile),
        ((0, 0), (1, 0), llk.OffBoard),
        ((-1, 0), (0, 0), llk.OffBoard),
    ]:
        with pytest.raises(error) as said:
            find(name, board, a, b)
        with pytest.raises(error) as said_by_link:
            board.link(a, b)
        assert str(said.value) == str(said_by_link.value)


@every_finder
def test_tiles_of_different_kinds_do_not_link(name: str) -> None:
    search = find(name, PLAIN, (0, 0), (0, 1))
    assert (search.path, search.examined) == (None, 0)
    assert [(step.name, step.line) for step in search.trace] == [("reject", (Cell(0, 0), Cell(0, 1)))]


def test_unknown_names_and_values_that_are_not_boards() -> None:
    with pytest.raises(llk.NoSuchFinder, match=r"unknown finder 'a-star' \(choose from .*dfs.*published\.layers"):
        find("a-star", PLAIN, (0, 0), (0, 3))
    with pytest.raises(TypeError, match="expected a Board"):
        find("bfs", "A.A", (0, 0), (0, 2))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["cases", "cross", "kernel", *PUBLISHED])
@pytest.mark.parametrize("turns", [3, None])
def test_turn_limits_beyond_a_finders_own_are_rejected(name: str, turns: int | None) -> None:
    board = llk.Board.parse("A.A", rules=llk.Rules(max_turns=turns))
    with pytest.raises(llk.Unsupported, match=f"^{name} finds paths of at most 2 turns"):
        find(name, board, (0, 0), (0, 2))


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_versions_support_only_the_plain_game(name: str) -> None:
    with pytest.raises(llk.Unsupported, match="always allows 2 turns"):
        find(name, llk.Board.parse("A.A", rules=llk.Rules(max_turns=1)), (0, 0), (0, 2))
    with pytest.raises(llk.Unsupported, match="joins adjacent tiles directly"):
        find(name, llk.Board.parse("A.A", rules=llk.Rules(adjacent=False)), (0, 0), (0, 2))


def test_boards_too_large_for_all_pairs_are_rejected() -> None:
    board = llk.scatter(18, 19, kinds=9, seed=1)
    with pytest.raises(llk.TooLarge, match="at most 400 cells including the ring, not 420"):
        find("allpairs", board, (0, 0), (0, 1))
    with pytest.raises(llk.TooLarge, match="at most 400 cells"):
        finders.all_links(board)


def test_a_long_path_does_not_overflow_the_stack() -> None:
    """A corridor that winds through a board of 2,500 cells."""
    side = 50
    rows = [[0] * side if r % 2 == 0 else [-1] * side for r in range(side)]
    for r in range(1, side, 2):
        rows[r][-1 if r % 4 == 1 else 0] = 0
    rows[0][0] = rows[-2][0] = 1
    rows[-1] = [-1] * side
    board = llk.Board(rows, rules=llk.Rules(max_turns=None, outside=False))
    for name in ("dfs", "bfs", "layers", "relax", "sets", "edges"):
        path = find(name, board, (0, 0), (side - 2, 0), traced=False).path
        assert path == board.link((0, 0), (side - 2, 0))
        assert path is not None
        assert path.steps > 1000


@every_finder
def test_examined_is_what_the_trace_shows(name: str) -> None:
    for _, search in searches(name, seed=1, count=60):
        looks = sum(isinstance(step, Look) for step in search.trace)
        read = sum(abs(a.row - b.row) + abs(a.col - b.col) + 1 for a, b in lines(search, Read))
        assert search.examined == looks + read


def lines(search: Search, kind: type[Step]) -> list[tuple[Cell, ...]]:
    return [step.line for step in search.trace if isinstance(step, kind)]


@every_finder
def test_a_trace_can_be_drawn_without_knowing_finders(name: str) -> None:
    for board, search in searches(name, seed=2, count=60):
        for step in search.trace:
            assert step.layer >= 0
            assert step.line
            for cell in step.line:
                assert type(cell) is Cell
                assert -1 <= cell.row <= board.rows
                assert -1 <= cell.col <= board.cols
            if step.name != "reject":  # two tiles of different kinds need not share a line
                assert all(a.row == b.row or a.col == b.col for a, b in pairwise(step.line))
        links = lines(search, Link)
        assert links == ([search.path.corners] if search.path else [])
        assert not links or isinstance(search.trace[-1], Link)
        reached = {step.cell for step in search.trace if step.name == "queue"}
        visited = {step.cell for step in search.trace if step.name == "visit"}
        if name.removeprefix("published.") in ("dfs", "bfs", "layers", "relax", "sets", "edges", "cells"):
            assert len(visited - reached) <= 1, "all but the start were reached first"


@every_finder
def test_without_a_trace_the_answer_is_the_same(name: str) -> None:
    for seed in range(3):
        board = llk.scatter(5, 6, kinds=3, seed=seed)
        for move in board.moves()[:4]:
            traced, bare = find(name, board, *move), find(name, board, *move, traced=False)
            assert bare == Search(traced.path, traced.examined, ())
            assert find(name, board, *move) == traced


@every_finder
def test_a_search_without_result_rejects_everything_it_tried(name: str) -> None:
    for _, search in searches(name, seed=7, count=100):
        if search.path is None:
            assert search.trace
            tries = [place for place, step in enumerate(search.trace) if isinstance(step, Try)]
            for first, after in pairwise([*tries, len(search.trace)]):
                assert any(isinstance(step, Reject) for step in search.trace[first:after])


@pytest.mark.parametrize("name", ["cases", "cross", "kernel"])
def test_paths_that_the_rules_do_not_allow_are_rejected(name: str) -> None:
    corner = llk.Board.parse("A./.A", rules=llk.Rules(max_turns=0))
    touching = llk.Board.parse("AA", rules=llk.Rules(max_turns=0, adjacent=False))
    cases = (
        (corner, (1, 1), {"too many turns", "neither the same row nor the same column"}),
        (touching, (0, 1), {"adjacent tiles need a detour", "too many turns"}),
    )
    for board, goal, reasons in cases:
        search = find(name, board, (0, 0), goal)
        assert search.path is None
        assert {step.why for step in search.trace if isinstance(step, Reject)} & reasons


def test_a_search_reads_as_json() -> None:
    trace = find("bfs", llk.Board.parse("A.A"), (0, 0), (0, 2)).trace
    decoded = msgspec.json.decode(msgspec.json.encode(trace))
    assert decoded[0] == {"step": "visit", "line": [[0, 0]], "layer": 0}
    assert decoded[1] == {"step": "look", "line": [[0, 1]], "layer": 0, "found": "open"}
    assert decoded[-1] == {"step": "link", "line": [[0, 0], [0, 2]], "layer": 1}


@every_finder
def test_a_replay_steps_back_to_where_it_was(name: str) -> None:
    for _, search in searches(name, seed=3, count=8):
        replay = SearchReplay(search)
        scenes = []
        while True:
            scenes.append((replay.number, replay.step, dict(replay.looks), replay.layers, replay.lines, replay.link))
            if not replay.forward():
                break
        assert len(scenes) == len(replay) + 1
        assert sum(replay.looks.values()) == search.examined
        for scene in reversed(scenes[:-1]):
            assert replay.back()
            now = (replay.number, replay.step, dict(replay.looks), replay.layers, replay.lines, replay.link)
            assert now[:4] == scene[:4]
            assert set(now[4]) == set(scene[4])
        assert not replay.back()
        replay.go(10**6)
        assert replay.number == len(replay)
        replay.go(1)
        assert replay.number == min(1, len(replay))


@every_finder
def test_a_replay_shows_the_lowest_layer_in_which_a_cell_was_reached(name: str) -> None:
    """A finder may reach a cell again from another side, by a path with more turns."""
    for _, search in searches(name, seed=5, count=30):
        reached = [step for step in search.trace if step.name == "queue"]
        nearest = {cell: min(s.layer for s in reached if s.cell == cell) for cell in {s.cell for s in reached}}
        replay = SearchReplay(search)
        replay.go(len(replay))
        assert replay.layers == nearest
        assert len(replay.lines) == len(nearest)


def test_paths_are_straightened() -> None:
    cells = [Cell(0, 0), Cell(0, 1), Cell(0, 1), Cell(0, 2), Cell(1, 2), Cell(2, 2)]
    assert straighten(cells) == llk.Path([(0, 0), (0, 2), (2, 2)])


def test_the_kernel_finder_gives_the_path_of_link() -> None:
    """The very same path, not just one as good."""
    rng = random.Random(4)
    tried = 0
    while tried < 300:
        board = random_board(rng, 7, rules=llk.Rules(outside=rng.random() < 0.5, adjacent=rng.random() < 0.5))
        for a, b in board.moves()[:5]:
            assert find("kernel", board, a, b, traced=False).path == board.link(a, b)
            assert find("kernel", board, b, a, traced=False).path == board.link(b, a)
            tried += 1
