"""What else a board can do: count and change its cells, and be a picture in a notebook."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

import lianliankan as llk
from lianliankan.render import to_svg
from support.strategies import boards


@pytest.fixture
def board() -> llk.Board:
    return llk.Board.parse("1 2 2 1\n. 3 3 .")


@given(board=boards())
def test_tiles_kinds_and_moves_are_counted(board: llk.Board) -> None:
    tiles = list(board.tiles())
    assert len(tiles) == board.tile_count == sum(board.kinds.values())
    assert tiles == sorted(tiles)
    assert {type(cell) for cell, _ in tiles} <= {llk.Cell}
    assert all(board[cell] == kind > 0 for cell, kind in tiles)
    assert list(board.kinds) == sorted({kind for _, kind in tiles})
    assert board.move_count == len(board.moves())


def test_boards_with_changes(board: llk.Board) -> None:
    assert board.with_cell((1, 0), 7).to_rows() == [[1, 2, 2, 1], [7, 3, 3, 0]]
    assert board.with_cell(llk.Cell(0, 0), llk.VOID)[0, 0] == llk.VOID
    assert board.to_rows() == [[1, 2, 2, 1], [0, 3, 3, 0]]
    with pytest.raises(llk.OffBoard, match=r"\(-1, 0\) is off the board"):
        board.with_cell((-1, 0), 1)
    with pytest.raises(llk.BadBoard, match=r"-3 at \(0, 0\) is not a cell"):
        board.with_cell((0, 0), -3)
    turned = llk.Board(board.to_rows(), rules=llk.Rules(gravity="rotating", max_turns=3), phase="left")
    assert turned.with_cell((0, 0), 5).phase == "left"
    assert turned.with_rules(max_turns=1).phase == "left"
    assert turned.with_rules(gravity="up").phase == "up"
    assert turned.with_rules(llk.Rules()) == turned.with_rules(llk.Rules(), gravity="still") == board
    with pytest.raises(llk.BadRules, match="unknown gravity 'north'"):
        board.with_rules(gravity="north")
    with pytest.raises(TypeError, match="gravty"):
        board.with_rules(gravty="down")
    with pytest.raises(llk.BadRules, match=r"rules must be llk\.Rules"):
        board.with_rules("down")  # type: ignore[arg-type]


def test_a_board_in_a_notebook_is_a_picture(board: llk.Board) -> None:
    picture = board._repr_svg_()
    assert picture is not None
    assert picture == to_svg(board)
    assert picture.startswith("<svg ")
    assert llk.Board([[1] * 200] * 200)._repr_svg_() is None  # the text is shown instead


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("AB/BA", r"not text; use Board.parse\('AB/BA'\)"),
        (llk.Board.parse("AB/BA"), "not a board; use its methods, such as with_cell"),
        ([["A", "B"]], r"not \[\['A', 'B'\]\]; use Board\(\[\[1, 2\], \[2, 1\]\]\)"),
        ([1, 2], r"not \[1, 2\]; use Board"),
        (5, "not 5; use Board"),
    ],
)
def test_what_is_not_rows_says_what_to_use(rows: object, message: str) -> None:
    with pytest.raises(TypeError, match="a board is made from rows of integers, " + message):
        llk.Board(rows)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=message):
        llk.Board.from_rows(rows)  # type: ignore[arg-type]


def test_what_is_not_a_text_says_what_to_use() -> None:
    with pytest.raises(TypeError, match=r"Board.parse reads a text, not \[\[1, 2\]\]; use Board"):
        llk.Board.parse([[1, 2]])  # type: ignore[arg-type]


def test_text_where_a_board_is_needed() -> None:
    calls: list[Callable[[Any], object]] = [llk.Position, lambda text: llk.perft(text, 1), llk.solve, llk.rate]
    calls += [lambda text: llk.nearest_miss(text, (0, 0), (0, 1)), lambda text: llk.verify(text, llk.Verdict(True))]
    for call in calls:
        with pytest.raises(TypeError, match=r"expected a Board, not .*; Board\.parse\(text\) makes one"):
            call("AB/BA")
    with pytest.raises(TypeError, match="expected a Verdict, not True"):
        llk.verify(llk.Board.parse("AB/BA"), True)  # type: ignore[arg-type]


def test_a_board_is_not_iterable(board: llk.Board) -> None:
    with pytest.raises(TypeError, match="not iterable"):
        iter(board)  # type: ignore[call-overload]
