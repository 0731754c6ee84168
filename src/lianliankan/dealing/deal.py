"""Boards by number in one call: shorthands for `Deal`."""

from typing import Unpack

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal, DealOptions
from lianliankan.errors import BadDifficulty


def scatter(rows: int | None = None, cols: int | None = None, **options: Unpack[DealOptions]) -> Board:
    """Deal uniformly at random, winnable or not. A seed gives the same board on every machine.

    Short for `Deal(rows, cols, …).scatter()`; the parameters are those of `Deal`, without a difficulty.

    >>> print(str(llk.scatter(8, 8, kinds=16, seed=1)).splitlines()[0].split())
    ['3', '2', '13', '6', '15', '14', '15', '5']
    >>> print(llk.scatter(3, 4, copies=2, seed=1, mask="AA.A/A##A/A.AA"))
    1 2 . 4
    1 # # 2
    4 . 3 3
    """
    if options.get("difficulty") is not None:
        raise BadDifficulty("a scattered board has any difficulty; llk.deal deals boards of a chosen one")
    return Deal(rows, cols, **options).scatter()


def deal(
    rows: int | None = None, cols: int | None = None, *, seconds: float | None = None, **options: Unpack[DealOptions]
) -> Board:
    """Deal a winnable board, uniformly at random among all of them. A seed gives the same board on every machine.

    Short for `Deal(rows, cols, …).board(seconds=…)`; the parameters are those of `Deal`. Without a `seed` the board is
    random; to know its number, make a `Deal` first.

    >>> board = llk.deal(8, 18, kinds=36, seed=2026)
    >>> llk.solve(board).winnable
    True
    >>> print(llk.deal(4, 6, shape="diamond", copies=2, seed=1))
    . . 4 1 . .
    8 1 2 4 8 2
    3 6 5 7 3 7
    . . 6 5 . .
    """
    return Deal(rows, cols, **options).board(seconds=seconds)
