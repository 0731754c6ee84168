"""What Peking opera wears: beards on wires, hats and helmets, pheasant feathers, flags of generals, hair."""

from lianliankan.art.drawing import circle, group, line, mirrored, path, rect
from lianliankan.art.opera_paint import BLACK, GOLD, INK, RED, WHITE, both, pair, pompoms, solid, whole

__all__ = [
    "beard_five",
    "beard_full",
    "beard_open",
    "beard_three",
    "ear_tufts",
    "feathers",
    "flags",
    "ground",
    "helmet",
    "moon_gate",
    "tall_cap",
    "tassels",
    "winged_hat",
]


def ground(colour: str, rim: str) -> str:
    """Draw the cloth behind spirits: the whole tile, with a rim."""
    return rect(-45, -45, 90, 90, colour, round=11) + rect(-42.5, -42.5, 85, 85, round=9, stroke=rim, line=1.2)


def moon_gate(colour: str, rim: str) -> str:
    """Draw the round window behind ladies."""
    return circle(0, 0, 44.5, colour) + circle(0, 0, 42.5, stroke=rim, width=1.4)


def beard_full(colour: str, strand: str, *, bottom: float = 44) -> str:
    """Draw a full beard that hides the mouth and hangs from ear to ear."""
    b = bottom
    body = f"M0 16C8 12 18 14 25 6C29 18 29 30 24 {b - 2}C19 {b - 4} 17 {b + 1} 12 {b - 1}C8 {b - 3} 5 {b + 1} 0 {b}"
    hairs = both(f"M3 21C5 28 5 33 4 {b - 5}M10 20C13 27 13 32 12 {b - 6}M18 18C21 25 21 31 20 {b - 7}")
    return path(whole(body), colour, stroke=INK, width=1.5) + line(hairs, strand, 1.3)


def beard_three(colour: str, strand: str, *, bottom: float = 45) -> str:
    """Draw three strands: one below the mouth, two from the temples."""
    b = bottom
    sides = pair(f"M17 15C19 12 22 10 24 6C27 16 27 28 22 {b - 6}C18 30 17 22 17 15z", colour, edge=INK)
    middle = f"M0 16C5 14 9 14 12 17C9 20 9 32 0 {b}"
    hairs = line(both(f"M2.5 18C4 26 3 32 2 {b - 8}M22 14C23 22 23 28 21.5 {b - 12}"), strand, 1.2)
    return sides + path(whole(middle), colour, stroke=INK, width=1.4) + hairs


def beard_five(colour: str, strand: str) -> str:
    """Draw the five long strands of the most beautiful beard."""
    sides = pair("M18 14C20 12 23 10 25 5C29 14 29 26 25 38C21 32 18 23 18 14z", colour, edge=INK)
    inner = pair("M7 18C10 16 14 16 16 13C18 22 19 33 14 43C10 37 8 28 7 18z", colour, edge=INK)
    middle = "M0 17C4 15 7 16 8 18C8 28 6 38 0 46"
    hairs = line(both("M2 18C3 26 2.5 32 1.5 40M12 17C14 24 14 30 13.5 37M23 12C24.5 19 25 25 24 32"), strand, 1.1)
    return sides + inner + path(whole(middle), colour, stroke=INK, width=1.3) + hairs


def beard_open(colour: str, strand: str, *, mouth: str = RED, bottom: float = 45) -> str:
    """Draw a beard that leaves the mouth open, as hot-blooded men have it."""
    b = bottom
    body = f"M0 15C8 11 18 13 25 5C34 15 34 30 27 {b}C24 {b - 8} 22 {b - 3} 17 {b - 1}C15 {b - 8} 12 {b - 5} 9 {b - 3}C6 {b - 9} 3 {b - 9} 0 {b - 7}"
    hairs = both(f"M26 10C29 20 29 28 26 {b - 8}M20 20C22 26 21 30 19 {b - 10}M13 33C13 35 12 37 11 {b - 7}")
    gape = f"M0 20C7 19 10 22 10 25C9 30 5 32 0 32"
    return (
        path(whole(body), colour, stroke=INK, width=1.5)
        + line(hairs, strand, 1.3)
        + path(whole(gape), mouth, stroke=INK, width=1.2)
        + path("M-6 19.500Q0 17.5 6 19.500L5 21.500H-5z", WHITE)
    )


def ear_tufts(colour: str, strand: str) -> str:
    """Draw the tufts of hair that stand out before the ears of wild men."""
    tuft = "M24 4C22 -4 24 -10 27 -14C29 -12 32 -18 38 -24C38 -19 41 -20 44 -21C42 -14 43 -11 45 -8C40 -4 36 4 24 4z"
    return pair(tuft, colour, edge=INK) + line(both("M27 -2C32 -6 36 -11 39 -17M29 1C35 -1 39 -5 42 -9"), strand, 1.2)


def feathers(colour: str = "#a86a2c", bar: str = "#4a2610", *, spread: float = 0) -> str:
    """Draw two pheasant feathers that rise from the crown and bend out to the sides."""
    s = spread
    d = both(f"M7 -30C9 -44 {20 + s} -48 {30 + s} -40C{38 + s} -33 {40 + s} -20 {37 + s} -6")
    bars = f'stroke-dasharray="2.2 4.2"'
    inner = f'<path d="{d}" fill="none" stroke="{bar}" stroke-width="4.4" {bars}/>'
    return line(d, INK, 6.6) + line(d, colour, 4.6) + inner


def flags(colour: str, trim: str, *, mark: str | None = None) -> str:
    """Draw the four flags that a general in armour carries on his back."""
    flag = "M0 0L-7 -44L19 -35C15 -28 19 -24 13 -20C16 -13 9 -9 0 0z"

    def one(x: float, turn: float) -> str:
        badge = circle(3, -28, 4, mark) if mark else ""
        return group(path(flag, colour, stroke=INK, width=1.5), line("M-5 -41L15.5 -33.5", trim, 3), badge, move=(x, 8), turn=turn)

    return mirrored(one(14, 62), one(12, 22))


def helmet(metal: str, band: str, *, peak: str = "", crest: str = RED, balls: str = RED) -> str:
    """Draw a round helmet with a crest on top, a band on the brow and a row of velvet balls."""
    dome = "M0 -40C15 -40 27 -32 27 -15"
    brow = "M0 -26C12 -27 22 -23 28 -13C20 -19 8 -21 0 -20"
    return (
        pompoms([(0, -41)], 4.5, crest)
        + solid(dome, metal)
        + peak
        + path(whole(brow), band, stroke=INK, width=1.3)
        + pompoms([(0, -28), (10, -27), (19.5, -22)], 3.6, balls)
    )


def winged_hat(cloth: str, trim: str, *, y: float = 0) -> str:
    """Draw the hat of a minister of state: two steps, and long wings to either side."""
    back = "M0 -45C10 -45 17 -43 17 -38L18 -26L0 -26"
    front = "M0 -35C14 -35 25 -31 26 -16C17 -21 8 -22 0 -22"
    wings = pair("M17 -37L44 -35C46 -34 46 -30 44 -29L17 -32z", cloth, edge=INK)
    line_of_gold = line(both("M20 -34.500L42 -32.5"), trim, 1.2)
    brow = line("M-24 -19C-16 -25 16 -25 24 -19", trim, 1.8)
    return group(wings, line_of_gold, solid(back, cloth, light=0.14), solid(front, cloth, light=0.14), brow, move=(0, y))


def tall_cap(cloth: str, trim: str, *, lean: float = 0) -> str:
    """Draw the soft six-sided cap of outlaws, full at the top."""
    body = "M0 -45C13 -45 25 -42 24 -34C23 -29 24 -22 26 -14C17 -21 8 -22 0 -22"
    brow = line("M-25 -16C-16 -24 16 -24 25 -16", trim, 3.2)
    seams = line("M-8 -44C-9 -38 -9 -32 -8 -24M8 -44C9 -38 9 -32 8 -24", trim, 1, opacity=0.7)
    return solid(body, cloth) + seams + brow


def tassels(colour: str, *, x: float = 29, top: float = -16, bottom: float = 22) -> str:
    """Draw the tassels that hang beside the face from hats of rank."""
    cord = line(both(f"M{x} {top}L{x} {bottom - 12}"), colour, 2)
    return cord + pair(f"M{x - 2} {bottom - 14}L{x + 2} {bottom - 14}L{x + 4} {bottom}L{x - 4} {bottom}z", colour, edge=INK)
