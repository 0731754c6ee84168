"""Backtracking: the path to a cell, from notes of which cell each one was reached from."""

from collections.abc import Mapping

from lianliankan.board.cell import Cell


def backtrack(came_from: Mapping[Cell, Cell], cell: Cell) -> list[Cell]:
    """Return the path from the start to a cell; the start is the cell that was reached from itself.

    >>> a, b, c = Cell(0, 0), Cell(0, 1), Cell(1, 1)
    >>> backtrack({a: a, b: a, c: b}, c) == [a, b, c]
    True
    """
    way = [cell]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way[::-1]
