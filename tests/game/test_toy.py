"""The tiny games that the page plays without knowing the rules."""

import pytest

import lianliankan as llk
from lianliankan.game.toy import LESSONS, TOYS, ToyGame, ToyPair, work_out


def shown_pairs(toy: ToyGame) -> list[ToyPair]:
    """Follow the pairs to show, from the first position to the end."""
    shown, position = [], toy.positions[0]
    while position.hint is not None:
        shown.append(next(pair for pair in position.pairs if pair.cells == position.hint))
        position = toy.positions[shown[-1].next]
    assert not any(kind for row in position.rows for kind in row), "it ends with an empty board"
    return shown


def test_every_lesson_shows_its_turns_and_is_won_in_any_order() -> None:
    toys = {name: work_out(board) for name, board in LESSONS.items()}
    paths = {
        name: [event.path for pair in shown_pairs(toy) for event in pair.events if isinstance(event, llk.Linked)]
        for name, toy in toys.items()
    }
    assert {path.turns for path in paths["straight"]} == {0}
    assert {path.turns for path in paths["turn"]} == {1}
    assert [path.turns for path in paths["round"][:2]] == [2, 2]
    assert any(row < 0 for row, _ in paths["round"][1]), "round the outside"
    for toy in toys.values():
        for position in toy.positions:
            links = [pair for pair in position.pairs if isinstance(pair.events[0], llk.Linked)]
            assert links or not position.pairs
    refused = [pair.events[0] for pair in toys["round"].positions[0].pairs]
    misses = [event.miss for event in refused if isinstance(event, llk.Refused) and event.miss]
    assert [miss.path.turns for miss in misses if miss.path] == [3, 3], "one turn too many"


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_every_gravity_has_a_toy_whose_tiles_move(gravity: llk.Gravity) -> None:
    board = TOYS[gravity]
    assert board.rules == llk.Rules(gravity=gravity)
    toy, game = work_out(board), llk.Game(board)
    assert len(toy.positions) < 200
    first, second, *_ = shown_pairs(toy)
    moved = [any(isinstance(event, llk.Packed) for event in pair.events) for pair in (first, second)]
    assert moved == [gravity != "still"] * 2
    assert first.events == game.play(*first.cells, at=10)
    assert toy.positions[first.next].rows == game.board.to_rows()
