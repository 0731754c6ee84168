"""Deals by number: at random, or at random among those that can be won."""

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
"""Where tiles go: a board, its text or its rows. Every tile is a place for a tile; all else stays as it is."""

_REJECTIONS = 60  # deals to reject before a walk is taken instead
_WANDER_STEPS = 8  # per tile
_DEALS = 400  # to look through for a difficulty
_USUAL_KINDS = 36  # at most, where nothing is said: more would leave hardly any winnable deal on large boards
_TRIES, _CHOICES = 4, 5  # streams of chance


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
    """Deal uniformly, winnable or not: the same board for a seed on every machine, for ever.

    Pair i is of kind (i mod kinds) + 1; the tiles, sorted by kind, are shuffled and laid out in reading order. Instead
    of `kinds`, `copies` says how many tiles of each kind there are; where neither is given, it is four of each, and
    more where that would be more than 36 kinds. `mask` says which cells get a tile; where it is a board or its text, it
    also says the rules unless others are given.

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
    """Deal a board that can be won: uniformly at random among those, and the same for a seed on every machine.

    Deals like those of `scatter` are rejected until one can be won. Where hardly any can, a winnable board is built
    backwards, which alone would make it easy, and then walks at random through the winnable ones. `difficulty` is a
    name of `DIFFICULTIES`, or a least and a greatest score of `rate`. After about `seconds`, where given, it gives up;
    most boards take a thousandth of one. The other words are those of `scatter`.

    A number means the same board for ever as far as verdicts decide it, which are exact: always where tiles stay and
    rejection does. Where a search gives up, or a walk is taken, it means the same board with this solver.

    Raises BadBoard or BadDifficulty for what makes no sense, NoDeal where no board can be won or none was found.

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
    least, greatest = score_range(difficulty)
    nearest: float | None = None
    for attempt in range(_DEALS):
        found = _deal_on(board, number, derive_seed(seed, attempt, _CHOICES) if attempt else seed, until)
        score = difficulty_score(found)
        if difficulty_name(score) == difficulty if isinstance(difficulty, str) else least <= score <= greatest:
            return found
        if nearest is None or _distance(score, least, greatest) < _distance(nearest, least, greatest):
            nearest = score
    raise NoDeal(
        f"none of {_DEALS} deals has a difficulty from {least:g} to {greatest:g}; the nearest has {nearest:.0f}: "
        "another size or number of kinds may"
    )


def _layout(rows: int, cols: int, rules: Rules | None, mask: Mask | None) -> Board:
    """Make a board with one kind on every place that gets a tile."""
    rows, cols = _whole(rows, "rows"), _whole(cols, "columns")
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise BadBoard(f"a board has from 1 to {MAX_SIDE} rows and columns, not {rows} rows and {cols} columns")
    if mask is None:
        shape = Board([[1] * cols] * rows, rules=rules)
    else:
        shape = _read_mask(mask, rules)
        if (shape.rows, shape.cols) != (rows, cols):
            raise BadBoard(
                f"the mask has {shape.rows} rows and {shape.cols} columns where the board has {rows} and {cols}"
            )
    if shape.tile_count % 2:
        what = f"{rows} rows of {cols} cells" if mask is None else f"the mask's {shape.tile_count} places"
        raise BadBoard(f"{what} are an odd number of cells, which pairs cannot fill")
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
        raise BadBoard(f"a mask is a board, its text or its rows, not {shorten(repr(mask))}") from None
    rules = rules or board.rules
    phase = board.phase if rules.gravity == "rotating" else "up"
    return Board([[min(number, 1) for number in row] for row in board.to_rows()], rules=rules, phase=phase)


def _whole(number: object, name: str) -> int:
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise BadBoard(f"{name} are a whole number, not {shorten(repr(number))}")
    return index(number)


def _kinds(board: Board, kinds: int | None, copies: int | None) -> int:
    pairs = board.tile_count // 2
    if pairs == 0:
        raise BadBoard("the mask leaves no place for a tile")
    if copies is not None:
        copies = _whole(copies, "copies")
        if copies < 2 or copies % 2:
            raise BadBoard(f"copies are an even number of tiles of each kind, not {copies}")
        if board.tile_count % copies:
            raise BadBoard(f"{board.tile_count} tiles cannot be kinds of {copies} each")
        if kinds is not None and _whole(kinds, "kinds") * copies != board.tile_count:
            raise BadBoard(f"{kinds} kinds of {copies} tiles each are not {board.tile_count} tiles")
        return board.tile_count // copies
    if kinds is None:
        return min((pairs + 1) // 2, _USUAL_KINDS)
    kinds = _whole(kinds, "kinds")
    if not 1 <= kinds <= pairs:
        raise BadBoard(f"{pairs} pairs can have from 1 to {pairs} kinds, not {kinds}")
    return kinds


def _scatter_on(board: Board, kinds: int, seed: int) -> Board:
    return with_kinds(board, _kernel.scatter(board.tile_count, kinds, seed))


def _deal_on(board: Board, kinds: int, seed: int, until: float | None) -> Board:
    for attempt in range(_REJECTIONS):
        if until is not None and monotonic() > until:
            raise NoDeal("no deal was found in the time given")
        found = _scatter_on(board, kinds, derive_seed(seed, attempt, _TRIES) if attempt else seed)
        if winnable(found):
            return found
    tiles = _kernel.scatter(board.tile_count, kinds, seed)
    start = build_winnable(board, tiles, seed)
    if isinstance(start, Verdict):
        if start.winnable is None:
            raise NoDeal("no winnable deal was found: even with all tiles alike, a search did not clear the board")
        raise NoDeal(f"no deal on this board can be won: even with all tiles alike {start.reason}")
    return random_walk(start, seed, _WANDER_STEPS * board.tile_count)


def score_range(difficulty: str | tuple[float, float]) -> tuple[float, float]:
    """Give the least and the greatest score of a difficulty; raises BadDifficulty for what is none."""
    if isinstance(difficulty, str):
        if difficulty not in DIFFICULTIES:
            raise BadDifficulty(f"a difficulty is one of {', '.join(DIFFICULTIES)} or two scores, not {difficulty!r}")
        return DIFFICULTIES[difficulty]
    try:
        least, greatest = difficulty
        usual = 0 <= least <= greatest <= 100
    except (TypeError, ValueError):
        raise BadDifficulty(f"a difficulty is a name or two scores from 0 to 100, not {difficulty!r}") from None
    if not usual:
        raise BadDifficulty(f"the scores of a difficulty are from 0 to 100, the least first, not {difficulty!r}")
    return least, greatest


def _distance(score: float, least: float, greatest: float) -> float:
    return max(least - score, score - greatest, 0.0)
