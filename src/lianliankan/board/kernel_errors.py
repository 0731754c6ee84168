"""The errors of the compiled kernel: their classes and messages. The kernel calls these functions when a call fails."""

from typing import TYPE_CHECKING, Literal

from lianliankan._kernel import MAX_KIND
from lianliankan.board.cell import EMPTY, VOID, WALL
from lianliankan.errors import BadBoard, Error, IllegalMove, NoTile, OffBoard, OutOfTime, SameCell, TooManyMoves
from lianliankan.text import count

if TYPE_CHECKING:
    from lianliankan._kernel import Board, Position

PairStatus = Literal["linked", "apart", "different", "off board", "no tile", "same cell"]
Cells = tuple[tuple[int, int], tuple[int, int]]
Given = tuple[tuple[object, ...], tuple[object, ...]]

_CONTENTS = {EMPTY: "empty", WALL: "a wall", VOID: "not part of the board"}
_ERRORS: dict[PairStatus, type[Error]] = {"off board": OffBoard, "no tile": NoTile, "same cell": SameCell}


def pair_error(
    status: PairStatus, board: "Board | Position", cells: Cells, given: Given, index: int | None = None
) -> Error:
    """Return the error of two cells that cannot be tested for a link; `index` is their place in a list of pairs.

    `cells` are the two cells as the kernel reads them, `given` the same two as the caller wrote them.
    """
    where = "" if index is None else f"pair {index}: "
    return _ERRORS[status](where + describe_pair(status, board, cells, given))


def illegal_move(
    status: PairStatus, board: "Board | Position", cells: Cells, given: Given, number: int | None = None
) -> IllegalMove:
    """Return the error of a move that does not link; `number` is its place in a sequence, counted from 1."""
    where = "" if number is None else f"move {number}: "
    return IllegalMove(where + describe_pair(status, board, cells, given))


def describe_pair(status: PairStatus, board: "Board | Position", cells: Cells, given: Given) -> str:
    """Return why two cells do not link."""
    a, b = (str(tuple(cell)) for cell in given)
    match status:
        case "off board":
            row, col = cells[0]
            off = b if 0 <= row < board.rows and 0 <= col < board.cols else a
            return f"the cell {off} is off the board of {count(board.rows, 'row')} and {count(board.cols, 'column')}"
        case "no tile":
            number = board[cells[0]]
            where, number = (a, number) if number <= 0 else (b, board[cells[1]])
            return f"no tile is on the cell {where}: it is {_CONTENTS[number]}"
        case "same cell":
            return f"the cell {a} cannot link to itself"
        case "different":
            return f"the tiles on {a} and {b} are of different kinds"
    return f"no path within the rules joins {a} and {b}"


def bad_board() -> BadBoard:
    """Return the error of numbers that cannot be those of a board; only the kernel's own callers can give them."""
    return BadBoard("these numbers do not describe a board")


def bad_number(number: int, row: int, col: int) -> BadBoard:
    """Return the error of a number that no cell can have."""
    return BadBoard(
        f"{number} at ({row}, {col}) is not a cell; expected a kind from 1 to {MAX_KIND}, {EMPTY} (empty), {WALL} "
        f"(wall) or {VOID} (not part of the board)"
    )


def bad_cell(given: object) -> TypeError:
    """Return the error of a value that is not a cell."""
    return TypeError(f"a cell must be a pair (row, col) of integers, not {given!r}")


def bad_move(given: object) -> TypeError:
    """Return the error of a value that is not a move."""
    return TypeError(f"a move must be a pair of cells, not {given!r}")


def nothing_to_undo() -> IllegalMove:
    """Return the error of an undo before the first move."""
    return IllegalMove("there is no move to undo")


def too_many_moves(limit: int) -> TooManyMoves:
    """Return the error of a board whose list of moves would not fit into memory."""
    return TooManyMoves(f"the board has more than {limit} moves")


def solver_busy() -> RuntimeError:
    """Return the error of a question to a solver that is still answering another."""
    return RuntimeError("the solver is still answering another question")


def position_busy() -> RuntimeError:
    """Return the error of using a position while it plays a move."""
    return RuntimeError("the position is still playing a move")


def out_of_time() -> OutOfTime:
    """Return the error of work that a time limit has stopped."""
    return OutOfTime("the time limit is over")
