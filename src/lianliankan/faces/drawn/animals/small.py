"""The small animals: those that creep, crawl, hum and flutter."""

from lianliankan.faces.drawn.animals.parts import (
    BLUSH,
    INK,
    WHITE,
    arch,
    ball,
    blob,
    crescent,
    disc,
    eye,
    eyes,
    face,
    hexagon,
    leaf,
    limb,
    tone,
    twin_blobs,
)
from lianliankan.faces.drawn.svg_drawing import (
    circle,
    ellipse,
    fmt_point,
    group,
    line,
    mirrored,
    path,
    polar,
    polygon,
    rect,
)

__all__ = ["SMALL"]

HONEY = "#ffc928"
SCALE = "#8acb4c"
DUSK = "#3d2f63"
QUILL = "#6b4a3a"


def _quills() -> str:
    """Draw the back of the hedgehog: points all around it, and three rows of quills inside."""
    middle = (5, 8)
    back = polygon((polar(at, 35 if at % 16 else 41, middle) for at in range(-96, 137, 8)), QUILL)
    rows = ((30, range(-80, 121, 16)), (22, range(-72, 105, 24)), (14, range(-60, 91, 36)))
    spikes = "".join(
        f"M{fmt_point(*polar(at, far - 6, middle))}L{fmt_point(*polar(at, far, middle))}"
        for far, turns in rows
        for at in turns
    )
    return back + line(spikes, "#b8937a", 3.2)


BUTTERFLY = face(
    "butterfly",
    "蝴蝶",
    "蝶",
    twin_blobs("-2,0 -22,0 -36,12 -35,30 -24,40 -10,30", "#1c2a6b", shade=0),
    twin_blobs("-2,-6 -14,-34 -36,-42 -45,-28 -40,-6 -22,6", "#1c2a6b", shade=0),
    twin_blobs("-4,4 -20,4 -30,14 -28,27 -20,31 -9,24", "#55b9f3", shade=0),
    twin_blobs("-5,-6 -15,-29 -32,-35 -38,-25 -34,-8 -20,1", "#2f86ea", shade=0),
    twin_blobs("-6,-8 -15,-24 -26,-27 -27,-14 -18,-4", "#7fd0fb", shade=0),
    mirrored(
        circle(-40, -30, 2.2, WHITE),
        circle(-41.5, -20, 2, WHITE),
        circle(-22, 14, 4.5, "#ffd25a"),
        circle(-31, 29, 2.2, WHITE),
    ),
    mirrored(line("M-1 -18C-4 -30 -6 -34 -12 -38", INK, 2.6), circle(-12, -38, 2.4, INK)),
    rect(-4.5, -20, 9, 50, INK, round=4.5),
    ball(0, -17, 7, 7, "#463c55") + eyes(3, -18, 2.4, iris=WHITE),
)

BEE = face(
    "bee",
    "蜜蜂",
    "蜂",
    hexagon("#f59f2d"),
    group(
        ellipse(2, -22, 11, 18, "#d3ecf7", turn=-12) + ellipse(20, -18, 10, 16, "#eef9fd", turn=24),
        path("M30 8L44 12L30 17z", INK),
        ball(8, 10, 27, 20, HONEY),
        path("M0 -9Q8 10 0 29L9 30Q17 10 9 -10zM19 -8Q26 10 19 28L26 25Q32 10 26 -5z", INK),
        ball(-20, 8, 16, 16, "#463c55"),
        line("M-22 -8Q-24 -18 -34 -18M-12 -8Q-12 -20 -20 -24", INK, 3),
        circle(-34, -18, 3.2, INK) + circle(-20, -24, 3.2, INK),
        eye(-26, 5, 5, iris=WHITE) + eye(-12, 5, 5, iris=WHITE),
        line("M-24 15Q-20 19 -15 15", WHITE, 2.6),
        turn=-14,
    ),
)

LADYBIRD = face(
    "ladybird",
    "瓢虫",
    "瓢",
    leaf("#b4dc7a", vein="#8fc257"),
    group(
        mirrored(line("M-20 -12L-33 -20M-24 4L-37 4M-20 18L-32 27", INK, 4.5), line("M-6 -34Q-8 -42 -16 -43", INK, 3)),
        ball(0, -24, 16, 13, INK, shade=0.2),
        mirrored(circle(-9, -27, 4.2, WHITE), circle(-9.5, -28, 2.2, INK)),
        ball(0, 5, 28, 29, "#e23b30"),
        crescent(0, 5, 25, 26, "#f4776a", towards=200, thick=0.06),
        line("M0 -22V34", INK, 4),
        mirrored(circle(-13, -7, 5.8, INK), circle(-17, 10, 5.4, INK), circle(-8, 23, 4.6, INK)),
        turn=40,
    ),
)

SNAIL = face(
    "snail",
    "蜗牛",
    "蜗",
    arch("#55894c", "#3d6a3a", at=33),
    line("M27 6L34 -15M20 4L19 -17", "#e9bd73", 4.5),
    blob("36,10 26,2 15,8 8,22 -16,26 -43,37! -2,39 24,37 34,24", "#f2cf8f"),
    circle(34, -16, 5.5, WHITE) + circle(19, -18, 5.5, WHITE) + eye(34, -16, 3.8) + eye(19, -18, 3.8),
    line("M33 17Q29 22 24 19", "#8a4c3a", 2.6),
    ellipse(21, 14, 3.4, 2.4, BLUSH, opacity=0.7),
    ball(-11, 2, 30, 29, "#6d2848"),
    line("M-20 24C0 27 11 12 10 -1C9 -22 -22 -27 -29 -8C-34 8 -14 18 -6 8C-2 0 -10 -6 -15 -1", "#f4b58c", 5),
)

SNAKE = face(
    "snake",
    "蛇",
    "蛇",
    disc("#40316f"),
    ball(0, 30, 38, 13, SCALE) + ball(0, 17, 31, 12, SCALE) + ball(2, 5, 24, 11, SCALE),
    *(
        path(f"M{x - 6} {y}L{x} {y - 6}L{x + 6} {y}L{x} {y + 6}z", "#f6e05a")
        for x, y in ((-22, 31), (-4, 33), (14, 32), (-14, 19), (5, 20), (-6, 7))
    ),
    limb("M14 4C34 -10 18 -30 -4 -26", SCALE, 13),
    line("M-24 -19L-36 -13M-30 -16L-36 -20", "#ef4a56", 3.2),
    ball(-9, -26, 18, 13, SCALE),
    eye(-10, -31, 6, iris=WHITE),
    circle(-22, -26, 1.6, "#3a6b1f"),
    line("M-25 -20Q-16 -16 -6 -18", "#3a6b1f", 2.6),
)

HEDGEHOG = face(
    "hedgehog",
    "刺猬",
    "猬",
    _quills(),
    ball(5, 26, 29, 15, "#d9b48a"),
    blob("-12,-8 -22,-2 -33,14 -43,24 -40,31 -24,35 -8,32 -2,14", "#f3d9b0"),
    ball(-10, 2, 6, 7, "#c99a6c", turn=20),
    circle(-41, 24, 4.5, INK),
    eye(-23, 13, 4.6),
    line("M-32 28Q-27 31 -21 28", QUILL, 2.6),
    ellipse(-17, 22, 4, 2.8, BLUSH, opacity=0.7),
    ellipse(-14, 38, 8, 4.5, "#b98a5e") + ellipse(18, 39, 8, 4.5, "#b98a5e"),
    ball(12, -28, 12, 11.5, "#dd3a34") + line("M12 -37Q13 -41 16 -43", QUILL, 3),
    ellipse(20, -39.5, 5, 2.6, "#58a648", turn=-15),
)

BAT = face(
    "bat",
    "蝙蝠",
    "蝠",
    disc("#ffdf80"),
    circle(-22, -24, 6, "#f2c75c") + circle(18, 30, 7, "#f2c75c") + circle(-10, 34, 4, "#f2c75c"),
    twin_blobs("-8,-8 -22,-14 -28,-28! -41,-14 -43.5,12! -37,4 -28,16! -20,8 -11,20!", DUSK),
    mirrored(line("M-27 -25Q-38 -12 -41.5 6M-27 -25Q-28 -6 -27.5 12M-27 -25Q-17 -8 -13 14", tone(DUSK, 0.2), 2.2)),
    ball(0, 8, 13, 18, tone(DUSK, 0.12)),
    mirrored(path("M-3 -18L-14 -36L-16 -14z", DUSK), path("M-7 -19L-12.5 -29L-13.5 -16z", "#b98ac0")),
    ball(0, -9, 17, 14, tone(DUSK, 0.12)),
    eyes(7, -11, 5.5, iris=WHITE),
    path("M-5 -1H-1L-3 5zM1 -1H5L3 5z", WHITE) + line("M-7 -2Q0 1 7 -2", INK, 2.4),
    ellipse(0, 12, 7, 9, "#8c74b4"),
)

SMALL = (BUTTERFLY, BEE, LADYBIRD, SNAIL, SNAKE, HEDGEHOG, BAT)
