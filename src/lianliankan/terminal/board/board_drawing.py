"""Drawing a board scene as lines of inked characters; pure functions without a terminal."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

from lianliankan.board.cell import Cell
from lianliankan.faces.face import Face, FaceSet
from lianliankan.render.line_glyphs import ASCII_LINES, DOWN, LEFT, RIGHT, THIN_LINES, UP
from lianliankan.terminal.board.board_scene import BoardScene, MovingTile, PathStyle
from lianliankan.terminal.board.canvas import Canvas, CellRun, Viewport
from lianliankan.terminal.board.theme import Ink, Mark, TerminalTheme
from lianliankan.terminal.board.tile_size import Metrics, fit
from lianliankan.text_width import display_width

_WALL, _VOID = -1, -2
_LINES: dict[tuple[PathStyle, bool], str] = {  # indexed by the sum of the sides a line goes to; True: ASCII only
    ("link", False): " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋",
    ("hint", False): " ╎╎╎╌┘┐┤╌└┌├╌┴┬┼",
    ("miss", False): THIN_LINES,
    ("link", True): ASCII_LINES,
    ("hint", True): " :::.+++.+++.+++",
    ("miss", True): ASCII_LINES,
}
_SIGNS: dict[Mark, str] = {"selected": "><", "hint": "**", "faint hint": "  ", "blocker": "!!"}


def measure(rows: Sequence[Sequence[int]], faces: FaceSet, *, width: int, height: int) -> Metrics:
    """Choose the tile size for a board and its faces in a window."""
    shown = [faces.face(kind) for kind in {number for row in rows for number in row if number > 0}]
    glyph = max((display_width(face.glyph) for face in shown), default=1)
    tall = max((display_width(line) for face in shown for line in face.lines or ()), default=0)
    return fit(len(rows), len(rows[0]), width=width, height=height, glyph=glyph, tall=tall)


def draw(
    scene: BoardScene, metrics: Metrics, view: Viewport, *, faces: FaceSet, theme: TerminalTheme, is_ascii: bool
) -> list[list[CellRun]]:
    """Draw what is in view: a list of runs for every line, each line as wide as the view.

    >>> import lianliankan as llk
    >>> from lianliankan.faces.registry import face_set
    >>> from lianliankan.terminal.board.theme import PLAIN
    >>> from lianliankan.terminal.board.tile_size import TileSize
    >>> scene = BoardScene(llk.Board.parse("AB/.A").to_rows(), cursor=Cell(0, 1))
    >>> metrics = Metrics(2, 2, TileSize(4, 2))
    >>> drawn = draw(scene, metrics, Viewport(0, 0, 13, 6), faces=face_set("letters"), theme=PLAIN, is_ascii=True)
    >>> for line in drawn:
    ...     print("".join(run.text for run in line).rstrip())
    <BLANKLINE>
        A [ B ]
    <BLANKLINE>
        .   A
    <BLANKLINE>
    <BLANKLINE>
    """
    return _Drawing(scene, metrics, view, faces, theme, is_ascii=is_ascii).draw()


class _Drawing:
    """A drawing in progress."""

    def __init__(
        self,
        scene: BoardScene,
        metrics: Metrics,
        view: Viewport,
        faces: FaceSet,
        theme: TerminalTheme,
        *,
        is_ascii: bool,
    ) -> None:
        self.scene, self.metrics, self.view, self.theme, self.is_ascii = scene, metrics, view, theme, is_ascii
        self.face: Callable[[int], Face] = cache(faces.face)
        self.draws_blocks = theme.is_coloured and not is_ascii
        lines = metrics.size.body[1]
        self.face_lines = 2 if lines > 1 and faces.face(1).lines else 1
        # If an odd number of lines is left free, the tile starts half a line lower, so that its face is centred.
        self.is_lowered = self.draws_blocks and (lines - self.face_lines) % 2 == 1
        self.canvas = Canvas(view, theme.void)
        self._write = self.canvas.write

    def draw(self) -> list[list[CellRun]]:
        scene, moving = self.scene, {tile.end for tile in self.scene.moving_tiles}
        cells = [cell for cell in self._cells_in_view() if cell not in moving]
        self._draw_table()
        if self.metrics.has_numbers and not self._scrolls:
            self._draw_numbers()
        tiles = []
        for cell in cells:
            number = scene.rows[cell.row][cell.col]
            if number > 0:
                tiles.append((cell, number))
            else:
                self._draw_no_tile(cell, number)
        for cell, mark in scene.marks.items():
            self._draw_signs(cell, mark)
        self._draw_path()
        for cell, number in tiles:
            self._draw_edge(*self.metrics.top_left(cell), self._mark(cell))
            self._draw_body(*self.metrics.top_left(cell), number, self._mark(cell))
        if scene.cursor is not None and not scene.hidden:
            self._draw_cursor(scene.cursor)
        for tile in scene.moving_tiles:
            self._draw_moving(tile)
        if self.metrics.has_numbers and self._scrolls:
            self._draw_numbers()  # over the board, which moves below them
        self._draw_arrows()
        if scene.label:
            self._draw_label(scene.label)
        return self.canvas.lines()

    def _cells_in_view(self) -> list[Cell]:
        """Return every cell that may be partly in view."""
        (width, height), view = self.metrics.size, self.view
        x, y = view.x - self.metrics.gutter, view.y - self.metrics.header
        rows = range(max(y // height - 1, 0), min((y + view.height) // height + 1, self.metrics.rows))
        cols = range(max(x // width - 1, 0), min((x + view.width) // width + 1, self.metrics.cols))
        return [Cell(row, col) for row in rows for col in cols]

    def _mark(self, cell: Cell) -> Mark:
        return "back" if self.scene.hidden else self.scene.marks.get(cell, "")

    # ---- The table ---------------------------------------------------------------------------------------------------

    def _draw_table(self) -> None:
        width, height, view = self.metrics.width, self.metrics.height, self.view
        gutter, header = self.metrics.gutter, self.metrics.header
        left, right = max(view.x, gutter), min(view.x + view.width, width)
        for y in range(max(view.y, header), min(view.y + view.height, height)):
            self._write(left, y, " " * (right - left), self.theme.table)
        if not self.scene.outside:
            corners = "++++-|" if self.is_ascii else "╭╮╰╯─│"
            left, right = gutter + self.metrics.ring - 1, width - self.metrics.ring
            across = corners[4] * (right - left - 1)
            self._write(left, header, corners[0] + across + corners[1], self.theme.border)
            self._write(left, height - 1, corners[2] + across + corners[3], self.theme.border)
            for y in range(header + 1, height - 1):
                self._write(left, y, corners[5], self.theme.border)
                self._write(right, y, corners[5], self.theme.border)

    @property
    def _scrolls(self) -> bool:
        """Whether the board is larger than the view."""
        return self.metrics.width > self.view.width or self.metrics.height > self.view.height

    def _draw_numbers(self) -> None:
        """Write the numbers of rows and columns, from 1 as in messages; on a board that scrolls, they stay in view."""
        metrics, view = self.metrics, self.view
        here = None if self.scene.hidden else self.scene.cursor
        x, y = max(view.x, 0), max(view.y, 0)
        if metrics.header and self._scrolls:
            self._write(x, y, " " * view.width, self.theme.void)
        for col in self._numbered_columns(here):
            left, _ = metrics.top_left(Cell(0, col))
            if left >= x + metrics.gutter:
                number = _centre(str(col + 1), metrics.size.body[0]).rstrip()
                self._write_number(left, y, number, is_here=here is not None and here.col == col, beside=metrics.header)
        digits = len(str(metrics.rows))
        width = metrics.gutter or (metrics.ring if self.scene.outside else metrics.ring - 1)
        for row in range(metrics.rows) if digits <= width else ():
            _, line = metrics.middle(Cell(row, 0))
            if line > y or not metrics.header:
                number = str(row + 1).rjust(digits).ljust(width)
                self._write_number(x, line, number, is_here=here is not None and here.row == row, beside=metrics.gutter)

    def _numbered_columns(self, here: Cell | None) -> list[int]:
        """Return all columns; where their numbers would touch, every fifth one and the cursor's."""
        cols = range(self.metrics.cols)
        if len(str(len(cols))) < self.metrics.size.width:
            return list(cols)
        fifth = [col for col in cols if (col + 1) % 5 == 0]
        return fifth if here is None else [here.col, *(col for col in fifth if abs(col - here.col) > 1)]

    def _write_number(self, x: int, y: int, number: str, *, is_here: bool, beside: int) -> None:
        """Write a number beside the board, or in its ring."""
        ink = self.theme.number_here if is_here else self.theme.number
        self._write(x, y, number, ink if beside else ink._replace(bg=self.theme.table.bg))

    def _draw_no_tile(self, cell: Cell, number: int) -> None:
        x, y = self.metrics.top_left(cell)
        width, height = self.metrics.size
        if number == _WALL:
            brick = "#" if self.is_ascii else "▒"
            for line in range(self.is_lowered, max(height - 1, 1)):
                self._write(x, y + line, brick * (width - 1), self.theme.wall)
            if self.is_lowered:
                half = Ink(self.theme.wall.bg, self.theme.table.bg)
                self._write(x, y, "▄" * (width - 1), half)
                self._write(x, y + height - 1, "▀" * (width - 1), half)
        elif number == _VOID:
            for line in range(height):
                self._write(x, y + line, " " * width, self.theme.void)
        else:
            self._write(*self.metrics.middle(cell), "." if self.is_ascii else "·", self.theme.empty)

    # ---- Tiles -------------------------------------------------------------------------------------------------------

    def _draw_edge(self, x: int, y: int, mark: Mark) -> None:
        """Draw the lower edge of a tile, and the upper half line of a lowered one."""
        width, height = self.metrics.size
        if height == 1 or not self.draws_blocks:
            return
        edge, body = self.theme.edges[mark], self.theme.bodies[mark].bg
        if self.is_lowered:
            self._write(x, y, "▄" * (width - 1), edge._replace(fg=body))
            edge = Ink(body, edge.fg)
        self._write(x, y + height - 1, "▀" * (width - 1), edge)

    def _draw_body(self, x: int, y: int, kind: int, mark: Mark) -> None:
        """Draw the full lines of a tile, with its face."""
        width, height = self.metrics.size.body
        face, ink = self.face(kind), self.theme.bodies[mark]
        if mark in self.theme.kind_coloured:
            ink = ink._replace(fg=self.theme.kind_colour(face.colour))
        first, last = (1, height) if self.is_lowered else (0, height)
        face_lines: Sequence[str] = (face.glyph,)
        if mark == "back":
            face_lines = ()
        elif self.face_lines == 2:
            face_lines = face.lines or (face.glyph, "")
        free = last - first - len(face_lines)
        top = first + free // 2 if self.draws_blocks else (height - len(face_lines) + 1) // 2
        for line in range(first, last):
            text = face_lines[line - top] if 0 <= line - top < len(face_lines) else ""
            self._write(x, y + line, _centre(text, width), ink)

    def _draw_moving(self, tile: MovingTile) -> None:
        (ax, ay), (bx, by) = self.metrics.top_left(tile.start), self.metrics.top_left(tile.end)
        x, y = round(ax + (bx - ax) * tile.progress), round(ay + (by - ay) * tile.progress)
        self._draw_edge(x, y, "")
        self._draw_body(x, y, tile.kind, "back" if self.scene.hidden else "")

    # ---- Over the tiles ----------------------------------------------------------------------------------------------

    def _draw_signs(self, cell: Cell, mark: Mark) -> None:
        """Put signs beside a marked tile if there are no colours to mark it."""
        if not self.theme.is_coloured and mark in _SIGNS:
            self._write_beside(cell, _SIGNS[mark], Ink(bold=True))

    def _draw_cursor(self, cell: Cell) -> None:
        """Frame the cell with half blocks; without colours, put it in brackets."""
        ink = self.theme.cursor
        if not self.draws_blocks:
            self._write_beside(cell, "[]", ink)
            return
        x, y = self.metrics.top_left(cell)
        width, height = self.metrics.size
        self._write_beside(cell, "▐▌", ink)
        if height > 1:
            bottom = y + height - 1
            if self.is_lowered and self.scene.rows[cell.row][cell.col] > 0:
                body = self.theme.bodies[self._mark(cell)].bg
                self._write(x - 1, y, "▗" + " " * (width - 1) + "▖", ink)
                self._write(x, y, "▄" * (width - 1), ink._replace(fg=body))
                self._write(x - 1, bottom, "▐", ink)
                self._write(x, bottom, "▀" * (width - 1), Ink(body, ink.fg))
                self._write(x + width - 1, bottom, "▌", ink)
            else:
                self._write(x - 1, bottom, "▝" + "▀" * (width - 1) + "▘", ink)

    def _write_beside(self, cell: Cell, signs: str, ink: Ink) -> None:
        x, y = self.metrics.top_left(cell)
        width, height = self.metrics.size.body
        for line in range(height):
            self._write(x - 1, y + line, signs[0], ink)
            self._write(x + width, y + line, signs[1], ink)

    def _draw_path(self) -> None:
        """Draw the path from cell centre to cell centre, character by character."""
        scene = self.scene
        if len(scene.path) < 2:
            return
        points = [self.metrics.middle(scene.path[0])]
        for cell in scene.path[1:]:
            x, y = self.metrics.middle(cell)
            while points[-1] != (x, y):
                here = points[-1]
                points.append((here[0] + _sign(x - here[0]), here[1] + _sign(y - here[1])))
        sides = dict.fromkeys(points, 0)
        for (x, y), (a, b) in pairwise(points):
            out, back = {(1, 0): (RIGHT, LEFT), (-1, 0): (LEFT, RIGHT), (0, 1): (DOWN, UP)}.get(
                (a - x, b - y), (UP, DOWN)
            )
            sides[x, y] |= out
            sides[a, b] |= back
        lines, ink = _LINES[scene.path_style, self.is_ascii], self.theme.paths[scene.path_style]
        for (x, y), side in sides.items():
            self._write(x, y, lines[side], ink)

    def _draw_arrows(self) -> None:
        """Point to the parts of the board that are out of view."""
        x, y, width, height = self.view
        gutter, header = self.metrics.gutter, self.metrics.header
        left, right, up, down = "<>^v" if self.is_ascii else "◂▸▴▾"
        for is_more, column, line, arrow in (
            (x > 0, x + gutter, y + height // 2, left),
            (x + width < self.metrics.width, x + width - 1, y + height // 2, right),
            (y > 0, x + width // 2, y + header, up),
            (y + height < self.metrics.height, x + width // 2, y + height - 1, down),
        ):
            if is_more:
                self._write(column, line, arrow, self.theme.cursor)

    def _draw_label(self, text: str) -> None:
        """Draw a label in the middle of the view."""
        width = display_width(text) + 8
        x, y = self.view.x + (self.view.width - width) // 2, self.view.y + self.view.height // 2 - 1
        for line in range(3):
            self._write(x, y + line, _centre(text if line == 1 else "", width), self.theme.bodies["going"])


def _centre(text: str, width: int) -> str:
    """Centre a text; if the free space is odd, it is one column further right."""
    spare = max(width - display_width(text), 0)
    return " " * ((spare + 1) // 2) + text + " " * (spare // 2)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
