"""Every finder keeps its promises, and has a counterexample for every promise that it does not make."""

import random
from itertools import permutations

import pytest

import lianliankan as llk
from lianliankan.lab.finders import PUBLISHED, Counterexample, counterexamples
from lianliankan.lab.finders.counterexamples import FILE, to_text
from studies.promise_table import to_markdown
from support.finder_boards import ALL, LARGEST, KernelTruth, Truth, all_boards, may_fail, smallest, unmade
from support.paths import ROOT
from support.strategies import random_board

PROVED = 6
"""All boards of up to this many cells are tried here; the script tries them all."""

every_finder = pytest.mark.parametrize("name", ALL)


def make_pairs(seed: int, side: int, boards: int) -> list[Truth]:
    """Return pairs of equal tiles on random boards with any rules, walls and missing cells."""
    rng = random.Random(seed)
    found = []
    for _ in range(boards):
        board = random_board(rng, side)
        tiles = [(r, c) for r in range(board.rows) for c in range(board.cols) if board[r, c] > 0]
        alike = [pair for pair in permutations(tiles, 2) if board[pair[0]] == board[pair[1]]]
        found += [Truth(board, llk.Cell(*a), llk.Cell(*b)) for a, b in rng.sample(alike, min(3, len(alike)))]
    return found


@pytest.fixture(scope="module")
def random_pairs() -> list[Truth]:
    return make_pairs(1, 5, 600) + make_pairs(2, 7, 150)


@pytest.fixture(scope="module")
def tiny_pairs() -> list[Truth]:
    return [Truth(e.board, e.a, e.b) for cells in range(2, PROVED) for e in all_boards(cells)]


@every_finder
def test_promises_hold_on_random_boards(name: str, random_pairs: list[Truth]) -> None:
    asked = hold(name, random_pairs)
    assert asked >= (200 if name in PUBLISHED else 600)


@every_finder
def test_promises_hold_on_every_tiny_board(name: str, tiny_pairs: list[Truth]) -> None:
    assert hold(name, tiny_pairs) == len(tiny_pairs)


def hold(name: str, pairs: list[Truth]) -> int:
    """Check a finder's answers for all pairs whose rules it supports; return how many there were."""
    asked = 0
    for truth in pairs:
        try:
            path = ALL[name].search(truth.board, llk.Cell(*truth.a), llk.Cell(*truth.b), traced=False).path
        except llk.Unsupported:
            continue
        broken = truth.broken_by(path) & ALL[name].promises
        assert not broken, (name, broken, str(truth.board), truth.a, truth.b, path)
        if name in llk.FINDERS:
            assert path is None or truth.is_path(path), (name, str(truth.board), path)
        asked += 1
    return asked


def test_every_promise_not_made_has_its_counterexample() -> None:
    assert set(counterexamples()) == {(name, promise) for name in ALL for promise in unmade(name)}
    assert FILE.read_text(encoding="utf-8") == to_text(counterexamples())


@pytest.mark.parametrize(("key", "example"), counterexamples().items(), ids=lambda value: str(value))
def test_a_counterexample_is_one(key: tuple[str, llk.Promise], example: Counterexample) -> None:
    """The reference game is the judge."""
    name, promise = key
    path = llk.find(name, example.board, example.a, example.b).path
    assert promise in Truth(example.board, example.a, example.b).broken_by(path)
    assert example.board.rows * example.board.cols <= LARGEST


def test_counterexamples_are_the_smallest() -> None:
    """No board before it in order of size is a counterexample, as far as is checked here."""
    found = smallest(ALL, range(2, PROVED + 1))
    stored = counterexamples()
    for key, example in stored.items():
        small = example.board.rows * example.board.cols <= PROVED
        assert found.get(key) == (example if small else None), key
    assert len(found) > 30


def test_no_smaller_board_has_a_best_path_that_is_too_long() -> None:
    """The largest counterexamples, of finders that return the best path: two more sizes; the script does the rest."""
    finder = llk.FINDERS["relax"]
    for cells in (PROVED + 1, PROVED + 2):
        for example in all_boards(cells):
            truth = KernelTruth(example.board, example.a, example.b)
            assert not may_fail(truth, finder, {llk.Promise.SHORTEST}), example


def test_the_kernel_tells_the_truth(random_pairs: list[Truth]) -> None:
    """The script that finds counterexamples asks the kernel, which must agree with the reference game."""
    for truth in random_pairs[::3]:
        assert KernelTruth(truth.board, truth.a, truth.b).best == truth.best


@pytest.mark.parametrize(
    ("name", "promise", "cells", "answer", "right"),
    [
        ("layers", "STEPS", 8, (2, 6), (2, 4)),
        ("cross", "TURNS", 3, (2, 4), (0, 2)),
        ("cross", "STEPS", 3, (2, 4), (0, 2)),
        ("sets", "FINDS", 3, None, (2, 4)),
        ("cases", "FINDS", 6, None, (2, 5)),
        ("cases", "SOUND", 9, (2, 4), None),
        ("cases", "LEGAL", 6, (2, 4), (2, 4)),
        ("relax", "FINDS", 3, None, (2, 4)),
        ("cells", "FINDS", 4, None, (2, 5)),
        ("cells", "TURNS", 6, (2, 3), (1, 3)),
    ],
)
def test_the_published_flaws(
    name: str, promise: str, cells: int, answer: tuple[int, int] | None, right: tuple[int, int] | None
) -> None:
    """What each published version answers, and what is correct: turns and steps, or None for no link."""
    finder = PUBLISHED[f"published.{name}"]
    assert llk.Promise[promise] in finder.flaws
    example = counterexamples()[finder.name, llk.Promise[promise]]
    assert example.board.rows * example.board.cols == cells
    said = finder.search(example.board, example.a, example.b).path
    link = example.board.link(example.a, example.b)
    assert (said and (said.turns, said.steps)) == answer
    assert (link and (link.turns, link.steps)) == right


@pytest.mark.parametrize(
    ("name", "text", "a", "b", "answer", "right"),
    [
        ("layers", ".XX./X.../..../..X./..../X...", "6,1", "1,3", (2, 9), (2, 7)),
        ("layers", "X..A/A.X.", "1,4", "2,1", (2, 6), (2, 4)),
        ("cross", "A.A", "1,1", "1,3", (2, 4), (0, 2)),
        ("cross", "AXA/.X.", "1,1", "1,3", (2, 6), (2, 4)),
        ("sets", "AXA", "1,1", "1,3", None, (2, 4)),
        ("cases", "X.A/AX.", "1,3", "2,1", None, (2, 5)),
        ("cases", "X../AXA/X..", "2,1", "2,3", (2, 4), None),
        ("relax", "AXA", "1,1", "1,3", None, (2, 4)),
    ],
)
def test_boards_on_which_the_published_are_known_to_fail(
    name: str, text: str, a: str, b: str, answer: tuple[int, int] | None, right: tuple[int, int] | None
) -> None:
    """These boards were found with the original programs, so the versions here fail like the originals."""
    rows = [[2 if sign == "X" else 1 if sign == "A" else 0 for sign in line] for line in text.split("/")]
    (ar, ac), (br, bc) = llk.Cell.parse(a), llk.Cell.parse(b)
    rows[ar][ac] = rows[br][bc] = 1
    board = llk.Board(rows, rules=llk.Rules(outside=len(rows) < 6))  # the largest was found without a ring
    said, link = llk.find(f"published.{name}", board, (ar, ac), (br, bc)).path, board.link((ar, ac), (br, bc))
    assert (said and (said.turns, said.steps)) == answer
    assert (link and (link.turns, link.steps)) == right


def test_every_flaw_is_among_them() -> None:
    flaws = {(name.removeprefix("published."), p.name) for name, finder in PUBLISHED.items() for p in finder.flaws}
    marks = next(m for m in test_the_published_flaws.pytestmark if m.name == "parametrize")  # type: ignore[attr-defined]
    assert flaws <= {case[:2] for case in marks.args[1]}


def test_the_table_of_the_docs_is_generated() -> None:
    page = (ROOT / "docs" / "finders.md").read_text(encoding="utf-8")
    for finders in (llk.FINDERS, PUBLISHED):
        table = to_markdown(finders.values())
        assert table in page, f"docs/finders.md should contain:\n{table}"
