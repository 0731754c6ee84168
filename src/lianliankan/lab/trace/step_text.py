"""Steps of a trace as text, in English and Chinese."""

from lianliankan.lab.finders import Link, Look, Queue, Read, Reject, Step, Try, Visit
from lianliankan.lab.labels import Language

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
_SENTENCES: dict[str, tuple[str, str]] = {
    "open": ("It looks at {line}: empty, so a path may pass.", "看 {line}：是空格，路线可以通过。"),
    "goal": ("It looks at {line}: that is the other tile.", "看 {line}：正是另一张牌。"),
    "blocked": ("It looks at {line}: something is in the way.", "看 {line}：有东西挡着，过不去。"),
    "read": ("It reads the whole line {line} at once, as one number.", "把 {line} 这一整条线当作一个数，一次读入。"),
    "queue": (
        "From {start} it reaches {cell} and notes it in layer {layer}, to continue from there later.",
        "从 {start} 直走到 {cell}，记在第 {layer} 层，以后再从那里继续。",
    ),
    "start": ("It starts at {line}.", "从 {line} 出发。"),
    "visit": ("It continues from {line}, in layer {layer}.", "从 {line} 继续，这一格在第 {layer} 层。"),
    "try": ("Could {line} be the path? It tests that.", "{line} 会不会就是路线？试一试。"),
    "reject": ("It gives up {line}: {why}.", "放弃 {line}：{why}。"),
    "link": ("Found: {line}.", "找到了：{line}。"),
}
_REASONS = {
    "something is in the way": "有牌挡路",
    "dead end": "死路",
    "neither the same row nor the same column": "既不同行，也不同列",
    "the tiles are of different kinds": "两张牌不同",
    "too many turns": "转弯太多",
    "adjacent tiles need a detour": "相邻的牌需要绕路",
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


def explain_step(step: Step, language: Language = "en") -> str:
    """Describe a step in a sentence, for those who see such a search for the first time.

    >>> explain_step(llk.find("layers", llk.Board.parse("AA"), (0, 0), (0, 1)).trace[1])
    'It looks at 1,2: that is the other tile.'
    """
    word = step.found if isinstance(step, Look) else step.name
    why = step.why if isinstance(step, Reject) else ""
    return _SENTENCES["start" if word == "visit" and not step.layer else word][language == "zh"].format(
        line="-".join(map(str, step.line)),
        start=step.line[0],
        cell=step.cell,
        layer=step.layer,
        why=_REASONS.get(why, why) if language == "zh" else why,
    )


def _say(word: str, language: Language, *values: object) -> str:
    return _WORDS[word][language == "zh"].format(*values)
