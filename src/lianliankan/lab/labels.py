"""The words on the lab's pictures, in English and Chinese."""

from typing import Literal, NamedTuple

from lianliankan.board.path import Path

__all__ = ["LABELS", "LANGUAGES", "Labels", "Language"]

Language = Literal["en", "zh"]


class Labels(NamedTuple):
    """What stands on a picture; where braces are, a number or a name goes in; of two words the first is for one.

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

    def name(self, finder: str) -> str:
        """Give the name of a finder as pictures have it."""
        plain = finder.removeprefix("published.")
        return plain if plain == finder else self.published.format(plain)

    def found(self, path: Path | None) -> str:
        """Say what was found."""
        if path is None:
            return self.no_path
        return f"{path}: {self.measured(path)}"

    def measured(self, path: Path) -> str:
        """Say how long a path is."""
        turns, steps = self.turns[path.turns != 1], self.steps[path.steps != 1]
        return f"{turns.format(path.turns)}, {steps.format(path.steps)}"


LABELS: dict[Language, Labels] = {
    "en": Labels(
        ends="the two tiles",
        looked="looked at",
        blocked="in the way",
        layer="layer {}",
        layers="layer",
        visited="went on from here",
        dropped="given up",
        tried="tried",
        read="read at once",
        examined="cells examined",
        turns=("{} turn", "{} turns"),
        steps=("{} step", "{} steps"),
        no_path="no link found",
        refused="does not take this board",
        through="through a tile!",
        published="{}, as published",
        time="time",
        side="side of the board, in cells",
    ),
    "zh": Labels(
        ends="两张牌",
        looked="看过",
        blocked="挡路",
        layer="第 {} 层",
        layers="层",
        visited="由此继续",
        dropped="放弃",
        tried="试过",
        read="整行读入",
        examined="检查格数",
        turns=("拐 {} 次弯", "拐 {} 次弯"),
        steps=("{} 步", "{} 步"),
        no_path="没有找到连线",
        refused="不适用于此棋盘",
        through="穿过了一张牌！",
        published="{}(原始版本)",
        time="用时",
        side="棋盘边长(格)",
    ),
}
"""The words by language."""

LANGUAGES: tuple[Language, ...] = tuple(LABELS)
"""The languages there are."""
