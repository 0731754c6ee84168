"""The costumes of Peking opera: beards on wires, hats and helmets, pheasant feathers, flags of generals, hair."""

from lianliankan.faces.drawn.opera.paint import GOLD, INK, RED, WHITE, both, dots, pair, solid, whole
from lianliankan.faces.drawn.svg_drawing import circle, fmt, line, path, rect


def ground(colour: str, rim: str) -> str:
    """Draw the backdrop of spirits: the whole tile, with a rim."""
    return rect(-45, -45, 90, 90, colour, round=11) + rect(-42.5, -42.5, 85, 85, round=9, stroke=rim, line=1.2)


def moon_gate(colour: str, rim: str) -> str:
    """Draw the round window behind ladies."""
    return circle(0, 0, 44.5, colour) + circle(0, 0, 42.5, stroke=rim, width=1.4)


def hanging(colour: str, rim: str) -> str:
    """Draw the backdrop of clowns: a square on its corner, like the patch on a nose."""
    return path("M0 -42L44 1L0 44L-44 1z", colour, stroke=colour, width=2) + line("M0 -39L41 1L0 41L-41 1z", rim, 1.2)


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
    middle = "M0 17C4 15 7 16 8 18C8 28 6 37 0 45"
    hairs = line(both("M2 18C3 26 2.5 32 1.5 40M12 17C14 24 14 30 13.5 37M23 12C24.5 19 25 25 24 32"), strand, 1.1)
    return sides + inner + path(whole(middle), colour, stroke=INK, width=1.3) + hairs


def beard_open(colour: str, strand: str, *, mouth: str = RED, bottom: float = 45) -> str:
    """Draw a beard that leaves the mouth free, as hot-blooded men wear it."""
    b = bottom
    ends = f"C24 {b - 8} 22 {b - 3} 17 {b - 1}C15 {b - 8} 12 {b - 5} 9 {b - 3}C6 {b - 9} 3 {b - 9} 0 {b - 7}"
    body = f"M0 15C8 11 18 13 25 5C34 15 34 30 27 {b}{ends}"
    hairs = both(f"M26 10C29 20 29 28 26 {b - 8}M20 20C22 26 21 30 19 {b - 10}M13 33C13 35 12 37 11 {b - 7}")
    gape = "M0 20C7 19 10 22 10 25C9 30 5 32 0 32"
    return (
        path(whole(body), colour, stroke=INK, width=1.5)
        + line(hairs, strand, 1.3)
        + path(whole(gape), mouth, stroke=INK, width=1.2)
        + path("M-7 22.5Q0 19.5 7 22.5L5 25H-5z", WHITE)
    )


def beard_short(colour: str, strand: str) -> str:
    """Draw a beard that frames the chin and leaves the whole mouth visible."""
    body = "M0 27C8 27 16 22 25 9C29 18 28 28 24 34C20 30 16 35 12 33C8 36 4 33 0 35"
    hairs = line(both("M4 30L4 32M11 28C11.5 29 11.5 30 11 31M18 23C20 26 20 29 19 31"), strand, 1.2)
    return path(whole(body), colour, stroke=INK, width=1.2) + hairs


def ear_tufts(colour: str, strand: str) -> str:
    """Draw the tufts of hair that stand out in front of the ears of wild men."""
    tuft = "M24 4C22 -4 24 -10 27 -14C29 -12 32 -18 38 -24C38 -19 41 -20 44 -21C42 -14 43 -11 45 -8C40 -4 36 4 24 4z"
    return pair(tuft, colour, edge=INK) + line(both("M27 -2C32 -6 36 -11 39 -17M29 1C35 -1 39 -5 42 -9"), strand, 1.2)


def feathers(colour: str, bar: str, *, drop: float = -6) -> str:
    """Draw two pheasant feathers that rise from the crown and bend out and down to the sides."""
    d = both(f"M8 -30C10 -43 22 -45 31 -38C40 -30 41 -10 {fmt(40 - (drop + 6) / 12)} {fmt(drop)}")
    bars = line(d, bar, 4.4).replace("/>", ' stroke-dasharray=".1 6.5"/>')
    return line(d, INK, 6.6) + line(d, colour, 4.8) + bars


def flags(colour: str, trim: str) -> str:
    """Draw the four flags that a general in armour carries on his back."""
    upper = "M5 -10L12 -44C22 -42 31 -36 42 -33C32 -25 20 -20 5 -10z"
    lower = "M10 4L42 -24C42 -12 42 -2 45 8C33 10 22 10 10 4z"
    edges = both("M14.5 -40.5C22 -38 29 -34 36 -31.5M39 -18C39.5 -9 40 -1 41.5 5")
    poles = line(both("M6 -12L12 -44M12 4L42 -24"), GOLD, 2.4)
    spots = dots([(18, -31), (32, -3)], 3.4, trim)
    return pair(lower, colour, edge=INK) + pair(upper, colour, edge=INK) + line(edges, trim, 2.6) + poles + spots


def winged_hat(cloth: str, trim: str) -> str:
    """Draw the hat of a minister of state: two steps, and long wings to either side."""
    back = "M0 -44C10 -44 16 -43 17 -39L18 -30L0 -30"
    front = "M0 -37C14 -37 25 -34 26 -19C17 -25 8 -26 0 -26"
    wings = pair("M17 -39L43 -37C45.5 -36 45.5 -32 43 -31L17 -34z", cloth, edge=INK)
    gold = line(both("M20 -36.5L41 -34.5"), trim, 1.2) + line("M-24 -22C-16 -28.5 16 -28.5 24 -22", trim, 1.8)
    return wings + solid(back, cloth, light=0.14) + solid(front, cloth, light=0.14) + gold


def tall_cap(cloth: str, trim: str) -> str:
    """Draw the soft six-sided cap of outlaws, full at the top."""
    body = "M0 -45C13 -45 25 -42 24 -34C23 -29 24 -22 26 -14C17 -21 8 -22 0 -22"
    brow = line("M-25 -16C-16 -24 16 -24 25 -16", trim, 3.2)
    seams = line("M-8 -44C-9 -38 -9 -32 -8 -24M8 -44C9 -38 9 -32 8 -24", trim, 1, opacity=0.7)
    return solid(body, cloth, shade=0.2, light=0) + seams + brow


def tassels(colour: str, *, x: float = 29, top: float = -16, bottom: float = 22) -> str:
    """Draw the tassels that hang beside the face from hats of rank."""
    cord = line(both(f"M{x} {top}L{x} {bottom - 12}"), colour, 2)
    silk = f"M{x - 2} {bottom - 14}L{x + 2} {bottom - 14}L{x + 4} {bottom}L{x - 4} {bottom}z"
    return cord + pair(silk, colour, edge=INK)
