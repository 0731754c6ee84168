"""Points, combos and stars."""

import pytest

import lianliankan as llk
from support.small_games import PLAIN


def row_of_pairs(pairs: int) -> llk.Board:
    return llk.Board([[kind for kind in range(1, pairs + 1) for _ in range(2)]])


def test_every_third_pair_of_a_combo_scores_extra() -> None:
    game = llk.Game(row_of_pairs(7))
    points = []
    for pair in range(7):
        (linked, *_) = game.play((0, 2 * pair), (0, 2 * pair + 1), at=3.0 * pair)
        assert isinstance(linked, llk.Linked)
        assert linked.combo == pair + 1
        points.append(linked.points)
    assert points == [10, 10, 40, 10, 10, 70, 10]
    assert game.score == sum(points)


def test_a_slow_pair_ends_the_combo() -> None:
    game = llk.Game(row_of_pairs(3))
    game.play((0, 0), (0, 1), at=1)
    game.play((0, 2), (0, 3), at=4.001)
    assert game.combo == 1


def test_a_pause_does_not_end_a_combo() -> None:
    game = llk.Game(row_of_pairs(3))
    game.play((0, 0), (0, 1), at=1)
    game.pause(at=2)
    game.resume(at=100)
    game.play((0, 2), (0, 3), at=101)
    assert game.combo == 2


@pytest.mark.parametrize("between", ["undo", "auto", "shuffle"])
def test_commands_that_end_a_combo(between: str) -> None:
    game = llk.Game(row_of_pairs(4))
    game.play((0, 0), (0, 1), at=1)
    game.do(between)
    move = game.board.moves()[0]
    game.play(*move, at=1.5)
    assert game.combo == 1


def test_undo_removes_points_and_redo_restores_them() -> None:
    game = llk.Game(PLAIN)
    game.play((0, 0), (0, 3))
    assert game.score == 20
    game.undo()
    assert (game.score, game.pairs) == (0, 0)
    game.redo()
    assert (game.score, game.pairs) == (20, 1)


def test_an_auto_played_pair_scores_nothing() -> None:
    game = llk.Game(PLAIN)
    hinted, linked = game.auto()
    assert isinstance(hinted, llk.Hinted)
    assert isinstance(linked, llk.Linked)
    assert (linked.points, linked.combo, linked.move) == (0, 0, hinted.move)


def play_out(game: llk.Game, at: float = 1.0) -> list[llk.Event]:
    events: list[llk.Event] = []
    while not game.is_over:
        events = game.play(*llk.solve(game.board).moves[0], at=max(at, game.at))
    return events


@pytest.mark.parametrize(("help_first", "stars"), [("", 3), ("hint", 2), ("shuffle", 2), ("undo", 2)])
def test_stars_without_a_limit(help_first: str, stars: int) -> None:
    game = llk.Game(PLAIN)
    if help_first == "undo":
        game.play((0, 0), (0, 3))
    if help_first:
        game.do(help_first)
    won = play_out(game)[-1]
    assert isinstance(won, llk.Won)
    assert won.stars == game.stars == stars
    assert game.state == "won"


@pytest.mark.parametrize(("at", "stars"), [(1.0, 3), (20.0, 3), (20.001, 2)])
def test_stars_with_a_limit(at: float, stars: int) -> None:
    won = play_out(llk.Game(PLAIN, llk.Options(limit=30)), at)[-1]
    assert isinstance(won, llk.Won)
    assert won.stars == stars
    assert won.time_points == 4 * int(30 - at)
