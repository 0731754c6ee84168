"""The table of all links, updated as tiles are removed, against a rebuilt table and the reference game."""

import random

import pytest

import lianliankan as llk
from lianliankan.lab.finders import Links, all_links
from support.reference_game import ReferenceGame
from support.strategies import TURNS, random_board, reference_game


def still_board(rng: random.Random) -> llk.Board:
    rules = llk.Rules(max_turns=rng.choice([2, 2, *TURNS]), outside=rng.random() < 0.6, adjacent=rng.random() < 0.7)
    return random_board(rng, 5, rules=rules)


def reference_costs(board: llk.Board) -> dict[llk.Move, tuple[int, int]]:
    """The same from the reference game."""
    game = reference_game(board)
    found = {}
    for a, b in game.moves():
        cost = game.cost(a, b)
        assert cost is not None
        found[llk.Move(llk.Cell(*a), llk.Cell(*b))] = cost
    return found


def test_all_links_at_once() -> None:
    rng = random.Random(1)
    for _ in range(60):
        board = still_board(rng)
        assert all_links(board) == reference_costs(board), str(board)
        assert list(all_links(board)) == board.moves()


@pytest.mark.parametrize("seed", range(12))
def test_updated_links_equal_rebuilt_links(seed: int) -> None:
    """Costs and paths, move by move to the end of a game."""
    rng = random.Random(seed)
    board = still_board(rng)
    links = Links(board)
    while moves := board.moves():
        move = rng.choice(moves)
        board = board.play(move)
        links.play(move)
        assert links.board == board
        assert links.costs() == all_links(board) == reference_costs(board), str(board)
        for pair, cost in links.costs().items():
            path = links.path(pair)
            assert path is not None
            assert (path[0], path[-1], path.turns, path.steps) == (*pair, *cost)
            assert all(map(ReferenceGame(board.to_rows(), outside=board.rules.outside).is_open, path.cells[1:-1]))


def test_tiles_that_do_not_link_have_no_path() -> None:
    links = Links(llk.Board.parse("XA/AX"))
    assert links.path(llk.Move.parse("1,2-2,1")) is None
    with pytest.raises(llk.IllegalMove):
        links.play(((0, 1), (1, 0)))


def test_links_are_not_updated_under_gravity() -> None:
    links = Links(llk.Board.parse("AA/BB", rules=llk.Rules(gravity="down")))
    assert len(links.costs()) == 2
    with pytest.raises(llk.Unsupported, match="not with gravity 'down'"):
        links.play(((0, 0), (0, 1)))
