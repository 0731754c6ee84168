"""A search as a picture that moves by itself: SVG with CSS animation alone, no script, looping with a pause.

The picture is drawn from the steps of a trace and knows no finder. Without animation – printed, or for a reader who
asked for less motion – it shows how the search ended.
"""

from collections.abc import Iterator, Sequence

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.faces.drawn.svg import fmt
from lianliankan.lab.finders import Finder, Search
from lianliankan.lab.labels import WORDS, Language, Words
from lianliankan.lab.svg_board import INK, Stage, open_svg, write
from lianliankan.lab.trace.css_motion import STRIP, counts_of, motion
from lianliankan.lab.trace.keyframes import Moment, moments_of
from lianliankan.lab.trace.legend import layer_style, legend_of
from lianliankan.lab.trace.playback import Mark

__all__ = ["animate"]

_EDGE = 20  # from the card's edge to what is on it
_HEAD = 40  # for the name and the counter
_NARROWEST = 360  # or the words would not fit


def animate(board: Board, a: Cell, b: Cell, finder: Finder, search: Search, *, language: Language = "en") -> str:
    """Draw a search as an SVG that plays by itself; the same search gives the same bytes.

    >>> import lianliankan as llk
    >>> board, a, b = llk.Board.parse("A.A"), llk.Cell(0, 0), llk.Cell(0, 2)
    >>> picture = animate(board, a, b, llk.FINDERS["bfs"], llk.find("bfs", board, a, b))
    >>> "@keyframes" in picture, "<script" in picture, picture.count("prefers-reduced-motion")
    (True, False, 1)
    """
    words = WORDS[language]
    moments = moments_of(search)
    legend = legend_of(search, words)
    stage = Stage.of(board, left=_EDGE, top=_EDGE + _HEAD)
    wide = max(stage.width, _NARROWEST)
    stage = stage._replace(left=_EDGE + (wide - stage.width) / 2)
    foot = stage.top + stage.height + 24
    name = words.name(finder.name)
    found = words.found(search.path)
    body = [
        *_heading(name, "name bad" if finder.is_published else "name", wide, moments, words),
        *stage.draw((a, b)),
        *_cells(stage, moments),
        *_lines(stage, moments),
        stage.square(stage.first, 1.5, f'class="here" fill="none" stroke="{INK["here"]}" stroke-width="3"'),
        *(stage.draw_path(search.path.corners, "way") if search.path else ()),
        *stage.draw_ends((a, b)),
        write(_EDGE, foot, found, "k kend" if search.path else "k kend bad"),
        *legend.draw(_EDGE, foot + 26, wide),
        "</svg>",
    ]
    title = f"{name}: {found}; {words.examined} {search.examined}"
    style = layer_style(search) + motion(stage, moments)
    height = foot + 26 + legend.height(wide) - 12 + _EDGE / 2
    return "\n".join([*open_svg(wide + 2 * _EDGE, height, title, style), *body])


def _heading(name: str, kind: str, wide: float, moments: Sequence[Moment], words: Words) -> Iterator[str]:
    """Write who searches, and count the cells that it examined: a strip of numbers behind a window."""
    base, right = _EDGE + 17, _EDGE + wide
    counts = counts_of(moments)
    room = 9 * len(str(counts[-1])) + 4
    window = f'x="{fmt(right - room)}" y="{fmt(base - 16)}" width="{room}" height="22"'
    strip = "".join(write(right, base + STRIP * place, str(count), "end num") for place, count in enumerate(counts))
    yield write(_EDGE, base, name, kind)
    yield write(right - room - 4, base, words.examined, "end soft")
    yield f'<clipPath id="window"><rect {window}/></clipPath>'
    yield f'<g clip-path="url(#window)"><g class="count">{strip}</g></g>'


def _cells(stage: Stage, moments: Sequence[Moment]) -> Iterator[str]:
    """Draw what becomes of each cell, each thing over the one before; they come in with their beats."""
    written: dict[Cell, int] = {}  # the layer that stands on a cell
    for beat, moment in enumerate(moments):
        drawn: list[str] = []
        for cell, mark in moment.marks.items():
            drawn += _marked(stage, cell, mark, is_new=written.get(cell) != mark.layer)
            if mark.sort in ("reached", "visited"):
                written[cell] = mark.layer
        if drawn:
            yield f'<g class="k k{beat}">{"".join(drawn)}</g>'


def _marked(stage: Stage, cell: Cell, mark: Mark, *, is_new: bool) -> Iterator[str]:
    """Draw one mark; where the layer is not new on the cell, its colour is there already."""
    x, y = stage.place(cell)
    match mark.sort:
        case "looked" if stage.has_tile(cell):
            yield stage.square(cell, 3, f'fill="none" stroke="{INK["look"]}" stroke-width="1.5"')
        case "looked":
            yield f'<circle cx="{fmt(x)}" cy="{fmt(y)}" r="4" fill="{INK["look"]}"/>'
        case "blocked":
            yield stage.square(cell, 3, f'fill="none" stroke="{INK["bad"]}" stroke-width="2"')
        case "dropped":
            yield stage.square(cell, 2, f'fill="{INK["panel"]}"')
            cross = f"M{fmt(x - 5)} {fmt(y - 5)}l10 10m0-10l-10 10"
            yield f'<path d="{cross}" stroke="{INK["faint"]}" stroke-width="2.5" stroke-linecap="round"/>'
        case "reached" | "visited" if mark.layer:
            if is_new:
                yield stage.square(cell, 3, f'fill="var(--l{mark.layer})"')
                yield write(x, y + 4.5, str(mark.layer), "mid num")
            if mark.sort == "visited":
                yield stage.square(cell, 4, f'fill="none" stroke="{INK["ink"]}" stroke-width="2" opacity=".4"')


def _lines(stage: Stage, moments: Sequence[Moment]) -> Iterator[str]:
    """Draw the ways that are tested and the lines that are read, each for its time alone."""
    for beat, moment in enumerate(moments):
        now = {"class": f"w w{beat}", "stroke_linecap": "round", "stroke_linejoin": "round"}
        for line in moment.reads:
            yield stage.line(line, stroke=INK["ink"], stroke_width="30", **now)
        if moment.line and not moment.reads and (beat == 0 or moments[beat - 1].line != moment.line):
            yield stage.line(moment.line, stroke=INK["path"], stroke_width="3.5", stroke_dasharray="1 7", **now)
