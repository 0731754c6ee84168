"""What a finished game shows: combos, help, the first mistake, and the only safe move."""

import math
import random
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.board.rules import Gravity
from lianliankan.game import analysis
from lianliankan.game.analysis import analyse
from lianliankan.solver.solve import SolverQuery
from support.strategies import trap_board


def test_help_combos_and_restarts() -> None:
    game = llk.plan("classic", seed=7, rows=4, cols=6).game()
    first, *rest = llk.solve(game.board).moves
    game.play(*first, at=1)
    game.restart(at=2)
    game.hint(at=3)
    game.play(*first, at=4)
    game.undo(at=5)
    for second, move in enumerate([first, *rest]):
        game.play(*move, at=(6 if second < 8 else 60) + 2 * second)
    found = analyse(game)
    assert (found.hints, found.undos, found.shuffles, found.restarts) == (1, 1, 0, 1)
    assert found.best_combo == 8
    assert (found.mistake, found.mistake_at) == ("", 0)
    assert found.only_moves == 0, "nothing counts after a hint or an undo"


def test_the_wrong_partner_and_too_early() -> None:
    options = llk.Options(when_stuck="lose")
    partner = llk.Game(llk.Board.parse("AA/AB/BA"), options)
    partner.play((0, 0), (0, 1))
    assert (analyse(partner).mistake, analyse(partner).mistake_at) == ("partner", 1)
    rng, kinds = random.Random(1), set[str]()
    while kinds != {"partner", "early"}:  # every losing first move of small boards is one of the two
        board = trap_board(rng)
        losing = next(advice.move for advice in llk.advise(board, games=0) if advice.outcome == "losing")
        game = llk.Game(board, llk.Options(undo=False))
        game.play(*losing)
        if not game.is_over:
            game.give_up()
        found = analyse(game)
        same = [move for move in board.moves() if board[move.a] == board[losing.a]]
        is_partner = any(llk.solve(board.play(move)).winnable for move in same)
        assert (found.mistake, found.mistake_at) == ("partner" if is_partner else "early", 1)
        kinds.add(found.mistake)


def test_a_game_that_was_given_up_while_it_could_be_won_has_no_mistake() -> None:
    game = llk.plan("classic", seed=7, rows=4, cols=6).game()
    game.give_up()
    assert (analyse(game).mistake, analyse(game).only_moves) == ("", 0)


def test_the_mistake_before_a_shuffle_counts() -> None:
    game = llk.Game(llk.Board.parse("AA/AB/BA"))
    game.play((0, 0), (0, 1))
    while not game.is_over:
        game.play(*llk.solve(game.board).moves[0])
    assert (game.state, game.shuffles_used, analyse(game).mistake) == ("won", 1, "partner")


def test_the_only_safe_pair_of_at_least_three() -> None:
    board = llk.Board.parse("AAAB/ACDA/BACD")
    for helps, count in ((False, 1), (True, 0)):
        game = llk.Game(board)
        if helps:
            game.hint()
        for move in llk.solve(board).moves:
            game.play(*move)
        assert game.state == "won"
        found = analyse(game).only_moves
        assert found is not None
        assert (found >= 1) == bool(count)


def lost_game(rows: int, cols: int, gravity: Gravity) -> llk.Game:
    """Play a board at random until no move is left."""
    game = llk.Game(llk.scatter(rows, cols, seed=1, rules=llk.Rules(gravity=gravity)), llk.Options(when_stuck="ask"))
    rng = random.Random(1)
    while moves := game.board.moves():
        game.play(*rng.choice(moves))
    game.give_up()
    return game


@pytest.mark.parametrize(
    ("rows", "cols", "gravity", "most"),
    [(8, 18, "inward", 100_000), (16, 30, "inward", 100_000), (32, 32, "left", 100_000 * 480 // 1024)],
)
def test_an_analysis_is_limited_by_counts_for_all_positions_together(
    rows: int, cols: int, gravity: Gravity, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lost_game(rows, cols, gravity)
    nodes = list[int]()
    ask = SolverQuery.ask

    def count(query: SolverQuery, *args: Any, **options: Any) -> llk.Verdict:  # noqa: ANN401
        assert query.end == math.inf, "no clock changes what is found"
        verdict = ask(query, *args, **options)
        nodes.append(verdict.nodes)
        return verdict

    monkeypatch.setattr(SolverQuery, "ask", count)
    found = analyse(game)
    assert 0 < sum(nodes) <= 1.1 * most, "a search ends a few nodes late"
    assert analyse(game) == found


def test_what_nothing_is_left_for_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="lose"))
    game.hint()
    game.play((0, 0), (0, 1))
    monkeypatch.setattr(analysis, "_ANALYSIS_WORK", 0)
    found = analyse(game)
    assert (found.mistake, found.mistake_at, found.only_moves) == ("unknown", 0, 0)
    assert (found.hints, found.best_combo) == (1, 1), "they need no solver"
