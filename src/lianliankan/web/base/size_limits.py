"""How large boards, share texts, and what the lab is asked may be on the web."""

from lianliankan.board.board import Board
from lianliankan.errors import BadShare, TooLarge
from lianliankan.game.game import Game
from lianliankan.game.start import MAX_SIDE
from lianliankan.records.share import SizeLimit, from_share

MAX_CELLS = 1024
"""The number of cells of the largest board on the web."""

MAX_KINDS = 240
"""The highest number of kinds: the page has no more faces."""

MAX_RATED_CELLS = 240
"""The number of cells of the largest board of a chosen difficulty: finding one takes many deals."""

MAX_UNUSUAL_CELLS = 400
"""The number of cells of the largest board with unusual paths: few of them can be won."""

MAX_HARD_CELLS, HARD_GRAVITIES = 150, ("inward",)
"""The number of cells of the largest board with a shape under a gravity for which few such boards can be won."""

MAX_BOARD_TEXT = 30_000
"""The length of the longest text of a board that is read, in characters."""

MAX_BOARD_NAME = 60
"""The length of the longest name of a saved board, in characters."""

MAX_SHARE_LENGTH = 16_000
"""The length of the longest share text that is read, in characters."""

MAX_LAB_CELLS = 600
"""The number of cells of the largest board that searches of the lab run on."""

MAX_TRACE_STEPS = 8_000
"""The number of steps of the longest trace of a search that is sent."""

MAX_FINDERS = 10
"""How many finders of the lab can race."""

MAX_RECORD_BYTES = 500_000
"""The size of the longest record of a game that is read, in bytes."""


def read_share(text: str) -> Board | Game:
    """Read a share text; raises a ValueError if it is damaged, or too large for the web.

    It may take any time: a worker process must do it.
    """
    if len(text) > MAX_SHARE_LENGTH:
        raise TooLarge(f"share texts are limited to {MAX_SHARE_LENGTH} characters")
    found = from_share(text, max_side=MAX_SIDE, max_cells=MAX_CELLS)
    board = found.first_board if isinstance(found, Game) else found
    if max(board.kinds, default=0) > MAX_KINDS:
        raise BadShare(f"there are no faces for kinds above {MAX_KINDS}")
    return found


def check_board(board: Board) -> Board:
    """Return a board that is not too large for the web; raises TooLarge for others.

    >>> check_board(llk.Board.parse("1 241"))
    Traceback (most recent call last):
        ...
    lianliankan.errors.TooLarge: there are no faces for kinds above 240
    """
    SizeLimit(MAX_SIDE, MAX_CELLS).check(board.rows, board.cols)
    if max(board.kinds, default=0) > MAX_KINDS:
        raise TooLarge(f"there are no faces for kinds above {MAX_KINDS}")
    return board
