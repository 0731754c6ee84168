"""The cut fruits of the garden set: slices, halves and open fruits, directly on the tile or on a dish."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.garden.parts import BARK, CREAM, INK, LEAF, PINE, RED, Tones, leaf, lit, rays, shine, stalk
from lianliankan.faces.drawn.tile_set import Drawing


def watermelon() -> str:
    """Draw a tilted half slice: rind, pith and red flesh."""

    def half(r: float, colour: str) -> str:
        return svg.path(f"M{-r} 0A{r} {r} 0 0 0 {r} 0z", colour)

    flesh = half(49, "#1f5a33") + half(46, "#3f8f45") + half(42, "#e4efbf") + half(38, "#e8434a")
    light = svg.path("M-38 0H8Q-8 13 -30 22A38 38 0 0 1 -38 0z", "#f4706a")
    seed = "M0 4.4C-3.7 4.4 -2.6 -1 0 -5.4C2.6 -1 3.7 4.4 0 4.4z"
    places = [(-24, 9, 30), (-10, 22, 12), (10, 22, -12), (24, 9, -30), (0, 8, 0)]
    seeds = "".join(svg.group(svg.path(seed, INK), move=(x, y), turn=turn) for x, y, turn in places)
    return svg.group(flesh, light, seeds, move=(6, -9), turn=32, scale=0.96)


def orange() -> str:
    """Draw a round slice of an orange: rind, pith, and segments of juice."""
    segment = "M0 -6C-3 -14 -12 -24 -10.5 -31C-6 -35 6 -35 10.5 -31C12 -24 3 -14 0 -6z"
    wheel = svg.circle(0, 0, 44, "#c9560c") + svg.circle(-1, -1, 42, "#f2801a") + svg.circle(0, 0, 37.5, CREAM)
    return wheel + svg.around(8, svg.path(segment, "#fb9a26"), svg.line("M-4 -29Q0 -31 3 -29", "#ffd08a", 2.4))


def kiwi() -> str:
    """Draw half a kiwi: brown skin, green flesh, black seeds around a pale core."""
    flesh = (
        svg.ellipse(0, 0, 44, 36, "#6e4a24")
        + svg.ellipse(-1, -1, 41, 33, "#8a6130")
        + svg.ellipse(0, 0, 38, 30, "#7cb32e")
    )
    glow = svg.ellipse(0, 0, 26, 20, "#a6cf4e") + svg.group(
        svg.line(rays(16, 11, 12, 33), "#bfe06a", 1.8), scale=(1.05, 0.8)
    )
    seeds = svg.dots([svg.polar(angle, 18) for angle in range(0, 360, 24)], 2.4, INK)
    return svg.group(flesh, glow, svg.group(seeds, scale=(1.1, 0.86)), svg.ellipse(0, 0, 10, 7, "#f3f3c4"), turn=-28)


def dragon_fruit() -> str:
    """Draw half a dragon fruit: flames of scales around white flesh, strewn with seeds."""

    def flame(x: float, y: float, turn: float, size: float) -> str:
        low, mid, high, top = (svg.fmt_tenth(-size * part) for part in (0.3, 0.5, 0.8, 1))
        foot = svg.path(f"M-7 4C-8 {mid} -4 {high} 1 {top}Q-1 -8 8 4z", "#e0357f")
        tip = svg.path(f"M0 0C{mid} {low} -3 {high} 1 {top}C5 -8 4 -3 0 0z", "#a3c23f")
        return svg.group(foot, tip, move=(x, y), turn=turn)

    angles = (-152, -120, -90, -60, 60, 90, 120, 152)
    scales = "".join(flame(svg.polar(a, 28)[0], svg.polar(a, 33)[1] + 5, a * 0.72, 18) for a in angles)
    crown = flame(-9, -26, -24, 17) + flame(10, -26, 22, 17) + flame(0, -28, 0, 18)
    skin = (
        svg.ellipse(0, 7, 33, 38, "#a81f5f")
        + svg.ellipse(-1, 6, 31, 36, "#e5397f")
        + svg.ellipse(0, 7, 26, 31, "#fbdfe9")
    )
    spots = [(0, 7), (-9, -4), (8, -7), (-3, -14), (13, 4), (-14, 10), (5, 17), (-7, 21), (12, 22), (2, 30), (-16, 1)]
    return scales + crown + skin + svg.ellipse(-0.6, 6.4, 24, 29, "#fffafa") + svg.dots(spots, 2.1, "#33232c")


def pomegranate() -> str:
    """Draw a pomegranate that has burst: the seeds shine in its side."""
    skin = Tones("#f2a27a", "#cf4a35", "#932a26")
    crown = svg.path("M-10 -26L-16 -44L-6 -38L0 -46L6 -38L16 -44L10 -26z", skin.dark)
    crown += svg.path("M-7 -28L-10 -38L-4 -33L-1 -39L2 -28z", skin.base)
    body = "M0 -32C26 -32 42 -14 42 8C42 30 24 43 0 43C-24 43 -42 30 -42 8C-42 -14 -26 -32 0 -32z"
    burst = svg.path("M-8 -20C8 -12 30 -8 34 6C36 24 20 38 0 36C-16 34 -14 18 -20 6C-24 -6 -16 -18 -8 -20z", "#fbe6b8")
    grains = [(-8, -8), (5, -3), (-9, 6), (18, 1), (4, 11), (27, 11), (16, 15), (-5, 20), (8, 26), (22, 26)]
    seeds = svg.dots(grains, 6, "#9c0f33") + svg.dots([(x - 0.8, y - 0.8) for x, y in grains], 4.6, "#d81f4d")
    sparks = svg.dots([(x - 2, y - 2) for x, y in grains], 1.4, "#ffc0cc")
    return crown + lit(body, skin) + shine(-29, 0, 4, 9, turn=15, opacity=0.4) + burst + seeds + sparks


def lemon() -> str:
    """Draw a lemon and half a lemon on a blue plate."""
    body = (
        "M-35 2C-29 0 -28 -4 -24 -10C-15 -23 15 -23 24 -10C28 -4 29 0 35 1Q38 3 35 5"
        "C29 7 28 9 24 14C15 26 -15 26 -24 14C-28 9 -29 7 -35 5Q-38 4 -35 2z"
    )
    sour = Tones("#fff7b0", "#f9df3a", "#d3a914")
    rings = ((44, "#16305f"), (41, "#e9eff6"), (38.5, "#264a8c"), (29, "#1d3b75"))
    plate = "".join(svg.circle(0, 0, r, colour) for r, colour in rings)
    glow = shine(-10, -11, 10, 3.4, turn=-8, opacity=0.8)
    whole = svg.group(lit(body, sour, at=(-10, -12), size=0.9), glow, move=(-3, -9), turn=-38)
    half = svg.circle(15, 18, 19, sour.dark) + svg.circle(14.5, 17.5, 17.6, sour.base) + svg.circle(15, 18, 15, CREAM)
    wedge = svg.path("M0 -2C-2 -6 -5 -10 -4.4 -12.2C-2 -13.6 2 -13.6 4.4 -12.2C5 -10 2 -6 0 -2z", "#f3d54a")
    return plate + whole + half + svg.group(svg.around(7, wedge), move=(15, 18))


def coconut() -> str:
    """Draw half a coconut, a bowl of white flesh and milk, with a whole one behind."""
    shell = Tones("#a8764a", "#73472a", "#472a18")
    eyes = svg.dots([(2, -30), (14, -34), (10, -24)], 3, "#2f1a0e")
    whole = svg.circle(15, -14, 29, shell.dark) + svg.circle(13, -16, 26, shell.base) + eyes
    fibres = svg.line("M26 -36Q36 -26 36 -12M30 -28Q33 -20 32 -12M20 -40Q28 -38 32 -34", shell.light, 1.8)
    bowl = svg.path("M-44 8C-44 30 -28 44 -6 44C16 44 32 30 32 8z", shell.dark)
    bowl += svg.path("M-42 10C-41 28 -28 40 -8 40C8 40 22 32 27 12z", shell.base)
    hair = svg.line("M-30 30Q-24 36 -16 38M-34 22Q-30 29 -26 31M-8 39Q2 39 8 36", shell.light, 1.8)
    rim = svg.ellipse(-6, 8, 38, 15, shell.dark) + svg.ellipse(-6, 8, 36, 13.5, "#fffdf6")
    milk = svg.ellipse(-6, 9, 26, 8.5, "#d9dfd6") + svg.ellipse(-6, 10.5, 24, 7, "#f1f5ee")
    return whole + fibres + bowl + hair + rim + milk


def apple() -> str:
    """Draw an apple cut in half: red skin around pale flesh, and the core with its pips."""
    body = (
        "M0 -20C10 -28 43 -28 43 4C43 26 26 44 14 44C8 44 6 41 0 41"
        "C-6 41 -8 44 -14 44C-26 44 -43 26 -43 4C-43 -28 -10 -28 0 -20z"
    )
    flesh = svg.group(svg.path(body, "#f3dfa8"), move=(0, 2), scale=(0.86, 0.84))
    flesh += svg.group(svg.path(body, "#fff6d8"), move=(-1.5, 1), scale=(0.8, 0.78))
    core = svg.line("M0 -14V-4M0 -10C-16 -12 -20 12 0 28C20 12 16 -12 0 -10z", "#dcc27a", 2.2)
    top = stalk("M0 -15C0 -28 -3 -36 -8 -42", 5, BARK) + leaf((-2, -27), 72, 40, LEAF, width=0.32)
    return lit(body, RED, size=0.95) + flesh + core + pips(0, 7) + top


def fig() -> str:
    """Draw a dark fig, and half a fig with its pink flesh."""
    drop = (
        "M0 -36C4 -36 5 -30 7 -24C11 -14 26 -4 26 14C26 30 14 38 0 38"
        "C-14 38 -26 30 -26 14C-26 -4 -11 -14 -7 -24C-5 -30 -4 -36 0 -36z"
    )
    skin = Tones("#a98bc0", "#54386e", "#33204a")
    seams = svg.line("M-6 -14C-16 0 -18 12 -14 26M4 -16C10 0 12 14 8 30", "#75568f", 2)
    whole = svg.group(lit(drop, skin, at=(-8, -6)), seams, move=(-17, -4), turn=-10, scale=1.04)
    rind = svg.path(drop, skin.dark) + svg.group(svg.path(drop, "#f5ecc8"), scale=0.88)
    flesh = svg.path("M0 -21C4 -9 19 0 19 13C19 24 9 30 0 30C-9 30 -19 24 -19 13C-19 0 -4 -9 0 -21z", "#d4526a")
    heart = svg.ellipse(0, 15, 8, 11, "#f2a5a0") + svg.dots(
        [svg.polar(a, 13, (0, 14)) for a in range(0, 360, 36)], 1.5, "#ffe3b0"
    )
    return whole + svg.group(rind, flesh, heart, move=(20, 7), turn=12, scale=1.02)


def starfruit() -> str:
    """Draw a slice of starfruit, the star itself, on a dark leaf."""
    veins = "M-52 0H52M-24 0L-14 -22M0 0L10 -26M24 0L32 -16M-24 0L-14 22M0 0L10 26M24 0L32 16"
    under = svg.path("M-52 0C-34 -36 34 -36 52 0C34 36 -34 36 -52 0z", PINE.dark)
    over = svg.path("M-52 0C-34 -36 34 -36 52 0z", PINE.base) + svg.line(veins, PINE.light, 2)

    def star(far: float, near: float, colour: str, soft: float) -> str:
        return svg.polygon(
            [svg.polar(36 * i, near if i % 2 else far) for i in range(10)], colour, stroke=colour, width=soft
        )

    rim = star(33, 17, "#c9a915", 11) + star(33, 17, "#f7e04a", 6) + star(27, 11, "#fdf3a0", 5)
    seeds = svg.around(5, svg.path("M0 -17C-4 -11 -3 -7 0 -5C3 -7 4 -11 0 -17z", "#7a4a18"))
    return svg.group(under, over, turn=-45) + svg.group(
        rim, seeds, svg.circle(0, 0, 2.6, "#c9a915"), turn=10, scale=1.12
    )


def pear() -> str:
    """Draw a green pear, and in front of it half a pear with its core."""
    body = (
        "M4 -40C14 -40 16 -25 19 -13C23 1 34 8 34 23C34 38 20 45 2 45"
        "C-17 45 -32 37 -32 22C-32 6 -16 1 -11 -13C-7 -25 -6 -40 4 -40z"
    )
    skin = Tones("#e3ecaa", "#8fae3c", "#56722a")
    stem = stalk("M4 -37C4 -44 7 -48 12 -50", 6, BARK)
    freckles = svg.dots([(12, 8), (24, 14), (22, 26), (14, 20), (10, -10), (27, 34)], 1.5, "#4d661c")
    whole = stem + leaf((4, -42), 98, 26, LEAF, width=0.36) + lit(body, skin, at=(-6, 4)) + freckles
    flesh = svg.group(svg.path(body, "#f0e2ae"), move=(0, 1), scale=0.87)
    flesh += svg.group(svg.path(body, "#fff8e0"), move=(-1, 0.5), scale=0.8)
    core = svg.line("M2 -26V6M2 6C-14 8 -14 28 2 34C18 28 18 8 2 6z", "#d9c07c", 2.4)
    half = stem + svg.path(body, skin.dark) + flesh + core + pips(2, 20)
    return svg.group(whole, move=(11, 2), turn=16, scale=0.86) + svg.group(half, move=(-18, 6), turn=-16, scale=0.84)


def pips(x: float, y: float) -> str:
    """Draw the two pips of an apple or a pear around a centre."""
    pip = svg.path("M0 -7C-5 -1 -5 6 0 7C5 6 5 -1 0 -7z", "#5b2f17")
    return svg.group(pip, move=(x - 6.5, y), turn=14) + svg.group(pip, move=(x + 6.5, y), turn=-14)


CUT_FRUITS = (
    Drawing("pear", "梨", "梨", pear()),
    Drawing("watermelon", "西瓜", "瓜", watermelon()),
    Drawing("orange", "橙子", "橙", orange()),
    Drawing("kiwi", "猕猴桃", "猕", kiwi()),
    Drawing("dragon fruit", "火龙果", "龙", dragon_fruit()),
    Drawing("pomegranate", "石榴", "榴", pomegranate()),
    Drawing("lemon", "柠檬", "柠", lemon()),
    Drawing("coconut", "椰子", "椰", coconut()),
    Drawing("apple", "苹果", "苹", apple()),
    Drawing("fig", "无花果", "无", fig()),
    Drawing("starfruit", "杨桃", "杨", starfruit()),
)
