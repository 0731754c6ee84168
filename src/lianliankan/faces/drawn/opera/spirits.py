"""The spirits of the opera set: gods and demons, each in front of its own sky."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.opera import dress, paint
from lianliankan.faces.drawn.tile_set import Drawing


def zhong_kui() -> str:
    """Draw the queller of ghosts: a bat on his brow for luck, red beard, the hat of the scholar he was."""
    bat = "M0 -22C2 -24 3 -22 4 -20C8 -26 16 -28 22 -24C19 -22 20 -19 21 -16C16 -18 15 -15 14 -12C10 -14 4 -12 0 -8"
    return paint.finished(
        dress.ground("#efc545", "#a8641a"),
        svg.line("M-30 -29H30", "#1d1817", 3),
        paint.dots([(36, -29)], 8, "#1d1817"),
        paint.dots([(36, -29)], 3, paint.GOLD),
        dress.ear_tufts("#c92a1c", "#f58a4d"),
        paint.face(
            "#37302e",
            svg.path(paint.whole(bat), "#d8391f", stroke=paint.WHITE, width=1.2),
            paint.sockets("round", paint.WHITE),
            svg.circle(12, 0, 5.5, paint.BLACK),
            svg.circle(-12, 0, 5.5, paint.BLACK),
            paint.dots([(12, -1)], 2.4, "#f7d34a"),
            paint.nose("#d8391f", bridge=None),
            paint.pair("M15 9C19 9 22 7 25 2C25 10 21 14 16 14z", paint.WHITE),
            shape=paint.ROUND,
            light=0.1,
        ),
        dress.beard_open("#c92a1c", "#f58a4d", mouth="#3d0a08"),
        paint.solid(
            "M0 -44C12 -44 18 -38 18 -33C24 -30 27 -24 27 -17C17 -25 8 -26 0 -26", "#2b2422", light=0.15, shade=0
        ),
        paint.pompoms([(0, -33)], 4, paint.RED),
    )


def lei_gong() -> str:
    """Draw the god of thunder: a bird's beak, hair of flame, lightning at his sides."""
    bolt = svg.path("M36 -40L28 -22L34 -22L27 -4L42 -27L36 -27L43 -40z", "#ffe36b", stroke=paint.INK, width=1.2)
    flame = (
        "M0 -45C6 -40 7 -36 6 -32C12 -35 14 -40 14 -43C20 -38 22 -32 20 -27"
        "C24 -28 26 -30 27 -33C31 -26 30 -16 27 -8L0 -16"
    )
    return paint.finished(
        dress.ground("#2c3440", "#8793a3"),
        svg.mirrored(bolt),
        paint.solid(flame, "#e8611f"),
        paint.face(
            "#3f4f9e",
            paint.brows("sword", "#ffd54a", edge=paint.INK, width=1),
            paint.sockets("leaf", edge=paint.WHITE),
            paint.eyes(white="#ffe36b"),
            paint.pair("M15 9C20 9 25 5 28 0C29 10 25 18 18 22C20 17 19 13 15 9z", paint.WHITE),
            shape=paint.ROUND,
        ),
        svg.path(paint.whole("M0 2C6 4 12 10 14 17C8 18 5 30 0 43"), "#f4b23a", stroke=paint.INK, width=1.5),
        svg.path("M0 2C6 4 12 10 14 17C8 18 5 30 0 43C3 28 2 12 0 2z", paint.INK, opacity=0.16),
        svg.line("M-11 18C-5 20 5 20 11 18", paint.INK, 1.3),
        paint.dots([(3.5, 11)], 1.2, paint.INK),
        paint.pair("M20 18C28 20 32 28 40 30C36 38 26 40 16 32z", "#7f8fd0", edge=paint.INK),
    )


def dragon_king() -> str:
    """Draw the Dragon King of the sea: antlers, a muzzle with long whiskers, waves below."""
    antler = "M8 -26C10 -34 16 -40 20 -44C22 -40 20 -37 18 -34C22 -35 26 -38 30 -38C28 -32 22 -29 16 -22z"
    fin = "M20 -14C30 -22 36 -20 40 -26C41 -16 40 -10 42 -4C36 -4 36 2 40 8C32 10 26 8 22 2z"
    wave = "M0 30C4 29 9 30 11 34C14 28 24 28 27 34C30 28 40 28 44 36C44 42 42 44 36 44L0 44"
    foam = paint.both("M4 39C7 35 10 36 12 40M20 39C23 35 26 36 28 40M33 39C35 36 38 37 39 40")
    return paint.finished(
        dress.ground("#1c4d8f", "#7fc0e8"),
        paint.pair(antler, "#f6dd94", edge=paint.INK),
        paint.pair(fin, paint.WHITE, edge=paint.INK),
        paint.face(
            "#35a08a",
            paint.brows("flame", paint.WHITE),
            paint.sockets("leaf", edge="#f7e27a"),
            paint.eyes(white="#fff3c4"),
            svg.path(paint.whole("M0 -29C4 -26 4 -16 0 -9"), "#f7d34a"),
            shape="M0 -30C18 -30 25 -22 25 -8C25 4 24 10 24 18C24 28 14 34 0 34",
        ),
        paint.solid("M0 9C8 5 18 9 20 16C20 23 10 24 0 24", "#5cc4a6", light=0),
        paint.dots([(8, 14)], 2.2, paint.INK),
        paint.cord(paint.both("M14 19C26 13 32 23 38 17"), "#f7d34a", 2.2),
        svg.path(paint.whole(wave), "#8fd0ee", stroke=paint.INK, width=1.2),
        svg.line(foam, paint.WHITE, 1.4),
    )


def leopard() -> str:
    """Draw the Golden Leopard demon: a coin on his brow, rings of ink on gold, fangs."""
    coin = svg.circle(0, -22, 7.5, "#fff0b8", stroke=paint.INK, width=1.3) + svg.rect(-2.5, -24.5, 5, 5, "#7a3d10")
    rings = [(13, -25), (21, -20), (28, -9), (30, 3), (27, 14), (21, 22)]
    return paint.finished(
        dress.ground("#cde0b4", "#5f8a4e"),
        paint.dots([(26, -27)], 11, "#f2b632", edge=0.8),
        paint.dots([(27, -28)], 5.5, "#4a2610"),
        paint.face(
            "#f2b632",
            paint.dots(rings, 3.4, "#7a3d10"),
            paint.dots(rings, 1.4, "#f2b632"),
            paint.brows("sword", "#d8391f", edge=paint.WHITE),
            paint.sockets("leaf", edge=paint.WHITE),
            paint.eyes(white="#b6e07a"),
            coin,
            shape="M0 -34C24 -34 34 -18 34 0C34 20 20 34 0 34",
        ),
        svg.path(paint.whole("M0 11C8 8 18 12 19 20C18 29 8 31 0 31"), paint.WHITE, stroke=paint.INK, width=1.2),
        svg.path(paint.whole("M0 -2C2 2 3 7 7 11C6 15 2 16 0 18"), "#d8391f", stroke=paint.INK, width=1),
        svg.path("M-11 22C-5 25 5 25 11 22C9 29 -9 29 -11 22z", "#5d0f0c", stroke=paint.INK, width=1.2),
        paint.pair("M5 23.5L7 28L9 23z", paint.WHITE),
    )


def crab_general() -> str:
    """Draw the crab general: two claws raised, eyes on stalks, a painted shell for a face."""
    claw = (
        "M22 4C33 2 38 -6 38 -13C31 -17 27 -28 33 -42C36 -37 36 -31 37 -27"
        "C39 -32 41 -36 42 -40C46 -28 45 -12 39 0C35 8 28 12 22 12z"
    )
    return paint.finished(
        dress.ground("#9adbd0", "#e6faf3"),
        paint.cord(paint.both("M20 26L35 30L40 40M22 20L38 20L42 28M14 32L26 40"), "#e0622a", 3.6),
        paint.pair(claw, "#e0622a", edge=paint.INK),
        paint.cord(paint.both("M9 -10L11 -28"), "#e0622a", 3.4),
        paint.dots([(11, -32)], 6.5, paint.WHITE, edge=0.8),
        paint.dots([(11, -31)], 3, paint.INK),
        paint.solid("M0 -18C18 -20 33 -9 33 6C33 24 18 36 0 36", "#ef7434"),
        svg.group(
            paint.brows("sword", edge="#ffe3b0", width=1.6),
            paint.sockets("leaf", edge="#ffe3b0", width=1.6),
            paint.eyes(),
            paint.nose("#7d1411"),
            paint.pair("M14 12C20 12 25 8 27 2C28 12 22 20 14 21z", "#ffe3b0"),
            paint.lips(20, "#7d1411"),
            move=(0, 8),
        ),
    )


def white_tiger() -> str:
    """Draw the White Tiger star: stripes of ink, the mark of a king between the brows."""
    stripes = paint.pair(
        "M11 -32C12 -26 16 -22 22 -20C19 -25 18 -29 19 -32z"
        "M35 -6C30 -7 27 -5 25 -1C29 0 32 0 35 1z"
        "M34 9C29 7 24 8 20 12C25 14 29 14 31 16z"
        "M28 21C24 19 20 20 17 23C21 24 23 25 24 26z",
        paint.INK,
    )
    return paint.finished(
        dress.ground("#2e2b33", "#8b8794"),
        paint.dots([(25, -28)], 11, paint.WHITE, edge=0.8),
        paint.dots([(26, -29)], 5.5, "#e59a9a"),
        paint.face(
            paint.WHITE,
            stripes,
            paint.brows("silkworm"),
            paint.sockets("leaf"),
            paint.eyes(white="#ffd54a"),
            svg.line("M-6 -29H6M-5 -23H5M-6 -17H6M0 -29V-17", paint.RED, 2.6),
            shape="M0 -34C24 -34 35 -18 35 0C35 20 20 35 0 35",
        ),
        svg.path(paint.whole("M0 -4C2 0 3 6 8 9C7 13 3 13 0 16"), "#e07a7a", stroke=paint.INK, width=1),
        svg.path("M-15 20C-8 16 8 16 15 20C13 31 -13 31 -15 20z", "#8e1a17", stroke=paint.INK, width=1.3),
        paint.pair("M6 18L9 26L12 18.5z", paint.WHITE),
    )


def king_yama() -> str:
    """Draw the king of the dead: strings of jade hang from a flat crown in front of his dark face."""
    jade = "M0 -31V-14" + "".join(f"M{x} -31V{y}M-{x} -31V{y}" for x, y in ((12, -12), (20, -9), (27, -11), (34, -14)))
    return paint.finished(
        dress.ground("#3f2a5c", "#a884d8"),
        dress.tassels("#f0c94a", x=36, top=-24, bottom=26),
        paint.face(
            "#4b7d6e",
            paint.pair("M3 2C5 -8 16 -12 24 -9C22 0 12 8 3 4z", "#f2f0d8"),
            paint.pair("M5 1Q10 -6 19 -5Q14 5 5 1z", paint.INK),
            paint.dots([(12, -1)], 2.4, "#ffd54a"),
            paint.nose("#1f3d36"),
            shape=paint.SQUARE,
        ),
        dress.beard_full("#1b1716", "#6a605d", bottom=43),
        paint.solid("M0 -37C16 -37 25 -30 26 -14C17 -21 8 -22 0 -22", "#23201f"),
        svg.path("M-38 -43L38 -43L42 -35C20 -31 -20 -31 -42 -35z", "#f0c94a", stroke=paint.INK, width=1.5),
        svg.line("M-33 -40H33", "#b3701a", 1.6),
        svg.line(jade, "#fff4cf", 2.2),
    )


def white_ghost() -> str:
    """Draw the White Ghost of the underworld: the tall hat, a smile, a red tongue to the waist."""
    smile = svg.line("M-12 16Q0 22 12 16", paint.INK, 1.6)
    look = (
        paint.pair("M4 -7C10 -10 18 -7 22 0C16 -4 10 -5 5 -3z", paint.INK)
        + paint.pair("M5 2Q12 -4 19 3Q12 6 5 2z", paint.INK)
        + paint.dots([(12, 1.5)], 1.6, paint.WHITE)
    )
    return paint.finished(
        dress.ground("#46505f", "#a7b4c4"),
        paint.pair("M20 -8C28 -4 31 14 27 38C20 32 18 18 18 6z", paint.HAIR, edge=paint.INK),
        svg.group(
            paint.face("#fdfdfb", look, paint.dots([(16, 10)], 4, "#f0a9a9"), smile, shape=paint.LONG), move=(0, 4)
        ),
        svg.path("M-5.5 22.5L5.5 22.5C7 34 6 40 0 43C-6 40 -7 34 -5.5 22.5z", "#d8261c", stroke=paint.INK, width=1.3),
        svg.line("M0 26V36", "#8e1a17", 1.3),
        paint.solid("M0 -44L12 -44L17 -18L25 -9C16 -14 8 -15 0 -15", "#fdfdfb"),
        svg.rect(-4.5, -40, 9, 20, "#d8261c", round=1.5),
        paint.pearls("M0 -36.5V-22", "#fdfdfb", size=2.8, gap=4.6),
    )


SPIRITS = (
    Drawing("zhong kui", "钟馗", "钟", zhong_kui()),
    Drawing("thunder god", "雷公", "雷", lei_gong()),
    Drawing("dragon king", "龙王", "龙", dragon_king()),
    Drawing("golden leopard", "金钱豹", "豹", leopard()),
    Drawing("crab general", "蟹将", "蟹", crab_general()),
    Drawing("white tiger", "白虎", "虎", white_tiger()),
    Drawing("king yama", "阎王", "阎", king_yama()),
    Drawing("white ghost", "白无常", "常", white_ghost()),
)
