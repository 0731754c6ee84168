"""Mahjong tiles: three suits of nine, winds, dragons, seasons and flowers, on ivory with a green back."""

from lianliankan.faces.drawn.mahjong.characters import CENTRE, FORTUNE, MYRIAD, NUMERALS, WINDS
from lianliankan.faces.drawn.mahjong.flowers import FLOWERS, SEASONS
from lianliankan.faces.drawn.mahjong.suits import BAMBOO, BLUE, DOTS, GREEN, RED
from lianliankan.faces.drawn.svg_drawing import group, path, picture, rect
from lianliankan.faces.drawn.tile_set import Body, Drawing, TileSet

__all__ = ["SET"]

BODY = Body.parse(
    "#fffdf4 #f6ecd3 #2ea56a #156b3f #ffffff", "#efe8d6 #ddd1b3 #1f7d4e #0d4a2a #fbf6e6", round=14, depth=12
)

INK = "#16213f"

_RANKS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_DIGITS = "一二三四五六七八九"


def _characters(rank: int) -> str:
    return group(path(NUMERALS[rank], INK), move=(0, -19.5), scale=(1, 0.95)) + group(
        path(MYRIAD, RED), move=(0, 26), scale=(0.95, 0.8)
    )


def _honour(data: str, ink: str) -> str:
    return group(path(data, ink), scale=0.95)


def _frame() -> str:
    # the white dragon: nothing but a frame, its corners folded in
    corner = path("M-31 -31H-25V-25H-31z", BLUE, stroke=BLUE, width=2)
    fold = "M-18 -33H18V-25H25V-18H33V18H25V25H18V33H-18V25H-25V18H-33V-18H-25V-25H-18z"
    return picture(
        rect(-42, -42, 84, 84, stroke=BLUE, line=5, round=7),
        path(fold, stroke="#6f97d8", width=3.2),
        *(group(corner, turn=turn) for turn in (0, 90, 180, 270)),
    )


def _suits() -> list[Drawing]:
    # the suits in turn, so that small boards show all of them
    drawings = []
    for rank, (name, digit) in enumerate(zip(_RANKS, _DIGITS, strict=True)):
        drawings += [
            Drawing(f"{name} of characters", f"{digit}万", f"{rank + 1}万", _characters(rank)),
            Drawing(f"{name} of dots", f"{digit}饼", f"{rank + 1}饼", DOTS[rank]),
            Drawing(f"{name} of bamboo", f"{digit}条", f"{rank + 1}条", BAMBOO[rank]),
        ]
    return drawings


DRAWINGS = (
    *_suits(),
    Drawing("east wind", "东风", "东", _honour(WINDS[0], INK)),
    Drawing("south wind", "南风", "南", _honour(WINDS[1], INK)),
    Drawing("west wind", "西风", "西", _honour(WINDS[2], INK)),
    Drawing("north wind", "北风", "北", _honour(WINDS[3], INK)),
    Drawing("red dragon", "红中", "中", _honour(CENTRE, RED)),
    Drawing("green dragon", "发财", "发", _honour(FORTUNE, GREEN)),
    Drawing("white dragon", "白板", "白", _frame()),
    Drawing("spring", "春天", "春", SEASONS[0]),
    Drawing("summer", "夏天", "夏", SEASONS[1]),
    Drawing("autumn", "秋天", "秋", SEASONS[2]),
    Drawing("winter", "冬天", "冬", SEASONS[3]),
    Drawing("plum blossom", "梅花", "梅", FLOWERS[0]),
    Drawing("orchid", "兰花", "兰", FLOWERS[1]),
    Drawing("bamboo grove", "竹叶", "竹", FLOWERS[2]),
    Drawing("chrysanthemum", "菊花", "菊", FLOWERS[3]),
)

SET = TileSet("mahjong", BODY, DRAWINGS)
"""The 42 faces of a mahjong set."""
