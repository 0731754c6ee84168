"""Plots as SVG: lines on logarithmic axes, labelled at their ends, for light and dark mode."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.faces.palette import PALETTE
from lianliankan.lab.svg_board import INK, open_svg, polyline, svg_text, text_width, theme_css

_EDGE = 20  # margin inside the card
_WIDE, _HIGH = 300, 250  # the field of a panel
_SCALE = 52  # space for the numbers beside it
_NAMES = 78  # space for the names of the lines
_HEAD, _FOOT = 34, 46  # space above and below
_APART = 14.5  # minimum distance between names

Point = tuple[float, float]


class PlotLine(NamedTuple):
    """A line of a plot: its name, and its points from left to right."""

    name: str
    points: tuple[Point, ...]


class Panel(NamedTuple):
    """A field with lines: its title, its lines, and how to format the numbers beside it."""

    title: str
    lines: tuple[PlotLine, ...]
    format: Callable[[float], str]


class _Field(NamedTuple):
    """The position of values on the picture; both axes are logarithmic."""

    left: float
    top: float
    low: Point
    high: Point

    def place(self, point: Point) -> Point:
        """Return the position of a value."""
        across, up = (
            (log10(value) - log10(low)) / (log10(high) - log10(low))
            for value, low, high in zip(point, self.low, self.high, strict=True)
        )
        return self.left + across * _WIDE, self.top + (1 - up) * _HIGH


def plot(panels: Sequence[Panel], across: str, *, chosen: str | None = None, title: str) -> str:
    """Draw panels side by side with the same x axis; if `chosen` names a line, all others are grey.

    >>> line = PlotLine("bfs", ((8, 100), (16, 400), (60, 6000)))
    >>> picture = plot([Panel("cells", (line,), "{:,.0f}".format)], "side", title="Growth")
    >>> picture.count("<polyline"), ">1,000<" in picture, ">16<" in picture
    (2, True, True)
    """
    names = list(dict.fromkeys(line.name for panel in panels for line in panel.lines))
    colours = {f"p{place}": PALETTE[place % len(PALETTE)] for place in range(len(names))}
    style = theme_css(
        {name: colour.light for name, colour in colours.items()},
        {name: colour.dark for name, colour in colours.items()},
    )
    style += ".lab .tick{font-size:11.5px;fill:var(--soft)}.lab .line{font-size:12px;paint-order:stroke}"
    style += ".lab .line{stroke:var(--card);stroke-width:3px;stroke-linejoin:round}.lab .head{font-weight:600}"
    each = _SCALE + _WIDE + _NAMES
    parts = list(open_svg(2 * _EDGE + each * len(panels), 2 * _EDGE + _HEAD + _HIGH + _FOOT - 8, title, style))
    for place, panel in enumerate(panels):
        looks = {
            name: _LineStyle(f"var(--p{number_})" if chosen in (None, name) else INK["faint"], is_chosen=chosen == name)
            for number_, name in enumerate(names)
        }
        parts += _drawn(panel, _EDGE + _SCALE + place * each, across, looks)
    return "\n".join([*parts, "</svg>"])


class _LineStyle(NamedTuple):
    colour: str
    is_chosen: bool


def _drawn(panel: Panel, left: float, across: str, looks: dict[str, _LineStyle]) -> Iterator[str]:
    """Draw one panel: the grid, the lines (the chosen one on top) and their names."""
    points = [point for line in panel.lines for point in line.points]
    ticks = sorted({x for x, _ in points})
    decades = range(floor(log10(min(y for _, y in points))), ceil(log10(max(y for _, y in points))) + 1)
    field = _Field(left, _EDGE + _HEAD, (ticks[0], 10.0 ** decades[0]), (ticks[-1], 10.0 ** decades[-1]))
    yield svg_text(left - _SCALE, _EDGE + 14, panel.title, "head")
    for decade in decades:
        _, y = field.place((ticks[0], 10.0**decade))
        yield _rule(left, y, left + _WIDE, y)
        yield svg_text(left - 8, y + 4, panel.format(10.0**decade), "end tick num")
    for tick in ticks:
        x, y = field.place((tick, field.low[1]))
        yield _rule(x, y, x, y + 5)
        yield svg_text(x, y + 19, f"{tick:g}", "mid tick num")
    yield svg_text(left + _WIDE / 2, field.top + _HIGH + 38, across, "mid tick")
    for line in sorted(panel.lines, key=lambda line: looks[line.name].is_chosen):
        look = looks[line.name]
        places = [field.place(point) for point in line.points]
        yield polyline(places, stroke=look.colour, stroke_width="3.5" if look.is_chosen else "2",
                       stroke_linejoin="round", stroke_linecap="round")  # fmt: skip
        if look.is_chosen:
            yield from (f'<circle cx="{fmt(x)}" cy="{fmt(y)}" r="4" fill="{look.colour}"/>' for x, y in places)
    yield from _names(panel, field, looks)


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    ends = f'x1="{fmt(x)}" y1="{fmt(y)}" x2="{fmt(to_x)}" y2="{fmt(to_y)}"'
    return f'<line {ends} stroke="{INK["rim"]}"/>'


def _names(panel: Panel, field: _Field, looks: dict[str, _LineStyle]) -> Iterator[str]:
    """Label every line at its end; labels that would overlap move apart, with a thin line to each."""
    ends = sorted((field.place(line.points[-1]) for line in panel.lines), key=lambda end: end[1])
    named = sorted(panel.lines, key=lambda line: field.place(line.points[-1])[1])
    right = field.left + _WIDE
    outside = [(line, end) for line, end in zip(named, ends, strict=True) if end[0] > right - 1]
    heights = _apart([y for _, (_, y) in outside], field.top, field.top + _HIGH)
    for (line, (x, y)), height in zip(outside, heights, strict=True):
        look = looks[line.name]
        ink = look.colour if look.colour != INK["faint"] else INK["soft"]
        yield polyline([(x + 3, y), (x + 10, height), (x + 14, height)], stroke=look.colour, stroke_width="1")
        yield _named(x + 18, height, line.name, ink, is_chosen=look.is_chosen)
    for line, (x, y) in zip(named, ends, strict=True):
        if x <= right - 1:
            look = looks[line.name]
            ink = look.colour if look.colour != INK["faint"] else INK["soft"]
            room = min(x + 8, right - text_width(line.name))
            yield _named(room, y - 6, line.name, ink, is_chosen=look.is_chosen)


def _named(x: float, y: float, name: str, ink: str, *, is_chosen: bool) -> str:
    weight = ";font-weight:700" if is_chosen else ""
    return f'<text x="{fmt(x)}" y="{fmt(y + 4)}" class="line" style="fill:{ink}{weight}">{name}</text>'


def _apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Move sorted heights apart by as little as needed.

    >>> _apart([10, 11, 50], 0, 100)
    [3.25, 17.75, 50.0]
    """
    groups: list[list[float]] = []
    for height in wanted:
        groups.append([height])
        while len(groups) > 1 and _span(groups[-2])[1] + _APART > _span(groups[-1])[0]:
            last = groups.pop()
            groups[-1] += last
    spread = [first + place * _APART for group in groups for first, _ in [_span(group)] for place in range(len(group))]
    over = max(spread[-1] - bottom, 0) if spread else 0
    return [max(height - over, top) if over else height for height in spread]


def _span(group: Sequence[float]) -> tuple[float, float]:
    """Return the top and bottom of a group of labels, centred on their wanted positions."""
    middle, half = sum(group) / len(group), (len(group) - 1) * _APART / 2
    return middle - half, middle + half
