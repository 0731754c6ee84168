"""Picking and playing pairs, and the nearest miss of a refused pair."""

from typing import Any

import pytest

import lianliankan as llk
from support.small_games import PLAIN, WALLED, event_names, only_refusal

# ---- Picking and playing ---------------------------------------------------------------------------------------------


def test_two_picks_play_a_pair() -> None:
    game = llk.Game(PLAIN)
    assert event_names(game.pick((0, 0))) == ["picked"]
    assert game.picked == (0, 0)
    (linked,) = game.pick((0, 3))
    assert isinstance(linked, llk.Linked)
    assert linked.path == PLAIN.link((0, 0), (0, 3))
    assert (linked.turns, linked.steps, linked.points, linked.combo, linked.number) == (2, 5, 20, 1, 1)
    assert game.picked is None
    assert game.board == PLAIN.play(((0, 0), (0, 3)))


def test_a_path_runs_from_the_tile_that_was_picked_first() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 3))
    (linked,) = game.pick((0, 0))
    assert isinstance(linked, llk.Linked)
    assert (linked.path[0], linked.path[-1]) == ((0, 3), (0, 0))
    assert linked.move == ((0, 0), (0, 3))


def test_picking_the_same_tile_drops_it() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0))
    assert game.pick((0, 0)) == [llk.Dropped(llk.Cell(0, 0))]
    assert game.picked is None


def test_picking_another_kind_moves_the_selection_and_says_why() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0))
    refused, picked = game.pick((0, 1))
    assert isinstance(refused, llk.Refused)
    assert (refused.reason, refused.cells) == ("different kinds", ((0, 0), (0, 1)))
    assert picked == llk.Picked(llk.Cell(0, 1), 2)
    assert game.picked == (0, 1)


def test_picking_a_tile_out_of_reach_moves_the_selection_and_shows_the_nearest_miss() -> None:
    game = llk.Game(llk.Board.parse("AB/BA"), llk.Options(when_stuck="ask"))
    game.pick((0, 0))
    refused, picked = game.pick((1, 1))
    assert isinstance(refused, llk.Refused)
    assert refused.reason == "no path"
    assert refused.miss is not None
    assert refused.miss.path is not None
    assert refused.miss.path.turns == 3
    assert isinstance(picked, llk.Picked)


def test_picking_an_empty_cell_keeps_the_selection() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0))
    assert only_refusal(game.pick((1, 0))).reason == "empty cell"
    assert only_refusal(game.pick((-1, 7))).reason == "off the board"
    assert game.picked == (0, 0)
    assert len(game.entries) == 1


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ((0, 0), (0, 1), "different kinds"),
        ((0, 0), (0, 0), "same tile"),
        ((0, 0), (1, 0), "empty cell"),
        ((1, 0), (1, 0), "empty cell"),
        ((0, 0), (9, 9), "off the board"),
        ((-1, 0), (0, 0), "off the board"),
    ],
)
def test_refused_pairs(a: tuple[int, int], b: tuple[int, int], reason: str) -> None:
    game = llk.Game(PLAIN)
    assert only_refusal(game.play(a, b)).reason == reason
    assert game.entries == ()
    assert game.board == PLAIN


def test_a_wall_is_not_a_tile() -> None:
    assert only_refusal(llk.Game(WALLED).pick((0, 1))).reason == "empty cell"


@pytest.mark.parametrize("cell", [None, 3, "11", (1,), (1.5, 2), (1, 2, 3)])
def test_invalid_cells(cell: Any) -> None:  # noqa: ANN401
    with pytest.raises(TypeError, match="a cell must be a pair"):
        llk.Game(PLAIN).pick(cell)


def test_a_huge_cell_is_off_the_board() -> None:
    assert only_refusal(llk.Game(PLAIN).pick((10**30, 0))).reason == "off the board"


# ---- The nearest miss ------------------------------------------------------------------------------------------------


def test_a_miss_by_turns() -> None:
    board = llk.Board.parse("A...#/##.##/#...A", rules=llk.Rules(max_turns=1, outside=False))
    miss = only_refusal(llk.Game(board).play((0, 0), (2, 4))).miss
    assert miss is not None
    assert str(miss.path) == "1,1-1,3-3,3-3,5"
    assert miss.blockers == ()


def test_a_miss_by_one_tile() -> None:
    board = llk.Board.parse("A B A / # # #", rules=llk.Rules(outside=False))
    miss = only_refusal(llk.Game(board).play((0, 0), (0, 2))).miss
    assert miss == llk.NearMiss(llk.Path([(0, 0), (0, 2)]), (llk.Cell(0, 1),))


def test_a_miss_by_walls() -> None:
    assert only_refusal(llk.Game(WALLED).play((0, 0), (0, 2))).miss == llk.NearMiss(None)


def test_neighbours_that_need_a_detour() -> None:
    board = llk.Board.parse("B A A B", rules=llk.Rules(adjacent=False, outside=False))
    assert only_refusal(llk.Game(board).play((0, 1), (0, 2))).miss == llk.NearMiss(None)


def test_a_miss_on_a_board_without_limits() -> None:
    board = llk.Board.parse("A B A", rules=llk.Rules(max_turns=None, outside=False))
    assert llk.nearest_miss(board, (0, 0), (0, 2)).blockers == ((0, 1),)
    many = llk.Board.parse("A B A", rules=llk.Rules(max_turns=1_000_000, outside=False))
    assert llk.nearest_miss(many, (0, 0), (0, 2)).blockers == ((0, 1),)
