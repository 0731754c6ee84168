"""Boards as terminal text."""

import io
import re
from collections.abc import Iterator
from itertools import islice, product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.faces.registry import FACE_SETS
from lianliankan.render import LineStyle, to_terminal, wants_colour
from lianliankan.text_width import display_width
from support.strategies import boards

LINE_STYLES: tuple[LineStyle, ...] = get_args(LineStyle)
BOX = {"│": "ud", "─": "lr", "┌": "dr", "┐": "dl", "└": "ur", "┘": "ul"}
STEPS = {(-1, 0): "u", (1, 0): "d", (0, -1): "l", (0, 1): "r"}
WIDE = llk.Board([[1 + 14 * row + col for col in range(14)] for row in range(12)])


def links(board: llk.Board) -> Iterator[llk.Path]:
    for a, b in board.moves():
        path = board.link(a, b)
        assert path is not None
        yield path


def arms(path: llk.Path) -> dict[llk.Cell, str]:
    """Return the box-drawing character that each inner cell of a path should have."""
    cells = path.cells
    characters = {"".join(sorted(sides)): box for box, sides in BOX.items()}
    return {
        here: characters["".join(sorted(STEPS[n.row - here.row, n.col - here.col] for n in (before, after)))]
        for before, here, after in zip(cells, cells[1:], cells[2:], strict=False)
    }


@given(board=boards(max_side=12, max_kinds=200))
def test_all_lines_are_equally_wide(board: llk.Board) -> None:
    """Each board is drawn in all faces and lines, because generating boards takes most of the time."""
    for path in (None, *islice(links(board), 3)):
        for faces, lines in product(FACE_SETS, LINE_STYLES):
            drawn = to_terminal(board, path, faces=faces, lines=lines).split("\n")
            assert len({display_width(line) for line in drawn}) == 1, (faces, lines)


@pytest.mark.parametrize("faces", FACE_SETS)
def test_columns_line_up_where_a_set_runs_out(faces: str) -> None:
    assert len({display_width(line) for line in to_terminal(WIDE, faces=faces).split("\n")}) == 1


@given(board=boards(), data=st.data())
def test_a_path_is_drawn_through_exactly_its_inner_cells(board: llk.Board, data: st.DataObject) -> None:
    moves = list(links(board))
    if not moves:
        return
    path = data.draw(st.sampled_from(moves))
    first_row = min(0, *(row for row, _ in path))
    first_col = min(0, *(col for _, col in path))
    found = {}
    ends = set()
    margin = len(str(max(board.rows, *(row + 1 for row, _ in path)))) + 1
    for r, line in enumerate(to_terminal(board, path).split("\n")[1:], first_row):
        cells = re.findall("...", line[margin:])
        assert "".join(cells) == line[margin:]
        for c, (left, middle, right) in enumerate(cells, first_col):
            if middle in BOX:
                found[llk.Cell(r, c)] = middle
                assert (left, right) == ("─" if "l" in BOX[middle] else " ", "─" if "r" in BOX[middle] else " ")
            elif left == "[":
                ends.add((r, c))
                assert right == "]"
    assert found == arms(path)
    assert ends == {path[0], path[-1]}


@given(board=boards())
def test_colour_adds_escape_codes_and_nothing_else(board: llk.Board) -> None:
    for path in (None, *islice(links(board), 2)):
        for faces in FACE_SETS:
            plain = to_terminal(board, path, faces=faces)
            coloured = to_terminal(board, path, faces=faces, colour=True)
            assert "\x1b" not in plain, faces
            assert re.sub(r"\x1b\[[0-9;]+m", "", coloured) == plain, faces
            assert coloured.count("\x1b[0m") * 2 == coloured.count("\x1b"), faces


@given(board=boards())
def test_ascii_is_ascii(board: llk.Board) -> None:
    for path in (None, *links(board)):
        assert to_terminal(board, path, faces="ascii").isascii()
        assert to_terminal(board, path, lines="ascii").isascii()


def drawing(text: str, ends: str | None = None, **options: object) -> list[str]:
    board = llk.Board.parse(text)
    path = llk.Path.parse(ends) if ends else None
    return [line.rstrip() for line in to_terminal(board, path, **options).split("\n")]  # type: ignore[arg-type]


def test_the_smallest_board() -> None:
    assert drawing("1") == ["   1", "1  1"]
    assert drawing(".") == ["   1", "1  ·"]
    assert drawing("_") == ["   1", "1"]


def test_walls_and_cells_outside_the_board_shape() -> None:
    assert drawing("1 # _ .") == ["   1  2  3  4", "1  1 ███    ·"]
    assert drawing("1 # _ .", lines="ascii") == ["   1  2  3  4", "1  1 ###    ."]


def test_the_ring_at_the_top() -> None:
    assert drawing("1 2 1", "1,1-0,1-0,3-1,3") == ["   1  2  3", "0  ┌─────┐", "1 [1] 2 [1]"]


def test_the_ring_at_the_bottom() -> None:
    assert drawing("1 2 1", "1,1-2,1-2,3-1,3") == ["   1  2  3", "1 [1] 2 [1]", "2  └─────┘"]


def test_the_ring_on_the_left() -> None:
    assert drawing("1/2/1", "1,1-1,0-3,0-3,1") == ["   0  1", "1  ┌─[1]", "2  │  2", "3  └─[1]"]


def test_the_ring_on_the_right() -> None:
    assert drawing("1/2/1", "1,1-1,2-3,2-3,1") == ["   1  2", "1 [1]─┐", "2  2  │", "3 [1]─┘"]


def test_the_ring_on_all_sides() -> None:
    around = "1,1-0,1-0,3-3,3-3,0-2,0-2,1"
    assert drawing("1 2/1 3", around) == [
        "   0  1  2  3",
        "0     ┌─────┐",
        "1    [1] 2  │",
        "2  ┌─[1] 3  │",
        "3  └────────┘",
    ]
    assert drawing("1 2/1 3", around, lines="ascii")[1:] == [
        "0     +-----+",
        "1    [1] 2  |",
        "2  +-[1] 3  |",
        "3  +--------+",
    ]


def test_a_path_that_crosses_itself() -> None:
    assert drawing("1 . . / . . . / . . 1", "1,1-2,1-2,3-1,3-1,2-4,2-4,3-3,3")[1:] == [
        "1 [1] ┌──┐",
        "2  └──┼──┘",
        "3  ·  │ [1]",
        "4     └──┘",
    ]


def test_touching_tiles_and_wide_faces() -> None:
    assert drawing("10 10 7", "1,1-1,2") == ["    1   2   3", "1 [10][10]  7"]
    assert drawing("1 . 1", "1,1-1,3", faces="hanzi") == ["    1   2   3", "1 [山]────[山]"]


def test_marks_are_in_brackets_like_the_ends_of_a_path() -> None:
    assert drawing("1 2 2 .", "1,2-1,3", marks=[(0, 0), (0, 3)])[1] == "1 [1][2][2][·]"


def test_a_path_between_tiles_that_are_gone() -> None:
    assert drawing(". . .", "1,1-1,3")[1] == "1 [·]───[·]"
    assert "\x1b[1m───" in drawing(". . .", "1,1-1,3", colour=True)[1]


def test_end_tiles_are_reversed_and_the_path_has_their_colour() -> None:
    assert drawing("1 . 1", "1,1-1,3", colour=True)[1].count("\x1b[1;7;38;5;160m[1]\x1b[0m") == 2
    assert "\x1b[1;38;5;160m───\x1b[0m" in drawing("1 . 1", "1,1-1,3", colour=True)[1]


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("1,1-1,3", r"runs through \(0, 1\), which is not empty"),
        ("1,1-2,1", r"ends at \(1, 0\), which cannot hold a tile"),
        ("1,4-1,3", r"ends at \(0, 3\), which cannot hold a tile"),
        ("1,1-3,1-3,3-1,3", r"runs through \(2, 0\), which is outside the ring"),
    ],
)
def test_paths_that_do_not_fit_are_refused(path: str, problem: str) -> None:
    with pytest.raises(llk.BadPath, match=problem):
        drawing("1 2 1 #", path)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(llk.OffBoard, match=r"the marked cell \(0, 1\) is not on the board"):
        drawing("1", marks=[(0, 1)])
    with pytest.raises(ValueError, match="unknown lines 'curly' \\(choose from box, ascii\\)"):
        drawing("1", lines="curly")
    with pytest.raises(ValueError, match="unknown faces 'runes'"):
        drawing("1", faces="runes")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "on_terminal", "elsewhere"),
    [
        ({}, True, False),
        ({"TERM": "xterm"}, True, False),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"CLICOLOR_FORCE": "1", "TERM": "dumb"}, True, True),
        ({"CLICOLOR": "0"}, False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
    ],
)
def test_wants_colour(environ: dict[str, str], on_terminal: bool, elsewhere: bool) -> None:
    assert wants_colour(Terminal(), environ) == on_terminal
    assert wants_colour(io.StringIO(), environ) == elsewhere


def test_drawings_with_one_frame_have_one_size() -> None:
    """An animation does not jump, whatever is left of the board and wherever the paths run."""
    start = llk.Board.parse("10 2 2 10 / 3 11 11 3")
    board, sizes = start, set()
    for move in llk.solve(start).moves:
        for path in (None, board.link(*move)):
            lines = to_terminal(board, path, frame=start).split("\n")
            sizes.add((len(lines), *{display_width(line) for line in lines}))
        board = board.play(move)
    assert len(sizes) == 1
    inside = llk.Board.parse("1 1", rules=llk.Rules(outside=False))
    assert to_terminal(inside, frame=inside) == to_terminal(inside)
