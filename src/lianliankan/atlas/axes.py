"""The field of a plot: values to places, the lines of a grid, curves and their labels."""

from collections.abc import Iterator, Sequence
from math import log10
from typing import NamedTuple

from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.faces.palette import PALETTE
from lianliankan.lab.svg_board import INK, polyline, svg_text, theme_css

Point = tuple[float, float]


class Axis(NamedTuple):
    """The values along one side: where they begin and end, the marked ones with their texts, and what they are."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    title: str = ""
    is_log: bool = False

    def share(self, value: float) -> float:
        """Return where a value lies, from 0 at the beginning to 1 at the end.

        >>> Axis(0, 10, ()).share(5), Axis(1, 100, (), is_log=True).share(10)
        (0.5, 0.5)
        """
        if self.is_log:
            return (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return (value - self.low) / (self.high - self.low)


class Curve(NamedTuple):
    """A line of a plot: its name, its points from left to right, and how far each may be off, up and down."""

    name: str
    points: tuple[Point, ...]
    ranges: tuple[tuple[float, float], ...] = ()


class PlotField(NamedTuple):
    """A field at a position on a picture."""

    left: float
    top: float
    width: float
    height: float
    x: Axis
    y: Axis

    def place(self, point: Point) -> Point:
        """Return the position of a point."""
        return self.left + self.x.share(point[0]) * self.width, self.top + (1 - self.y.share(point[1])) * self.height

    def draw_grid(self) -> Iterator[str]:
        """Draw the lines and numbers of both axes, and their titles."""
        right, bottom = self.left + self.width, self.top + self.height
        for value, text in self.y.ticks:
            _, y = self.place((self.x.low, value))
            yield _rule(self.left, y, right, y)
            yield svg_text(self.left - 8, y + 4, text, "end tick num")
        for value, text in self.x.ticks:
            x, _ = self.place((value, self.y.low))
            yield _rule(x, bottom, x, bottom + 5)
            yield svg_text(x, bottom + 19, text, "mid tick num")
        yield svg_text(self.left + self.width / 2, bottom + 39, self.x.title, "mid tick")
        if self.y.title:
            yield svg_text(self.left - 44, self.top - 16, self.y.title, "tick")

    def draw_curves(self, curves: Sequence[Curve]) -> Iterator[str]:
        """Draw curves with their ranges, and a legend."""
        for number, curve in enumerate(curves):
            colour = f"var(--p{number % len(PALETTE)})"
            for (x, _), (low, high) in zip(curve.points, curve.ranges, strict=False):
                yield polyline(
                    [self.place((x, low)), self.place((x, high))], stroke=colour, stroke_width="5", stroke_opacity=".3"
                )
            places = [self.place(point) for point in curve.points]
            yield polyline(places, stroke=colour, stroke_width="2", stroke_linejoin="round", stroke_linecap="round")
            if curve.ranges:
                yield from (f'<circle cx="{fmt(x)}" cy="{fmt(y)}" r="2.6" fill="{colour}"/>' for x, y in places)
        yield from self._draw_legend(curves)

    def _draw_legend(self, curves: Sequence[Curve]) -> Iterator[str]:
        """Name the curves beside the field, from the top."""
        left = self.left + self.width + 16
        for number, curve in enumerate(curves):
            y = self.top + 4 + number * 19
            colour = f"var(--p{number % len(PALETTE)})"
            yield polyline([(left, y), (left + 16, y)], stroke=colour, stroke_width="3", stroke_linecap="round")
            yield svg_text(left + 23, y + 4, curve.name, "line")


def plot_style() -> str:
    """Return the CSS of plots, with the colours of curves in light and dark mode."""
    light = {f"p{number}": colour.light for number, colour in enumerate(PALETTE)}
    dark = {f"p{number}": colour.dark for number, colour in enumerate(PALETTE)}
    style = ".lab .tick{font-size:11.5px;fill:var(--soft)}.lab .line{font-size:12px}.lab .head{font-weight:600}"
    return theme_css(light, dark) + style


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    ends = f'x1="{fmt(x)}" y1="{fmt(y)}" x2="{fmt(to_x)}" y2="{fmt(to_y)}"'
    return f'<line {ends} stroke="{INK["rim"]}"/>'
