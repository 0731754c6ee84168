"""Signs of things that people make and use."""

from itertools import pairwise
from math import sin

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.signs import fills


def umbrella() -> str:
    """Draw an umbrella with six panels."""
    ribs = [-43.0, -29.0, -14.5, 0.0, 14.5, 29.0, 43.0]
    panels = (
        svg.path(
            f"M0-40Q{a}-38 {a} 2Q{(a + b) / 2}-8 {b} 2Q{b}-38 0-40z",
            (fills.ROSE.deep if i > 2 else fills.ROSE.main) if i % 2 else fills.PAPER,
            stroke=fills.ROSE.deep,
            width=2,
        )
        for i, (a, b) in enumerate(pairwise(ribs))
    )
    return svg.line("M0-43V32Q0 41-9 41T-18 32", fills.INK.main, 5.5) + "".join(panels)


def anchor() -> str:
    """Draw an anchor."""
    return svg.picture(
        svg.line("M0-22V36M-17-15H17M-36 8Q-34 38 0 38T36 8", fills.NAVY.main, 8.5),
        svg.circle(0, -32, 9, stroke=fills.NAVY.main, width=6.5),
        svg.mirrored(svg.polygon([(-43, 15), (-37, -4), (-25, 12)], fills.NAVY.main, stroke=fills.NAVY.main, width=3)),
        svg.line("M-2-18V30M-14-16H-6M-29 22Q-22 33-8 35", fills.NAVY.pale, 2.4),
    )


def hourglass() -> str:
    """Draw an hourglass."""
    return svg.picture(
        svg.path("M-25-36H25V-26Q24-10 5 0Q24 10 25 26V36H-25V26Q-24 10-5 0Q-24-10-25-26z", fills.SKY.pale),
        svg.path("M-19-18H19Q14-8 3-2V20Q16 24 21 36H-21Q-16 24-3 20V-2Q-14-8-19-18z", fills.GOLD.main),
        svg.path("M3 20Q16 24 21 36H2Q10 28 3 20z", fills.GOLD.deep),
        svg.path(
            "M-25-36V-26Q-24-10-5 0Q-24 10-25 26V36M25-36V-26Q24-10 5 0Q24 10 25 26V36",
            stroke=fills.WINE.main,
            width=4.5,
        ),
        svg.rect(-34, -43, 68, 12, fills.WINE.main, round=5),
        svg.rect(-34, 31, 68, 12, fills.WINE.main, round=5),
        svg.line("M-27-38H6M-27 36H6", fills.WINE.pale, 2.6),
    )


def key() -> str:
    """Draw a key."""
    return svg.group(
        svg.line("M-4 0H40M40 0V14M27 0V11", fills.BROWN.main, 9),
        svg.circle(-22, 0, 17, stroke=fills.BROWN.main, width=11),
        svg.line("M0-2H38M-37-6Q-33-16-22-17.5", fills.BROWN.pale, 2.8),
        turn=45,
        move=(3, -2),
        scale=1.1,
    )


def crown() -> str:
    """Draw a crown."""
    return svg.picture(
        svg.path("M-34 22L-38-18L-18-2L0-34L18-2L38-18L34 22z", fills.GOLD.main, stroke=fills.GOLD.main, width=4),
        svg.path("M34 22L38-18L18-2L0-34V22z", fills.GOLD.deep),
        svg.dots([(-37, -20), (0, -37), (37, -20)], 7, fills.RED.main),
        svg.rect(-38, 21, 76, 19, fills.PURPLE.main, round=5),
        svg.dots([(-26, 30.5), (0, 30.5), (26, 30.5)], 5, fills.GOLD.pale),
        svg.dots([(-13, 30.5), (13, 30.5)], 3.2, fills.PAPER),
    )


def note() -> str:
    """Draw two notes under one beam."""
    return svg.picture(
        svg.path("M-19-31L37-43V-24L-19-12z", fills.INK.main),
        svg.line("M-16-20V28M34-34V18", fills.INK.main, 6.5),
        svg.ellipse(-27, 31, 15, 11, fills.INK.main, turn=-20),
        svg.ellipse(23, 21, 15, 11, fills.INK.main, turn=-20),
        svg.line("M-13-26L32-36M-36 29Q-32 24-26 24M14 19Q18 14 24 14", fills.INK.pale, 3),
    )


def house() -> str:
    """Draw a house."""
    return svg.picture(
        svg.rect(16, -38, 11, 22, fills.WINE.main),
        svg.path("M-32-6H32V41H-32z", "#fff0d2"),
        svg.path("M6-6H32V41H6z", "#ecd2a0"),
        svg.polygon([(-41, -4), (0, -39), (41, -4)], fills.WINE.main, stroke=fills.WINE.main, width=6),
        svg.path("M0-39L41-4H14z", fills.WINE.deep),
        svg.path("M-10 41V20Q-10 10 0 10T10 20V41z", fills.TEAL.deep),
        svg.rect(-27, 8, 11, 13, fills.SKY.main, round=2),
        svg.rect(17, 8, 11, 13, fills.SKY.deep, round=2),
        svg.line("M-32 41H32", fills.WINE.deep, 4),
    )


def bell() -> str:
    """Draw a bell with a band."""
    return svg.picture(
        svg.circle(0, -36, 6.5, stroke=fills.WINE.deep, width=4.5),
        svg.circle(0, 34, 9.5, fills.ORANGE.main),
        svg.path("M-42 28Q-29 20-28-6Q-27-34 0-34T28-6Q29 20 42 28Q43 34 36 34H-36Q-43 34-42 28z", fills.WINE.main),
        svg.path("M42 28Q29 20 28-6Q27-30 6-34Q16-20 16 4Q17 24 8 34H36Q43 34 42 28z", fills.WINE.deep),
        svg.path("M-28 3H28Q28.5 9 30 14H-30Q-28.5 9-28 3z", fills.GOLD.main),
        svg.line("M-19-10Q-18-23-8-26", fills.PAPER, 4.5),
    )


def flag() -> str:
    """Draw a chequered flag in the wind."""

    def at(column: int, row: int) -> tuple[float, float]:
        return -34 + column * 15.2, -36 + row * 15.5 + 5 * sin(column * 1.25)

    squares = ([at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)] for r in range(4) for c in range(5))
    dark = "".join(svg.outline(square) for i, square in enumerate(squares) if i // 5 % 2 == i % 5 % 2)
    edge = [at(c, 0) for c in range(6)] + [at(c, 4) for c in range(5, -1, -1)]
    return svg.picture(
        svg.path(svg.outline(edge), fills.PAPER, stroke=fills.INK.main, width=3),
        svg.path(dark, fills.INK.main),
        svg.line("M-38-40V42", fills.RED.main, 7),
    )


def kite() -> str:
    """Draw a kite with four panels and a tail."""
    return svg.picture(
        svg.line("M-12 22Q-36 20-28 32T-42 43", fills.SLATE.main, 3),
        svg.path("M-28 23L-39 17V29zM-28 23L-17 17V29zM-34 38L-44 33V44zM-34 38L-24 33V44z", fills.RED.main),
        svg.path("M43-43L-14-33L6-7z", fills.GOLD.main),
        svg.path("M43-43L33 14L6-7z", fills.PURPLE.deep),
        svg.path("M-14-33L6-7L-14 23z", fills.PURPLE.main),
        svg.path("M33 14L6-7L-14 23z", fills.ROSE.main),
        svg.line("M41-41L-12 21M-12-31L31 12", fills.PAPER, 2.6),
    )


def magnet() -> str:
    """Draw a magnet, red and blue."""
    return svg.picture(
        svg.path("M0 37V14A13 13 0 0 1-13 1V-38H-36V1A36 36 0 0 0 0 37z", fills.RED.main),
        svg.path("M0 37V14A13 13 0 0 0 13 1V-38H36V1A36 36 0 0 1 0 37z", fills.NAVY.main),
        svg.path("M36-20V1A36 36 0 0 1 0 37V29A29 29 0 0 0 28 1V-20z", fills.NAVY.deep),
        svg.path("M-36-38H-13V-19H-36zM13-38H36V-19H13z", fills.SLATE.pale),
        svg.path("M28-38H36V-19H28zM-20-38H-13V-19H-20z", fills.SLATE.main),
        svg.line("M-28-10V1Q-27 15-16 23", fills.RED.pale, 4.5),
    )


def die() -> str:
    """Draw a die."""
    return svg.group(
        svg.rect(-33, -33, 72, 72, fills.NAVY.deep, round=15),
        svg.rect(-37, -37, 70, 70, fills.NAVY.main, round=15),
        svg.dots([(-20, -20), (16, -20), (-2, -2), (-20, 16), (16, 16)], 7.5, fills.PAPER),
        svg.line("M-31-20Q-31-31-20-31", fills.NAVY.pale, 3),
        turn=12,
        scale=0.95,
    )


def boat() -> str:
    """Draw a boat with one striped sail."""
    sail = [(4.0, -42.0), (39.0, 16.0), (4.0, 16.0)]
    return svg.picture(
        svg.path(svg.outline(sail), fills.PAPER),
        svg.path("".join(svg.outline(fills.cut(sail, 180, low, low + 11)) for low in (-42, -19, 4)), fills.RED.main),
        svg.path(svg.outline(sail), stroke=fills.RED.main, width=2.6),
        svg.path("M-4-32Q-8-2-36 17H-4z", fills.ORANGE.main),
        svg.path("M-43 22H43Q37 42 24 42H-24Q-37 42-43 22z", fills.NAVY.main),
        svg.path("M43 22Q37 42 24 42H0Q22 38 28 22z", fills.NAVY.deep),
        svg.line("M0-42V22", fills.BROWN.deep, 4.5),
        svg.line("M-32 28Q-29 34-23 36", fills.NAVY.pale, 3),
    )


def gem() -> str:
    """Draw a cut gem."""
    lit = svg.path("M-24-32H24L43-8L0 40L-43-8z", fills.SKY.main)
    lit += svg.path("M-24-32L-43-8H-20zM0-32L20-8H-20z", fills.SKY.pale)
    dark = svg.path("M24-32L43-8H20zM-20-8H20L0 40z", fills.BLUE.main) + svg.path("M43-8H20L0 40z", fills.BLUE.deep)
    cuts = "M-24-32H24L43-8L0 40L-43-8zM-43-8H43M-24-32L-20-8L0-32L20-8L24-32M-20-8L0 40L20-8"
    return lit + dark + svg.path(cuts, stroke=fills.PAPER, width=1.8)


def eye() -> str:
    """Draw an eye."""
    return svg.picture(
        svg.path("M-43 6Q-22-24 0-24T43 6Q22 32 0 32T-43 6z", fills.PAPER, stroke=fills.INK.main, width=5.5),
        svg.circle(0, 4, 19, fills.BLUE.main),
        svg.path("M-19 4A19 19 0 0 0 19 4A19 12 0 0 1-19 4z", fills.BLUE.pale),
        svg.circle(0, 4, 9, fills.INK.deep),
        svg.circle(-6, -3, 5, fills.PAPER),
        svg.line("M-30-22L-36-32M-11-31L-13-41M11-31L13-41M30-22L36-32", fills.INK.main, 5),
    )


def balloon() -> str:
    """Draw a hot-air balloon."""
    gores = ((34, fills.RED.main), (21, fills.PAPER), (8, fills.RED.main))
    return svg.picture(
        svg.line("M-16 14L-8 32M16 14L8 32", fills.BROWN.main, 2.6),
        *(
            svg.path(
                f"M0-44C{r * 1.35}-44 {r * 1.45}-4 {r * 0.4} 22H-{r * 0.4}C-{r * 1.45}-4-{r * 1.35}-44 0-44z", tone
            )
            for r, tone in gores
        ),
        svg.path("M0-44C46-44 49-4 13.6 22H9C36-4 32-38 0-44z", fills.WINE.main, opacity=0.55),
        svg.line("M-13 22H13", fills.WINE.main, 4),
        svg.rect(-10, 30, 20, 13, fills.BROWN.main, round=3),
        svg.line("M-8 35H8", fills.BROWN.pale, 2.4),
    )


def candy() -> str:
    """Draw a wrapped sweet."""
    ball = [svg.polar(12 * i, 28) for i in range(30)]
    return svg.group(
        svg.mirrored(
            svg.path("M20 0L45-21Q38-10 42 0Q38 10 45 21z", fills.WINE.main),
            svg.path("M24 0L40-8Q37 0 40 8z", fills.ROSE.main),
        ),
        svg.path(svg.outline(ball), fills.PAPER),
        svg.path("".join(svg.outline(fills.cut(ball, 60, low, low + 9)) for low in (-23, -4.5, 14)), fills.WINE.main),
        svg.path("M20-19.6A28 28 0 0 1-19.6 20A32 32 0 0 0 20-19.6z", fills.WINE.deep, opacity=0.4),
        svg.path(svg.outline(ball), stroke=fills.WINE.deep, width=4.5),
        svg.line("M-17-8Q-13-17-4-19", fills.ROSE.pale, 4),
        turn=-40,
        scale=0.95,
    )
