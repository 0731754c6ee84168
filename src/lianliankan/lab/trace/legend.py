"""The legend below the picture of a search, with only the signs that occur in it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.lab.finders import Search
from lianliankan.lab.labels import Labels
from lianliankan.lab.svg_board import INK, polyline, svg_text, text_width, theme_css
from lianliankan.lab.trace.layer_colours import shade
from lianliankan.lab.trace.playback import MarkKind, TracePlayer

_LINE = 25  # line height
_SIGN = 18  # side of a sign
_BAR = 84  # width of the bar for many layers
_FEW = 4  # up to this many layers get a sign each; more get a bar


class LegendEntry(NamedTuple):
    """A sign, drawn around its own centre, with its text."""

    sign: str
    text: str
    wide: float = _SIGN


class Legend(NamedTuple):
    """Signs with their texts, laid out in lines."""

    entries: tuple[LegendEntry, ...]

    def height(self, width: float) -> float:
        """Return its height for a given width."""
        return _LINE * (1 + max(line for _, _, line in self._laid(width)))

    def draw(self, left: float, top: float, width: float) -> Iterator[str]:
        """Draw it; `top` is the middle of the first line."""
        for entry, x, line in self._laid(width):
            middle = top + _LINE * line
            yield f'<g transform="translate({fmt(left + x + entry.wide / 2)} {fmt(middle)})">{entry.sign}</g>'
            yield svg_text(left + x + entry.wide + 6, middle + 4.5, entry.text, "soft")

    def _laid(self, width: float) -> Iterator[tuple[LegendEntry, float, int]]:
        """Yield each entry with its horizontal position and its line."""
        x, line = 0.0, 0
        for entry in self.entries:
            needs = entry.wide + 6 + text_width(entry.text)
            if x and x + needs > width:
                x, line = 0.0, line + 1
            yield entry, x, line
            x += needs + 16


def make_legend(search: Search, labels: Labels) -> Legend:
    """Return the legend of a search.

    >>> from lianliankan.lab.labels import LABELS
    >>> search = llk.find("layers", llk.Board.parse("A.A"), (0, 0), (0, 2))
    >>> [entry.text for entry in make_legend(search, LABELS["en"]).entries]
    ['the two tiles', 'layer 1', 'looked at']
    """
    kinds, layers = _occurring(search)
    names = {step.name for step in search.trace}
    entries = [LegendEntry(_square(INK["end"], INK["end"]), labels.ends), *_layer_entries(layers, labels)]
    entries += [entry for kind, entry in _mark_entries(labels).items() if kind in kinds]
    if "try" in names:
        dots = polyline([(-12, 0), (12, 0)], stroke=INK["path"], stroke_width="3.5", stroke_linecap="round",
                        stroke_dasharray="1 7")  # fmt: skip
        entries.append(LegendEntry(dots, labels.tried, 26))
    if "read" in names:
        band = f'<rect x="-14" y="-8" width="28" height="16" rx="8" fill="{INK["ink"]}" opacity=".16"/>'
        entries.append(LegendEntry(band, labels.read, 28))
    return Legend(tuple(entries))


def _layer_entries(layers: Sequence[int], labels: Labels) -> list[LegendEntry]:
    if len(layers) > _FEW:
        return [LegendEntry(_bar(layers), labels.layers, _BAR)]
    return [
        LegendEntry(
            _square(f"var(--l{layer})", f"var(--l{layer})") + svg_text(0, 4.5, str(layer), "mid"),
            labels.layer.format(layer),
        )
        for layer in layers
    ]


def _mark_entries(labels: Labels) -> dict[MarkKind, LegendEntry]:
    cross = f'<path d="M-5-5l10 10m0-10l-10 10" stroke="{INK["faint"]}" stroke-width="2.5" stroke-linecap="round"/>'
    return {
        "looked": LegendEntry(f'<circle r="4" fill="{INK["look"]}"/>', labels.looked, 10),
        "blocked": LegendEntry(_square(INK["tile"], INK["bad"]), labels.blocked),
        "visited": LegendEntry(_square("none", INK["soft"]), labels.visited),
        "dropped": LegendEntry(cross, labels.dropped, 12),
    }


def layer_style(search: Search) -> str:
    """Write the CSS colours of the layers of a search: `--l1`, `--l2` and so on.

    >>> layer_style(llk.find("layers", llk.Board.parse("A.A"), (0, 0), (0, 2)))
    '.lab{--l1:#a5dcf7}@media(prefers-color-scheme:dark){.lab{--l1:#1c6a96}}'
    """
    _, layers = _occurring(search)
    shades = {f"l{layer}": shade(layer, layers[-1]) for layer in layers}
    return theme_css(
        {name: each.light for name, each in shades.items()}, {name: each.dark for name, each in shades.items()}
    )


def _occurring(search: Search) -> tuple[set[MarkKind], list[int]]:
    """Return the kinds of marks that a replay shows, and the layers that need a colour."""
    kinds: set[MarkKind] = set()
    layers: set[int] = set()
    player = TracePlayer(search)
    while player.forward():
        assert player.step is not None, "one was just done"
        mark = player.marks.get(player.step.cell)
        if mark and mark.layer and mark.kind in ("reached", "visited"):
            layers.add(mark.layer)
        if mark and (mark.layer or mark.kind != "visited"):  # the start is one of the two tiles
            kinds.add(mark.kind)
    return kinds, sorted(layers)


def _square(fill: str, stroke: str) -> str:
    side = _SIGN - 2  # half of the outline is outside
    size = f'x="{fmt(-side / 2)}" y="{fmt(-side / 2)}" width="{side}" height="{side}" rx="4.5"'
    return f'<rect {size} fill="{fill}" stroke="{stroke}" stroke-width="2"/>'


def _bar(layers: Sequence[int]) -> str:
    """Draw many layers as one bar with the first and the last number."""
    step = _BAR / len(layers)
    parts = [
        f'<rect x="{fmt(-_BAR / 2 + place * step)}" y="-9" width="{fmt(step + 0.5)}" height="18"'
        f' fill="var(--l{layer})"/>'
        for place, layer in enumerate(layers)
    ]
    ends = svg_text(-_BAR / 2 + 5, 4.5, str(layers[0])) + svg_text(_BAR / 2 - 5, 4.5, str(layers[-1]), "end")
    return "".join(parts) + ends
