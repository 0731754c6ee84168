"""Perft: the number of move sequences, for every rule set, as counted by the reference game (`make perft`)."""

import pytest

import lianliankan as llk
from support.paths import DATA
from support.strategies import reference_game

FILES = sorted((DATA / "perft").glob("*.txt"))


def cases() -> list[tuple[str, llk.Board, list[int]]]:
    found = []
    for file in FILES:
        for number, part in enumerate(file.read_text().split("\n\n"), 1):
            text, _, counts = part.strip().rpartition("\nperft: ")
            found.append((f"{file.stem}-{number}", llk.Board.parse(text), [int(count) for count in counts.split()]))
    return found


CASES = cases()


@pytest.mark.parametrize(("board", "counts"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_counts(board: llk.Board, counts: list[int]) -> None:
    assert [llk.perft(board, depth) for depth in range(len(counts))] == counts
    assert reference_game(board).perft(1) == counts[1], "the file itself is wrong"


def test_every_rule_set_has_its_file() -> None:
    rules = [case[1].rules for case in CASES]
    assert {rule.gravity for rule in rules} == set(llk.GRAVITIES)
    assert {rule.max_turns for rule in rules} >= {0, 1, 2, 3, 5, None}
    assert {(rule.outside, rule.adjacent) for rule in rules} == {(a, b) for a in (True, False) for b in (True, False)}


def test_depth_is_counted_from_zero() -> None:
    board = llk.Board.parse("1 1")
    assert [llk.perft(board, depth) for depth in (0, 1, 2, 10**9)] == [1, 1, 0, 0]
    with pytest.raises(ValueError, match="0 or more, not -1"):
        llk.perft(board, -1)
