"""Lines as machine words: ANDing a few words yields all links of two tiles, as in this project's C++ kernel.

A path of at most two turns goes from A's row to B's row along one column, a *lane*, or the same with rows and columns
swapped. A tile's reach along its row is the run of open cells through it, as bits of a word. The free lanes are the
columns within reach of both tiles and blocked in no row between them: `reach(a) & reach(b) & ~blocked`. Straight lines,
single corners and adjacent tiles are the same case. Boards that allow more than two turns are rejected; `board.link`
has a second method for them. The cost is the number of lines between the tiles, one operation each; the compiled kernel
keeps reaches and what is blocked between lines up to date and needs no loop at all. No path has fewer turns, among
paths with equally few turns none has fewer steps, and among those it is the first in reading order: the same path as
`board.link`.
"""

from collections.abc import Iterator

from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.lab.finders.board_probe import BoardProbe
from lianliankan.lab.finders.finder import Finder, FinderLimits, straighten
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> Path | None:
    """Return the best path along any free lane."""
    paths = []
    for axis in (0, 1):
        for way in free_lanes(probe, axis):
            probe.attempt(way)
            path = straighten(way)
            if probe.allows(path):
                paths.append(path)
    forwards = 1 if probe.start < probe.goal else -1
    return min(paths, key=lambda path: (path.turns, path.steps, path[::forwards]), default=None)


def free_lanes(probe: BoardProbe, axis: int) -> Iterator[list[Cell]]:
    """Yield the corners of the path along each free column (or row, on the other axis)."""
    a, b = probe.start, probe.goal
    across = (probe.cols, probe.rows)[axis]
    (line_a, place_a), (line_b, place_b) = turned(*a, axis), turned(*b, axis)

    def word(line: int) -> int:
        return probe.read(turned(line, across[0], axis), turned(line, across[-1], axis))

    lanes = reach(word(line_a), place_a - across[0], len(across))
    lanes &= reach(word(line_b), place_b - across[0], len(across))
    for line in range(min(line_a, line_b) + 1, max(line_a, line_b)):
        lanes &= ~word(line)
    for lane, place in enumerate(across):
        if lanes >> lane & 1:
            yield [a, turned(line_a, place, axis), turned(line_b, place, axis), b]


def reach(word: int, place: int, length: int) -> int:
    """Return the run of open cells through a place of a line; the place itself is always included.

    >>> f"{reach(0b1000101, 2, 7):07b}", f"{reach(0b0010000, 4, 7):07b}"
    ('0111110', '1111111')
    """
    first = (word & ((1 << place) - 1)).bit_length()
    above = (word | 1 << length) >> (place + 1)
    last = place + (above & -above).bit_length() - 1
    return (1 << last + 1) - (1 << first)


def turned(line: int, place: int, axis: int) -> Cell:
    """Return the cell at a place of a line: lines are rows on axis 0, columns on axis 1."""
    return Cell(place, line) if axis else Cell(line, place)


FINDER = Finder(
    algorithm=search,
    cost="rows + columns",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS}),
    limits=FinderLimits(max_turns=2),
)
