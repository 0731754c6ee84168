"""The whole fruits of the garden set: they lie directly on the tile, alone or in bunches; the mango on a tray."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.garden.parts import (
    BARK,
    LEAF,
    PINE,
    RED,
    Tones,
    ball,
    bloom,
    chords,
    leaf,
    lit,
    lobes,
    shine,
    stalk,
)
from lianliankan.faces.drawn.tile_set import Drawing

YELLOW = Tones("#fff0a0", "#fbd13c", "#dc9d1c")
ORANGE = Tones("#ffc070", "#f58a25", "#c75f14")
GRAPE = Tones("#b48ad0", "#75459c", "#4a2670")
BERRY = Tones("#a9bfe8", "#4f6cb0", "#2b3f7d")
BLUSH = Tones("#fff0d2", "#f9b8a0", "#e5747c")


def banana() -> str:
    """Draw a hand of three bananas on one stem."""
    crescent = "M-6 -2C4 26 -8 50 -38 62C-42 64 -44 70 -38 71C-2 74 22 44 9 -3z"

    def one(turn: float, tones: Tones) -> str:
        edge = svg.path("M3 -2C14 30 0 58 -38 67C-42 69 -41 71 -38 71C-2 74 22 44 9 -3z", tones.dark)
        tip = svg.path("M-38 62C-42 64 -44 70 -38 71L-34 70L-35 61z", BARK.dark)
        return svg.group(
            svg.path(crescent, tones.base), edge, svg.line("M-1 6C6 30 -6 50 -28 61", tones.light, 3), tip, turn=turn
        )

    behind = Tones("#fbe07a", "#eebc2c", "#c58a16")
    stem = svg.path("M-8 5L-5 -12Q2 -15 8 -12L11 4Q2 9 -8 5z", BARK.base)
    stem += svg.path("M-5 -12Q2 -15 8 -12Q2 -9 -5 -12z", BARK.dark)
    return svg.group(one(-56, behind), one(-28, behind), one(0, YELLOW), stem, move=(2, -33), turn=6, scale=0.95)


def grapes() -> str:
    """Draw a bunch of dark grapes under a leaf."""
    rows = [(-10, (-28, -9.5, 9.5, 28)), (6, (-19, 0, 19)), (20, (-10, 10)), (34, (0,))]
    balls = "".join(ball(x, y, 11, GRAPE) for y, xs in rows for x in xs)
    vine = svg.path(
        "M2 -18L-10 -27L-34 -24L-24 -33L-30 -44L-10 -40L0 -46L6 -34L20 -40L17 -28L30 -20L10 -22z", PINE.base
    )
    ribs = svg.line("M2 -18L-10 -34M2 -18L2 -36M-2 -24L-24 -27", PINE.light, 1.6)
    return svg.line("M4 -16C8 -28 14 -36 26 -42", BARK.base, 5) + balls + vine + ribs


def pineapple() -> str:
    """Draw a pineapple: a barrel of diamonds with an eye in each, and a crown of blades."""
    step = 0.4
    steps = [step * i for i in (-2, -1, 0, 1, 2)]
    net = svg.line(chords(-1, 15, 28, 28, 45, steps) + chords(-1, 15, 28, 28, -45, steps), "#a85a10", 2.4)
    blades = [(-66, 30), (66, 30), (-44, 36), (44, 36), (-21, 36), (21, 36), (0, 37)]
    crown = "".join(leaf((0, -7), turn, size, PINE, width=0.17, bend=turn / 14) for turn, size in blades)
    barrel = svg.ellipse(0, 16, 31, 29, "#b8680f") + svg.ellipse(-1.5, 14.5, 28.5, 26.5, "#f2a526")
    side = 28 * step / 2**0.5
    cells = [(i, j) for i in range(-3, 4) for j in range(-3, 4) if (i + j) % 2 and i * i + j * j < 10]
    eyes = svg.dots([(i * side - 1, j * side + 15) for i, j in cells], 2.3, "#ffe27a")
    return crown + barrel + net + eyes


def strawberry() -> str:
    """Draw a strawberry with seeds in rows and its green collar, and a blossom beside it."""
    heart = "M0 43C-14 43 -38 10 -37 -11C-36 -27 -14 -30 0 -25C14 -30 36 -27 37 -11C38 10 14 43 0 43z"
    rows = ((-5, (-24, -8, 8, 24)), (8, (-16, 0, 16)), (21, (-9, 8)), (33, (0,)))
    seeds = svg.line("".join(f"M{x} {y - 1}v2.4" for y, xs in rows for x in xs), "#ffe08a", 3.8)
    collar = svg.path(bloom(7, 25, 12, start=180 / 7, tip=0), LEAF.dark)
    collar += svg.path(bloom(7, 21, 8, start=180 / 7, tip=0), LEAF.light)
    top = svg.group(collar, move=(0, -25), scale=(1.15, 0.6)) + stalk("M0 -25C0 -33 3 -38 9 -42", 5)
    fruit = lit(heart, RED, at=(-10, -12)) + shine(-25, -15, 6, 3.4) + seeds + top
    petals = svg.path(lobes(5, 9, 8), "#d9cdb0") + svg.path(lobes(5, 8.6, 6.9), "#ffffff")
    blossom = petals + svg.circle(0, 0, 5, "#e3a81c") + svg.circle(-0.6, -0.6, 3.8, "#ffd83f")
    return svg.group(fruit, move=(-4, -1), turn=12, scale=0.98) + svg.group(blossom, move=(27, 28))


def cherry() -> str:
    """Draw two cherries that hang from one twig, with a leaf."""
    dark = Tones("#f26d74", "#b8162f", "#7c0d23")
    stems = stalk("M-19 12C-16 -10 -2 -26 16 -36", 3.4) + stalk("M25 4C27 -12 25 -26 16 -36", 3.4)
    fruits = ball(-21, 23, 21, dark) + ball(25, 17, 18, dark)
    return stems + leaf((14, -36), -97, 48, LEAF, width=0.25) + fruits + svg.line("M11 -41L22 -35", BARK.base, 6)


def peach() -> str:
    """Draw the peach of long life: its tip above, blushing, with leaves under it."""
    body = "M6 -45C6 -37 41 -31 42 1C43 24 22 32 0 32C-22 32 -43 24 -42 1C-41 -25 -4 -27 6 -45z"
    leaves = leaf((-4, 31), -96, 41, PINE, width=0.26, bend=-3) + leaf((4, 31), 96, 41, PINE, width=0.26, bend=3)
    blush = svg.path(
        "M6 -45C6 -37 41 -31 42 1C42 9 39 16 34 21C31 -5 8 -11 -10 -27C-2 -33 4 -39 6 -45z", "#ee8489", opacity=0.75
    )
    cleft = svg.line("M6 -41C-6 -21 -12 4 -4 29", "#d0616c", 2.6)
    bud = leaf((0, 28), 180, 16, LEAF, width=0.34)
    glow = shine(-25, -3, 5, 10, turn=25, opacity=0.7)
    return leaves + bud + lit(body, BLUSH, at=(-16, 4), size=0.91) + blush + cleft + glow


def lychee() -> str:
    """Draw three lychees on a twig, the front one half peeled."""
    skin = Tones("#e9867c", "#c2373f", "#8c1f30")

    def bumpy(x: float, y: float, r: float) -> str:
        bumps = [svg.polar(60 * i + 20, r * 0.55, (x, y)) for i in range(6)] + [(x, y)]
        return (
            svg.circle(x, y, r, skin.dark)
            + svg.circle(x - 1.5, y - 1.5, r * 0.88, skin.base)
            + svg.dots(bumps, 2.2, skin.light)
        )

    twig = stalk("M-18 -14C-10 -26 0 -32 4 -43M20 -12C14 -24 8 -32 4 -43", 4, BARK)
    leaves = leaf((3, -32), -84, 40, PINE, width=0.26) + leaf((5, -34), 84, 36, PINE, width=0.28)
    peeled = (
        svg.circle(0, 20, 24, "#b9b3b8") + svg.circle(-1.5, 18.5, 21.5, "#fbf7f4") + shine(-9, 8, 6, 3.6, opacity=1)
    )
    torn = svg.path("M-24 20L-15 26L-8 19L0 27L9 20L15 27L24 20C24 35 13 44 0 44C-13 44 -24 35 -24 20z", skin.dark)
    husk = svg.path("M-23 23L-15 29L-8 22L0 30L9 23L15 29C13 38 6 41 -1 41C-13 41 -22 33 -23 23z", skin.base)
    husk += svg.dots([(-12, 34), (-1, 36), (7, 32)], 1.9, skin.light)
    return twig + leaves + bumpy(-24, -6, 20) + bumpy(24, -6, 20) + peeled + torn + husk


def persimmon() -> str:
    """Draw two persimmons on a bare twig, because two of them (柿柿) sound like "all things" (事事) in a good wish."""

    def one(x: float, y: float, size: float, turn: float) -> str:
        body = "M0 -18C12 -23 28 -16 28 4C28 20 15 25 0 25C-15 25 -28 20 -28 4C-28 -16 -12 -23 0 -18z"
        calyx = svg.path(bloom(4, 21, 20, tip=0.2), "#4d5b24") + svg.path(bloom(4, 17, 12, tip=0.2), "#8a9a3e")
        fruit = lit(body, ORANGE, at=(-8, -6), size=0.9) + shine(-18, 2, 3, 6, turn=15)
        return svg.group(fruit, svg.group(calyx, move=(0, -11), scale=(1, 0.56)), move=(x, y), turn=turn, scale=size)

    twig = (
        "M-43 -36C-26 -40 -2 -38 14 -22C18 -18 20 -12 20 -8M-22 -38C-20 -34 -20 -30 -20 -26M6 -29C16 -36 26 -38 34 -42"
    )
    return svg.line(twig, BARK.dark, 5) + one(-17, -9, 0.98, -6) + one(17, 18, 1.02, 6)


def blueberry() -> str:
    """Draw three blueberries with their little crowns, and leaves."""

    def berry(x: float, y: float, r: float) -> str:
        crown = svg.path(bloom(5, 9, 7, tip=0), "#24315f") + svg.circle(0, 0, 3, "#161f42")
        return ball(x, y, r, BERRY) + svg.group(crown, move=(x + r * 0.2, y - r * 0.12))

    leaves = leaf((0, -14), -52, 36, LEAF, width=0.34) + leaf((4, -14), 46, 38, LEAF, width=0.34)
    return leaves + berry(-1, -12, 20) + berry(-22, 20, 22) + berry(22, 19, 22)


def mango() -> str:
    """Draw a mango, red where the sun reached it, on a lacquer tray."""
    steps = ((44, 14, "#8c2a1e"), (41, 11, "#3b1414"), (36, 8, "#4f1c1a"))
    tray = "".join(svg.rect(-side, -side, 2 * side, 2 * side, colour, round=r) for side, r, colour in steps)
    skin = Tones("#ffe08a", "#f8b630", "#b8541c")
    body = "M-33 12C-37 -10 -22 -26 2 -28C20 -29 37 -24 39 -8C41 8 28 12 14 19C2 26 -4 31 -15 30C-26 29 -31 23 -33 12z"
    blush = svg.path("M2 -28C20 -29 37 -24 39 -8C41 8 28 12 14 19C24 0 16 -18 2 -28z", "#d8422c")
    blush += svg.path("M-8 -26C6 -29 12 -28 16 -26C26 -14 26 4 14 19C10 21 6 23 3 25C18 4 12 -16 -8 -26z", "#ef7a35")
    ripe = svg.path("M-33 12C-34 2 -32 -6 -28 -12C-28 6 -22 20 -8 29C-22 32 -31 24 -33 12z", "#e39a22")
    fruit = lit(body, skin) + blush + ripe + shine(-14, -11, 10, 4, turn=-36, opacity=0.75)
    top = leaf((-14, -22), 78, 38, LEAF, width=0.3) + stalk("M-15 -21C-18 -28 -22 -31 -27 -33", 5, BARK)
    return tray + svg.group(fruit, move=(-1, 4), turn=8) + top


FRUITS = (
    Drawing("mango", "芒果", "芒", mango()),
    Drawing("banana", "香蕉", "蕉", banana()),
    Drawing("grapes", "葡萄", "葡", grapes()),
    Drawing("pineapple", "菠萝", "菠", pineapple()),
    Drawing("strawberry", "草莓", "莓", strawberry()),
    Drawing("cherry", "樱桃", "樱", cherry()),
    Drawing("peach", "桃子", "桃", peach()),
    Drawing("lychee", "荔枝", "荔", lychee()),
    Drawing("persimmon", "柿子", "柿", persimmon()),
    Drawing("blueberry", "蓝莓", "蓝", blueberry()),
)
