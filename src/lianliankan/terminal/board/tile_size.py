"""How large tiles are on the screen, and which character belongs to which cell."""

from typing import NamedTuple

from lianliankan.board.cell import Cell


class TileSize(NamedTuple):
    """The columns and lines from one tile to the next: the tile, the gap beside it and the edge below it."""

    width: int
    height: int

    @property
    def body(self) -> tuple[int, int]:
        """The columns and lines of the tile itself."""
        return self.width - 1, max(self.height - 1, 1)


SIZES = tuple(
    TileSize(width, height)
    for height, widths in ((5, (10, 9, 8)), (4, (9, 8, 7, 6)), (3, (7, 6, 5)), (2, (6, 5, 4, 3)), (1, (4, 3, 2)))
    for width in widths
)
"""All tile sizes, the tallest first."""


class Metrics(NamedTuple):
    """The positions of a board's cells in its drawing, which includes the ring around the board.

    - `gutter`, `header`: the columns to the left and the lines above, for the numbers of rows and columns.
    - `has_numbers`: whether there are numbers; without a gutter or a header, they are in the ring.

    >>> metrics = Metrics(rows=8, cols=18, size=TileSize(4, 2))
    >>> metrics.width, metrics.height
    (77, 18)
    >>> metrics.top_left(Cell(0, 0)), metrics.middle(Cell(0, 0)), metrics.cell_at(4, 1)
    ((3, 1), (4, 1), Cell(row=0, col=0))
    """

    rows: int
    cols: int
    size: TileSize
    gutter: int = 0
    header: int = 0
    has_numbers: bool = False

    @property
    def ring(self) -> int:
        """The width of the ring at the left and right; above and below it is one line."""
        return 2 if self.size.width > 3 else 1

    @property
    def width(self) -> int:
        """The columns of the whole drawing."""
        return self.gutter + self.cols * self.size.width + 1 + 2 * self.ring

    @property
    def height(self) -> int:
        """The lines of the whole drawing."""
        return self.header + self.rows * self.size.height + 2

    def top_left(self, cell: Cell) -> tuple[int, int]:
        """Return the first column and line of a cell."""
        left, top = self.gutter + self.ring + 1, self.header + 1
        return left + cell.col * self.size.width, top + cell.row * self.size.height

    def middle(self, cell: Cell) -> tuple[int, int]:
        """Return the column and line at which a path crosses a cell; ring cells included."""
        x, y = self.top_left(cell)
        x += self.size.body[0] // 2
        y += (self.size.height - 1) // 2
        if cell.col < 0:
            x = self.gutter + self.ring // 2
        elif cell.col >= self.cols:
            x = self.width - 1 - self.ring // 2
        if cell.row < 0:
            y = self.header
        elif cell.row >= self.rows:
            y = self.height - 1
        return x, y

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a character, None in the ring and beyond; a gap belongs to the tile before it."""
        left, top = self.top_left(Cell(0, 0))
        col, row = (x - left) // self.size.width, (y - top) // self.size.height
        return Cell(row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None


def fit(rows: int, cols: int, *, width: int, height: int, glyph: int = 1, tall: int = 0) -> Metrics:
    """Choose the largest tiles with which a board fits into a window; if none fit, the smallest that hold the glyphs.

    `glyph` is the width of the widest glyph, `tall` the width of the widest two-line glyph (0 if there are none). A
    size in which glyphs cannot be centred counts as one column narrower. The numbers of rows and columns are beside the
    board if that does not make the tiles smaller, or if the board scrolls; else they are in its ring.

    >>> fit(8, 18, width=80, height=20).size, fit(6, 10, width=80, height=20, glyph=2).size
    (TileSize(width=4, height=2), TileSize(width=7, height=3))
    """

    def rank(size: TileSize) -> tuple[int, bool, bool]:
        columns, lines = size.body
        spare = columns - (tall if tall and lines > 1 else glyph)
        return (size.width - spare % 2) * size.height, spare > 0, spare % 2 == 0

    usable = [size for size in SIZES if size.body[0] >= glyph] or [TileSize(glyph + 1, 1)]
    candidates = (Metrics(rows, cols, size) for size in usable)
    fitting = [metrics for metrics in candidates if metrics.width <= width and metrics.height <= height]
    if fitting:
        best = max(fitting, key=lambda metrics: rank(metrics.size))
    else:
        best = Metrics(rows, cols, min(usable, key=lambda size: (size.height * size.width, size.height)))
    gutter = len(str(rows)) + 1
    return best._replace(
        gutter=0 if best.width <= width < best.width + gutter else gutter,
        header=0 if best.height == height else 1,
        has_numbers=True,
    )
