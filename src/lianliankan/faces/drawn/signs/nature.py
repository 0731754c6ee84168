"""Signs of sky, water, plants and animals."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.signs import fills

_HEART = (
    "M0 41C-18 27-44 9-44-14C-44-30-32-39-21-39C-11-39-4-33 0-25C4-33 11-39 21-39C32-39 44-30 44-14C44 9 18 27 0 41z"
)


def star() -> str:
    """Draw a golden star with facets."""
    tips = [svg.polar(72 * i, 43, (0, 3)) for i in range(5)]
    dents = [svg.polar(72 * i + 36, 19, (0, 3)) for i in range(5)]
    whole = [point for pair in zip(tips, dents, strict=True) for point in pair]
    shades = "".join(svg.outline([(0, 3), tip, dent]) for tip, dent in zip(tips, dents, strict=True))
    return svg.polygon(whole, fills.GOLD.main, stroke=fills.GOLD.main, width=5) + svg.path(shades, fills.ORANGE.deep)


def heart() -> str:
    """Draw a red heart with a highlight."""
    shade = "M0 41C18 27 44 9 44-14C44-27 36-35 27-38C42-18 22 12-6 36z"
    return (
        svg.path(_HEART, fills.RED.main)
        + svg.path(shade, fills.RED.deep)
        + svg.line("M-33-15Q-32-26-22-28", fills.PAPER, 6)
    )


def moon() -> str:
    """Draw a moon and a star."""
    return svg.picture(
        svg.path("M11-42A43 43 0 1 0 42 17A35 35 0 0 1 11-42z", fills.NAVY.main),
        svg.path("M42 17A43 43 0 0 1-30 30A43 43 0 0 0 42 17z", fills.NAVY.deep),
        svg.dots([(-24, -4), (-6, 24)], 4.5, fills.NAVY.pale),
        svg.dots([(-15, 11)], 3, fills.NAVY.pale),
        svg.group(svg.path("M0-20Q4-4 20 0Q4 4 0 20Q-4 4-20 0Q-4-4 0-20z", fills.GOLD.main), move=(24, -21)),
    )


def leaf() -> str:
    """Draw a leaf in two halves."""
    return svg.picture(
        svg.line("M-43 43L-24 24", fills.LIME.deep, 6),
        svg.path("M-33 33C-46-10-8-44 43-43z", fills.LIME.main),
        svg.path("M-33 33C10 46 44 8 43-43z", fills.LIME.deep),
        svg.line("M-24 24L28-28M-12 12L-16-12M3-3L0-24M-12 12L12 16M3-3L24 0", fills.LIME.pale, 3),
    )


def bolt() -> str:
    """Draw a bolt of lightning in the dark."""
    return svg.picture(
        svg.path("M-24-43H24Q43-43 43-24V24Q43 43 24 43H-24Q-43 43-43 24V-24Q-43-43-24-43z", fills.INK.main),
        svg.polygon(
            [(10, -37), (-26, 7), (-4, 7), (-10, 37), (26, -9), (5, -9)],
            fills.GOLD.main,
            stroke=fills.GOLD.main,
            width=3,
        ),
        svg.path("M26-9L-10 37L-1 3L16-5z", fills.GOLD.deep),
    )


def drop() -> str:
    """Draw a drop, half full."""
    whole = "M0-41C15-18 32-5 32 12A32 30 0 0 1-32 12C-32-5-15-18 0-41z"
    return svg.picture(
        svg.path(whole, fills.PAPER),
        svg.path("M-32 9Q-16-3 0 8T32 9A32 31 0 0 1-32 9z", fills.SKY.main),
        svg.path("M32 9A32 31 0 0 1-14 39Q22 34 20 3Q27 5 32 9z", fills.SKY.deep),
        svg.path(whole, stroke=fills.BLUE.deep, width=6),
        svg.dots([(-13, 22), (2, 17), (-5, 30)], 3.2, fills.PAPER),
    )


def fish() -> str:
    """Draw a fish in stripes."""
    body = fills.round_outline([(-43, 1), (-28, -20), (0, -28), (24, -12), (32, 0), (24, 12), (0, 28), (-28, 21)], 6)
    return svg.picture(
        svg.path("M22 0Q34-18 44-28Q38 0 44 28Q34 18 22 0z", fills.ORANGE.deep),
        svg.path("M-8-24Q2-44 21-38Q14-26 14-18zM-4 25Q4 42 19 38Q12 26 12 20z", fills.ORANGE.deep),
        svg.path(svg.outline(body), fills.ORANGE.main),
        svg.path(svg.outline(fills.cut(body, 180, 11, 50)), fills.ORANGE.deep),
        svg.path(svg.outline(fills.cut(body, 90, -16, -4)) + svg.outline(fills.cut(body, 90, 9, 18)), fills.PAPER),
        svg.path(
            svg.outline(fills.cut(body, 90, -17.5, -14)) + svg.outline(fills.cut(body, 90, -5, -2.5)),
            fills.INK.main,
        ),
        svg.path(
            svg.outline(fills.cut(body, 90, 8, 10)) + svg.outline(fills.cut(body, 90, 17.5, 19.5)), fills.INK.main
        ),
        svg.circle(-29, -6, 6, fills.PAPER),
        svg.circle(-30, -6, 3.6, fills.INK.deep),
    )


def spiral() -> str:
    """Draw a spiral."""
    turns = [svg.polar(t * 30 - 200, 1 + t * 1.2, (-2, 3)) for t in range(34)]
    return svg.line(svg.smooth(turns, closed=False), fills.PURPLE.main, 9) + svg.line(
        svg.smooth(turns[13:19], closed=False), fills.PURPLE.pale, 3
    )


def sun() -> str:
    """Draw the sun, its rays detached from its disc."""
    rays = "".join(
        svg.outline([svg.polar(30 * i - 6.5, 31), svg.polar(30 * i, 42 if i % 3 else 45), svg.polar(30 * i + 6.5, 31)])
        for i in range(12)
    )
    return svg.picture(
        svg.path(rays, fills.RED.deep, stroke=fills.RED.deep, width=2),
        svg.circle(0, 0, 25, fills.ORANGE.main),
        svg.path("M20-15A25 25 0 1 1-20 15A28 28 0 0 0 20-15z", fills.ORANGE.deep),
        svg.line("M-16-4Q-14-15-3-17", fills.PAPER, 4.5),
    )


def snowflake() -> str:
    """Draw a snowflake."""
    arm = "M0-8V-42M0-30L-11-40M0-30L11-40M0-18L-9-27M0-18L9-27"
    return "".join(svg.group(svg.line(arm, fills.BLUE.main, 5.5), turn=60 * i) for i in range(6)) + svg.circle(
        0, 0, 9, fills.SKY.pale, stroke=fills.BLUE.main, width=5
    )


def cloud() -> str:
    """Draw a cloud with rain."""
    puff = "M-25 15A18 18 0 0 1-28-20A23 23 0 0 1 12-30A21 21 0 0 1 26 15z"
    return svg.picture(
        svg.path(puff, fills.SLATE.pale, stroke=fills.SLATE.deep, width=5.5),
        svg.line("M-30-2Q-30-12-20-12Q-14-27 0-25", fills.PAPER, 4.5),
        svg.line("M-24 27L-29 41M-6 27L-11 41M12 27L7 41M30 27L25 41", fills.BLUE.main, 6.5),
    )


def wave() -> str:
    """Draw three waves."""
    crest = "M-38 0Q-28.5-19-19 0T0 0T19 0T38 0"
    return "".join(
        svg.group(svg.line(crest, tone, 13), move=(0, y))
        for y, tone in ((-26, fills.TEAL.pale), (0, fills.TEAL.main), (26, fills.TEAL.deep))
    )


def flower() -> str:
    """Draw a flower with eight petals."""
    return svg.picture(
        *(svg.group(svg.ellipse(0, -27, 13, 17, fills.ROSE.deep), turn=90 * i) for i in range(4)),
        *(svg.group(svg.ellipse(0, -27, 13, 17, fills.ROSE.main), turn=90 * i + 45) for i in range(4)),
        svg.path(svg.petals(8, 36, 5, inner=14), fills.ROSE.pale),
        svg.circle(0, 0, 15, fills.ORANGE.deep),
        svg.circle(-1, -1, 12.5, fills.GOLD.main),
        svg.dots([(-5, -4), (4, -5), (5, 4), (-3, 5)], 1.8, fills.ORANGE.deep),
    )


def clover() -> str:
    """Draw a four-leaf clover."""
    blade = svg.picture(
        svg.path(_HEART, fills.FOREST.main),
        svg.path("M0 41C18 27 44 9 44-14C44-30 32-39 21-39C11-39 4-33 0-25z", fills.FOREST.deep),
        svg.path("M0 34V-2", stroke=fills.FOREST.pale, width=6),
    )
    leaves = (svg.group(blade, move=svg.polar(turn, 22), turn=turn, scale=0.5) for turn in (45, 135, 225, 315))
    return svg.group(
        svg.line("M0 4Q10 26 4 46", fills.FOREST.deep, 6), *leaves, svg.circle(0, 0, 4, fills.FOREST.main), move=(0, -3)
    )


def rainbow() -> str:
    """Draw a rainbow between two clouds."""
    arcs = ((38, fills.RED.main), (29, fills.GOLD.main), (20, fills.TEAL.main), (11, fills.PURPLE.main))
    puff = svg.dots([(-38, 27), (-26, 22), (-15, 28)], 8, fills.SKY.main) + svg.path(
        "M-38 35H-15V26H-38z", fills.SKY.main
    )
    return "".join(
        svg.path(f"M-{r} 24V14A{r} {r} 0 0 1 {r} 14V24", stroke=tone, width=9.4) for r, tone in arcs
    ) + svg.mirrored(puff)


def butterfly() -> str:
    """Draw a butterfly."""
    wing = "M3-6C10-36 34-44 43-34C46-18 34-2 16 2C32 4 38 14 33 28C26 42 8 34 3 10z"
    return svg.picture(
        svg.mirrored(
            svg.path(wing, fills.PURPLE.deep),
            svg.path("M8-8C14-28 30-36 38-30C38-18 28-6 8-8z", fills.PURPLE.main),
            svg.path("M8 8C22 8 30 14 27 25C22 32 10 26 8 8z", fills.ROSE.main),
            svg.dots([(29, -23), (19, 20)], 4.5, fills.GOLD.main),
            svg.line("M1-20Q4-34 13-40", fills.INK.main, 3),
        ),
        svg.line("M0-18V26", fills.INK.main, 8),
    )


def mushroom() -> str:
    """Draw a mushroom with dots."""
    return svg.picture(
        svg.path("M-13 6H13Q11 26 18 40Q0 46-18 40Q-11 26-13 6z", "#f6e7cf"),
        svg.path("M4 6H13Q11 26 18 40Q11 43 4 43Q8 24 4 6z", "#d9bf97"),
        svg.path("M-44 8C-44-24-24-42 0-42S44-24 44 8C30 15-30 15-44 8z", fills.RED.main),
        svg.path("M44 8C44-20 30-36 14-40C28-22 30-4 22 12Q36 11 44 8z", fills.RED.deep),
        svg.dots([(-4, -22)], 9, fills.PAPER),
        svg.dots([(-26, -4), (19, -3)], 7, fills.PAPER),
        svg.dots([(-3, 4), (20, -26)], 4, fills.PAPER),
    )


def paw() -> str:
    """Draw a paw print."""
    pad = "M0-4C14-4 30 14 30 27C30 38 20 42 12 38C6 35-6 35-12 38C-20 42-30 38-30 27C-30 14-14-4 0-4z"
    return svg.picture(
        svg.mirrored(
            svg.ellipse(-14, -28, 10, 14, fills.BROWN.main, turn=-6),
            svg.ellipse(-34, -6, 9, 12.5, fills.BROWN.main, turn=-22),
        ),
        svg.mirrored(svg.ellipse(-15, -32, 4, 6, fills.BROWN.pale, turn=-6)),
        svg.path(pad, fills.BROWN.main),
        svg.path("M30 27C30 38 20 42 12 38C6 35-6 35-12 38Q8 24 24 12Q30 20 30 27z", fills.BROWN.deep),
        svg.line("M-18 18Q-12 7-3 5", fills.BROWN.pale, 4),
    )
