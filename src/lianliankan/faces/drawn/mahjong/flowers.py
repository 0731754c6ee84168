"""The seasons and flowers of mahjong tiles: seasons through a moon gate, flowers on bare ivory, each with its seal."""

from math import sqrt

from lianliankan.faces.drawn.brush import sweep
from lianliankan.faces.drawn.svg_drawing import (
    Point,
    circle,
    ellipse,
    fmt,
    fmt_point,
    group,
    line,
    mirrored,
    path,
    petals,
    picture,
    polar,
    rect,
)

SEAL = "#c8281f"
WHITE = "#fffaf0"
BARK = "#4a2f23"
BARK_LIGHT = "#85604a"
LEAF = "#2f8f4a"
LEAF_DARK = "#176236"
LEAF_LIGHT = "#86c86a"
GOLD = "#f3b526"

_WRITTEN = {  # thin lines in a box that reaches 10 to each side
    "春": "M-6-8H6M-5-5H5M-8-2H8M0-10C-1-3-4 2-9 4M2-2Q4 2 9 4M-4 3H4V10H-4zM-4 6.5H4",
    "夏": "M-8-9H8M0-9L-1-6M-5-6H5V3H-5zM-5-3H5M-5 0H5M-1 3Q-3 6-7 8M-3 5.5H6Q2 9-8 10.5M-2 7Q3 10 8 10.5",
    "秋": "M-2-9L-9-7M-10-3H-1M-6-8V10M-6-2Q-7 2-10 4M-6-1L-2 3M2-5L1 0M9-6L7-1M5-9Q5 4 0 10M5 1Q6 7 10 10",
    "冬": "M-2-10Q-4-5-9-2M-3-7H6Q2 0-9 4M-4-5Q1 1 9 4M-2 3L2 5M-4 7L3 10",
    "梅": "M-10-5H-2M-6-10V10M-6-4Q-7 1-10 4M-6-3L-2 1M2.5-10L0-6M2-8H9.5M2-4H8L7.5 9L5 9M2-4L1 5H8M-.5 .5H10",
    "蘭": "M-9-8H9M-4-10V-6M4-10V-6M-9 10V-5H-2.5V0H-9M9 0H2.5V-5H9V10H7M-9-2.5H-2.5M2.5-2.5H9"
    "M-5 2.5H5M-3.5 4.5H3.5V7H-3.5zM0 1V10M-1 7.5L-5 10M1 7.5L5 10",
    "竹": "M-6-9L-9-3M-7-6H-1M-4-6V9M5-9L2-3M4-6H10M7-6V8Q7 10 4 9",
    "菊": "M-9-7H9M-4-10V-4M4-10V-4M-5-4L-9 1M-6-2H8V8Q8 10 5 9M-4 .5L-3 2M4 .5L3 2M-6 4H5M-.5 0V9M-1 4L-5 8M0 4L4 8",
}


def _seal(character: str, x: float, y: float) -> str:
    # a red seal with its character in white, by its middle
    return group(
        rect(-14, -14, 28, 28, SEAL, round=5), line(_WRITTEN[character], WHITE, 1.9), move=(x, y), scale=(0.95, 0.95)
    )


def _gate(sky: str) -> str:
    # a round window in a wall, with its frame
    return circle(0, 0, 43, BARK) + circle(0, 0, 40, GOLD) + circle(0, 0, 38, sky)


def _ground(left: float, crest: str, right: float, fill: str) -> str:
    # the ground at the bottom of the window: from rim to rim along a crest, given by its heights at both ends
    start, end = (f"{fmt(side * sqrt(38**2 - y**2))} {y}" for side, y in ((-1, left), (1, right)))
    return path(f"M{start}{crest} {end}A38 38 0 0 1 {start}z", fill)


def _swallow() -> str:
    # seen from above, flying up
    wing = "M0-17Q6-15 6-8Q24-16 38 7Q22-4 8 5Q7 11 4 14L11 35Q4 24 0 21z"
    return picture(
        mirrored(path(wing, "#1b2242")),
        ellipse(0, 2, 5, 18, "#1b2242"),  # hides the seam
        mirrored(path("M6-8Q24-16 38 7Q22-7 7-2z", "#4b5790")),
        path("M-4-12Q0-22 4-12Q0-8-4-12z", "#d8472f"),
        path("M-1.5-17L0-23L1.5-17z", GOLD),
        path("M-3.5 12Q0 9 3.5 12Q2 17 0 19Q-2 17-3.5 12z", WHITE),
    )


def _spring() -> str:
    twigs = "M-31-21Q-27 0-31 14M-22-30Q-16-8-19 22M22-30Q17-14 21 0M31-21Q27-8 30 8"
    leaves = [(-29, -8, 20), (-31, 5, -20), (-18, -16, 20), (-18, 2, -18), (-19, 16, 14), (20, -16, -16), (29, -5, 14)]
    return picture(
        _gate("#e6f3c8"),
        _ground(12, "Q-12 2 8 18T", 10, "#b5d97f"),
        _ground(24, "Q-8 14 8 27T", 28, "#7fba55"),
        line(twigs, LEAF, 1.8),
        "".join(ellipse(x, y, 2.4, 6.5, LEAF, turn=turn) for x, y, turn in leaves),
        group(_swallow(), move=(-1, -3), turn=-38, scale=0.92),
    )


def _lotus_petal(turn: float, long: float, fill: str) -> str:
    return group(path(f"M0 0Q-9-{long * 0.55} 0-{long}Q9-{long * 0.55} 0 0z", fill), turn=turn)


def _summer() -> str:
    return picture(
        _gate("#9fdcf0"),
        circle(17, -19, 9, "#fff3b8"),
        _ground(4, "Q-20-1 0 4T", 4, "#0f7892"),
        ellipse(-13, 24, 20, 7, LEAF_DARK),
        ellipse(-14, 23, 17, 5.4, LEAF),
        ellipse(21, 14, 13, 4.6, LEAF_DARK),
        line("M-14 23L-26 20M-14 23L-4 20M-14 23L-16 28", LEAF_LIGHT, 1.3),
        line("M-6 20Q-3 8-4 4", LEAF_DARK, 3),
        group(
            "".join(_lotus_petal(side * 68, 25, "#d94f86") for side in (-1, 1)),
            "".join(_lotus_petal(side * 40, 29, "#ea78a4") for side in (-1, 1)),
            "".join(_lotus_petal(side * 18, 31, "#f6a6c2") for side in (-1, 1)),
            _lotus_petal(0, 30, "#fde0e8"),
            ellipse(0, -2, 7, 3, "#d94f86"),
            move=(-4, 7),
            scale=(1.1, 1.1),
        ),
    )


def _maple(scale: float, half: float, fill: str) -> str:
    # five broad lobes, the middle one longest
    lobes = ((0, 34), (50, 32), (-50, 32), (100, 25), (-100, 25))
    return path("".join(petals(1, long * scale, half, start=turn) for turn, long in lobes), fill)


def _autumn() -> str:
    return picture(
        _gate("#f2a33a"),
        circle(-13, -14, 17, "#fff0bf"),
        _ground(15, "Q-18 4 0 16T", 12, "#a4512a"),
        line("M-30-20L-25-17L-21-21M-19-29L-14-26L-10-30", BARK, 1.8),
        group(
            _maple(1, 60, "#a81f16"),
            _maple(0.86, 52, "#e0402a"),
            line("M0 20V-20M0 0L-16-13M0 0L16-13M0 0L-14 2M0 0L14 2", "#7d120d", 1.6),
            move=(5, 6),
            turn=20,
        ),
    )


def _winter() -> str:
    flakes: list[Point] = [(-26, -8), (-8, -30), (28, -6), (24, 6), (-30, 6), (-22, -22), (8, -28)]
    return picture(
        _gate("#173058"),
        circle(20, -20, 8, "#f7edc4"),
        circle(23.5, -22, 7, "#173058"),
        _ground(4, "L-20-8L-10 0L16-14L", 6, "#5d7fb0"),
        _ground(17, "Q-14 6 8 16T", 15, "#ffffff"),
        _ground(24, "Q-8 18 6 26T", 27, "#c9dcf0"),
        path("M-6-28L8-8H2L12 6H5L15 20H-27L-17 6H-24L-14-8H-20z", "#0f4a3c"),
        path("M-6-28L4-14Q-4-11-10-15Q-14-13-16-14zM-20-8Q-12-3-6-6T8-8L12 5Q0 0-6 3T-22 5L-14-8z", "#ffffff"),
        rect(-9, 19, 6, 8, BARK),
        "".join(circle(x, y, 1.9, "#ffffff") for x, y in flakes),
    )


SEASONS = (
    _spring() + _seal("春", 31, 31),
    _summer() + _seal("夏", 31, 31),
    _autumn() + _seal("秋", 31, 31),
    _winter() + _seal("冬", 31, 31),
)
"""Spring, summer, autumn and winter."""


def _blossom(x: float, y: float, r: float, turn: float = 0) -> str:
    petals = [polar(turn + 72 * i, r * 0.58) for i in range(5)]
    return group(
        "".join(circle(px, py, r * 0.5, "#b3123f") for px, py in petals),
        "".join(circle(px - r * 0.05, py - r * 0.06, r * 0.41, "#ea4a72") for px, py in petals),
        circle(0, 0, r * 0.3, "#ffd9d0"),
        circle(0, 0, r * 0.16, GOLD),
        move=(x, y),
    )


def _plum() -> str:
    trunk = [(-38.0, 39.0, 13.0), (-26.0, 20.0, 11.0), (-8.0, 10.0, 8.0), (10.0, -10.0, 6.0), (36.0, -40.0, 2.0)]
    return picture(
        path(sweep(trunk), BARK),
        path(sweep([(-8, 10, 6), (12, 14, 5), (40, 8, 1)]), BARK),
        path(sweep([(-24, 20, 7), (-27, -2, 5), (-22, -24, 1)]), BARK),
        line("M-41 37Q-32 22-18 12Q0 2 10-12", BARK_LIGHT, 2),
        _blossom(-22, -8, 15),
        _blossom(8, 8, 16, 30),
        _blossom(20, -24, 17, 10),
        circle(-22, -28, 5, "#ea4a72"),
        circle(38, 6, 5, "#ea4a72"),
        circle(0, -14, 4, "#b3123f"),
    )


def _orchid_flower(x: float, y: float, turn: float, scale: float) -> str:
    petal = "M0 0Q-7-9 0-19Q7-9 0 0z"
    return group(
        "".join(group(path(petal, fill), turn=at) for at, fill in ((-72, "#6d3fa3"), (72, "#6d3fa3"), (0, "#8f63c8"))),
        "".join(group(path(petal, "#b493e0"), turn=at, scale=0.8) for at in (-36, 36)),
        path("M0-2Q-8 2-5 10Q0 14 5 10Q8 2 0-2z", "#f7e6ff"),
        circle(0, 3, 2, "#c2267a"),
        move=(x, y),
        turn=turn,
        scale=(scale, scale),
    )


def _orchid() -> str:
    blades = (
        [(-4.0, 40.0, 7.0), (-16.0, 8.0, 8.0), (-42.0, -4.0, 0.0)],
        [(0.0, 40.0, 7.0), (-6.0, -2.0, 7.0), (-30.0, -40.0, 0.0)],
        [(6.0, 40.0, 7.0), (20.0, 14.0, 7.0), (43.0, 10.0, 0.0)],
        [(6.0, 40.0, 6.0), (24.0, 30.0, 6.0), (42.0, 32.0, 0.0)],
    )
    return picture(
        *(path(sweep(blade), LEAF_DARK if i % 2 else LEAF) for i, blade in enumerate(blades)),
        line("M2 44Q4 10 16-14M4 20Q-2 0-10-18", LEAF_LIGHT, 2.4),
        _orchid_flower(18, -18, 20, 1.45),
        _orchid_flower(-14, -17, -25, 1.1),
        _orchid_flower(25, 12, 70, 0.75),
    )


def _cane(x: float, width: float, knots: tuple[float, ...]) -> str:
    left = x - width / 2
    return picture(
        rect(left, -44, width, 88, LEAF, round=2),
        rect(left + width * 0.18, -44, width * 0.22, 88, LEAF_LIGHT),
        rect(left + width * 0.78, -44, width * 0.22, 88, LEAF_DARK),
        *(rect(left - 1.5, y - 2, width + 3, 4, LEAF_DARK, round=2) for y in knots),
    )


def _bamboo_leaf(x: float, y: float, turn: float, fill: str) -> str:
    return group(path("M0 0Q-7 12 0 30Q7 12 0 0z", fill), move=(x, y), turn=turn)


def _bamboo() -> str:
    leaves = ((-8, -20, -10), (-8, -20, -52), (-8, -20, 34), (14, 6, -60), (14, 6, -20), (14, 6, -98), (-14, 6, 60))
    return picture(
        _cane(-24, 15, (-24, 8, 34)),
        _cane(2, 12, (-34, -4, 22)),
        line("M-18-24Q-10-26-8-20M8-4Q14 0 14 6M-18 8L-14 6", LEAF_DARK, 2),
        *(_bamboo_leaf(x, y, turn, (LEAF_DARK, "#0e4a2a", LEAF)[i % 3]) for i, (x, y, turn) in enumerate(leaves)),
    )


def _rays(count: int, long: float, width: float, start: float, fill: str) -> str:
    ends = (polar(start + 360 * i / count, long) for i in range(count))
    return line("".join(f"M0 0L{fmt_point(*end)}" for end in ends), fill, width)


def _chrysanthemum() -> str:
    leaf = "M0 0Q-4 10-14 8Q-10 16-16 22Q-6 22-2 30Q4 22 10 20Q6 14 8 8Q2 8 0 0z"
    return picture(
        line("M-2 10Q-2 30-10 44", LEAF_DARK, 4),
        group(path(leaf, LEAF_DARK), move=(-14, 16), turn=40, scale=(1.1, 1.1)),
        group(
            _rays(16, 35, 8.5, 0, "#b85c06"),
            _rays(16, 34, 5.5, 0, "#e8961a"),
            _rays(13, 26, 8, 10, "#c97a0c"),
            _rays(13, 25, 5, 10, "#ffbf35"),
            _rays(9, 15, 6, 0, "#e8961a"),
            _rays(9, 14, 4, 0, "#ffe38a"),
            circle(0, 0, 5, "#c46a08"),
            circle(-0.6, -0.8, 3.4, "#eda01a"),
            move=(-3, -3),
        ),
    )


FLOWERS = (
    _plum() + _seal("梅", 30, 30),
    _orchid() + _seal("蘭", -29, 30),
    _bamboo() + _seal("竹", 30, -30),
    _chrysanthemum() + _seal("菊", 31, 31),
)
"""Plum, orchid, bamboo and chrysanthemum."""
