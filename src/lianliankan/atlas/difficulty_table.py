"""How difficult a deal is among all deals of its kind: a small table, made from the atlas by `make atlas`."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise

import msgspec

from lianliankan.atlas.variant import Variant
from lianliankan.board.board import Board
from lianliankan.dealing.winnable import scatter_kinds

STEPS = 20
"""In how many equal parts a table divides the deals."""


class ScoreTable(msgspec.Struct, frozen=True):
    """The scores of winnable deals of one kind: the lowest, the highest, and those that divide them in equal parts."""

    variant: str
    deals: int
    scores: tuple[float, ...]


def difficulty_percentile(board: Board, score: float) -> float | None:
    """Return the share of winnable deals that are easier than a board with this score, among all of its kind.

    None for boards that are not whole deals of a size, a number of kinds and rules that the table has.

    >>> share = difficulty_percentile(llk.deal(8, 18, seed=1), llk.score(llk.deal(8, 18, seed=1)))
    >>> share is not None and 0.4 < share < 0.6
    True
    >>> difficulty_percentile(llk.Board.parse("AB/AB"), 10) is None
    True
    """
    table = read_tables().get(str(_variant(board)))
    return None if table is None else easier_share(table.scores, score)


def easier_share(scores: Sequence[float], score: float) -> float:
    """Return which share of values is below one, from the values that divide them in equal parts.

    >>> easier_share((0, 10, 30), 20), easier_share((0, 10, 30), 30), easier_share((10, 90, 100, 100, 100), 100)
    (0.75, 1.0, 0.5)
    """
    parts = len(scores) - 1
    for place, (low, high) in enumerate(pairwise(scores)):
        if score <= high:
            return (place + (max(score - low, 0) / (high - low) if high > low else 0)) / parts
    return 1.0


def _variant(board: Board) -> Variant | None:
    """Return the variant whose deal a board may be; where tiles stay, a board on its side is the same game."""
    if board.tile_count != board.rows * board.cols or board.tile_count % 2:
        return None
    rows, cols = board.rows, board.cols
    variant = Variant(rows, cols, len(board.kinds), board.rules)
    if sorted(scatter_kinds(board, variant.kinds, 1).kinds.values()) != sorted(board.kinds.values()):
        return None
    if board.rules.gravity == "still":
        variant = Variant(min(rows, cols), max(rows, cols), variant.kinds, board.rules)
    return variant


@cache
def read_tables() -> dict[str, ScoreTable]:
    """Return all tables, by the text of their variants."""
    data = (files("lianliankan.atlas") / "difficulty.json").read_bytes()
    return {table.variant: table for table in msgspec.json.decode(data, type=list[ScoreTable])}
