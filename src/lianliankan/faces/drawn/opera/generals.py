"""The painted faces of the opera set from other times: judges, dukes, generals and outlaws."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.opera import dress, paint
from lianliankan.faces.drawn.tile_set import Drawing


def bao_zheng() -> str:
    """Draw the upright judge: a black face, knitted white brows, the moon on the brow."""
    moon = svg.path("M-6.5 -18A7 7 0 1 0 6.5 -18A8.5 7 0 0 1 -6.5 -18z", paint.WHITE)
    knit = paint.pair("M2 0C2 -7 12 -10 22 -9C17 -7 8 -5 4 3z", paint.WHITE)
    low = paint.pair("M5 5Q11 0 19 1Q13 8 5 5z", paint.WHITE) + paint.dots([(11.5, 3.5)], 2.2, paint.INK)
    return paint.finished(
        svg.group(
            paint.face(
                "#3a3433", knit, moon, low, paint.pair("M2 15C5 16 9 14 8 10C13 14 8 19 2 17z", "#8d8380"), light=0.12
            ),
            move=(0, 1),
        ),
        svg.group(dress.beard_full("#1b1716", "#6a605d", bottom=43), move=(0, 2)),
        dress.winged_hat("#1b1716", paint.GOLD),
        paint.pompoms([(0, -30)], 3.4, paint.GOLD),
    )


def dou_erdun() -> str:
    """Draw the fierce outlaw: a blue face, his twin hooks as brows, a red beard and red ear tufts."""
    return paint.finished(
        dress.ear_tufts("#d8391f", "#f58a4d"),
        paint.face(
            "#3474cf",
            paint.sockets("leaf", edge=paint.WHITE),
            paint.brows("hook", paint.RED, edge=paint.WHITE),
            paint.eyes(),
            paint.nose(bridge=paint.WHITE),
        ),
        dress.beard_open("#d8391f", "#f58a4d", mouth="#5d0f0c"),
        dress.tall_cap("#23365f", paint.GOLD),
        paint.pompoms([(0, -33), (13, -37)], 4, paint.GOLD),
    )


def cheng_yaojin() -> str:
    """Draw the lucky rascal, old: a green face laughing in a white beard, an axe at either ear."""
    edge = svg.path(
        "M31 -26C37 -30 42 -34 44 -38C45.5 -26 45.5 -14 43 -4C40 -8 37 -11 31 -13z",
        "#c9d2d6",
        stroke=paint.INK,
        width=1.3,
    )
    axe = paint.cord("M33 40L33 -24", "#a86a35", 2.6) + edge
    return paint.finished(
        svg.mirrored(axe),
        paint.face(
            "#46a64c",
            paint.sockets("round", edge=paint.WHITE),
            paint.brows("sword", "#c43a22", edge=paint.WHITE),
            paint.eyes(rise=1),
            paint.nose(bridge="#f6a79b"),
            shape=paint.ROUND,
        ),
        dress.beard_open(paint.SNOW, paint.ASH, bottom=42),
        paint.solid("M0 -45C8 -43 11 -38 20 -38C26 -36 28 -27 28 -17C17 -25 8 -26 0 -26", "#7a2233"),
        svg.line("M-26 -19C-16 -27 16 -27 26 -19", paint.GOLD, 3),
        paint.pompoms([(0, -35)], 4.5, "#f4e3b0"),
    )


def xu_yanzhao() -> str:
    """Draw the duke with the bronze hammer: a purple face of six parts below white brows, a white beard, a dark hat."""
    return paint.finished(
        dress.tassels(paint.GOLD, x=34, top=-22, bottom=24),
        paint.face(
            "#6d2f80",
            paint.brows("old", "#fffdf7", edge=paint.INK, width=1),
            paint.sockets("leaf", "#2c0f36"),
            paint.eyes(rise=3),
            paint.nose("#2c0f36", bridge="#a566b8"),
            paint.pair("M7 -27C12 -26 17 -23 20 -18C15 -21 10 -21 4 -16z", "#fffdf7"),
        ),
        dress.beard_full(paint.SNOW, paint.ASH, bottom=42),
        paint.solid("M0 -45L30 -44C32 -38 30 -34 35 -30C30 -27 27 -25 27 -17C17 -24 8 -25 0 -25", "#3b2a6b"),
        paint.pair("M4 -40C12 -40 16 -36 24 -40C22 -33 14 -29 5 -31z", paint.GOLD),
        paint.pearls("M-26 -21C-16 -28 16 -28 26 -21", paint.GOLD, size=3.8, gap=4.8),
        paint.pompoms([(0, -36)], 4, paint.RED),
    )


def xiang_yu() -> str:
    """Draw the king of Chu: black and white, the eyes cast down as if they wept, the helmet of a conqueror."""
    weep = paint.pair("M1.5 -10C6 -18 18 -19 25 -8C27 2 25 12 18 17C16 10 9 9 6 8C3 4 2 -2 1.5 -10z", paint.BLACK)
    return paint.finished(
        dress.tassels("#f3d27a", x=38, top=-24, bottom=30),
        paint.face(
            paint.WHITE,
            weep,
            paint.pair("M4 -9C9 -15 17 -14 21 -7C16 -10 10 -9 4 -5z", paint.WHITE),
            paint.pair("M5 1C9 -4 15 -4 20 3C15 6 9 5 5 1z", paint.WHITE),
            paint.dots([(12, 1)], 2.6, paint.INK),
            svg.line("M0 -22L0 -8M-3 -19L3 -19M-3 -15L3 -15", paint.INK, 1.6),
            paint.nose(),
            shape=paint.ROUND,
        ),
        dress.beard_full("#1d1817", "#5d5350"),
        paint.pair(
            "M24 -22C30 -32 38 -38 44 -38C43 -30 45 -24 42 -17C36 -18 30 -16 26 -14z", paint.GOLD, edge=paint.INK
        ),
        paint.solid("M0 -44C6 -40 12 -40 18 -36C25 -31 28 -24 28 -14C18 -22 8 -23 0 -23", paint.GOLD),
        paint.pair("M3 -34C10 -38 17 -34 22 -28C15 -30 9 -28 3 -27z", "#b3701a"),
        paint.pompoms([(0, -41), (11, -27), (20, -23), (0, -28)], 3.4, paint.WHITE),
    )


def meng_liang() -> str:
    """Draw the man of the fire gourd: it stands upside down on his brow, among flames."""
    gourd = svg.path(paint.whole("M0 -27C6 -27 7 -20 4 -17C7 -15 4 -9 0 -9"), "#f7d34a", stroke=paint.INK, width=1)
    field = paint.pair("M1.5 -4C3 -12 8 -20 15 -23C14 -19 18 -19 23 -20C25 -10 24 -4 20 2C14 8 6 8 1.5 3z", paint.WHITE)
    hairline = "M-23 -19C-16 -33 16 -33 23 -19C14 -28 6 -29 0 -27C-6 -29 -14 -28 -23 -19z"
    return paint.finished(
        svg.group(dress.ear_tufts("#f07f1f", "#ffd08a"), move=(0, 9), scale=(1, 1.25)),
        svg.group(
            paint.face(
                "#c7251c",
                field,
                paint.brows("flame"),
                paint.sockets("leaf"),
                paint.eyes(),
                paint.nose(bridge=paint.WHITE),
                gourd,
                paint.pair("M11 12C17 12 21 8 24 3C23 12 19 18 12 19z", paint.BLACK),
                paint.lips(21, "#f4a07a", wide=6),
            ),
            dress.beard_short("#f07f1f", "#ffd08a"),
            svg.path(hairline, paint.INK),
            paint.pompoms([(0, -31), (9, -30)], 4, "#3f9a6a"),
            move=(0, 2),
            scale=1.2,
        ),
    )


def zhao_kuangyin() -> str:
    """Draw the first emperor of Song: a red face, white dragon brows, a crown of gold in two steps."""
    return paint.finished(
        dress.tassels("#e98a2c", x=33, top=-16, bottom=34),
        paint.solid("M0 -44C13 -44 23 -40 24 -28L24 -18L0 -18", "#c98a1a", light=0),
        paint.pompoms([(22, -30), (13, -38), (0, -41)], 4.2, "#f3ead2"),
        paint.face(
            "#b3221b",
            paint.brows("silkworm", paint.WHITE, edge=paint.INK, width=1),
            paint.pair("M3 1C8 -4 15 -6 23 -6C20 1 12 5 3 1z", paint.BLACK),
            paint.eyes(rise=3),
            paint.nose("#6d100d"),
            shape=paint.SQUARE,
        ),
        dress.beard_three(paint.BLACK, paint.SOOT),
        paint.solid("M0 -35C16 -35 28 -30 31 -14C19 -22 8 -23 0 -23", "#f1c232"),
        paint.pair("M4 -29C10 -33 17 -31 22 -25C16 -26 10 -24 5 -25z", "#b3701a"),
        paint.pompoms([(0, -29)], 4.6, paint.RED),
        paint.pearls("M-27 -17C-17 -24 17 -24 27 -17", paint.WHITE, size=3, gap=4.2),
    )


def lian_po() -> str:
    """Draw the old general who begs pardon: rods of thorn across his back, grey hair, a face of old rose."""
    rod = "M0 47L0 -47M0 -40L4 -44M0 -33L-4 -37M0 -26L4 -30M0 34L4 30M0 41L-4 37M0 27L-4 23"
    rods = "".join(svg.group(svg.line(rod, "#54331b", 3.4), move=(x, 0)) for x in (-9, 9))
    return paint.finished(
        svg.group(rods, turn=44) + svg.group(rods, turn=-44),
        paint.face(
            "#a33c53",
            paint.brows("old", paint.WHITE, edge=paint.INK, width=1),
            paint.sockets("leaf", "#3d1620"),
            paint.eyes(rise=2),
            paint.nose("#7a2436", bridge=paint.WHITE),
            svg.path(paint.whole("M0 -30C3 -24 3 -14 0 -8"), paint.WHITE),
        ),
        dress.beard_five(paint.SNOW, paint.ASH),
        svg.path(paint.whole("M0 -33C16 -33 26 -26 27 -11C20 -23 9 -28 0 -25"), "#8b8884", stroke=paint.INK, width=1.4),
        paint.solid("M0 -44C9 -44 11 -40 10 -36C9 -33 5 -32 0 -32", "#8b8884", light=0.1),
        svg.line("M-9 -34.5Q0 -31.5 9 -34.5", "#2c4a78", 3.4),
    )


def li_kui() -> str:
    """Draw the Black Whirlwind: shreds of white on black, and hair that no cap could hold."""
    mane = "".join(
        svg.group(svg.path("M-9 -24C-9 -36 -5 -42 2 -45C1 -38 6 -32 9 -24z", "#1d1817"), turn=turn)
        for turn in range(-120, 121, 24)
    )
    shreds = paint.pair("M3 -8C5 -16 13 -20 20 -16C15 -16 13 -14 15 -11C11 -13 7 -11 3 -8z", paint.WHITE) + paint.pair(
        "M21 -8C25 -4 25 2 22 7C22 3 20 0 17 -1z", paint.WHITE
    )
    return paint.finished(
        mane,
        paint.face(
            "#3a3331",
            shreds,
            paint.pair("M2.5 1C6 -7 16 -9 20 -3C18 5 8 7 2.5 1z", paint.WHITE),
            paint.dots([(11, -1.5)], 3.2, paint.INK),
            paint.nose("#c7b9ae"),
            svg.path(paint.whole("M0 -27C3 -22 3 -16 0 -11"), paint.RED),
            paint.pair("M11 12C15 13 19 11 22 7C22 14 17 19 11 19z", "#e7867a"),
            light=0.1,
            shape=paint.ROUND,
        ),
        dress.beard_open("#1d1817", "#6a605d", bottom=42),
    )


def lu_zhishen() -> str:
    """Draw the Flowery Monk: a shaven head with its scars, a mantis for each brow, beads about his neck."""
    mantis = "M3 -5C5 -9 9 -10 12 -9C16 -14 15 -19 20 -21C19 -17 21 -15 24 -15C22 -8 16 -6 11 -6C8 -6 5 -5 4 -2z"
    stubble = svg.path(paint.whole("M0 18C10 14 21 12 29 -2C29 20 18 30 0 30"), "#77706d")
    return paint.finished(
        svg.group(
            paint.dots([(10, 38), (20, 34), (29, 27), (35, 18), (0, 39)], 5, "#8b3f1f", edge=0.8),
            paint.pair("M27 -10C36 -12 37 6 27 10z", "#f0cdb0", edge=paint.INK),
            paint.face(
                "#fbe5d0",
                stubble,
                paint.pair(mantis, paint.BLACK),
                paint.sockets("round", paint.BLACK),
                paint.eyes(rise=1),
                paint.nose("#b8705a"),
                paint.lips(22, "#d8392c"),
                paint.dots([(4, -25), (4, -31), (11, -28)], 1.5, "#a8715a"),
                shape="M0 -44C24 -44 30 -22 30 -2C30 18 18 30 0 30",
            ),
            scale=1.02,
        ),
    )


def yang_qilang() -> str:
    """Draw the seventh son of Yang: a dark face with the character of the tiger on his brow."""
    tiger = (
        "M-1 -26L-1 -22M-1 -24L5 -26M-9 -20C-3 -23 3 -23 9 -21C9 -18 7 -17 6 -16M-9 -20C-9 -12 -9 -9 -11 -6"
        "M-4 -17L3 -18.5M0 -20C0 -14 1 -13 6 -14M-3 -12C-3 -8 -4 -6 -6 -4M2 -12L3 -7C4 -5 8 -5 9 -8"
    )
    return paint.finished(
        svg.group(
            paint.face(
                "#4d4a55",
                paint.pair("M2.5 4C6 -5 15 -7 27 -15C26 -4 19 7 10 8C6 8.5 3.5 7 2.5 4z", paint.WHITE),
                paint.pair("M4 3C8 -4 15 -5 22 -8C20 0 14 6 9 6C6.5 6 5 5 4 3z", paint.BLACK),
                svg.group(paint.eyes(rise=3, size=0.9), move=(0, 1)),
                paint.nose("#1d1817"),
                paint.pair("M12 9C17 9 21 6 24 2C23 12 18 19 11 21z", "#e8726a"),
                paint.lips(21),
                svg.group(svg.line(tiger, paint.WHITE, 2.1), move=(0, -1.5)),
            ),
            svg.path("M-24 -17C-18 -34 18 -34 24 -17C15 -30 -15 -30 -24 -17z", paint.INK),
            paint.pompoms([(22, -19), (16, -26), (8.5, -30), (0, -31)], 3.3, "#e5484d"),
            move=(0, 2),
            scale=1.29,
        ),
    )


def zheng_ziming() -> str:
    """Draw the blunt oath brother: a crooked face, its paint awry, one brow up and one down."""
    half = svg.path(
        "M-2 -30C-18 -30 -29 -18 -29 -2C-28 12 -20 24 -10 28C-14 12 -4 8 -3 0C-2 -10 4 -16 -2 -30z", paint.WHITE
    )
    down = "M-4 -8C-10 -18 -18 -22 -25 -14C-18 -16 -12 -10 -6 -3z"
    up = "M3 -4C8 -12 16 -22 22 -22C26 -14 20 -8 14 -7C10 -7 7 -4 4 -1z"
    holes = "M-3 4C-6 -4 -18 -7 -23 0C-20 8 -10 11 -3 4zM3 2C6 -6 16 -9 23 -9C21 0 11 8 3 2z"
    balls = (
        svg.path("M-5 4Q-11 -3 -19 1Q-14 7 -5 4zM5 1Q10 -5 18 -5Q13 4 5 1z", paint.WHITE)
        + svg.circle(-11, 2, 2.4, paint.INK)
        + svg.circle(11, -1.5, 2.4, paint.INK)
    )
    mouth = svg.path("M-8 24Q2 16 11 19Q4 26 -8 24z", paint.RED, stroke=paint.INK, width=1)
    return paint.finished(
        svg.group(
            paint.face(
                "#a8648a", half, svg.path(down + up + holes, paint.BLACK), balls, paint.nose(), mouth, shape=paint.ROUND
            ),
            paint.solid("M0 -41C16 -41 27 -36 32 -13C22 -24 8 -27 0 -27", "#2c5a5a"),
            paint.pompoms([(0, -39), (13, -35), (24, -27)], 4.4, paint.GOLD),
            move=(4, 5),
            turn=-12,
            scale=1.16,
        ),
    )


GENERALS = (
    Drawing("bao zheng", "包拯", "包", bao_zheng()),
    Drawing("dou erdun", "窦尔敦", "窦", dou_erdun()),
    Drawing("cheng yaojin", "程咬金", "程", cheng_yaojin()),
    Drawing("xu yanzhao", "徐延昭", "徐", xu_yanzhao()),
    Drawing("xiang yu", "项羽", "项", xiang_yu()),
    Drawing("meng liang", "孟良", "孟", meng_liang()),
    Drawing("zhao kuangyin", "赵匡胤", "赵", zhao_kuangyin()),
    Drawing("lian po", "廉颇", "廉", lian_po()),
    Drawing("li kui", "李逵", "逵", li_kui()),
    Drawing("lu zhishen", "鲁智深", "鲁", lu_zhishen()),
    Drawing("yang qilang", "杨七郎", "七", yang_qilang()),
    Drawing("zheng ziming", "郑子明", "郑", zheng_ziming()),
)
