"""Deals by number."""

from lianliankan import _kernel
from lianliankan.board import MAX_SIDE, Board
from lianliankan.errors import BadBoard
from lianliankan.rules import Rules

__all__ = ["scatter"]

_SEEDS = 2**64


def scatter(rows: int, cols: int, *, kinds: int, seed: int, rules: Rules | None = None) -> Board:
    """Deal uniformly, winnable or not: the same board for a seed on every machine, for ever.

    Pair i is of kind (i mod kinds) + 1; the tiles, sorted by kind, are shuffled and laid out in reading order.

    >>> import lianliankan as llk
    >>> print(str(llk.scatter(8, 8, kinds=16, seed=1)).splitlines()[0].split())
    ['3', '2', '13', '6', '15', '14', '15', '5']
    """
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise BadBoard(f"a board has from 1 to {MAX_SIDE} rows and columns, not {rows} rows and {cols} columns")
    if rows * cols % 2:
        raise BadBoard(f"{rows} rows of {cols} cells are an odd number of cells, which pairs cannot fill")
    if not 1 <= kinds <= rows * cols // 2:
        raise BadBoard(f"{rows * cols // 2} pairs can have from 1 to {rows * cols // 2} kinds, not {kinds}")
    if not 0 <= seed < _SEEDS:
        raise BadBoard(f"a seed is a number from 0 to {_SEEDS - 1}, not {seed}")
    tiles = _kernel.scatter(rows * cols, kinds, seed)
    return Board([tiles[start : start + cols] for start in range(0, rows * cols, cols)], rules=rules)
