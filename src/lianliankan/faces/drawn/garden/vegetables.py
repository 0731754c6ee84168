"""The vegetables of the garden set: like the fruits they lie directly on the tile."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.garden.parts import LEAF, PINE, Tones, leaf, lit, shine, stalk
from lianliankan.faces.drawn.tile_set import Drawing


def aubergine() -> str:
    """Draw an aubergine on the slant, dark and shining."""
    skin = Tones("#9a78c4", "#4a2a6b", "#2c1645")
    body = (
        "M-12 -24C-6 -32 10 -32 15 -23C19 -10 29 4 27 22C25 38 12 45 -2 45C-18 45 -29 36 -29 20C-29 4 -18 -10 -12 -24z"
    )
    cap = svg.path(
        "M-16 -16C-18 -30 -8 -36 2 -36C14 -36 20 -28 19 -14C14 -20 11 -20 9 -10"
        "C5 -20 0 -20 -3 -11C-6 -19 -11 -20 -16 -16z",
        LEAF.dark,
    )
    light = svg.path("M-13 -20C-14 -30 -6 -34 2 -34C0 -28 -3 -22 -3 -15C-6 -20 -9 -21 -13 -20z", LEAF.base)
    parts = lit(body, skin, at=(-8, -6)) + shine(-14, 16, 4.5, 14, turn=14, opacity=0.45) + cap + light
    return svg.group(stalk("M2 -34C2 -42 5 -48 10 -51", 7), parts, move=(-1, 2), turn=40, scale=1.06)


def corn() -> str:
    """Draw an ear of corn in its open husk."""
    ear = "M0 -45C13 -45 19 -22 19 2C19 22 10 38 0 38C-10 38 -19 22 -19 2C-19 -22 -13 -45 0 -45z"
    rows = [(-13, range(-22, 18, 9)), (-6.5, range(-36, 18, 9)), (0, range(-40, 18, 9))]
    kernels = svg.dots([(x, y) for x, ys in rows for y in ys], 3.7, "#ffd83f")
    kernels += svg.dots([(-x, y) for x, ys in rows[:2] for y in ys], 3.7, "#f7bf25")
    husk = svg.path("M0 46C-22 44 -42 20 -38 -22C-30 -2 -22 6 -10 14C-4 22 -2 32 0 46z", LEAF.base)
    husk += svg.path("M0 46C-24 40 -38 14 -38 -22C-34 6 -20 22 0 46z", LEAF.light)
    shade = svg.path("M0 46C22 44 42 20 38 -22C30 -2 22 6 10 14C4 22 2 32 0 46z", LEAF.dark)
    shade += svg.path("M0 46C24 40 38 14 38 -22C34 6 20 22 0 46z", LEAF.base)
    front = svg.path("M0 46C-14 36 -16 18 -6 4C0 14 8 24 0 46z", LEAF.light)
    front += svg.path("M0 46C14 36 14 20 7 8C2 18 -2 30 0 46z", LEAF.base)
    return svg.group(svg.path(ear, "#d8951a"), kernels, husk, shade, front, turn=18)


def chili() -> str:
    """Draw two red chillies that point away from each other."""
    pod = (
        "M-7 -22C3 -27 11 -23 12 -17C15 6 9 32 -28 46C-30 47 -31 45 -29 43C-10 28 -11 6 -10 -14C-10 -18 -9 -21 -7 -22z"
    )
    dark = svg.path("M9 -23C12 -21 12 -19 12 -17C15 6 9 32 -28 46C4 26 9 2 9 -23z", "#9c1620")
    cap = svg.path(
        "M-12 -12C-13 -25 -5 -29 2 -29C10 -29 14 -24 13 -13C9 -17 5 -17 2 -12C-2 -17 -6 -17 -12 -12z", LEAF.base
    )
    glint = svg.line("M-4 -10C-3 8 -6 22 -14 32", "#ff8d78", 3)
    fruit = svg.path(pod, "#e0302c") + dark + glint + cap + stalk("M1 -27C0 -35 4 -40 12 -42", 5)
    pair = svg.group(fruit, move=(20, -3), turn=-34, scale=0.98) + svg.group(fruit, move=(-1, -4), turn=20, scale=1.02)
    return svg.group(pair, move=(5, -2), scale=0.91)


def pumpkin() -> str:
    """Draw a broad pumpkin, rib beside rib, with a leaf and a tendril at its stalk."""
    sides = ((27, 18, 26, "#b5510f", "#8f3a0a"), (18, 19, 30, "#d96f1c", "#b8560f"), (8, 14, 32, "#ec8526", "#cf6a18"))
    ribs = "".join(
        svg.ellipse(-x, 13, rx, ry, left) + svg.ellipse(x, 13, rx, ry, right) for x, rx, ry, left, right in sides
    ) + svg.ellipse(0, 14, 10, 32, "#f79a34")
    glints = svg.line("M-39 6Q-41 13 -38 22M-28 -4Q-34 9 -30 26", "#ffb866", 3) + svg.line(
        "M-13 -6Q-18 10 -14 30", "#ffd79a", 4
    )
    stem = svg.path("M-8 -14C-4 -26 -4 -34 -12 -42L4 -45C7 -36 7 -26 11 -14Q1 -8 -8 -14z", "#5c6f26")
    stem += svg.line("M-5 -40C2 -32 0 -26 -1 -16", "#a9b84e", 2.6)
    tendril = svg.line("M8 -24C22 -38 38 -36 37 -28C36 -22 28 -23 30 -29", "#5c6f26", 3)
    return ribs + glints + tendril + leaf((-1, -15), -66, 40, PINE, width=0.42, bend=-4) + stem


def mushroom() -> str:
    """Draw a shiitake, its dark cap scored with a star, and a small one beside it."""
    cap = Tones("#c08a58", "#84532f", "#553019")

    def one() -> str:
        stem = svg.path("M-11 8C-9 20 -12 34 -13 42Q0 47 13 42C12 34 9 20 11 8z", "#d9c3a0")
        stem += svg.path("M-11 8C-9 20 -12 34 -13 42Q-8 44 -2 44.5L2 8z", "#f6e8cc")
        under = svg.ellipse(0, 8, 34, 9, "#e6cfa8") + svg.line(
            "M-20 10L-8 14M-8 9L-3 15M20 10L8 14M8 9L3 15", "#b8956a", 1.6
        )
        dome = "M-42 8C-42 -18 -22 -34 0 -34C22 -34 42 -18 42 8C36 12 28 4 0 4C-28 4 -36 12 -42 8z"
        cross = (
            "M-3 -8C-10 -10 -18 -9 -24 -6C-18 -12 -10 -14 -4 -14C-4 -20 -2 -26 0 -29"
            "C3 -26 5 -20 5 -14C12 -14 20 -11 24 -6C18 -9 11 -10 4 -8C3 -5 2 -2 0 0C-2 -2 -3 -5 -3 -8z"
        )
        return stem + under + lit(dome, cap, at=(-10, -14), size=0.91) + svg.path(cross, "#fbeccb")

    return svg.group(one(), move=(22, 22), scale=0.5) + svg.group(one(), move=(-4, -8))


def pak_choi() -> str:
    """Draw a pak choi: white ribs that hold up broad dark leaves."""
    crown = (
        "M0 -44C10 -47 18 -42 19 -36C30 -40 43 -31 40 -20C48 -10 42 2 32 4C28 14 14 16 0 14"
        "C-14 16 -28 14 -32 4C-42 2 -48 -10 -40 -20C-43 -31 -30 -40 -19 -36C-18 -42 -10 -47 0 -44z"
    )
    foot = svg.mirrored(svg.path("M-30 0C-26 12 -28 22 -26 32C-22 42 -10 45 0 45V10z", "#a9c290"))
    ribs = svg.path("M-31 -2C-24 12 -26 24 -22 33C-18 40 -8 43 0 43C-12 32 -10 14 -18 0z", "#dcebc6")
    ribs += svg.path("M31 -2C24 12 26 24 22 33C18 40 10 43 4 43C12 32 10 14 18 0z", "#c9deb0")
    heart = svg.path("M0 -18C10 -6 14 12 11 28C9 38 5 43 0 43C-5 43 -9 38 -11 28C-14 12 -10 -6 0 -18z", "#f8fbe9")
    blade = svg.path("M0 -44C14 -44 20 -26 14 -10C8 2 5 6 0 8C-5 6 -8 2 -14 -10C-20 -26 -14 -44 0 -44z", "#3f8f4c")
    veins = "M-24 2C-28 -8 -30 -16 -32 -22M24 2C28 -8 30 -16 32 -22M0 -14V-34M0 -22L-8 -30M0 -22L8 -30"
    return lit(crown, PINE, at=(-6, -10), size=0.92) + foot + ribs + blade + heart + svg.line(veins, "#a9d08c", 2.4)


VEGETABLES = (
    Drawing("aubergine", "茄子", "茄", aubergine()),
    Drawing("corn", "玉米", "玉", corn()),
    Drawing("chili", "辣椒", "辣", chili()),
    Drawing("pumpkin", "南瓜", "南", pumpkin()),
    Drawing("pak choi", "青菜", "菜", pak_choi()),
    Drawing("mushroom", "香菇", "菇", mushroom()),
)
