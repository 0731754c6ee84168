"""The wild beasts of the animals: those with fur or a thick skin."""

from lianliankan.art.animals_kit import (
    BLUSH,
    INK,
    WHITE,
    ball,
    blob,
    card,
    crescent,
    disc,
    eye,
    eyes,
    face,
    half_blob,
    leaf,
    limb,
    muzzle,
    tone,
    twin_blobs,
    twins,
)
from lianliankan.art.drawing import around, circle, ellipse, line, mirrored, path, rect

__all__ = ["BEASTS"]

ORANGE = "#f4952b"
GREY = "#8797af"
BARK = "#8a5a36"
FAWN = "#e3a866"
ROSE = "#eda6a8"


PANDA = face(
    "panda",
    "熊猫",
    "熊",
    disc("#7fc06a"),
    twins(28, -24, 12.5, 12, INK, shade=0.2),
    ball(0, 4, 38, 33, WHITE, shade=-0.14),
    mirrored(ellipse(-16, 1, 9.5, 12, INK, turn=32)),
    circle(-14, 0, 5.2, WHITE) + circle(14, 0, 5.2, WHITE),
    eyes(14, 0, 4),
    mirrored(ellipse(-27, 17, 5.5, 3.5, BLUSH, opacity=0.6)),
    muzzle(15, 6.5),
)

TIGER = face(
    "tiger",
    "老虎",
    "虎",
    twins(29, -29, 12.5, 12.5, ORANGE),
    mirrored(circle(-29, -29, 7, INK)),
    half_blob("0,-36 -18,-34 -35,-20 -40,2 -45,20! -29,31 -12,40 0,41", ORANGE),
    twin_blobs("-43,19! -32,8 -18,12 -10,34 -26,31", WHITE, shade=0),
    mirrored(
        ellipse(-15, -10, 8, 7, "#ffe3b0"),
        path("M-40 -6L-25 -3L-39 3zM-35 -20L-21 -13L-38 -12zM-42 10L-28 8L-43 17z", INK),
    ),
    line("M-10 -30H10M-8 -22H8M0 -34V-14M-6 -15H6", INK, 4),
    ellipse(-9, 22, 12, 11, WHITE) + ellipse(9, 22, 12, 11, WHITE),
    path("M-7 4H7L5 15H-5z", tone(ORANGE, -0.12)),
    eyes(16, -4, 5),
    muzzle(17, 7.5, nose="#d4575b"),
)

LION = face(
    "lion",
    "狮子",
    "狮",
    around(12, circle(0, -32, 12, "#9c4a1f")),
    circle(0, 0, 34, "#9c4a1f"),
    around(12, ellipse(0, -30, 6, 9, "#bf6427"), start=15),
    twins(22, -20, 8, 8, "#f7bd4e"),
    mirrored(circle(-22, -20, 4.5, "#c9743c")),
    ball(0, 3, 27, 26, "#f7bd4e"),
    ellipse(-7, 15, 9.5, 8.5, "#fff3d6") + ellipse(7, 15, 9.5, 8.5, "#fff3d6"),
    path("M-6 -3H6L4 9H-4z", "#fbd98c"),
    eyes(12, -4, 4),
    line("M-17 -12q4 -4 9 -2M17 -12q-4 -4 -9 -2", "#9c4a1f", 3),
    muzzle(9, 6, nose="#7a3420"),
)

ELEPHANT = face(
    "elephant",
    "大象",
    "象",
    card("#f8cb63"),
    twin_blobs("-12,-22 -26,-36 -43,-30 -45,-4 -36,16 -16,10", GREY),
    twin_blobs("-18,-16 -28,-26 -38,-20 -38,-2 -32,8 -20,4", "#d7a3b4", shade=0),
    path("M-15 8Q-22 22 -14 32Q-8 24 -7 10zM15 8Q22 22 14 32Q8 24 7 10z", WHITE),
    limb("M0 4V24C0 40 17 42 20 29", GREY, 15),
    half_blob("0,-38 -15,-34 -23,-16 -18,6 -8,18 0,19", GREY),
    ellipse(0, -26, 11, 5, tone(GREY, 0.3)),
    path("M-8 8H7.500V26L-7.5 22z", GREY),
    line("M-5 11H4M-5 18H4M-4 25H5", tone(GREY, -0.3), 3),
    eyes(12, -7, 4.2),
    mirrored(ellipse(-15, 2, 4, 2.6, BLUSH, opacity=0.6)),
)

GIRAFFE = face(
    "giraffe",
    "长颈鹿",
    "颈",
    leaf("#8fd0e6"),
    limb("M16 -24C24 -4 28 16 34 36", "#9a5a2b", 7, shade=0),
    blob("-2,-18 14,-26 22,2 34,43! -6,43! 2,12", "#fbd067"),
    *(
        ellipse(x, y, rx, ry, "#b56a2e", turn=turn)
        for x, y, rx, ry, turn in (
            (10, -6, 6, 5, 20),
            (6, 9, 4.5, 6, 10),
            (18, 12, 5, 7, -15),
            (6, 28, 7, 6, 30),
            (23, 31, 6, 7, -20),
        )
    ),
    line("M-2 -32L-4 -41M8 -33L9 -42", "#fbd067", 4.5),
    circle(-4, -41, 4, "#8a4c24") + circle(9, -41.5, 4, "#8a4c24"),
    ball(22, -32, 10, 5, "#f0bb4c", turn=-18),
    blob("12,-34 16,-22 4,-10 -16,-3 -34,2 -42,-6 -38,-16 -20,-24 -6,-36", "#fbd067"),
    blob("-24,0 -36,3 -43,-6 -38,-16 -28,-18 -22,-8", "#f3dfc0", shade=0),
    eye(-4, -23, 4.5),
    circle(-36, -8, 2, "#8a4c24"),
    line("M-37 -1Q-32 0 -28 -3", "#8a4c24", 2.4),
)

ZEBRA = face(
    "zebra",
    "斑马",
    "斑",
    card("#79b95f"),
    blob("0,-36 8,-42 24,-32 38,-6 43,24 36,43! 28,20 18,-6", INK, shade=0),
    blob("-14,-32 -10,-46! 0,-34", WHITE, shade=-0.3),
    blob("-4,-36 10,-34 24,-12 32,14 36,43! 4,43! 2,16 -12,24 -24,36 -36,34 -40,24 -30,2 -18,-24", WHITE, shade=-0.2),
    line("M4 -27L-4 -14M16 -20L4 -4M25 -6L8 6M30 8L8 16M33 22L10 26M35 36L10 37", INK, 5.5),
    line("M-8 -26L-18 -20M-24 -8L-14 -4M-29 3L-18 8", INK, 4.5),
    blob("-22,34 -34,36 -41,24 -35,13 -25,18", INK, shade=0),
    ellipse(-35, 23, 2.6, 1.9, "#8a8296"),
    eye(-13, -11, 4.6),
)

FOX = face(
    "fox",
    "狐狸",
    "狐",
    card("#1f5a63"),
    half_blob("0,-20 -14,-22 -37,-42! -37,-14 -43,8! -24,26 0,40!", "#ef7a2a"),
    twin_blobs("-34,-34! -33,-16 -20,-20!", "#4a2a2a", shade=0),
    twin_blobs("-41,9! -22,4 -8,14 0,38! -22,26", "#fff4e6", shade=0),
    path("M-10 -20Q0 -14 10 -20L5 20H-5z", "#f79a50"),
    eyes(16, -1, 4.5),
    ellipse(0, 35, 6.5, 5.5, INK) + ellipse(-2, 33, 2, 1.4, "#8a8296"),
)

RHINO = face(
    "rhino",
    "犀牛",
    "犀",
    leaf("#e2d98a"),
    ball(-14, -32, 6, 10, "#6d7684", turn=-24),
    blob("25,-8 34,-22 43,-40! 44,-18 40,4", "#f4ead2", shade=-0.25),
    blob("8,-14 14,-26 20,-32! 22,-18 20,-8", "#f4ead2", shade=-0.25),
    blob("-42,40! -42,-6 -28,-26 -8,-24 8,-14 24,-9 38,0 43,16 36,29 16,32 -4,26 -12,40!", "#79828f"),
    blob("18,4 32,2 42,12 38,26 20,28 12,18", "#949dab", shade=0),
    line("M16 23Q26 26 36 20", "#525a66", 3),
    ellipse(34, 10, 2.6, 3.2, "#525a66", turn=20),
    line("M-20 -12Q-12 0 -22 14M-32 -6Q-24 8 -34 24", "#5f6773", 3.4),
    eye(2, 0, 4.2),
    ellipse(-14, -32, 2.6, 5, "#c99aa0", turn=-24),
)

KOALA = face(
    "koala",
    "考拉",
    "考",
    leaf("#b9dca0"),
    rect(16, -44, 16, 88, BARK, round=3) + rect(26, -44, 6, 88, tone(BARK, -0.25), round=3),
    ball(-2, 25, 23, 19, "#8d93a3"),
    ellipse(-8, 28, 12, 13, "#d8dbe2"),
    limb("M2 34Q16 42 28 36", "#8d93a3", 9),
    twins(29, -20, 14, 14, "#8d93a3"),
    mirrored(circle(-29, -18, 8, "#efc9cf")),
    ball(-1, -6, 29, 25, "#9ea5b4"),
    limb("M6 16Q18 22 30 12", "#8d93a3", 9),
    ellipse(-1, 0, 6.5, 10, INK) + ellipse(-3, -4, 2, 3, "#75707f"),
    line("M-7 13q6 4 12 0", INK, 2.4),
    eye(-14, -6, 4) + eye(12, -6, 4),
)

KANGAROO = face(
    "kangaroo",
    "袋鼠",
    "袋",
    card("#a8452f", "#86331f", at=30),
    limb("M-10 26C-18 36 -28 38 -39 30", FAWN, 8),
    ellipse(6, -38, 4, 8.5, tone(FAWN, -0.2), turn=-22),
    limb("M12 -6L28 -2L27 6", tone(FAWN, -0.2), 5.5, shade=0),
    blob("2,-26 14,-22 18,-4 22,16 14,34 -12,36 -24,24 -14,2 -6,-12", FAWN),
    blob("12,-12 18,0 22,16 16,30 6,22 6,4", "#f7dcb2", shade=0),
    ball(12, 10, 7, 6, "#c98a4c") + ellipse(7, 3, 2.4, 5, "#c98a4c", turn=-20) + eye(13, 9, 2.2),
    path("M3 14Q13 20 22 13Q22 26 14 30Q4 28 3 14z", "#efc790"),
    ball(-7, 24, 14, 12, FAWN),
    limb("M-6 37H20", FAWN, 7),
    ball(16, -28, 14, 9.5, FAWN, turn=14),
    ellipse(13, -40, 3.6, 7, FAWN, turn=-6) + ellipse(13, -39.5, 1.6, 5, ROSE, turn=-6),
    ellipse(28, -26, 3.6, 3.2, INK),
    eye(15, -31, 3.2),
    limb("M6 -8Q14 2 24 2", FAWN, 6),
)

CAMEL = face(
    "camel",
    "骆驼",
    "驼",
    disc("#ffd59a", "#e0a552", at=24),
    circle(-12, -28, 8, "#fff3cf"),
    line("M-2 20V39M27 18V39", "#85521f", 7),
    line("M35 4Q42 10 39 20", "#85521f", 4),
    limb("M-14 12C-28 20 -33 4 -28 -14", "#a86a30", 11),
    blob("-20,6 -10,-4 -2,-26 8,-18 12,-7 18,-20 27,-26 34,-6 37,10 30,22 8,25 -12,21", "#a86a30"),
    path("M-7 -16Q-2 -34 7 -20Q2 -12 -7 -16zM17 -18Q26 -34 32 -14Q24 -11 17 -18z", "#7c4a1d"),
    limb("M-10 16V39M34 14V39", "#a86a30", 7),
    path("M6 -8Q13 -2 19 -9L24 10Q14 15 4 10z", "#d2413a") + line("M4.5 9Q14 14 23.5 9", "#f7c02e", 3.4),
    ball(-32, -17, 11, 7.5, "#a86a30", turn=-8),
    ball(-24, -25, 3.4, 4.6, "#7c4a1d", turn=20),
    eye(-31, -19, 3),
    line("M-41 -13Q-38 -11 -35 -12", "#5f3715", 2.4),
)

POLAR_BEAR = face(
    "polar bear",
    "北极熊",
    "北",
    disc("#3d8fc4", "#dff1f8", at=24),
    line("M-18 14V33M16 10V33", "#c3ccd6", 12),
    blob("-41,8 -36,-12 -14,-21 8,-15 20,-24 33,-19 44,-6 42,3 30,6 22,16 0,21 -30,22", WHITE, shade=-0.15),
    limb("M-31 14V33M6 14V33", WHITE, 13, shade=-0.15),
    circle(17, -21, 5, WHITE) + circle(17, -20, 2.6, "#c3ccd6"),
    ellipse(42.5, -5, 3.6, 3.2, INK),
    line("M40 2Q36 3 34 0", INK, 2.4),
    eye(30, -9, 3),
)

SLOTH = face(
    "sloth",
    "树懒",
    "懒",
    leaf("#2f7a5b"),
    limb("M-20 8L-28 -28", "#8f7558", 10) + limb("M22 10L30 -28", "#8f7558", 10),
    rect(-45, -36, 90, 9, BARK, round=4.5) + rect(-42, -35, 80, 3, tone(BARK, 0.25), round=1.5),
    ball(8, 14, 31, 22, "#a88b69"),
    limb("M-6 0L-8 -29", "#a88b69", 10) + limb("M12 -2L14 -29", "#a88b69", 10),
    line("M-11 -35V-25M-5 -35V-25M11 -35V-25M17 -35V-25", "#f4ead2", 3.4),
    ball(-17, 15, 22, 20, "#a88b69"),
    ellipse(-18, 16, 17, 15, "#f1dfbe"),
    path("M-35 12Q-30 4 -22 10Q-22 18 -28 20zM-1 12Q-6 4 -14 10Q-14 18 -8 20z", "#6d4f37"),
    eye(-25, 13, 3.2) + eye(-11, 13, 3.2),
    ellipse(-18, 19, 4, 3, INK) + line("M-25 24Q-18 30 -11 24", INK, 2.6),
)

GOLDEN_MONKEY = face(
    "golden monkey",
    "金丝猴",
    "猴",
    disc("#275a45"),
    half_blob("0,-44 -14,-38 -30,-36 -32,-22 -44,-12 -38,2 -42,18 -32,24 -30,40 -12,38 0,44", "#f2a62d"),
    mirrored(line("M-31 -10Q-36 2 -33 14M-24 -26Q-30 -22 -31 -16M-26 26Q-24 32 -18 34", "#d47f1c", 3.6)),
    half_blob("0,-16 -11,-24 -24,-14 -22,6 -12,18 0,22", "#9fcdec"),
    ellipse(0, 19, 16, 13, "#f6dcc6") + crescent(0, 19, 16, 13, "#dfb79c"),
    eyes(10, -5, 5.2),
    path("M-5 9Q-4 2 0 4Q4 2 5 9Q0 12 -5 9z", "#7fb2d8") + ellipse(-2.5, 8, 1.6, 2, INK) + ellipse(2.5, 8, 1.6, 2, INK),
    line("M-8 20Q0 28 8 20", "#8a4a3c", 2.8),
)

BEASTS = (
    PANDA,
    TIGER,
    LION,
    ELEPHANT,
    GIRAFFE,
    ZEBRA,
    FOX,
    RHINO,
    KOALA,
    KANGAROO,
    CAMEL,
    POLAR_BEAR,
    SLOTH,
    GOLDEN_MONKEY,
)
