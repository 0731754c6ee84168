"""The small animals: those that creep, crawl, hum and flutter."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.animals import parts

HONEY = "#ffc928"
SCALE = "#8acb4c"
DUSK = "#3d2f63"
QUILL = "#6b4a3a"


def _quills() -> str:
    """Draw the back of the hedgehog: points all around it, and three rows of quills inside."""
    middle = (5, 8)
    back = svg.polygon((svg.polar(at, 35 if at % 16 else 41, middle) for at in range(-96, 137, 8)), QUILL)
    rows = ((30, range(-80, 121, 16)), (22, range(-72, 105, 24)), (14, range(-60, 91, 36)))
    spikes = "".join(
        f"M{svg.fmt_point(*svg.polar(at, far - 6, middle))}L{svg.fmt_point(*svg.polar(at, far, middle))}"
        for far, turns in rows
        for at in turns
    )
    return back + svg.line(spikes, "#b8937a", 3.2)


BUTTERFLY = parts.face(
    "butterfly 蝴蝶 蝶",
    parts.twin_blobs("-2,0 -22,0 -36,12 -35,30 -24,40 -10,30", "#1c2a6b", shade=0),
    parts.twin_blobs("-2,-6 -14,-34 -36,-42 -45,-28 -40,-6 -22,6", "#1c2a6b", shade=0),
    parts.twin_blobs("-4,4 -20,4 -30,14 -28,27 -20,31 -9,24", "#55b9f3", shade=0),
    parts.twin_blobs("-5,-6 -15,-29 -32,-35 -38,-25 -34,-8 -20,1", "#2f86ea", shade=0),
    parts.twin_blobs("-6,-8 -15,-24 -26,-27 -27,-14 -18,-4", "#7fd0fb", shade=0),
    svg.mirrored(
        svg.circle(-40, -30, 2.2, parts.WHITE),
        svg.circle(-41.5, -20, 2, parts.WHITE),
        svg.circle(-22, 14, 4.5, "#ffd25a"),
        svg.circle(-31, 29, 2.2, parts.WHITE),
    ),
    svg.mirrored(svg.line("M-1 -18C-4 -30 -6 -34 -12 -38", parts.INK, 2.6), svg.circle(-12, -38, 2.4, parts.INK)),
    svg.rect(-4.5, -20, 9, 50, parts.INK, round=4.5),
    parts.ball(0, -17, 7, 7, "#463c55") + parts.eyes(3, -18, 2.4, iris=parts.WHITE),
)

BEE = parts.face(
    "bee 蜜蜂 蜂",
    parts.hexagon("#f59f2d"),
    svg.group(
        svg.ellipse(2, -22, 11, 18, "#d3ecf7", turn=-12) + svg.ellipse(20, -18, 10, 16, "#eef9fd", turn=24),
        svg.path("M30 8L44 12L30 17z", parts.INK),
        parts.ball(8, 10, 27, 20, HONEY),
        svg.path("M0 -9Q8 10 0 29L9 30Q17 10 9 -10zM19 -8Q26 10 19 28L26 25Q32 10 26 -5z", parts.INK),
        parts.ball(-20, 8, 16, 16, "#463c55"),
        svg.line("M-22 -8Q-24 -18 -34 -18M-12 -8Q-12 -20 -20 -24", parts.INK, 3),
        svg.circle(-34, -18, 3.2, parts.INK) + svg.circle(-20, -24, 3.2, parts.INK),
        parts.eye(-26, 5, 5, iris=parts.WHITE) + parts.eye(-12, 5, 5, iris=parts.WHITE),
        svg.line("M-24 15Q-20 19 -15 15", parts.WHITE, 2.6),
        turn=-14,
    ),
)

LADYBIRD = parts.face(
    "ladybird 瓢虫 瓢",
    parts.leaf("#b4dc7a", vein="#8fc257"),
    svg.group(
        svg.mirrored(
            svg.line("M-20 -12L-33 -20M-24 4L-37 4M-20 18L-32 27", parts.INK, 4.5),
            svg.line("M-6 -34Q-8 -42 -16 -43", parts.INK, 3),
        ),
        parts.ball(0, -24, 16, 13, parts.INK, shade=0.2),
        svg.mirrored(svg.circle(-9, -27, 4.2, parts.WHITE), svg.circle(-9.5, -28, 2.2, parts.INK)),
        parts.ball(0, 5, 28, 29, "#e23b30"),
        parts.crescent(0, 5, 25, 26, "#f4776a", towards=200, thick=0.06),
        svg.line("M0 -22V34", parts.INK, 4),
        svg.mirrored(
            svg.circle(-13, -7, 5.8, parts.INK), svg.circle(-17, 10, 5.4, parts.INK), svg.circle(-8, 23, 4.6, parts.INK)
        ),
        turn=40,
    ),
)

SNAIL = parts.face(
    "snail 蜗牛 蜗",
    parts.arch("#55894c", "#3d6a3a", at=33),
    svg.line("M27 6L34 -15M20 4L19 -17", "#e9bd73", 4.5),
    parts.blob("36,10 26,2 15,8 8,22 -16,26 -43,37! -2,39 24,37 34,24", "#f2cf8f"),
    svg.circle(34, -16, 5.5, parts.WHITE)
    + svg.circle(19, -18, 5.5, parts.WHITE)
    + parts.eye(34, -16, 3.8)
    + parts.eye(19, -18, 3.8),
    svg.line("M33 17Q29 22 24 19", "#8a4c3a", 2.6),
    svg.ellipse(21, 14, 3.4, 2.4, parts.BLUSH, opacity=0.7),
    parts.ball(-11, 2, 30, 29, "#6d2848"),
    svg.line("M-20 24C0 27 11 12 10 -1C9 -22 -22 -27 -29 -8C-34 8 -14 18 -6 8C-2 0 -10 -6 -15 -1", "#f4b58c", 5),
)

SNAKE = parts.face(
    "snake 蛇 蛇",
    parts.disc("#40316f"),
    parts.ball(0, 30, 38, 13, SCALE) + parts.ball(0, 17, 31, 12, SCALE) + parts.ball(2, 5, 24, 11, SCALE),
    *(
        svg.path(f"M{x - 6} {y}L{x} {y - 6}L{x + 6} {y}L{x} {y + 6}z", "#f6e05a")
        for x, y in ((-22, 31), (-4, 33), (14, 32), (-14, 19), (5, 20), (-6, 7))
    ),
    parts.limb("M14 4C34 -10 18 -30 -4 -26", SCALE, 13),
    svg.line("M-24 -19L-36 -13M-30 -16L-36 -20", "#ef4a56", 3.2),
    parts.ball(-9, -26, 18, 13, SCALE),
    parts.eye(-10, -31, 6, iris=parts.WHITE),
    svg.circle(-22, -26, 1.6, "#3a6b1f"),
    svg.line("M-25 -20Q-16 -16 -6 -18", "#3a6b1f", 2.6),
)

HEDGEHOG = parts.face(
    "hedgehog 刺猬 猬",
    _quills(),
    parts.ball(5, 26, 29, 15, "#d9b48a"),
    parts.blob("-12,-8 -22,-2 -33,14 -43,24 -40,31 -24,35 -8,32 -2,14", "#f3d9b0"),
    parts.ball(-10, 2, 6, 7, "#c99a6c", turn=20),
    svg.circle(-41, 24, 4.5, parts.INK),
    parts.eye(-23, 13, 4.6),
    svg.line("M-32 28Q-27 31 -21 28", QUILL, 2.6),
    svg.ellipse(-17, 22, 4, 2.8, parts.BLUSH, opacity=0.7),
    svg.ellipse(-14, 38, 8, 4.5, "#b98a5e") + svg.ellipse(18, 39, 8, 4.5, "#b98a5e"),
    parts.ball(12, -28, 12, 11.5, "#dd3a34") + svg.line("M12 -37Q13 -41 16 -43", QUILL, 3),
    svg.ellipse(20, -39.5, 5, 2.6, "#58a648", turn=-15),
)

BAT = parts.face(
    "bat 蝙蝠 蝠",
    parts.disc("#ffdf80"),
    svg.circle(-22, -24, 6, "#f2c75c") + svg.circle(18, 30, 7, "#f2c75c") + svg.circle(-10, 34, 4, "#f2c75c"),
    parts.twin_blobs("-8,-8 -22,-14 -28,-28! -41,-14 -43.5,12! -37,4 -28,16! -20,8 -11,20!", DUSK),
    svg.mirrored(
        svg.line("M-27 -25Q-38 -12 -41.5 6M-27 -25Q-28 -6 -27.5 12M-27 -25Q-17 -8 -13 14", parts.tone(DUSK, 0.2), 2.2)
    ),
    parts.ball(0, 8, 13, 18, parts.tone(DUSK, 0.12)),
    svg.mirrored(svg.path("M-3 -18L-14 -36L-16 -14z", DUSK), svg.path("M-7 -19L-12.5 -29L-13.5 -16z", "#b98ac0")),
    parts.ball(0, -9, 17, 14, parts.tone(DUSK, 0.12)),
    parts.eyes(7, -11, 5.5, iris=parts.WHITE),
    svg.path("M-5 -1H-1L-3 5zM1 -1H5L3 5z", parts.WHITE) + svg.line("M-7 -2Q0 1 7 -2", parts.INK, 2.4),
    svg.ellipse(0, 12, 7, 9, "#8c74b4"),
)

SMALL = (BUTTERFLY, BEE, LADYBIRD, SNAIL, SNAKE, HEDGEHOG, BAT)
