"""The plots of an atlas as SVG, each for light and dark mode: kinds, gravities, difficulty and effort."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import floor, log10
from typing import NamedTuple

from lianliankan.atlas.report import AtlasLabels, format_interval, format_range
from lianliankan.atlas.summary import VariantSummary
from lianliankan.board.rules import Rules
from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.faces.palette import PALETTE
from lianliankan.lab.svg_board import INK, open_svg, polyline, svg_text, text_width, theme_css
from lianliankan.solver.rate import DIFFICULTIES

Point = tuple[float, float]

_EDGE, _HEAD, _SCALE = 20, 58, 52  # margins: around, above the field, left of it
_WIDE, _HIGH, _FOOT = 330, 250, 48
_MAX_CURVES = 16
_PERCENT = tuple((share / 100, f"{share}%") for share in (0, 25, 50, 75, 100))


# ---- Fields, axes and curves -----------------------------------------------------------------------------------------


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


# ---- Plots -----------------------------------------------------------------------------------------------------------


def draw_plots(summaries: Sequence[VariantSummary], labels: AtlasLabels) -> dict[str, str]:
    """Draw every plot that these variants have the numbers for, by its name.

    `kinds` shows the share of winnable deals over the number of kinds, if a size has three or more; `gravities` those
    of the gravities of a size, if it has three or more; `difficulty` and `effort` show distributions.
    """
    made = {
        "kinds": _plot_kinds(summaries, labels),
        "gravities": _plot_gravities(summaries, labels),
        "difficulty": _plot_difficulty(summaries, labels),
        "effort": _plot_effort(summaries, labels),
    }
    return {name: picture + "\n" for name, picture in made.items() if picture}


# ---- Over the number of kinds ----------------------------------------------------------------------------------------


def _plot_kinds(summaries: Sequence[VariantSummary], labels: AtlasLabels) -> str:
    groups: dict[tuple[int, int, Rules], list[VariantSummary]] = defaultdict(list)
    for each in summaries:
        groups[each.made.rows, each.made.cols, each.made.rules].append(each)
    series = {
        key: sorted(group, key=_kinds)
        for key, group in sorted(groups.items(), key=lambda each: each[0][0] * each[0][1])
        if len(group) >= 3
    }
    if not series:
        return ""
    by_kinds, by_tiles = [], []
    for (rows, cols, rules), group in series.items():
        name = f"{rows} × {cols}" + (f", {labels.rules(rules)}" if rules != Rules() else "")
        by_kinds.append(_share_curve(name, [(_kinds(each), each) for each in group]))
        by_tiles.append(_share_curve(name, [(rows * cols / _kinds(each), each) for each in reversed(group)]))
    xs = [point[0] for curve in by_kinds for point in curve.points]
    y = Axis(0, 1, _PERCENT, labels["winnable_share"])
    axes = [_doubling_axis(min(xs), max(xs), labels["kinds"]), Axis(2, 8, _whole(range(2, 9)), labels["tiles_each"])]
    near = [
        curve._replace(
            points=tuple(point for point in curve.points if point[0] <= 8),
            ranges=tuple(each for point, each in zip(curve.points, curve.ranges, strict=True) if point[0] <= 8),
        )
        for curve in by_tiles
    ]
    return _panels(labels["phase_title"], y, list(zip(axes, (by_kinds, near), strict=True)))


def _kinds(each: VariantSummary) -> int:
    return each.made.kinds


def _share_curve(name: str, points: list[tuple[float, VariantSummary]]) -> Curve:
    return Curve(
        name,
        tuple((x, (each.won + each.undecided / 2) / each.deals) for x, each in points),
        tuple(each.interval for _, each in points),
    )


# ---- By gravity ------------------------------------------------------------------------------------------------------


def _plot_gravities(summaries: Sequence[VariantSummary], labels: AtlasLabels) -> str:
    groups: dict[tuple[int, int, int, bool], list[VariantSummary]] = defaultdict(list)
    for each in summaries:
        variant = each.made
        groups[variant.rows, variant.cols, variant.kinds, variant.rules.outside].append(each)
    group = max(groups.values(), key=len, default=[])
    if len({each.made.rules.gravity for each in group}) < 3:
        return ""
    group = sorted(group, key=lambda each: -(each.won + each.undecided / 2) / each.deals)
    names = [labels.gravity(each.made.rules) for each in group]
    left = _EDGE + max(text_width(name) for name in names) + 12
    row, width = 24, 430
    height = row * len(group)
    field = PlotField(
        left, _EDGE + _HEAD - 16, width, height, Axis(0, 1, _PERCENT, labels["winnable_share"]), Axis(0, 1, ())
    )
    picture = list(open_svg(left + width + 130, field.top + height + _FOOT + 12, labels["gravity_title"], plot_style()))
    picture.append(svg_text(_EDGE, _EDGE + 14, labels["gravity_title"], "head"))
    picture += field.draw_grid()
    for place, (name, each) in enumerate(zip(names, group, strict=True)):
        picture += _gravity_row(field, field.top + (place + 0.5) * row, name, each)
    return "\n".join([*picture, "</svg>"])


def _gravity_row(field: PlotField, y: float, name: str, each: VariantSummary) -> Iterator[str]:
    """Draw the sure winnable share as a bar, and the interval, with all that is undecided, as a pale one."""
    low, high = each.interval
    (zero, _), (start, _), (end, _) = (field.place((value, 0)) for value in (0, low, high))
    yield svg_text(field.left - 10, y + 4, name, "end")
    yield f'<rect x="{fmt(zero)}" y="{fmt(y - 7)}" width="{fmt(start - zero)}" height="14" rx="2" fill="var(--p1)"/>'
    wide = max(end - start, 1.5)
    box = f'x="{fmt(start)}" y="{fmt(y - 7)}" width="{fmt(wide)}" height="14" rx="2"'
    yield f'<rect {box} fill="var(--p1)" fill-opacity=".3"/>'
    text = format_range(*each.known, 1) if high - low < 0.05 else format_interval(low, high, 0)
    yield svg_text(field.left + field.width + 12, y + 4, text, "num")


# ---- Distributions ---------------------------------------------------------------------------------------------------


def _plot_difficulty(summaries: Sequence[VariantSummary], labels: AtlasLabels) -> str:
    curves = [
        Curve(
            labels.variant(each.made), tuple((score, step / 100) for step, score in enumerate(each.random_play.scores))
        )
        for each in summaries
        if each.random_play and len(each.random_play.scores) > 1 and each.random_play.winnable >= 50
    ]
    if not 0 < len(curves) <= _MAX_CURVES:
        return ""
    limits = [end for ends in DIFFICULTIES.values() for end in ends]
    names = [(sum(ends) / 2, labels.difficulty(name)) for name, ends in DIFFICULTIES.items()]
    ticks = [*_whole(sorted({int(end) for end in limits})), *names]
    x = Axis(0, 100, tuple(ticks), labels["score"])
    y = Axis(0, 1, _PERCENT, labels["at_most"])
    return _panels(labels["difficulty_title"], y, [(x, curves)], width=520)


def _plot_effort(summaries: Sequence[VariantSummary], labels: AtlasLabels) -> str:
    if not 0 < len(summaries) <= _MAX_CURVES:
        return ""
    curves = []
    for each in summaries:
        more = [sum(each.nodes_log2[length + 1 :]) / each.deals for length in range(len(each.nodes_log2))]
        points = tuple((2.0**length, share) for length, share in enumerate(more) if share > 0)
        if len(points) > 1:
            curves.append(Curve(labels.variant(each.made), points))
    if not curves:
        return ""
    least = min(share for curve in curves for _, share in curve.points)
    decades = range(min(floor(log10(least)), -1), 1)
    y = Axis(
        10.0 ** decades[0],
        1,
        tuple((10.0**d, f"{100 * 10.0**d:.{max(-2 - d, 0)}f}%") for d in decades),
        labels["more_than"],
        is_log=True,
    )
    most = max(point[0] for curve in curves for point in curve.points)
    x = Axis(
        1, most, tuple((10.0**d, f"{10**d:,}") for d in range(int(log10(most)) + 1)), labels["nodes_axis"], is_log=True
    )
    return _panels(labels["effort_title"], y, [(x, curves)], width=520)


def _panels(title: str, y: Axis, panels: list[tuple[Axis, list[Curve]]], *, width: float = _WIDE) -> str:
    """Draw fields side by side with the same y axis."""
    names = max(text_width(curve.name) for _, curves in panels for curve in curves) + 40
    each = _SCALE + width + names
    total_high = _EDGE + _HEAD + _HIGH + _FOOT + 10
    picture = list(open_svg(2 * _EDGE + each * len(panels), total_high, title, plot_style()))
    picture.append(svg_text(_EDGE, _EDGE + 14, title, "head"))
    for place, (x, curves) in enumerate(panels):
        field = PlotField(_EDGE + _SCALE + place * each, _EDGE + _HEAD, width, _HIGH, x, y)
        picture += [*field.draw_grid(), *field.draw_curves(curves)]
    return "\n".join([*picture, "</svg>"])


def _doubling_axis(low: float, high: float, title: str) -> Axis:
    ticks = [2**power for power in range(1, 12) if low <= 2**power <= high]
    return Axis(low, high, _whole(ticks), title, is_log=True)


def _whole(values: Iterable[int]) -> tuple[tuple[float, str], ...]:
    return tuple((float(value), str(value)) for value in values)
