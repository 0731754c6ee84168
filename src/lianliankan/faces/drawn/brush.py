"""The brush strokes of Chinese characters as SVG path data.

A character is its strokes joined into one path: `path(heng(-40, 0, 40) + shu(0, -40, 40), ink)`. All outlines run in
the same direction, so strokes may cross. The width `w` is that of the pressed brush; a stroke gets thinner or thicker
where a hand would make it so.
"""

from collections.abc import Callable, Sequence
from math import hypot

from lianliankan.faces.drawn.svg_drawing import Point, fmt_point, smooth

Touch = tuple[float, float, float]
"""A point that the brush passes (x and y), and the width of its line there."""


def heng(x1: float, y: float, x2: float, w: float = 8, *, rise: float | None = None) -> str:
    """Return 一, a horizontal stroke: pressed at the left, thin in the middle, set down at the right.

    It rises to the right, by default by a twenty-fifth of its length.

    >>> heng(-40, 0, 40)[:12], heng(0, 0, 50, rise=0)[:7]
    ('M-40.2 -4.4Q', 'M0 -4.4')
    """
    up = (x2 - x1) / 25 if rise is None else rise
    end, at = _frame(x1, y, x2, y - up)
    return (
        f"M{at(0, -0.55 * w)}Q{at(0.6 * w, -0.5 * w)} {at(1.2 * w, -0.35 * w)}L{at(end - 1.5 * w, -0.35 * w)}"
        f"L{at(end - 0.85 * w, -0.85 * w)}Q{at(end - 0.1 * w, -0.5 * w)} {at(end, 0.1 * w)}"
        f"Q{at(end - 0.4 * w, 0.6 * w)} {at(end - 1.1 * w, 0.48 * w)}L{at(0.8 * w, 0.42 * w)}"
        f"Q{at(0.1 * w, 0.35 * w)} {at(0, -0.55 * w)}z"
    )


def shu(x: float, y1: float, y2: float, w: float = 9, *, lean: float = 0) -> str:
    """Return 丨, a vertical stroke with a round end like a dewdrop, its foot moved to the right by `lean`."""
    end, at = _frame(x, y1, x + lean, y2)
    return _head(at, w) + _dew(end, at, w)


def needle(x: float, y1: float, y2: float, w: float = 9) -> str:
    """Return 丨 with a pointed end, like the last stroke of 中."""
    end, at = _frame(x, y1, x, y2)
    third = end * 0.65
    return (
        f"{_head(at, w)}L{at(third, -0.45 * w)}Q{at(end * 0.85, -0.4 * w)} {at(end, 0)}"
        f"Q{at(end * 0.85, 0.35 * w)} {at(third, 0.42 * w)}z"
    )


def pie(x1: float, y1: float, x2: float, y2: float, w: float = 9, *, bend: float = 0.15) -> str:
    """Return 丿, a stroke swept down to the left that tapers to a point; `bend` is how much it curves."""
    end, at = _frame(x1, y1, x2, y2)
    belly = -2 * bend * end
    return (
        f"M{at(1.2 * w, belly / 8 + 0.4 * w)}Q{at(0.4 * w, 0.4 * w)} {at(-0.1 * w, 0.55 * w)}"
        f"Q{at(-0.1 * w, -0.2 * w)} {at(0.5 * w, -0.55 * w)}Q{at(end * 0.5, belly - 0.4 * w)} {at(end, 0)}"
        f"Q{at(end * 0.5, belly + 0.45 * w)} {at(1.2 * w, belly / 8 + 0.4 * w)}z"
    )


def na(x1: float, y1: float, x2: float, y2: float, w: float = 11, *, bend: float = 0.1) -> str:
    """Return ㇏, a stroke swept down to the right that widens towards its foot and ends in a point."""
    end, at = _frame(x1, y1, x2, y2)
    belly = 2 * bend * end
    return (
        f"M{at(0, 0)}Q{at(0.1 * w, -0.25 * w)} {at(0.35 * w, -0.2 * w)}"
        f"Q{at(end * 0.45, belly - 0.35 * w)} {at(end - 1.6 * w, -0.15 * w)}Q{at(end - 0.8 * w, -0.1 * w)} {at(end, 0)}"
        f"Q{at(end - 0.9 * w, 0.65 * w)} {at(end - 1.7 * w, 0.85 * w)}Q{at(end * 0.45, belly + 0.3 * w)} {at(0, 0)}z"
    )


def dian(x1: float, y1: float, x2: float, y2: float, w: float = 10) -> str:
    """Return 丶, a drop from its tip to its round end."""
    end, at = _frame(x1, y1, x2, y2)
    return (
        f"M{at(0, 0)}Q{at(end * 0.5, -0.55 * w)} {at(end - 0.2 * w, -0.45 * w)}Q{at(end + 0.3 * w, 0)} "
        f"{at(end - 0.3 * w, 0.5 * w)}Q{at(end * 0.4, 0.35 * w)} {at(0, 0)}z"
    )


def ti(x1: float, y1: float, x2: float, y2: float, w: float = 9) -> str:
    """Return ㇀, a stroke flicked up to the right, from thick to a point."""
    return pie(x1, y1, x2, y2, w, bend=-0.03)


def zhe(x1: float, y1: float, x2: float, y2: float, w: float = 9, *, lean: float = 0) -> str:
    """Return 𠃍, a horizontal stroke that turns down at its right end."""
    corner = y1 - (x2 - x1) / 25
    end, at = _frame(x2, corner, x2 + lean, y2)
    return f"{heng(x1, y1, x2 + 0.5 * w, 0.85 * w)}{_shoulder(at, w)}{_dew(end, at, w)}"


def zhe_gou(x1: float, y1: float, x2: float, y2: float, w: float = 9, *, lean: float = 0) -> str:
    """Return 𠃌, a horizontal stroke that turns down at its right end and ends in a hook."""
    corner = y1 - (x2 - x1) / 25
    end, at = _frame(x2, corner, x2 + lean, y2)
    return f"{heng(x1, y1, x2 + 0.5 * w, 0.85 * w)}{_shoulder(at, w)}{_hook(end, at, w)}"


def sweep(touches: Sequence[Touch]) -> str:
    """Return a freehand line through points, with a width at each of them; 0 gives a pointed end.

    >>> sweep([(-9, 0, 4), (9, 0, 4)])
    'M-9 -2C-6 -2.67 6 -2.67 9 -2C12 -1.33 12 1.33 9 2C6 2.67 -6 2.67 -9 2C-12 1.33 -12 -1.33 -9 -2z'
    """
    right, left = [], []
    for i, (x, y, w) in enumerate(touches):
        before, after = touches[max(i - 1, 0)], touches[min(i + 1, len(touches) - 1)]
        _, at = _turned(before[0], before[1], after[0], after[1])
        dx, dy = at(0, w / 2)
        right.append((round(x - dx, 1), round(y - dy, 1)))
        left.append((round(x + dx, 1), round(y + dy, 1)))
    return smooth(right + left[::-1])


def wan(touches: Sequence[Touch], tip: Point) -> str:
    """Return ㇟, a line through points that ends in an upward hook with its tip at `tip`."""
    x, y, width = touches[-1]
    end, at = _frame(x, y, *tip)
    half = width / 2
    hook = (
        f"M{at(-half, -1.4 * half)}Q{at(0.6 * half, -half)} {at(end, 0)}Q{at(0.4 * end, 0.6 * half)} "
        f"{at(0.1 * half, half)}Q{at(-half, 1.1 * half)} {at(-half, -1.4 * half)}z"
    )
    return sweep(touches) + hook


# Parts of vertical strokes: a start draws the outline down to its right side, an end closes it on the left.


def _head(at: Callable[[float, float], str], w: float) -> str:
    # the tip of the brush leans to the left, the right shoulder is lower
    return (
        f"M{at(1.1 * w, 0.42 * w)}Q{at(0.6 * w, 0.45 * w)} {at(0, 0.75 * w)}Q{at(0.2 * w, -0.3 * w)} "
        f"{at(0.55 * w, -0.6 * w)}Q{at(0.9 * w, -0.4 * w)} {at(1.4 * w, -0.42 * w)}"
    )


def _shoulder(at: Callable[[float, float], str], w: float) -> str:
    return f"M{at(0, 0.42 * w)}L{at(0, -0.48 * w)}"


def _dew(end: float, at: Callable[[float, float], str], w: float) -> str:
    return (
        f"L{at(end - 0.5 * w, -0.45 * w)}Q{at(end + 0.1 * w, -0.4 * w)} {at(end, 0.1 * w)}"
        f"Q{at(end - 0.1 * w, 0.45 * w)} {at(end - 0.7 * w, 0.42 * w)}z"
    )


def _hook(end: float, at: Callable[[float, float], str], w: float) -> str:
    return (
        f"L{at(end - 0.6 * w, -0.45 * w)}Q{at(end + 0.1 * w, -0.3 * w)} {at(end, 0.3 * w)}"
        f"Q{at(end - 0.3 * w, 1.2 * w)} {at(end - 1.1 * w, 1.9 * w)}Q{at(end - 0.8 * w, 0.9 * w)} "
        f"{at(end - 1.3 * w, 0.42 * w)}z"
    )


def _frame(x1: float, y1: float, x2: float, y2: float) -> tuple[float, Callable[[float, float], str]]:
    # the length of a stroke, and a formatter of points along it and to its right (for 丨, that is left on the page)
    end, turned = _turned(x1, y1, x2, y2)

    def at(along: float, aside: float) -> str:
        dx, dy = turned(along, aside)
        return fmt_point(x1 + dx, y1 + dy)

    return end, at


def _turned(x1: float, y1: float, x2: float, y2: float) -> tuple[float, Callable[[float, float], Point]]:
    end = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / end, (y2 - y1) / end
    return end, lambda along, aside: (along * ux - aside * uy, along * uy + aside * ux)
