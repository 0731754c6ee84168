"""Shuffles that can always be won: the remaining tiles, rearranged on their places."""

from lianliankan import _kernel
from lianliankan.board.board import Board, check_board
from lianliankan.deadline import time_limit
from lianliankan.dealing.arrange import build_winnable, with_kinds
from lianliankan.errors import NotShufflable
from lianliankan.seeds import choose_seed, derive_seed
from lianliankan.solver.verdict import Verdict
from lianliankan.solver.win_rate import wins_any
from lianliankan.text import count

_MAX_REJECTIONS = 40  # random arrangements before the board is built backwards instead
_PLAYOUTS = 32  # one of which must win
_MAX_MOVES = 2_000_000  # of all playouts together
_TRIES, _WINS = 4, 7  # streams of seeds
_BUILDS = 8  # tries to build something different from the board as it is


def shuffle(board: Board, *, seed: int | None = None, seconds: float | None = None) -> Board:
    """Rearrange the tiles of a board so that it can be won, and differs from before if possible.

    A random arrangement is accepted if a random playout wins it: that proves it winnable without a search, so a seed
    gives the same board whatever the solver learns. If none is found, the board is built backwards, which always works
    on a board without walls. Without a seed, a random one is drawn. Raises NotShufflable, with the reason, if no
    arrangement can be won, and OutOfTime if `seconds` are given and not enough. Most boards take a millisecond.

    >>> stuck = llk.Board.parse("AB/BA")
    >>> board = llk.shuffle(stuck, seed=1)
    >>> llk.solve(board).winnable
    True
    >>> llk.shuffle(llk.Board.parse("A#A", rules=llk.Rules(outside=False)), seed=1)
    Traceback (most recent call last):
        ...
    lianliankan.errors.NotShufflable: no arrangement can be won: 1 tile of a kind can never be paired
    """
    check_board(board)
    with time_limit(seconds):
        return _shuffle(board, choose_seed(seed))


def _shuffle(board: Board, seed: int) -> Board:
    kinds = [kind for _, kind in board.tiles()]
    for kind, tiles in board.kinds.items():
        if tiles % 2:
            raise NotShufflable(f"no arrangement can be won: kind {kind} has {count(tiles, 'tile')}, an odd number")
    if not kinds:
        return board
    games = max(min(_PLAYOUTS, _MAX_MOVES // len(kinds)), 1)
    for attempt in range(max(min(_MAX_REJECTIONS, _MAX_MOVES // (games * len(kinds))), 1)):
        found = with_kinds(board, _kernel.shuffle(kinds, derive_seed(seed, attempt, _TRIES)))
        if found != board and wins_any(found, games, derive_seed(seed, attempt, _WINS)):
            return found
    for attempt in range(_BUILDS):
        built = build_winnable(board, kinds, derive_seed(seed, attempt))
        if isinstance(built, Verdict):
            if built.winnable is None:
                raise NotShufflable("no arrangement that can be won was found")
            raise NotShufflable(f"no arrangement can be won: {built.reason.removeprefix('it cannot be won: ')}")
        if built != board:
            return built
    return board
