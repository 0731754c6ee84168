"""Steps of a trace as text."""

from lianliankan.lab.finders import Link, Look, Queue, Read, Reject, Step, Try, Visit

__all__ = ["describe_step"]

_FOUND = {"open": "open", "goal": "the goal", "blocked": "blocked"}


def describe_step(step: Step) -> str:
    """Describe a step in a few words; cells are counted from 1.

    >>> for step in llk.find("layers", llk.Board.parse("AA"), (0, 0), (0, 1)).trace:
    ...     print(describe_step(step))
    continue from 1,1
    look at 1,2: the goal
    link 1,1-1,2
    """
    way = "-".join(map(str, step.line))
    match step:
        case Look():
            return f"look at {way}: {_FOUND[step.found]}"
        case Read():
            return f"read the line {way}"
        case Queue():
            return f"reach {step.cell} from {step.line[0]}"
        case Visit():
            return f"continue from {way}"
        case Try():
            return f"try {way}"
        case Reject():
            return f"reject {way}: {step.why}"
        case Link():
            return f"link {way}"
    return f"{step.name} {way}"
