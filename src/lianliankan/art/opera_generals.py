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
    tall_cap,
    tassels,
    winged_hat,
)
from lianliankan.art.opera_paint import (
    BLACK, BLUE, GOLD, INK, RED, WHITE, both, brows, dots, eyes, face, lips, nose, pair, pearls, pompoms, sockets, solid, whole, finished, taiji,
    ROUND, SQUARE, LONG,
)
from lianliankan.art.tile_set import Drawing

__all__ = ["GENERALS"]

HAIR = "#1f1a1e"
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
        pompoms([(0, -39)], 5.5, RED),
        pompoms([(18, -33), (27, -25)], 3.6, GOLD),
    )


def bao_zheng() -> str:
    """Draw the upright judge: a black face, knitted white brows, the moon on the brow."""
    moon = path("M-6.5 -18A7 7 0 1 0 6.5 -18A8.5 7 0 0 1 -6.5 -18z", WHITE)
    knit = pair("M2 0C2 -7 12 -10 22 -9C17 -7 8 -5 4 3z", WHITE)
    low = pair("M5 5Q11 0 19 1Q13 8 5 5z", WHITE) + dots([(11.5, 3.5)], 2.2, INK)
    return finished(
        group(
            face("#3a3433", knit, moon, low, pair("M2 15C5 16 9 14 8 10C13 14 8 19 2 17z", "#8d8380"), light=0.12),
            move=(0, 1),
        ),
        group(beard_full("#1b1716", "#6a605d", bottom=43), move=(0, 2)),
        winged_hat("#1b1716", GOLD),
        pompoms([(0, -30)], 3.4, GOLD),
    )


def cao_cao() -> str:
    """Draw the crafty minister: a face powdered white, thin lines of ink, narrow eyes."""
    creases = both("M3 -16Q7 -19 9 -24M13 5C17 6 20 4 23 0M12 9C16 11 19 10 22 8M8 13C10 16 14 17 17 16")
    narrow = pair("M4 1C9 -4 15 -6 22 -5C16 2 10 4 4 1z", BLACK) + pair("M6 0.5Q12 -3 18 -3Q12 2 6 0.5z", WHITE)
    frown = line("M-3 -9Q0 -6 3 -9M-2 -14L-1.5 -5M2 -14L1.5 -5", INK, 0.9)
    return finished(
        group(
            pair("M17 -27L34 -36C36 -34 36 -31 34 -29L18 -22z", BLACK, edge=INK),
            face(WHITE, brows("thin"), line(creases, INK, 1.1), narrow, dots([(12.5, -0.8)], 1.5, INK), frown, nose(INK), pair("M17 10C20 10 22 8 24 5C24 10 21 14 18 14z", "#f3d6cf"), shape=ROUND),
            path(whole("M0 17C8 14 19 15 27 8C28 18 25 28 21 32L0 33"), BLACK, stroke=INK, width=1.3),
            line(both("M4 21L4 30M11 20L12 29M18 18L19 28"), SOOT, 1.2),
            solid("M0 -34C8 -34 16 -33 17 -28C24 -26 28 -20 28 -12C19 -19 8 -21 0 -21", "#8a2f3a"),
            line("M-26 -15C-17 -23 17 -23 26 -15", GOLD, 2.2),
            path(whole("M0 -31C4 -31 6 -28 6 -25C4 -23 2 -23 0 -22"), GOLD, stroke=INK, width=1),
            move=(0, 1), scale=1.27,
        ),
    )


def dou_erdun() -> str:
    """Draw the fierce outlaw: a blue face, his twin hooks as brows, red hair of beard and ears."""
    return finished(
        ear_tufts("#d8391f", "#f58a4d"),
        face("#3474cf", sockets("leaf", edge=WHITE), brows("hook", RED, edge=WHITE), eyes(), nose(bridge=WHITE)),
        beard_open("#d8391f", "#f58a4d", mouth="#5d0f0c"),
        tall_cap("#23365f", GOLD),
        pompoms([(0, -33), (13, -37)], 4, GOLD),
    )


def dian_wei() -> str:
    """Draw the guard of Wei: a yellow face, his two halberds crossed behind it and painted on the brow."""
    blade = path("M0 -56L4 -45L11 -48C16 -40 14 -30 7 -26L4 -36L-4 -38L-4 -46z", "#cfd6da", stroke=INK, width=1.3)
    halberd = line("M0 54L0 -44", INK, 4.5) + line("M0 54L0 -40", "#9b5a2a", 2.5) + blade
    mark = path("M0 -26L1.5 -20L5 -23L4.5 -15L1.5 -12L0 -5L-1.5 -12L-4.5 -15L-5 -23L-1.5 -20z", RED)
    return finished(
        mirrored(group(halberd, turn=38)),
        face("#f5c52e", sockets("leaf", edge=WHITE), brows("flame", edge=WHITE, width=1.6), eyes(), nose(), mark),
        beard_open(BLACK, SOOT, bottom=40),
        path(whole("M0 -45C7 -45 9 -41 7 -36L0 -30"), RED, stroke=INK, width=1.3),
        solid("M0 -38C14 -39 25 -32 27 -17C17 -25 8 -25 0 -25", "#5a4a8a"),
        line("M-25 -19C-16 -27 16 -27 25 -19", GOLD, 2.4),
    )


def cheng_yaojin() -> str:
    """Draw the lucky rascal, old: a green face that laughs out of a white beard, an axe at either ear."""
    edge = path("M31 -26C37 -30 42 -34 44 -38C46 -26 46 -14 43 -4C40 -8 37 -11 31 -13z", "#c9d2d6", stroke=INK, width=1.3)
    axe = line("M33 40L33 -24", INK, 4.6) + line("M33 40L33 -24", "#a86a35", 2.6) + edge
    return finished(
        mirrored(axe),
        face("#46a64c", sockets("round", edge=WHITE), brows("sword", "#c43a22", edge=WHITE), eyes(rise=1), nose(bridge="#f6a79b"), shape=ROUND),
        beard_open(SNOW, "#b5b0a6", bottom=42),
        solid("M0 -45C8 -43 11 -38 20 -38C26 -36 28 -27 28 -17C17 -25 8 -26 0 -26", "#7a2233"),
        line("M-26 -19C-16 -27 16 -27 26 -19", GOLD, 3),
        pompoms([(0, -35)], 4.5, "#f4e3b0"),
    )


def xu_yanzhao() -> str:
    """Draw the duke with the bronze hammer: a purple face of six parts below white brows, a white beard, a dark hat."""
    return finished(
        tassels(GOLD, x=34, top=-22, bottom=24),
        face("#6d2f80", brows("old", "#fffdf7", edge=INK, width=1), sockets("leaf", "#2c0f36"), eyes(rise=3), nose("#2c0f36", bridge="#a566b8"), pair("M7 -27C12 -26 17 -23 20 -18C15 -21 10 -21 4 -16z", "#fffdf7")),
        beard_full(SNOW, "#b5b0a6", bottom=42),
        solid("M0 -45L30 -44C32 -38 30 -34 35 -30C30 -27 27 -25 27 -17C17 -24 8 -25 0 -25", "#3b2a6b"),
        pair("M4 -40C12 -40 16 -36 24 -40C22 -33 14 -29 5 -31z", GOLD),
        pearls("M-26 -21C-16 -28 16 -28 26 -21", GOLD, size=3.8, gap=4.8),
        pompoms([(0, -36)], 4, RED),
    )


def zhang_fei() -> str:
    """Draw the smiling hothead: the butterfly of black wings on white, with the black cross down his nose."""
    upper = "M3 -9C3 -20 10 -27 19 -26C27 -22 27 -12 22 -8C17 -12 9 -12 3 -9z"
    spot = "M8 -13C9 -19 14 -23 19 -21C22 -19 22 -15 20 -13C17 -15 12 -15 8 -13z"
    lower = "M3 -2C8 -8 18 -9 25 -5C26 2 21 10 14 10C8 9 4 4 3 -2z"
    body = "M0 -30C3 -26 3 -20 1.5 -12C3 -6 3 2 5 8C6 13 3 15 0 15"
    wings = pair(upper, BLACK) + pair(spot, WHITE) + pair(lower, BLACK)
    return finished(
        group(
            face(WHITE, wings, eyes(rise=1), path(whole(body), BLACK), pair("M11 14C18 13 23 8 26 2C26 10 22 19 16 22z", "#f0a59a"), path(whole("M0 18C6 19 10 18 13 15C12 23 6 26 0 26"), RED, stroke=INK, width=1.2), shape=ROUND),
            path(whole("M0 27C8 27 16 22 26 10C29 18 28 28 24 34C20 30 16 35 12 33C8 36 4 33 0 35"), "#1d1817", stroke=INK, width=1.2),
            pompoms([(0, -30), (10.5, -29), (19.5, -24), (26, -16)], 4.8, "#3a3130"),
            move=(0, 0), scale=1.25,
        ),
    )


def xiang_yu() -> str:
    """Draw the king of Chu: black and white, the eyes cast down as if they wept, the helmet of a conqueror."""
    weep = pair("M1.5 -10C6 -18 18 -19 25 -8C27 2 25 12 18 17C16 10 9 9 6 8C3 4 2 -2 1.5 -10z", BLACK)
    return finished(
        tassels("#f3d27a", x=38, top=-24, bottom=30),
        face(WHITE, weep, pair("M4 -9C9 -15 17 -14 21 -7C16 -10 10 -9 4 -5z", WHITE), pair("M5 1C9 -4 15 -4 20 3C15 6 9 5 5 1z", WHITE), dots([(12, 1)], 2.6, INK), line("M0 -22L0 -8M-3 -19L3 -19M-3 -15L3 -15", INK, 1.6), nose(), shape=ROUND),
        beard_full("#1d1817", "#5d5350"),
        pair("M24 -22C30 -32 38 -38 44 -38C43 -30 45 -24 42 -17C36 -18 30 -16 26 -14z", GOLD, edge=INK),
        solid("M0 -44C6 -40 12 -40 18 -36C25 -31 28 -24 28 -14C18 -22 8 -23 0 -23", GOLD),
        pair("M3 -34C10 -38 17 -34 22 -28C15 -30 9 -28 3 -27z", "#b3701a"),
        pompoms([(0, -41), (11, -27), (20, -23), (0, -28)], 3.4, WHITE),
    )


def jiang_wei() -> str:
    """Draw the heir of Zhuge Liang's art: the taiji on a red brow, green flags on his back."""
    return finished(
        flags("#3a9d6a", "#f7e8a8", mark="#f7e8a8"),
        group(
            face("#d5301f", brows("tile", edge=WHITE), sockets("leaf", edge=WHITE), eyes(), nose(), taiji(0, -20, 7.5), lips(21, "#7d1411")),
            solid("M0 -38C14 -38 25 -31 27 -13C20 -26 10 -31 0 -31", "#e9eef0"),
            pompoms([(0, -37), (11, -35), (20, -28)], 3.8, BLUE),
            move=(0, 12),
        ),
    )


def meng_liang() -> str:
    """Draw the man of the fire gourd: it stands upside down on his brow, among flames."""
    gourd = path(whole("M0 -26C6 -26 7 -20 4 -17C7 -15 4 -10 0 -10"), "#f7d34a", stroke=INK, width=1)
    return finished(
        group(
            pair("M22 6C28 0 26 -10 33 -18C32 -8 36 -6 34 4C32 12 28 16 22 16z", "#f07f1f", edge=INK),
            face("#c7251c", pair("M1.5 -4C3 -12 8 -20 15 -23C14 -19 18 -19 23 -20C25 -10 24 -4 20 2C14 8 6 8 1.5 3z", WHITE), brows("flame"), sockets("leaf"), eyes(), nose(bridge=WHITE), gourd, pair("M11 12C17 12 21 8 24 3C23 12 19 18 12 19z", BLACK), lips(21, "#f4a07a", wide=6)),
            path("M-23 -19C-16 -33 16 -33 23 -19C14 -28 6 -29 0 -27C-6 -29 -14 -28 -23 -19z", INK),
            scale=1.29,
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
    rod = line("M0 -20L0 -45M0 -26L6 -32M0 -32L-6 -38M0 -38L5 -43", "#4a2c17", 3.4)
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
    shaft = line("M0 0L34 -30", INK, 5) + line("M0 0L34 -30", "#d69a4e", 3)
    vane = path("M24 -28L30 -40L40 -42L36 -31L26 -22z", WHITE, stroke=INK, width=1.3)
    wound = path("M3 2C8 -7 20 -7 22 -2C20 6 15 6 14 16C12 9 5 8 3 2z", RED, stroke=WHITE, width=1.4)
    return finished(
        group(
            face("#2450a3", brows("sword", edge=WHITE), sockets("leaf", edge=WHITE), eyes(), wound, nose(bridge=WHITE), lips(22, "#e0604c"), pair("M9 17C14 16 20 12 24 5C22 15 16 22 9 25z", BLACK)),
            path("M-25 -12C-21 -23 21 -23 25 -12L24 -20C17 -33 -17 -33 -24 -20z", "#eceff2", stroke=INK, width=1.3),
            line("M-16 -26C-6 -22 6 -22 16 -26M-22 -20C-10 -26 10 -26 22 -20", "#9aa6b3", 1.1),
            move=(-7, 4), scale=1.28,
        ),
        group(shaft, vane, move=(9, 4), scale=0.88),
    )


def ma_su() -> str:
    """Draw the bookish general who lost Jieting: a white face in three tiles, his hair let down for the sentence."""
    tail = "M0 -36C-8 -46 -34 -46 -40 -28C-46 -8 -36 10 -42 34C-34 30 -28 20 -29 6C-30 -8 -32 -20 -24 -24C-16 -28 -6 -30 0 -28z"
    return finished(
        path(tail, HAIR, stroke=INK, width=1.3),
        line("M-8 -36C-24 -42 -36 -32 -37 -14C-38 0 -34 8 -36 20M-14 -33C-28 -34 -33 -22 -33 -10", "#5d5761", 1.2),
        group(
            face("#fdfaf3", brows("tile"), sockets("leaf"), eyes(), nose(), path("M0 -26C3 -20 2 -12 0 -7C-2 -12 -3 -20 0 -26z", "#d76a5c")),
            beard_three(BLACK, SOOT),
            path(whole("M0 -33C16 -33 25 -26 27 -12C20 -24 8 -28 0 -25"), HAIR, stroke=INK, width=1.3),
            pompoms([(0, -32)], 5, RED),
            move=(8, 0),
        ),
    )


def li_kui() -> str:
    """Draw the Black Whirlwind: shreds of white on black, and hair that no cap could hold."""
    mane = "".join(group(path("M-9 -24C-9 -36 -5 -42 2 -45C1 -38 6 -32 9 -24z", "#1d1817"), turn=turn) for turn in range(-120, 121, 24))
    shreds = pair("M3 -8C5 -16 13 -20 20 -16C15 -16 13 -14 15 -11C11 -13 7 -11 3 -8z", WHITE) + pair("M21 -8C25 -4 25 2 22 7C22 3 20 0 17 -1z", WHITE)
    return finished(
        mane,
        face("#3a3331", shreds, pair("M2.5 1C6 -7 16 -9 20 -3C18 5 8 7 2.5 1z", WHITE), dots([(11, -1.5)], 3.2, INK), nose("#c7b9ae"), path(whole("M0 -27C3 -22 3 -16 0 -11"), RED), pair("M11 12C15 13 19 11 22 7C22 14 17 19 11 19z", "#e7867a"), light=0.1, shape=ROUND),
        beard_open("#1d1817", "#6a605d", bottom=42),
    )


def lu_zhishen() -> str:
    """Draw the Flowery Monk: a shaven head with its scars, a mantis for each brow, beads about his neck."""
    mantis = "M3 -5C5 -9 9 -10 12 -9C16 -14 15 -19 20 -21C19 -17 21 -15 24 -15C22 -8 16 -6 11 -6C8 -6 5 -5 4 -2z"
    stubble = path(whole("M0 18C10 14 21 12 29 -2C29 20 18 30 0 30"), "#77706d")
    return finished(
        group(
            dots([(10, 38), (20, 34), (29, 27), (35, 18), (0, 39)], 5, "#8b3f1f", edge=0.8),
            pair("M27 -10C36 -12 37 6 27 10z", "#f0cdb0", edge=INK),
            face("#fbe5d0", stubble, pair(mantis, BLACK), sockets("round", BLACK), eyes(rise=1), nose("#b8705a"), lips(22, "#d8392c"), dots([(4, -25), (4, -31), (11, -28)], 1.5, "#a8715a"), shape="M0 -44C24 -44 30 -22 30 -2C30 18 18 30 0 30"),
            scale=1.02,
        ),
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
