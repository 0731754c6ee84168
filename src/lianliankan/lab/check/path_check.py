"""Check whether what a learner's function returned is a valid path."""

from collections.abc import Sequence
from itertools import pairwise

from lianliankan.board.cell import WALL, Cell
from lianliankan.board.path import Path
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.question import LinkQuestion
from lianliankan.text import count


def check_path(question: LinkQuestion, given: Sequence[tuple[int, int]], contract: Contract) -> Path | str:
    """Return the path from `a` to `b` through cells of the grid, or a sentence about what is wrong with it.

    The cells may be all cells or just the corners, in either direction, and a cell may be repeated in a row.

    >>> question = LinkQuestion(((1, 2, 1), (0, 0, 0)), Cell(0, 0), Cell(0, 2))
    >>> check_path(question, [(0, 2), (1, 2), (1, 1), (1, 0), (0, 0)], Contract())
    Path([(0, 0), (1, 0), (1, 2), (0, 2)])
    >>> check_path(question, [(0, 0), (0, 2)], Contract())
    'its path goes through the tile at (0, 1)'
    """
    cells = [Cell(row - contract.first, col - contract.first) for row, col in given]
    if cells[0] == question.b:
        cells.reverse()
    ends = ("starts", cells[0], question.a, "a"), ("ends", cells[-1], question.b, "b")
    for does, end, wanted, name in ends:
        if end != wanted:
            return f"its path {does} at {contract.cell(end)} instead of {name}"
    for cell in cells:
        if not _is_inside(question, cell, contract):
            beyond = "the ring" if contract.rules.outside else "the board"
            return f"its path leaves {beyond} at {contract.cell(cell)}"
    way = [cells[0]]
    for here, there in pairwise(cells):
        if here.row != there.row and here.col != there.col:
            return f"its path jumps from {contract.cell(here)} to {contract.cell(there)}"
        down, across = _heading(here, there)
        while way[-1] != there:
            way.append(Cell(way[-1].row + down, way[-1].col + across))
    for cell in way[1:-1]:
        what = _content(question, cell)
        if what:
            return f"its path goes through the {'wall' if what == WALL else 'tile'} at {contract.cell(cell)}"
    return _turning(way, contract)


def _turning(way: list[Cell], contract: Contract) -> Path | str:
    """Return the path along a list of neighbouring cells, or what is wrong with its turns."""
    corners = [way[0]]
    for before, here, after in zip(way, way[1:], way[2:], strict=False):
        if before == after:
            return f"its path reverses direction at {contract.cell(here)}"
        if _heading(before, here) != _heading(here, after):
            corners.append(here)
    path = Path([*corners, way[-1]])
    limit = contract.rules.max_turns
    if limit is not None and path.turns > limit:
        return f"its path has {count(path.turns, 'turn')}, but at most {limit} are allowed"
    return path


def _is_inside(question: LinkQuestion, cell: Cell, contract: Contract) -> bool:
    """Whether a path may use a cell: it is on the board, or on its ring if the rules allow it."""
    ring = 1 if contract.rules.outside else 0
    rows, cols = len(question.rows), len(question.rows[0])
    return -ring <= cell.row < rows + ring and -ring <= cell.col < cols + ring


def _content(question: LinkQuestion, cell: Cell) -> int:
    on_board = 0 <= cell.row < len(question.rows) and 0 <= cell.col < len(question.rows[0])
    return question.rows[cell.row][cell.col] if on_board else 0


def _heading(here: Cell, there: Cell) -> tuple[int, int]:
    down = (there.row > here.row) - (there.row < here.row)
    return down, (there.col > here.col) - (there.col < here.col)
