"""The wild animals of the animal set: those with fur or thick skin."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.animals import parts

ORANGE = "#f4952b"
GREY = "#70829e"
BARK = "#8a5a36"
FAWN = "#b9622f"
ROSE = "#eda6a8"


PANDA = parts.face(
    "panda 熊猫 熊",
    parts.disc("#7fc06a"),
    parts.twins(28, -24, 12.5, 12, parts.INK, shade=0.2),
    parts.ball(0, 4, 38, 33, parts.WHITE, shade=-0.14),
    svg.mirrored(svg.ellipse(-16, 1, 9.5, 12, parts.INK, turn=32)),
    svg.circle(-14, 1, 5.2, parts.WHITE) + svg.circle(14, 1, 5.2, parts.WHITE),
    parts.eye(-14.8, 0, 4.9) + parts.eye(13.2, 0, 4.9),
    svg.mirrored(svg.ellipse(-27, 17, 5.5, 3.5, parts.BLUSH, opacity=0.6)),
    parts.muzzle(15, 6.5),
)

TIGER = parts.face(
    "tiger 老虎 虎",
    parts.twins(29, -29, 12.5, 12.5, ORANGE),
    svg.mirrored(svg.circle(-29, -29, 7, parts.INK)),
    parts.half_blob("0,-36 -18,-34 -35,-20 -40,2 -44,20! -29,31 -12,40 0,41", ORANGE),
    parts.twin_blobs("-39,19! -30,9 -18,12 -8,34 -22,30", parts.WHITE, shade=0),
    svg.mirrored(
        svg.ellipse(-15, -10, 8, 7, "#ffe3b0"),
        svg.path("M-40 -6L-25 -3L-39 3zM-35 -20L-21 -13L-38 -12zM-42 10L-28 8L-43 17z", parts.INK),
    ),
    svg.line("M-10 -30H10M-8 -22H8M0 -34V-14M-6 -15H6", parts.INK, 4),
    svg.ellipse(0, 31, 9, 6.5, parts.WHITE)
    + svg.ellipse(-9, 22, 12, 11, parts.WHITE)
    + svg.ellipse(9, 22, 12, 11, parts.WHITE),
    svg.path("M-6 -2H6L7 15H-7z", parts.tone(ORANGE, 0.25)),
    parts.eyes(16, -4, 5),
    parts.muzzle(17, 7.5, nose="#d4575b"),
)

LION = parts.face(
    "lion 狮子 狮",
    svg.around(12, svg.circle(0, -32, 12, "#853c18")),
    svg.circle(0, 0, 34, "#853c18"),
    svg.around(12, svg.ellipse(0, -30, 6, 9, "#ad5520"), start=15),
    parts.twins(22, -20, 8, 8, "#ffcb62"),
    svg.mirrored(svg.circle(-22, -20, 4.5, "#c9743c")),
    parts.ball(0, 3, 27, 26, "#ffcb62"),
    svg.ellipse(-7, 15, 9.5, 8.5, "#fff3d6") + svg.ellipse(7, 15, 9.5, 8.5, "#fff3d6"),
    svg.path("M-6 -3H6L4 9H-4z", "#fbd98c"),
    parts.eyes(12, -4, 4),
    svg.line("M-17 -12q4 -4 9 -2M17 -12q-4 -4 -9 -2", "#853c18", 3),
    parts.muzzle(9, 6, nose="#7a3420"),
)

ELEPHANT = parts.face(
    "elephant 大象 象",
    parts.card("#f8cb63"),
    parts.twin_blobs("-12,-22 -26,-36 -42,-30 -43.5,-4 -36,16 -16,10", GREY),
    parts.twin_blobs("-18,-16 -28,-26 -38,-20 -38,-2 -32,8 -20,4", "#d7a3b4", shade=0),
    svg.path("M-15 8Q-22 22 -14 32Q-8 24 -7 10zM15 8Q22 22 14 32Q8 24 7 10z", parts.WHITE),
    parts.limb("M0 4V24C0 38 17 40 20 27", GREY, 15),
    parts.half_blob("0,-38 -15,-34 -23,-16 -18,6 -8,18 0,19", GREY),
    svg.ellipse(0, -26, 11, 5, parts.tone(GREY, 0.3)),
    svg.path("M-8 8H7.5V26L-7.5 22z", GREY),
    svg.line("M-5 11H4M-5 18H4M-4 25H5", parts.tone(GREY, -0.3), 3),
    parts.eyes(12, -7, 4.2),
    svg.mirrored(svg.ellipse(-15, 2, 4, 2.6, parts.BLUSH, opacity=0.6)),
)

GIRAFFE = parts.face(
    "giraffe 长颈鹿 颈",
    parts.arch("#3a86bd"),
    parts.limb("M16 -24C24 -4 27 14 31 34", "#9a5a2b", 7, shade=0),
    parts.blob("-2,-18 14,-26 22,2 31,41! -6,41! 2,12", "#fbd067"),
    *(
        svg.ellipse(x, y, rx, ry, "#b56a2e", turn=turn)
        for x, y, rx, ry, turn in (
            (10, -6, 6, 5, 20),
            (6, 9, 4.5, 6, 10),
            (18, 12, 5, 7, -15),
            (6, 28, 7, 6, 30),
            (23, 31, 6, 7, -20),
        )
    ),
    svg.line("M-2 -32L-4 -41M8 -33L9 -42", "#fbd067", 4.5),
    svg.circle(-4, -41, 4, "#8a4c24") + svg.circle(9, -41.5, 4, "#8a4c24"),
    parts.ball(22, -32, 10, 5, "#f0bb4c", turn=-18),
    parts.blob("12,-34 16,-22 4,-10 -16,-3 -34,2 -42,-6 -38,-16 -20,-24 -6,-36", "#fbd067"),
    parts.blob("-24,0 -36,3 -43,-6 -38,-16 -28,-18 -22,-8", "#f3dfc0", shade=0),
    parts.eye(-4, -23, 4.5),
    svg.circle(-36, -8, 2, "#8a4c24"),
    svg.line("M-37 -1Q-32 0 -28 -3", "#8a4c24", 2.4),
)

ZEBRA = parts.face(
    "zebra 斑马 斑",
    parts.card("#79b95f"),
    parts.blob("-2,-34 8,-41 24,-32 36,-8 41,20 36,41! 28,20 18,-6", parts.INK, shade=0),
    parts.blob("-13,-28 -9,-42! 1,-32", parts.WHITE, shade=-0.3),
    parts.blob(
        "-4,-33 10,-32 23,-12 31,14 33,41! 2,41! 2,16 -12,24 -24,36 -35,34 -39,24 -30,2 -18,-22",
        parts.WHITE,
        shade=-0.2,
    ),
    svg.line("M5 -26L-3 -15M15 -19L4 -5M23 -6L8 5M28 8L8 15M31 21L9 25M32 34L9 36", parts.INK, 5.5),
    svg.line("M-9 -24L-18 -17M-26 -4L-17 0M-31 7L-21 12", parts.INK, 4.5),
    parts.blob("-22,34 -33,36 -40,24 -34,15 -25,19", parts.INK, shade=0),
    svg.ellipse(-34, 24, 2.6, 1.9, "#8a8296"),
    parts.eye(-12, -8, 4.8),
)

FOX = parts.face(
    "fox 狐狸 狐",
    parts.card("#1f5a63"),
    parts.half_blob("0,-20 -14,-22 -37,-42! -37,-14 -43,8! -24,26 0,40!", "#ef7a2a"),
    parts.twin_blobs("-34,-34! -33,-16 -20,-20!", "#4a2a2a", shade=0),
    parts.twin_blobs("-41,9! -22,4 -8,14 0,38! -22,26", "#fff4e6", shade=0),
    svg.path("M-10 -20Q0 -14 10 -20L5 20H-5z", "#f79a50"),
    parts.eyes(16, -1, 4.5),
    svg.ellipse(0, 35, 6.5, 5.5, parts.INK) + svg.ellipse(-2, 33, 2, 1.4, "#8a8296"),
)

RHINO = parts.face(
    "rhino 犀牛 犀",
    parts.card("#5f3626"),
    parts.twins(25, -31, 7.5, 11, "#7d8897", turn=24),
    svg.mirrored(svg.ellipse(-25, -31, 3.4, 6.5, "#c99aa0", turn=-24)),
    parts.half_blob("0,-31 -17,-31 -29,-20 -26,0 -35,18 -31,34 -14,41 0,41", "#98a2b0"),
    parts.half_blob("0,12 -17,11 -34,20 -30,34 -14,40 0,40", "#b9c1cc", shade=0),
    parts.half_blob("0,-44! -4,-34 -6.5,-24 0,-21", "#fff3d8", shade=-0.3),
    parts.half_blob("0,-19! -6,-2 -11,15 0,20", "#fff3d8", shade=-0.3),
    svg.line("M-9 -13Q-12 -19 -20 -18M9 -13Q12 -19 20 -18", "#737e8d", 3),
    svg.mirrored(svg.ellipse(-19, 25, 4, 5, "#525c69", turn=24)),
    svg.line("M-12 34Q0 39 12 34", "#525c69", 3),
    parts.eyes(18, -7, 4.8),
)

KOALA = parts.face(
    "koala 考拉 考",
    parts.leaf("#477f55"),
    parts.twins(31, -18, 15, 16, "#8a93a6"),
    svg.mirrored(svg.path("M-31 -30Q-42 -22 -40 -8L-34 -12L-33 -4L-27 -10L-22 -6Q-20 -22 -31 -30z", "#f6dfe0")),
    parts.half_blob("0,-31 -14,-28 -27,-16 -33,3 -30,18 -17,30 0,33", "#b3bac8"),
    svg.ellipse(0, 22, 16, 11, "#dfe3ea"),
    parts.half_blob("0,-7 -7,-4 -9,8 -7,16 0,19", parts.INK, shade=0.22),
    svg.ellipse(-3, -1, 2, 4, "#75707f"),
    svg.line("M-7 24q7 5 14 0", parts.INK, 2.6),
    parts.eyes(18, 0, 4.6),
    svg.mirrored(svg.ellipse(-22, 13, 4.5, 3, parts.BLUSH, opacity=0.6)),
    svg.group(parts.blob("0,0! 8,-6 20,-6 30,0! 20,5 8,5", "#8fc96a"), move=(6, 34), turn=14),
    svg.group(parts.blob("0,0! 8,-6 20,-6 30,0! 20,5 8,5", "#b9df86"), move=(4, 34), turn=166, scale=(1, -1)),
)

KANGAROO = parts.face(
    "kangaroo 袋鼠 袋",
    parts.card("#cfe8e6", "#e3b565", at=31),
    parts.limb("M-8 26C-16 40 -30 40 -40 24", FAWN, 10),
    svg.ellipse(7, -35, 4.6, 9, parts.tone(FAWN, -0.2), turn=-30),
    parts.limb("M14 -6L31 -1L30 7", parts.tone(FAWN, -0.25), 6, shade=0),
    parts.blob("4,-26 16,-20 22,-2 26,16 17,35 -12,37 -27,24 -17,2 -7,-13", FAWN),
    parts.blob("13,-12 20,0 25,16 18,32 8,24 7,4", "#f7dcb2", shade=0),
    svg.ellipse(9, -1, 2.8, 6, "#d9935a", turn=-24) + parts.ball(15, 8, 8.5, 7.5, "#d9935a") + parts.eye(17, 7, 2.6),
    svg.path("M3 13Q15 21 26 12Q27 28 17 33Q5 30 3 13z", "#e8b787") + svg.line("M3 13Q15 21 26 12", "#b87442", 2.4),
    parts.ball(-9, 22, 17, 15, FAWN),
    parts.limb("M-8 38H22", FAWN, 8),
    parts.ball(19, -27, 17, 11, FAWN, turn=14),
    svg.ellipse(14, -36, 4.4, 9, FAWN, turn=-8) + svg.ellipse(14, -36, 2, 6, ROSE, turn=-8),
    svg.ellipse(34, -24, 4, 3.6, parts.INK),
    svg.line("M33 -18Q28 -16 24 -18", parts.tone(FAWN, -0.45), 2.4),
    parts.eye(19, -30, 3.8),
    parts.limb("M6 -9Q14 3 26 2", FAWN, 7),
)

CAMEL = parts.face(
    "camel 骆驼 驼",
    parts.disc("#ffd59a", "#e0a552", at=24),
    svg.circle(-12, -28, 8, "#fff3cf"),
    svg.line("M-2 20V39M27 18V39", "#85521f", 7),
    svg.line("M35 4Q42 10 39 20", "#85521f", 4),
    parts.limb("M-14 12C-28 20 -33 4 -28 -14", "#a86a30", 11),
    parts.blob("-20,6 -10,-4 -2,-26 8,-18 12,-7 18,-20 27,-26 34,-6 37,10 30,22 8,25 -12,21", "#a86a30"),
    svg.path("M-7 -16Q-2 -34 7 -20Q2 -12 -7 -16zM17 -18Q26 -34 32 -14Q24 -11 17 -18z", "#7c4a1d"),
    parts.limb("M-10 16V39M34 14V39", "#a86a30", 7),
    svg.path("M6 -8Q13 -2 19 -9L24 10Q14 15 4 10z", "#d2413a") + svg.line("M4.5 9Q14 14 23.5 9", "#f7c02e", 3.4),
    parts.ball(-32, -17, 11, 7.5, "#a86a30", turn=-8),
    parts.ball(-24, -25, 3.4, 4.6, "#7c4a1d", turn=20),
    parts.eye(-31, -19, 3),
    svg.line("M-41 -13Q-38 -11 -35 -12", "#5f3715", 2.4),
)

POLAR_BEAR = parts.face(
    "polar bear 北极熊 北",
    parts.card("#1f6f96", "#cfe8f2", at=27),
    svg.line("M-15 14V31M15 10V31", "#bcc7d4", 12),
    parts.blob(
        "-37,10 -34,-12 -13,-21 7,-15 18,-25 30,-20 41,-6 39,3 28,6 20,16 0,21 -28,22", parts.WHITE, shade=-0.15
    ),
    parts.limb("M-28 14V32M4 14V32", parts.WHITE, 13, shade=-0.15),
    svg.circle(15, -22, 5.5, parts.WHITE) + svg.circle(15, -21, 2.8, "#bcc7d4"),
    svg.ellipse(40, -6, 4, 3.5, parts.INK),
    svg.line("M37 2Q33 3 31 0", parts.INK, 2.6),
    parts.eye(27, -9, 3.6),
)

SLOTH = parts.face(
    "sloth 树懒 懒",
    parts.leaf("#2f7a5b"),
    parts.limb("M-20 8L-28 -28", "#8f7558", 10) + parts.limb("M22 10L30 -28", "#8f7558", 10),
    svg.rect(-45, -36, 90, 9, BARK, round=4.5) + svg.rect(-42, -35, 80, 3, parts.tone(BARK, 0.25), round=1.5),
    parts.ball(8, 14, 31, 22, "#a88b69"),
    parts.limb("M-6 0L-8 -29", "#a88b69", 10) + parts.limb("M12 -2L14 -29", "#a88b69", 10),
    svg.line("M-11 -35V-25M-5 -35V-25M11 -35V-25M17 -35V-25", "#f4ead2", 3.4),
    parts.ball(-17, 15, 22, 20, "#a88b69"),
    svg.ellipse(-18, 16, 17, 15, "#f1dfbe"),
    svg.path("M-35 12Q-30 4 -22 10Q-22 18 -28 20zM-1 12Q-6 4 -14 10Q-14 18 -8 20z", "#6d4f37"),
    parts.eye(-25, 13, 3.2) + parts.eye(-11, 13, 3.2),
    svg.ellipse(-18, 19, 4, 3, parts.INK) + svg.line("M-25 24Q-18 30 -11 24", parts.INK, 2.6),
)

GOLDEN_MONKEY = parts.face(
    "golden monkey 金丝猴 猴",
    parts.card("#1d4f3e"),
    parts.limb("M14 34C40 40 42 10 33 -2", "#c97a1a", 7),
    parts.twins(20, 24, 8, 15, "#7a4a22", turn=-14),
    parts.half_blob("0,0 -17,6 -23,26 -18,40 0,42", "#e0931f", shade=0),
    svg.ellipse(0, 28, 12, 13, "#fbdc93"),
    svg.mirrored(svg.ellipse(-14, 38, 8, 5, "#7fb2d8")),
    parts.half_blob("0,-45! -8,-38 -24,-35 -29,-21 -38,-10 -30,1 -28,13 -11,14 0,19", "#f8b63c"),
    svg.mirrored(svg.line("M-25 -20Q-29 -12 -26 -4M-19 -31Q-24 -28 -25 -24", "#dc8b1e", 3.4)),
    parts.half_blob("0,-23 -9,-30 -20,-21 -18,-5 -10,4 0,7", "#a5d2f0", shade=0),
    svg.ellipse(0, 5, 13, 10, "#f8dfca") + parts.crescent(0, 5, 13, 10, "#dfb79c"),
    parts.eyes(8.5, -13, 4.8),
    svg.path("M-4 -2Q-3 -8 0 -6Q3 -8 4 -2Q0 1 -4 -2z", "#7fb2d8"),
    svg.ellipse(-2, -3, 1.5, 1.9, parts.INK) + svg.ellipse(2, -3, 1.5, 1.9, parts.INK),
    svg.line("M-7 6Q0 13 7 6", "#8a4a3c", 2.6),
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
