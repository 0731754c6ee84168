"""The painted faces (净) of the opera set: generals, ministers and outlaws."""

from lianliankan.art.drawing import circle, ellipse, group, line, mirrored, path, rect
from lianliankan.art.opera_dress import (
    beard_five,
    beard_full,
    beard_open,
    beard_three,
    ear_tufts,
    feathers,
    flags,
    helmet,
    tall_cap,
    tassels,
    winged_hat,
)
from lianliankan.art.opera_paint import (
    BLACK, BLUE, GOLD, INK, RED, WHITE, both, brows, dots, eyes, face, lips, nose, pair, pearls, pompoms, sockets, solid, whole, finished,
    ROUND, SQUARE, LONG,
)
from lianliankan.art.tile_set import Drawing

__all__ = ["GENERALS"]

SOOT = "#4a4140"
SNOW = "#f4f1ea"
GREY = "#8d8a86"


def guan_yu() -> str:
    """Draw the loyal one: a red face left whole, silkworm brows, phoenix eyes, the long beard, a green hood."""
    green, deep = "#2f8a4c", "#1d5f35"
    hood = "M0 -40C18 -40 33 -32 35 -12C37 6 39 20 42 28C34 30 28 26 24 18L0 0"
    crown = "M0 -41C14 -41 26 -33 28 -17C18 -23 8 -24 0 -24"
    return finished(
        solid(hood, deep),
        face("#c9281f", brows("silkworm"), pair("M3 1C8 -4 15 -6 23 -8C20 -1 12 5 3 1z", BLACK), eyes(rise=5), nose("#7d1411")),
        beard_five(BLACK, SOOT),
        solid(crown, green),
        path(whole("M0 -38C5 -34 8 -30 14 -29C10 -26 4 -25 0 -22"), GOLD, stroke=INK, width=1),
        line("M-26 -18C-17 -25 17 -25 26 -18", GOLD, 3),
        pompoms([(0, -40)], 5.5, RED),
        pompoms([(18, -33), (27, -25)], 3.6, GOLD),
    )


def bao_zheng() -> str:
    """Draw the upright judge: a black face, knitted white brows, the moon on the brow."""
    moon = path("M-5 -17A6 6 0 1 0 5 -17A7.5 6 0 0 1 -5 -17z", WHITE)
    knit = pair("M2 -6C5 -13 13 -14 22 -10C17 -10 8 -7 3.5 -1z", WHITE)
    return finished(
        face("#35302f", knit, moon, eyes(rise=2), pair("M2 12C5 13 9 11 8 7C13 11 8 16 2 14z", "#8d8380"), light=0.12),
        beard_full("#1b1716", "#6a605d"),
        winged_hat("#1b1716", GOLD),
        pompoms([(0, -29)], 3.4, GOLD),
    )


def cao_cao() -> str:
    """Draw the crafty minister: a face powdered white, thin lines of ink, narrow eyes."""
    lines = line(both("M4 -15Q8 -18 10 -22M14 4C18 5 20 3 22 0M12 8C16 10 19 9 21 7M9 12C11 16 15 17 18 15"), INK, 1.1)
    return finished(
        face(WHITE, brows("thin"), lines, pair("M4 1C9 -4 15 -5 21 -3C16 2 10 4 4 1z", BLACK), pair("M6 0.500Q12 -3 17 -2Q12 2 6 0.500z", WHITE), dots([(12, -0.5)], 1.5, INK), line("M-3 -8Q0 -5 3 -8M-2 -12L-1.5 -5M2 -12L1.5 -5", INK, 0.9), nose(INK), shape=ROUND),
        beard_full(BLACK, SOOT),
        winged_hat("#7c2a86", GOLD),
        path(whole("M0 -33C5 -33 8 -30 8 -27C5 -24 2 -25 0 -23"), GOLD, stroke=INK, width=1),
    )


def dou_erdun() -> str:
    """Draw the fierce outlaw: a blue face, his twin hooks as brows, red hair of beard and ears."""
    field = pair("M1.5 -3C2 -16 12 -27 22 -24C27 -16 25 -6 21 0C15 7 6 8 1.5 3z", WHITE)
    return finished(
        ear_tufts("#d8391f", "#f58a4d"),
        face("#2f6cc4", field, sockets("leaf"), brows("hook", RED, edge=INK, width=1.2), eyes(), nose(BLACK, bridge=WHITE), path("M0 -28L3 -16L0 -8L-3 -16z", RED)),
        beard_open("#d8391f", "#f58a4d", mouth="#5d0f0c"),
        tall_cap("#23365f", GOLD),
        pompoms([(0, -33), (13, -37)], 4, GOLD),
        pompoms([(8, -25), (19, -27)], 3, WHITE),
    )


def dian_wei() -> str:
    """Draw the guard of Wei: a yellow face, his two halberds crossed behind it and painted on the brow."""
    halberd = line("M0 52L0 -44", INK, 4.5) + line("M0 52L0 -40", "#9b5a2a", 2.5) + path("M0 -56L4 -44L10 -46C14 -38 12 -30 6 -26L4 -36L-3 -38L-3 -45z", "#cfd6da", stroke=INK, width=1.3)
    field = pair("M2 -3C2 -12 10 -19 20 -18C26 -13 25 -4 21 1C15 7 6 8 2 3z", WHITE)
    return finished(
        mirrored(group(halberd, turn=38)),
        face("#f2c230", field, sockets("leaf"), brows("flame"), eyes(), nose(), path("M0 -28L2 -20L6 -24L5 -16L1.5 -13L0 -5L-1.5 -13L-5 -16L-6 -24L-2 -20z", RED)),
        beard_open(BLACK, SOOT, bottom=41),
        path(whole("M0 -45C8 -45 10 -40 7 -34L0 -28"), RED, stroke=INK, width=1.3),
        solid("M0 -36C14 -37 25 -30 27 -15C17 -23 8 -23 0 -23", "#5a4a8a"),
        line("M-25 -17C-16 -25 16 -25 25 -17", GOLD, 2.4),
    )


def cheng_yaojin() -> str:
    """Draw the lucky rascal, old: a green face that laughs out of a white beard, an axe at either ear."""
    axe = line("M33 40L33 -24", INK, 4.6) + line("M33 40L33 -24", "#a86a35", 2.6) + path("M31 -26C38 -30 43 -34 45 -38C47 -26 47 -14 44 -4C41 -8 37 -11 31 -13z", "#c9d2d6", stroke=INK, width=1.3)
    field = pair("M1.5 -4C3 -15 13 -22 21 -20C25 -14 25 -5 21 1C14 8 5 8 1.5 3z", "#fbf0d0")
    return finished(
        mirrored(axe),
        face("#3f9a45", field, sockets("round"), brows("sword", "#c43a22"), eyes(rise=1), nose(bridge="#f6a79b"), pair("M14 8C18 8 21 5 23 2C23 8 20 13 15 14z", "#f6a79b"), shape=ROUND),
        beard_open(SNOW, "#b5b0a6", bottom=42),
        solid("M0 -45C8 -43 11 -36 20 -36C26 -34 28 -25 28 -15C17 -23 8 -24 0 -24", "#7a2233"),
        line("M-26 -17C-16 -25 16 -25 26 -17", GOLD, 3),
        pompoms([(0, -33)], 4.5, "#f4e3b0"),
    )


def xu_yanzhao() -> str:
    """Draw the duke with the bronze hammer: a purple face of six parts below white brows, a white beard, a gold hat."""
    return finished(
        tassels(GOLD, x=33, top=-22, bottom=20),
        face("#7b3a8c", path(whole("M0 -26L2 -13L4 -5C12 -3 19 -5 26 -8C26 -20 17 -30 4 -30L0 -26"), SNOW), brows("old", "#fffdf7", edge=INK, width=1), sockets("leaf", "#3d1748"), eyes(rise=3), nose("#3d1748", bridge="#9a5aab")),
        beard_full(SNOW, "#b5b0a6"),
        solid("M0 -45L30 -44C32 -38 30 -32 34 -28C30 -24 27 -21 27 -15C17 -22 8 -23 0 -23", GOLD),
        pair("M4 -40C12 -40 16 -36 24 -40C22 -32 14 -28 5 -30z", "#b3701a"),
        pearls("M-26 -19C-16 -26 16 -26 26 -19", WHITE, size=3.4, gap=4.6),
        pompoms([(0, -34)], 4, RED),
    )


def zhang_fei() -> str:
    """Draw the smiling hothead: the butterfly of black wings on white, with the black cross down his nose."""
    upper = "M3 -9C3 -20 10 -27 19 -26C27 -22 27 -12 22 -8C17 -12 9 -12 3 -9z"
    lower = "M3 -2C8 -8 18 -9 25 -5C26 2 21 10 14 10C8 9 4 4 3 -2z"
    body = "M0 -30C3 -26 3 -20 1.5 -12C3 -6 3 2 5 8C6 13 3 15 0 15"
    return finished(
        face(WHITE, pair(upper, BLACK), pair("M8 -13C9 -19 14 -23 19 -21C22 -19 22 -15 20 -13C17 -15 12 -15 8 -13z", WHITE), pair(lower, BLACK), eyes(rise=1), path(whole(body), BLACK), pair("M12 12C18 11 22 7 25 1C24 12 20 18 13 19z", "#f0a59a"), shape=ROUND),
        group(beard_open("#1d1817", "#5d5350"), scale=(1.15, 1)),
        solid("M0 -42C20 -42 34 -34 34 -14C26 -22 10 -27 0 -27", "#1d1817", light=0.16),
        pompoms([(0, -38), (12, -37), (22, -32), (30, -23)], 5.4, "#3a3130"),
    )


def xiang_yu() -> str:
    """Draw the king of Chu: black and white, the eyes cast down as if they wept, the helmet of a conqueror."""
    weep = pair("M1.5 -10C6 -18 18 -19 25 -8C27 2 25 12 18 17C16 10 9 9 6 8C3 4 2 -2 1.5 -10z", BLACK)
    return finished(
        tassels("#f3d27a", x=38, top=-24, bottom=30),
        face(WHITE, weep, pair("M4 -9C9 -15 17 -14 21 -7C16 -10 10 -9 4 -5z", WHITE), pair("M5 1C9 -4 15 -4 20 3C15 6 9 5 5 1z", WHITE), dots([(12, 1)], 2.6, INK), line("M0 -22L0 -8M-3 -19L3 -19M-3 -15L3 -15", INK, 1.6), nose(), shape=ROUND),
        beard_full("#1d1817", "#5d5350"),
        pair("M24 -22C30 -32 38 -38 44 -38C43 -30 45 -24 42 -17C36 -18 30 -16 26 -14z", GOLD, edge=INK),
        solid("M0 -45C6 -40 12 -40 18 -36C25 -31 28 -24 28 -14C18 -22 8 -23 0 -23", GOLD),
        pair("M3 -34C10 -38 17 -34 22 -28C15 -30 9 -28 3 -27z", "#b3701a"),
        pompoms([(0, -42), (11, -27), (20, -23), (0, -28)], 3.4, WHITE),
    )


def jiang_wei() -> str:
    """Draw the heir of Zhuge Liang's art: the taiji on a red brow, green flags on his back."""
    taiji = circle(0, -20, 7.2, WHITE, stroke=INK, width=1.2) + path("M0 -27.2A7.2 7.2 0 0 1 0 -12.8A3.6 3.6 0 0 1 0 -20A3.6 3.6 0 0 0 0 -27.2z", INK)
    field = pair("M2 -3C2 -10 12 -15 22 -13C25 -7 24 -2 20 2C14 7 6 7 2 3z", WHITE)
    return finished(
        flags("#3a9d6a", "#f3e3a2", mark="#f3e3a2"),
        group(
            face("#d5301f", field, pair("M8 -15C14 -16 19 -19 22 -23C25 -17 22 -11 15 -11C9 -11 5 -8 3 -5C3 -10 5 -14 8 -15z", BLACK), sockets("leaf"), eyes(), nose(), taiji, lips(21, "#7d1411")),
            solid("M0 -36C14 -37 24 -31 27 -14C20 -25 10 -30 0 -30", "#e9eef0"),
            pompoms([(0, -35), (11, -33), (20, -27)], 3.6, BLUE),
            move=(0, 12),
        ),
    )


def meng_liang() -> str:
    """Draw the man of the fire gourd: it stands upside down on his brow, among flames."""
    gourd = path(whole("M0 -26C6 -26 7 -20 4 -17C7 -15 4 -10 0 -10"), "#f7d34a", stroke=INK, width=1)
    return finished(
        group(
            pair("M22 6C28 0 26 -10 33 -18C32 -8 36 -6 34 4C32 12 28 16 22 16z", "#f07f1f", edge=INK),
            face("#c7251c", pair("M1.5 -4C3 -12 8 -20 15 -23C14 -19 18 -19 23 -20C25 -10 24 -4 20 2C14 8 6 8 1.5 3z", WHITE), brows("flame"), sockets("leaf"), eyes(), nose(bridge=WHITE), gourd, pair("M11 12C17 12 21 8 24 3C23 12 19 18 12 19z", BLACK), lips(21, "#f7d34a", wide=6)),
            path("M-23 -19C-16 -33 16 -33 23 -19C14 -28 6 -29 0 -27C-6 -29 -14 -28 -23 -19z", INK),
            move=(0, 0), scale=1.36,
        ),
    )


def zhao_kuangyin() -> str:
    """Draw the first emperor of Song: a red face, white dragon brows, the royal crown with wings that point to heaven."""
    return finished(
        pair("M22 -28C24 -36 30 -42 34 -45C37 -38 36 -28 30 -18L24 -20z", "#f6d77c", edge=INK),
        tassels("#e98a2c", x=31, top=-16, bottom=34),
        face("#b3221b", brows("silkworm", WHITE, edge=INK, width=1), pair("M3 1C8 -4 15 -6 23 -6C20 1 12 5 3 1z", BLACK), eyes(rise=3), nose("#6d100d"), shape=SQUARE),
        beard_three(BLACK, SOOT),
        solid("M0 -45C9 -45 16 -42 16 -36C24 -34 28 -26 28 -15C18 -22 8 -23 0 -23", "#f1c232"),
        pair("M3 -31C9 -35 15 -33 20 -27C14 -27 9 -25 4 -26z", "#b3701a"),
        pompoms([(0, -38)], 4.6, RED),
        pearls("M-25 -18C-16 -25 16 -25 25 -18", WHITE, size=3, gap=4.2),
    )


def lian_po() -> str:
    """Draw the old general who begs pardon: rods of thorn on his back, white hair, a face of old pink."""
    rod = line("M0 0L0 -46M0 -20L5 -26M0 -30L-5 -36M0 -36L4 -41", "#5f3d22", 2.6)
    return finished(
        "".join(group(rod, move=(0, 2), turn=turn) for turn in (-72, -50, -30, 30, 50, 72)),
        face("#eea9a0", path(whole("M0 -30L3 -18L5 -6C12 -3 19 -5 25 -8C25 -20 17 -30 0 -30"), "#fdeee6"), brows("old", WHITE, edge=INK, width=1), sockets("leaf", "#7c3b36"), eyes(rise=2), nose("#a8544c")),
        beard_full(SNOW, "#b5b0a6"),
        solid("M0 -35C14 -35 24 -29 26 -14C18 -24 8 -27 0 -25", "#e2ddd3"),
        solid("M0 -45C7 -45 9 -40 8 -37C8 -33 4 -32 0 -32", "#e2ddd3"),
        line("M-7 -34H7", RED, 3),
    )


def huang_gai() -> str:
    """Draw the old hand of Wu: a dark red face of six parts, a grey beard, the tall helmet of a commander."""
    return finished(
        pair("M22 -20C29 -18 33 -8 33 10C28 14 24 12 22 6z", "#53627a", edge=INK),
        face("#8f1f24", path(whole("M0 -26L2 -13L4 -5C12 -3 19 -5 26 -8C26 -20 17 -30 4 -30L0 -26"), "#f0d9cf"), brows("old", "#77726d", edge=INK, width=1), sockets("leaf"), eyes(rise=3), nose("#4d0d10")),
        beard_full("#a5a29c", "#6d6964", bottom=43),
        line("M0 -44V-34M-5 -44C-5 -39 5 -39 5 -44", GOLD, 2.4),
        solid("M0 -38C8 -36 16 -34 22 -26C26 -22 29 -19 31 -14C20 -22 8 -23 0 -23", "#6c7e9c"),
        line("M-28 -16C-17 -24 17 -24 28 -16", GOLD, 3),
        pompoms([(0, -29)], 3.6, GOLD),
    )


def xiahou_dun() -> str:
    """Draw the one who lost an eye to an arrow and fought on: it still stands in his face."""
    field = pair("M1.5 -4C3 -14 12 -20 21 -19C25 -13 25 -5 21 1C14 8 5 8 1.5 3z", "#e8eef7")
    arrow = group(line("M0 0L46 -12", INK, 4.6) + line("M0 0L44 -11.5", "#c98b45", 2.6), path("M38 -18L46 -20L46 -5L38 -3L35 -9z", WHITE, stroke=INK, width=1.2), move=(0, 0))
    return finished(
        group(
            face("#1d3f86", field, sockets("leaf"), brows("sword"), eyes(), path("M4 2C9 -6 19 -6 20 -2C19 5 15 6 13 14C12 8 6 7 4 2z", RED, stroke=INK, width=1), nose(), lips(22, "#d34a3a"), pair("M8 16C14 16 20 12 24 4C22 15 16 22 8 25z", BLACK)),
            path("M-25 -12C-22 -22 22 -22 25 -12L24 -20C17 -33 -17 -33 -24 -20z", WHITE, stroke=INK, width=1.3),
            line("M-16 -26C-6 -22 6 -22 16 -26M-22 -20C-10 -26 10 -26 22 -20", "#aab4c0", 1),
            move=(-4, 3), scale=1.3,
        ),
        group(arrow, move=(8, 4), turn=-14, scale=0.85),
    )


def ma_su() -> str:
    """Draw the bookish general: a face of oily white in three tiles, silver helmet, light blue velvet."""
    return finished(
        pair("M22 -22C32 -30 40 -28 45 -34C46 -22 42 -12 30 -8L24 -8z", "#dfe6ea", edge=INK),
        line(both("M27 -16C34 -20 39 -22 42 -28"), "#7fa6c4", 2),
        face("#fdfaf3", brows("tile"), sockets("leaf"), eyes(), nose(), path("M0 -30C3 -24 2 -14 0 -8C-2 -14 -3 -24 0 -30z", "#d76a5c"), shape=LONG),
        beard_three(BLACK, SOOT),
        helmet("#d5dde2", "#f3f6f7", crest="#6fb1dd", balls="#6fb1dd"),
    )


def li_kui() -> str:
    """Draw the Black Whirlwind: shreds of white on black, and hair that no cap could hold."""
    mane = "".join(group(path("M-9 -24C-9 -36 -5 -42 2 -45C1 -38 6 -32 9 -24z", "#1d1817"), turn=turn) for turn in range(-120, 121, 24))
    shreds = pair("M3 -8C5 -16 13 -20 20 -16C15 -16 13 -14 15 -11C11 -13 7 -11 3 -8z", WHITE) + pair("M21 -8C25 -4 25 2 22 7C22 3 20 0 17 -1z", WHITE)
    return finished(
        mane,
        face("#3a3331", shreds, pair("M2.5 1C6 -7 16 -9 20 -3C18 5 8 7 2.5 1z", WHITE), dots([(11, -1.5)], 3.2, INK), nose("#c7b9ae"), path(whole("M0 -27C3 -22 3 -16 0 -11"), RED), pair("M11 12C15 13 19 11 22 7C22 14 17 19 11 19z", "#e7867a"), light=0.1, shape=ROUND),
        beard_open("#1d1817", "#6a605d", bottom=42),
        pompoms([(31, -20)], 0, RED),
    )


def lu_zhishen() -> str:
    """Draw the Flowery Monk: a shaven head with its scars, a mantis for each brow, beads about his neck."""
    mantis = "M3 -5C5 -9 9 -10 12 -9C16 -14 15 -19 20 -21C19 -17 21 -15 24 -15C22 -8 16 -6 11 -6C8 -6 5 -5 4 -2z"
    return finished(
        dots([(10, 42), (20, 38), (29, 31), (35, 22), (0, 43)], 4.4, "#8b3f1f", edge=0.8),
        pair("M27 -8C35 -10 36 6 27 10z", "#f0cdb0", edge=INK),
        face("#f7dcc4", path(whole("M0 20C10 16 20 12 28 0C29 20 18 30 0 30"), "#8f8580"), pair(mantis, BLACK), sockets("round", "#6f6660"), eyes(rise=1), nose("#b8705a"), lips(22, "#b5352a"), dots([(4, -22), (4, -27), (11, -24)], 1.3, "#a8715a"), shape="M0 -40C22 -40 29 -22 29 -2C29 18 18 30 0 30"),
    )


def yang_qilang() -> str:
    """Draw the seventh son of Yang: a dark face with the stroke of a tiger on his brow."""
    tiger = line("M-1 -26L-1 -22M-1 -24L5 -26M-9 -20C-3 -23 3 -23 9 -21C9 -18 7 -17 6 -16M-9 -20C-9 -12 -9 -9 -11 -6M-4 -17L3 -18.500M0 -20C0 -14 1 -13 6 -14M-3 -12C-3 -8 -4 -6 -6 -4M2 -12L3 -7C4 -5 8 -5 9 -8", WHITE, 1.9)
    return finished(
        group(
            face("#4d4a55", pair("M3 0C6 -8 16 -10 24 -6C22 4 10 9 3 3z", WHITE), sockets("leaf"), eyes(rise=3), nose("#1d1817"), pair("M12 8C17 8 21 6 24 2C23 12 18 19 11 21z", "#dc6b62"), lips(21), group(tiger, move=(0, -1), scale=0.95)),
            path("M-23 -18C-18 -33 18 -33 23 -18C14 -28 -14 -28 -23 -18z", INK),
            scale=1.4,
        ),
    )


def zheng_ziming() -> str:
    """Draw the blunt oath brother: a crooked face, its paint awry, one brow up and one down."""
    return finished(
        group(
            face("#6d3b57", path("M-2 -30C-18 -30 -26 -20 -26 -6C-24 8 -18 18 -10 24C-14 10 -4 6 -3 -2C-2 -10 4 -16 -2 -30z", WHITE), path("M-4 -8C-10 -18 -18 -22 -25 -14C-18 -16 -12 -10 -6 -3z", BLACK), path("M3 -4C8 -12 16 -22 22 -22C26 -14 20 -8 14 -7C10 -7 7 -4 4 -1z", BLACK), path("M-3 4C-6 -4 -18 -7 -23 0C-20 8 -10 11 -3 4z", BLACK), path("M3 2C6 -6 16 -9 23 -9C21 0 11 8 3 2z", BLACK), path("M-5 4Q-11 -3 -19 1Q-14 7 -5 4zM5 1Q10 -5 18 -5Q13 4 5 1z", WHITE), circle(-11, 2, 2.4, INK), circle(11, -1.5, 2.4, INK), nose(), path("M-8 24Q2 16 11 19Q4 26 -8 24z", RED, stroke=INK, width=1), shape=ROUND),
            group(solid("M0 -45C13 -45 24 -40 28 -20C18 -27 8 -28 0 -28", "#2c5a5a"), pompoms([(0, -44), (-14, -33), (14, -33)], 4, GOLD), turn=-12),
            move=(0, 8), scale=1.12,
        ),
    )


GENERALS = (
    Drawing("guan yu", "关羽", "关", guan_yu()),
    Drawing("bao zheng", "包拯", "包", bao_zheng()),
    Drawing("cao cao", "曹操", "曹", cao_cao()),
    Drawing("dou erdun", "窦尔敦", "窦", dou_erdun()),
    Drawing("dian wei", "典韦", "典", dian_wei()),
    Drawing("cheng yaojin", "程咬金", "程", cheng_yaojin()),
    Drawing("xu yanzhao", "徐延昭", "徐", xu_yanzhao()),
    Drawing("zhang fei", "张飞", "张", zhang_fei()),
    Drawing("xiang yu", "项羽", "项", xiang_yu()),
    Drawing("jiang wei", "姜维", "姜", jiang_wei()),
    Drawing("meng liang", "孟良", "孟", meng_liang()),
    Drawing("zhao kuangyin", "赵匡胤", "赵", zhao_kuangyin()),
    Drawing("lian po", "廉颇", "廉", lian_po()),
    Drawing("huang gai", "黄盖", "黄", huang_gai()),
    Drawing("xiahou dun", "夏侯惇", "惇", xiahou_dun()),
    Drawing("ma su", "马谡", "谡", ma_su()),
    Drawing("li kui", "李逵", "逵", li_kui()),
    Drawing("lu zhishen", "鲁智深", "鲁", lu_zhishen()),
    Drawing("yang qilang", "杨七郎", "七", yang_qilang()),
    Drawing("zheng ziming", "郑子明", "郑", zheng_ziming()),
)
