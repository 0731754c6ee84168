"""The labels on the lab's pictures, in English and Chinese."""

from typing import Literal, NamedTuple

from lianliankan.board.path import Path

__all__ = ["LABELS", "LANGUAGES", "Labels", "Language"]

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


LABELS: dict[Language, Labels] = {
    "en": Labels(
        ends="the two tiles",
        looked="looked at",
        blocked="blocked",
        layer="layer {}",
        layers="layer",
        visited="continued from here",
        dropped="rejected",
        tried="tested",
        read="read as a whole",
        examined="cells examined",
        turns=("{} turn", "{} turns"),
        steps=("{} step", "{} steps"),
        no_path="no link found",
        refused="board not supported",
        through="through a tile!",
        published="{}, as published",
        time="time",
        side="side of the board in cells",
        comma=", ",
        colon=": ",
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
        turns=("转弯 {} 次", "转弯 {} 次"),
        steps=("{} 步", "{} 步"),
        no_path="没有找到连线",
        refused="不适用于此棋盘",
        through="穿过了一张牌！",
        published="{}（原始版本）",
        time="用时",
        side="棋盘边长（格）",
        comma="，",
        colon="：",
    ),
}
"""The labels by language."""

LANGUAGES: tuple[Language, ...] = tuple(LABELS)
"""The languages available."""
