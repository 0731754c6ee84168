"""Deals by number: uniformly random, or uniformly random among the winnable ones."""

from collections.abc import Iterable
from operator import index
from time import monotonic
from typing import SupportsIndex

from lianliankan import _kernel
from lianliankan.board.board import MAX_SIDE, Board
from lianliankan.board.rules import Rules
from lianliankan.dealing.arrange import build_winnable, random_walk, winnable, with_kinds
from lianliankan.errors import BadBoard, BadDifficulty, NoDeal
from lianliankan.seeds import check_seed, derive_seed
from lianliankan.solver.rate import DIFFICULTIES, difficulty_name, difficulty_score
from lianliankan.solver.verdict import Verdict
from lianliankan.text import shorten

__all__ = ["Mask", "deal", "scatter", "score_range"]

Mask = Board | str | Iterable[str] | Iterable[Iterable[SupportsIndex]]
"""Where tiles go: a board, its text or its rows. Every tile marks a place; everything else is kept."""

_MAX_REJECTIONS = 60  # before a random walk is used instead
_WALK_STEPS = 8  # per tile
_MAX_DEALS = 400  # to search for a difficulty
_DEFAULT_MAX_KINDS = 36  # more would leave hardly any winnable deal on large boards
_TRIES, _CHOICES = 4, 5  # streams of seeds


def scatter(
    rows: int,
    cols: int,
    *,
    kinds: int | None = None,
    seed: int,
    rules: Rules | None = None,
    mask: Mask | None = None,
    copies: int | None = None,
) -> Board:
    """Deal uniformly at random, winnable or not. A seed gives the same board on every machine.

    Pair i is of kind (i mod kinds) + 1; the tiles, sorted by kind, are shuffled and laid out in reading order. Instead
    of `kinds`, `copies` sets the number of tiles of each kind; by default it is four, or more if that would exceed 36
    kinds. `mask` marks the cells that get a tile; a board or its text also sets the rules unless `rules` are given.

    >>> import lianliankan as llk
    >>> print(str(llk.scatter(8, 8, kinds=16, seed=1)).splitlines()[0].split())
    ['3', '2', '13', '6', '15', '14', '15', '5']
    >>> print(llk.scatter(3, 4, copies=2, seed=1, mask="AA.A/A##A/A.AA"))
    1 2 . 4
    1 # # 2
    4 . 3 3
    """
    board = _layout(rows, cols, rules, mask)
    return _scatter_on(board, _kinds(board, kinds, copies), check_seed(seed))


def deal(
    rows: int,
    cols: int,
    *,
    kinds: int | None = None,
    seed: int,
    rules: Rules | None = None,
    mask: Mask | None = None,
    copies: int | None = None,
    difficulty: str | tuple[float, float] | None = None,
    seconds: float | None = None,
) -> Board:
    """Deal a winnable board, uniformly at random among all of them. A seed gives the same board on every machine.

    Deals like those of `scatter` are rejected until one is winnable. If hardly any is, a winnable board is built
    backwards, which alone would make it easy, followed by a random walk through the winnable ones. `difficulty` is a
    name in `DIFFICULTIES`, or a minimum and a maximum score of `rate`. It gives up after about `seconds`, if given;
    most boards take a millisecond. The other parameters are those of `scatter`.

    Verdicts are exact, so a number keeps its board with every solver as long as rejection finds it: almost always
    without gravity. If a search gives up or a walk is needed, the board may depend on the solver.

    Raises BadBoard or BadDifficulty for invalid parameters, NoDeal if no board can be won or none was found.

    >>> import lianliankan as llk
    >>> board = llk.deal(8, 18, kinds=36, seed=2026)
    >>> llk.solve(board).winnable
    True
    """
    board = _layout(rows, cols, rules, mask)
    number = _kinds(board, kinds, copies)
    check_seed(seed)
    until = None if seconds is None else monotonic() + seconds
    if difficulty is None:
        return _deal_on(board, number, seed, until)
    minimum, maximum = score_range(difficulty)
    nearest: float | None = None
    for attempt in range(_MAX_DEALS):
        found = _deal_on(board, number, derive_seed(seed, attempt, _CHOICES) if attempt else seed, until)
        score = difficulty_score(found)
        if difficulty_name(score) == difficulty if isinstance(difficulty, str) else minimum <= score <= maximum:
            return found
        if nearest is None or _distance(score, minimum, maximum) < _distance(nearest, minimum, maximum):
            nearest = score
    raise NoDeal(
        f"none of {_MAX_DEALS} deals has a difficulty from {minimum:g} to {maximum:g}; the closest has {nearest:.0f}. "
        "Try another size or number of kinds"
    )


def _layout(rows: int, cols: int, rules: Rules | None, mask: Mask | None) -> Board:
    """Return a board with one kind on every place that gets a tile."""
    rows, cols = _whole(rows, "rows"), _whole(cols, "columns")
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise BadBoard(f"a board has 1 to {MAX_SIDE} rows and columns, not {rows} rows and {cols} columns")
    if mask is None:
        shape = Board([[1] * cols] * rows, rules=rules)
    else:
        shape = _read_mask(mask, rules)
        if (shape.rows, shape.cols) != (rows, cols):
            raise BadBoard(
                f"the mask has {shape.rows} rows and {shape.cols} columns, but the board has {rows} and {cols}"
            )
    if shape.tile_count % 2:
        what = f"{rows} rows of {cols} cells" if mask is None else f"the mask's {shape.tile_count} places"
        raise BadBoard(f"{what} are an odd number of cells; pairs need an even number")
    return shape


def _read_mask(mask: Mask, rules: Rules | None) -> Board:
    try:
        given = mask if isinstance(mask, str | Board) else list(mask)
        if isinstance(given, list) and all(isinstance(row, str) for row in given):
            given = "/".join(str(row) for row in given)
        board = Board.parse(given, rules=rules) if isinstance(given, str) else given
        if not isinstance(board, Board):
            board = Board(board, rules=rules)  # type: ignore[arg-type]  # its rows are checked there
    except TypeError:
        raise BadBoard(f"a mask must be a board, its text or its rows, not {shorten(repr(mask))}") from None
    rules = rules or board.rules
    phase = board.phase if rules.gravity == "rotating" else "up"
    return Board([[min(number, 1) for number in row] for row in board.to_rows()], rules=rules, phase=phase)


def _whole(number: object, name: str) -> int:
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise BadBoard(f"{name} must be an integer, not {shorten(repr(number))}")
    return index(number)


def _kinds(board: Board, kinds: int | None, copies: int | None) -> int:
    pairs = board.tile_count // 2
    if pairs == 0:
        raise BadBoard("the mask has no place for a tile")
    if copies is not None:
        copies = _whole(copies, "copies")
        if copies < 2 or copies % 2:
            raise BadBoard(f"copies must be an even number, not {copies}")
        if board.tile_count % copies:
            raise BadBoard(f"{board.tile_count} tiles cannot be split into kinds of {copies} each")
        if kinds is not None and _whole(kinds, "kinds") * copies != board.tile_count:
            raise BadBoard(f"{kinds} kinds of {copies} tiles do not make {board.tile_count} tiles")
        return board.tile_count // copies
    if kinds is None:
        return min((pairs + 1) // 2, _DEFAULT_MAX_KINDS)
    kinds = _whole(kinds, "kinds")
    if not 1 <= kinds <= pairs:
        raise BadBoard(f"{pairs} pairs can have 1 to {pairs} kinds, not {kinds}")
    return kinds


def _scatter_on(board: Board, kinds: int, seed: int) -> Board:
    return with_kinds(board, _kernel.scatter(board.tile_count, kinds, seed))


def _deal_on(board: Board, kinds: int, seed: int, until: float | None) -> Board:
    for attempt in range(_MAX_REJECTIONS):
        if until is not None and monotonic() > until:
            raise NoDeal("no deal was found in time")
        found = _scatter_on(board, kinds, derive_seed(seed, attempt, _TRIES) if attempt else seed)
        if winnable(found):
            return found
    tiles = _kernel.scatter(board.tile_count, kinds, seed)
    start = build_winnable(board, tiles, seed)
    if isinstance(start, Verdict):
        if start.winnable is None:
            raise NoDeal("no winnable deal was found: the search could not clear the board even with all tiles alike")
        raise NoDeal(f"no deal on this board can be won: even with all tiles alike, {start.reason}")
    return random_walk(start, seed, _WALK_STEPS * board.tile_count)


def score_range(difficulty: str | tuple[float, float]) -> tuple[float, float]:
    """Return the minimum and maximum score of a difficulty, or raise BadDifficulty."""
    if isinstance(difficulty, str):
        if difficulty not in DIFFICULTIES:
            raise BadDifficulty(
                f"unknown difficulty {difficulty!r} (choose from {', '.join(DIFFICULTIES)}, or two scores)"
            )
        return DIFFICULTIES[difficulty]
    try:
        minimum, maximum = difficulty
        valid = 0 <= minimum <= maximum <= 100
    except (TypeError, ValueError):
        raise BadDifficulty(f"a difficulty must be a name or two scores from 0 to 100, not {difficulty!r}") from None
    if not valid:
        raise BadDifficulty(f"the scores of a difficulty must be from 0 to 100, the smaller first, not {difficulty!r}")
    return minimum, maximum


def _distance(score: float, minimum: float, maximum: float) -> float:
    return max(minimum - score, score - maximum, 0.0)
