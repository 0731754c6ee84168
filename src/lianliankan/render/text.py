"""A board as terminal text: numbered rows and columns, tiles, and a path through the empty cells."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import IO, TYPE_CHECKING, Literal, NamedTuple

from lianliankan.board.cell import EMPTY, VOID, WALL, Cell
from lianliankan.errors import Error
from lianliankan.faces.face import FaceSet
from lianliankan.faces.registry import face_set
from lianliankan.render.layout import BoardLayout, lay_out
from lianliankan.render.line_glyphs import ASCII_LINES, DOWN, LEFT, RIGHT, THIN_LINES, UP
from lianliankan.text_width import display_width, pad

if TYPE_CHECKING:
    from lianliankan.board.board import Board
    from lianliankan.board.path import Path

LineStyle = Literal["box", "ascii"]
"""How the lines of a path are drawn: with box-drawing characters, or with those of ASCII."""


class _Glyphs(NamedTuple):
    """The characters for everything but tiles; `line_glyphs` says how `lines` is indexed."""

    lines: str
    empty: str
    wall: str


_SIDES = {(-1, 0): UP, (1, 0): DOWN, (0, -1): LEFT, (0, 1): RIGHT}
_GLYPHS: dict[LineStyle, _Glyphs] = {
    "box": _Glyphs(THIN_LINES, "·", "█"),
    "ascii": _Glyphs(ASCII_LINES, ".", "#"),
}
_GREY = "38;5;244"  # halfway between black and white, so readable on both


def to_terminal(
    board: "Board",
    path: "Path | None" = None,
    *,
    faces: str | FaceSet = "numbers",
    colour: bool = False,
    marks: Iterable[tuple[int, int]] = (),
    lines: LineStyle | None = None,
    frame: "Board | None" = None,
    first: int = 1,
) -> str:
    """Draw a board as text in which all lines have the same display width.

    Rows and columns count from 1; the ring, shown where the path uses it, is 0 and one more than the last. The ends of
    the path and the cells in `marks` are in brackets. `colour` adds escape codes and changes nothing else. `lines`
    selects box-drawing characters or plain ASCII; by default, only the faces "ascii" use ASCII. `frame` is the board
    at the start of a game: drawings of all its positions get one size, with the ring visible if paths may use it.
    `first` is the number of the first row and column.

    >>> board = llk.Board.parse("1 2 2 1 / . 3 # .")
    >>> print(to_terminal(board, board.link((0, 0), (0, 3))))  # doctest: +NORMALIZE_WHITESPACE
       1  2  3  4
    0  ┌────────┐
    1 [1] 2  2 [1]
    2  ·  3 ███ ·
    """
    layout = lay_out(board, path, faces=faces, marks=marks, ring=frame is not None and frame.rules.outside)
    if lines is None:
        lines = "ascii" if face_set(faces).name == "ascii" else "box"
    if lines not in _GLYPHS:
        raise Error(f"unknown lines {lines!r} (choose from {', '.join(_GLYPHS)})")
    # A heading may also use the space before its column, so it needs one place less than a glyph.
    heading = _digits(layout.cols, first) - 1
    shown = layout if frame is None else lay_out(frame, None, faces=faces, marks=())
    width = max([1, heading, *map(display_width, {face.glyph for face in shown.faces.values()})])
    margin = _digits(layout.rows, first)  # followed by a space, so that no bracket touches a number
    arms = _find_arms(layout.path)
    headings = "".join(f"{col + first:>{width + 1}} " for col in layout.cols)
    text = [_paint(" " * (margin + 1) + headings, _GREY, colour=colour)]
    for row in layout.rows:
        drawn = [_paint(f"{row + first:>{margin}} ", _GREY, colour=colour)]
        for col in layout.cols:
            cell = Cell(row, col)
            content, style = _draw_cell(layout, cell, arms.get(cell, 0), width, _GLYPHS[lines])
            drawn.append(_paint(content, style, colour=colour))
        text.append("".join(drawn))
    return "\n".join(text)


def wants_colour(stream: IO[str], environ: Mapping[str, str]) -> bool:
    """Return whether a stream should get colours: never with NO_COLOR, always with FORCE_COLOR, else on a terminal.

    >>> import io
    >>> wants_colour(io.StringIO(), {}), wants_colour(io.StringIO(), {"FORCE_COLOR": "1"})
    (False, True)
    """
    if environ.get("NO_COLOR"):
        return False
    if any(environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    if environ.get("TERM") == "dumb" or environ.get("CLICOLOR") == "0":
        return False
    return stream.isatty()


def _digits(lines: range, first: int) -> int:
    """Return the width of the longest row or column number; the ring may be -1."""
    return max(len(str(line + first)) for line in (lines[0], lines[-1]))


def _find_arms(path: tuple[Cell, ...]) -> dict[Cell, int]:
    """Return the sum of the sides on which the path leaves each of its cells, without both ends."""
    arms = dict.fromkeys(path[1:-1], 0)
    for here, there in pairwise(path):
        for a, b in ((here, there), (there, here)):
            if a in arms:
                arms[a] |= _SIDES[b.row - a.row, b.col - a.col]
    return arms


def _draw_cell(layout: BoardLayout, cell: Cell, arms: int, width: int, glyphs: _Glyphs) -> tuple[str, str]:
    """Return the text of a cell, one place wider than a glyph on either side, and its style."""
    middle = width // 2 + 1
    if arms:
        left, right = (glyphs.lines[arms & side and LEFT | RIGHT] for side in (LEFT, RIGHT))
        return left * middle + glyphs.lines[arms] + right * (width + 1 - middle), _path_style(layout)
    number = layout.number(cell)
    if number == WALL:
        return glyphs.wall * (width + 2), _GREY
    style = _GREY
    if number == VOID:
        content = " " * width
    elif number == EMPTY:
        content = (" " * (middle - 1) + glyphs.empty).ljust(width)
    else:
        face = layout.faces[cell]
        content, style = pad(face.glyph, width), f"38;5;{face.colour.terminal}"
    return (f"[{content}]", f"1;7;{style}") if cell in layout.marked else (f" {content} ", style)


def _path_style(layout: BoardLayout) -> str:
    """Return the style of the path: the colour of the tiles that it joins."""
    face = layout.faces.get(layout.path[0])
    return f"1;38;5;{face.colour.terminal}" if face else "1"


def _paint(text: str, style: str, *, colour: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if colour and not text.isspace() else text
