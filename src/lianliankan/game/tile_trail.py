"""The ways of tiles since an earlier version of a game: pairs leave, and gravity moves the others."""

from collections.abc import Iterable
from itertools import pairwise

from lianliankan.board.cell import Cell
from lianliankan.board.shifts import shifts
from lianliankan.game.commands import CommandWord
from lianliankan.game.engine import tile_problem
from lianliankan.game.game import Game

MAX_FOLLOWED = 100
"""How many commands tiles are followed through: far more than a fast player sends before the first is answered."""

# How many pairs a command takes away; others replace the board, or cannot be told from their word.
_PAIRS: dict[CommandWord, int] = {"play": 1, "auto": 1, "hint": 0, "pause": 0, "resume": 0, "tick": 0}


def follow_tiles(game: Game, cells: Iterable[Cell], version: int) -> tuple[Cell | None, ...] | None:
    """Return where the tiles are that were on some cells after `version` commands; None for one that is not there.

    Return None for all of them if the board was replaced since, by a shuffle, an undone pair or a restart.

    >>> game = llk.Game(llk.Board.parse("A/B/B/A", rules=llk.Rules(gravity="down")))
    >>> happened = game.play((1, 0), (2, 0))
    >>> follow_tiles(game, [llk.Cell(0, 0), llk.Cell(1, 0), llk.Cell(3, 0)], 0)
    (Cell(row=2, col=0), None, Cell(row=3, col=0))
    >>> happened = game.undo()
    >>> follow_tiles(game, [llk.Cell(0, 0)], 0) is None
    True
    """
    if not 0 <= game.version - version <= MAX_FOLLOWED:
        return None
    words = [entry.command.word for entry in game.entries_since(version)]
    if not _PAIRS.keys() >= set(words):
        return None
    steps = game.last_steps(sum(_PAIRS[word] for word in words) + 1)
    places = [None if tile_problem(steps[0].board, cell) else cell for cell in cells]
    for before, after in pairwise(steps):
        if after.move is None:  # a shuffle, because there were no moves left
            return None
        moved = {start: end for start, end in shifts(before.board, after.move) if start in places}
        places = [None if place is None or place in after.move else moved.get(place, place) for place in places]
    return tuple(places)
