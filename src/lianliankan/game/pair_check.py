"""Whether two tiles of a board can be removed together, and why not."""

from typing import Literal

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.game.commands import Command
from lianliankan.game.events import Reason, Refused
from lianliankan.game.questions import Ask, MissQuestion


def tile_problem(board: Board, cell: Cell) -> Literal["off the board", "empty cell"] | None:
    """Return why there is no tile on a cell, or None if there is one."""
    if not (0 <= cell.row < board.rows and 0 <= cell.col < board.cols):
        return "off the board"
    return "empty cell" if board[cell] <= 0 else None


def find_path(board: Board, command: Command, a: Cell, b: Cell, *, ask: Ask) -> Path | Refused:
    """Return the path that joins two tiles, or the refusal of the command that asked for it."""
    reason: Reason | None = tile_problem(board, a) or tile_problem(board, b) or ("same tile" if a == b else None)
    if reason:
        return Refused(str(command), reason, (a, b))
    path = board.link(a, b)
    if path is None and board[a] != board[b]:
        return Refused(str(command), "different kinds", (a, b))
    return path or Refused(str(command), "no path", (a, b), ask(MissQuestion(board, a, b)))
