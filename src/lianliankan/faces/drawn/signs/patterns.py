"""Signs made of pattern: rings, checks, stripes, dots and folds."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.signs import fills


def target() -> str:
    """Draw a target, its lower half in the shade."""
    parts = []
    for r in (43, 24):
        edge = r + 0.3  # so that nothing bright shows along the rim
        x = svg.fmt(edge * 0.7071)
        shade = svg.path(f"M{x}-{x}A{edge} {edge} 0 0 1-{x} {x}z", fills.RED.deep)
        parts += [svg.circle(0, 0, r, fills.RED.main), shade, svg.circle(0, 0, r - 9.5, fills.PAPER)]
    return "".join(parts) + svg.circle(0, 0, 6.5, fills.RED.main)


def gear() -> str:
    """Draw a gear."""
    tooth = ((-10.5, 33), (-7.5, 43), (7.5, 43), (10.5, 33))
    teeth = [svg.polar(45 * i + turn, r) for i in range(8) for turn, r in tooth]
    return svg.picture(
        svg.path(svg.outline(teeth) + fills.hole(0, 0, 13), fills.SLATE.main, stroke=fills.SLATE.main, width=3),
        svg.circle(0, 0, 23, stroke=fills.SLATE.deep, width=3.5),
        svg.path("M-29-8A30 30 0 0 1-8-29", stroke=fills.PAPER, width=4),
    )


def chequers() -> str:
    """Draw a chequered disc."""
    disc = [svg.polar(5 * i, 41) for i in range(72)]
    return (
        svg.circle(0, 0, 41, fills.PAPER)
        + fills.checked(disc, fills.INK.main, side=14)
        + svg.circle(0, 0, 41, stroke=fills.INK.main, width=4)
    )


def arrow() -> str:
    """Draw an arrow in flight, up to the right: its head, its shaft and its feathers."""
    return svg.group(
        svg.line("M0-20V36", fills.BROWN.main, 9),
        svg.path("M0 12L-20 26V52L0 38z", fills.RED.main),
        svg.path("M0 12L20 26V52L0 38z", fills.RED.deep),
        svg.line("M-14 29L0 19L14 29M-14 41L0 31L14 41", fills.PAPER, 3),
        svg.path("M0-57L25-13L0-23z", fills.SLATE.deep),
        svg.path("M0-57L-25-13L0-23z", fills.SLATE.main),
        turn=45,
        move=(3, -3),
        scale=0.95,
    )


def cube() -> str:
    """Draw a cube with one striped side."""
    return svg.picture(
        svg.path("M0-43L39-21L0 1L-39-21z", fills.BROWN.pale),
        svg.path("M-39-21L0 1V44L-39 22z", fills.BROWN.main),
        svg.path("M39-21L0 1V44L39 22z", fills.BROWN.deep),
        svg.path("M-33-7L-6 8M-33 4L-6 19M-33 15L-6 30", stroke=fills.BROWN.pale, width=4.5),
        svg.path("M-37-20L0 1L37-20M0 1V42", stroke=fills.PAPER, width=2.6),
    )


def honeycomb() -> str:
    """Draw a honeycomb: full cells, lit and shaded, an empty one, and a drop of honey."""
    cells = [svg.outline([svg.polar(60 * k, 14, svg.polar(60 * i + 30, 25.5)) for k in range(6)]) for i in range(6)]
    return svg.group(
        svg.path(cells[5] + cells[4] + cells[0], fills.GOLD.pale, stroke=fills.BROWN.main, width=4.5),
        svg.path(cells[1] + cells[3], fills.GOLD.main, stroke=fills.BROWN.main, width=4.5),
        svg.path(cells[2], fills.ORANGE.main, stroke=fills.BROWN.main, width=4.5),
        svg.path(
            svg.outline([svg.polar(60 * k, 14) for k in range(6)]), fills.BROWN.deep, stroke=fills.BROWN.main, width=4.5
        ),
        svg.path(
            "M12.8 21Q22 33 22 40A9 9 0 0 1 4 40Q4 33 12.8 21z", fills.ORANGE.main, stroke=fills.BROWN.main, width=3
        ),
        svg.line("M9 40Q9 36 11 33", fills.GOLD.pale, 3),
        move=(0, -5),
    )


def yin_yang() -> str:
    """Draw yin and yang."""
    return svg.picture(
        svg.circle(0, 0, 42, fills.PAPER),
        svg.path("M0-42A42 42 0 0 1 0 42A21 21 0 0 1 0 0A21 21 0 0 0 0-42z", fills.INK.main),
        svg.circle(0, 0, 41, stroke=fills.INK.main, width=4),
        svg.circle(0, 21, 6.5, fills.PAPER),
        svg.circle(0, -21, 6.5, fills.INK.main),
    )


def pinwheel() -> str:
    """Draw a pinwheel."""
    blade = svg.path("M0 0V-43Q30-38 31-14z", fills.TEAL.main) + svg.path("M0 0V-43L16-20z", fills.TEAL.pale)
    return "".join(svg.group(blade, turn=90 * i) for i in range(4)) + svg.circle(0, 0, 6.5, fills.ORANGE.main)


def triangle() -> str:
    """Draw a triangle full of dots."""
    whole: list[svg.Point] = [(0, -39), (40, 35), (-40, 35)]
    return svg.polygon(whole, fills.PAPER, stroke=fills.TEAL.deep, width=7) + fills.dotted(
        whole, fills.TEAL.main, pitch=15, r=5.2, edge=9.5, middle=(0, -16)
    )


def cross() -> str:
    """Draw a cross with slanting stripes."""
    a, b = 15, 40
    whole: list[svg.Point] = [
        *((-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a)),
        *((a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a)),
    ]
    return svg.picture(
        svg.path(svg.outline(whole), fills.PAPER),
        fills.striped(whole, fills.PURPLE.main, turn=45, wide=7, pitch=14, start=-3.5),
        svg.path(svg.outline(whole), stroke=fills.PURPLE.deep, width=5.5),
    )


def chevrons() -> str:
    """Draw three chevrons, folded in the middle."""

    def fold(y: float, left: str, right: str) -> str:
        return svg.path(f"M0 {y}L-41 {y + 22}V{y + 39}L0 {y + 17}z", left) + svg.path(
            f"M0 {y}L41 {y + 22}V{y + 39}L0 {y + 17}z", right
        )

    return svg.picture(
        fold(-43, fills.GOLD.main, fills.GOLD.deep),
        fold(-19.5, fills.ORANGE.main, fills.ORANGE.deep),
        fold(4, fills.RED.main, fills.RED.deep),
    )


def links() -> str:
    """Draw two interlocked rings."""
    over = svg.path(
        "M8.8-24A24 24 0 0 1 6.4 3.4", stroke=fills.BLUE.main, width=12
    )  # the blue one passes over at this crossing
    return svg.picture(
        svg.circle(-12, -12, 24, stroke=fills.BLUE.main, width=12),
        svg.circle(12, 12, 24, stroke=fills.GOLD.main, width=12),
        over,
        svg.line("M-36-12Q-35-30-18-35", fills.BLUE.pale, 3.5),
        svg.line("M15 36Q33 34 36 15", fills.GOLD.deep, 3.5),
    )


def puzzle() -> str:
    """Draw a puzzle piece."""
    piece = "M-38-18H-14A11.5 11.5 0 1 1 2-18H23V4A11.5 11.5 0 1 1 23 20V42H2A11.5 11.5 0 1 0-14 42H-38z"
    return svg.picture(
        svg.path(piece, fills.LIME.main, stroke=fills.LIME.deep, width=5),
        svg.line("M-31-11H-20M-31-11V-4M-10-31Q-8-34-5-34", fills.LIME.pale, 4),
    )
