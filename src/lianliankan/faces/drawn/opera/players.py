"""The players of the opera set without paint: young men and old, ladies, and clowns with their white patch."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.opera import dress, paint
from lianliankan.faces.drawn.tile_set import Drawing

CREAM = "#ffeee2"
ROUGE = "#f4a39b"

# The brows of young men rise like swords, those of ladies curve like willow leaves.
SWORD = "M4 -8C9 -13 15 -16 23 -17C18 -12 11 -10 5 -6z"
WILLOW = "M4.5 -8C8 -13 14 -15 19 -13C14 -13 9 -11 5.5 -6.5z"


def powdered(*, brow: str) -> str:
    """Draw the face of the young: powder, rouge around the eyes, long lines of ink, a small mouth."""
    return paint.face(
        CREAM,
        paint.pair("M3 -4C8 -13 18 -14 23 -9C24 2 18 13 10 12C6 8 3 2 3 -4z", ROUGE),
        paint.pair("M3.5 1.5Q10 -10 24 -9Q16 6 3.5 1.5z", paint.INK),
        paint.eyes(rise=4, size=1.1),
        paint.pair(brow, paint.INK),
        svg.line("M0 -4C1 2 2.5 7 2 9Q0 11 -2 9", "#d08a76", 1.2),
        paint.lips(19, wide=5.5),
        light=0,
        shade=0.08,
    )


def lady() -> str:
    """Draw a lady's face framed by hair glued to her cheeks, with curls on the brow."""
    locks = paint.pair("M0 -31C20 -32 29 -20 28 -4C28 10 22 22 13 28C18 16 20 4 19 -6C17 -16 10 -20 0 -20z", paint.HAIR)
    return powdered(brow=WILLOW) + locks + paint.dots([(0, -21), (7, -20), (13.5, -17)], 3.6, paint.HAIR)


def yang_guifei() -> str:
    """Draw the imperial consort: the phoenix crown of kingfisher blue and pearls."""
    crown = "M0 -45C10 -45 16 -41 22 -42C28 -40 36 -34 38 -24C34 -22 30 -20 28 -12C18 -22 8 -24 0 -24"
    return paint.finished(
        dress.moon_gate("#f6bdc8", "#d0587a"),
        dress.tassels("#f7d34a", x=33, top=-20, bottom=26),
        lady(),
        paint.solid(crown, "#2ba3b0"),
        paint.pair("M5 -40C12 -38 14 -30 22 -30C18 -24 8 -26 5 -31z", paint.GOLD, edge=paint.INK),
        paint.pearls(paint.both("M27 -13C18 -23 8 -25 1 -25"), paint.WHITE, size=3.6, gap=4.8),
        paint.pompoms([(0, -36)], 5, paint.RED),
        paint.pompoms([(15, -38), (26, -35), (33, -27)], 3.4, "#ffd3d9"),
        paint.pearls("M27 -8V14M-27 -8V14", paint.WHITE, size=3, gap=4),
    )


def bai_suzhen() -> str:
    """Draw the White Snake: all in white, one red velvet ball on her brow, a silver snake above."""
    return paint.finished(
        dress.moon_gate("#1f4a5c", "#8fc5d0"),
        paint.pair("M16 -26C30 -26 36 -8 34 12C38 22 36 32 32 38C26 34 24 20 24 4z", paint.WHITE, edge=paint.INK),
        lady(),
        paint.solid("M0 -37C16 -37 27 -31 28 -12C20 -24 8 -26 0 -26", "#f3f6f7"),
        paint.cord("M-8 -34C-14 -46 14 -46 6 -35", "#cfd8dd", 3.4),
        paint.pompoms([(0, -28)], 6.5, paint.RED),
        paint.pompoms([(12, -30), (21, -23)], 3.2, "#bfe0ee"),
    )


def mu_guiying() -> str:
    """Draw the woman general: stars of red velvet on a gold helmet, pink flags on her back."""
    return paint.finished(
        dress.moon_gate("#4b1f45", "#c98ac0"),
        dress.flags("#ef7fa0", "#fff0c8"),
        svg.group(
            lady(),
            paint.solid("M0 -42C16 -42 30 -34 31 -13C20 -24 8 -26 0 -26", "#e9c95a"),
            paint.pompoms([(0, -38), (12, -36), (22, -30), (29, -20)], 4.4, "#e8433a"),
            paint.pompoms([(0, -28), (9, -27), (18, -22)], 3, paint.WHITE),
            move=(0, 12),
        ),
    )


def princess_tiejing() -> str:
    """Draw the princess of Liao: the broad board of Manchu ladies with flowers, tassels to either side."""
    flower = paint.dots([(0, -34)], 7, "#e8433a", edge=0.7) + paint.dots([(0, -34)], 2.6, "#ffd54a")
    small = paint.dots([(20, -36), (31, -34)], 4, "#f9b7c6", edge=0.6) + paint.dots(
        [(20, -36), (31, -34)], 1.4, "#ffd54a"
    )
    return paint.finished(
        dress.tassels(paint.RED, x=38, top=-28, bottom=30),
        svg.group(lady(), move=(0, 10)),
        svg.path(
            "M-44 -42C-20 -46 20 -46 44 -42L42 -26C24 -28 14 -26 10 -18L-10 -18C-14 -26 -24 -28 -42 -26z",
            paint.HAIR,
            stroke=paint.INK,
            width=1.5,
        ),
        svg.line("M-40 -39C-20 -42 20 -42 40 -39", "#6f6a78", 1.4),
        flower,
        small,
    )


def she_taijun() -> str:
    """Draw the matriarch of the Yang: white hair, a band on her brow, the staff with the dragon's head."""
    return paint.finished(
        dress.moon_gate("#5d6b4a", "#c9d3a8"),
        svg.group(
            paint.solid("M0 -38C22 -38 32 -22 30 -2C29 8 26 16 22 20L0 20", "#e8e4da"),
            paint.face(
                "#f6d9bd",
                paint.pair("M5 1Q11 -4 19 0Q12 4 5 1z", paint.INK),
                paint.dots([(11.5, 0)], 1.8, paint.WHITE),
                paint.pair("M4 -7C10 -11 16 -10 21 -6C16 -7 10 -7 5 -4z", "#f7f4ec"),
                svg.line(
                    paint.both("M19 3L23 5M18 6L21 9M9 14C12 15 12 20 11 22M6 -14C8 -15 11 -15 13 -14"), "#b98a68", 1.1
                ),
                svg.line("M0 -2C1 3 2.5 8 2 10Q0 12 -2 10", "#b98a68", 1.2),
                paint.lips(20, "#b5524a", wide=5),
                light=0,
                shade=0.1,
            ),
            paint.solid("M0 -45C9 -45 13 -40 11 -35C9 -32 4 -31 0 -31", "#e8e4da"),
            svg.path(
                "M-28 -10C-20 -24 20 -24 28 -10L29 -18C20 -32 -20 -32 -29 -18z", "#c08a2a", stroke=paint.INK, width=1.3
            ),
            paint.pompoms([(0, -24)], 4, "#3f9a6a"),
            move=(-6, 4),
        ),
        paint.cord("M34 42V-26", "#8a4a26", 4),
        svg.path(
            "M31 -22C26 -34 30 -42 38 -43C44 -42 45 -34 43 -31L39 -33C41 -28 38 -24 37 -22z",
            paint.GOLD,
            stroke=paint.INK,
            width=1.3,
        ),
        svg.circle(38, -38, 1.5, paint.INK),
    )


def hongniang() -> str:
    """Draw the clever maid: two loops of hair, flowers, ribbons that swing."""
    return paint.finished(
        dress.moon_gate("#cf6a2a", "#ffd9a0"),
        paint.cord(paint.both("M20 -28C40 -40 46 -14 28 -10"), paint.HAIR, 7),
        paint.pair("M26 0C34 10 30 20 36 32C28 32 24 18 22 6z", "#3f9a8a", edge=paint.INK),
        lady(),
        paint.solid("M0 -37C18 -37 28 -28 28 -12C20 -26 8 -28 0 -28", paint.HAIR),
        paint.dots([(24, -22)], 6, "#e8433a", edge=0.7),
        paint.dots([(24, -22)], 2.2, "#ffd54a"),
        paint.pompoms([(0, -32), (11, -31)], 3.4, "#f9b7c6"),
    )


def zhuge_liang() -> str:
    """Draw the Sleeping Dragon: the cap with the taiji, three long strands, the fan of white feathers."""
    plume = svg.path("M-5.5 0C-8 -14 -5 -26 0 -31C5 -26 8 -14 5.5 0z", paint.WHITE, stroke=paint.INK, width=1.2)
    fan = "".join(svg.group(plume, move=(32, 40), turn=turn) for turn in (-66, 16, -46, -4, -25))
    return paint.finished(
        svg.group(
            paint.face(
                "#f8dcc0",
                paint.pair("M4 -3C9 -9 17 -9 22 -5C21 4 14 8 8 7z", "#f3b79a"),
                paint.almonds("M4 1Q11 -6 22 -7Q14 4 4 1z", "M6 0.5Q12 -4 18 -4Q13 2.5 6 0.5z", (12, -1)),
                paint.brows("sword"),
                svg.line("M0 -3C1 3 3 8 2 10Q0 12 -2 10", "#b98a68", 1.2),
                shape=paint.LONG,
            ),
            dress.beard_three("#1d1817", "#5d5350"),
            paint.solid("M0 -45L17 -43C22 -34 24 -26 25 -15C16 -22 8 -23 0 -23", "#2d5f73"),
            paint.pair("M24 -18C30 -10 32 4 30 16L26 16C26 6 25 -4 22 -12z", "#2d5f73", edge=paint.INK),
            paint.taiji(0, -34, 6.5),
            svg.line("M-24 -17C-15 -24 15 -24 24 -17", paint.GOLD, 2),
            move=(-12, 0),
        ),
        fan,
        svg.circle(32, 40, 3.5, "#8a4a26", stroke=paint.INK, width=1),
    )


def lu_bu() -> str:
    """Draw the fairest and least faithful of generals: the purple-gold crown, feathers that sweep to the shoulders."""
    return paint.finished(
        dress.feathers("#c98a3c", "#4a2610", drop=30),
        powdered(brow=SWORD),
        svg.path(paint.whole("M0 -32C18 -32 28 -22 28 -6C24 -14 22 -18 14 -22C8 -24 4 -24 0 -24"), paint.HAIR),
        paint.solid("M0 -38L5 -31L11 -37L13 -29L22 -31L20 -19C12 -24 6 -25 0 -25", "#8c4fb0"),
        paint.pompoms([(0, -40)], 4.4, paint.RED),
        svg.line("M-20 -20C-12 -26 12 -26 20 -20", paint.GOLD, 3),
        svg.path(paint.whole("M0 33C8 27 16 30 24 26C24 38 14 44 0 44"), "#d9c3ea", stroke=paint.INK, width=1.3),
        paint.pompoms([(14, 33)], 3.4, paint.RED),
    )


def xu_xian() -> str:
    """Draw the young scholar of the West Lake: a soft blue cap with ribbons, the umbrella that was lent to him."""
    shade = "M0 -45C22 -45 42 -34 45 -6C38 -12 30 -11 24 -3L0 -6"
    return paint.finished(
        paint.solid(shade, "#d9694f"),
        svg.line(paint.both("M1 -44C14 -38 22 -22 24 -5M1 -44C26 -38 40 -22 44 -7"), "#8e2f22", 1.4),
        svg.group(
            powdered(brow=SWORD),
            paint.solid("M0 -36C14 -36 25 -30 26 -12C18 -19 8 -20 0 -20", "#8fc1e0"),
            paint.pair("M22 -14C30 -8 32 8 30 28L25 28C26 12 25 0 22 -6z", "#8fc1e0", edge=paint.INK),
            svg.rect(-5, -30, 10, 8, "#f3f6f7", round=2, stroke=paint.INK, line=1.1),
            move=(0, 14),
        ),
    )


def jiang_gan() -> str:
    """Draw the scholar who stole a forged letter: the white square on his nose, a square cap, a goat's beard."""
    patch = svg.path("M-13 -8L13 -8L10 12L-10 12z", paint.WHITE)
    return paint.finished(
        dress.hanging("#8a3b22", "#e8b27a"),
        paint.face(
            "#f2c9a0",
            patch,
            paint.pair("M4 0Q9 -4 14 0Q9 3 4 0z", paint.INK),
            paint.dots([(9, -0.5)], 1.2, paint.WHITE),
            paint.pair("M4 -6L12 -12L14 -9L6 -4z", paint.INK),
            svg.line("M-3 9Q0 11 3 9", paint.INK, 1.2),
            paint.dots([(18, 9)], 4, "#ec8d80"),
            paint.lips(21, wide=5),
            shape=paint.LONG,
        ),
        svg.line(paint.both("M2 16C8 13 14 16 16 22"), paint.BLACK, 2.4),
        svg.path("M-5 27L5 27L0 45z", paint.BLACK, stroke=paint.INK, width=1.2),
        paint.pair("M22 -26L42 -38L44 -24L24 -16z", "#41587a", edge=paint.INK),
        paint.solid("M0 -44L25 -44L24 -14C16 -20 8 -21 0 -21", "#5d7699"),
        svg.rect(-7, -40, 14, 12, paint.WHITE, stroke=paint.INK, line=1.2),
    )


def shi_qian() -> str:
    """Draw the Flea on the Drum, a thief of the night: a white patch like a jujube stone, whiskers turned up."""
    tip = "38 -34C44 -24 40 -14 32 -16C30 -22 26 -24 22 -22"
    cap = f"M-27 -12C-28 -30 -20 -36 -4 -36C6 -44 28 -45 {tip}C10 -26 -14 -24 -27 -12z"
    return paint.finished(
        dress.hanging("#28365a", "#8fa0cf"),
        svg.group(
            paint.face(
                "#eab98a",
                svg.path(paint.whole("M0 -16C6 -12 9 -4 9 3C8 13 4 17 0 18"), paint.WHITE),
                paint.pair("M5 1C7 -6 14 -8 20 -5C16 4 9 5 5 1z", paint.WHITE),
                paint.dots([(11, -1.5)], 3, paint.INK),
                paint.pair("M5 -8L10 -15L22 -16L12 -10z", paint.INK),
                paint.pair("M1.5 12C3 9 6 11 5 14z", paint.INK),
                paint.lips(24, wide=6),
                shape=paint.ROUND,
            ),
            svg.line(paint.both("M3 19C10 20 17 19 21 11C23 8 26 10 24 13"), paint.INK, 2.2),
            svg.path(cap, "#4a4f5c", stroke=paint.INK, width=1.5),
            svg.path(f"M22 -22C28 -30 34 -30 {tip}z", paint.INK, opacity=0.25),
            svg.line("M-26 -14C-16 -25 16 -27 27 -17", "#e8433a", 4),
            paint.pompoms([(0, -23)], 6.5, "#f4f1ea"),
            move=(-3, 6),
            scale=1.02,
        ),
    )


def magistrate() -> str:
    """Draw the county magistrate: round wings that shake on his hat, red cheeks, a tuft that hangs from his lip."""
    laugh = svg.path(paint.whole("M0 17C6 17 10 15 13 14C11 23 6 26 0 26"), "#7d1411", stroke=paint.INK, width=1.2)
    patch = svg.path(paint.whole("M0 -9C8 -13 17 -6 17 0C16 9 8 13 0 13"), paint.WHITE)
    return paint.finished(
        dress.hanging("#8cc4b0", "#eafff5"),
        svg.line("M-30 -26H30", paint.INK, 3.6),
        paint.dots([(35, -27)], 9.5, "#2c2830", edge=0.8),
        paint.dots([(35, -27)], 5.5, "#f0c94a"),
        paint.dots([(35, -27)], 2.6, "#2c2830"),
        paint.face(
            "#f6cba4",
            patch,
            paint.pair("M4 0Q10 -7 16 0Q10 -2 4 0z", paint.INK),
            paint.pair("M4 -7L11 -16L16 -14L7 -5z", paint.INK),
            svg.line("M-3 9Q0 11 3 9", paint.INK, 1.3),
            paint.dots([(21, 10)], 5, "#ec6f62"),
            laugh,
            svg.path("M-9 17.5Q0 19 9 17.5L7 20.5L-7 20.5z", paint.WHITE),
            shape=paint.ROUND,
        ),
        svg.path("M-5 29L5 29L7 43L-7 43z", "#e4ded2", stroke=paint.INK, width=1.2),
        svg.line("M-2 32V40M2 32V40", "#9a948a", 1),
        paint.solid("M0 -44C12 -44 16 -40 16 -34C24 -32 27 -24 28 -13C18 -20 8 -21 0 -21", "#2c2830"),
        svg.rect(-7, -31, 14, 8, "#e8433a", round=2, stroke=paint.INK, line=1.1),
    )


def matchmaker() -> str:
    """Draw the matchmaker: too much rouge, a mole, a great flower in her hair."""
    petal = "".join(
        svg.circle(20 + x, -28 + y, 6, "#e8433a", stroke=paint.INK, width=1)
        for x, y in ((0, -7), (7, -2), (4, 6), (-4, 6), (-7, -2))
    )
    return paint.finished(
        dress.moon_gate("#a8cf7a", "#eef8d8"),
        paint.solid("M0 -38C22 -38 34 -24 34 -4C34 8 30 16 26 20L0 20", paint.HAIR),
        paint.face(
            "#fbe3cf",
            paint.dots([(15, 8)], 7, "#f2786c"),
            paint.pair("M5 0Q10 -5 17 -1Q11 3 5 0z", paint.INK),
            paint.dots([(11, -1)], 1.3, paint.WHITE),
            paint.pair("M4 -6C8 -13 15 -13 19 -8C14 -10 9 -9 5 -5z", paint.INK),
            svg.line("M-2.5 9Q0 11 2.5 9", "#b5705a", 1.4),
            paint.lips(21, wide=9),
            svg.circle(7, 15.5, 1.7, paint.INK),
            shape=paint.ROUND,
            light=0,
            shade=0.08,
        ),
        svg.path(paint.whole("M0 -34C20 -34 30 -24 30 -6C24 -18 12 -24 0 -18"), paint.HAIR),
        petal,
        svg.circle(20, -28, 4, paint.GOLD, stroke=paint.INK, width=1),
        paint.dots([(29, 14)], 3, "#3f9a6a", edge=0.7),
    )


PLAYERS = (
    Drawing("yang guifei", "杨贵妃", "妃", yang_guifei()),
    Drawing("bai suzhen", "白素贞", "白", bai_suzhen()),
    Drawing("mu guiying", "穆桂英", "穆", mu_guiying()),
    Drawing("princess tiejing", "铁镜公主", "铁", princess_tiejing()),
    Drawing("she taijun", "佘太君", "佘", she_taijun()),
    Drawing("hongniang", "红娘", "红", hongniang()),
    Drawing("zhuge liang", "诸葛亮", "诸", zhuge_liang()),
    Drawing("lü bu", "吕布", "吕", lu_bu()),
    Drawing("xu xian", "许仙", "许", xu_xian()),
    Drawing("jiang gan", "蒋干", "蒋", jiang_gan()),
    Drawing("shi qian", "时迁", "时", shi_qian()),
    Drawing("county magistrate", "县官", "官", magistrate()),
    Drawing("matchmaker", "媒婆", "媒", matchmaker()),
)
