"""The animals of sea, lake and river."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.animals import parts

CORAL = "#e94f3a"
CROC = "#5f9a3f"
DEEP = "#2b63a8"
GOLDEN = "#ffbf3f"
GREEN = "#7ac943"
PLUM = "#9a5cc8"
SCARLET = "#f2542d"


WHALE = parts.face(
    "whale 鲸 鲸",
    parts.disc("#d4f0f2", "#5fbfd6", at=20),
    svg.line("M-14 -24V-36M-14 -30Q-14 -41 -24 -40Q-29 -39 -29 -34M-14 -30Q-14 -41 -4 -40Q1 -39 1 -34", "#5fbfd6", 4),
    parts.blob("22,4 30,-10 22,-28! 33,-23 44,-30! 43,-8 36,12 24,18", DEEP),
    parts.blob("-44,6 -38,-14 -16,-23 8,-16 24,2 36,2 34,16 20,28 -8,34 -34,28", DEEP),
    parts.blob("-43,12! -20,16 6,20 26,20! 8,31 -12,33 -34,28", "#e6f3fa", shade=0),
    svg.line("M-32 20Q-20 24 -6 25M-28 26Q-18 29 -6 30", "#a9c9e2", 2.6),
    parts.blob("-6,16 8,18 14,36! -2,30", parts.tone(DEEP, -0.3), shade=0),
    parts.eye(-26, 3, 4.2),
)

OCTOPUS = parts.face(
    "octopus 章鱼 章",
    svg.mirrored(
        svg.line("M-14 2C-18 22 -40 18 -39 2C-38 -6 -29 -4 -30 2", parts.tone(PLUM, -0.22), 9),
        svg.line("M-12 4C-14 32 -32 36 -40 28", PLUM, 10),
        svg.line("M-6 4C-4 32 -14 42 -24 39", parts.tone(PLUM, -0.12), 10),
    ),
    parts.half_blob("0,-43 -20,-39 -31,-20 -24,2 -18,16 0,18", PLUM),
    svg.ellipse(-14, -29, 8, 5, parts.tone(PLUM, 0.3), turn=-40),
    svg.mirrored(
        svg.circle(-21, 26, 2.6, "#e6c4f5"),
        svg.circle(-30, 30, 2.6, "#e6c4f5"),
        svg.circle(-10, 26, 2.6, "#e6c4f5"),
        svg.circle(-14, 35, 2.6, "#e6c4f5"),
    ),
    parts.eyes(11, -8, 8, iris=parts.WHITE),
    svg.mirrored(svg.ellipse(-20, 3, 4, 3, parts.BLUSH, opacity=0.8)),
    svg.line("M-6 5Q0 11 6 5", parts.INK, 3),
)

CRAB = parts.face(
    "crab 螃蟹 蟹",
    svg.mirrored(
        svg.line("M-22 18L-36 14L-42 22M-22 26L-35 26L-39 35M-18 32L-28 37L-30 43", parts.tone(CORAL, -0.2), 5.5)
    ),
    parts.limb("M-22 10C-38 8 -40 -4 -34 -12M22 10C38 8 40 -4 34 -12", CORAL, 8),
    parts.twin_blobs("-26,-8 -40,-10 -43,-24 -39,-38! -31,-25 -18,-36! -16,-20", CORAL),
    svg.line("M-9 0V-12M9 0V-12", CORAL, 5),
    parts.ball(0, 17, 31, 22, CORAL),
    parts.crescent(0, 17, 28, 19, parts.tone(CORAL, 0.35), towards=225, thick=0.05),
    svg.circle(-9, -15, 8, parts.WHITE) + svg.circle(9, -15, 8, parts.WHITE) + parts.eyes(9, -14, 5),
    svg.line("M-9 21Q0 29 9 21", "#7c1f22", 3.4),
    svg.mirrored(svg.ellipse(-18, 20, 4.5, 3, "#ffb09a")),
)

SEAHORSE = parts.face(
    "seahorse 海马 海",
    parts.arch("#1c4a86"),
    svg.circle(-26, 2, 3, "#4f86c4") + svg.circle(-22, -10, 2, "#4f86c4") + svg.circle(28, 20, 3, "#4f86c4"),
    parts.blob("14,-4 28,-8 30,2 27,12 14,12", "#ff9a3c"),
    svg.line("M10 -40L16 -34M18 -36L20 -28M23 -28L22 -20", "#ff9a3c", 6),
    parts.limb("M4 22C2 42 -20 44 -20 32C-20 24 -10 24 -11 31", GOLDEN, 7.5),
    parts.blob("2,-42 16,-36 19,-22 14,-10 20,4 14,20 4,28 -2,18 -6,4 -2,-10 -6,-22 -10,-36", GOLDEN),
    parts.blob("-4,-31 -22,-27 -33,-29 -34,-21 -22,-20 -4,-15", GOLDEN),
    parts.blob("1,-6 8,2 6,16 2,24 -2,14 -5,4", "#ffe6a0", shade=0),
    svg.line("M-2 2H8M-1 10H8M1 18H7", "#e2892a", 2.8),
    parts.eye(4, -28, 5),
    svg.ellipse(-1, -18, 3.6, 2.4, parts.BLUSH, opacity=0.7),
)

TURTLE = parts.face(
    "turtle 海龟 龟",
    parts.disc("#0d6585"),
    svg.group(
        svg.mirrored(parts.blob("-12,-16 -32,-22 -43,-2! -33,-5 -18,2", "#93c957", shade=0)),
        svg.mirrored(parts.blob("-10,18 -23,24 -24,37! -14,33 -4,24", "#93c957", shade=0)),
        svg.mirrored(svg.line("M-18 -11L-30 -13M-16 24L-19 29", "#cdec9b", 5)),
        parts.ball(0, -33, 11, 12, "#a5d864"),
        parts.eyes(6, -36, 3),
        svg.ellipse(0, 3, 25, 28, "#7a4c26"),
        svg.ellipse(-1, 1, 22, 25, "#c58c47"),
        svg.path("M0 -11L11 -4V9L0 16L-11 9V-4z", "#efc883"),
        svg.line("M0 -23V-12M11 -4L19 -9M11 9L19 13M0 16V25M-11 -4L-20 -9M-11 9L-20 13", "#7a4c26", 3.4),
        turn=-38,
    ),
)

GOLDFISH = parts.face(
    "goldfish 金鱼 鱼",
    svg.circle(0, 2, 41, "#e3f4f6") + svg.path("M-38 -14A41 41 0 1 0 38 -14z", "#a6dcea"),
    svg.rect(-25, -44, 50, 8, "#8fc7d8", round=4),
    svg.line("M-30 24Q-22 34 -12 37", parts.WHITE, 3.5),
    parts.blob("8,6 26,-14 38,-8 30,6 36,24 22,26 8,14", "#ff8a4a"),
    svg.line("M14 8L30 -6M14 10L28 18", "#ffb98a", 3),
    parts.blob("-14,-6 -6,-22 10,-20 10,-4", "#e0421f", shade=0),
    parts.ball(-6, 8, 25, 18, SCARLET),
    svg.ellipse(-8, 17, 14, 7, "#ffae6a"),
    svg.path("M2 4Q16 4 12 18Q4 16 0 10z", "#ffae6a"),
    parts.eye(-20, 2, 6, iris=parts.WHITE),
    svg.line("M-30 13Q-27 15 -24 13", "#8e2412", 2.6),
    svg.circle(-34, -6, 2.6, parts.WHITE) + svg.circle(-29, -24, 3.4, "#a6dcea"),
)

DOLPHIN = parts.face(
    "dolphin 海豚 豚",
    parts.disc("#ffd3a6", "#1f7fae", at=22),
    parts.blob("-34,18 -45,10! -42,26 -30,38! -26,22", "#46698a"),
    parts.blob("2,-24 2,-44! 20,-34 20,-18", "#46698a", shade=0),
    parts.blob("43,8 32,4 28,-10 12,-25 -8,-24 -24,-8 -32,22! -16,8 8,2 24,10 42,14", "#557fa3"),
    parts.blob("43,12 30,6 16,-4 -6,-4 -26,14! -12,6 8,2 24,11 40,14", "#e8eff4", shade=0),
    parts.blob("0,-4 10,-4 6,16! -6,10", "#38577a", shade=0),
    parts.eye(22, -6, 3.8),
)

CROCODILE = parts.face(
    "crocodile 鳄鱼 鳄",
    parts.blob("30,0 0,-8 -30,-22 -30,26 0,30 30,24", "#b33a48", shade=0),
    parts.blob("44,6! 43,38! 10,42 -30,41 -44,34 -42,25 -26,24 2,24 16,14", CROC),
    parts.blob("44,20! 43,-2 36,-16 16,-20 -8,-27 -32,-40 -43,-36 -43,-27 -24,-14 4,0 18,14", CROC),
    svg.path("M-38 -24L-34 -12L-29 -18zM-26 -16L-20 -4L-16 -10zM-12 -9L-6 3L-1 -3zM2 -2L8 9L11 3z", parts.WHITE),
    svg.path("M-38 26L-33 15L-28 25zM-24 25L-18 14L-13 25zM-9 25L-3 15L2 25z", parts.WHITE),
    parts.ball(21, -22, 13, 13, CROC),
    parts.eye(20, -23, 8, iris="#fff2b0"),
    svg.ellipse(-36, -33, 2.6, 2, "#2f5a25", turn=20),
    svg.circle(34, 4, 3.5, parts.tone(CROC, -0.25))
    + svg.circle(30, 16, 3, parts.tone(CROC, -0.25))
    + svg.circle(38, 26, 3.5, parts.tone(CROC, -0.25)),
    svg.line("M-30 34Q0 36 20 32", parts.tone(CROC, 0.35), 3.5),
)

FROG = parts.face(
    "frog 青蛙 蛙",
    parts.disc("#245f7d"),
    svg.ellipse(0, 37, 34, 7, "#3fa37a"),
    parts.twins(28, 30, 13, 9, parts.tone(GREEN, -0.15), turn=-20),
    parts.ball(0, 24, 25, 16, GREEN),
    svg.ellipse(0, 27, 15, 11, "#e2f3b0"),
    parts.twins(22, -22, 14, 14, GREEN),
    parts.half_blob("0,-22 -20,-22 -40,-6 -38,10 -22,19 0,21", GREEN),
    svg.circle(-22, -22, 10, parts.WHITE) + svg.circle(22, -22, 10, parts.WHITE) + parts.eyes(22, -21, 6.8),
    svg.line("M-26 3Q0 20 26 3", "#2d6a2a", 3.6),
    svg.mirrored(svg.circle(-4, -6, 1.6, "#2d6a2a"), svg.ellipse(-29, 6, 4.5, 3, parts.BLUSH, opacity=0.7)),
    svg.line("M-10 30V38M-15 39H-6M10 30V38M15 39H6", GREEN, 5),
)

WATER = (WHALE, OCTOPUS, CRAB, SEAHORSE, TURTLE, GOLDFISH, DOLPHIN, CROCODILE, FROG)
