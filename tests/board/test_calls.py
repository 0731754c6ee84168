"""Calls of the kernel with the wrong arguments."""

from collections.abc import Callable

import pytest

import lianliankan as llk


@pytest.mark.parametrize("make", [lambda board: board, llk.Position])
@pytest.mark.parametrize(
    "call",
    [
        "link()",
        "link((0, 0))",
        "link(((0, 0), (0, 3)))",
        "link(0, 0, 0, 3)",
        "link(a=(0, 0), b=(0, 3))",
        "link(None, (0, 3))",
        "linkable((0, 0), (0, 3), (0, 1))",
        "play()",
        "play(0, 0, 0, 3)",
        "play(a=(0, 0), b=(0, 3))",
        "play(None)",
        "play((0, 0), None)",
    ],
)
def test_a_call_with_the_wrong_arguments_is_refused(make: Callable[[llk.Board], object], call: str) -> None:
    with pytest.raises(TypeError):
        eval(f"it.{call}", {"it": make(llk.Board.parse("1 2 2 1 / . 3 3 ."))})


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
