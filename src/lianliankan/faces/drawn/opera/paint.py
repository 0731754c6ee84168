"""The paint of Peking opera: symmetrical shapes, and the parts of a painted face.

Faces are centred on 0, 0: hairline at -30, eyes at 0, chin at 30, cheeks at 25 to either side. Parts that occur on both
sides are given for the right side only.
"""

import re
from collections.abc import Sequence

from lianliankan.faces.drawn.svg_drawing import Point, circle, fmt, line, path
from lianliankan.faces.drawn.svg_drawing import dots as discs

INK = "#241512"
BLACK = "#2b2422"
WHITE = "#fdf9f0"
RED = "#cf2a1e"
BLUE = "#2b62b5"
GOLD = "#eeb72f"
HAIR = "#1f1a1e"
SOOT = "#4a4140"
SNOW = "#f4f1ea"
ASH = "#b5b0a6"

EGG = "M0 -30C17 -30 26 -20 26 -6C26 12 16 30 0 30"
ROUND = "M0 -30C20 -30 29 -18 29 -2C29 18 18 30 0 30"
LONG = "M0 -30C15 -30 22 -20 22 -6C22 12 15 32 0 32"
SQUARE = "M0 -30C22 -30 27 -24 27 -6C27 10 26 28 0 30"

Segment = tuple[str, list[tuple[float, float]]]


def _segments(d: str) -> list[Segment]:
    """Parse path data of the commands M, L, Q, C and z."""
    found = []
    for command, text in re.findall(r"([MLQCz])([^MLQCz]*)", d):
        values = [float(value) for value in re.findall(r"-?[\d.]+", text)]
        points = list(zip(values[::2], values[1::2], strict=True))
        size = {"M": 1, "L": 1, "Q": 2, "C": 3, "z": 1}[command]
        found += [(command, points[i : i + size]) for i in range(0, max(len(points), 1), size)]
    return found


def _data(segments: list[Segment], wide: float) -> str:
    """Format segments as path data, with every x multiplied by `wide`."""
    return "".join(c + " ".join(f"{fmt(round(x * wide, 1))} {fmt(y)}" for x, y in points) for c, points in segments)


def both(d: str) -> str:
    """Return path data and its mirror image. Overlapping halves make a hole, so keep to one side of the axis.

    >>> both("M1 2L3 4z")
    'M1 2L3 4zM-1 2L-3 4z'
    """
    return d + _data(_segments(d), -1)


def whole(d: str, *, to: float = 1, back: float = -1) -> str:
    """Return a closed symmetric shape from one side of its outline, given from top to bottom.

    The two ways may also be made narrower, which gives a strip along the outline.

    >>> whole("M0 0Q8 0 8 9")
    'M0 0Q8 0 8 9L-8 9Q-8 0 0 0z'
    """
    segments = _segments(d)
    points = [point for _, part in segments for point in part]
    home, at = [], len(points) - 1
    for command, part in reversed(segments[1:]):
        home.append((command, points[at - len(part) : at][::-1]))
        at -= len(part)
    bottom = points[-1]
    bridge = _data([("L", [bottom])], back) if bottom[0] else ""
    return _data(segments, to) + bridge + _data(home, back) + "z"


def solid(d: str, fill: str, *, light: float = 0.25, shade: float = 0.16, edge: float = 1.5) -> str:
    """Draw a symmetrical body, lit on the left and shaded on the right."""
    return path(whole(d), fill, stroke=INK, width=edge) + _relief(d, light, shade)


def _relief(d: str, light: float, shade: float) -> str:
    dark = path(whole(d, back=0.68), INK, opacity=shade) if shade else ""
    return dark + (path(whole(d, to=-0.9, back=-0.72), WHITE, opacity=light) if light else "")


def face(skin: str, *patterns: str, shape: str = EGG, light: float = 0.2, shade: float = 0.15) -> str:
    """Draw a face of a ground colour with patterns painted on it."""
    outline = path(whole(shape), "none", stroke=INK, width=1.5)
    return path(whole(shape), skin) + "".join(patterns) + _relief(shape, light, shade) + outline


def pair(d: str, fill: str, *, edge: str | None = None, width: float = 1.2) -> str:
    """Draw a part on both sides."""
    return path(both(d), fill, stroke=edge, width=width if edge else 0)


BROWS = {
    "sword": "M2.5 -8C9 -13 15 -16 22 -21C23 -15 17 -9 4 -5z",
    "tile": "M2.5 -7C4 -15 12 -21 21 -24C25 -18 22 -12 17 -11C12 -11 7 -9 3.5 -5z",
    "silkworm": "M2.5 -8C6 -15 12 -12 16 -15C19 -17 20 -20 19 -24C25 -20 24 -12 17 -10C12 -9 8 -10 4 -6z",
    "old": "M2.5 -9C7 -17 16 -18 21 -13C26 -8 26 2 23 11C22 3 20 -6 15 -8C11 -10 7 -9 4 -6z",
    "flame": "M2.5 -6C5 -11 3 -15 8 -21C8 -17 10 -16 14 -23C14 -18 17 -18 22 -25C24 -16 19 -10 12 -9C8 -8 5 -7 3.5 -4z",
    "thin": "M4 -8C9 -12 14 -13 20 -12C14 -11 9 -9.5 4.5 -6.5z",
    "hook": (
        "M3 -5C4 -12 10 -13 15 -14C20 -15 21 -19 18 -20C16 -21 15 -19 16 -17"
        "C11 -18 13 -25 19 -24C26 -23 25 -13 18 -11C12 -9 8 -9 5 -4z"
    ),
}


def brows(kind: str, colour: str = BLACK, *, edge: str | None = None, width: float = 2) -> str:
    """Draw both brows of a kind."""
    return pair(BROWS[kind], colour, edge=edge, width=width)


SOCKETS = {
    "leaf": "M2.5 2C5 -6 14 -10 22.5 -9C22 -1 16 7 9.5 6.5C6 6.2 3.5 4.5 2.5 2z",
    "round": "M3 0C3 -7 9 -9 13 -8C19 -8 22 -5 21 0C20 6 15 8 11 8C6 8 3 5 3 0z",
}


def sockets(kind: str, colour: str = BLACK, *, edge: str | None = None, width: float = 2) -> str:
    """Draw the painted sockets of both eyes."""
    return pair(SOCKETS[kind], colour, edge=edge, width=width)


def eyes(*, white: str = WHITE, rise: float = 4, size: float = 1) -> str:
    """Draw both eyes, their outer corners raised by `rise`."""
    d = f"M4.5 1.5Q9 {fmt(-4.5 - rise / 4)} 18.5 {fmt(-rise)}Q14 {fmt(4.5 - rise / 4)} 4.5 1.5z"
    return pair(d, white) + dots([(11, -1 - rise / 5)], 2.5 * size, INK)


def spots(points: Sequence[Point], size: float, colour: str, *, shift: float = 0, opacity: float | None = None) -> str:
    """Draw round spots on both sides, or one if it lies on the axis, all shifted to the upper left.

    >>> spots([(0, 1), (2, 3)], 4, "red").split('"')[1]
    'M0 1h0M2 3h0M-2 3h0'
    """
    places = [(x * side - shift, y - shift) for x, y in points for side in ((1, -1) if x else (1,))]
    return discs(places, size / 2, colour, opacity=opacity)


def dots(points: Sequence[Point], r: float, fill: str, *, edge: float = 0) -> str:
    """Draw dots on both sides, optionally with an edge of ink."""
    return (spots(points, 2 * r + 2 * edge, INK) if edge else "") + spots(points, 2 * r, fill)


def pompoms(points: Sequence[Point], r: float, fill: str) -> str:
    """Draw velvet balls of a helmet, lit from the upper left."""
    return dots(points, r, fill, edge=0.7) + spots(points, r * 0.7, WHITE, shift=r * 0.3, opacity=0.7)


def cord(d: str, colour: str, width: float) -> str:
    """Draw a line along path data with an edge of ink."""
    return line(d, INK, width + 2) + line(d, colour, width)


def pearls(d: str, fill: str = WHITE, *, size: float = 2.4, gap: float = 3.2) -> str:
    """Draw a string of pearls along path data: a dotted line."""
    return line(d, fill, size).replace("/>", f' stroke-dasharray="0 {fmt(gap)}"/>')


def almonds(lids: str, whites: str, pupil: Point) -> str:
    """Draw narrow eyes from their shapes and a pupil, given for the right side."""
    return pair(lids, INK) + pair(whites, WHITE) + dots([pupil], 2, INK)


def nose(colour: str = BLACK, *, bridge: str | None = None) -> str:
    """Draw the nose: its wings in a colour, its bridge in another."""
    wing = "M2 11.5C4 12.5 5.5 11.5 5.5 9.5C5.5 8 4 6.5 3.5 5C8 6 10.5 10 8.5 13C6.5 15.5 3 14.5 2 11.5z"
    ridge = path("M0 -9C2 -4 2 4 3.5 8C3 12 -3 12 -3.5 8C-2 4 -2 -4 0 -9z", bridge) if bridge else ""
    return ridge + pair(wing, colour)


def lips(y: float = 20, colour: str = RED, *, wide: float = 7) -> str:
    """Draw a closed mouth."""
    upper = f"M0 {fmt(y - 1)}Q{fmt(wide * 0.4)} {fmt(y - 4)} {fmt(wide)} {fmt(y - 1)}"
    lower = f"Q{fmt(wide * 0.5)} {fmt(y + 4)} 0 {fmt(y + 4)}"
    seam = f"M{fmt(-wide)} {fmt(y - 1)}Q0 {fmt(y + 1)} {fmt(wide)} {fmt(y - 1)}"
    return path(whole(upper + lower), colour) + line(seam, INK, 0.9)


def taiji(x: float, y: float, r: float) -> str:
    """Draw the taiji, the sign of yin and yang."""
    h, r_, top, low, x_ = fmt(r / 2), fmt(r), fmt(y - r), fmt(y + r), fmt(x)
    dark = f"M{x_} {top}A{r_} {r_} 0 0 1 {x_} {low}A{h} {h} 0 0 1 {x_} {fmt(y)}A{h} {h} 0 0 0 {x_} {top}z"
    return circle(x, y, r, WHITE, stroke=INK, width=1.2) + path(dark, INK)


ENDS = ' stroke-linecap="round" stroke-linejoin="round"'
JOINS = ' stroke-linejoin="round" stroke-linecap="round"'


def finished(*parts: str) -> str:
    """Join a picture and shorten it: attributes that all lines share are written once, and spaces are removed.

    >>> finished(line("M0 -1L0.5 -2", "red", 1)).removeprefix(f"<g{ENDS}>")
    '<path d="M0-1L.5-2" fill="none" stroke="red" stroke-width="1"/></g>'
    """
    short = "".join(parts).replace(ENDS, "").replace(JOINS, "").replace('="0.', '=".')
    return f"<g{ENDS}>{re.sub(PATH_DATA, _shorter, short)}</g>"


PATH_DATA = r'(?<= d=")[^"]*'


def _shorter(data: re.Match[str]) -> str:
    return re.sub(r" (?=-)|(?<![\d.])0(?=\.\d)", "", data[0])
