"""The jobs of the worker processes about boards that players draw: reading their texts."""

from dataclasses import dataclass

from lianliankan.board.board import Board
from lianliankan.board.read import BoardInput, read
from lianliankan.game.game import Game
from lianliankan.records.share import is_share
from lianliankan.web.board_limits import MAX_KINDS, check_board, read_share
from lianliankan.web.work.jobs import JobContext, LaneName


@dataclass(frozen=True, slots=True)
class ReadBoardJob:
    """A board in any text form."""

    text: str
    lanes: tuple[LaneName, ...] = ("quick", "share")

    def run(self, context: JobContext) -> BoardInput:
        """Read the text."""
        return read_text(self.text)


def read_text(text: str) -> BoardInput:
    """Read a board: its text, a course file, JSON, a share text, or the address of a page that has one.

    Of a game, it is the board as it stands. Raises a ParseError, BadShare or TooLarge. Kinds that have no face get the
    numbers 1, 2, 3 …

    >>> read_text('{"rows": [[1, 2], [2, 1]]}').board == read_text("AB/BA").board
    True
    >>> read_text("700 5 700").board.to_rows()
    [[1, 2, 1]]
    """
    if is_share(text):
        shared = read_share(text)
        return BoardInput(shared.board if isinstance(shared, Game) else shared, None)
    found = BoardInput(Board.from_json(text), None) if text.lstrip().startswith("{") else read(text)
    board = found.board if max(found.board.kinds, default=0) <= MAX_KINDS else found.board.relabel()
    return found._replace(board=check_board(board))
