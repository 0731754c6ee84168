"""The labels on the lab's pictures, in English and Chinese."""

from typing import Any, Literal, NamedTuple, get_args

from lianliankan.board.path import Path

Language = Literal["en", "zh"]


class Labels(NamedTuple):
    """The labels of one language. Braces stand for a number or a name; of two forms the first is the singular.

    >>> LABELS["en"].name("published.sets"), LABELS["en"].found(Path([(0, 0), (0, 2)])), LABELS["zh"].found(None)
    ('sets, as published', '1,1-1,3: 0 turns, 2 steps', '没有找到连线')
    """

    ends: str
    looked: str
    blocked: str
    layer: str
    layers: str
    visited: str
    dropped: str
    tried: str
    read: str
    examined: str
    turns: tuple[str, str]
    steps: tuple[str, str]
    no_path: str
    refused: str
    through: str
    published: str
    time: str
    side: str
    comma: str
    colon: str

    def name(self, finder: str) -> str:
        """Return the name of a finder as shown on pictures."""
        plain = finder.removeprefix("published.")
        return plain if plain == finder else self.published.format(plain)

    def found(self, path: Path | None) -> str:
        """Describe the path found, or that there is none."""
        if path is None:
            return self.no_path
        return f"{path}{self.colon}{self.measured(path)}"

    def measured(self, path: Path) -> str:
        """Describe the turns and steps of a path."""
        turns, steps = self.turns[path.turns != 1], self.steps[path.steps != 1]
        return f"{turns.format(path.turns)}{self.comma}{steps.format(path.steps)}"


_LABELS: dict[str, tuple[Any, Any]] = {  # in English and in Chinese; counts also in the singular
    "ends": ("the two tiles", "两张牌"),
    "looked": ("looked at", "看过"),
    "blocked": ("blocked", "挡路"),
    "layer": ("layer {}", "第 {} 层"),
    "layers": ("layer", "层"),
    "visited": ("continued from here", "由此继续"),
    "dropped": ("rejected", "放弃"),
    "tried": ("tested", "试过"),
    "read": ("read as a whole", "整行读入"),
    "examined": ("cells examined", "检查格数"),
    "turns": (("{} turn", "{} turns"), ("转弯 {} 次", "转弯 {} 次")),
    "steps": (("{} step", "{} steps"), ("{} 步", "{} 步")),
    "no_path": ("no link found", "没有找到连线"),
    "refused": ("board not supported", "不适用于此棋盘"),
    "through": ("through a tile!", "穿过了一张牌！"),
    "published": ("{}, as published", "{}（原始版本）"),
    "time": ("time", "用时"),
    "side": ("side of the board in cells", "棋盘边长（格）"),
    "comma": (", ", "，"),
    "colon": (": ", "："),
}
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages available."""

LABELS = {
    language: Labels(**{name: texts[place] for name, texts in _LABELS.items()})
    for place, language in enumerate(LANGUAGES)
}
"""The labels by language."""
