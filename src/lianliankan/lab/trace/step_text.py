"""Steps of a trace as text, in English and Chinese."""

from lianliankan.lab.finders import Link, Look, Queue, Read, Reject, Step, Try, Visit
from lianliankan.lab.labels import Language

__all__ = ["describe_step"]

_WORDS: dict[str, tuple[str, str]] = {  # in English and in Chinese; {} is the line, {} the cell or the reason
    "open": ("look at {}: open", "看 {}：空格"),
    "goal": ("look at {}: the goal", "看 {}：终点"),
    "blocked": ("look at {}: blocked", "看 {}：挡路"),
    "read": ("read the line {}", "整行读入 {}"),
    "queue": ("reach {1} from {0}", "从 {0} 到达 {1}"),
    "visit": ("continue from {}", "从 {} 继续"),
    "try": ("try {}", "试 {}"),
    "reject": ("reject {}: {}", "放弃 {}：{}"),
    "link": ("link {}", "连上 {}"),
}
_REASONS = {
    "something is in the way": "有牌挡路",
    "dead end": "死路",
    "neither the same row nor the same column": "既不同行，也不同列",
    "the tiles are of different kinds": "两张牌不同",
}


def describe_step(step: Step, language: Language = "en") -> str:
    """Describe a step in a few words; cells are counted from 1.

    >>> for step in llk.find("layers", llk.Board.parse("AA"), (0, 0), (0, 1)).trace:
    ...     print(describe_step(step), describe_step(step, "zh"), sep=" · ")
    continue from 1,1 · 从 1,1 继续
    look at 1,2: the goal · 看 1,2：终点
    link 1,1-1,2 · 连上 1,1-1,2
    """
    way = "-".join(map(str, step.line))
    match step:
        case Look():
            return _say(step.found, language, way)
        case Queue():
            return _say(step.name, language, step.line[0], step.cell)
        case Reject():
            return _say(step.name, language, way, step.why if language == "en" else _REASONS.get(step.why, step.why))
        case Read() | Visit() | Try() | Link():
            return _say(step.name, language, way)
    return f"{step.name} {way}"


def _say(word: str, language: Language, *values: object) -> str:
    return _WORDS[word][language == "zh"].format(*values)
