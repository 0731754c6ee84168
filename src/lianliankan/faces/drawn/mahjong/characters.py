"""The characters of mahjong tiles, written with a brush: numerals, 萬, winds and dragons, as path data."""

from lianliankan.faces.drawn.brush import dian, heng, na, needle, pie, shu, ti, wan, zhe, zhe_gou

__all__ = ["CENTRE", "FORTUNE", "MYRIAD", "NUMERALS", "WINDS"]

NUMERALS = (  # one to nine, in a flat box that reaches 42 to each side, 22 up and down
    heng(-41, 2, 41, 13),
    heng(-25, -13, 25, 11) + heng(-42, 16, 42, 12.5),
    heng(-32, -18, 32, 9) + heng(-22, 0, 22, 8.5) + heng(-42, 19, 42, 10),
    shu(-34, -22, 22, 9)
    + zhe(-34, -15, 34, 22, 10)
    + pie(-9, -15, -22, 10, 8)
    + wan([(9, -17, 8), (9, -2, 7), (14, 5, 7), (24, 4, 6)], (24, -2))
    + heng(-33, 18, 34, 8),
    pie(-19, -22, -45, 6, 10, bend=0.1)  # 伍, as on many tiles, because it cannot be mistaken for 三
    + shu(-27, -10, 23, 9)
    + heng(-15, -17, 34, 8)
    + shu(12, -17, 19, 9, lean=-10)
    + zhe(-13, 0, 27, 19, 9)
    + heng(-22, 20, 42, 9),
    dian(-6, -24, 6, -12, 10) + heng(-41, -4, 41, 9) + pie(-11, 3, -36, 23, 10, bend=0.06) + dian(8, 2, 37, 22, 13),
    heng(-41, 3, 41, 10, rise=11) + wan([(-6, -19, 9), (-7, 8, 9), (1, 18, 9), (30, 18, 9)], (37, 3)),
    pie(-9, -18, -42, 22, 11) + na(4, -23, 43, 21, 13),
    pie(-8, -22, -38, 22, 10)
    + heng(-36, -7, 15, 9)
    + wan([(12, -11, 10), (11, 8, 9), (18, 18, 9), (33, 18, 9)], (40, 3)),
)

MYRIAD = (  # 萬, in a flat box that reaches 38 to each side, 21 up and down
    heng(-38, -15, 38, 5.5)
    + shu(-14, -22, -9, 6)
    + shu(14, -22, -9, 6)
    + shu(-23, -11, 7, 6)
    + zhe(-23, -6.5, 23, 7, 6)
    + heng(-21, 0, 22, 4.2)
    + heng(-21, 6, 23, 4.2)
    + shu(-34, 8, 23, 6)
    + zhe_gou(-34, 12.5, 33, 22, 6)
    + shu(0, -8, 20, 6)
    + ti(-20, 19, 10, 16, 5.5)
    + dian(8, 12, 17, 20, 6)
)

WINDS = (  # 東南西北, reaching 45 to each side like those below
    heng(-36, -28, 36, 9)
    + shu(-26, -21, 14, 10)
    + zhe(-26, -14, 26, 14, 10)
    + heng(-22, -1, 22, 7)
    + heng(-22, 11, 24, 7)
    + shu(0, -45, 45, 11)
    + pie(-3, 13, -43, 39, 10)
    + na(3, 12, 44, 39, 13),
    heng(-31, -29, 31, 9)
    + shu(0, -45, -14, 10)
    + shu(-37, -20, 43, 10)
    + zhe_gou(-37, -12, 36, 42, 11)
    + dian(-17, -9, -10, 1, 8)
    + pie(17, -10, 8, 2, 8)
    + heng(-21, 7, 21, 7)
    + heng(-25, 22, 25, 8)
    + needle(0, 7, 43, 9),
    heng(-43, -32, 43, 10)
    + shu(-35, -19, 42, 10)
    + zhe(-35, -11, 35, 42, 11)
    + pie(-11, -32, -24, 16, 9)
    + wan([(11, -32, 9), (11, 0, 8), (15, 9, 8), (26, 9, 7)], (27, 1))
    + heng(-33, 34, 34, 9),
    heng(-42, -14, -15, 9)
    + shu(-14, -43, 42, 11)
    + ti(-44, 32, -12, 16, 11)
    + pie(41, -27, 12, -6, 10, bend=0.08)
    + wan([(10, -37, 10), (10, 22, 10), (18, 34, 10), (36, 33, 10)], (43, 14)),
)

CENTRE = shu(-34, -28, 14, 12) + zhe(-34, -19, 34, 14, 13) + heng(-32, 9, 36, 10) + needle(0, -46, 46, 14)
"""中, the red dragon."""

FORTUNE = (  # 癶 above, 弓 at the lower left, 殳 at the lower right
    heng(-38, -36, -14, 8)
    + pie(-10, -40, -45, -6, 9.5)
    + dian(-36, -28, -24, -18, 8)
    + pie(26, -43, 12, -31, 8)
    + pie(41, -36, 22, -22, 8)
    + na(1, -40, 46, -8, 11)
    + zhe(-37, -6, -10, 8, 8)
    + heng(-37, 9, -9, 7)
    + shu(-37, 7, 22, 8)
    + zhe_gou(-37, 23, -9, 44, 8.5, lean=-3)
    + pie(9, -9, -2, 14, 8)
    + heng(8, -5, 29, 7)
    + wan([(28, -7, 8), (27, 4, 8), (32, 10, 8), (40, 9, 7)], (44, 0))
    + heng(1, 20, 36, 7.5)
    + pie(36, 18, -4, 45, 8.5, bend=0.1)
    + na(6, 23, 46, 43, 11, bend=0.06)
)
"""發, the green dragon."""
