"""From where each cell was reached: the notes that lead back from the goal."""

from collections.abc import Mapping

from lianliankan.board.cell import Cell

__all__ = ["back_to_start"]


def back_to_start(came: Mapping[Cell, Cell], cell: Cell) -> list[Cell]:
    """Follow the notes from a cell back to the start, which was reached from itself; give the way there.

    >>> a, b, c = Cell(0, 0), Cell(0, 1), Cell(1, 1)
    >>> back_to_start({a: a, b: a, c: b}, c) == [a, b, c]
    True
    """
    way = [cell]
    while came[way[-1]] != way[-1]:
        way.append(came[way[-1]])
    return way[::-1]
