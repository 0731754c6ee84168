"""A step of a trace in words."""

from lianliankan.lab.finders import Link, Look, Queue, Read, Reject, Step, Try, Visit

__all__ = ["describe_step"]

_FOUND = {"open": "open", "goal": "the goal", "blocked": "in the way"}


def describe_step(step: Step) -> str:
    """Say what a step does, in a few words; cells count from 1, as people write them.

    >>> import lianliankan as llk
    >>> for step in llk.find("layers", llk.Board.parse("AA"), (0, 0), (0, 1)).trace:
    ...     print(describe_step(step))
    go on from 1,1
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
            return f"go on from {way}"
        case Try():
            return f"try {way}"
        case Reject():
            return f"give up {way}: {step.why}"
        case Link():
            return f"link {way}"
    return f"{step.name} {way}"
