"""Signs of sky, water, plants and animals."""

from lianliankan.faces.drawn.signs.fills import (
    BLUE,
    BROWN,
    FOREST,
    GOLD,
    INK,
    LIME,
    NAVY,
    ORANGE,
    PAPER,
    PURPLE,
    RED,
    ROSE,
    SKY,
    SLATE,
    TEAL,
    cut,
    round_outline,
)
from lianliankan.faces.drawn.svg_drawing import (
    circle,
    dots,
    ellipse,
    group,
    line,
    mirrored,
    outline,
    path,
    petals,
    polar,
    polygon,
    smooth,
)

__all__ = [
    "bolt",
    "butterfly",
    "cloud",
    "clover",
    "drop",
    "fish",
    "flower",
    "heart",
    "leaf",
    "moon",
    "mushroom",
    "paw",
    "rainbow",
    "snowflake",
    "spiral",
    "star",
    "sun",
    "wave",
]

_HEART = (
    "M0 41C-18 27-44 9-44-14C-44-30-32-39-21-39C-11-39-4-33 0-25C4-33 11-39 21-39C32-39 44-30 44-14C44 9 18 27 0 41z"
)


def star() -> str:
    """Draw a golden star with facets."""
    tips = [polar(72 * i, 43, (0, 3)) for i in range(5)]
    dents = [polar(72 * i + 36, 19, (0, 3)) for i in range(5)]
    whole = [point for pair in zip(tips, dents, strict=True) for point in pair]
    shades = "".join(outline([(0, 3), tip, dent]) for tip, dent in zip(tips, dents, strict=True))
    return polygon(whole, GOLD.main, stroke=GOLD.main, width=5) + path(shades, ORANGE.deep)


def heart() -> str:
    """Draw a red heart with a highlight."""
    shade = "M0 41C18 27 44 9 44-14C44-27 36-35 27-38C42-18 22 12-6 36z"
    return path(_HEART, RED.main) + path(shade, RED.deep) + line("M-33-15Q-32-26-22-28", PAPER, 6)


def moon() -> str:
    """Draw a moon and a star."""
    return "".join(
        (
            path("M11-42A43 43 0 1 0 42 17A35 35 0 0 1 11-42z", NAVY.main),
            path("M42 17A43 43 0 0 1-30 30A43 43 0 0 0 42 17z", NAVY.deep),
            dots([(-24, -4), (-6, 24)], 4.5, NAVY.pale),
            dots([(-15, 11)], 3, NAVY.pale),
            group(path("M0-20Q4-4 20 0Q4 4 0 20Q-4 4-20 0Q-4-4 0-20z", GOLD.main), move=(24, -21)),
        )
    )


def leaf() -> str:
    """Draw a leaf in two halves."""
    return "".join(
        (
            line("M-43 43L-24 24", LIME.deep, 6),
            path("M-33 33C-46-10-8-44 43-43z", LIME.main),
            path("M-33 33C10 46 44 8 43-43z", LIME.deep),
            line("M-24 24L28-28M-12 12L-16-12M3-3L0-24M-12 12L12 16M3-3L24 0", LIME.pale, 3),
        )
    )


def bolt() -> str:
    """Draw a bolt of lightning in the dark."""
    return "".join(
        (
            path("M-24-43H24Q43-43 43-24V24Q43 43 24 43H-24Q-43 43-43 24V-24Q-43-43-24-43z", INK.main),
            polygon([(10, -37), (-26, 7), (-4, 7), (-10, 37), (26, -9), (5, -9)], GOLD.main, stroke=GOLD.main, width=3),
            path("M26-9L-10 37L-1 3L16-5z", GOLD.deep),
        )
    )


def drop() -> str:
    """Draw a drop, half full."""
    whole = "M0-41C15-18 32-5 32 12A32 30 0 0 1-32 12C-32-5-15-18 0-41z"
    return "".join(
        (
            path(whole, PAPER),
            path("M-32 9Q-16-3 0 8T32 9A32 31 0 0 1-32 9z", SKY.main),
            path("M32 9A32 31 0 0 1-14 39Q22 34 20 3Q27 5 32 9z", SKY.deep),
            path(whole, stroke=BLUE.deep, width=6),
            dots([(-13, 22), (2, 17), (-5, 30)], 3.2, PAPER),
        )
    )


def fish() -> str:
    """Draw a fish in stripes."""
    body = round_outline([(-43, 1), (-28, -20), (0, -28), (24, -12), (32, 0), (24, 12), (0, 28), (-28, 21)], 6)
    return "".join(
        (
            path("M22 0Q34-18 44-28Q38 0 44 28Q34 18 22 0z", ORANGE.deep),
            path("M-8-24Q2-44 21-38Q14-26 14-18zM-4 25Q4 42 19 38Q12 26 12 20z", ORANGE.deep),
            path(outline(body), ORANGE.main),
            path(outline(cut(body, 180, 11, 50)), ORANGE.deep),
            path(outline(cut(body, 90, -16, -4)) + outline(cut(body, 90, 9, 18)), PAPER),
            path(outline(cut(body, 90, -17.5, -14)) + outline(cut(body, 90, -5, -2.5)), INK.main),
            path(outline(cut(body, 90, 8, 10)) + outline(cut(body, 90, 17.5, 19.5)), INK.main),
            circle(-29, -6, 6, PAPER),
            circle(-30, -6, 3.6, INK.deep),
        )
    )


def spiral() -> str:
    """Draw a spiral."""
    turns = [polar(t * 30 - 200, 1 + t * 1.2, (-2, 3)) for t in range(34)]
    return line(smooth(turns, closed=False), PURPLE.main, 9) + line(smooth(turns[13:19], closed=False), PURPLE.pale, 3)


def sun() -> str:
    """Draw the sun, its rays detached from its disc."""
    rays = "".join(
        outline([polar(30 * i - 6.5, 31), polar(30 * i, 42 if i % 3 else 45), polar(30 * i + 6.5, 31)])
        for i in range(12)
    )
    return "".join(
        (
            path(rays, RED.deep, stroke=RED.deep, width=2),
            circle(0, 0, 25, ORANGE.main),
            path("M20-15A25 25 0 1 1-20 15A28 28 0 0 0 20-15z", ORANGE.deep),
            line("M-16-4Q-14-15-3-17", PAPER, 4.5),
        )
    )


def snowflake() -> str:
    """Draw a snowflake."""
    arm = "M0-8V-42M0-30L-11-40M0-30L11-40M0-18L-9-27M0-18L9-27"
    return "".join(group(line(arm, BLUE.main, 5.5), turn=60 * i) for i in range(6)) + circle(
        0, 0, 9, SKY.pale, stroke=BLUE.main, width=5
    )


def cloud() -> str:
    """Draw a cloud with rain."""
    puff = "M-25 15A18 18 0 0 1-28-20A23 23 0 0 1 12-30A21 21 0 0 1 26 15z"
    return "".join(
        (
            path(puff, SLATE.pale, stroke=SLATE.deep, width=5.5),
            line("M-30-2Q-30-12-20-12Q-14-27 0-25", PAPER, 4.5),
            line("M-24 27L-29 41M-6 27L-11 41M12 27L7 41M30 27L25 41", BLUE.main, 6.5),
        )
    )


def wave() -> str:
    """Draw three waves."""
    crest = "M-38 0Q-28.5-19-19 0T0 0T19 0T38 0"
    return "".join(
        group(line(crest, tone, 13), move=(0, y)) for y, tone in ((-26, TEAL.pale), (0, TEAL.main), (26, TEAL.deep))
    )


def flower() -> str:
    """Draw a flower with eight petals."""
    return "".join(
        (
            *(group(ellipse(0, -27, 13, 17, ROSE.deep), turn=90 * i) for i in range(4)),
            *(group(ellipse(0, -27, 13, 17, ROSE.main), turn=90 * i + 45) for i in range(4)),
            path(petals(8, 36, 5, inner=14), ROSE.pale),
            circle(0, 0, 15, ORANGE.deep),
            circle(-1, -1, 12.5, GOLD.main),
            dots([(-5, -4), (4, -5), (5, 4), (-3, 5)], 1.8, ORANGE.deep),
        )
    )


def clover() -> str:
    """Draw a four-leaf clover."""
    blade = "".join(
        (
            path(_HEART, FOREST.main),
            path("M0 41C18 27 44 9 44-14C44-30 32-39 21-39C11-39 4-33 0-25z", FOREST.deep),
            path("M0 34V-2", stroke=FOREST.pale, width=6),
        )
    )
    leaves = (group(blade, move=polar(turn, 22), turn=turn, scale=0.5) for turn in (45, 135, 225, 315))
    return group(line("M0 4Q10 26 4 46", FOREST.deep, 6), *leaves, circle(0, 0, 4, FOREST.main), move=(0, -3))


def rainbow() -> str:
    """Draw a rainbow between two clouds."""
    arcs = ((38, RED.main), (29, GOLD.main), (20, TEAL.main), (11, PURPLE.main))
    puff = dots([(-38, 27), (-26, 22), (-15, 28)], 8, SKY.main) + path("M-38 35H-15V26H-38z", SKY.main)
    return "".join(path(f"M-{r} 24V14A{r} {r} 0 0 1 {r} 14V24", stroke=tone, width=9.4) for r, tone in arcs) + mirrored(
        puff
    )


def butterfly() -> str:
    """Draw a butterfly."""
    wing = "M3-6C10-36 34-44 43-34C46-18 34-2 16 2C32 4 38 14 33 28C26 42 8 34 3 10z"
    return "".join(
        (
            mirrored(
                path(wing, PURPLE.deep),
                path("M8-8C14-28 30-36 38-30C38-18 28-6 8-8z", PURPLE.main),
                path("M8 8C22 8 30 14 27 25C22 32 10 26 8 8z", ROSE.main),
                dots([(29, -23), (19, 20)], 4.5, GOLD.main),
                line("M1-20Q4-34 13-40", INK.main, 3),
            ),
            line("M0-18V26", INK.main, 8),
        )
    )


def mushroom() -> str:
    """Draw a mushroom with dots."""
    return "".join(
        (
            path("M-13 6H13Q11 26 18 40Q0 46-18 40Q-11 26-13 6z", "#f6e7cf"),
            path("M4 6H13Q11 26 18 40Q11 43 4 43Q8 24 4 6z", "#d9bf97"),
            path("M-44 8C-44-24-24-42 0-42S44-24 44 8C30 15-30 15-44 8z", RED.main),
            path("M44 8C44-20 30-36 14-40C28-22 30-4 22 12Q36 11 44 8z", RED.deep),
            dots([(-4, -22)], 9, PAPER),
            dots([(-26, -4), (19, -3)], 7, PAPER),
            dots([(-3, 4), (20, -26)], 4, PAPER),
        )
    )


def paw() -> str:
    """Draw a paw print."""
    pad = "M0-4C14-4 30 14 30 27C30 38 20 42 12 38C6 35-6 35-12 38C-20 42-30 38-30 27C-30 14-14-4 0-4z"
    return "".join(
        (
            mirrored(ellipse(-14, -28, 10, 14, BROWN.main, turn=-6), ellipse(-34, -6, 9, 12.5, BROWN.main, turn=-22)),
            mirrored(ellipse(-15, -32, 4, 6, BROWN.pale, turn=-6)),
            path(pad, BROWN.main),
            path("M30 27C30 38 20 42 12 38C6 35-6 35-12 38Q8 24 24 12Q30 20 30 27z", BROWN.deep),
            line("M-18 18Q-12 7-3 5", BROWN.pale, 4),
        )
    )
