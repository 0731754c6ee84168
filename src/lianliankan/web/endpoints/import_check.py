"""Games of a zip: worker processes replay them, and see whether they are within the limits of the web.

This is a module of its own, so that only workers that need it import what reads zips.
"""

from lianliankan.errors import TooLarge
from lianliankan.game.game import Game
from lianliankan.game.start import MAX_SIDE
from lianliankan.store.archive_import import ArchivedGame, verify_game
from lianliankan.store.imports import MovedGame
from lianliankan.web.base.size_limits import MAX_CELLS, MAX_KINDS
from lianliankan.web.live.protocol import MAX_COMMANDS
from lianliankan.web.work.job_context import JobContext


def verify_moved(_: JobContext, game: ArchivedGame) -> MovedGame | str:
    """Verify a game of a zip by replaying it; return it, or why it is refused."""
    return verify_game(game, _check_size)


def _check_size(game: Game) -> None:
    board = game.first_board
    if max(board.rows, board.cols) > MAX_SIDE or board.rows * board.cols > MAX_CELLS:
        raise TooLarge(f"boards on the web are limited to {MAX_SIDE} rows or columns and {MAX_CELLS} cells")
    if max(board.kinds, default=0) > MAX_KINDS:
        raise TooLarge(f"there are no faces for kinds above {MAX_KINDS}")
    if len(game.entries) > MAX_COMMANDS:
        raise TooLarge(f"games on the web are limited to {MAX_COMMANDS} commands")
