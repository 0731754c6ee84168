"""Requests and answers of the endpoints for boards: drawn, pasted, shared, dealt and saved ones."""

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.read import BoardInput, read
from lianliankan.board.rules import Gravity, Phase, Rules
from lianliankan.game.game import Game
from lianliankan.game.modes import MODES, true_mode
from lianliankan.game.replay import restarted
from lianliankan.records.record_form import format_deal
from lianliankan.records.share import is_share, to_share
from lianliankan.seeds import draw_seed
from lianliankan.solver.hint import can_be_won
from lianliankan.store.best_lists import BestList
from lianliankan.web.base.page_data import encode
from lianliankan.web.base.size_limits import MAX_KINDS, check_board, read_share
from lianliankan.web.endpoints.answers import BoardAnswer
from lianliankan.web.work.job_context import JobContext


class RuleFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a board as the page has them: all of them."""

    max_turns: int | None
    outside: bool
    gravity: Gravity
    adjacent: bool

    def rules(self) -> Rules:
        """Return the rules; raises BadRules."""
        return Rules(max_turns=self.max_turns, outside=self.outside, gravity=self.gravity, adjacent=self.adjacent)


class BoardFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as the page has it: rows of kinds (0 empty, -1 a wall, -2 not part of the board), rules and phase."""

    rows: list[list[int]]
    rules: RuleFields
    phase: Phase

    def board(self) -> Board:
        """Return the board; raises a ValueError if it is not a board. Only rotating gravity has a phase."""
        rules = self.rules.rules()
        return Board(self.rows, rules=rules, phase=self.phase if rules.gravity == "rotating" else "up")


class BoardRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board to read: its fields, or any text of one, such as a course file, JSON, or a share text."""

    board: BoardFields | None = None
    text: str | None = None


class DealtBoardRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board whose tiles are dealt again: every tile of it is a place; `kinds` and `seed` as in `Deal`."""

    board: BoardFields
    kinds: int | None = None
    seed: int | None = None


class PercentileRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board, and its score as `rate` computes it."""

    board: BoardFields
    score: float


class PercentileAnswer(msgspec.Struct, frozen=True):
    """Which share of the winnable deals of a board's kind is easier; None if it is no deal of a kind that is known."""

    easier: float | None


class DrawnBoard(msgspec.Struct, frozen=True):
    """A board with its texts; `points` are the two cells to link, if it came from a course file."""

    rows: list[list[int]]
    rules: Rules
    phase: Phase
    text: str
    share: str
    points: tuple[Cell, Cell] | None = None

    @classmethod
    def of(cls, board: Board, points: tuple[Cell, Cell] | None = None) -> "DrawnBoard":
        """Describe a board."""
        return cls(board.to_rows(), board.rules, board.phase, str(board), to_share(board), points)


class SaveBoardRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board to save under a name; one that has this name is replaced."""

    name: str
    board: BoardFields


# ---- Texts of boards, read by worker processes, for it may take any time ---------------------------------------------


def read_board(_: JobContext, text: str) -> BoardInput:
    """Read a board in any text form."""
    return read_text(text)


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


def read_game(_: JobContext, text: str) -> Game:
    """Return a copy of a shared game before its first command; a board is played as a classic game."""
    found = read_share(text)
    return restarted(found) if isinstance(found, Game) else Game(found, MODES["classic"], seed=draw_seed())


def shared_board_json(context: JobContext, text: str, player: str) -> bytes:
    """Return a shared board, or the first board of a shared game, with the player's own result on it."""
    found, own = read_share(text), None
    if isinstance(found, Game) and (deal := format_deal(found.deal)) is not None:
        mode, options = true_mode(found), found.options
        level, day = (None, None) if mode == "own" else (options.level, options.day)
        own = context.store(player).best_finished(BestList(mode, level, day, deal))
    return encode(BoardAnswer.of(found, own, winnable=_can_be_won(found)))


def _can_be_won(shared: Board | Game) -> bool | None:
    """Whether a shared board can be won, as far as a quick look tells; dealt boards can."""
    if isinstance(shared, Game) and shared.deal is not None:
        return True
    board = shared.first_board if isinstance(shared, Game) else shared
    return can_be_won(board)
