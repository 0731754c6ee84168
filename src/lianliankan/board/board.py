"""The board: an immutable value that holds a whole position."""

from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Self, SupportsIndex

from lianliankan import _kernel
from lianliankan.board import notation
from lianliankan.board.cell import EMPTY, VOID, WALL
from lianliankan.board.rules import PHASES, Phase, Rules, _rules_from_kernel
from lianliankan.errors import BadBoard, BadRules
from lianliankan.text import shorten

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import ArrayLike, NDArray

__all__ = ["MAX_KIND", "MAX_SIDE", "Board"]

MAX_SIDE: int = _kernel.MAX_SIDE
"""The maximum number of rows or columns of a board."""

MAX_KIND: int = _kernel.MAX_KIND
"""The maximum number of a kind."""


class Board(_kernel.Board):
    """A position: tiles, empty cells and walls, the rules, and the phase of rotating gravity.

    Boards are immutable values: they compare by content and can be dictionary keys.

    >>> import lianliankan as llk
    >>> board = llk.Board.parse("1 2 2 1 / . 3 3 .")
    >>> board.rows, board.cols, board.tile_count, board[0, 1]
    (2, 4, 6, 2)
    >>> board == llk.Board.from_rows([[1, 2, 2, 1], [0, 3, 3, 0]])
    True
    >>> while moves := board.moves():
    ...     board = board.play(moves[0])
    >>> board.is_clear, board.is_stuck
    (True, False)
    """

    __slots__ = ()

    def __init__(
        self, rows: Iterable[Iterable[SupportsIndex]], *, rules: Rules | None = None, phase: Phase = "up"
    ) -> None:
        cells = [[index(number) for number in row] for row in rows]
        if rules is None:
            rules = Rules()
        elif not isinstance(rules, Rules):
            raise BadRules(f"rules must be llk.Rules(...), not {rules!r}")
        _check_size(len(cells), len(cells[0]) if cells else 0)
        _check_cells(cells)
        if phase not in PHASES:
            raise BadRules(f"unknown phase {phase!r} (choose from {', '.join(PHASES)})")
        if phase != "up" and rules.gravity != "rotating":
            raise BadRules(f"only rotating gravity has a phase; gravity is {rules.gravity!r}")
        numbers = [number for row in cells for number in row]
        super().__init__(len(cells), len(cells[0]), numbers, *rules._kernel_key, PHASES.index(phase))

    @classmethod
    def from_rows(
        cls, rows: Iterable[Iterable[SupportsIndex]], *, rules: Rules | None = None, phase: Phase = "up"
    ) -> Self:
        """Make a board from rows of numbers: a kind, 0 for empty, -1 for a wall, -2 for not part of the board."""
        return cls(rows, rules=rules, phase=phase)

    @classmethod
    def parse(cls, text: str, *, rules: Rules | None = None) -> Self:
        """Parse a board from its text; `rules`, if given, override those of the text.

        >>> import lianliankan as llk
        >>> llk.Board.parse("1 2 / 2 1", rules=llk.Rules(gravity="down")).rules.gravity
        'down'
        >>> llk.Board.parse("AB/BA") == llk.Board.parse("1 2 / 2 1")
        True
        """
        parsed = notation.parse_board_text(text)
        if rules is None:
            return cls(parsed.rows, rules=parsed.rules, phase=parsed.phase)
        return cls(parsed.rows, rules=rules, phase=parsed.phase if rules.gravity == "rotating" else "up")

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return _rules_from_kernel(self._rules)

    @property
    def phase(self) -> Phase:
        """The next direction of rotating gravity; "up" under every other gravity."""
        return PHASES[self._phase]

    def linkable_pairs(self, pairs: "ArrayLike") -> "NDArray[bool_]":
        """Return whether each of many pairs links: rows (row, col, row, col) in, an array of booleans out.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse("1 2 2 1 / . 3 3 .")
        >>> board.linkable_pairs([(0, 0, 0, 3), (0, 0, 0, 1)]).tolist()
        [True, False]
        """
        import numpy as np

        lines = np.asarray(pairs)
        if lines.size == 0:
            return np.zeros(0, dtype=np.bool_)
        if lines.dtype != np.int32:
            if not np.issubdtype(lines.dtype, np.integer):
                raise TypeError(f"cells must be integers of at most 64 bits, not {lines.dtype}")
            limits = np.iinfo(np.int32)
            lines = np.clip(lines, limits.min, limits.max).astype(np.int32)  # too large stays too large
        if lines.shape[1:] not in ((4,), (2, 2)):
            raise ValueError(
                f"pairs must be (row, col, row, col) or ((row, col), (row, col)), not of shape {lines.shape}"
            )
        return self._linkable_pairs(np.ascontiguousarray(lines).reshape(-1, 4)).view(np.bool_)

    def __str__(self) -> str:
        return notation.format_board(self)

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.to_rows(), self.rules, self.phase)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def check_board(board: object) -> None:
    """Raise TypeError if this is not a board, for example its text."""
    if not isinstance(board, Board):
        hint = "; Board.parse(text) makes one" if isinstance(board, str) else ""
        raise TypeError(f"expected a Board, not {shorten(repr(board))}{hint}")


def _rebuild(cls: type[Board], rows: list[list[int]], rules: Rules, phase: Phase) -> Board:
    return cls(rows, rules=rules, phase=phase)


def _check_size(rows: int, cols: int) -> None:
    if rows == 0 or cols == 0:
        raise BadBoard("a board has at least one row and one column")
    if max(rows, cols) > MAX_SIDE:
        raise BadBoard(f"a board has at most {MAX_SIDE} rows and columns, not {rows} rows and {cols} columns")


def _check_cells(cells: list[list[int]]) -> None:
    for r, row in enumerate(cells):
        if len(row) != len(cells[0]):
            raise BadBoard(f"row {r} has {len(row)} cells, but row 0 has {len(cells[0])}")
        if min(row) < VOID or max(row) > MAX_KIND:
            c = next(c for c, number in enumerate(row) if not VOID <= number <= MAX_KIND)
            raise BadBoard(
                f"{row[c]} at ({r}, {c}) is not a cell; expected a kind from 1 to {MAX_KIND}, {EMPTY} (empty), {WALL} "
                f"(wall) or {VOID} (not part of the board)"
            )
