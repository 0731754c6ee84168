"""A board as rows of inked characters: tiles, marks, a path, tiles on their way. Pure functions, no screen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.faces.registry import Face, FaceSet
from lianliankan.render.line_glyphs import ASCII_LINES, DOWN, LEFT, RIGHT, THIN_LINES, UP
from lianliankan.terminal.board.theme import Ink, Look, Mark
from lianliankan.terminal.board.tile_size import Metrics, fit
from lianliankan.text_width import display_width

__all__ = ["Flight", "Manner", "Run", "Scene", "View", "draw", "measure"]

Manner = Literal["link", "hint", "miss"]

_WALL, _VOID = -1, -2
_LINES: dict[tuple[Manner, bool], str] = {  # by the sum of the arms; True: ASCII alone
    ("link", False): " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋",
    ("hint", False): " ╎╎╎╌┘┐┤╌└┌├╌┴┬┼",
    ("miss", False): THIN_LINES,
    ("link", True): ASCII_LINES,
    ("hint", True): " :::.+++.+++.+++",
    ("miss", True): ASCII_LINES,
}
_SIGNS: dict[Mark, str] = {"selected": "><", "hint": "**", "faint hint": "  ", "blocker": "!!"}


class Run(NamedTuple):
    """Some text in one ink."""

    text: str
    ink: Ink


class Flight(NamedTuple):
    """A tile on its way: `share` of the way from `start` to `end` lies behind it."""

    kind: int
    start: Cell
    end: Cell
    share: float


class View(NamedTuple):
    """The part of the sheet that is in view: its first column and line, and how many there are."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is to be seen of a board at one moment.

    - `rows`: the cells as the board has them.
    - `cursor`: the cell with the cursor, if any.
    - `marks`: what is special about a tile.
    - `path`, `manner`: the cells of a path in order, and how it is drawn.
    - `flights`: tiles between two cells.
    - `hidden`: whether every tile lies face down.
    - `outside`: whether paths may use the ring; where not, a rim is drawn in it.
    - `label`: what a sign over the board says, if there is one.
    """

    rows: Sequence[Sequence[int]]
    cursor: Cell | None = None
    marks: Mapping[Cell, Mark] = field(default_factory=dict)
    path: Sequence[Cell] = ()
    manner: Manner = "link"
    flights: Sequence[Flight] = ()
    hidden: bool = False
    outside: bool = True
    label: str = ""


def measure(rows: Sequence[Sequence[int]], faces: FaceSet, *, width: int, height: int) -> Metrics:
    """Choose the size of the tiles for a board and its faces in a window."""
    shown = [faces.face(kind) for kind in {number for row in rows for number in row if number > 0}]
    glyph = max((display_width(face.glyph) for face in shown), default=1)
    tall = max((display_width(line) for face in shown for line in face.lines or ()), default=0)
    return fit(len(rows), len(rows[0]), width=width, height=height, glyph=glyph, tall=tall)


def draw(scene: Scene, metrics: Metrics, view: View, *, faces: FaceSet, look: Look, is_ascii: bool) -> list[list[Run]]:
    """Draw what is in view: a list of runs for every line, each line of the view's width.

    >>> import lianliankan as llk
    >>> from lianliankan.faces.registry import face_set
    >>> from lianliankan.terminal.board.theme import PLAIN
    >>> from lianliankan.terminal.board.tile_size import TileSize
    >>> scene = Scene(llk.Board.parse("AB/.A").to_rows(), cursor=Cell(0, 1))
    >>> metrics = Metrics(2, 2, TileSize(4, 2))
    >>> drawn = draw(scene, metrics, View(0, 0, 13, 6), faces=face_set("letters"), look=PLAIN, is_ascii=True)
    >>> for line in drawn:
    ...     print("".join(run.text for run in line).rstrip())
    <BLANKLINE>
        A [ B ]
    <BLANKLINE>
        .   A
    <BLANKLINE>
    <BLANKLINE>
    """
    return _Sheet(scene, metrics, view, faces, look, is_ascii=is_ascii).draw()


class _Sheet:
    """A drawing in the making: characters and inks by line and column, of what is in view."""

    def __init__(
        self, scene: Scene, metrics: Metrics, view: View, faces: FaceSet, look: Look, *, is_ascii: bool
    ) -> None:
        self.scene, self.metrics, self.view, self.look, self.is_ascii = scene, metrics, view, look, is_ascii
        self.face: Callable[[int], Face] = cache(faces.face)
        self.draws_blocks = look.is_coloured and not is_ascii
        lines = metrics.size.body[1]
        self.face_lines = 2 if lines > 1 and faces.face(1).lines else 1
        # A face whose lines leave an odd number free stands in the middle if its tile begins half a line further down.
        self.is_lowered = self.draws_blocks and (lines - self.face_lines) % 2 == 1
        self.chars = [[" "] * view.width for _ in range(view.height)]
        self.inks = [[look.void] * view.width for _ in range(view.height)]

    def draw(self) -> list[list[Run]]:
        scene, flying = self.scene, {flight.end for flight in self.scene.flights}
        cells = [cell for cell in self._cells_in_view() if cell not in flying]
        self._lay_table()
        tiles = []
        for cell in cells:
            number = scene.rows[cell.row][cell.col]
            if number > 0:
                tiles.append((cell, number))
            else:
                self._no_tile(cell, number)
        for cell, mark in scene.marks.items():
            self._signs(cell, mark)
        self._path()
        for cell, number in tiles:
            self._edge(*self.metrics.place(cell), self._mark(cell))
            self._body(*self.metrics.place(cell), number, self._mark(cell))
        if scene.cursor is not None and not scene.hidden:
            self._frame(scene.cursor)
        for flight in scene.flights:
            self._fly(flight)
        self._arrows()
        if scene.label:
            self._label(scene.label)
        return [self._runs(chars, inks) for chars, inks in zip(self.chars, self.inks, strict=True)]

    # ---- Parts -------------------------------------------------------------------------------------------------------

    def _cells_in_view(self) -> list[Cell]:
        """Every cell of which a part may be in view."""
        (width, height), view = self.metrics.size, self.view
        rows = range(max(view.y // height - 1, 0), min((view.y + view.height) // height + 1, self.metrics.rows))
        cols = range(max(view.x // width - 1, 0), min((view.x + view.width) // width + 1, self.metrics.cols))
        return [Cell(row, col) for row in rows for col in cols]

    def _mark(self, cell: Cell) -> Mark:
        return "back" if self.scene.hidden else self.scene.marks.get(cell, "")

    def _lay_table(self) -> None:
        width, height, view = self.metrics.width, self.metrics.height, self.view
        left, right = max(view.x, 0), min(view.x + view.width, width)
        for y in range(max(view.y, 0), min(view.y + view.height, height)):
            self._put(left, y, " " * (right - left), self.look.table)
        if not self.scene.outside:
            corners = "++++-|" if self.is_ascii else "╭╮╰╯─│"
            left, right = self.metrics.ring - 1, width - self.metrics.ring
            across = corners[4] * (right - left - 1)
            self._put(left, 0, corners[0] + across + corners[1], self.look.rim)
            self._put(left, height - 1, corners[2] + across + corners[3], self.look.rim)
            for y in range(1, height - 1):
                self._put(left, y, corners[5], self.look.rim)
                self._put(right, y, corners[5], self.look.rim)

    def _no_tile(self, cell: Cell, number: int) -> None:
        x, y = self.metrics.place(cell)
        width, height = self.metrics.size
        if number == _WALL:
            brick = "#" if self.is_ascii else "▒"
            for line in range(self.is_lowered, max(height - 1, 1)):
                self._put(x, y + line, brick * (width - 1), self.look.wall)
            if self.is_lowered:
                half = Ink(self.look.wall.bg, self.look.table.bg)
                self._put(x, y, "▄" * (width - 1), half)
                self._put(x, y + height - 1, "▀" * (width - 1), half)
        elif number == _VOID:
            for line in range(height):
                self._put(x, y + line, " " * width, self.look.void)
        else:
            self._put(*self.metrics.middle(cell), "." if self.is_ascii else "·", self.look.empty)

    def _edge(self, x: int, y: int, mark: Mark) -> None:
        """Draw the lower edge of a tile, and the upper end of one that begins in the middle of a line."""
        width, height = self.metrics.size
        if height == 1 or not self.draws_blocks:
            return
        edge, body = self.look.edges[mark], self.look.bodies[mark].bg
        if self.is_lowered:
            self._put(x, y, "▄" * (width - 1), edge._replace(fg=body))
            edge = Ink(body, edge.fg)
        self._put(x, y + height - 1, "▀" * (width - 1), edge)

    def _signs(self, cell: Cell, mark: Mark) -> None:
        """Set signs at the sides of a marked tile, where no colour marks it."""
        if not self.look.is_coloured and mark in _SIGNS:
            self._beside(cell, _SIGNS[mark], Ink(bold=True))

    def _frame(self, cell: Cell) -> None:
        """Set a frame around the cursor's cell: half blocks make one of one piece, else there are brackets."""
        ink = self.look.cursor
        if not self.draws_blocks:
            self._beside(cell, "[]", ink)
            return
        x, y = self.metrics.place(cell)
        width, height = self.metrics.size
        self._beside(cell, "▐▌", ink)
        if height > 1:
            bottom = y + height - 1
            if self.is_lowered and self.scene.rows[cell.row][cell.col] > 0:
                body = self.look.bodies[self._mark(cell)].bg
                self._put(x - 1, y, "▗" + " " * (width - 1) + "▖", ink)
                self._put(x, y, "▄" * (width - 1), ink._replace(fg=body))
                self._put(x - 1, bottom, "▐", ink)
                self._put(x, bottom, "▀" * (width - 1), Ink(body, ink.fg))
                self._put(x + width - 1, bottom, "▌", ink)
            else:
                self._put(x - 1, bottom, "▝" + "▀" * (width - 1) + "▘", ink)

    def _beside(self, cell: Cell, signs: str, ink: Ink) -> None:
        x, y = self.metrics.place(cell)
        width, height = self.metrics.size.body
        for line in range(height):
            self._put(x - 1, y + line, signs[0], ink)
            self._put(x + width, y + line, signs[1], ink)

    def _body(self, x: int, y: int, kind: int, mark: Mark) -> None:
        """Lay the face of a tile: all lines of it that are in one colour."""
        width, height = self.metrics.size.body
        face, ink = self.face(kind), self.look.bodies[mark]
        if mark in self.look.own:
            ink = ink._replace(fg=self.look.ink_of(face.colour))
        first, last = (1, height) if self.is_lowered else (0, height)
        written: Sequence[str] = (face.glyph,)
        if mark == "back":
            written = ()
        elif self.face_lines == 2:
            written = face.lines or (face.glyph, "")
        top = first + (last - first - len(written)) // 2 if self.draws_blocks else (height - len(written) + 1) // 2
        for line in range(first, last):
            text = written[line - top] if 0 <= line - top < len(written) else ""
            self._put(x, y + line, _centred(text, width), ink)

    def _path(self) -> None:
        """Draw the path from middle to middle, character by character."""
        scene = self.scene
        if len(scene.path) < 2:
            return
        points = [self.metrics.middle(scene.path[0])]
        for cell in scene.path[1:]:
            x, y = self.metrics.middle(cell)
            while points[-1] != (x, y):
                here = points[-1]
                points.append((here[0] + _sign(x - here[0]), here[1] + _sign(y - here[1])))
        arms = dict.fromkeys(points, 0)
        for (x, y), (a, b) in pairwise(points):
            out, back = {(1, 0): (RIGHT, LEFT), (-1, 0): (LEFT, RIGHT), (0, 1): (DOWN, UP)}.get(
                (a - x, b - y), (UP, DOWN)
            )
            arms[x, y] |= out
            arms[a, b] |= back
        lines, ink = _LINES[scene.manner, self.is_ascii], self.look.paths[scene.manner]
        for (x, y), sides in arms.items():
            self._put(x, y, lines[sides], ink)

    def _fly(self, flight: Flight) -> None:
        (ax, ay), (bx, by) = self.metrics.place(flight.start), self.metrics.place(flight.end)
        x, y = round(ax + (bx - ax) * flight.share), round(ay + (by - ay) * flight.share)
        self._edge(x, y, "")
        self._body(x, y, flight.kind, "back" if self.scene.hidden else "")

    def _arrows(self) -> None:
        """Point to where there is more of the board than is in view."""
        x, y, width, height = self.view
        left, right, up, down = "<>^v" if self.is_ascii else "◂▸▴▾"
        for is_more, column, line, arrow in (
            (x > 0, x, y + height // 2, left),
            (x + width < self.metrics.width, x + width - 1, y + height // 2, right),
            (y > 0, x + width // 2, y, up),
            (y + height < self.metrics.height, x + width // 2, y + height - 1, down),
        ):
            if is_more:
                self._put(column, line, arrow, self.look.cursor)

    def _label(self, text: str) -> None:
        """Lay a sign over the middle of what is in view."""
        width = display_width(text) + 8
        x, y = self.view.x + (self.view.width - width) // 2, self.view.y + self.view.height // 2 - 1
        for line in range(3):
            self._put(x, y + line, _centred(text if line == 1 else "", width), self.look.bodies["going"])

    # ---- Characters --------------------------------------------------------------------------------------------------

    def _put(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write a text; a wide character takes its column and an empty one after it."""
        x, y = x - self.view.x, y - self.view.y
        if not 0 <= y < self.view.height:
            return
        chars, inks = self.chars[y], self.inks[y]
        for char in text:
            wide = _is_wide(char)
            if 0 <= x < self.view.width:
                self._clear_halves(chars, x)
                chars[x], inks[x] = (" " if wide and x + 1 == self.view.width else char), ink
            x += 1
            if wide:
                if 0 < x < self.view.width:
                    self._clear_halves(chars, x)
                    chars[x], inks[x] = "", ink
                elif x == 0:
                    chars[0], inks[0] = " ", ink
                x += 1

    def _clear_halves(self, chars: list[str], x: int) -> None:
        """Where a wide character is written over in part, its other half becomes a space."""
        if chars[x] == "" and x > 0:
            chars[x - 1] = " "
        if x + 1 < len(chars) and chars[x + 1] == "":
            chars[x + 1] = " "

    def _runs(self, chars: list[str], inks: list[Ink]) -> list[Run]:
        runs, begin = [], 0
        for ink, same in groupby(inks):
            end = begin + sum(1 for _ in same)
            runs.append(Run("".join(chars[begin:end]), ink))
            begin = end
        return runs


@cache
def _is_wide(char: str) -> bool:
    return display_width(char) == 2


def _centred(text: str, width: int) -> str:
    """Set a text into the middle, to the right of it where that is between two columns."""
    spare = max(width - display_width(text), 0)
    return " " * ((spare + 1) // 2) + text + " " * (spare // 2)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
