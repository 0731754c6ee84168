"""A board as flat SVG for all pictures of the lab, with light and dark colours and the positions of its cells."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self

from lianliankan.board.board import Board
from lianliankan.board.cell import EMPTY, VOID, WALL, Cell
from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.faces.registry import face_set
from lianliankan.faces.symbols import escape

UNIT = 40
"""The side of a cell."""

_LIGHT = {
    "card": "#fcfbf7", "rim": "#ddd8ca", "ink": "#26302e", "soft": "#6a7370", "faint": "#b9bdb6", "panel": "#e9e5d9",
    "socket": "#f5f2ea", "tile": "#fffefb", "edge": "#c6bea9", "stone": "#8e968f", "end": "#d9480f", "onend": "#fff",
    "path": "#d9480f", "halo": "#fff", "bad": "#c4312f", "look": "#7d8884", "here": "#26302e", "band": "#26302e",
}  # fmt: skip
_DARK = {
    "card": "#171c21", "rim": "#313942", "ink": "#e8ecea", "soft": "#9aa5a6", "faint": "#4d5960", "panel": "#232b32",
    "socket": "#1c2329", "tile": "#3a4650", "edge": "#55636e", "stone": "#5d686e", "end": "#ff9a57", "onend": "#2a1508",
    "path": "#ffb074", "halo": "#171c21", "bad": "#ff8178", "look": "#8e9aa0", "here": "#ffffff", "band": "#ffffff",
}  # fmt: skip

INK = {name: f"var(--{name})" for name in _LIGHT}
"""The colours by purpose; each has a light and a dark variant."""

_STYLE = (
    ".lab text{font-family:ui-sans-serif,system-ui,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK SC',sans-serif;"
    "font-size:13px;fill:var(--ink)}"
    ".lab .mid{text-anchor:middle}.lab .end{text-anchor:end}.lab .soft{fill:var(--soft)}.lab .bad{fill:var(--bad)}"
    ".lab .name{font-size:17px;font-weight:650}.lab .num{font-variant-numeric:tabular-nums}"
    ".lab .kind{font-size:16px;font-weight:550}.lab .on{fill:var(--onend)}"
)


def theme_css(light: dict[str, str], dark: dict[str, str]) -> str:
    """Write CSS for colours that follow the reader's light or dark mode.

    >>> theme_css({"a": "#fff"}, {"a": "#000"})
    '.lab{--a:#fff}@media(prefers-color-scheme:dark){.lab{--a:#000}}'
    """
    first, second = (";".join(f"--{name}:{colour}" for name, colour in each.items()) for each in (light, dark))
    return f".lab{{{first}}}@media(prefers-color-scheme:dark){{.lab{{{second}}}}}"


def open_svg(width: float, height: float, title: str, style: str = "") -> Iterator[str]:
    """Start a picture: its size, its title for screen readers, its style, and its background card."""
    size = f'width="{fmt(width)}" height="{fmt(height)}" viewBox="0 0 {fmt(width)} {fmt(height)}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" class="lab" role="img" {size}>'
    yield f"<title>{escape(title)}</title>"
    yield f"<style>{theme_css(_LIGHT, _DARK)}{_STYLE}{style}</style>"
    card = f'x=".5" y=".5" width="{fmt(width - 1)}" height="{fmt(height - 1)}" rx="14"'
    yield f'<rect {card} fill="{INK["card"]}" stroke="{INK["rim"]}"/>'


def svg_text(x: float, y: float, text: str, kind: str = "") -> str:
    """Draw a text; `kind` is its CSS classes.

    >>> svg_text(1, 2, "a < b", "mid")
    '<text x="1" y="2" class="mid">a &lt; b</text>'
    """
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{fmt(x)}" y="{fmt(y)}"{named}>{escape(text)}</text>'


def text_width(text: str) -> float:
    """Estimate the width of a text in the usual size; the reader's font is unknown.

    >>> text_width("llk") < text_width("连连看")
    True
    """
    return sum(13.5 if ord(char) > 0x2E7F else 4.2 if char in "il,.1 '" else 7.4 for char in text)


def polyline(points: Iterable[tuple[float, float]], **look: str) -> str:
    """Draw a line through points.

    >>> polyline([(0, 0), (4, 0)], stroke="red", stroke_width="2")
    '<polyline points="0 0 4 0" fill="none" stroke="red" stroke-width="2"/>'
    """
    drawn = " ".join(f"{fmt(x)} {fmt(y)}" for x, y in points)
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in look.items())
    return f'<polyline points="{drawn}" fill="none"{attributes}/>'


class SvgBoard(NamedTuple):
    """A board at a position on a picture, including its ring if paths may use it.

    >>> svg = SvgBoard.at(Board.parse("A.A"), left=10, top=20)
    >>> svg.place(Cell(0, 0)), svg.width, svg.height
    ((70.0, 80.0), 200, 120)
    """

    board: Board
    rows: range
    cols: range
    left: float
    top: float

    @classmethod
    def at(cls, board: Board, *, left: float, top: float) -> Self:
        """Place a board with its upper left corner at a position."""
        ring = int(board.rules.outside)
        return cls(board, range(-ring, board.rows + ring), range(-ring, board.cols + ring), left, top)

    @property
    def width(self) -> int:
        """Its width."""
        return len(self.cols) * UNIT

    @property
    def height(self) -> int:
        """Its height."""
        return len(self.rows) * UNIT

    @property
    def first(self) -> Cell:
        """The first cell drawn: on the ring if there is one."""
        return Cell(self.rows[0], self.cols[0])

    def place(self, cell: Cell) -> tuple[float, float]:
        """Return the centre of a cell."""
        return (
            self.left + (cell.col - self.cols[0] + 0.5) * UNIT,
            self.top + (cell.row - self.rows[0] + 0.5) * UNIT,
        )

    def has_tile(self, cell: Cell) -> bool:
        """Whether a cell holds a tile or a wall."""
        row, col = cell
        return 0 <= row < self.board.rows and 0 <= col < self.board.cols and self.board[cell] not in (EMPTY, VOID)

    def square(self, cell: Cell, inset: float, look: str) -> str:
        """Draw a square with rounded corners on a cell, inset on each side."""
        x, y = self.place(cell)
        side = UNIT - 2 * inset
        size = f'x="{fmt(x - side / 2)}" y="{fmt(y - side / 2)}" width="{fmt(side)}" height="{fmt(side)}"'
        return f'<rect {size} rx="{fmt(max(9 - inset, 3))}" {look}/>'

    def line(self, corners: Sequence[Cell], **look: str) -> str:
        """Draw a line from cell to cell."""
        return polyline(map(self.place, corners), **look)

    def draw(self, ends: Sequence[Cell]) -> Iterator[str]:
        """Draw the board: empty cells, walls and tiles, with the two ends highlighted."""
        cells = [Cell(row, col) for row in range(self.board.rows) for col in range(self.board.cols)]
        x, y = self.place(Cell(0, 0))
        size = f'width="{self.board.cols * UNIT + 8}" height="{self.board.rows * UNIT + 8}"'
        corner = f'x="{fmt(x - UNIT / 2 - 4)}" y="{fmt(y - UNIT / 2 - 4)}"'
        if self.board.rules.outside:
            yield (
                f'<rect x="{fmt(self.left + 1)}" y="{fmt(self.top + 1)}" width="{self.width - 2}"'
                f' height="{self.height - 2}" rx="12" fill="none" stroke="{INK["faint"]}" stroke-dasharray="2 5"/>'
            )
        yield f'<rect {corner} {size} rx="12" fill="{INK["panel"]}"/>'
        for cell in cells:
            match self.board[cell]:
                case number_ if number_ == VOID:
                    continue
                case number_ if number_ == EMPTY:
                    yield self.square(cell, 2, f'fill="{INK["socket"]}"')
                case number_ if number_ == WALL:
                    yield self.square(cell, 1, f'fill="{INK["stone"]}"')
                case kind:
                    if cell not in ends:
                        yield from self._tile(cell, kind, fill="tile", edge="edge", ink="")
        yield from self.draw_ends(ends)

    def draw_ends(self, ends: Iterable[Cell]) -> Iterator[str]:
        """Draw the two tiles to join; drawn again over the path, so that it ends at them."""
        for cell in ends:
            yield from self._tile(cell, self.board[cell], fill="end", edge="end", ink=" on")

    def draw_path(self, corners: Sequence[Cell], kind: str = "") -> Iterator[str]:
        """Draw a path between two tiles over everything else; `kind` is a CSS class."""
        named = {"class": kind} if kind else {}
        around = {"stroke_linecap": "round", "stroke_linejoin": "round", "pathLength": "1"} | named
        yield self.line(corners, stroke=INK["halo"], stroke_width="10", stroke_opacity=".75", **around)
        yield self.line(corners, stroke=INK["path"], stroke_width="5", **around)

    def _tile(self, cell: Cell, kind: int, *, fill: str, edge: str, ink: str) -> Iterator[str]:
        yield self.square(cell, 3, f'fill="{INK[fill]}" stroke="{INK[edge]}"')
        x, y = self.place(cell)
        yield svg_text(x, y + 5.5, face_set("numbers").face(kind).glyph, f"mid kind{ink}")
