"""The painted faces of the opera set from plays about the Three Kingdoms."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.opera import dress, paint
from lianliankan.faces.drawn.tile_set import Drawing


def guan_yu() -> str:
    """Draw the loyal general: a plain red face, silkworm brows, phoenix eyes, the long beard, a green hood."""
    green, deep = "#2f8a4c", "#1d5f35"
    hood = "M0 -40C18 -40 33 -32 35 -12C37 6 39 20 42 28C34 30 28 26 24 18L0 0"
    crown = "M0 -41C14 -41 26 -33 28 -17C18 -23 8 -24 0 -24"
    return paint.finished(
        paint.solid(hood, deep, light=0),
        paint.face(
            "#c9281f",
            paint.brows("silkworm"),
            paint.pair("M3 1C8 -4 15 -6 23 -8C20 -1 12 5 3 1z", paint.BLACK),
            paint.eyes(rise=5),
            paint.nose("#7d1411"),
        ),
        dress.beard_five(paint.BLACK, paint.SOOT),
        paint.solid(crown, green),
        svg.path(paint.whole("M0 -38C5 -34 8 -30 14 -29C10 -26 4 -25 0 -22"), paint.GOLD, stroke=paint.INK, width=1),
        svg.line("M-26 -18C-17 -25 17 -25 26 -18", paint.GOLD, 3),
        paint.pompoms([(0, -39)], 5.5, paint.RED),
        paint.pompoms([(18, -33), (27, -25)], 3.6, paint.GOLD),
    )


def cao_cao() -> str:
    """Draw the crafty minister: a face powdered white, thin lines of ink, narrow eyes."""
    creases = paint.both("M3 -16Q7 -19 9 -24M13 5C17 6 20 4 23 0M12 9C16 11 19 10 22 8M8 13C10 16 14 17 17 16")
    narrow = paint.pair("M4 1C9 -4 15 -6 22 -5C16 2 10 4 4 1z", paint.BLACK) + paint.pair(
        "M6 0.5Q12 -3 18 -3Q12 2 6 0.5z", paint.WHITE
    )
    beard = "M0 17C8 14 19 15 27 8C29 18 26 28 22 34C18 31 15 35 11 33C7 31 4 35 0 33"
    beard = "M0 17C8 14 19 15 27 8C29 18 26 28 22 34C18 31 15 35 11 33C7 31 4 35 0 33"
    beard = "M0 17C8 14 19 15 27 8C29 18 26 28 22 34C18 31 15 35 11 33C7 31 4 35 0 33"
    beard = "M0 17C8 14 19 15 27 8C29 18 26 28 22 34C18 31 15 35 11 33C7 31 4 35 0 33"
    frown = svg.line("M-3 -9Q0 -6 3 -9M-2 -14L-1.5 -5M2 -14L1.5 -5", paint.INK, 0.9)
    return paint.finished(
        svg.group(
            paint.pair("M17 -29L34 -27C36 -26 36 -22.5 34 -21.5L18 -23z", paint.BLACK, edge=paint.INK),
            paint.face(
                paint.WHITE,
                paint.brows("thin"),
                svg.line(creases, paint.INK, 1.1),
                narrow,
                paint.dots([(12.5, -0.8)], 1.5, paint.INK),
                frown,
                svg.line(paint.both("M1.5 12C4 14 8 12 7 8"), paint.INK, 1.4),
                paint.pair("M17 10C20 10 22 8 24 5C24 10 21 14 18 14z", "#f3d6cf"),
                shape=paint.ROUND,
            ),
            svg.path(paint.whole(beard), paint.BLACK, stroke=paint.INK, width=1.3),
            svg.line(paint.both("M4 21L4 30M11 20L12 29M18 18L19 28"), paint.SOOT, 1.2),
            paint.solid("M0 -34C8 -34 16 -33 17 -28C24 -26 28 -20 28 -12C19 -19 8 -21 0 -21", "#8a2f3a"),
            svg.line("M-26 -15C-17 -23 17 -23 26 -15", paint.GOLD, 2.2),
            svg.path(paint.whole("M0 -31C4 -31 6 -28 6 -25C4 -23 2 -23 0 -22"), paint.GOLD, stroke=paint.INK, width=1),
            move=(0, 1),
            scale=1.27,
        ),
    )


def zhang_fei() -> str:
    """Draw the smiling hothead: the butterfly of black wings on white, with the black cross down his nose."""
    upper = "M3 -9C3 -20 10 -27 19 -26C27 -22 27 -12 22 -8C17 -12 9 -12 3 -9z"
    spot = "M8 -13C9 -19 14 -23 19 -21C22 -19 22 -15 20 -13C17 -15 12 -15 8 -13z"
    lower = "M3 -2C8 -8 18 -9 25 -5C26 2 21 10 14 10C8 9 4 4 3 -2z"
    body = "M0 -30C3 -26 3 -20 1.5 -12C3 -6 3 2 5 8C6 13 3 15 0 15"
    wings = paint.pair(upper, paint.BLACK) + paint.pair(spot, paint.WHITE) + paint.pair(lower, paint.BLACK)
    return paint.finished(
        svg.group(
            paint.face(
                paint.WHITE,
                wings,
                paint.eyes(rise=1),
                svg.path(paint.whole(body), paint.BLACK),
                paint.pair("M11 14C18 13 23 8 26 2C26 10 22 19 16 22z", "#f0a59a"),
                svg.path(paint.whole("M0 18C6 19 10 18 13 15C12 23 6 26 0 26"), paint.RED, stroke=paint.INK, width=1.2),
                shape=paint.ROUND,
            ),
            dress.beard_short("#1d1817", "#5d5350"),
            paint.pompoms([(0, -30), (10.5, -29), (19.5, -24), (26, -16)], 4.8, "#3a3130"),
            move=(0, 0),
            scale=1.25,
        ),
    )


def _white_edged(brow: str) -> str:
    """Draw eyes whose brows and sockets have white edges."""
    return paint.brows(brow, edge=paint.WHITE) + paint.sockets("leaf", edge=paint.WHITE) + paint.eyes()


def jiang_wei() -> str:
    """Draw the heir of Zhuge Liang's art: the taiji on a red brow, green flags on his back."""
    return paint.finished(
        dress.flags("#3a9d6a", "#f7e8a8"),
        svg.group(
            paint.face(
                "#d5301f",
                _white_edged("tile"),
                paint.nose(),
                paint.taiji(0, -20, 7.5),
                paint.lips(21, "#7d1411"),
            ),
            paint.solid("M0 -38C14 -38 25 -31 27 -13C20 -26 10 -31 0 -31", "#e9eef0"),
            paint.pompoms([(0, -37), (11, -35), (20, -28)], 3.8, paint.BLUE),
            move=(0, 12),
        ),
    )


def dian_wei() -> str:
    """Draw the guard of Wei: a yellow face, his two halberds crossed behind it and painted on the brow."""
    spear = svg.path("M0 -57L5 -47L3 -37L-3 -37L-5 -47z", "#e9eef0", stroke=paint.INK, width=1.3)
    moon = svg.path(
        "M3 -42L8 -42C13 -46 13 -50 11 -54C20 -49 20 -32 11 -27C13 -31 13 -34 8 -38L3 -38z",
        paint.GOLD,
        stroke=paint.INK,
        width=1.3,
    )
    halberd = paint.cord("M0 58L0 -38", "#9b5a2a", 3) + moon + spear
    mark = svg.path("M0 -26L1.5 -20L5 -23L4.5 -15L1.5 -12L0 -5L-1.5 -12L-4.5 -15L-5 -23L-1.5 -20z", paint.RED)
    return paint.finished(
        svg.mirrored(svg.group(halberd, turn=43)),
        svg.group(
            paint.face(
                "#f5c52e",
                paint.sockets("leaf", edge=paint.WHITE),
                paint.brows("flame", edge=paint.WHITE, width=1.6),
                paint.eyes(),
                paint.nose(),
                mark,
            ),
            dress.beard_open(paint.BLACK, paint.SOOT, bottom=44),
            paint.solid("M0 -38C14 -39 25 -32 27 -17C17 -25 8 -25 0 -25", "#5a4a8a"),
            svg.line("M-25 -19C-16 -27 16 -27 25 -19", paint.GOLD, 2.4),
            move=(0, 3),
            scale=0.9,
        ),
    )


def xiahou_dun() -> str:
    """Draw the general who lost an eye to an arrow and fought on: the arrow is still in his face."""
    shaft = paint.cord("M0 0L34 -30", "#d69a4e", 3)
    vane = svg.path("M24 -28L30 -40L40 -42L36 -31L26 -22z", paint.WHITE, stroke=paint.INK, width=1.3)
    wound = svg.path("M3 2C8 -7 20 -7 22 -2C20 6 15 6 14 16C12 9 5 8 3 2z", paint.RED, stroke=paint.WHITE, width=1.4)
    return paint.finished(
        svg.group(
            paint.face(
                "#2450a3",
                _white_edged("sword"),
                wound,
                paint.nose(bridge=paint.WHITE),
                paint.lips(22, "#e0604c"),
                paint.pair("M9 17C14 16 20 12 24 5C22 15 16 22 9 25z", paint.BLACK),
            ),
            svg.path(
                "M-25 -12C-21 -23 21 -23 25 -12L24 -20C17 -33 -17 -33 -24 -20z", "#eceff2", stroke=paint.INK, width=1.3
            ),
            svg.line("M-16 -26C-6 -22 6 -22 16 -26M-22 -20C-10 -26 10 -26 22 -20", "#9aa6b3", 1.1),
            move=(-7, 4),
            scale=1.28,
        ),
        svg.group(shaft, vane, move=(9, 4), scale=0.88),
    )


def huang_gai() -> str:
    """Draw the veteran of Wu in front of the ships he set on fire: a dark red face of six parts, a grey beard."""
    fire = "M16 44C36 46 47 30 43 6C41 13 38 15 36 20C38 4 31 -2 33 -20C25 -10 22 2 22 12z"
    glow = "M20 42C33 42 40 34 40 22C37 26 35 28 33 32C33 20 29 14 29 4C24 12 22 22 20 42z"
    return paint.finished(
        paint.pair(fire, "#ee6a1f", edge=paint.INK),
        paint.pair(glow, "#ffd24a"),
        paint.face(
            "#9c2026",
            paint.pair("M5 -13C10 -22 18 -22 23 -16C18 -16 11 -13 6 -8z", "#f0d9cf"),
            paint.brows("old", "#b0aca6", edge=paint.INK, width=1),
            paint.sockets("leaf", edge="#f0d9cf", width=1.5),
            paint.eyes(rise=3),
            paint.nose("#4d0d10", bridge="#c4565a"),
        ),
        dress.beard_full("#85817b", "#4d4a47", bottom=43),
        paint.cord("M0 -42V-36M-6 -41C-6 -37 6 -37 6 -41", paint.GOLD, 2.4),
        paint.solid("M0 -39C8 -37 16 -36 22 -28C26 -24 29 -21 31 -15C20 -24 8 -25 0 -25", "#4f6488"),
        svg.line("M-28 -17C-17 -26 17 -26 28 -17", paint.GOLD, 3),
        paint.pompoms([(0, -31)], 3.8, paint.RED),
    )


def ma_su() -> str:
    """Draw the bookish general who lost Jieting: a white face in three tiles, his hair let down for the sentence."""
    tail = (
        "M0 -36C-8 -46 -34 -46 -40 -28C-46 -8 -36 10 -42 34"
        "C-34 30 -28 20 -29 6C-30 -8 -32 -20 -24 -24C-16 -28 -6 -30 0 -28z"
    )
    return paint.finished(
        svg.path(tail, paint.HAIR, stroke=paint.INK, width=1.3),
        svg.line("M-8 -36C-24 -42 -36 -32 -37 -14C-38 0 -34 8 -36 20M-14 -33C-28 -34 -33 -22 -33 -10", "#5d5761", 1.2),
        svg.group(
            paint.face(
                "#fdfaf3",
                paint.brows("tile"),
                paint.sockets("leaf"),
                paint.eyes(),
                paint.nose(),
                svg.path("M0 -26C3 -20 2 -12 0 -7C-2 -12 -3 -20 0 -26z", "#d76a5c"),
            ),
            dress.beard_three(paint.BLACK, paint.SOOT),
            svg.path(
                paint.whole("M0 -33C16 -33 25 -26 27 -12C20 -24 8 -28 0 -25"), paint.HAIR, stroke=paint.INK, width=1.3
            ),
            paint.pompoms([(0, -32)], 5, paint.RED),
            move=(8, 0),
        ),
    )


KINGDOMS = (
    Drawing("guan yu", "关羽", "关", guan_yu()),
    Drawing("cao cao", "曹操", "曹", cao_cao()),
    Drawing("zhang fei", "张飞", "张", zhang_fei()),
    Drawing("jiang wei", "姜维", "姜", jiang_wei()),
    Drawing("dian wei", "典韦", "典", dian_wei()),
    Drawing("xiahou dun", "夏侯惇", "惇", xiahou_dun()),
    Drawing("huang gai", "黄盖", "黄", huang_gai()),
    Drawing("ma su", "马谡", "谡", ma_su()),
)
