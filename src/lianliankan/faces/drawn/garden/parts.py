"""The parts of the garden set: tones, leaves, petals, shaded bodies and the windows of a garden wall."""

from collections.abc import Iterable
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from lianliankan.faces.drawn.svg_drawing import (
    Point,
    circle,
    ellipse,
    fmt,
    fmt_point,
    fmt_tenth,
    group,
    line,
    path,
    polar,
)


class Tones(NamedTuple):
    """Three tones of one colour: for the lit side, the body and the shade."""

    light: str
    base: str
    dark: str


LEAF = Tones("#7fb84a", "#4f9a3d", "#2f7434")
PINE = Tones("#4f9567", "#2c6f4c", "#174a35")
MOSS = Tones("#c5d36a", "#98b545", "#6a8a2c")
RED = Tones("#f58a72", "#d93a34", "#a01f2a")
BARK = Tones("#a8764a", "#7a4e2d", "#4d2e1a")
INK = "#2b1a1a"
CREAM = "#fff6df"


def shine(x: float, y: float, rx: float, ry: float, *, turn: float = -35, opacity: float = 0.5) -> str:
    """Draw a highlight on something smooth."""
    return ellipse(x, y, rx, ry, "#fff", turn=turn, opacity=opacity)


def ball(x: float, y: float, r: float, tones: Tones) -> str:
    """Draw a ball lit from the upper left; its shade is the crescent that the lit part leaves."""
    lit_part = circle(x - r * 0.1, y - r * 0.1, r * 0.86, tones.base)
    return (
        circle(x, y, r, tones.dark)
        + lit_part
        + ellipse(x - r * 0.38, y - r * 0.4, r * 0.3, r * 0.2, tones.light, turn=-40)
    )


def lit(d: str, tones: Tones, *, size: float = 0.88, at: Point = (-14, -16)) -> str:
    """Draw an outline twice: in shade, and lit and smaller, shrunk towards a point."""
    x, y = at
    return path(d, tones.dark) + group(path(d, tones.base), move=(x * (1 - size), y * (1 - size)), scale=size)


def leaf(at: Point, turn: float, length: float, tones: Tones = LEAF, *, width: float = 0.3, bend: float = 0) -> str:
    """Draw a leaf from its base, pointing up before it is rotated: a light half, a dark half and the rib between."""
    low, mid, high, top = (fmt_tenth(-length * part) for part in (0.2, 0.5, 0.7, 1))
    side, bow = length * width * 1.3, fmt_tenth(bend)

    def half(x: str, colour: str) -> str:
        return path(f"M0 0C{x} {low} {x} {high} 0 {top}Q{bow} {mid} 0 0z", colour)

    halves = half(fmt_tenth(bend - side), tones.base) + half(fmt_tenth(bend + side), tones.dark)
    return group(halves, line(f"M0 0Q{bow} {mid} 0 {top}", tones.light, max(1.2, length * 0.045)), move=at, turn=turn)


def stalk(d: str, width: float, tones: Tones = LEAF) -> str:
    """Draw a stalk along path data, with a thin light on its left."""
    light = group(line(d, tones.light, width * 0.35), move=(-width * 0.2, 0))
    return line(d, tones.dark, width) + light


def rays(count: int, start: float, inner: float, outer: float, *, middle: Point = (0, 0), sweep: float = 360) -> str:
    """Return path data of straight strokes around a centre, between two distances.

    >>> rays(2, 0, 1, 3)
    'M0 -1L0 -3M0 1L0 3'
    """
    data = ""
    for i in range(count):
        (x1, y1), (x2, y2) = (polar(start + sweep * i / count, r, middle) for r in (inner, outer))
        data += f"M{fmt_point(x1, y1)}L{fmt_point(x2, y2)}"
    return data


def bloom(
    count: int,
    length: float,
    width: float,
    *,
    start: float = 0,
    middle: Point = (0, 0),
    tip: float = 1,
    foot: float = 0,
) -> str:
    """Return path data of equal petals around a centre.

    `tip` says how blunt a petal is: 0 is pointed, 1 is round; `foot` is how far from the middle it begins.
    """
    data = ""
    for i in range(count):
        turn = start + 360 * i / count

        def at(across: float, along: float, turn: float = turn) -> str:
            x, y = polar(turn, along, middle)
            dx, dy = polar(turn + 90, across)
            return fmt_point(x + dx, y + dy)

        belly, head = foot + (length - foot) * 0.35, foot + (length - foot) * (0.7 + 0.3 * tip)
        data += f"M{at(0, foot)}C{at(-width * 0.6, belly)} {at(-width * (0.45 + 0.25 * tip), head)} {at(0, length)}"
        data += f"C{at(width * (0.45 + 0.25 * tip), head)} {at(width * 0.6, belly)} {at(0, foot)}z"
    return data


def lobes(count: int, distance: float, r: float, *, start: float = 0, middle: Point = (0, 0)) -> str:
    """Return path data of the outline of overlapping discs around a centre: a clover, a scallop, a blossom.

    >>> lobes(4, 19, 25, start=45).count("A")
    4
    """
    half = pi / count
    notch = distance * cos(half) + sqrt(r * r - (distance * sin(half)) ** 2)
    corners = [polar(start + 360 * (i - 0.5) / count, notch, middle) for i in range(count + 1)]
    large = int(notch * cos(half) < distance)  # a lobe that shows more than half of its disc
    points = [fmt_point(x, y) for x, y in corners]
    arcs = "".join(f"A{fmt(r)} {fmt(r)} 0 {large} 1 {point}" for point in points[1:])
    return f"M{points[0]}{arcs}z"


def chords(x: float, y: float, rx: float, ry: float, turn: float, offsets: Iterable[float]) -> str:
    """Return path data of parallel chords of an ellipse; offsets go from -1 to 1.

    >>> chords(0, 0, 10, 10, 0, [0])
    'M-10 0L10 0'
    """
    data = ""
    for offset in offsets:
        half = sqrt(1 - offset * offset)
        ends = []
        for along in (-half, half):
            (ax, ay), (bx, by) = polar(turn + 90, along), polar(turn + 180, offset)
            ends.append(f"{fmt(x + (ax + bx) * rx)} {fmt(y + (ay + by) * ry)}")
        data += f"M{ends[0]}L{ends[1]}"
    return data


WINDOWS = {
    "moon": "M-45 0A45 45 0 1 1 45 0A45 45 0 1 1 -45 0z",
    "square": "M-34 -44H34Q44 -44 44 -34V34Q44 44 34 44H-34Q-44 44 -44 34V-34Q-44 -44 -34 -44z",
    "tablet": "M-33 -44H33A11 11 0 0 0 44 -33V33A11 11 0 0 0 33 44H-33A11 11 0 0 0 -44 33V-33A11 11 0 0 0 -33 -44z",
    "octagon": "M-18.5 -45H18.5L45 -18.5V18.5L18.5 45H-18.5L-45 18.5V-18.5z",
    "hexagon": "M-24 -42H24L46 0L24 42H-24L-46 0z",
    "arch": "M-38 45V-8C-38 -28 -14 -32 0 -46C14 -32 38 -28 38 -8V45z",
    "oval": "M0 -46C48 -46 48 46 0 46C-48 46 -48 -46 0 -46z",
    "fan": "M-46 -22Q0 -66 46 -22L31 44Q0 30 -31 44z",
    "begonia": lobes(4, 27, 26, start=45),
    "plum": lobes(5, 22, 23.5),
}


def window(shape: str, ground: str, frame: str) -> str:
    """Draw a window of a garden wall: a frame around a coloured background."""
    return path(WINDOWS[shape], frame) + group(path(WINDOWS[shape], ground), scale=0.93)
