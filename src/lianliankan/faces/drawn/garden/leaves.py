"""The leaves, pods and other plants of the garden set, each seen through a window of the garden wall."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.garden.parts import BARK, LEAF, MOSS, PINE, Tones, bloom, leaf, lobes, rays, stalk, window
from lianliankan.faces.drawn.tile_set import Drawing

LILAC = ("#d9c4f7", "#b394ea", "#8d68d0")  # wisteria, from its open flowers to its buds


def bamboo() -> str:
    """Draw three canes of bamboo, with leaves that hang from the joints."""

    def cane(x: float, width: float, tones: Tones, joints: tuple[float, ...]) -> str:
        rod = svg.rect(x - width / 2, -44, width, 88, tones.base) + svg.rect(
            x - width / 2, -44, width * 0.3, 88, tones.light
        )
        rings = "".join(f"M{x - width / 2 - 0.6} {y}h{width + 1.2}" for y in joints)
        return rod + svg.line(rings, tones.dark, 3)

    canes = cane(-22, 13, LEAF, (-26, 8, 36)) + cane(2, 10, PINE, (-34, -8, 24)) + cane(24, 13, LEAF, (-14, 18))
    spray = [
        ((8, -34), 125, 34),
        ((8, -34), 160, 32),
        ((-16, -24), 150, 30),
        ((-16, -24), 112, 26),
        ((18, 18), 205, 28),
        ((18, 18), 240, 26),
    ]
    leaves = "".join(leaf(at, turn, size, PINE, width=0.17) for at, turn, size in spray)
    return window("square", "#f3f1d8", "#7d9a5a") + canes + leaves


def maple() -> str:
    """Draw a maple leaf in autumn red."""
    upper = [(0, -40), (7, -24), (14, -28), (12, -12), (30, -24), (29, -15)]
    right = [*upper, (41, -12), (28, 2), (32, 8), (14, 14), (16, 22), (2, 18)]
    outline = [*right, *((-x, y) for x, y in reversed(right[1:]))]
    veins = "M0 18L0 -30M0 16L26 -12M0 16L-26 -12M0 17L20 10M0 17L-20 10M0 -6L6 -16M0 -6L-6 -16M13 2L22 1M-13 2L-22 1"
    whole = svg.polygon(outline, "#d93a26", stroke="#a8201f", width=3) + svg.polygon([*right, (0, 18)], "#a8201f")
    whole += svg.line(veins, "#f7a35c", 1.8) + svg.line("M0 16C0 28 3 36 9 41", "#a8201f", 3.4)
    return window("octagon", "#f6e3b4", "#c9a15a") + svg.group(whole, move=(0, 2), turn=16, scale=0.98)


def ginkgo() -> str:
    """Draw a golden ginkgo leaf, a fan with a cleft."""
    fan = (
        "M0 18C-10 8 -26 4 -41 4C-43 -14 -35 -31 -20 -37C-14 -41 -6 -39 -2 -35L0 -16L3 -35"
        "C8 -40 16 -40 22 -36C35 -30 43 -14 41 4C26 4 10 8 0 18z"
    )
    shade = svg.path("M0 18L0 -16L3 -35C8 -40 16 -40 22 -36C35 -30 43 -14 41 4C26 4 10 8 0 18z", "#e3a81c")
    ribs = svg.line("M0 15L-33 -6M0 15L-26 -23M0 15L-13 -31M0 15L33 -6M0 15L26 -23M0 15L13 -31", "#fff0a0", 1.8)
    whole = svg.path(fan, "#f9cf3a") + shade + ribs + svg.line("M0 16C1 28 -2 36 -10 41", "#d0921a", 4.4)
    return window("plum", "#27406b", "#172848") + svg.group(whole, move=(2, 2), turn=12, scale=0.95)


def osmanthus() -> str:
    """Draw osmanthus in front of the full moon: small gold flowers between the leaves."""
    moon = svg.circle(-9, -9, 26, "#fbefc0") + svg.circle(-3, -5, 19, "#f4e2a4")
    branch = svg.line("M40 -28C26 -24 8 -4 -10 26", BARK.base, 4)
    places = [
        ((30, -24), -62, 32),
        ((24, -16), 112, 20),
        ((10, -2), -98, 33),
        ((6, 4), 98, 35),
        ((-8, 22), -80, 30),
        ((-8, 24), 160, 20),
    ]
    greens = "".join(leaf(at, turn, size, LEAF, width=0.25) for at, turn, size in places)
    spots: list[svg.Point] = [(25, -18), (12, 3), (-5, 18), (15, -11), (1, 9), (21, -6)]
    petals = "".join(lobes(4, 4.3, 3.9, start=45, middle=spot) for spot in spots)
    flowers = svg.path(petals, "#ffae2a") + svg.dots(spots, 1.8, "#fff0b0")
    return window("moon", "#22305c", "#141d3c") + moon + branch + greens + flowers


def lotus_pod() -> str:
    """Draw a lotus pod on its stem, a seed in each hole."""
    cup = svg.path("M-36 -14C-32 8 -14 20 -6 26H6C14 20 32 8 36 -14z", MOSS.dark)
    cup += svg.path("M-34 -12C-30 8 -14 18 -7 25H-1C-6 14 -10 0 -12 -10z", MOSS.base)
    cup += svg.line("M8 22C14 12 18 2 20 -4M0 24V0", "#55702a", 2)
    top = svg.ellipse(0, -16, 37, 16, "#55702a") + svg.ellipse(0, -17.5, 35, 14, MOSS.base)
    holes = [(-24, -18), (-10, -25), (8, -26), (24, -19), (-13, -12), (3, -16), (16, -10)]
    seeds = "".join(svg.ellipse(x, y, 5, 3.4, "#4a5c1e") + svg.ellipse(x, y - 1, 3.2, 2.4, "#e9efb4") for x, y in holes)
    return window("fan", "#6b2d52", "#481a36") + stalk("M0 24V36", 7, MOSS) + cup + top + seeds


def cactus() -> str:
    """Draw a cactus in a clay pot, with one pink flower."""
    ribs = svg.line("M-5 -22V14M5 -22V14", PINE.dark, 2)
    arms = svg.line("M-10 6H-24V-10M10 0H24V-18", PINE.dark, 13) + svg.line(
        "M-10 5H-25V-10M10 -1H23V-18", PINE.base, 9.6
    )
    trunk = svg.path("M-15 20V-20C-15 -40 15 -40 15 -20V20z", PINE.dark)
    trunk += svg.path("M-13 20V-20C-13 -38 11 -38 11 -20V20z", PINE.base)
    rows = ((-9, (-18, -4, 10)), (0, (-26, -11, 3)), (9, (-18, -4, 10)), (-24, (-8, 3)), (24, (-15, -5)))
    spines = svg.dots([(x, y) for x, ys in rows for y in ys], 1.3, "#eef5c0")
    pot = svg.path("M-22 18H22L17 42H-17z", "#a84a24") + svg.path("M-20 18H6L4 42H-16z", "#cf6a3a")
    rim = svg.rect(-26, 14, 52, 9, "#e08a58", round=3) + svg.rect(-26, 19, 52, 4, "#b85a30", round=2)
    petals = svg.path(bloom(6, 11, 8, tip=0.3), "#e8437f") + svg.path(bloom(6, 8, 5, start=30, tip=0.3), "#ff9ac0")
    flower = svg.group(petals, svg.circle(0, 0, 2.4, "#ffe07a"), move=(0, -34))
    sky = window("hexagon", "#f0b86a", "#c98a3a") + svg.circle(-2, -6, 32, "#fbe3a0")
    return sky + arms + trunk + ribs + spines + flower + pot + rim


def dandelion() -> str:
    """Draw a dandelion clock that the wind begins to scatter."""
    middle: svg.Point = (-9, -9)
    disc, heart = svg.circle(*middle, 27, "#8fc9bd"), svg.circle(*middle, 5, "#7a5a2d")
    hairs = svg.line(rays(20, 0, 5, 25, middle=middle) + rays(10, 18, 4, 15, middle=middle), "#ffffff", 1.4)
    tufts = svg.dots([svg.polar(18 * i, 26, middle) for i in range(20)], 3, "#ffffff")
    tufts += svg.dots([svg.polar(36 * i + 18, 16, middle) for i in range(10)], 2.2, "#ffffff")
    seed = svg.line("M0 8V0M0 0L-6 -5M0 0L-2.4 -7M0 0L2.4 -7M0 0L6 -5", "#ffffff", 1.7) + svg.dots(
        [(0, 8)], 1.8, BARK.dark
    )
    flying = "".join(
        svg.group(seed, move=(x, y), turn=turn) for x, y, turn in ((29, -29, 40), (33, -2, 70), (26, 24, 110))
    )
    stem = stalk("M-9 -4C-9 14 -12 30 -17 40", 4, MOSS) + leaf((-17, 40), 66, 32, LEAF, width=0.2)
    return window("tablet", "#3f8f86", "#27665f") + stem + disc + hairs + tufts + heart + flying


def wisteria() -> str:
    """Draw three trains of wisteria that hang from a beam, dark at their tips."""
    beam = svg.path("M-43 -37C-20 -43 20 -31 43 -39V-30C20 -23 -20 -35 -43 -29z", BARK.base)
    beam += svg.line("M-40 -34C-20 -39 20 -27 40 -34", BARK.light, 2)

    def train(x: float, top: float, rows: tuple[int, ...]) -> str:
        # each row is a bar of shade with florets on it, from the open ones down to the buds
        bars, florets = "", ["", "", ""]
        for row, count in enumerate(rows):
            left, y = x - (count - 1) * 4.1, top + row * 7.6
            bars += f"M{svg.fmt_tenth(left)} {svg.fmt_tenth(y)}h{svg.fmt_tenth((count - 1) * 8.2)}v3"
            places = "".join(f"M{svg.fmt_tenth(left + k * 8.2 - 0.8)} {svg.fmt_tenth(y - 1)}v2.6" for k in range(count))
            florets[row * 3 // len(rows)] += places
        return svg.line(bars, "#5b3a9e", 9) + "".join(
            svg.line(d, tone, 5.8) for d, tone in zip(florets, LILAC, strict=True)
        )

    greens = "".join(leaf((x, -32), turn, 24, LEAF, width=0.34) for x, turn in ((-12, 176), (14, 184)))
    trains = train(-26, -21, (3, 3, 3, 2, 1)) + train(29, -22, (2, 2, 1)) + train(3, -20, (3, 4, 3, 3, 2, 2, 1, 1))
    return window("square", "#f1ecd6", "#8a6a8f") + greens + trains + beam


LEAVES = (
    Drawing("bamboo", "竹子", "竹", bamboo()),
    Drawing("maple leaf", "枫叶", "枫", maple()),
    Drawing("ginkgo leaf", "银杏叶", "杏", ginkgo()),
    Drawing("osmanthus", "桂花", "桂", osmanthus()),
    Drawing("lotus pod", "莲蓬", "莲", lotus_pod()),
    Drawing("cactus", "仙人掌", "仙", cactus()),
    Drawing("dandelion", "蒲公英", "蒲", dandelion()),
    Drawing("wisteria", "紫藤", "藤", wisteria()),
)
