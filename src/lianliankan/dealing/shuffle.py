"""Shuffles that never strand: the remaining tiles over their places, so that the game can be won."""

from collections import Counter

from lianliankan import _kernel
from lianliankan.board.board import Board, check_board
from lianliankan.dealing.arrange import build_winnable, with_kinds
from lianliankan.errors import NotShufflable
from lianliankan.seeds import check_seed, derive_seed
from lianliankan.solver.verdict import Verdict
from lianliankan.text import count

__all__ = ["shuffle"]

_REJECTIONS = 40  # arrangements by chance to reject before the board is build_winnable instead
_GAMES = 32  # by chance, one of which must be won
_MOVES = 2_000_000  # what all of them may take together: somebody waits
_TRIES, _WINS = 4, 7  # streams of chance
_PEELS = 8  # tries to pair_places it into something else than it was


def shuffle(board: Board, *, seed: int) -> Board:
    """Lay the tiles of a board over their places anew, so that it can be won; unlike before, where that is possible.

    An arrangement by chance is taken if a game by chance wins it: that is proof enough, takes no search, and so means
    the same board for a seed whatever the solver learns. Where that does not happen, the board is built backwards,
    which always works on a board without walls. Raises NotShufflable, with the reason, where no arrangement can be won.

    >>> import lianliankan as llk
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
    check_seed(seed)
    kinds = [kind for row in board.to_rows() for kind in row if kind > 0]
    for kind, tiles in sorted(Counter(kinds).items()):
        if tiles % 2:
            raise NotShufflable(f"no arrangement can be won: kind {kind} has {count(tiles, 'tile')}, an odd number")
    if not kinds:
        return board
    games = max(min(_GAMES, _MOVES // len(kinds)), 1)
    for attempt in range(max(min(_REJECTIONS, _MOVES // (games * len(kinds))), 1)):
        found = with_kinds(board, _kernel.shuffle(kinds, derive_seed(seed, attempt, _TRIES)))
        if found != board and 0 in found._play_out(games, derive_seed(seed, attempt, _WINS), 1):
            return found
    for attempt in range(_PEELS):
        built = build_winnable(board, kinds, derive_seed(seed, attempt))
        if isinstance(built, Verdict):
            if built.winnable is None:
                raise NotShufflable("no arrangement that can be won was found")
            raise NotShufflable(f"no arrangement can be won: {built.reason.removeprefix('it cannot be won: ')}")
        if built != board:
            return built
    return board
