"""The set of Chinese seals: old characters carved in white, or left standing in red, in frames of many shapes."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from lianliankan.faces.drawn.seals.characters import CHARACTERS
from lianliankan.faces.drawn.seals.frames import FRAMES, SealFrame, bead, tablet
from lianliankan.faces.drawn.seals.script import Box, parse_character, write_strokes
from lianliankan.faces.drawn.svg_drawing import Point, group, line, outline, path, picture, polar
from lianliankan.faces.drawn.tile_set import Body, Drawing, TileSet

__all__ = ["SET"]

PAPER, GILT = "#faf2e0", "#ebc267"
STONE = "#e4d8bf"  # visible where an edge is chipped: close to the tile's body in both themes


class Paint(NamedTuple):
    """The colours of a seal.

    - `ground`, `deep`, `lit`: the plate, its shaded edge and its lit edge.
    - `mark`, `lee`: the strokes, and the tone beside them.
    - `cast`: the side of that tone: -1 above engraved strokes, 1 below raised strokes.
    """

    ground: str
    deep: str
    lit: str
    mark: str
    lee: str
    cast: int = -1


CINNABAR = Paint("#c4361f", "#8a1f13", "#e8836a", PAPER, "#87190f")
SCARLET = CINNABAR._replace(mark="#fbd983")
INK = Paint("#2b2724", "#0f0d0c", "#6b635b", PAPER, "#0b0a09")
INDIGO = Paint("#27477c", "#152a4e", "#6d8fc2", PAPER, "#10223f")
MALACHITE = Paint("#2f7d62", "#1a5340", "#7fbf9f", PAPER, "#123d2f")
PURPLE = Paint("#6d3b5c", "#43213a", "#a97c9c", PAPER, "#371a2f")
GRANITE = Paint("#b5aca0", "#7d756a", "#ded7cc", "#38322d", "#93897c", 1)
LACQUER = Paint("#4b1613", "#260807", "#94483b", GILT, "#1d0505")
NIGHT = Paint("#1d2733", "#0b1118", "#5b6d80", GILT, "#06090d")
CLAY = Paint("#333b42", "#1b2126", "#7d888f", "#e6e4da", "#171c20", 1)
GOLD = Paint("#dcab4a", "#9c7021", "#f7dc97", "#5a1a12", "#b88429", 1)
JADE = Paint("#b9d6bd", "#7fa387", "#e6f4e4", "#1f5a44", "#94b89b", 1)
WOOD = Paint("#b98a58", "#7d5630", "#dfbb8c", "#3d2210", "#94693d", 1)
AZURE = Paint("#6ea5ca", "#3f7297", "#b7d8ea", "#10294f", "#4f86aa", 1)
RED_LINE = Paint(PAPER, "#c9b68f", "#ffffff", "#bd301b", "#dccdaa", 1)
INK_LINE = RED_LINE._replace(mark="#2b2724")
BLUE_LINE = RED_LINE._replace(mark="#27477c")
GREEN_LINE = RED_LINE._replace(mark="#256b53")
PLUM_LINE = RED_LINE._replace(mark="#7a3f68")


def seal(
    frame: str | SealFrame,
    sign: str,
    paint: Paint,
    weight: float,
    *,
    border: float = 0,
    box: Box | None = None,
    wear: int = 4,
) -> str:
    """Draw a seal: its plate lit from the upper left, its border, its character and its chips."""
    outline, edge, place = FRAMES[frame] if isinstance(frame, str) else frame
    place = box or place
    rng = Random(f"{sign} {paint.ground}")
    strokes = write_strokes(parse_character(CHARACTERS[sign], CHARACTERS), place, rng=rng)
    inset = 0.95 - border / 86
    return picture(
        path(outline, paint.deep),
        group(path(outline, paint.lit), move=(-0.5, -0.7), scale=0.975),
        group(path(outline, paint.ground), scale=0.95),
        group(path(outline, stroke=paint.mark, width=border), scale=round(inset, 3)) if border else "",
        group(line(strokes, paint.lee, weight), move=(paint.cast, paint.cast * 1.2)),
        line(strokes, paint.mark, weight),
        path(_chips(edge, wear, rng), STONE if paint.ground != PAPER else PAPER),
        path(_flecks(place, wear + 1, rng), paint.mark, opacity=0.55),
    )


def _chips(edge: Sequence[Point], count: int, rng: Random) -> str:
    """Break a few small pieces off the edge."""
    spots = rng.sample(list(edge), min(count, len(edge)))
    return "".join(_splinter(x * 0.94, y * 0.94, rng.uniform(1.4, 2.6), rng) for x, y in spots)


def _flecks(box: Box, count: int, rng: Random) -> str:
    """Leave a few crumbs of the other colour on the ground."""
    spots = [(box.left + rng.random() * box.width, box.top + rng.random() * box.height) for _ in range(count)]
    return "".join(_splinter(x, y, rng.uniform(0.4, 0.9), rng) for x, y in spots)


def _splinter(x: float, y: float, size: float, rng: Random) -> str:
    turns = [turn + rng.uniform(-30, 30) for turn in (45, 135, 225, 315)]
    corners = [polar(turn, size * rng.uniform(0.6, 1.2), (x, y)) for turn in turns]
    return outline(corners)


def _grove() -> str:
    slip = tablet(21, 44, Box(-12.5, -33, 25, 66))
    left, right = seal(slip, "木", MALACHITE, 6, wear=2), seal(slip, "木", GREEN_LINE, 5, border=3, wear=2)
    return group(left, move=(-22.5, 0)) + group(right, move=(22.5, 0))


def _crystal() -> str:
    ball = bead(22, 22, Box(-11.5, -12.5, 23, 25))
    suns = [(CINNABAR, 0, -22.5), (INK, -22.5, 18), (CINNABAR, 22.5, 18)]
    return "".join(group(seal(ball, "日", paint, 4.8, wear=1), move=(x, y)) for paint, x, y in suns)


BODY = Body.parse(
    "#f4ebd8 #e8dbc0 #cdb68c #a98e60 #fffaf0", "#ddd1b9 #cdbd9d #a08a62 #7a6642 #efe5d0", round=10, depth=10
)

FACES = {
    "福": ("blessing", seal("diamond", "福", SCARLET, 4)),
    "山": ("mountain", seal("roof", "山", INDIGO, 8)),
    "龟": ("tortoise", seal("shell", "龟", MALACHITE, 6)),
    "日": ("sun", seal("round", "日", RED_LINE, 8, border=7)),
    "囍": ("double joy", seal("square", "囍", CINNABAR, 4.1, box=Box(-36.5, -35, 73, 70))),
    "寿": ("long life", seal("mirror", "寿", GOLD, 6, box=Box(-28, -28, 56, 56))),
    "鱼": ("fish", seal("leaf", "鱼", INDIGO, 6)),
    "马": ("horse", seal("square", "马", INK_LINE, 5.5, border=5)),
    "吉": ("good luck", seal("gourd", "吉", CINNABAR, 6.2)),
    "月": ("moon", seal("round", "月", NIGHT, 7, border=1.6)),
    "心": ("heart", seal("peach", "心", RED_LINE, 7, border=6)),
    "目": ("eye", seal("eye", "目", INK, 5.5)),
    "鼎": ("tripod", seal("ding", "鼎", MALACHITE, 4.6)),
    "门": ("gate", seal("arch", "门", LACQUER, 6, border=1.6)),
    "云": ("cloud", seal("begonia", "云", BLUE_LINE, 7, border=6)),
    "龙": ("dragon", seal("square", "龙", LACQUER, 4.8, border=1.6, box=Box(-31, -30, 62, 60))),
    "竹": ("bamboo", seal("tall", "竹", GREEN_LINE, 5, border=4.5, box=Box(-19.5, -30, 39, 60))),
    "火": ("fire", seal("flame", "火", CINNABAR, 7)),
    "羊": ("sheep", seal("cross", "羊", INK, 6.5)),
    "晶": ("crystal", _crystal()),
    "林": ("grove", _grove()),
    "册": ("book", seal("wide", "册", INK_LINE, 5, border=4)),
    "水": ("water", seal("egg", "水", AZURE, 6)),
    "壶": ("wine pot", seal("vase", "壶", PURPLE, 5)),
    "田": ("field", seal("cushion", "田", RED_LINE, 8.5)),
    "雨": ("rain", seal("square", "雨", INDIGO, 6.5)),
    "人": ("person", seal("egg", "人", INK, 8)),
    "金": ("gold", seal("bell", "金", GOLD, 5.5)),
    "玉": ("jade", seal("octagon", "玉", JADE, 7, border=3)),
    "车": ("cart", seal("round", "车", CLAY, 5.5, border=3)),
    "弓": ("bow", seal("stone", "弓", CINNABAR, 8)),
    "舟": ("boat", seal("boat", "舟", LACQUER, 5.6, border=1.6)),
    "井": ("well", seal("cross", "井", RED_LINE, 7, border=5)),
    "鸟": ("bird", seal("mirror", "鸟", RED_LINE, 5, border=4)),
    "米": ("rice", seal("begonia", "米", CINNABAR, 7)),
    "文": ("writing", seal("plum", "文", PLUM_LINE, 7, border=4)),
    "回": ("return", seal("square", "回", PURPLE, 7)),
    "牛": ("ox", seal("stone", "牛", INK, 8.5)),
    "子": ("child", seal("plum", "子", PURPLE, 6.5)),
    "齐": ("together", seal("roof", "齐", AZURE, 5.4, box=Box(-27, -20, 54, 45))),
    "川": ("river", seal("fan", "川", INDIGO, 7)),
    "天": ("heaven", seal("octagon", "天", NIGHT, 6.5, border=1.6)),
    "生": ("life", seal("frond", "生", MALACHITE, 6)),
    "高": ("height", seal("arch", "高", INK_LINE, 4.6, border=5)),
    "石": ("rock", seal("pebble", "石", GRANITE, 6.5)),
    "中": ("middle", seal("diamond", "中", RED_LINE, 8.5, border=4, box=Box(-23, -29, 46, 58))),
    "谷": ("valley", seal("tall", "谷", CINNABAR, 6)),
    "木": ("tree", seal("shell", "木", WOOD, 8, box=Box(-23, -28, 46, 56))),
}

SET = TileSet("seals", BODY, tuple(Drawing(name, sign, sign, svg) for sign, (name, svg) in FACES.items()))
