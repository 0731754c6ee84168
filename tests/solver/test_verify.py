"""Verifying verdicts: right ones pass, forged ones do not."""

import random
from dataclasses import replace
from itertools import product

import pytest

import lianliankan as llk
from lianliankan.solver import verify as verifying
from lianliankan.solver.cdcl import is_unsatisfiable
from lianliankan.solver.verify import _Walk
from support.reference_game import ReferenceGame
from support.strategies import random_board, random_rules


def test_satisfiability_against_all_assignments() -> None:
    rng = random.Random(1)
    found = 0
    for _ in range(400):
        variables = rng.randint(1, 7)
        clauses = [
            [rng.choice([-1, 1]) * rng.randint(1, variables) for _ in range(rng.randint(1, 3))]
            for _ in range(rng.randint(1, 5 * variables))
        ]
        satisfied = any(
            all(any((literal > 0) == choice[abs(literal) - 1] for literal in clause) for clause in clauses)
            for choice in product([True, False], repeat=variables)
        )
        assert is_unsatisfiable(clauses, variables) is not satisfied
        found += not satisfied
    assert found > 50
    assert is_unsatisfiable([[]], 0)
    assert not is_unsatisfiable([], 3)


def test_pigeons() -> None:
    """Six pigeons do not fit into five holes, which takes some learning."""
    hole = {(p, h): 5 * p + h + 1 for p in range(6) for h in range(5)}
    clauses = [[hole[p, h] for h in range(5)] for p in range(6)]
    clauses += [[-hole[p, h], -hole[q, h]] for h in range(5) for p in range(6) for q in range(p)]
    assert is_unsatisfiable(clauses, 30)
    assert not is_unsatisfiable(clauses[1:], 30)


def test_walking_against_the_reference_game() -> None:
    """From each tile, walking reaches exactly the tiles that the reference game reaches, under any rules."""
    rng = random.Random(3)
    for _ in range(150):
        board = random_board(rng, 6, rules=replace(random_rules(rng), gravity="still"))
        tiles = [(r, c) for r, row in enumerate(board.to_rows()) for c, kind in enumerate(row) if kind > 0]
        rules = board.rules
        game = ReferenceGame(board.to_rows(), max_turns=rules.max_turns, outside=rules.outside, adjacent=rules.adjacent)
        walk = _Walk(board, tiles)
        for tile in tiles:
            assert walk.reached_from(tile) & set(tiles) - {tile} == set(game.costs_from(tile)) - {tile}


def test_forged_wins() -> None:
    board = llk.Board.parse("AAB/ABA")
    won = llk.solve(board)
    assert llk.verify(board, won)
    assert not llk.verify(board, replace(won, moves=won.moves[:-1]))
    assert not llk.verify(board, replace(won, moves=won.moves[::-1]))
    assert not llk.verify(board, replace(won, moves=(*won.moves, won.moves[0])))
    assert not llk.verify(board, replace(won, moves=(llk.Move(llk.Cell(9, 9), llk.Cell(0, 0)),)))
    assert not llk.verify(llk.Board.parse("AB/BA"), won)


def test_forged_losses() -> None:
    winnable, lost = llk.Board.parse("AAB/ABA"), llk.Board.parse("AAAB/ACDA/CABD")
    verdict = llk.solve(lost)
    assert verdict.certificate
    assert llk.verify(lost, verdict)
    for certificate in (None, (), ((),), (((0, 0), (9, 9)),), verdict.certificate[:1]):
        assert not llk.verify(lost, replace(verdict, certificate=certificate))  # type: ignore[arg-type]
    everything = tuple(llk.Cell(r, c) for r in range(2) for c in range(3))
    assert not llk.verify(winnable, llk.Verdict(False, loss="blocked", certificate=(everything,)))
    assert not llk.verify(winnable, llk.Verdict(False, loss="odd", tiles=everything))
    assert not llk.verify(winnable, llk.Verdict(False, loss="walled off", tiles=everything))
    down = llk.Board.parse("AAB/ABA", rules=llk.Rules(gravity="down"))
    assert not llk.verify(down, llk.Verdict(False, loss="exhausted"))


def test_an_undecided_verdict_is_not_verified() -> None:
    assert not llk.verify(llk.Board.parse("AA"), llk.Verdict(None))
    stuck = llk.Board.parse("AB/BA")
    assert not llk.verify(stuck, replace(llk.solve(stuck), winnable=""))  # type: ignore[arg-type]


@pytest.mark.parametrize("certificate", [5, ["x"], [[(float("inf"), 0)]], [[(2.5, 0)]], [[(0,)]], [None]])
def test_invalid_certificates(certificate: object) -> None:
    board = llk.Board.parse("AB/BA")
    assert not llk.verify(board, replace(llk.solve(board), certificate=certificate))  # type: ignore[arg-type]


def test_rooms_are_counted_with_gravity() -> None:
    """A single tile in its room is found at once, though the other room has too many lines of play to try."""
    rules = llk.Rules(gravity="down", outside=False)
    board = llk.Board([[1, -1, *[2] * 12], [3, -1, *[2] * 12], [3, -1, *[2] * 11, 1]], rules=rules)
    assert llk.verify(board, llk.Verdict(False, loss="walled off"))


def test_every_set_of_a_certificate_counts_for_something() -> None:
    """A certificate lists what the proof depends on; most need every set."""
    verdict = llk.solve(llk.Board.parse("ABAAAB", rules=llk.Rules(outside=False)))
    assert verdict.certificate
    board = llk.Board.parse("ABAAAB", rules=llk.Rules(outside=False))
    for i in range(len(verdict.certificate)):
        fewer = verdict.certificate[:i] + verdict.certificate[i + 1 :]
        assert not llk.verify(board, replace(verdict, certificate=fewer))


def test_too_large_to_verify(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "_MAX_POSITIONS", 5_000)
    board = llk.Board([[kind, -1, *[4] * 9] for kind in (1, 2, 1, 2)], rules=llk.Rules(gravity="down", outside=False))
    with pytest.raises(llk.TooLarge, match="5000 positions"):
        llk.verify(board, llk.Verdict(False, loss="exhausted"))
