"""The animals of house, farm and zodiac; the tiger, snake and monkey of the zodiac are in other modules."""

from lianliankan.faces.drawn.animals.parts import (
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
    limb,
    muzzle,
    tone,
    twin_blobs,
    twins,
)
from lianliankan.faces.drawn.svg_drawing import circle, ellipse, line, mirrored, path

__all__ = ["HOME"]

BROWN = "#7c4a2b"
GOLD = "#f7c236"
HORN = "#e6c992"
JADE = "#1a8656"
PIG = "#fbb4bc"
SLATE = "#585d72"
MANE = "#f4b942"
GREY = "#676f80"


RABBIT = face(
    "rabbit",
    "兔子",
    "兔",
    card("#f094ab"),
    twin_blobs("-3,-10 -16,-18 -23,-38 -16,-45 -7,-36", WHITE, shade=-0.14),
    twin_blobs("-7,-14 -14,-22 -18,-36 -14,-39 -9,-32", "#f7b3bf", shade=0),
    ball(0, 14, 32, 26, WHITE, shade=-0.14),
    eyes(14, 8, 4.8),
    mirrored(ellipse(-22, 19, 6, 4, BLUSH, opacity=0.6)),
    path("M-5 25H5V32Q5 34 3 34H-3Q-5 34 -5 32z", "#d5ccd6") + path("M-4 25H-0.7V32H-4zM4 25H0.7V32H4z", "#fff"),
    muzzle(18, 6.5, nose="#ec6f88"),
)

PIG_FACE = face(
    "pig",
    "猪",
    "猪",
    card("#7c3157"),
    ball(0, 5, 37, 33, PIG),
    crescent(0, 5, 34, 30, tone(PIG, 0.35), towards=225, thick=0.05),
    twin_blobs("-12,-27 -26,-38 -40,-37! -40,-22 -32,-9! -26,-20", "#f28c9b"),
    ball(0, 12, 17, 12.5, "#ec7488"),
    mirrored(ellipse(-6, 12, 3, 4.6, "#94304f")),
    eyes(17, -7, 4.8),
    line("M-8 28Q0 34 8 28", "#94304f", 3),
    mirrored(ellipse(-26, 9, 5, 3.6, BLUSH, opacity=0.8)),
)

OX = face(
    "ox",
    "牛",
    "牛",
    twin_blobs("-10,-16 -30,-14 -43,-26 -38,-43! -31,-30 -10,-30", HORN, shade=-0.25),
    mirrored(path("M-38 -43Q-43 -36 -43.5 -30L-35 -35z", INK)),
    twins(30, -4, 12, 6.5, SLATE, turn=-14),
    mirrored(ellipse(-30, -4, 7, 3.2, "#c98f96", turn=14)),
    half_blob("0,-32 -16,-28 -24,-8 -19,16 -20,32 0,41", SLATE),
    ellipse(0, -27, 9, 6, INK) + path("M-8 -26L0 -10L8 -26z", INK),
    ball(0, 28, 22, 14, "#cdb9b2"),
    mirrored(ellipse(-9, 25, 3, 4, "#6b5560", turn=20)),
    line("M-7 33V37A7 6 0 0 0 7 37V33", GOLD, 3.6),
    eyes(13, -2, 5, iris="#e8b878"),
)

HORSE = face(
    "horse",
    "马",
    "马",
    card("#c7603d", "#98432c", at=26),
    blob("-22,-4 -32,-14 -42,-8! -38,-3 -40,8! -30,4 -22,6", MANE, shade=0),
    line("M-16 6L-20 22L-33 27M11 6L22 20L17 31", "#cfc0b4", 6.5),
    blob("24,-39 12,-39 2,-30 4,-24! -6,-18 -4,-9! 14,-10 20,-24", MANE),
    blob("-24,0 -12,-11 6,-9 14,-22 24,-36 30,-30 28,-14 22,4 8,13 -14,13 -24,10", WHITE),
    limb("M-19 7L-27 19L-37 19M17 6L29 13L36 7", WHITE, 7),
    line("M-37 19L-39 17M36 7L38 4M-33 27L-35 26M17 31L16 33", INK, 6.5),
    blob("22,-33 27,-43! 31,-33", "#e6dcd3", shade=0),
    blob("22,-34 30,-36 37,-26 41,-19 38,-12 32,-13 24,-20", WHITE),
    ellipse(38.5, -16, 2.8, 3.6, "#e7b7a6", turn=-30),
    blob("26,-41 20,-38 20,-30 28,-28! 30,-36", MANE, shade=0),
    eye(31, -27, 3.2),
)

SHEEP = face(
    "sheep",
    "绵羊",
    "羊",
    card("#6f78bf"),
    *(circle(x, y, 11, WHITE) for x, y in ((-22, 26), (22, 26), (-10, 34), (10, 34), (-14, -28), (14, -28), (0, -33))),
    twins(25, 14, 11, 5.5, "#e2c9a4", turn=18),
    twins(29, -10, 15, 16, "#c98a45"),
    mirrored(line("M-15 -16C-28 -32 -46 -12 -36 -1C-28 6 -20 -6 -28 -11", tone("#c98a45", -0.4), 4)),
    half_blob("0,-22 -15,-20 -18,0 -11,22 0,32", "#f8ead2"),
    ball(0, -24, 15, 10, WHITE, shade=-0.14),
    eyes(10, -1, 4.4),
    muzzle(17, 5.5, nose="#c2707a"),
    path("M-4 31Q0 34 4 31L0 44z", WHITE),
)

DOG = face(
    "dog",
    "狗",
    "狗",
    card("#93d3f0"),
    half_blob("0,-35 -20,-31 -29,-10 -28,14 -16,33 0,38", "#d99a56"),
    path("M-7 -34Q0 -36 7 -34Q4 -12 13 2L-13 2Q-4 -12 -7 -34z", WHITE),
    twin_blobs("-12,-36 -30,-36 -42.5,-10 -41,20 -31,25 -25,0 -18,-22", BROWN),
    ellipse(0, 17, 20, 15, WHITE),
    path("M-6 26H6V38A6 6 0 0 1 -6 38z", "#f0707e") + line("M0 30V36", "#c94a60", 2.4),
    line("M-12 22Q-6 30 0 24Q6 30 12 22M0 14V24", INK, 2.8),
    ellipse(0, 11, 8.5, 6, INK) + ellipse(-3, 9, 2.6, 1.6, "#8a8296"),
    eyes(14, -7, 4.8),
)

MOUSE = face(
    "mouse",
    "老鼠",
    "鼠",
    path("M-40 6L26 -34Q42 -26 42 -6L-40 6z", "#ffe9a8", stroke="#ffe9a8", width=4),
    path("M-40 6L42 -6V38H-40z", "#ffcd4a", stroke="#ffcd4a", width=4),
    circle(30, 8, 6, "#dd9a1c") + circle(-31, 20, 5, "#dd9a1c") + ellipse(22, -20, 8, 4, "#f0c456", turn=-12),
    limb("M16 34C34 42 42 30 34 22S28 8 38 -2", "#f09aa6", 4.5),
    ball(2, 25, 24, 19, GREY),
    ellipse(-2, 30, 14, 13, "#dfe2e8"),
    twins(21, -18, 16, 16, GREY),
    mirrored(circle(-21, -18, 10.5, "#f5b3bb")),
    half_blob("0,-22 -18,-16 -22,0 -10,13 0,17", tone(GREY, 0.12)),
    eyes(10, -3, 4.6),
    line("M-10 32L-3 26M10 32L3 26", "#f5b3bb", 5),
    ellipse(0, 11, 4.5, 4, "#e2586e") + line("M-5 17q5 4 10 0", INK, 2.4),
)

CAT = face(
    "cat",
    "猫",
    "猫",
    disc("#f58f68"),
    limb("M16 36C40 42 42 20 33 14", INK, 8, shade=0.2),
    half_blob("0,-4 -14,2 -22,24 -20,40 0,42", INK, shade=0.2),
    line("M-6 24V40M6 24V40", "#4a4257", 3),
    half_blob("0,-29 -10,-30 -26,-44! -27,-22 -28,-10 -18,4 0,8", INK, shade=0.2),
    mirrored(path("M-22.5 -36L-21.5 -24L-14 -29z", "#d9788a")),
    mirrored(ellipse(-11, -13, 7, 7.5, "#ffd84a"), ellipse(-11, -13, 2.6, 6.5, INK)),
    circle(-13, -16, 1.8, WHITE) + circle(9, -16, 1.8, WHITE),
    path("M-3 -4H3L0 0z", "#f08a98", stroke="#f08a98", width=2),
    line("M-15 8Q0 15 15 8", "#e0403a", 5) + circle(0, 15, 5, GOLD) + line("M-2.5 16H2.5", "#a86a16", 2.2),
)

DRAGON = face(
    "dragon",
    "龙",
    "龙",
    card("#9e2228"),
    mirrored(line("M-9 -22L-16 -42M-13 -32L-25 -38", GOLD, 5.5)),
    twin_blobs("-12,-26 -30,-26! -28,-16 -43,-10! -34,0 -44,14! -31,15 -36,34! -14,28", "#ffb02e"),
    half_blob("0,-28 -14,-28 -25,-14 -20,6 -25,20 -16,33 0,37", JADE),
    ellipse(0, 34, 12, 8, "#6d121c") + path("M-9 29L-6 36L-3 29zM3 29L6 36L9 29z", WHITE),
    path("M-26 16Q-24 6 -12 8Q0 2 12 8Q24 6 26 16Q22 31 0 31Q-22 31 -26 16z", tone(JADE, 0.2)),
    mirrored(ellipse(-10, 15, 5, 4, "#0d4a33"), path("M-27 -18Q-14 -26 -3 -12Q-16 -16 -24 -8z", GOLD)),
    eyes(12, -6, 6.5, iris=WHITE),
    line("M-5 -20V-12M0 -24V-12M5 -20V-12", GOLD, 3),
    mirrored(line("M-18 22C-34 18 -30 40 -40 38", GOLD, 3.4)),
)

HOME = (RABBIT, PIG_FACE, OX, HORSE, SHEEP, DOG, MOUSE, CAT, DRAGON)
