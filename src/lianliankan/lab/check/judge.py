"""Judge a learner's answer by what the kernel says."""

from lianliankan.board.path import Path
from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.fault import Fault, FaultKind
from lianliankan.lab.check.judge_board import judge_board
from lianliankan.lab.check.learner_call import OUT_OF_MEMORY
from lianliankan.lab.check.path_check import check_path
from lianliankan.lab.check.question import LinkQuestion, Question
from lianliankan.text import count


def judge(question: Question, answer: Answer, contract: Contract) -> Fault | None:
    """Return the fault in an answer, or None if it is correct.

    >>> from lianliankan.board.cell import Cell
    >>> question = LinkQuestion(((1, 2, 1),), Cell(0, 0), Cell(0, 2))
    >>> judge(question, Answer("yes"), Contract()) is None
    True
    >>> judge(question, Answer("no"), Contract()).kind
    'missed'
    """
    if not isinstance(question, LinkQuestion):
        return judge_board(question, answer, contract)
    right = question.board(contract).link(question.a, question.b)
    if answer.is_yes == (right is not None) and not answer.changed and answer.said in _PLAIN[contract.judge]:
        return None  # fast path for nearly all answers
    kind, problem, given = _find(question, answer, contract, right)
    if kind is None:
        return None
    pair = question.a, question.b
    return Fault(kind=kind, question=question, answer=answer, pair=pair, right=right, given=given, problem=problem)


_PLAIN = {"link": ("yes", "no"), "turns": ("no",), "steps": ("no",)}

Finding = tuple[FaultKind | None, str, Path | None]


def _find(question: LinkQuestion, answer: Answer, contract: Contract, right: Path | None) -> Finding:
    match answer.said:
        case "memory":
            return "memory", OUT_OF_MEMORY, None
        case "slow" | "died" | "raised" | "nonsense":
            return answer.said, "", None
        case "pairs":
            return "nonsense", "", None
        case "no" if right:
            return "missed", "", None
        case "yes" if right and contract.judge != "link":
            return "nonsense", f"to be judged by {contract.judge} it must return the path, not just True", None
        case "yes" if not right:
            return "false", "", None
    given = None
    if answer.said == "path":
        walked = check_path(question, answer.path, contract)
        if isinstance(walked, str):
            return ("path" if right else "false"), walked, None
        assert right is not None, "a valid path is a link"
        given = walked
        if contract.judge != "link" and given.turns > right.turns:
            return "turns", f"its path has {count(given.turns, 'turn')} where {right.turns} would do", given
        if contract.judge == "steps" and given.steps > right.steps:
            return "steps", f"its path has {count(given.steps, 'step')} where {right.steps} would do", given
    if answer.changed:
        return "changed", f"it changed the grid: {answer.changed}", given
    return None, "", None
