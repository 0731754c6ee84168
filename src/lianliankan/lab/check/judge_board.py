"""Judge what a learner's function says about a whole board: which pairs of tiles link, or that none do."""

from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.fault import Fault, FaultKind
from lianliankan.lab.check.learner_call import OUT_OF_MEMORY
from lianliankan.lab.check.question import BoardQuestion


class _Finding(NamedTuple):
    """A fault: its kind, the two cells that it is about, and a sentence."""

    kind: FaultKind
    pair: tuple[Cell, Cell] | None = None
    problem: str = ""


def judge_board(question: BoardQuestion, answer: Answer, contract: Contract) -> Fault | None:
    """Return the fault in an answer, or None if it is correct.

    >>> question, contract = BoardQuestion(((1, 2, 1),)), Contract(task="moves")
    >>> judge_board(question, Answer("pairs", pairs=(((0, 2), (0, 0)),)), contract) is None
    True
    >>> judge_board(question, Answer("pairs"), contract).kind
    'missed'
    >>> judge_board(question, Answer("yes"), Contract(task="stuck")).kind
    'false'
    """
    board = question.board(contract)
    found = _find(board, answer, contract)
    if found is None:
        return None
    is_move = found.pair and (found.kind == "missed" or contract.task == "stuck")
    right = board.link(*found.pair) if found.pair and is_move else None
    return Fault(kind=found.kind, question=question, answer=answer, pair=found.pair, right=right, problem=found.problem)


def _find(board: Board, answer: Answer, contract: Contract) -> _Finding | None:
    match answer.said:
        case "memory":
            return _Finding("memory", problem=OUT_OF_MEMORY)
        case "slow" | "died" | "raised" | "nonsense":
            return _Finding(answer.said)
        case "yes" | "no" if contract.task == "stuck":
            found = _judge_stuck(board, is_stuck=answer.said == "yes")
        case "pairs" if contract.task == "moves":
            found = _judge_moves(board, answer, contract)
        case _:
            return _Finding("nonsense")
    if found is None and answer.changed:
        return _Finding("changed", problem=f"it changed the grid: {answer.changed}")
    return found


def _judge_stuck(board: Board, *, is_stuck: bool) -> _Finding | None:
    if is_stuck == board.is_stuck:
        return None
    if not is_stuck:
        return _Finding("missed")
    first = next(iter(board.moves()), None)
    return _Finding("false", None if first is None else (first.a, first.b))


def _judge_moves(board: Board, answer: Answer, contract: Contract) -> _Finding | None:
    """Compare the pairs with the moves: first those that are wrong, then those that are missing."""
    moves = {frozenset((move.a, move.b)): move for move in board.moves()}
    seen = set()
    for given in answer.pairs:
        a, b = (Cell(row - contract.first, col - contract.first) for row, col in given)
        pair = frozenset((a, b))
        shown = f"{given[0]} and {given[1]}"
        if pair in seen:
            return _Finding("twice", (a, b), f"it lists {shown} more than once; the order of the two does not matter")
        if pair not in moves:
            return _Finding("false", (a, b), _why_not(board, a, b, shown))
        seen.add(pair)
    missed = next((move for pair, move in moves.items() if pair not in seen), None)
    if missed is None:
        return None
    cells = f"{contract.cell(missed.a)} and {contract.cell(missed.b)}"
    return _Finding("missed", (missed.a, missed.b), f"it does not list {cells}")


def _why_not(board: Board, a: Cell, b: Cell, shown: str) -> str:
    """Say why two cells are not a move."""
    if a == b:
        return f"it pairs {shown.partition(' and ')[0]} with itself"
    for cell, name in zip((a, b), shown.split(" and "), strict=True):
        if not _is_on(board, cell):
            return f"it lists {shown}, but {name} is not on the board"
        if board[cell] <= 0:
            return f"it lists {shown}, but there is no tile at {name}"
    if board[a] != board[b]:
        return f"it lists {shown}, but these are different tiles"
    return f"it lists {shown}, but they do not link"


def _is_on(board: Board, cell: Cell) -> bool:
    return 0 <= cell.row < board.rows and 0 <= cell.col < board.cols
