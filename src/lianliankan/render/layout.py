"""The layout that all drawings of a board share: which rows and columns, which faces, where the path runs."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from lianliankan.board.board import check_board
from lianliankan.board.cell import EMPTY, VOID, WALL, Cell
from lianliankan.errors import BadPath, OffBoard
from lianliankan.faces.face import Face, FaceSet
from lianliankan.faces.registry import face_set
from lianliankan.text import shorten

if TYPE_CHECKING:
    from lianliankan.board.board import Board
    from lianliankan.board.path import Path


class BoardLayout(NamedTuple):
    """A board laid out for drawing.

    - `rows`, `cols`: the rows and columns to show, with those of the ring that the path uses or that are requested.
    - `numbers`: the cells as in the board.
    - `faces`: the face on each cell with a tile; by cell, so that tiles of one kind may have different faces one day.
    - `corners`, `path`: the corners and all cells of the path in order; empty without a path.
    - `marked`: the cells to highlight, including the ends of the path.
    """

    rows: range
    cols: range
    numbers: list[list[int]]
    faces: dict[Cell, Face]
    corners: tuple[Cell, ...]
    path: tuple[Cell, ...]
    marked: frozenset[Cell]

    def number(self, cell: Cell) -> int:
        """Return the board's number for a cell, and VOID for a cell of the ring."""
        on_board = 0 <= cell.row < len(self.numbers) and 0 <= cell.col < len(self.numbers[0])
        return self.numbers[cell.row][cell.col] if on_board else VOID


def lay_out(
    board: "Board",
    path: "Path | None",
    *,
    faces: str | FaceSet,
    marks: Iterable[tuple[int, int]],
    ring: bool = False,
) -> BoardLayout:
    """Lay out a board for drawing, with the whole ring or only the part that the path uses.

    Raises BadPath or OffBoard if the path or a mark does not fit the board.

    >>> board = llk.Board.parse("1 2 1")
    >>> layout = lay_out(board, board.link((0, 0), (0, 2)), faces="numbers", marks=())
    >>> layout.rows, layout.cols, len(layout.path)
    (range(-1, 1), range(0, 3), 5)
    """
    check_board(board)
    if path is not None and not hasattr(path, "cells"):
        raise TypeError(f"expected a Path, not {shorten(path)}")
    named = face_set(faces)
    by_kind = {kind: named.face(kind) for kind in board.kinds}
    tiles = {cell: by_kind[kind] for cell, kind in board.tiles()}
    cells = path.cells if path else ()
    _check_path(board, cells)
    marked = frozenset(Cell(*mark) for mark in marks)
    for mark in marked:
        if not _on_board(board, mark):
            raise OffBoard(f"the marked cell ({mark.row}, {mark.col}) is not on the board")
    around = [Cell(-1, -1), Cell(board.rows, board.cols)] if ring else []
    rows = _span(board.rows, [cell.row for cell in (*cells, *around)])
    cols = _span(board.cols, [cell.col for cell in (*cells, *around)])
    corners = path.corners if path else ()
    return BoardLayout(rows, cols, board.to_rows(), tiles, corners, cells, marked.union(cells[:1], cells[-1:]))


def _span(count: int, used: list[int]) -> range:
    """Return the rows or columns of the board and those of the ring that the path uses."""
    return range(min([0, *used]), max([count - 1, *used]) + 1)


def _check_path(board: "Board", cells: tuple[Cell, ...]) -> None:
    for end in (*cells[:1], *cells[-1:]):
        if not _on_board(board, end) or board[end] in (WALL, VOID):
            raise BadPath(f"the path ends at ({end.row}, {end.col}), which cannot hold a tile")
    for cell in cells[1:-1]:
        if _on_board(board, cell):
            if board[cell] != EMPTY:
                raise BadPath(f"the path runs through ({cell.row}, {cell.col}), which is not empty")
        elif not (-1 <= cell.row <= board.rows and -1 <= cell.col <= board.cols):
            raise BadPath(f"the path runs through ({cell.row}, {cell.col}), which is outside the ring")


def _on_board(board: "Board", cell: Cell) -> bool:
    return 0 <= cell.row < board.rows and 0 <= cell.col < board.cols
