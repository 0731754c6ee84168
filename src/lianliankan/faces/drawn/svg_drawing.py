"""The drawing tools of the tile sets: shapes as SVG text, in a box from -50 to 50 with y pointing down.

Most functions return SVG elements as text; a picture is such texts joined from back to front. No element uses an id, a
filter or a font, so pictures can be combined freely on a page, and they draw fast.
"""

from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin
from typing import TypedDict, Unpack

Point = tuple[float, float]


class _Pen(TypedDict, total=False):
    """The outline of a shape, its width, and the opacity of the whole."""

    stroke: str | None
    width: float
    opacity: float | None


def fmt(value: float) -> str:
    """Format a number with at most two decimals and no trailing zeros.

    >>> fmt(1.5), fmt(-0.001), fmt(3)
    ('1.5', '0', '3')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def fmt_tenth(value: float) -> str:
    """Format a number with at most one decimal: short, and precise enough at any size.

    >>> fmt_tenth(1.26), fmt_tenth(-0.04)
    ('1.3', '0')
    """
    return fmt(round(value, 1))


def fmt_point(x: float, y: float) -> str:
    """Format a point for path data, with at most one decimal.

    >>> fmt_point(1.234, -0.04)
    '1.2 0'
    """
    return f"{fmt_tenth(x)} {fmt_tenth(y)}"


def picture(*parts: str) -> str:
    """Join parts, from back to front.

    >>> picture("<g/>", "<path/>")
    '<g/><path/>'
    """
    return "".join(parts)


def outline(points: Iterable[Point]) -> str:
    """Return path data of a polygon.

    >>> outline([(0, 0), (9.04, 0), (0, 9)])
    'M0 0L9 0L0 9z'
    """
    return f"{_through(points)}z"


def _through(points: Iterable[Point]) -> str:
    return "M" + "L".join(fmt_point(x, y) for x, y in points)


def path(d: str, fill: str = "none", **pen: Unpack[_Pen]) -> str:
    """Draw SVG path data.

    >>> path("M0 0H9V9z", "#c00")
    '<path d="M0 0H9V9z" fill="#c00"/>'
    """
    return f'<path d="{d}"{_paint(fill, **pen)}/>'


def circle(x: float, y: float, r: float, fill: str = "none", **pen: Unpack[_Pen]) -> str:
    """Draw a circle."""
    return f'<circle cx="{fmt(x)}" cy="{fmt(y)}" r="{fmt(r)}"{_paint(fill, **pen)}/>'


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str = "none", *, turn: float = 0, **pen: Unpack[_Pen]
) -> str:
    """Draw an ellipse, rotated clockwise about its centre."""
    turned = f' transform="rotate({fmt(turn)} {fmt(x)} {fmt(y)})"' if turn else ""
    size = f'cx="{fmt(x)}" cy="{fmt(y)}" rx="{fmt(rx)}" ry="{fmt(ry)}"'
    return f"<ellipse {size}{turned}{_paint(fill, **pen)}/>"


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = "none",
    *,
    round: float = 0,
    stroke: str | None = None,
    line: float = 0,
    opacity: float | None = None,
) -> str:
    """Draw a rectangle from its upper left corner, optionally with round corners."""
    rounded = f' rx="{fmt(round)}"' if round else ""
    size = f'x="{fmt(x)}" y="{fmt(y)}" width="{fmt(width)}" height="{fmt(height)}"{rounded}'
    return f"<rect {size}{_paint(fill, stroke=stroke, width=line, opacity=opacity)}/>"


def polygon(points: Iterable[Point], fill: str, **pen: Unpack[_Pen]) -> str:
    """Draw a polygon."""
    return path(outline(points), fill, **pen)


def line(points: Sequence[Point] | str, colour: str, width: float, *, opacity: float | None = None) -> str:
    """Draw a line with round ends through points, or along path data."""
    d = points if isinstance(points, str) else _through(points)
    faint = "" if opacity is None else f' opacity="{fmt(opacity)}"'
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{fmt(width)}" {ends}{faint}/>'


def smooth(points: Sequence[Point], *, closed: bool = True, tension: float = 1.0) -> str:
    """Return path data of a smooth curve through points (a Catmull-Rom spline; a tension of 0 gives straight lines).

    >>> smooth([(0, 0), (9, 0), (9, 9)])[:12]
    'M0 0C0 -1.5 '
    """
    count = len(points)

    def at(i: int) -> Point:
        return points[i % count] if closed else points[min(max(i, 0), count - 1)]

    parts = [f"M{fmt(points[0][0])} {fmt(points[0][1])}"]
    for i in range(count if closed else count - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at(i - 1), at(i), at(i + 1), at(i + 2)
        k = tension / 6
        numbers = (x1 + (x2 - x0) * k, y1 + (y2 - y0) * k, x2 - (x3 - x1) * k, y2 - (y3 - y1) * k, x2, y2)
        parts.append("C" + " ".join(fmt(value) for value in numbers))
    return "".join(parts) + ("z" if closed else "")


def rounded(points: Sequence[Point], radius: float, *, closed: bool = True) -> str:
    """Return path data of straight lines through points, with corners as round as the lengths of the lines allow.

    >>> rounded([(0, 0), (9, 0), (9, 9)], 3, closed=False)
    'M0 0L6 0Q9 0 9 3L9 9'
    """
    count = len(points)
    if not closed and count < 3:
        return _through(points)

    def toward(i: int, k: int) -> str:
        (x0, y0), (x1, y1) = points[i % count], points[k % count]
        length = hypot(x1 - x0, y1 - y0)
        # A line between two corners lends half its length to each; a line with a free end lends nearly all of it.
        free = not closed and k in (0, count - 1)
        part = min(radius / length, 0.9 if free else 0.5) if length else 0
        return f"{fmt(x0 + (x1 - x0) * part)} {fmt(y0 + (y1 - y0) * part)}"

    corners = range(count) if closed else range(1, count - 1)
    bends = [f"{toward(i, i - 1)}Q{fmt(points[i][0])} {fmt(points[i][1])} {toward(i, i + 1)}" for i in corners]
    if closed:
        return "M" + "L".join(bends) + "z"
    first, last = (f"{fmt(x)} {fmt(y)}" for x, y in (points[0], points[-1]))
    return "M" + "L".join([first, *bends, last])


def group(
    *parts: str, move: Point = (0, 0), turn: float = 0, scale: float | Point = 1, opacity: float | None = None
) -> str:
    """Group parts: scale them, then rotate them (clockwise, in degrees), then move them."""
    steps = []
    if move != (0, 0):
        steps.append(f"translate({fmt(move[0])} {fmt(move[1])})")
    if turn:
        steps.append(f"rotate({fmt(turn)})")
    if scale != 1:
        steps.append(f"scale({scale if not isinstance(scale, tuple) else f'{scale[0]} {scale[1]}'})")
    moved = f' transform="{"".join(steps)}"' if steps else ""
    faint = "" if opacity is None else f' opacity="{fmt(opacity)}"'
    return f"<g{moved}{faint}>{''.join(parts)}</g>"


def mirrored(*parts: str) -> str:
    """Draw parts and their mirror image about the vertical axis."""
    return "".join(parts) + group(*parts, scale=(-1, 1))


def around(count: int, *parts: str, start: float = 0, sweep: float = 360) -> str:
    """Draw parts several times, rotated about the centre."""
    return "".join(group(*parts, turn=start + sweep * i / count) for i in range(count))


def polar(degrees: float, distance: float, middle: Point = (0, 0)) -> Point:
    """Return the point in a direction (0 is up, clockwise) at a distance from a centre."""
    return middle[0] + distance * sin(radians(degrees)), middle[1] - distance * cos(radians(degrees))


def dots(middles: Iterable[Point], r: float, fill: str, *, opacity: float | None = None) -> str:
    """Draw discs of one size as a single short element: lines of length 0 with round ends.

    >>> dots([(0, 0), (9, 9)], 3, "#c00")[:24]
    '<path d="M0 0h0M9 9h0" f'
    """
    return line("".join(f"M{fmt_point(x, y)}h0" for x, y in middles), fill, 2 * r, opacity=opacity)


def petals(count: int, outer: float, half: float, *, inner: float = 0, start: float = 0, middle: Point = (0, 0)) -> str:
    """Return path data of pointed petals around a centre, from `inner` to `outer`.

    Each bulges by `half` degrees to both sides of its axis.

    >>> petals(1, 10, 45)
    'M0 0Q-3.9 -3.9 0 -10Q3.9 -3.9 0 0'
    """
    bulge = (inner + outer) * 0.55

    def at(degrees: float, distance: float) -> str:
        return fmt_point(*polar(degrees, distance, middle))

    turns = [start + 360 * i / count for i in range(count)]
    return "".join(
        f"M{at(turn, inner)}Q{at(turn - half, bulge)} {at(turn, outer)}Q{at(turn + half, bulge)} {at(turn, inner)}"
        for turn in turns
    )


def _paint(fill: str, *, stroke: str | None = None, width: float = 0, opacity: float | None = None) -> str:
    paint = f' fill="{fill}"'
    if stroke is not None:
        paint += f' stroke="{stroke}" stroke-width="{fmt(width)}" stroke-linejoin="round" stroke-linecap="round"'
    return paint if opacity is None else f'{paint} opacity="{fmt(opacity)}"'
