"""The flowers of the garden set, each seen through a window of the garden wall."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.garden.parts import BARK, LEAF, MOSS, PINE, Tones, bloom, leaf, lobes, rays, stalk, window
from lianliankan.faces.drawn.tile_set import Drawing

GOLD = Tones("#ffe98a", "#f8c12c", "#c97f12")


def pointed(turn: float, length: float, width: float, heart: str, edge: str, at: svg.Point) -> str:
    """Draw one pointed petal from its base, its edge in shade and its middle lit."""
    outer, inner = bloom(1, length, width, tip=0.35), bloom(1, length * 0.9, width * 0.72, tip=0.3)
    return svg.group(svg.path(outer, edge), svg.path(inner, heart), move=at, turn=turn)


def lotus() -> str:
    """Draw a lotus above its leaf, pale on deep water."""
    pad = svg.ellipse(0, 27, 36, 9, "#2f7d5c") + svg.line("M-30 26Q0 33 30 26", "#5fae83", 1.8)
    ripples = svg.line("M-24 39H-6M4 39H22", "#4f9a8a", 2)
    petals = "".join(pointed(turn, 48, 26, "#f08fae", "#cf5a86", (0, 24)) for turn in (-24, 24))
    petals += pointed(0, 53, 24, "#ffd9e2", "#ec86a8", (0, 24))
    for turn, size in ((-74, 40), (74, 40), (-46, 45), (46, 45)):
        petals += pointed(turn, size, 26, "#ffd9e2", "#ec86a8", (0, 25))
    for turn, size in ((-22, 38), (22, 38), (0, 34)):
        petals += pointed(turn, size, 28, "#fff0f3", "#f3a6bd", (0, 26))
    return window("moon", "#1d5b5a", "#123f42") + pad + ripples + petals


def peony() -> str:
    """Draw a full peony: ruffles around a golden centre."""
    leaves = "".join(leaf((0, 0), turn, 47, PINE, width=0.3) for turn in (45, 135, 225, 315))
    layers = [
        (9, 26, 11, "#8f1440"),
        (9, 24.5, 10, "#c62a5c"),
        (8, 19, 9, "#e0517c"),
        (7, 13.5, 8, "#f28aa8"),
        (6, 8, 6.5, "#fbb9c9"),
    ]
    ruffles = "".join(svg.path(lobes(n, far, r, start=i * 17), colour) for i, (n, far, r, colour) in enumerate(layers))
    heart = svg.circle(0, 0, 6.5, "#c62a5c") + svg.dots(
        [svg.polar(a, 4) for a in range(0, 360, 60)] + [(0, 0)], 1.8, GOLD.light
    )
    folds = svg.line(rays(9, 20, 24, 31), "#8f1440", 1.6)
    return window("begonia", "#f3dca6", "#c99a4e") + leaves + ruffles + folds + heart


def plum_blossom() -> str:
    """Draw plum blossoms on a dark branch in snowy light."""
    branch = svg.path(
        "M-41 38C-24 26 -14 8 0 0C12 -8 20 -20 38 -41L41 -36C28 -16 18 -2 6 6C-6 14 -14 32 -37 41z", BARK.dark
    )
    twigs = svg.line("M-16 16C-22 2 -22 -10 -18 -24M8 3C20 6 26 12 32 22", BARK.dark, 4)

    def blossom(x: float, y: float, size: float, turn: float) -> str:
        disc = svg.path(lobes(5, 9, 8), "#d64a6e") + svg.path(lobes(5, 8.4, 6.8), "#ff9fb4")
        stamens = svg.line(rays(8, 0, 0, 7), "#fff0d0", 1.1)
        stamens += svg.dots([svg.polar(a, 7.4) for a in range(0, 360, 45)], 1.2, "#ffe07a")
        return svg.group(disc, stamens, svg.circle(0, 0, 2.4, "#b8305a"), move=(x, y), turn=turn, scale=size)

    buds = svg.dots([(-18, -27), (33, 24), (21, 31)], 5, "#d64a6e") + svg.dots(
        [(-19, -28), (32, 23), (20, 30)], 3.6, "#ff9fb4"
    )
    flowers = blossom(-14, 8, 1.2, 10) + blossom(15, -14, 1.4, 40) + blossom(13, 15, 0.85, 0)
    return window("square", "#dfe9f2", "#8fa3bb") + branch + twigs + buds + flowers


def chrysanthemum() -> str:
    """Draw a great golden chrysanthemum of slender petals."""
    layers = [(14, 42, 12.5, "#d08414"), (11, 34, 12.5, "#f0a91e"), (9, 25, 11, "#fbc936"), (6, 16, 10, "#ffe68a")]
    petals = ""
    for i, (count, far, wide, colour) in enumerate(layers):
        petals += svg.path(
            bloom(count, far, wide, start=i * 10, tip=0.8, foot=far / 4), colour, stroke="#a85a0c", width=0.8
        )
    return (
        window("octagon", "#6b1f35", "#45101f")
        + petals
        + svg.circle(0, 0, 7, "#a85a0c")
        + svg.circle(-0.6, -0.6, 5.6, "#fff3b8")
    )


def sunflower() -> str:
    """Draw a sunflower, its dark face full of seeds."""
    petals = svg.path(bloom(16, 42, 15, tip=0.1), "#d98e12")
    petals += svg.path(bloom(16, 42, 14, start=11.25, tip=0.1), "#ffcf33", stroke="#e5a01c", width=0.8)
    face = svg.circle(0, 0, 21, "#3d2312") + svg.circle(-1, -1, 18.5, "#5f391c") + svg.circle(0, 0, 9, "#3d2312")
    seeds = svg.dots([svg.polar(i * 137.5, 3.9 * i**0.5) for i in range(1, 19)], 1.3, "#c99045")
    return window("tablet", "#4fa3c9", "#2c6f96") + petals + face + seeds


def orchid() -> str:
    """Draw an orchid as in ink paintings: a few long blades with flowers between them."""
    sweep = [
        ("M-2 44C-4 14 -18 -12 -38 -6C-20 -22 2 6 5 44z", PINE.base),
        ("M0 44C8 22 22 8 38 16C26 14 16 28 9 44z", PINE.base),
        ("M-5 44C-12 30 -22 24 -35 28C-22 16 -4 26 2 44z", PINE.light),
        ("M-3 44C-4 8 -10 -18 -24 -38C-4 -24 6 8 5 44z", PINE.dark),
    ]
    blades = "".join(svg.path(d, colour) for d, colour in sweep)

    def flower(x: float, y: float, turn: float, size: float) -> str:
        petals = svg.path(bloom(5, 17, 12, tip=0.3), "#6b2d96") + svg.path(bloom(5, 14.5, 7.5, tip=0.3), "#b06fd6")
        lip = svg.ellipse(0, 5, 4.4, 6, "#fff3c4") + svg.circle(0, 3.4, 1.8, "#c2185b")
        return svg.group(petals, lip, move=(x, y), turn=turn, scale=size)

    flowers = flower(13, -18, 10, 1.5) + flower(-15, 10, -20, 1.05)
    stems = svg.line("M4 44C6 24 6 8 11 -10M3 40C0 26 -6 18 -13 13", MOSS.dark, 2.6)
    return window("arch", "#f2e6b4", "#a9a05a") + blades + stems + flowers


def tulip() -> str:
    """Draw a tulip, a cup of gold and flame between two tall leaves."""
    green = stalk("M0 42V4", 5) + leaf((-2, 43), -26, 46, LEAF, width=0.22, bend=-6)
    green += leaf((2, 43), 26, 42, LEAF, width=0.22, bend=6)
    cup = svg.path(
        "M-24 -34C-15 -32 -11 -28 -9 -24C-6 -32 -3 -37 0 -41C3 -37 6 -32 9 -24"
        "C11 -28 15 -32 24 -34C31 -10 22 12 0 12C-22 12 -31 -10 -24 -34z",
        "#e0721f",
    )
    left = svg.path("M-24 -34C-7 -30 2 -10 -2 12C-22 11 -30 -10 -24 -34z", "#ffd65a")
    right = svg.path("M24 -34C7 -28 0 -10 2 12C22 11 30 -10 24 -34z", "#f8b53a")
    middle = svg.path("M0 -30C11 -18 11 2 0 12C-11 2 -11 -18 0 -30z", "#ffe78f")
    middle += svg.path("M0 -20C5 -10 5 2 0 12C-5 2 -5 -10 0 -20z", "#f08a3c")
    flames = svg.path("M-19 -22C-10 -14 -8 -2 -6 10C-16 4 -20 -8 -19 -22z", "#f7953c")
    flames += svg.path("M19 -22C10 -14 8 -2 6 10C16 4 20 -8 19 -22z", "#e0721f")
    return window("oval", "#2a4a78", "#182f52") + green + cup + left + right + flames + middle


def rose() -> str:
    """Draw a rose from the side, petal around petal, above its thorny stalk."""
    green = stalk("M0 41V12", 4.6) + svg.line("M3 27L8 24M-3 34L-8 31", LEAF.dark, 3)
    green += leaf((-1, 38), -62, 34, LEAF, width=0.34) + leaf((1, 35), 60, 32, LEAF, width=0.34)
    sepals = svg.path(bloom(5, 14, 9, start=100, tip=0, middle=(0, 12)), LEAF.dark)
    cup = svg.path("M-26 -22C-30 2 -17 16 0 16C17 16 30 2 26 -22C20 -38 -20 -38 -26 -22z", "#8f1738")
    folds = ((17.5, 11.5, "#c22a4c"), (12.5, 8, "#8f1738"), (10, 6.4, "#e0566e"), (5.6, 3.6, "#8f1738"))
    heart = "".join(svg.ellipse(0.5 * i - 1, -23 + 0.4 * i, rx, ry, colour) for i, (rx, ry, colour) in enumerate(folds))
    right = svg.path("M26 -24C31 2 17 16 0 16C9 4 6 -10 26 -24z", "#b82447")
    left = svg.path("M-26 -24C-31 2 -17 16 0 16C-2 0 -9 -14 -26 -24z", "#f2808f")
    front = svg.path("M-21 -16C-10 -12 4 -13 19 -18C20 0 11 13 0 16C-10 13 -21 1 -21 -16z", "#dd4a66")
    lip = svg.path("M-21 -16C-10 -12 4 -13 19 -18C15 -7 -8 -4 -21 -16z", "#fbb9bd")
    return (
        window("hexagon", "#1f4638", "#122c23")
        + green
        + svg.group(sepals, cup, heart, right, left, front, lip, scale=1.06)
    )


def iris() -> str:
    """Draw an iris: three petals stand, three fall, with a tongue of gold on each."""
    blades = leaf((-6, 42), -20, 44, PINE, width=0.12) + leaf((8, 42), 16, 48, PINE, width=0.12)
    blades += stalk("M0 41V8", 5, PINE)
    stand = svg.path("M0 2C-16 -6 -18 -30 -6 -41Q-2 -37 0 -42Q3 -37 7 -41C18 -30 16 -6 0 2z", "#6a46b0")
    stand += svg.path("M0 0C-10 -8 -12 -26 -5 -36C4 -28 4 -10 0 0z", "#9878d8")
    arms = svg.mirrored(svg.path("M0 2C-8 -16 -22 -26 -32 -22C-30 -8 -16 4 0 4z", "#7f5cc6"))
    fall = svg.path("M0 0C-12 -4 -32 -2 -40 14C-36 18 -38 22 -32 26C-24 28 -8 16 0 4z", "#4a2a8c")
    fall += svg.path("M-3 2C-14 0 -28 2 -36 13C-32 16 -32 19 -29 22C-22 22 -10 12 -3 2z", "#6a46b0")
    fall += svg.line("M-5 4C-12 4 -18 7 -24 12", "#ffd24a", 4)
    tongue = svg.path("M0 0C-12 6 -14 24 -6 34Q0 38 6 34C14 24 12 6 0 0z", "#4a2a8c")
    tongue += svg.path("M0 2C-8 8 -10 22 -5 30Q0 33 4 30C9 22 8 8 0 2z", "#7f5cc6")
    tongue += svg.line("M0 5V18", "#ffd24a", 4.6)
    return window("tablet", "#f7cf6a", "#c98f22") + blades + arms + stand + svg.mirrored(fall) + tongue


def morning_glory() -> str:
    """Draw a morning glory, a blue trumpet with a white star, on its vine."""
    vine = svg.line("M-28 28C-14 40 -6 42 2 38C10 34 14 38 11 41C8 43 6 40 8 38", LEAF.dark, 2.6)
    heart = "M0 0C-18 -4 -22 -24 -10 -28C-4 -30 0 -26 0 -22C0 -26 4 -30 10 -28C22 -24 18 -4 0 0z"
    rib = svg.line("M0 -3V-20", LEAF.light, 2)
    left = svg.group(svg.path(heart, LEAF.base), rib, move=(-33, 30), turn=48, scale=0.95)
    right = svg.group(svg.path(heart, LEAF.dark), rib, move=(33, 30), turn=-48, scale=0.95)
    trumpet = svg.path(lobes(5, 15, 20), "#23459c") + svg.path(lobes(5, 14.4, 18.4), "#3f6fd0")
    star = svg.path(bloom(5, 31, 11, tip=0), "#dfe9ff") + svg.circle(0, 0, 11, "#dfe9ff")
    throat = svg.circle(0, 0, 7, "#fffbe0") + svg.circle(0, 0, 2.6, GOLD.base)
    return window("moon", "#f9e2cf", "#d9a88a") + vine + left + right + svg.group(trumpet, star, throat, move=(0, -7))


def daisy() -> str:
    """Draw two daisies, a large one and a small one."""

    def one(x: float, y: float, size: float, turn: float) -> str:
        petals = svg.path(bloom(12, 28, 11.5, foot=4), "#ffffff", stroke="#b4c3e2", width=1.2)
        heart = svg.circle(0, 0, 9.5, GOLD.dark) + svg.circle(-0.8, -0.8, 8, GOLD.base)
        heart += svg.dots([(-3, -3), (1, -4), (-4, 1)], 1, GOLD.light)
        return svg.group(petals, heart, move=(x, y), turn=turn, scale=size)

    green = stalk("M-10 -6C-8 16 -2 28 4 41M22 20C20 30 12 36 4 41", 4) + leaf((0, 34), -70, 30, LEAF, width=0.24)
    return window("square", "#2f5ea8", "#1c3f7a") + green + one(20, 19, 0.72, 20) + one(-10, -10, 1.08, 0)


def hibiscus() -> str:
    """Draw a hibiscus, pale with a crimson eye, and its long column of stamens."""
    leaves = leaf((10, 10), 126, 34, LEAF, width=0.36) + leaf((-10, 10), 234, 34, LEAF, width=0.36)
    petal = svg.path(
        "M0 2C-14 -6 -24 -26 -16 -36C-10 -42 -4 -38 0 -40C4 -38 10 -42 16 -36C24 -26 14 -6 0 2z", "#ee8f96"
    )
    petal += svg.path("M0 0C-12 -6 -21 -26 -14 -33C-9 -38 -4 -34 0 -36C4 -34 8 -37 12 -32C18 -24 10 -6 0 0z", "#ffe1dc")
    veins = svg.line(rays(10, -17, 14, 28), "#f7b3b3", 1.8)
    eye = svg.path(bloom(5, 24, 15, start=-8, tip=0.1), "#d1285a") + svg.path(
        bloom(5, 15, 9, start=-8, tip=0.1), "#7c0d2a"
    )
    dust = [(15, -24), (19, -17), (20, -30), (27, -21), (27, -30), (32, -27), (26, -36)]
    column = svg.line("M0 0L25 -27", "#ffdf8a", 4.4) + svg.dots(dust, 2.6, "#f8a81c")
    return window("plum", "#2b8a7e", "#17615a") + leaves + svg.around(5, petal, start=-8) + veins + eye + column


def lily_of_the_valley() -> str:
    """Draw lily of the valley: an arc of white bells in front of broad leaves."""
    leaves = leaf((-10, 42), -22, 70, PINE, width=0.24, bend=-4) + leaf((-6, 42), 16, 74, LEAF, width=0.2, bend=4)
    bell = svg.path("M0 -8C-8 -8 -9 0 -10 6Q-6 3 -3.4 7Q0 3 3.4 7Q6 3 10 6C9 0 8 -8 0 -8z", "#b9c6d0")
    bell += svg.path("M0 -7C-7 -7 -7 0 -9 4.6Q-5 2 -3 5.6Q0 2 3 5Q5 2 6 3C5 -2 4 -7 0 -7z", "#ffffff")
    bow = "M-8 42C-4 10 -14 -36 18 -37C26 -37 31 -34 33 -29M-6 16Q2 12 7 18M-8 -4Q4 -8 14 -2M-4 -22Q10 -26 20 -20"
    places = (((8, 26), 1.3), ((17, 7), 1.25), ((24, -11), 1.15), ((33, -23), 0.95))
    bells = "".join(svg.group(bell, move=place, scale=size) for place, size in places)
    return window("begonia", "#4b3a6e", "#2f2349") + leaves + svg.line(bow, "#d5ea9c", 2.2) + bells


FLOWERS = (
    Drawing("lotus", "荷花", "荷", lotus()),
    Drawing("peony", "牡丹", "牡", peony()),
    Drawing("plum blossom", "梅花", "梅", plum_blossom()),
    Drawing("chrysanthemum", "菊花", "菊", chrysanthemum()),
    Drawing("sunflower", "向日葵", "葵", sunflower()),
    Drawing("orchid", "兰花", "兰", orchid()),
    Drawing("tulip", "郁金香", "郁", tulip()),
    Drawing("rose", "玫瑰", "玫", rose()),
    Drawing("iris", "鸢尾", "鸢", iris()),
    Drawing("morning glory", "牵牛花", "牵", morning_glory()),
    Drawing("daisy", "雏菊", "雏", daisy()),
    Drawing("hibiscus", "木槿", "槿", hibiscus()),
    Drawing("lily of the valley", "铃兰", "铃", lily_of_the_valley()),
)
