"""What the tile sets are drawn with: shapes as SVG text, in a box from -50 to 50 with y going down.

Every function gives a text of SVG elements; a picture is such texts put together, from back to front. No element has
an id, a filter or a font, so that pictures can stand beside each other anywhere, and draw fast.
"""

from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin

__all__ = [
    "Point",
    "around",
    "circle",
    "dots",
    "ellipse",
    "fmt",
    "fmt_point",
    "fmt_tenth",
    "group",
    "line",
    "mirrored",
    "outline",
    "path",
    "petals",
    "polar",
    "polygon",
    "rect",
    "rounded",
    "smooth",
]

Point = tuple[float, float]


def fmt(value: float) -> str:
    """Write a number with two places at most, and none that say nothing.

    >>> fmt(1.5), fmt(-0.001), fmt(3)
    ('1.5', '0', '3')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def fmt_tenth(value: float) -> str:
    """Write a number with one place: near enough for any size, and short.

    >>> fmt_tenth(1.26), fmt_tenth(-0.04)
    ('1.3', '0')
    """
    return fmt(round(value, 1))


def fmt_point(x: float, y: float) -> str:
    """Write a point for path data, with one place.

    >>> fmt_point(1.234, -0.04)
    '1.2 0'
    """
    return f"{fmt_tenth(x)} {fmt_tenth(y)}"


def outline(points: Iterable[Point]) -> str:
    """Give path data of a polygon.

    >>> outline([(0, 0), (9.04, 0), (0, 9)])
    'M0 0L9 0L0 9z'
    """
    return f"{_through(points)}z"


def _through(points: Iterable[Point]) -> str:
    return "M" + "L".join(fmt_point(x, y) for x, y in points)


def path(
    d: str, fill: str = "none", *, stroke: str | None = None, width: float = 0, opacity: float | None = None
) -> str:
    """Draw an outline given as SVG path data.

    >>> path("M0 0H9V9z", "#c00")
    '<path d="M0 0H9V9z" fill="#c00"/>'
    """
    return f'<path d="{d}"{_paint(fill, stroke, width, opacity)}/>'


def circle(
    x: float,
    y: float,
    r: float,
    fill: str = "none",
    *,
    stroke: str | None = None,
    width: float = 0,
    opacity: float | None = None,
) -> str:
    """Draw a circle."""
    return f'<circle cx="{fmt(x)}" cy="{fmt(y)}" r="{fmt(r)}"{_paint(fill, stroke, width, opacity)}/>'


def ellipse(
    x: float,
    y: float,
    rx: float,
    ry: float,
    fill: str = "none",
    *,
    turn: float = 0,
    stroke: str | None = None,
    width: float = 0,
    opacity: float | None = None,
) -> str:
    """Draw an ellipse, turned clockwise about its middle."""
    turned = f' transform="rotate({fmt(turn)} {fmt(x)} {fmt(y)})"' if turn else ""
    size = f'cx="{fmt(x)}" cy="{fmt(y)}" rx="{fmt(rx)}" ry="{fmt(ry)}"'
    return f"<ellipse {size}{turned}{_paint(fill, stroke, width, opacity)}/>"


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
    """Draw a rectangle from its upper left corner, its corners round."""
    rounded = f' rx="{fmt(round)}"' if round else ""
    size = f'x="{fmt(x)}" y="{fmt(y)}" width="{fmt(width)}" height="{fmt(height)}"{rounded}'
    return f"<rect {size}{_paint(fill, stroke, line, opacity)}/>"


def polygon(points: Iterable[Point], fill: str, *, stroke: str | None = None, width: float = 0) -> str:
    """Draw a polygon."""
    return path(outline(points), fill, stroke=stroke, width=width)


def line(points: Sequence[Point] | str, colour: str, width: float, *, opacity: float | None = None) -> str:
    """Draw a line with round ends through points, or along path data."""
    d = points if isinstance(points, str) else _through(points)
    faint = "" if opacity is None else f' opacity="{fmt(opacity)}"'
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{fmt(width)}" {ends}{faint}/>'


def smooth(points: Sequence[Point], *, closed: bool = True, tension: float = 1.0) -> str:
    """Give path data of a smooth curve through points (a Catmull-Rom spline; 0 for straight lines).

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
    """Give path data of straight lines through points whose corners are rounded, as far as the lines are long enough.

    >>> rounded([(0, 0), (9, 0), (9, 9)], 3, closed=False)
    'M0 0L6 0Q9 0 9 3L9 9'
    """
    count = len(points)
    if not closed and count < 3:
        return _through(points)

    def toward(i: int, k: int) -> str:
        (x0, y0), (x1, y1) = points[i % count], points[k % count]
        length = hypot(x1 - x0, y1 - y0)
        # A line between two corners gives half of its length to each, a line that ends free gives nearly all.
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
    """Move, turn (clockwise, in degrees) and scale parts together: scaled first, moved last."""
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
    """Draw parts and their mirror image, left and right."""
    return "".join(parts) + group(*parts, scale=(-1, 1))


def around(count: int, *parts: str, start: float = 0, sweep: float = 360) -> str:
    """Draw parts several times, turned about the middle."""
    return "".join(group(*parts, turn=start + sweep * i / count) for i in range(count))


def polar(degrees: float, distance: float, middle: Point = (0, 0)) -> Point:
    """Give the point in a direction (0 up, clockwise) at a distance."""
    return middle[0] + distance * sin(radians(degrees)), middle[1] - distance * cos(radians(degrees))


def dots(middles: Iterable[Point], r: float, fill: str, *, opacity: float | None = None) -> str:
    """Draw equal discs as one short element: the round ends of lines that go nowhere.

    >>> dots([(0, 0), (9, 9)], 3, "#c00")[:24]
    '<path d="M0 0h0M9 9h0" f'
    """
    return line("".join(f"M{fmt_point(x, y)}h0" for x, y in middles), fill, 2 * r, opacity=opacity)


def petals(count: int, outer: float, half: float, *, inner: float = 0, start: float = 0, middle: Point = (0, 0)) -> str:
    """Give path data of pointed petals about a middle, from `inner` to `outer`.

    Each bulges `half` degrees to both sides of its line.

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


def _paint(fill: str, stroke: str | None, width: float, opacity: float | None) -> str:
    paint = f' fill="{fill}"'
    if stroke is not None:
        paint += f' stroke="{stroke}" stroke-width="{fmt(width)}" stroke-linejoin="round" stroke-linecap="round"'
    return paint if opacity is None else f'{paint} opacity="{fmt(opacity)}"'
