"""The birds of the animal set."""

from lianliankan.faces.drawn import svg_drawing as svg
from lianliankan.faces.drawn.animals import parts

BEAK = "#f59a23"
NAVY = "#2f3b5c"
PINK = "#f7849a"
RUSSET = "#c4532d"
SCARLET = "#df3d36"
PLUMES = range(-114, 115, 38)  # where the peacock's feathers point


def _plume(degrees: float, distance: float, size: float) -> str:
    """Draw the eye at the end of a peacock's feather."""
    x, y = svg.polar(degrees, distance, (0, 9))
    rings = ((1.0, "#6cc98f"), (0.66, "#ffd75e"), (0.4, "#1d3f8c"))
    return "".join(svg.circle(x, y, size * part, colour) for part, colour in rings)


PENGUIN = parts.face(
    "penguin 企鹅 企",
    parts.arch("#8fd0ea", "#f2fafd", at=30),
    svg.ellipse(0, 40, 24, 4, "#c5dfea"),
    parts.twins(10, 39, 9, 4.5, BEAK),
    parts.twins(25, 8, 6.5, 18, NAVY, turn=-22),
    parts.ball(0, 1, 25, 37, NAVY),
    svg.circle(-8, -13, 11.5, parts.WHITE) + svg.circle(8, -13, 11.5, parts.WHITE),
    svg.ellipse(0, 15, 18, 22, parts.WHITE) + parts.crescent(0, 15, 18, 22, "#d9dfea"),
    svg.rect(-21, -6, 42, 9, "#e2483d", round=4.5) + svg.rect(6, -2, 8, 20, "#c53a35", round=3),
    svg.path("M-6 -12Q0 -17 6 -12Q4 -5 0 -5Q-4 -5 -6 -12z", BEAK),
    parts.eyes(9, -17, 3.6),
)

FLAMINGO = parts.face(
    "flamingo 火烈鸟 烈",
    parts.disc("#11606b", "#0c4652", at=27),
    svg.line("M15 14L25 25L10 30", parts.tone(PINK, -0.2), 3.6),
    svg.line("M7 14V40", "#f59aa8", 4) + svg.line("M-2 40H14", "#3f8f98", 3),
    parts.blob("-14,4 -4,-8 12,-11 26,-5 39,6! 24,14 8,19 -8,15", PINK),
    parts.blob("2,-2 16,-5 36,6! 18,10 6,8", "#e8617c", shade=0),
    parts.limb("M-8 8C-30 8 -28 -8 -16 -14S-2 -36 -16 -36", PINK, 8),
    svg.path("M-22 -38C-34 -38 -35 -28 -32 -21C-28 -24 -26 -30 -20 -30z", "#fff0e4"),
    svg.path("M-33.6 -30C-35 -26 -34 -23 -32 -20C-28 -22 -27 -26 -25.5 -29z", parts.INK),
    parts.ball(-17, -34, 8, 7, PINK),
    parts.eye(-18, -35, 2.7),
)

OWL = parts.face(
    "owl 猫头鹰 鸮",
    parts.card("#2b3768"),
    svg.circle(-37, -12, 2.2, "#ffe9a6") + svg.circle(37, 2, 2.2, "#ffe9a6") + svg.circle(36.5, -26, 1.8, "#ffe9a6"),
    svg.circle(0, -37, 2.2, "#ffe9a6"),
    parts.blob("0,-31 -13,-31 -29,-41! -30,-18 -30,14 -20,34 0,39 20,34 30,14 30,-18 29,-41! 13,-31", "#b27a45"),
    svg.ellipse(0, 20, 18, 17, "#f0d3a0"),
    svg.line("M-9 14l4 4l4 -4M1 14l4 4l4 -4M-4 23l4 4l4 -4", "#b27a45", 3),
    parts.twin_blobs("-29,-6 -20,6 -18,24 -22,34! -31,18", "#7d4e2b", shade=0),
    svg.rect(-41, 36, 82, 6.5, "#6b4a35", round=3) + svg.rect(-38, 36.5, 70, 2, "#8a6247", round=1),
    svg.line("M-12 34v5M-7 34v5M7 34v5M12 34v5", BEAK, 3.5),
    svg.circle(-13, -12, 14.5, "#fbe6be") + svg.circle(13, -12, 14.5, "#fbe6be"),
    parts.eyes(13, -12, 10, iris="#ffb229"),
    svg.path("M-5 -8Q0 -11 5 -8L0 4z", "#e07b1f"),
)

PEACOCK = parts.face(
    "peacock 孔雀 雀",
    svg.group(
        svg.circle(0, 7, 35, "#0c5a58"),
        svg.line("".join(f"M0 9L{svg.fmt_point(*svg.polar(at, 30, (0, 9)))}" for at in PLUMES), "#35a877", 3),
        "".join(_plume(at, 34, 11) for at in PLUMES),
        parts.blob("0,-17 -10,-13 -10,2 -18,20 -16,36 0,43 16,36 18,20 10,2 10,-13", "#2c56c4"),
        svg.line("M0 -17V-27M-2 -17L-7 -25M2 -17L7 -25", "#2c56c4", 2.4),
        svg.dots([(0, -28), (-8, -26), (8, -26)], 3, "#7fe0e6"),
        svg.ellipse(0, -5, 9.5, 6.5, "#eaf4ff"),
        parts.eyes(5, -7, 3),
        svg.path("M-4.5 -2h9L0 6z", BEAK),
        svg.line("M-8 22q8 6 16 0M-8 31q8 6 16 0", "#6f9cf5", 3.4),
        move=(0, -4),
    ),
)

ROOSTER = parts.face(
    "rooster 公鸡 鸡",
    parts.disc("#ffd45c"),
    parts.limb("M16 8C20 -22 40 -24 40 -4", "#1d5f52", 8) + parts.limb("M16 8C18 -34 36 -40 38 -22", "#2b7f6b", 8),
    parts.limb("M18 12C26 -4 38 0 38 12", "#174a44", 8),
    svg.line("M-4 24V38M8 24V38M-11 39.5H-1M1 39.5H11", "#d98217", 4),
    svg.path("M-27 -30C-30 -40 -22 -44 -19 -37C-17 -45 -9 -44 -9 -37C-3 -42 2 -36 -3 -28z", SCARLET),
    parts.blob("-23,-20 -14,-32 -4,-24 2,-4 18,0 27,-6! 28,10 16,25 0,29 -16,22 -24,4", RUSSET),
    parts.blob("-25,-22 -14,-33 -3,-24 4,2! -4,0 -8,8 -14,2 -22,6!", "#f4b13d", shade=0),
    parts.blob("-6,8 8,4 22,8! 14,18 2,18", parts.tone(RUSSET, -0.35), shade=0),
    svg.path("M-24 -25L-35 -20L-23 -16z", "#e8861a"),
    svg.ellipse(-23, -10, 4.5, 7, SCARLET),
    parts.eye(-15, -23, 3.2),
)

CRANE = parts.face(
    "red-crowned crane 丹顶鹤 鹤",
    svg.circle(5, -1, 37, "#d8452f"),
    svg.line("M20 12L44 19M18 14L42 24", parts.INK, 3),
    parts.blob("-8,4 -20,-12 -22,-38! -6,-26 6,-4", "#dfe3ea", shade=0),
    svg.path("M-22 -40C-26 -26 -24 -14 -19 -8L-15 -14C-18 -22 -18 -28 -17 -34z", parts.INK),
    parts.blob("-20,10 -8,0 14,2 32,14! 12,20 -8,19", parts.WHITE),
    parts.blob("-8,8 -2,-14 14,-38! 22,-24 24,-6 16,8", parts.WHITE),
    svg.path("M14 -40C26 -32 32 -14 26 4L19 9L17 2L22 -2L18 -8L22 -14L17 -20L20 -27L15 -30z", parts.INK),
    parts.limb("M-14 11C-24 10 -26 0 -32 -8", parts.INK, 7),
    svg.path("M-34 -12L-46 -7L-34 -5z", "#8a7a5a"),
    parts.ball(-32, -10, 6.5, 5.5, parts.WHITE),
    svg.path("M-38 -12A6.5 5.5 0 0 1 -27 -14Q-32 -10 -38 -12z", SCARLET),
    parts.eye(-33, -9, 2),
)

SWAN = parts.face(
    "swan 天鹅 鹄",
    parts.card("#2c4a7c", "#1c3159", at=20),
    svg.line("M-34 32H-14M6 36H32", "#3d6198", 3),
    parts.blob("-22,14 -14,4 2,-2 20,-6 40,-18! 38,4 28,23 8,28 -14,26", parts.WHITE),
    parts.blob("-4,6 14,2 36,-8! 28,12 12,18 0,16", "#dde5ef", shade=0),
    svg.line("M8 11Q20 10 28 2", parts.WHITE, 3),
    parts.limb("M-15 17C-34 2 2 -12 -8 -28C-13 -36 -22 -33 -24 -27", parts.WHITE, 9, shade=-0.12),
    svg.path("M-27 -32L-40 -20Q-32 -17 -24 -22z", "#f5872b"),
    svg.path("M-30 -33Q-25 -30 -24 -22L-30 -27z", parts.INK),
    parts.eye(-20, -29, 2.5),
)

PARROT = parts.face(
    "parrot 鹦鹉 鹦",
    parts.arch("#c5e39a"),
    parts.blob("-14,16 -2,18 -12,34 -22,43! -24,32", "#2d63c8", shade=-0.3),
    svg.rect(-34, 19, 68, 7, "#8a5a36", round=3.5),
    parts.blob("2,-41 19,-36 24,-20 20,0 10,18 -6,24 -16,10 -17,-14 -10,-34", SCARLET),
    parts.blob("-17,-12 -6,-16 4,-4 2,14 -10,34! -19,14", "#f7c02e", shade=0),
    parts.blob("-18,2 -6,0 3,6 0,18 -12,38! -20,18", "#2d63c8", shade=0),
    svg.ellipse(12, -26, 9.5, 9, parts.WHITE),
    svg.path("M17 -34C32 -36 36 -24 29 -12C26 -18 22 -18 17 -18z", "#f6e3b8"),
    svg.path("M29 -12C36 -24 32 -34 24 -34C30 -28 30 -20 29 -12zM18 -18Q24 -16 24 -10Q18 -11 17 -17z", parts.INK),
    parts.eye(11, -28, 3.6),
    svg.line("M2 18v7M9 17v7", "#5b5560", 4),
)

TOUCAN = parts.face(
    "toucan 巨嘴鸟 嘴",
    parts.disc("#cfe26c"),
    svg.rect(-34, 30, 70, 7, "#8a5a36", round=3.5),
    parts.blob("20,22 30,22 34,45! 24,44", parts.INK, shade=0),
    parts.blob("4,-36 22,-34 33,-14 36,10 28,32 10,34 -4,18 -6,-8", parts.INK, shade=0.2),
    parts.blob("-4,-18 8,-22 16,-10 10,8 -4,12 -7,-2", "#fff3c4", shade=0),
    parts.blob("0,-10 -14,-6 -32,-2! -20,5 -4,4", "#c8541e", shade=0),
    parts.blob("2,-32 -18,-34 -38,-24 -44,0! -30,-9 -14,-8 2,-8", "#ff9a1f"),
    svg.path("M-34 -27C-42 -20 -44 -10 -44 1C-40 -4 -36 -7 -31 -9z", parts.INK),
    svg.circle(9, -22, 7.5, "#4fb8e6") + parts.eye(9, -22, 4),
    svg.line("M8 32v4M16 32v4", "#5b5560", 4),
    svg.group(svg.ellipse(22, 8, 7, 15, "#4a4257", turn=-12)),
)

BIRDS = (PENGUIN, FLAMINGO, OWL, PEACOCK, ROOSTER, CRANE, SWAN, PARROT, TOUCAN)
