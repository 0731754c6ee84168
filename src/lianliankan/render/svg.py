"""A board as SVG: tiles with a symbol and a label or with a full picture, and the path between two of them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from lianliankan.board.cell import EMPTY, VOID, WALL, Cell
from lianliankan.errors import Error
from lianliankan.faces.drawn.svg_drawing import fmt, rect
from lianliankan.faces.drawn.tile_body import THEMES, Theme, draw_body, gradient, place_on_body
from lianliankan.faces.drawn.tile_set import Body
from lianliankan.faces.face import Face, FaceSet
from lianliankan.faces.registry import face_set
from lianliankan.faces.symbols import TilePicture, escape
from lianliankan.render.layout import BoardLayout, lay_out
from lianliankan.text import count

if TYPE_CHECKING:
    from lianliankan.board.board import Board
    from lianliankan.board.path import Path

_UNIT = 48  # the side of a cell in user units; `cell` scales the whole picture
_EDGE = 14  # from the outermost cells to the edge of the picture
_RING = 44  # the same on a side where the path uses the ring: half a cell to the line, and a margin
_SCALE = 0.45  # of a tile with its own body, which is drawn in a box of 100
_FIT = f'transform="translate(1.5 1)scale({_SCALE})"'


class _ThemeColours(NamedTuple):
    """The colours of a theme; a pair is a gradient from top to bottom."""

    table: tuple[str, str]
    rim: str
    tile: tuple[str, str]
    shine: str
    side: tuple[str, str]
    socket: str
    wall: tuple[str, str]
    wall_side: str
    path: str
    halo: str


_SHADES: dict[str, tuple[Any, Any]] = {  # in the light and in the dark theme
    "table": (("#a5d2c2", "#7fb8a5"), ("#1b2f2b", "#12211e")),
    "rim": ("#6da793", "#2c4640"),
    "tile": (("#ffffff", "#f6f1e6"), ("#3d4854", "#303a45")),
    "shine": ("#fff", "#64727f"),
    "side": (("#d8ccb0", "#b5a584"), ("#1d262c", "#0b1013")),
    "socket": ("#4f8f7b", "#000"),
    "wall": (("#6f827c", "#586b65"), ("#5d6b73", "#4b5860")),
    "wall_side": ("#3f4f4a", "#2a343a"),
    "path": ("#f4511e", "#fff1b8"),
    "halo": ("#fff", "#ffa91f"),
}
_COLOURS: dict[Theme, _ThemeColours] = {
    theme: _ThemeColours(**{part: shades[place] for part, shades in _SHADES.items()})
    for place, theme in enumerate(THEMES)
}


def to_svg(
    board: "Board",
    path: "Path | None" = None,
    *,
    faces: str | FaceSet = "numbers",
    cell: int = _UNIT,
    title: str | None = None,
    theme: Theme = "light",
    marks: Iterable[tuple[int, int]] = (),
) -> str:
    """Draw a board as a self-contained SVG; the same board gives the same bytes.

    `cell` is the side of a cell in pixels. The ends of the path and the cells in `marks` are highlighted. Screen
    readers read the `title`, and browsers show it as a tooltip.

    >>> board = llk.Board.parse("1 2 2 1 / . 3 3 .")
    >>> picture = to_svg(board, board.link((0, 0), (0, 3)), title="One & one")
    >>> "<title>One &amp; one</title>" in picture, '<polyline points="24 24 24 -24 168 -24 168 24"' in picture
    (True, True)
    """
    if theme not in _COLOURS:
        raise Error(f"unknown theme {theme!r} (choose from {', '.join(_COLOURS)})")
    if cell < 1:
        raise Error(f"a cell must be at least 1 pixel wide, not {cell}")
    layout = lay_out(board, path, faces=faces, marks=marks)
    if title is None:
        title = f"Lianliankan: {board.rows} × {board.cols} cells, {count(board.tile_count, 'tile')}"
    name = face_set(faces).name
    if not name.isidentifier():
        raise Error(f"{name!r} is not a name for faces; expected letters, digits and _, e.g. my_faces")
    # All pictures on a page share one namespace of ids, so equal ids must mean equal drawings.
    prefix = f"{name}-{theme}-"
    return "\n".join([*_draw(layout, prefix, cell, title, theme), "</svg>\n"])


def _draw(layout: BoardLayout, prefix: str, cell: int, title: str, theme: Theme) -> Iterator[str]:
    """Yield the picture from back to front, without its closing tag."""
    colours = _COLOURS[theme]
    left, right = (_RING if ring else _EDGE for ring in (layout.cols[0] < 0, layout.cols[-1] >= len(layout.numbers[0])))
    top, bottom = (_RING if ring else _EDGE for ring in (layout.rows[0] < 0, layout.rows[-1] >= len(layout.numbers)))
    width = left + len(layout.numbers[0]) * _UNIT + right
    height = top + len(layout.numbers) * _UNIT + bottom
    size = f'width="{fmt(width * cell / _UNIT)}" height="{fmt(height * cell / _UNIT)}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-left} {-top} {width} {height}" {size} role="img" '
        'font-family="sans-serif" font-weight="700" stroke-linejoin="round">'
    )
    yield f"<title>{escape(title)}</title>"
    yield "<defs>"
    yield from _define(layout, prefix, theme)
    yield "</defs>"
    yield (
        f'<rect x="{1 - left}" y="{1 - top}" width="{width - 2}" height="{height - 2}" rx="17" '
        f'fill="url(#{prefix}table)" stroke="{colours.rim}" stroke-width="2"/>'
    )
    for row, numbers in enumerate(layout.numbers):
        drawn = "".join(
            f'<use href="#{prefix}{_NAMES.get(number, number)}" x="{col * _UNIT}"/>'
            for col, number in enumerate(numbers)
            if number != VOID and (row, col) not in layout.marked
        )
        if drawn:
            yield f'<g transform="translate(0 {row * _UNIT})">{drawn}</g>'
    marked = [(layout.numbers[row][col], f'x="{col * _UNIT}" y="{row * _UNIT}"') for row, col in sorted(layout.marked)]
    for _, place in marked:
        yield f'<use href="#{prefix}glow" {place}/>'
    if layout.corners:
        yield from _draw_path(layout.corners, colours)
    for number, place in marked:
        if number != VOID:
            yield f'<use href="#{prefix}{_NAMES.get(number, number)}" {place}/>'
        yield f'<use href="#{prefix}mark" {place}/>'


def _draw_path(corners: Iterable[Cell], colours: _ThemeColours) -> Iterator[str]:
    points = " ".join(f"{col * _UNIT + _UNIT // 2} {row * _UNIT + _UNIT // 2}" for row, col in corners)
    yield '<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
    yield f'<polyline points="{points}" stroke="{colours.halo}" stroke-opacity=".6" stroke-width="13"/>'
    yield f'<polyline points="{points}" stroke="{colours.path}" stroke-width="7"/>'
    yield "</g>"


def _define(layout: BoardLayout, prefix: str, theme: Theme) -> Iterator[str]:
    """Yield a definition of every drawing that the picture uses."""
    colours = _COLOURS[theme]
    used = {number for row in layout.numbers for number in row}
    yield gradient(prefix + "table", colours.table)
    by_kind = {layout.numbers[row][col]: face for (row, col), face in layout.faces.items()}
    bodies = [
        face.picture.body if isinstance(face.picture, TilePicture) else None for _, face in sorted(by_kind.items())
    ]
    for body in dict.fromkeys(bodies):
        yield from _plain_tile(prefix, colours) if body is None else _body_tile(prefix, body, theme)
    if EMPTY in used:
        socket = f'x="5" y="5" width="38" height="38" rx="8" fill="{colours.socket}"'
        yield f'<rect id="{prefix}empty" {socket} opacity=".35"/>'
    if WALL in used:
        yield gradient(prefix + "stone", colours.wall)
        yield (
            f'<g id="{prefix}wall"><rect x="1" y="3" width="46" height="45" rx="4" fill="{colours.wall_side}"/>'
            f'<rect x="1" y="1" width="46" height="43" rx="4" fill="url(#{prefix}stone)"/></g>'
        )
    if layout.marked:
        yield (
            f'<rect id="{prefix}glow" x="-2" y="-3" width="52" height="54.5" rx="13" fill="{colours.halo}"'
            ' opacity=".6"/>'
            f'<rect id="{prefix}mark" x="2" y="1" width="44" height="46.5" rx="9.5" fill="none" stroke="{colours.path}"'
            ' stroke-width="4"/>'
        )
    for body, (kind, face) in zip(bodies, sorted(by_kind.items()), strict=True):
        yield (
            f'<g id="{prefix}{kind}"><use href="#{prefix}{_tile_name(body)}"/>'
            f"{_draw_face(face, getattr(face.colour, theme))}</g>"
        )


def _tile_name(body: Body | None) -> str:
    """Return an id that depends on the appearance of a tile, since a set may have several."""
    if body is None:
        return "tile"
    # This text must never change: the ids in SVGs are its checksum, and the same board always gives the same bytes.
    light, dark = (f"Look(face={face}, edge={edge}, rim={rim!r})" for face, edge, rim in (body.light, body.dark))
    text = f"Body(light={light}, dark={dark}, round={body.round}, depth={body.depth})"
    return f"tile{crc32(text.encode()):08x}"


def _plain_tile(prefix: str, colours: _ThemeColours) -> Iterator[str]:
    """Draw the tile under symbols."""
    yield gradient(prefix + "body", colours.tile)
    yield gradient(prefix + "side", colours.side)
    yield (
        f'<g id="{prefix}tile"><rect x="3" y="8" width="42" height="41" rx="9" opacity=".13"/>'
        f'<rect x="3" y="5" width="42" height="42" rx="8" fill="url(#{prefix}side)"/>'
        f'<rect x="3" y="2" width="42" height="41" rx="8" fill="url(#{prefix}body)"/>'
        f'<rect x="3.75" y="2.75" width="40.5" height="39.5" rx="7.25" fill="none" stroke="{colours.shine}"'
        ' stroke-width="1.5" stroke-opacity=".7"/></g>'
    )


def _body_tile(prefix: str, body: Body, theme: Theme) -> Iterator[str]:
    """Draw the tile of a set of full pictures, with its shadow."""
    name = prefix + _tile_name(body)
    yield draw_body(body, theme, f"{name}-body")
    shadow = rect(1, 3, 46, 45, "#000", round=body.round * _SCALE, opacity=0.16)
    yield f'<g id="{name}">{shadow}<use href="#{name}-body" {_FIT}/></g>'


def _draw_face(face: Face, ink: str) -> str:
    """Draw a face on its tile: a full picture, or a symbol with a label, in a smaller font if the label is long."""
    if isinstance(face.picture, TilePicture):
        return f"<g {_FIT}>{place_on_body(face.picture.body, face.picture.to_svg())}</g>"
    size = 10 if len(face.label) < 3 else min(8.5, 60 / len(face.label))
    baseline = 6.2 + 0.72 * size  # the height of digits is 0.72 of the font size; their tops stay in place
    return (
        f'<text x="7.5" y="{fmt(baseline)}" font-size="{fmt(size)}" fill="{ink}">{escape(face.label)}</text>'
        f'<g transform="translate(25.5 24.5)">{face.picture.to_svg(ink)}</g>'
    )


_NAMES = {EMPTY: "empty", WALL: "wall"}
