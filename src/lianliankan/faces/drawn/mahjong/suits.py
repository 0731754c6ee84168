"""The dots and the bamboo of mahjong tiles; the one of bamboo is a peacock."""

from math import cos, radians, sin

from lianliankan.faces.drawn.brush import sweep
from lianliankan.faces.drawn.svg_drawing import Point, circle, dots, fmt, fmt_point, line, path, petals, picture, polar

IVORY = "#fff9e8"
GREEN = "#0f7d43"
RED = "#cc2a24"
BLUE = "#1d4796"
GOLD = "#eeb02c"
_LIGHTER = {GREEN: "#59b97e", RED: "#f08a72", BLUE: "#6f97d8"}
_HEART = {GREEN: RED, RED: GREEN, BLUE: RED}  # the colour in the middle of a coin of a colour


def _cross(r: float) -> str:
    # the four petals in the middle of a coin, from the current point: short, because a face may have nine
    a, t = fmt(round(r * 0.22, 1)), fmt(round(r * 0.54, 1))
    up, right = f"q-{a}-{a} 0-{t}q{a} {a} 0 {t}", f"q{a}-{a} {t} 0q-{a} {a}-{t} 0"
    down, left = f"q{a} {a} 0 {t}q-{a}-{a} 0-{t}", f"q-{a} {a}-{t} 0q{a}-{a} {t} 0"
    return up + right + down + left


def _coins(r: float, *kinds: tuple[str, list[Point]]) -> str:
    # equal coins, by their colours
    everywhere = [point for _, points in kinds for point in points]
    parts = [dots(points, r, colour) for colour, points in kinds]
    parts.append(dots(everywhere, r * 0.7, IVORY))
    parts += [dots(points, r * 0.55, colour) for colour, points in kinds]
    parts.append(path("".join(f"M{fmt(x)} {fmt(y)}{_cross(r)}" for x, y in everywhere), IVORY))
    parts += [dots(points, r * 0.17, _HEART[colour]) for colour, points in kinds]
    shine = round(r * 0.85, 1)
    quarter = f"a{fmt(shine)} {fmt(shine)} 0 0 1 {fmt(shine)}-{fmt(shine)}"
    for colour, points in kinds:
        arcs = "".join(f"M{fmt(x - shine)} {fmt(y)}{quarter}" for x, y in points)
        parts.append(line(arcs, _LIGHTER[colour], r * 0.1))
    return "".join(parts)


def _great_coin() -> str:
    beads = [polar(i * 24, 31) for i in range(15)]
    return picture(
        circle(0, 0, 43, GREEN),
        path("M-40 0A40 40 0 0 1 0-40", stroke=_LIGHTER[GREEN], width=2),
        circle(0, 0, 36.5, IVORY),
        dots(beads, 4.6, BLUE),
        dots(beads, 1.6, IVORY),
        circle(0, 0, 25.5, RED),
        path("M-22.5 0A22.5 22.5 0 0 1 0-22.5", stroke=_LIGHTER[RED], width=1.6),
        circle(0, 0, 19.5, IVORY),
        path(petals(8, 19.5, 26, inner=4), GREEN),
        path(petals(8, 16, 8, inner=9), _LIGHTER[GREEN]),
        circle(0, 0, 8.5, IVORY),
        circle(0, 0, 7, RED),
        path(petals(4, 6, 45), IVORY),
    )


DOTS = (
    _great_coin(),
    _coins(21, (GREEN, [(0, -22.5)]), (BLUE, [(0, 22.5)])),
    _coins(16.5, (BLUE, [(-27, -27)]), (RED, [(0, 0)]), (GREEN, [(27, 27)])),
    _coins(20.5, (BLUE, [(-22.5, -22.5), (22.5, 22.5)]), (GREEN, [(22.5, -22.5), (-22.5, 22.5)])),
    _coins(15.5, (BLUE, [(-28, -28), (28, 28)]), (GREEN, [(28, -28), (-28, 28)]), (RED, [(0, 0)])),
    _coins(13.5, (GREEN, [(-22, -30), (22, -30)]), (RED, [(-22, 2), (22, 2), (-22, 30), (22, 30)])),
    _coins(
        11.8,
        (GREEN, [(-31, -32), (-1, -25), (29, -18)]),
        (RED, [(-14, 7), (14, 7), (-14, 32), (14, 32)]),
    ),
    _coins(10.8, (BLUE, [(x, y) for x in (-14, 14) for y in (-33, -11, 11, 33)])),
    _coins(
        13.8,
        (GREEN, [(-29.5, -29.5), (0, -29.5), (29.5, -29.5)]),
        (RED, [(-29.5, 0), (0, 0), (29.5, 0)]),
        (BLUE, [(-29.5, 29.5), (0, 29.5), (29.5, 29.5)]),
    ),
)
"""The dots, one to nine, in their traditional places."""

Stick = tuple[float, float, float]  # its centre, and its slant in degrees


def _stick(stick: Stick, long: float, wide: float) -> tuple[str, str, str]:
    # path data of a stick's outline, its knots and its highlight
    x, y, turn = stick
    c, s = cos(radians(turn)), sin(radians(turn))

    def at(across: float, along: float) -> str:
        return fmt_point(x + across * wide * c - along * long * s, y + across * wide * s + along * long * c)

    body = (
        f"M{at(-1, -0.95)}Q{at(0, -1.12)} {at(1, -0.95)}Q{at(0.5, -0.5)} {at(1, 0)}Q{at(0.5, 0.5)} {at(1, 0.95)}"
        f"Q{at(0, 1.12)} {at(-1, 0.95)}Q{at(-0.5, 0.5)} {at(-1, 0)}Q{at(-0.5, -0.5)} {at(-1, -0.95)}z"
    )
    knots = f"M{at(-0.8, 0)}L{at(0.8, 0)}M{at(-0.6, -0.84)}L{at(0.6, -0.84)}M{at(-0.6, 0.84)}L{at(0.6, 0.84)}"
    return body, knots, f"M{at(-0.25, -0.62)}L{at(-0.25, -0.25)}M{at(-0.25, 0.25)}L{at(-0.25, 0.62)}"


def _sticks(long: float, wide: float, *kinds: tuple[str, list[Stick]]) -> str:
    # equal sticks by colour; `long` and `wide` are half lengths
    parts, knots = "", ""
    for colour, sticks in kinds:
        drawn = [_stick(stick, long, wide) for stick in sticks]
        parts += path("".join(body for body, _, _ in drawn), colour)
        parts += line("".join(light for _, _, light in drawn), _LIGHTER[colour], wide * 0.36)
        knots += "".join(knot for _, knot, _ in drawn)
    return parts + path(knots, stroke=IVORY, width=wide * 0.24)


def _upright(*places: Point) -> list[Stick]:
    return [(x, y, 0.0) for x, y in places]


def _peacock() -> str:
    tips = [(5.0, -35.0), (23.0, -32.0), (34.0, -18.0), (36.0, 1.0), (30.0, 19.0), (18.0, 33.0)]
    shafts = "".join(f"M0 4L{fmt_point(*tip)}" for tip in tips)
    neck = [(-1.0, 10.0, 24.0), (-9.0, 0.0, 21.0), (-18.0, -12.0, 12.0), (-23.0, -24.0, 12.0)]
    crest = [(-33.0, -40.5), (-26.0, -42.0), (-19.0, -40.0)]
    return picture(
        line(shafts, GREEN, 9),
        dots(tips, 8.5, GREEN),
        line(shafts, _LIGHTER[GREEN], 1.4),
        dots(tips, 6, GOLD),
        dots(tips, 4, BLUE),
        dots([(x - 1, y - 1) for x, y in tips], 1.3, IVORY),
        line("M-9 16L-14 38M-1 17L-4 38M-21 40L-14 38L-9 41M-11 41L-4 38L2 41", RED, 2.6),
        path(sweep(neck), BLUE),
        line("M-28-18Q-24-8-15 5", _LIGHTER[BLUE], 2.4),
        path("M-4-2Q12-2 14 12Q4 20-8 12Q-12 4-4-2z", RED),
        path("M-2 2Q7 2 9 9M-4 6Q3 7 5 12", stroke=GOLD, width=1.8),
        line("".join(f"M-24-30L{fmt_point(*tip)}" for tip in crest), BLUE, 1.8),
        dots(crest, 2.6, RED),
        circle(-24, -26, 8, BLUE),
        path("M-30.5-29L-42-23L-30-21.5z", GOLD),
        circle(-26.5, -27, 2.8, IVORY),
        circle(-27, -27, 1.5, "#111a2c"),
    )


BAMBOO = (
    _peacock(),
    _sticks(20, 11, (GREEN, _upright((0, -22))), (BLUE, _upright((0, 22)))),
    _sticks(20, 11, (BLUE, _upright((0, -22))), (GREEN, _upright((-20, 22), (20, 22)))),
    _sticks(20, 11, (GREEN, _upright((-20, -22), (20, 22))), (BLUE, _upright((20, -22), (-20, 22)))),
    _sticks(
        20,
        11,
        (GREEN, _upright((-30, -22), (30, 22))),
        (BLUE, _upright((30, -22), (-30, 22))),
        (RED, _upright((0, 0))),
    ),
    _sticks(
        20, 9, (GREEN, _upright(*((x, -22) for x in (-26, 0, 26)))), (BLUE, _upright(*((x, 22) for x in (-26, 0, 26))))
    ),
    _sticks(
        12.4,
        9,
        (RED, _upright((0, -29.5))),
        (GREEN, _upright((-24, 0), (-24, 29.5), (24, 0), (24, 29.5))),
        (BLUE, _upright((0, 0), (0, 29.5))),
    ),
    _sticks(
        20,
        7.2,
        (GREEN, [(-36, -22, 0), (-12, -22, -29), (12, -22, 29), (36, -22, 0)]),
        (BLUE, [(-36, 22, 0), (-12, 22, 29), (12, 22, -29), (36, 22, 0)]),
    ),
    _sticks(
        12.4,
        9,
        (GREEN, _upright(*((-31, y) for y in (-29.5, 0, 29.5)))),
        (RED, _upright(*((0, y) for y in (-29.5, 0, 29.5)))),
        (BLUE, _upright(*((31, y) for y in (-29.5, 0, 29.5)))),
    ),
)
"""The bamboo, one (a peacock) to nine, in their traditional places."""
