"""What the endpoints for boards are asked and answer: boards that are drawn, pasted, dealt and saved."""

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.rules import Gravity, Phase, Rules
from lianliankan.records.share import to_share


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
        """Return the board; raises a ValueError for what is none. Only rotating gravity has a phase."""
        rules = self.rules.rules()
        return Board(self.rows, rules=rules, phase=self.phase if rules.gravity == "rotating" else "up")


class BoardRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board to read: its fields, or any text of one, such as a course file, JSON, or a share text."""

    board: BoardFields | None = None
    text: str | None = None


class DealtBoardRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board whose tiles are dealt anew: every tile of it is a place; `kinds` and `seed` as in `Deal`."""

    board: BoardFields
    kinds: int | None = None
    seed: int | None = None


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
