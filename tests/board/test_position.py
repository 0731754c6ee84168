"""Playing and undoing moves in place."""

import copy
import pickle
import random
from itertools import combinations

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
        assert position.move_count == now.move_count == len(now.moves())
        assert (position.zobrist, position.tile_count) == (now.zobrist, now.tile_count)
        assert (position.is_stuck, position.is_clear) == (now.is_stuck, now.is_clear)
        assert position.depth == len(played)
        assert all(position[cell] == now[cell] for move in now.moves() for cell in move)
        assert all(position.link(*move) == now.link(*move) for move in now.moves())
    while played:
        position.undo()
        played.pop()
    assert position.board == board
    assert position.moves() == board.moves()


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_links_agree_with_the_board(gravity: llk.Gravity) -> None:
    """Any two tiles, after moves played and undone."""
    rng = random.Random(gravity)
    for _ in range(20):
        position = llk.Position(random_board(rng, 9, rules=llk.Rules(gravity=gravity)))
        for _ in range(6):
            if position.depth and rng.random() < 0.4:
                position.undo()
            elif position.move_count:
                position.play(*rng.choice(position.moves()))
        board = position.board
        assert (position.rows, position.cols) == (board.rows, board.cols)
        cells = [(r, c) for r in range(board.rows) for c in range(board.cols)]
        assert [position[cell] for cell in cells] == [board[cell] for cell in cells]
        for a, b in combinations([cell for cell in cells if board[cell] > 0], 2):
            assert position.linkable(a, b) == board.linkable(a, b)
            assert position.link(a, b) == board.link(a, b)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_position_can_be_undone(protocol: int) -> None:
    position = llk.Position(llk.deal(4, 6, seed=1, rules=llk.Rules(gravity="rotating")))
    for _ in range(3):
        position.play(position.moves()[-1])
    again = pickle.loads(pickle.dumps(position, protocol))
    assert type(again) is llk.Position
    while True:
        assert again == position
        assert again.moves() == position.moves()
        assert again.depth == position.depth
        if not position.depth:
            break
        assert again.undo() == position.undo()


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

    def count() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)  # of a processor, so that it is amid work
        llk.perft(llk.scatter(16, 30, kinds=36, seed=1), 12)

    before = signal.signal(signal.SIGVTALRM, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            count()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
