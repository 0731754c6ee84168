"""The parts of the animals: backgrounds, rounded bodies lit from the upper left, eyes and noses."""

import re
from collections.abc import Sequence
from itertools import pairwise
from math import cos, radians, sin

from lianliankan.faces.drawn.svg_drawing import Point, circle, ellipse, fmt, group, line, mirrored, path, rect, smooth
from lianliankan.faces.drawn.tile_set import Drawing

INK = "#2b2433"  # eyes, noses and black fur
WHITE = "#fffdf7"
BLUSH = "#f58b86"
_HUNDREDTHS = re.compile(r"\d+\.\d\d+")  # finer than the eye can see, so not worth the bytes


def face(title: str, *parts: str) -> Drawing:
    """Join the parts of an animal, from back to front; the title is its name, its Chinese name and its sign.

    >>> face("red ant 蚂蚁 蚁", circle(0, 0, 9, INK))[:3]
    ('red ant', '蚂蚁', '蚁')
    """
    name, chinese, sign = title.rsplit(maxsplit=2)
    svg = _HUNDREDTHS.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), "".join(parts))
    return Drawing(name, chinese, sign, svg)


def tone(colour: str, amount: float) -> str:
    """Return a lighter colour (amount up to 1, which is white) or a darker one (down to -1, a deep plum).

    >>> tone("#808080", 0.5), tone("#808080", -0.5)
    ('#c0c0c0', '#574c5c')
    """
    goal = (255, 255, 255) if amount > 0 else (46, 24, 56)
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(old + (new - old) * abs(amount)):02x}" for old, new in zip(parts, goal, strict=True))


def crescent(
    x: float, y: float, rx: float, ry: float, fill: str, *, towards: float = 45, turn: float = 0, thick: float = 0.12
) -> str:
    """Draw a crescent inside an ellipse, on the side at an angle (0 right, 90 down): its shade or its light.

    >>> crescent(0, 0, 10, 10, "#000", towards=90)
    '<path d="M9.9 1.39A10 10 0 0 1 -9.9 1.39A11.2 11.2 0 0 0 9.9 1.39z" fill="#000"/>'
    """
    middle = towards - turn
    (x1, y1), (x2, y2) = ((x + rx * cos(radians(at)), y + ry * sin(radians(at))) for at in (middle - 82, middle + 82))
    wide, high = rx * (1 + thick), ry * (1 + thick)
    d = (
        f"M{fmt(x1)} {fmt(y1)}A{fmt(rx)} {fmt(ry)} 0 0 1 {fmt(x2)} {fmt(y2)}"
        f"A{fmt(wide)} {fmt(high)} 0 0 0 {fmt(x1)} {fmt(y1)}z"
    )
    if not turn:
        return path(d, fill)
    return f'<g transform="rotate({fmt(turn)} {fmt(x)} {fmt(y)})">{path(d, fill)}</g>'


def ball(x: float, y: float, rx: float, ry: float, fill: str, *, turn: float = 0, shade: float = -0.17) -> str:
    """Draw a rounded body: an ellipse, darker at its lower right."""
    shadow = crescent(x, y, rx, ry, tone(fill, shade), turn=turn)
    return ellipse(x, y, rx, ry, fill, turn=turn) + shadow


def twins(x: float, y: float, rx: float, ry: float, fill: str, *, turn: float = 0, shade: float = -0.17) -> str:
    """Draw a rounded body on the left and on the right, each lit from the upper left."""
    return ball(-x, y, rx, ry, fill, turn=-turn, shade=shade) + ball(x, y, rx, ry, fill, turn=turn, shade=shade)


def shape(d: str, fill: str, *, shade: float = -0.17, by: Point = (1.6, 2.2)) -> str:
    """Draw an outline like cut paper, with its darker underside visible at the lower right."""
    return group(path(d, tone(fill, shade)), move=by) + path(d, fill)


def points(text: str) -> list[Point]:
    """Parse points written as "x,y x,y"; one with an exclamation mark is a corner, and is repeated.

    >>> points("0,0! 9,0.5")
    [(0.0, 0.0), (0.0, 0.0), (9.0, 0.5)]
    """
    read: list[Point] = []
    for word in text.split():
        x, y = word.rstrip("!").split(",")
        read += [(float(x), float(y))] * (2 if word.endswith("!") else 1)
    return read


def curve(points: Sequence[Point]) -> str:
    """Return path data of a smooth closed curve through points; a repeated point is a corner.

    >>> curve([(0, 0), (0, 0), (9, 0), (9, 0), (9, 9), (9, 9)])
    'M0 0C1.5 0 7.5 0 9 0C9 1.5 9 7.5 9 9C7.5 7.5 1.5 1.5 0 0z'
    """
    corners = [i for i, point in enumerate(points) if point == points[i - 1]]
    if not corners:
        return smooth(points)
    turned = [*points[corners[0] :], *points[: corners[0]]]
    ends = [*(i - corners[0] for i in corners), len(turned)]
    parts = [smooth(turned[start:end], closed=False) for start, end in pairwise(ends)]
    return parts[0] + "".join(part[part.index("C") :] for part in parts[1:]) + "z"


def blob(text: str, fill: str, *, shade: float = -0.17) -> str:
    """Draw a smooth body through points, darker at its lower right; without shade, flat.

    >>> blob("0,0! 9,0! 9,9!", INK, shade=0).count("<path"), blob("0,0! 9,0! 9,9!", INK).count("<path")
    (1, 2)
    """
    d = curve(points(text))
    return shape(d, fill, shade=shade) if shade else path(d, fill)


def half_blob(text: str, fill: str, *, shade: float = -0.17) -> str:
    """Draw a symmetric smooth body from its left half, given from top to bottom.

    >>> half_blob("0,-9! -9,0! 0,9!", "#000", shade=0) == blob("0,-9! -9,0! 0,9! 9,0!", "#000", shade=0)
    True
    """
    half = points(text)
    d = curve([*half, *((x, y) for x, y in reversed(_flip(half)) if x)])
    return shape(d, fill, shade=shade) if shade else path(d, fill)


def twin_blobs(text: str, fill: str, *, shade: float = -0.17) -> str:
    """Draw a smooth body and its mirror image, each lit from the upper left; without shade, flat."""
    if not shade:
        return mirrored(blob(text, fill, shade=0))
    return "".join(shape(curve(side), fill, shade=shade) for side in (points(text), _flip(points(text))))


def _flip(points: Sequence[Point]) -> list[Point]:
    return [(-x, y) for x, y in points]


def limb(d: str, fill: str, width: float, *, shade: float = -0.17) -> str:
    """Draw a leg, neck or tail as a thick line along path data, darker at its lower right."""
    return group(line(d, tone(fill, shade), width), move=(1.2, 1.4)) + line(d, fill, width)


def eye(x: float, y: float, r: float = 4, *, iris: str | None = None) -> str:
    """Draw a friendly eye with a glint; with an iris, a big round one.

    >>> eye(0, 0).count("<circle"), eye(0, 0, iris=WHITE).count("<circle")
    (2, 3)
    """
    if iris is None:
        return circle(x, y, r, INK) + circle(x - r * 0.32, y - r * 0.36, r * 0.36, WHITE)
    return circle(x, y, r, iris) + eye(x, y, r * 0.66)


def eyes(x: float, y: float, r: float = 4, *, iris: str | None = None) -> str:
    """Draw two eyes, left and right of the middle."""
    return eye(-x, y, r, iris=iris) + eye(x, y, r, iris=iris)


def muzzle(y: float, size: float, *, nose: str = INK, mouth: str = INK) -> str:
    """Draw a nose with a mouth below it, in the middle of a head seen from the front."""
    s = size
    lips = f"M{fmt(-s)} {fmt(y + s * 1.1)}q{fmt(s / 2)} {fmt(s * 0.75)} {fmt(s)} 0"
    lips += f"q{fmt(s / 2)} {fmt(s * 0.75)} {fmt(s)} 0M0 {fmt(y)}v{fmt(s * 1.1)}"
    button = f"M{fmt(-s * 0.8)} {fmt(y - s * 0.55)}h{fmt(s * 1.6)}L0 {fmt(y + s * 0.45)}z"
    return line(lips, mouth, 2.4) + path(button, nose, stroke=nose, width=2)


def disc(fill: str, land: str | None = None, *, at: float = 20, r: float = 43) -> str:
    """Draw a round background, optionally with land or water below a height.

    >>> disc("#8cf", "#084", at=0, r=40)
    '<circle cx="0" cy="0" r="40" fill="#8cf"/><path d="M-40 0A40 40 0 0 0 40 0z" fill="#084"/>'
    """
    ground = circle(0, 0, r, fill)
    if land is None:
        return ground
    half = (r * r - at * at) ** 0.5
    chord = f"M{fmt(-half)} {fmt(at)}A{fmt(r)} {fmt(r)} 0 0 0 {fmt(half)} {fmt(at)}z"
    return ground + path(chord, land)


def card(fill: str, land: str | None = None, *, at: float = 20) -> str:
    """Draw a square background with round corners, optionally with land in its lower part."""
    ground = rect(-43, -43, 86, 86, fill, round=15)
    if land is None:
        return ground
    return ground + path(f"M-43 {fmt(at)}H43V28A15 15 0 0 1 28 43H-28A15 15 0 0 1 -43 28z", land)


def arch(fill: str, land: str | None = None, *, at: float = 20) -> str:
    """Draw a background like a round-topped door, optionally with land in its lower part."""
    ground = path("M-39 -5A39 39 0 0 1 39 -5V31A12 12 0 0 1 27 43H-27A12 12 0 0 1 -39 31z", fill)
    if land is None:
        return ground
    return ground + path(f"M-39 {fmt(at)}H39V31A12 12 0 0 1 27 43H-27A12 12 0 0 1 -39 31z", land)


def leaf(fill: str, *, vein: str | None = None) -> str:
    """Draw a background like a leaf, its tips at the upper right and the lower left."""
    ground = path("M0 -43H33Q43 -43 43 -33V0A43 43 0 0 1 0 43H-33Q-43 43 -43 33V0A43 43 0 0 1 0 -43z", fill)
    return ground if vein is None else ground + line("M-38 38L38 -38", vein, 3.5)


def hexagon(fill: str) -> str:
    """Draw a background like a cell of a honeycomb."""
    return path("M0 -41L36 -20.5V20.5L0 41L-36 20.5V-20.5z", fill, stroke=fill, width=8)
