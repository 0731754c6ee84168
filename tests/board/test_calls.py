"""Calls of the kernel with the wrong arguments."""

from collections.abc import Callable

import pytest

import lianliankan as llk

TWO_CELLS = "takes two cells, (row, col) and (row, col),"
MOVE_OR_CELLS = "takes a move or two cells, each (row, col),"


@pytest.mark.parametrize("make", [lambda board: board, llk.Position])
@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("link()", f"link() {TWO_CELLS} but no arguments were given"),
        ("link((0, 0))", f"link() {TWO_CELLS} but 1 argument was given"),
        ("link(((0, 0), (0, 3)))", f"link() {TWO_CELLS} but 1 argument was given; did you mean link(*move)?"),
        ("link(0, 0, 0, 3)", f"link() {TWO_CELLS} but 4 arguments were given; did you mean link((0, 0), (0, 3))?"),
        ("link(a=(0, 0), b=(0, 3))", f"link() {TWO_CELLS} without their names"),
        ("link(None, (0, 3))", "a cell must be a pair (row, col) of integers, not None"),
        ("linkable((0, 0), (0, 3), (0, 1))", f"linkable() {TWO_CELLS} but 3 arguments were given"),
        ("play()", f"play() {MOVE_OR_CELLS} but no arguments were given"),
        ("play(0, 0, 0, 3)", f"play() {MOVE_OR_CELLS} but 4 arguments were given; did you mean play((0, 0), (0, 3))?"),
        ("play(None)", "a move must be a pair of cells, not None"),
    ],
)
def test_a_call_with_the_wrong_arguments_says_what_is_right(
    make: Callable[[llk.Board], object], call: str, message: str
) -> None:
    with pytest.raises(TypeError) as caught:
        eval(f"it.{call}", {"it": make(llk.Board.parse("1 2 2 1 / . 3 3 ."))})
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("board.with_cell((0, 0), 2.5)", "the number of a cell must be an integer, not 2.5"),
        ("board.rotate(1.5)", "turns must be an integer, not 1.5"),
        ("llk.perft(board, 1.5)", "depth must be an integer, not 1.5"),
        ("llk.Board.from_json(None)", "from_json reads a text, not None"),
        ("llk.blame(board, None)", "moves must be a list of moves, not None"),
    ],
)
def test_a_value_of_the_wrong_type_says_what_is_expected(call: str, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        eval(call, {"llk": llk, "board": llk.Board.parse("1 2 2 1 / . 3 3 .")})
    assert str(caught.value) == message
