"""A search as an animated picture: SVG with CSS animation and no script, looping with a pause.

The picture is drawn from the steps of a trace alone. Without animation (in print, or for readers who prefer reduced
motion) it shows the end of the search.
"""

from collections.abc import Iterator, Sequence

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.lab.finders import Search
from lianliankan.lab.labels import LABELS, Labels, Language
from lianliankan.lab.race.race import SearchRacer
from lianliankan.lab.svg_board import INK, SvgBoard, open_svg, svg_text
from lianliankan.lab.trace.css_motion import STRIP, list_counts, motion
from lianliankan.lab.trace.keyframes import Keyframe, make_keyframes
from lianliankan.lab.trace.legend import layer_style, make_legend
from lianliankan.lab.trace.playback import Mark

_EDGE = 20  # margin inside the card
_HEAD = 40  # for the name and the counter
_MIN_WIDTH = 360  # so that the texts fit


def animate(board: Board, a: Cell, b: Cell, finder: SearchRacer, search: Search, *, language: Language = "en") -> str:
    """Draw a search as an animated SVG; the same search gives the same bytes.

    >>> board, a, b = llk.Board.parse("A.A"), llk.Cell(0, 0), llk.Cell(0, 2)
    >>> picture = animate(board, a, b, llk.FINDERS["bfs"], llk.find("bfs", board, a, b))
    >>> "@keyframes" in picture, "<script" in picture, picture.count("prefers-reduced-motion")
    (True, False, 1)
    """
    labels = LABELS[language]
    keyframes = make_keyframes(search)
    legend = make_legend(search, labels)
    svg = SvgBoard.at(board, left=_EDGE, top=_EDGE + _HEAD)
    wide = max(svg.width, _MIN_WIDTH)
    svg = svg._replace(left=_EDGE + (wide - svg.width) / 2)
    foot = svg.top + svg.height + 24
    name = labels.name(finder.name)
    found = labels.found(search.path)
    body = [
        *_heading(name, "name bad" if finder.is_published else "name", wide, keyframes, labels),
        *svg.draw((a, b)),
        *_cells(svg, keyframes),
        *_lines(svg, keyframes),
        svg.square(svg.first, 1.5, f'class="here" fill="none" stroke="{INK["here"]}" stroke-width="3"'),
        *(svg.draw_path(search.path.corners, "way") if search.path else ()),
        *svg.draw_ends((a, b)),
        svg_text(_EDGE, foot, found, "k kend" if search.path else "k kend bad"),
        *legend.draw(_EDGE, foot + 26, wide),
        "</svg>",
    ]
    title = f"{name}{labels.colon}{found}; {labels.examined} {search.examined}"
    style = layer_style(search) + motion(svg, keyframes)
    height = foot + 26 + legend.height(wide) - 12 + _EDGE / 2
    return "\n".join([*open_svg(wide + 2 * _EDGE, height, title, style), *body])


def _heading(name: str, kind: str, wide: float, keyframes: Sequence[Keyframe], labels: Labels) -> Iterator[str]:
    """Draw the name of the finder and the counter of examined cells: a strip of numbers behind a window."""
    base, right = _EDGE + 17, _EDGE + wide
    counts = list_counts(keyframes)
    room = 9 * len(str(counts[-1])) + 4
    window = f'x="{fmt(right - room)}" y="{fmt(base - 16)}" width="{room}" height="22"'
    strip = "".join(svg_text(right, base + STRIP * place, str(count), "end num") for place, count in enumerate(counts))
    yield svg_text(_EDGE, base, name, kind)
    yield svg_text(right - room - 4, base, labels.examined, "end soft")
    yield f'<clipPath id="window"><rect {window}/></clipPath>'
    yield f'<g clip-path="url(#window)"><g class="count">{strip}</g></g>'


def _cells(svg: SvgBoard, keyframes: Sequence[Keyframe]) -> Iterator[str]:
    """Draw the marks on cells, later ones over earlier ones; they appear with their beats."""
    written: dict[Cell, int] = {}  # the layer shown on a cell
    for beat, keyframe in enumerate(keyframes):
        drawn: list[str] = []
        for cell, mark in keyframe.marks.items():
            drawn += _marked(svg, cell, mark, is_new=written.get(cell) != mark.layer)
            if mark.kind in ("reached", "visited"):
                written[cell] = mark.layer
        if drawn:
            yield f'<g class="k k{beat}">{"".join(drawn)}</g>'


def _marked(svg: SvgBoard, cell: Cell, mark: Mark, *, is_new: bool) -> Iterator[str]:
    """Draw one mark; if the cell already shows this layer, its colour is there."""
    x, y = svg.place(cell)
    match mark.kind:
        case "looked" if svg.has_tile(cell):
            yield svg.square(cell, 3, f'fill="none" stroke="{INK["look"]}" stroke-width="1.5"')
        case "looked":
            yield f'<circle cx="{fmt(x)}" cy="{fmt(y)}" r="4" fill="{INK["look"]}"/>'
        case "blocked":
            yield svg.square(cell, 3, f'fill="none" stroke="{INK["bad"]}" stroke-width="2"')
        case "dropped":
            yield svg.square(cell, 2, f'fill="{INK["panel"]}"')
            cross = f"M{fmt(x - 5)} {fmt(y - 5)}l10 10m0-10l-10 10"
            yield f'<path d="{cross}" stroke="{INK["faint"]}" stroke-width="2.5" stroke-linecap="round"/>'
        case "reached" | "visited" if mark.layer:
            if is_new:
                yield svg.square(cell, 3, f'fill="var(--l{mark.layer})"')
                yield svg_text(x, y + 4.5, str(mark.layer), "mid num")
            if mark.kind == "visited":
                yield svg.square(cell, 4, f'fill="none" stroke="{INK["ink"]}" stroke-width="2" opacity=".4"')


def _lines(svg: SvgBoard, keyframes: Sequence[Keyframe]) -> Iterator[str]:
    """Draw the lines that are tested or read, each visible only for its time."""
    for beat, keyframe in enumerate(keyframes):
        now = {"class": f"w w{beat}", "stroke_linecap": "round", "stroke_linejoin": "round"}
        for line in keyframe.reads:
            yield svg.line(line, stroke=INK["ink"], stroke_width="30", **now)
        if keyframe.line and not keyframe.reads and (beat == 0 or keyframes[beat - 1].line != keyframe.line):
            yield svg.line(keyframe.line, stroke=INK["path"], stroke_width="3.5", stroke_dasharray="1 7", **now)
