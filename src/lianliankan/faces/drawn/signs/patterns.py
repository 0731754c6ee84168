"""Signs made of pattern: rings, checks, stripes, dots and folds."""

from lianliankan.faces.drawn.signs.fills import (
    BLUE,
    BROWN,
    GOLD,
    INK,
    LIME,
    ORANGE,
    PAPER,
    PURPLE,
    RED,
    SLATE,
    TEAL,
    checked,
    dotted,
    hole,
    striped,
)
from lianliankan.faces.drawn.svg_drawing import Point, circle, fmt, group, line, outline, path, polar, polygon

__all__ = [
    "arrow",
    "chequers",
    "chevrons",
    "cross",
    "cube",
    "gear",
    "honeycomb",
    "links",
    "pinwheel",
    "puzzle",
    "target",
    "triangle",
    "yin_yang",
]


def target() -> str:
    """Draw a target, its lower half in the shade."""
    parts = []
    for r in (43, 24):
        edge = r + 0.3  # so that nothing bright shows along the rim
        x = fmt(edge * 0.7071)
        shade = path(f"M{x}-{x}A{edge} {edge} 0 0 1-{x} {x}z", RED.deep)
        parts += [circle(0, 0, r, RED.main), shade, circle(0, 0, r - 9.5, PAPER)]
    return "".join(parts) + circle(0, 0, 6.5, RED.main)


def gear() -> str:
    """Draw a gear."""
    tooth = ((-10.5, 33), (-7.5, 43), (7.5, 43), (10.5, 33))
    teeth = [polar(45 * i + turn, r) for i in range(8) for turn, r in tooth]
    return "".join(
        (
            path(outline(teeth) + hole(0, 0, 13), SLATE.main, stroke=SLATE.main, width=3),
            circle(0, 0, 23, stroke=SLATE.deep, width=3.5),
            path("M-29-8A30 30 0 0 1-8-29", stroke=PAPER, width=4),
        )
    )


def chequers() -> str:
    """Draw a chequered disc."""
    disc = [polar(5 * i, 41) for i in range(72)]
    return circle(0, 0, 41, PAPER) + checked(disc, INK.main, side=14) + circle(0, 0, 41, stroke=INK.main, width=4)


def arrow() -> str:
    """Draw an arrow in flight, up to the right: its head, its shaft and its feathers."""
    return group(
        line("M0-20V36", BROWN.main, 9),
        path("M0 12L-20 26V52L0 38z", RED.main),
        path("M0 12L20 26V52L0 38z", RED.deep),
        line("M-14 29L0 19L14 29M-14 41L0 31L14 41", PAPER, 3),
        path("M0-57L25-13L0-23z", SLATE.deep),
        path("M0-57L-25-13L0-23z", SLATE.main),
        turn=45,
        move=(3, -3),
        scale=0.95,
    )


def cube() -> str:
    """Draw a cube with one striped side."""
    return "".join(
        (
            path("M0-43L39-21L0 1L-39-21z", BROWN.pale),
            path("M-39-21L0 1V44L-39 22z", BROWN.main),
            path("M39-21L0 1V44L39 22z", BROWN.deep),
            path("M-33-7L-6 8M-33 4L-6 19M-33 15L-6 30", stroke=BROWN.pale, width=4.5),
            path("M-37-20L0 1L37-20M0 1V42", stroke=PAPER, width=2.6),
        )
    )


def honeycomb() -> str:
    """Draw a honeycomb: full cells, lit and shaded, an empty one, and a drop of honey."""
    cells = [outline([polar(60 * k, 14, polar(60 * i + 30, 25.5)) for k in range(6)]) for i in range(6)]
    return group(
        path(cells[5] + cells[4] + cells[0], GOLD.pale, stroke=BROWN.main, width=4.5),
        path(cells[1] + cells[3], GOLD.main, stroke=BROWN.main, width=4.5),
        path(cells[2], ORANGE.main, stroke=BROWN.main, width=4.5),
        path(outline([polar(60 * k, 14) for k in range(6)]), BROWN.deep, stroke=BROWN.main, width=4.5),
        path("M12.8 21Q22 33 22 40A9 9 0 0 1 4 40Q4 33 12.8 21z", ORANGE.main, stroke=BROWN.main, width=3),
        line("M9 40Q9 36 11 33", GOLD.pale, 3),
        move=(0, -5),
    )


def yin_yang() -> str:
    """Draw yin and yang."""
    return "".join(
        (
            circle(0, 0, 42, PAPER),
            path("M0-42A42 42 0 0 1 0 42A21 21 0 0 1 0 0A21 21 0 0 0 0-42z", INK.main),
            circle(0, 0, 41, stroke=INK.main, width=4),
            circle(0, 21, 6.5, PAPER),
            circle(0, -21, 6.5, INK.main),
        )
    )


def pinwheel() -> str:
    """Draw a pinwheel."""
    blade = path("M0 0V-43Q30-38 31-14z", TEAL.main) + path("M0 0V-43L16-20z", TEAL.pale)
    return "".join(group(blade, turn=90 * i) for i in range(4)) + circle(0, 0, 6.5, ORANGE.main)


def triangle() -> str:
    """Draw a triangle full of dots."""
    whole: list[Point] = [(0, -39), (40, 35), (-40, 35)]
    return polygon(whole, PAPER, stroke=TEAL.deep, width=7) + dotted(
        whole, TEAL.main, pitch=15, r=5.2, edge=9.5, middle=(0, -16)
    )


def cross() -> str:
    """Draw a cross with slanting stripes."""
    a, b = 15, 40
    whole: list[Point] = [
        *((-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a)),
        *((a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a)),
    ]
    return "".join(
        (
            path(outline(whole), PAPER),
            striped(whole, PURPLE.main, turn=45, wide=7, pitch=14, start=-3.5),
            path(outline(whole), stroke=PURPLE.deep, width=5.5),
        )
    )


def chevrons() -> str:
    """Draw three chevrons, folded in the middle."""

    def fold(y: float, left: str, right: str) -> str:
        return path(f"M0 {y}L-41 {y + 22}V{y + 39}L0 {y + 17}z", left) + path(
            f"M0 {y}L41 {y + 22}V{y + 39}L0 {y + 17}z", right
        )

    return "".join(
        (fold(-43, GOLD.main, GOLD.deep), fold(-19.5, ORANGE.main, ORANGE.deep), fold(4, RED.main, RED.deep))
    )


def links() -> str:
    """Draw two interlocked rings."""
    over = path("M8.8-24A24 24 0 0 1 6.4 3.4", stroke=BLUE.main, width=12)  # the blue one passes over at this crossing
    return "".join(
        (
            circle(-12, -12, 24, stroke=BLUE.main, width=12),
            circle(12, 12, 24, stroke=GOLD.main, width=12),
            over,
            line("M-36-12Q-35-30-18-35", BLUE.pale, 3.5),
            line("M15 36Q33 34 36 15", GOLD.deep, 3.5),
        )
    )


def puzzle() -> str:
    """Draw a puzzle piece."""
    piece = "M-38-18H-14A11.5 11.5 0 1 1 2-18H23V4A11.5 11.5 0 1 1 23 20V42H2A11.5 11.5 0 1 0-14 42H-38z"
    return "".join(
        (
            path(piece, LIME.main, stroke=LIME.deep, width=5),
            line("M-31-11H-20M-31-11V-4M-10-31Q-8-34-5-34", LIME.pale, 4),
        )
    )
