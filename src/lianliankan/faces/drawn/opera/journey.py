"""The faces of the opera set from the Journey to the West: the pilgrims and those they met."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.opera import dress, paint
from lianliankan.faces.drawn.tile_set import Drawing


def sun_wukong() -> str:
    """Draw the Monkey King: the red peach on golden fur, fiery eyes, pheasant feathers."""
    fur = (
        "M0 -30C17 -31 26 -24 29 -14C33 -12 30 -8 33 -4C30 -2 33 4 31 8"
        "C27 10 29 16 24 20C21 20 20 26 15 27C12 34 6 36 0 36"
    )
    peach = "M0 -12C5 -22 22 -22 23 -8C23 2 13 6 9 12C14 20 9 29 0 30"
    return paint.finished(
        dress.ground("#2a2f6b", "#8f93d6"),
        svg.group(
            dress.feathers("#f2c14a", "#a3401f"),
            paint.solid(fur, "#f3bb45"),
            svg.path(paint.whole(peach), "#d5301f", stroke=paint.INK, width=1.2),
            paint.pair("M3 -1C5 -9 17 -12 20 -6C19 3 9 8 3 -1z", "#fff3c4"),
            paint.pair("M5 -1Q10 -7 18 -5Q13 3 5 -1z", paint.GOLD),
            paint.dots([(11.5, -2.5)], 2.8, paint.INK),
            paint.pair("M1 8C4 6 6 10 3 12z", paint.INK),
            paint.lips(22, "#7d1411", wide=8),
            paint.solid("M0 -42C10 -42 22 -36 24 -19C15 -25 7 -26 0 -26", "#f7d34a"),
            svg.line("M-23 -20C-14 -27 14 -27 23 -20", "#b3701a", 2.4),
            paint.pompoms([(0, -34)], 5, paint.RED),
            paint.pompoms([(12, -30)], 3.2, paint.WHITE),
            move=(0, 3),
        ),
    )


def zhu_bajie() -> str:
    """Draw Pigsy: ears like fans, a snout, a monk's small black cap."""
    swirl = "M16 12C24 14 29 8 30 0C33 12 28 26 18 28C24 22 24 16 16 12z"
    return paint.finished(
        dress.ground("#5f8a4e", "#c5dfa0"),
        paint.pair("M16 -14C24 -30 40 -28 43 -20C44 -4 36 10 24 10z", "#e79a97", edge=paint.INK),
        paint.pair("M24 -10C29 -20 36 -20 38 -16C38 -6 33 2 27 3z", "#b95e63"),
        paint.face(
            "#f3b5ae",
            paint.brows("old"),
            paint.pair("M3 2C6 -7 16 -9 21 -3C19 6 9 8 3 2z", paint.WHITE),
            paint.dots([(11, -0.5)], 3, paint.INK),
            paint.pair(swirl, paint.BLACK),
            shape="M0 -30C20 -30 30 -18 31 0C32 24 18 36 0 36",
        ),
        svg.line("M-15 31Q0 37 15 31", paint.INK, 1.8),
        paint.solid("M0 8C10 8 16 12 16 18C16 25 9 28 0 28", "#e0827f"),
        paint.pair("M4 15C7 13 10 15 10 18C10 22 5 22 4 15z", "#6d2430"),
        paint.solid("M0 -43C13 -43 24 -38 26 -20C17 -27 8 -28 0 -28", "#25201f"),
        svg.line("M-24 -22C-15 -29 15 -29 24 -22", paint.GOLD, 3.4),
        paint.pompoms([(0, -35)], 4, paint.GOLD),
    )


def sha_seng() -> str:
    """Draw Friar Sand: an indigo face, a bald crown between red hair, a string of skulls."""
    skull = svg.path(
        "M-5 -1C-5 -8 5 -8 5 -1C5 2 3 2 3 5H-3C-3 2 -5 2 -5 -1z", paint.WHITE, stroke=paint.INK, width=1
    ) + svg.line("M-2 -1h0M2 -1h0", paint.INK, 2)
    return paint.finished(
        dress.ground("#d9a75f", "#8a5a22"),
        paint.pair("M18 -26C30 -28 38 -16 37 0C41 4 38 12 40 18C32 22 24 16 22 4z", "#c4391f", edge=paint.INK),
        paint.face(
            "#2e4a78",
            paint.pair("M3 -6C8 -14 18 -16 25 -10C18 -10 10 -6 5 -2z", "#c4391f"),
            paint.sockets("round", paint.WHITE),
            svg.circle(11.5, 0, 5, paint.GOLD),
            svg.circle(-11.5, 0, 5, paint.GOLD),
            paint.dots([(11.5, 0)], 2.4, paint.INK),
            paint.nose("#16284a"),
            paint.lips(20, "#e7867a", wide=9),
            shape="M0 -40C20 -40 29 -24 28 -4C28 14 18 30 0 30",
        ),
        paint.cord("M-26 -20C-16 -27 16 -27 26 -20", paint.GOLD, 3.2),
        paint.pompoms([(0, -26)], 3.6, paint.RED),
        "".join(svg.group(skull, move=spot) for spot in ((-26, 30), (-13, 37), (0, 39), (13, 37), (26, 30))),
    )


def tang_seng() -> str:
    """Draw the pilgrim monk: a calm face below the crown of five leaves, a halo."""
    leaf = svg.path("M-7 0C-8 -10 -4 -14 0 -19C4 -14 8 -10 7 0z", "#c4281f", stroke=paint.INK, width=1.3) + svg.path(
        "M-3.5 -2C-4 -8 -2 -10 0 -13C2 -10 4 -8 3.5 -2z", "#f7d34a"
    )
    crown = "".join(
        svg.group(leaf, move=(x, y), turn=turn)
        for x, y, turn in ((-24, -15, -26), (24, -15, 26), (-13, -22, -12), (13, -22, 12), (0, -25, 0))
    )
    return paint.finished(
        dress.ground("#b9492c", "#f2bf6a"),
        svg.circle(0, 2, 37, "#f6d988", stroke="#fff4cf", width=2),
        paint.pair("M22 -12C30 -8 31 12 28 40L20 40C24 24 22 6 18 -4z", paint.WHITE, edge=paint.INK),
        paint.face(
            "#ffe6d2",
            paint.pair("M4 0C9 -7 18 -8 22 -4C21 4 12 8 6 5z", "#f6bfae"),
            paint.almonds("M4 0Q11 -6 20 -4Q13 4 4 0z", "M6 0Q11 -3.5 17 -2.5Q12 2 6 0z", (11.5, -0.8)),
            paint.pair("M4 -8C9 -12 15 -13 21 -11C15 -10.5 9 -9 5 -6z", paint.INK),
            svg.line("M0 -2C1 3 3 8 2 10Q0 11.5 -2 10", "#c98a6c", 1.3),
            paint.lips(19, wide=6),
            paint.dots([(0, -13)], 2, paint.RED),
        ),
        crown,
        paint.cord("M-26 -12C-17 -24 17 -24 26 -12", paint.GOLD, 3.6),
    )


def erlang_shen() -> str:
    """Draw the god with the third eye: a face of gold below a hat of three peaks."""
    peaks = "M0 -45C6 -42 8 -36 10 -33C13 -40 19 -42 24 -42C23 -38 28 -30 28 -14C18 -22 8 -23 0 -23"
    third = svg.path(
        "M0 -20C5 -15 5 -8 0 -3C-5 -8 -5 -15 0 -20z", paint.WHITE, stroke=paint.INK, width=1.2
    ) + svg.circle(0, -11.5, 2.6, paint.INK)
    return paint.finished(
        dress.ground("#c3d6e8", "#ffffff"),
        svg.group(
            paint.face(
                "#efbe3f",
                paint.pair("M3 -6C8 -14 15 -16 23 -19C24 -12 17 -7 4 -3z", "#8a2b16"),
                paint.sockets("leaf", "#8a2b16"),
                paint.eyes(),
                paint.nose("#a8641a", bridge="#fbe08a"),
                third,
                paint.pair("M12 10C18 10 22 6 24 2C23 12 18 18 12 18z", "#fbe08a"),
                paint.lips(22, "#b3221b"),
            ),
            paint.solid(peaks, "#233a7a"),
            svg.line(paint.both("M1.5 -40C5 -36 7 -30 8 -26M22 -38C22 -32 24 -27 24 -22"), paint.GOLD, 1.8),
            svg.line("M-26 -16C-16 -24 16 -24 26 -16", paint.GOLD, 3),
            paint.pompoms([(0, -31)], 4, paint.WHITE),
            dress.tassels(paint.GOLD, x=32, top=-14, bottom=26),
            move=(0, 3),
            scale=1.04,
        ),
    )


def nezha() -> str:
    """Draw the boy god: two knots of hair, red ribbons, the ring of heaven behind him."""
    return paint.finished(
        dress.ground("#58a9b5", "#d5f0ee"),
        svg.circle(0, 2, 36, stroke=paint.INK, width=7),
        svg.circle(0, 2, 36, stroke=paint.GOLD, width=5),
        paint.pair("M22 -22C34 -16 40 -4 36 12C32 6 30 -6 20 -14z", paint.RED, edge=paint.INK),
        paint.dots([(20, -30)], 11, paint.HAIR, edge=0.8),
        svg.line(paint.both("M11 -27C14 -22 20 -19 27 -21"), paint.RED, 3.4),
        paint.face(
            "#ffe9da",
            paint.pair("M4 -2C9 -9 18 -8 22 -3C22 7 15 12 9 9C6 6 4 2 4 -2z", "#f5a79b"),
            paint.pair("M4 0Q10 -8 21 -7Q14 5 4 0z", paint.INK),
            paint.eyes(rise=3),
            paint.pair("M5 -11C10 -16 16 -15 21 -12C15 -12 10 -11 6 -8z", paint.INK),
            paint.lips(19, wide=5),
            svg.line("M-1.5 9Q0 10.5 1.5 9", "#b5604e", 1.3),
            shape=paint.ROUND,
        ),
        svg.path(paint.whole("M0 -31C18 -31 28 -22 29 -8C24 -14 20 -18 14 -18L11 -12L7 -19L4 -12L0 -19"), paint.HAIR),
        paint.dots([(0, -9)], 2.4, paint.RED),
        paint.pair("M2 31C8 26 14 28 18 25C17 33 10 38 0 38z", "#f48fb1", edge=paint.INK),
        svg.path("M0 24C7 29 7 36 0 41C-7 36 -7 29 0 24z", "#f8bbd0", stroke=paint.INK, width=1.2),
    )


def bull_demon() -> str:
    """Draw the Bull Demon King: great horns, a ring in his nose."""
    ring = "M-7 22C-9 36 9 36 7 22"
    return paint.finished(
        dress.ground("#3a1420", "#b0543a"),
        paint.pair("M12 -24C26 -24 34 -30 34 -41C46 -32 46 -14 22 -8z", "#f1e2bd", edge=paint.INK),
        svg.line(paint.both("M30 -18C37 -21 41 -27 40 -32"), "#b89a62", 2),
        paint.pair("M24 -8C32 -12 40 -8 43 -2C38 4 30 6 24 2z", "#8a4a26", edge=paint.INK),
        paint.face(
            "#9a5229",
            paint.sockets("leaf", edge=paint.WHITE),
            paint.brows("sword", "#e5432f", edge=paint.WHITE),
            paint.eyes(white="#fff3c4"),
            svg.path(paint.whole("M0 -29C5 -26 5 -16 0 -8"), "#f2c230"),
            shape="M0 -30C20 -30 28 -18 27 -4C26 10 22 30 0 34",
            light=0.15,
        ),
        paint.solid("M0 10C12 8 19 14 19 22C18 31 10 38 0 38", "#e3b58c"),
        paint.pair("M6 17C9 15 13 17 13 20C10 22 7 21 6 17z", paint.INK),
        paint.cord(ring, paint.GOLD, 2.8),
    )


JOURNEY = (
    Drawing("sun wukong", "孙悟空", "孙", sun_wukong()),
    Drawing("zhu bajie", "猪八戒", "猪", zhu_bajie()),
    Drawing("sha seng", "沙僧", "沙", sha_seng()),
    Drawing("tang seng", "唐僧", "唐", tang_seng()),
    Drawing("erlang shen", "二郎神", "郎", erlang_shen()),
    Drawing("nezha", "哪吒", "哪", nezha()),
    Drawing("bull demon king", "牛魔王", "牛", bull_demon()),
)
