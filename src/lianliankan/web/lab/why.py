"""Why two tiles do not link, for the page: how far each comes, the nearest miss, and the tiles in the way."""

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.near_miss import clearest_path
from lianliankan.lab.reach import find_reach
from lianliankan.web.lab.answers import LabPath


class WhyAnswer(msgspec.Struct, frozen=True):
    """What keeps two places apart, whatever tiles lie there.

    - `equal`: whether the tiles are equal; `link`: the best path between the two places within the rules.
    - `reach`: for each of the two, row, column and turns of the cells that its paths reach.
    - `longer`: the best path with more turns than allowed, if there is no link but such a path.
    - `clearest`: the path within the rules with the fewest tiles in the way, and `blockers` these tiles: the smallest
      set without which the two would link. No path if walls alone separate them.
    - `openers`: the single tiles without each of which they would link.
    """

    equal: bool
    link: LabPath | None
    reach: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]
    longer: LabPath | None = None
    clearest: LabPath | None = None
    blockers: tuple[Cell, ...] = ()
    openers: list[Cell] = []


def explain_pair(board: Board, a: Cell, b: Cell) -> WhyAnswer:
    """Explain why two tiles do not link; both must be tiles.

    >>> board = llk.Board.parse("A B A / C D C", rules=llk.Rules(outside=False))
    >>> why = explain_pair(board, llk.Cell(0, 0), llk.Cell(0, 2))
    >>> why.link, why.longer, why.blockers, why.openers
    (None, None, (Cell(row=0, col=1),), [Cell(row=0, col=1)])
    """
    equal = board[a] == board[b]
    places = board if equal else board.with_cell(a, board[b])
    link = places.link(a, b)
    reach = (_reached(places, a), _reached(places, b))
    if link is not None:
        return WhyAnswer(equal, LabPath.of(link), reach)
    nearest = clearest_path(places, a, b)
    others = [cell for cell, _ in places.tiles() if cell not in (a, b)] if len(nearest.blockers) == 1 else []
    return WhyAnswer(
        equal,
        None,
        reach,
        longer=LabPath.of(places.with_rules(max_turns=None).link(a, b)),
        clearest=LabPath.of(nearest.path),
        blockers=nearest.blockers,
        openers=[cell for cell in others if places.with_cell(cell, 0).linkable(a, b)],
    )


def _reached(board: Board, start: Cell) -> list[tuple[int, int, int]]:
    return [(*cell, turns) for cell, turns in find_reach(board, start).items()]
