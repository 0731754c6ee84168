"""For every promise that a finder does not make, the smallest board on which it fails: read from a text beside this.

Smallest means: fewest cells, then fewest tiles, then fewest rows. The two tiles to join are `A`, tiles in the way `X`;
all boards are played by the plain rules. The file is found by trying every board, not to_text by hand.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell, parse_cells
from lianliankan.lab.finders.promises import Promise

__all__ = ["FILE", "Counterexample", "counterexamples", "to_text"]

FILE = Path(__file__).with_suffix(".txt")
"""Where they are kept: a line each, with the finder, the promise, the board and the two tiles."""


class Counterexample(NamedTuple):
    """A board on which a finder fails.

    - `text`: the board, `A` being the two tiles to join and `X` the others.
    - `a`, `b`: the tiles, in the order in which the finder is asked.

    >>> example = counterexamples()["published.relax", Promise.FINDS]
    >>> example.text, example.board.linkable(example.a, example.b)
    ('AXA', True)
    >>> import lianliankan as llk
    >>> llk.find("published.relax", example.board, example.a, example.b).path is None
    True
    """

    text: str
    a: Cell
    b: Cell

    @property
    def board(self) -> Board:
        """The board itself."""
        return Board.parse(self.text)


@cache
def counterexamples() -> Mapping[tuple[str, Promise], Counterexample]:
    """Read the file: by the name of a finder and a promise that it does not make, where it fails.

    >>> counterexamples()["layers", Promise.STEPS].text
    'X..A/A.X.'
    """
    found = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        name, promise, text, pair = line.split()
        a, b = parse_cells(pair)
        found[name, Promise[promise.upper()]] = Counterexample(text, a, b)
    return MappingProxyType(found)


def to_text(found: Mapping[tuple[str, Promise], Counterexample]) -> str:
    r"""Write counterexamples as the file has them.

    >>> to_text({("sets", Promise.STEPS): Counterexample("A.A", Cell(0, 0), Cell(0, 2))})
    'sets steps A.A 1,1-1,3\n'
    """
    lines = [
        f"{name} {promise.name.lower()} {example.text} {example.a}-{example.b}"
        for (name, promise), example in found.items()
    ]
    return "".join(line + "\n" for line in lines)
