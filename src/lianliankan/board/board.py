"""The board: an immutable value that holds a whole position."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import wraps
from operator import index
from typing import TYPE_CHECKING, Any, NotRequired, Self, SupportsIndex, TypedDict, TypeVar

from lianliankan import _kernel
from lianliankan.board import notation
from lianliankan.board.cell import VOID, Cell
from lianliankan.board.json_text import format_json, parse_json
from lianliankan.board.kernel_errors import bad_number, pair_error
from lianliankan.board.rules import PHASES, Phase, Rules, _rules_from_kernel, make_rules
from lianliankan.board.symmetry import FLIP, MIRROR, QUARTER, TRANSPOSE, Symmetry, turn_rules
from lianliankan.deadline import check_time
from lianliankan.errors import BadBoard, BadRules, Error, needs
from lianliankan.text import check_integer, count, shorten

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import ArrayLike, DTypeLike, NDArray

Array = TypeVar("Array")

MAX_SIDE: int = _kernel.MAX_SIDE
"""The maximum number of rows or columns of a board."""

MAX_KIND: int = _kernel.MAX_KIND
"""The maximum number of a kind."""

_MAX_PICTURE = 10_000  # cells that a notebook draws


def _with_numpy(method: "Callable[[_kernel.Board], Array]") -> "Callable[[_kernel.Board], Array]":
    """Import NumPy before the kernel does, whose error message without NumPy is of no help."""

    @wraps(method)
    def call(board: _kernel.Board) -> "Array":
        with needs(f"Board.{method.__name__}", "numpy"):
            import numpy as np  # noqa: F401  # for the kernel
        return method(board)

    return call


class Board(_kernel.Board):
    """A position: tiles, empty cells and walls, the rules, and the phase of rotating gravity.

    Boards are immutable values: they compare by content and can be dictionary keys.

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
        try:
            lines = [_read_row(r, row) for r, row in enumerate(rows)]
        except TypeError:
            raise TypeError(f"a board is made from rows of integers, not {_describe(rows)}") from None
        rules = _check_rules(rules, Rules())
        _check_size(lines)
        if phase not in PHASES:
            raise BadRules(f"unknown phase {phase!r} (choose from {', '.join(PHASES)})")
        if phase != "up" and rules.gravity != "rotating":
            raise BadRules(f"only rotating gravity has a phase; gravity is {rules.gravity!r}")
        numbers = array("i")
        for line in lines:
            numbers.extend(line)
        super().__init__(len(lines), len(lines[0]), numbers, *rules._kernel_key, PHASES.index(phase))

    @classmethod
    def from_rows(
        cls, rows: Iterable[Iterable[SupportsIndex]], *, rules: Rules | None = None, phase: Phase = "up"
    ) -> Self:
        """Make a board from rows of numbers: a kind, 0 for empty, -1 for a wall, -2 for not part of the board."""
        return cls(rows, rules=rules, phase=phase)

    @classmethod
    def parse(cls, text: str, *, rules: Rules | None = None) -> Self:
        """Parse a board from its text; `rules`, if given, override those of the text.

        >>> llk.Board.parse("1 2 / 2 1", rules=llk.Rules(gravity="down")).rules.gravity
        'down'
        >>> llk.Board.parse("AB/BA") == llk.Board.parse("1 2 / 2 1")
        True
        """
        if not isinstance(text, str):
            raise TypeError(f"Board.parse reads a text, not {_describe(text)}")
        parsed = notation.parse_board_text(text)
        board = cls(parsed.rows, rules=parsed.rules, phase=parsed.phase)
        return board if rules is None else board.with_rules(rules)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Parse a board from its JSON: `rows`, and `rules` and `phase` where they differ from the defaults.

        >>> print(llk.Board.from_json('{"rows": [[1, 2], [2, 1]], "rules": {"gravity": "down"}}'))
        rules: gravity=down
        1 2
        2 1
        """
        return parse_json(
            text,
            _BoardFields,
            lambda given: cls(given["rows"], rules=make_rules(given.get("rules", {})), phase=given.get("phase", "up")),
        )

    def to_json(self) -> str:
        """Return the board as JSON, as `llk show --json` prints it.

        >>> import json
        >>> fields = json.loads(llk.Board.parse("1 2 / 2 1").to_json())
        >>> fields["rows"], fields["rules"]["gravity"], fields["tiles"], fields["stuck"]
        ([[1, 2], [2, 1]], 'still', 4, True)
        """
        return format_json(self._json_fields)

    @property
    def _json_fields(self) -> dict[str, object]:
        return {
            "text": str(self),
            "rows": self.to_rows(),
            "rules": asdict(self.rules),
            "phase": self.phase,
            "tiles": self.tile_count,
            "moves": self.move_count,
            "stuck": self.is_stuck,
            "clear": self.is_clear,
            "zobrist": f"{self.zobrist:016x}",
        }

    def tiles(self) -> Iterator[tuple[Cell, int]]:
        """Yield every tile in reading order: its cell and its kind.

        >>> [str(cell) for cell, kind in llk.Board.parse("1 2 / # 1").tiles() if kind == 1]
        ['1,1', '2,2']
        """
        return ((Cell(r, c), kind) for r, row in enumerate(self.to_rows()) for c, kind in enumerate(row) if kind > 0)

    @property
    def kinds(self) -> dict[int, int]:
        """The number of tiles of each kind on the board, by kind.

        >>> llk.Board.parse("3 1 3 / . 3 1").kinds
        {1: 2, 3: 3}
        """
        return dict(sorted(Counter(kind for _, kind in self.tiles()).items()))

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return _rules_from_kernel(self._rules)

    @property
    def phase(self) -> Phase:
        """The next direction of rotating gravity; "up" under every other gravity."""
        return PHASES[self._phase]

    to_array = _with_numpy(_kernel.Board.to_array)
    moves_array = _with_numpy(_kernel.Board.moves_array)

    @needs("Board.linkable_pairs", "numpy")
    def linkable_pairs(self, pairs: "ArrayLike") -> "NDArray[bool_]":
        """Return whether each of many pairs links: rows (row, col, row, col) in, an array of booleans out.

        >>> board = llk.Board.parse("1 2 2 1 / . 3 3 .")
        >>> board.linkable_pairs([(0, 0, 0, 3), (0, 0, 0, 1)]).tolist()
        [True, False]
        """
        import numpy as np

        try:
            lines = np.asarray(pairs)
        except ValueError:
            raise Error("pairs must all be (row, col, row, col) or all ((row, col), (row, col))") from None
        if lines.size == 0:
            return np.zeros(0, dtype=np.bool_)
        if not np.issubdtype(lines.dtype, np.integer):
            raise TypeError(f"cells must be integers of at most 64 bits, not {lines.dtype}")
        if lines.shape[1:] not in ((4,), (2, 2)):
            raise Error(f"pairs must be (row, col, row, col) or ((row, col), (row, col)), not of shape {lines.shape}")
        given = np.ascontiguousarray(lines).reshape(-1, 4)
        if given.dtype == np.int32:
            return self._linkable_pairs(given).view(np.bool_)
        limits = np.iinfo(np.int32)
        small = np.clip(given, limits.min, limits.max).astype(np.int32)
        if (too_large := np.flatnonzero((small != given).any(axis=1))).size:
            pair = int(too_large[0])
            self._linkable_pairs(small[:pair])  # an earlier pair may be wrong too
            (a, b, c, d), (e, f, g, h) = small[pair].tolist(), given[pair].tolist()
            raise pair_error("off board", self, ((a, b), (c, d)), ((e, f), (g, h)), pair)
        return self._linkable_pairs(small).view(np.bool_)

    def with_rules(self, rules: Rules | None = None, **changes: object) -> Self:
        """Return the board under other rules: the given ones, or its own with some changed.

        >>> llk.Board.parse("1 2 / 2 1").with_rules(gravity="down", max_turns=3).rules
        Rules(max_turns=3, outside=True, gravity='down', adjacent=True)
        """
        rules = replace(_check_rules(rules, self.rules), **changes)  # type: ignore[arg-type]  # Rules checks them
        return type(self)(self.to_rows(), rules=rules, phase=self.phase if rules.gravity == "rotating" else "up")

    def with_cell(self, cell: tuple[int, int], number: SupportsIndex) -> Self:
        """Return the board with another kind, `EMPTY`, `WALL` or `VOID` on a cell; nothing else moves.

        >>> print(llk.Board.parse("1 2 / 2 1").with_cell((0, 1), llk.WALL))
        1 #
        2 1
        """
        self[cell]  # raises for a cell off the board
        (row, col), rows = cell, self.to_rows()
        rows[row][col] = check_integer(number, "the number of a cell")
        return self._with_rows(rows)

    def relabel(self, kinds: Mapping[int, int] | None = None) -> Self:
        """Return the same board with its kinds renumbered; those that are not in `kinds` keep their number.

        Without `kinds` they become 1, 2, 3 … in reading order, so that boards which differ in nothing else are equal.

        >>> print(llk.Board.parse("7 2 2 7").relabel())
        1 2 2 1
        >>> print(llk.Board.parse("7 2 2 7").relabel({7: 1}))
        1 2 2 1
        """
        if not isinstance(kinds, Mapping | None):
            raise TypeError(f"kinds must be a mapping of kinds to kinds, not {shorten(kinds)}")
        own = dict.fromkeys(kind for _, kind in self.tiles())
        names = {kind: number if kinds is None else index(kinds.get(kind, kind)) for number, kind in enumerate(own, 1)}
        taken: dict[int, int] = {}
        for kind, name in names.items():
            if name < 1:
                raise BadBoard(f"kind {kind} cannot become {name}; expected a kind from 1 to {MAX_KIND}")
            if taken.setdefault(name, kind) != kind:
                raise BadBoard(f"kinds {taken[name]} and {kind} cannot both become {name}")
        return self._with_rows([[names.get(number, number) for number in row] for row in self.to_rows()])

    def mirror(self) -> Self:
        """Return the mirror image, left and right exchanged: the same game, with gravity mirrored too.

        Raises Unsupported where the image of the gravity is not a gravity, as for rotating; likewise `flip`,
        `transpose` and `rotate`.

        >>> board = llk.Board.parse("1 2 3", rules=llk.Rules(gravity="left")).mirror()
        >>> board.to_rows(), board.rules.gravity
        ([[3, 2, 1]], 'right')
        """
        return self._turned([row[::-1] for row in self.to_rows()], MIRROR)

    def flip(self) -> Self:
        """Return the board upside down, top and bottom exchanged: the same game; see `mirror`."""
        return self._turned(self.to_rows()[::-1], FLIP)

    def transpose(self) -> Self:
        """Return the board with rows and columns exchanged: the same game; see `mirror`.

        >>> llk.Board.parse("1 2 3 / 4 5 6").transpose().to_rows()
        [[1, 4], [2, 5], [3, 6]]
        """
        return self._turned(zip(*self.to_rows(), strict=True), TRANSPOSE)

    def rotate(self, turns: int = 1) -> Self:
        """Return the board after -3 to 3 quarter turns clockwise: the same game; see `mirror`.

        >>> llk.Board.parse("1 2 3 / 4 5 6").rotate().to_rows()
        [[4, 1], [5, 2], [6, 3]]
        """
        if not -3 <= check_integer(turns, "turns") <= 3:
            hint = f"; did you mean rotate({turns // 90 % 4})?" if turns % 90 == 0 else ""
            raise Error(f"rotate() counts quarter turns, from -3 to 3, not {turns}{hint}")
        rows: list[list[int]] = self.to_rows()
        quarters = index(turns) % 4
        for _ in range(quarters):
            rows = [list(column) for column in zip(*rows[::-1], strict=True)]
        return self._turned(rows, QUARTER[quarters])

    def _with_rows(self, rows: Iterable[Iterable[int]]) -> Self:
        return type(self)(rows, rules=self.rules, phase=self.phase)

    def _turned(self, rows: Iterable[Iterable[int]], turn: Symmetry) -> Self:
        rules, phase = turn_rules(self.rules, self.phase, turn, self.rows, self.cols)
        return type(self)(rows, rules=rules, phase=phase)

    def __array__(self, dtype: "DTypeLike | None" = None, copy: bool | None = None) -> "NDArray[Any]":
        if copy is False:
            raise Error("a board is not an array, so NumPy must copy it; leave out copy=False")
        array = self.to_array()
        return array if dtype is None else array.astype(dtype, copy=False)

    def _repr_svg_(self) -> str | None:
        """Return a picture of the board for notebooks, unless it is too large to draw."""
        from lianliankan.render.svg import to_svg

        return to_svg(self) if self.rows * self.cols <= _MAX_PICTURE else None

    def __str__(self) -> str:
        return notation.format_board(self)

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.to_rows(), self.rules, self.phase)

    __iter__ = None  # it has two dimensions: use tiles() or to_rows()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class _BoardFields(TypedDict):
    """The required and optional fields of the JSON of a board."""

    rows: list[list[int]]
    rules: NotRequired[dict[str, int | bool | str | None]]
    phase: NotRequired[Phase]


def check_board(board: object) -> None:
    """Raise TypeError if this is not a board, for example its text."""
    if not isinstance(board, Board):
        hint = "; Board.parse(text) makes one" if isinstance(board, str) else ""
        raise TypeError(f"expected a Board, not {shorten(board)}{hint}")


def _describe(given: object) -> str:
    """Return what was given where something else was expected, with the call that reads it if there is one."""
    if isinstance(given, str):
        return f"text; use Board.parse({shorten(given)})"
    if isinstance(given, Board):
        return "a board; use its methods, such as with_cell and with_rules"
    if hasattr(given, "filled"):  # without importing NumPy
        return "a masked array; use array.filled(0) to leave the masked cells empty"
    if hasattr(given, "dtype") and hasattr(given, "shape"):
        return f"an array of {given.dtype} of shape {given.shape}; use a two-dimensional array of integers"
    return f"{shorten(given)}; use Board([[1, 2], [2, 1]]) or Board.parse('AB/BA')"


def _rebuild(cls: type[Board], rows: list[list[int]], rules: Rules, phase: Phase) -> Board:
    return cls(rows, rules=rules, phase=phase)


def _check_rules(rules: Rules | None, default: Rules) -> Rules:
    if rules is not None and not isinstance(rules, Rules):
        raise BadRules(f"rules must be llk.Rules(...), not {rules!r}")
    return default if rules is None else rules


def _read_row(number: int, row: Iterable[SupportsIndex]) -> "array[int]":
    """Return a row as the kernel reads it."""
    check_time()
    cells = row if isinstance(row, list | tuple | array) else list(row)
    try:
        return array("i", cells)
    except OverflowError:
        col = next(col for col, cell in enumerate(cells) if not VOID <= index(cell) <= MAX_KIND)
        raise bad_number(index(cells[col]), number, col) from None


def _check_size(lines: "list[array[int]]") -> None:
    rows, cols = len(lines), len(lines[0]) if lines else 0
    if rows == 0 or cols == 0:
        raise BadBoard("a board has at least one row and one column")
    if max(rows, cols) > MAX_SIDE:
        size = f"{count(rows, 'row')} and {count(cols, 'column')}"
        raise BadBoard(f"a board has at most {MAX_SIDE} rows and columns, not {size}")
    for row, line in enumerate(lines):
        if len(line) != cols:
            raise BadBoard(f"rows[{row}] has {count(len(line), 'cell')}, but rows[0] has {cols}")
