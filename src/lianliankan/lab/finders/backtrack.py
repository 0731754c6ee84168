"""From where each cell was reached: the notes that lead back from the goal."""

from collections.abc import Mapping

from lianliankan.board.cell import Cell

__all__ = ["backtrack"]


def backtrack(came_from: Mapping[Cell, Cell], cell: Cell) -> list[Cell]:
    """Follow the notes from a cell back to the start, which was reached from itself; give the way there.

    >>> a, b, c = Cell(0, 0), Cell(0, 1), Cell(1, 1)
    >>> backtrack({a: a, b: a, c: b}, c) == [a, b, c]
    True
    """
    way = [cell]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way[::-1]
