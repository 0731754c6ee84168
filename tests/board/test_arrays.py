"""Boards as NumPy arrays, and arrays as boards."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import lianliankan as llk
from support.strategies import boards


@pytest.fixture
def board() -> llk.Board:
    return llk.Board.parse("1 2 2 1\n. 3 3 .")


def test_numpy_arrays(board: llk.Board) -> None:
    array = board.to_array()
    assert array.dtype == np.int32
    assert array.tolist() == board.to_rows()
    array[0, 0] = 9  # a copy
    assert board[0, 0] == 1
    moves = board.moves_array()
    assert moves.dtype == np.int16
    assert moves.shape == (3, 4)
    answers = board.linkable_pairs(moves)
    assert answers.dtype == np.bool_
    assert answers.all()
    assert board.linkable_pairs(np.zeros((0, 4), dtype=np.int64)).shape == (0,)
    assert board.linkable_pairs([]).shape == (0,)
    assert board.linkable_pairs(moves.reshape(-1, 2, 2)).all()
    with pytest.raises(TypeError, match="integers of at most 64 bits, not float64"):
        board.linkable_pairs(np.zeros((1, 4)))
    with pytest.raises(llk.OffBoard):
        board.linkable_pairs(np.array([[0, 0, 0, 2**40]]))


def test_numpy_reads_a_board_as_an_array(board: llk.Board) -> None:
    assert np.array_equal(np.asarray(board), board.to_array())
    assert np.asarray(board).dtype == np.int32
    assert np.asarray(board, dtype=np.float32).dtype == np.float32
    assert np.array(board, copy=True).tolist() == board.to_rows()
    assert (np.asarray(board) > 0).sum() == board.tile_count
    assert llk.Board(np.asarray(board)) == board
    with pytest.raises(ValueError, match="leave out copy=False"):
        np.array(board, copy=False)


@pytest.mark.parametrize("shape", [(4,), (4, 3), (1, 8), (2, 4, 1), (1, 1, 4), (4, 1)])
def test_pairs_of_another_shape_are_refused(board: llk.Board, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not of shape"):
        board.linkable_pairs(np.zeros(shape, dtype=np.int32))


@given(board=boards(), data=st.data())
def test_bulk_answers_are_the_single_ones(board: llk.Board, data: st.DataObject) -> None:
    assert board.moves_array().tolist() == [[*a, *b] for a, b in board.moves()]
    cells = [(r, c) for r in range(board.rows) for c in range(board.cols) if board[r, c] > 0]
    pairs = [(a, b) for a in cells for b in cells if a != b]
    if not pairs:
        return
    chosen = data.draw(st.lists(st.sampled_from(pairs), min_size=1))
    assert board.linkable_pairs(chosen).tolist() == [board.linkable(a, b) for a, b in chosen]


@pytest.mark.parametrize("far", [2**40, -(2**40), 2**63])
def test_a_cell_far_off_the_board_is_named_as_it_was_given(far: int) -> None:
    board = llk.Board.parse("1 2 2 1 / . 3 3 .")
    given = np.array([[0, 0, 0, 3], [0, 0, far, 3]], dtype=np.uint64 if far > 2**62 else np.int64)
    with pytest.raises(llk.OffBoard, match=rf"^pair 1: the cell \({far}, 3\) is off the board"):
        board.linkable_pairs(given)
    given[0] = [0, 0, 1, 0]
    with pytest.raises(llk.NoTile, match=r"^pair 0: no tile is on the cell \(1, 0\)"):
        board.linkable_pairs(given)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (np.array([[1.0, 2.0]]), r"not an array of float64 of shape \(1, 2\); use a two-dimensional array of integers"),
        (np.array([1, 2]), r"not an array of int64 of shape \(2,\)"),
        (np.zeros((2, 2, 2), int), r"not an array of int64 of shape \(2, 2, 2\)"),
        (np.array([[True, False]]), "not an array of bool"),
    ],
)
def test_arrays_that_are_not_boards_say_what_to_use(rows: NDArray[Any], message: str) -> None:
    with pytest.raises(TypeError, match="a board is made from rows of integers, " + message):
        llk.Board(rows)


def test_a_masked_array_says_how_to_fill_it() -> None:
    masked = np.ma.array([[1, 1], [2, 2]], mask=[[False, False], [True, True]])
    with pytest.raises(TypeError, match=r"a masked array; use array\.filled\(0\)"):
        llk.Board(masked)
    assert llk.Board(masked.filled(0)) == llk.Board.parse("1 1 / . .")
