"""Playing and undoing moves in place."""

import copy
import random

import pytest

import lianliankan as llk
from support.strategies import random_board


@pytest.mark.parametrize("seed", range(60))
def test_undo_restores(seed: int) -> None:
    """Long random walks forwards and back: at every step everything is as on a newly made board."""
    rng = random.Random(seed)
    board = random_board(rng, 12) if seed % 3 else llk.scatter(26, 40, kinds=30 + seed, seed=seed)
    position = llk.Position(board)
    boards, played = [board], []
    for _ in range(60):
        if position.moves() and (len(boards) == 1 or rng.random() < 0.65):
            move = rng.choice(position.moves())
            position.play(move)
            boards.append(boards[-1].play(move))
            played.append(move)
        elif len(boards) > 1:
            boards.pop()
            assert position.undo() == played.pop()
        now = boards[-1]
        assert position.board == now
        assert position.moves() == now.moves()
        assert position.move_count == len(now.moves())
        assert (position.zobrist, position.tile_count) == (now.zobrist, now.tile_count)
        assert (position.is_stuck, position.is_clear) == (now.is_stuck, now.is_clear)
        assert position.depth == len(played)
    while played:
        position.undo()
        played.pop()
    assert position.board == board
    assert position.moves() == board.moves()


def test_copies_are_independent() -> None:
    position = llk.Position(llk.Board.parse("1 2 2 1 / . 3 3 ."))
    other = position.copy()
    assert other == position
    position.play(((0, 1), (0, 2)))
    assert other != position
    assert other.depth == 0
    other.play(((0, 1), (0, 2)))
    assert other == position
    assert position != "a position"
    assert repr(position) == "Position(Board.parse('1 . . 1\\n. 3 3 .'))"
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)


def test_mistakes_change_nothing() -> None:
    position = llk.Position(llk.Board.parse("AB/BA"))
    with pytest.raises(llk.IllegalMove, match="no path within the rules"):
        position.play(((0, 0), (1, 1)))
    with pytest.raises(llk.IllegalMove, match="no move to undo"):
        position.undo()
    assert (position.depth, position.is_stuck) == (0, True)


def test_a_step_that_fails_changes_nothing() -> None:
    """Two chambers of equal tiles, and a door between them: opening it makes more moves than a list may have."""
    rules = llk.Rules(max_turns=None, outside=False)
    tiles, gap, door, empty = [1] * 1500, [0, *[1] * 1499], [2, *[-1] * 1499], [0] * 1500
    board = llk.Board([tiles, empty, gap, door, door, gap, empty, tiles], rules=rules)
    position = llk.Position(board)
    before = position.move_count
    with pytest.raises(llk.TooManyMoves):
        position.play(((3, 0), (4, 0)))
    assert (position.depth, position.move_count, position.board) == (0, before, board)


def test_copy_and_deepcopy() -> None:
    position = llk.Position(llk.Board.parse("1 2 2 1 / . 3 3 ."))
    position.play(((0, 1), (0, 2)))
    assert copy.copy(position) == copy.deepcopy(position) == position


def test_ctrl_c_ends_perft() -> None:
    """A signal that arrives while the kernel counts interrupts it."""
    import signal

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            llk.perft(llk.scatter(16, 30, kinds=36, seed=1), 12)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
