"""The animals of house, farm and zodiac; the tiger, snake and monkey of the zodiac are in other modules."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.animals import parts

BROWN, GOLD, HORN, JADE = "#7c4a2b", "#f7c236", "#e6c992", "#1a8656"
PIG, SLATE, MANE, GREY = "#fbb4bc", "#585d72", "#f4b942", "#676f80"


RABBIT = parts.face(
    "rabbit 兔子 兔",
    parts.card("#f094ab"),
    parts.twin_blobs("-3,-10 -16,-18 -23,-38 -16,-45 -7,-36", parts.WHITE, shade=-0.14),
    parts.twin_blobs("-7,-14 -14,-22 -18,-36 -14,-39 -9,-32", "#f7b3bf", shade=0),
    parts.ball(0, 14, 32, 26, parts.WHITE, shade=-0.14),
    parts.eyes(14, 8, 4.8),
    svg.mirrored(svg.ellipse(-22, 19, 6, 4, parts.BLUSH, opacity=0.6)),
    svg.path("M-5 25H5V32Q5 34 3 34H-3Q-5 34 -5 32z", "#d5ccd6")
    + svg.path("M-4 25H-0.7V32H-4zM4 25H0.7V32H4z", "#fff"),
    parts.muzzle(18, 6.5, nose="#ec6f88"),
)

PIG_FACE = parts.face(
    "pig 猪 猪",
    parts.card("#7c3157"),
    parts.ball(0, 5, 37, 33, PIG),
    parts.crescent(0, 5, 34, 30, parts.tone(PIG, 0.35), towards=225, thick=0.05),
    parts.twin_blobs("-12,-27 -26,-38 -40,-37! -40,-22 -32,-9! -26,-20", "#f28c9b"),
    parts.ball(0, 12, 17, 12.5, "#ec7488"),
    svg.mirrored(svg.ellipse(-6, 12, 3, 4.6, "#94304f")),
    parts.eyes(17, -7, 4.8),
    svg.line("M-8 28Q0 34 8 28", "#94304f", 3),
    svg.mirrored(svg.ellipse(-26, 9, 5, 3.6, parts.BLUSH, opacity=0.8)),
)

OX = parts.face(
    "ox 牛 牛",
    parts.twin_blobs("-10,-16 -30,-14 -43,-26 -38,-43! -31,-30 -10,-30", HORN, shade=-0.25),
    svg.mirrored(svg.path("M-38 -43Q-43 -36 -43.5 -30L-35 -35z", parts.INK)),
    parts.twins(30, -4, 12, 6.5, SLATE, turn=-14),
    svg.mirrored(svg.ellipse(-30, -4, 7, 3.2, "#c98f96", turn=14)),
    parts.half_blob("0,-32 -16,-28 -24,-8 -19,16 -20,32 0,41", SLATE),
    svg.ellipse(0, -27, 9, 6, parts.INK) + svg.path("M-8 -26L0 -10L8 -26z", parts.INK),
    parts.ball(0, 28, 22, 14, "#cdb9b2"),
    svg.mirrored(svg.ellipse(-9, 25, 3, 4, "#6b5560", turn=20)),
    svg.line("M-7 33V37A7 6 0 0 0 7 37V33", GOLD, 3.6),
    parts.eyes(13, -2, 5, iris="#e8b878"),
)

HORSE = parts.face(
    "horse 马 马",
    parts.card("#c7603d", "#98432c", at=26),
    parts.blob("-22,-4 -32,-14 -42,-8! -38,-3 -40,8! -30,4 -22,6", MANE, shade=0),
    svg.line("M-16 6L-20 22L-33 27M11 6L22 20L17 31", "#cfc0b4", 6.5),
    parts.blob("24,-39 12,-39 2,-30 4,-24! -6,-18 -4,-9! 14,-10 20,-24", MANE),
    parts.blob("-24,0 -12,-11 6,-9 14,-22 24,-36 30,-30 28,-14 22,4 8,13 -14,13 -24,10", parts.WHITE),
    parts.limb("M-19 7L-27 19L-37 19M17 6L29 13L36 7", parts.WHITE, 7),
    svg.line("M-37 19L-39 17M36 7L38 4M-33 27L-35 26M17 31L16 33", parts.INK, 6.5),
    parts.blob("22,-33 27,-43! 31,-33", "#e6dcd3", shade=0),
    parts.blob("22,-34 30,-36 37,-26 41,-19 38,-12 32,-13 24,-20", parts.WHITE),
    svg.ellipse(38.5, -16, 2.8, 3.6, "#e7b7a6", turn=-30),
    parts.blob("26,-41 20,-38 20,-30 28,-28! 30,-36", MANE, shade=0),
    parts.eye(31, -27, 3.2),
)

SHEEP = parts.face(
    "sheep 绵羊 羊",
    parts.card("#6f78bf"),
    *(
        svg.circle(x, y, 11, parts.WHITE)
        for x, y in ((-22, 26), (22, 26), (-10, 34), (10, 34), (-14, -28), (14, -28), (0, -33))
    ),
    parts.twins(25, 14, 11, 5.5, "#e2c9a4", turn=18),
    parts.twins(29, -10, 15, 16, "#c98a45"),
    svg.mirrored(svg.line("M-15 -16C-28 -32 -46 -12 -36 -1C-28 6 -20 -6 -28 -11", parts.tone("#c98a45", -0.4), 4)),
    parts.half_blob("0,-22 -15,-20 -18,0 -11,22 0,32", "#f8ead2"),
    parts.ball(0, -24, 15, 10, parts.WHITE, shade=-0.14),
    parts.eyes(10, -1, 4.4),
    parts.muzzle(17, 5.5, nose="#c2707a"),
    svg.path("M-4 31Q0 34 4 31L0 44z", parts.WHITE),
)

DOG = parts.face(
    "dog 狗 狗",
    parts.card("#93d3f0"),
    parts.half_blob("0,-35 -20,-31 -29,-10 -28,14 -16,33 0,38", "#d99a56"),
    svg.path("M-7 -34Q0 -36 7 -34Q4 -12 13 2L-13 2Q-4 -12 -7 -34z", parts.WHITE),
    parts.twin_blobs("-12,-36 -30,-36 -42.5,-10 -41,20 -31,25 -25,0 -18,-22", BROWN),
    svg.ellipse(0, 17, 20, 15, parts.WHITE),
    svg.path("M-6 26H6V38A6 6 0 0 1 -6 38z", "#f0707e") + svg.line("M0 30V36", "#c94a60", 2.4),
    svg.line("M-12 22Q-6 30 0 24Q6 30 12 22M0 14V24", parts.INK, 2.8),
    svg.ellipse(0, 11, 8.5, 6, parts.INK) + svg.ellipse(-3, 9, 2.6, 1.6, "#8a8296"),
    parts.eyes(14, -7, 4.8),
)

MOUSE = parts.face(
    "mouse 老鼠 鼠",
    svg.path("M-40 6L26 -34Q42 -26 42 -6L-40 6z", "#ffe9a8", stroke="#ffe9a8", width=4),
    svg.path("M-40 6L42 -6V38H-40z", "#ffcd4a", stroke="#ffcd4a", width=4),
    svg.circle(30, 8, 6, "#dd9a1c")
    + svg.circle(-31, 20, 5, "#dd9a1c")
    + svg.ellipse(22, -20, 8, 4, "#f0c456", turn=-12),
    parts.limb("M16 34C34 42 42 30 34 22S28 8 38 -2", "#f09aa6", 4.5),
    parts.ball(2, 25, 24, 19, GREY),
    svg.ellipse(-2, 30, 14, 13, "#dfe2e8"),
    parts.twins(21, -18, 16, 16, GREY),
    svg.mirrored(svg.circle(-21, -18, 10.5, "#f5b3bb")),
    parts.half_blob("0,-22 -18,-16 -22,0 -10,13 0,17", parts.tone(GREY, 0.12)),
    parts.eyes(10, -3, 4.6),
    svg.line("M-10 32L-3 26M10 32L3 26", "#f5b3bb", 5),
    svg.ellipse(0, 11, 4.5, 4, "#e2586e") + svg.line("M-5 17q5 4 10 0", parts.INK, 2.4),
)

CAT = parts.face(
    "cat 猫 猫",
    parts.disc("#f58f68"),
    parts.limb("M16 36C40 42 42 20 33 14", parts.INK, 8, shade=0.2),
    parts.half_blob("0,-4 -14,2 -22,24 -20,40 0,42", parts.INK, shade=0.2),
    svg.line("M-6 24V40M6 24V40", "#4a4257", 3),
    parts.half_blob("0,-29 -10,-30 -26,-44! -27,-22 -28,-10 -18,4 0,8", parts.INK, shade=0.2),
    svg.mirrored(svg.path("M-22.5 -36L-21.5 -24L-14 -29z", "#d9788a")),
    svg.mirrored(svg.ellipse(-11, -13, 7, 7.5, "#ffd84a"), svg.ellipse(-11, -13, 2.6, 6.5, parts.INK)),
    svg.circle(-13, -16, 1.8, parts.WHITE) + svg.circle(9, -16, 1.8, parts.WHITE),
    svg.path("M-3 -4H3L0 0z", "#f08a98", stroke="#f08a98", width=2),
    svg.line("M-15 8Q0 15 15 8", "#e0403a", 5) + svg.circle(0, 15, 5, GOLD) + svg.line("M-2.5 16H2.5", "#a86a16", 2.2),
)

DRAGON = parts.face(
    "dragon 龙 龙",
    parts.card("#9e2228"),
    svg.mirrored(svg.line("M-9 -22L-16 -42M-13 -32L-25 -38", GOLD, 5.5)),
    parts.twin_blobs("-12,-26 -30,-26! -28,-16 -43,-10! -34,0 -44,14! -31,15 -36,34! -14,28", "#ffb02e"),
    parts.half_blob("0,-28 -14,-28 -25,-14 -20,6 -25,20 -16,33 0,37", JADE),
    svg.ellipse(0, 34, 12, 8, "#6d121c") + svg.path("M-9 29L-6 36L-3 29zM3 29L6 36L9 29z", parts.WHITE),
    svg.path("M-26 16Q-24 6 -12 8Q0 2 12 8Q24 6 26 16Q22 31 0 31Q-22 31 -26 16z", parts.tone(JADE, 0.2)),
    svg.mirrored(svg.ellipse(-10, 15, 5, 4, "#0d4a33"), svg.path("M-27 -18Q-14 -26 -3 -12Q-16 -16 -24 -8z", GOLD)),
    parts.eyes(12, -6, 6.5, iris=parts.WHITE),
    svg.line("M-5 -20V-12M0 -24V-12M5 -20V-12", GOLD, 3),
    svg.mirrored(svg.line("M-18 22C-34 18 -30 40 -40 38", GOLD, 3.4)),
)

HOME = (RABBIT, PIG_FACE, OX, HORSE, SHEEP, DOG, MOUSE, CAT, DRAGON)
