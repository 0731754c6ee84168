"""How large tiles are on a screen, and which character belongs to which cell."""

from typing import NamedTuple

from lianliankan.board.cell import Cell

__all__ = ["SIZES", "Metrics", "TileSize", "fit"]


class TileSize(NamedTuple):
    """The columns and lines from one tile to the next: the tile itself, and a gap beside and an edge below it."""

    width: int
    height: int

    @property
    def body(self) -> tuple[int, int]:
        """The columns and lines of the tile's face."""
        return self.width - 1, max(self.height - 1, 1)


SIZES = tuple(
    TileSize(width, height)
    for height, widths in ((5, (10, 9, 8)), (4, (9, 8, 7, 6)), (3, (7, 6, 5)), (2, (6, 5, 4, 3)), (1, (4, 3, 2)))
    for width in widths
)
"""The sizes there are, the highest first."""


class Metrics(NamedTuple):
    """Where the cells of a board lie on a sheet of characters, with the ring around them.

    >>> metrics = Metrics(rows=8, cols=18, size=TileSize(4, 2))
    >>> metrics.width, metrics.height
    (77, 18)
    >>> metrics.place(Cell(0, 0)), metrics.middle(Cell(0, 0)), metrics.cell_at(4, 1)
    ((3, 1), (4, 1), Cell(row=0, col=0))
    """

    rows: int
    cols: int
    size: TileSize

    @property
    def ring(self) -> int:
        """The columns of the ring on either side; above and below it is one line."""
        return 2 if self.size.width > 3 else 1

    @property
    def width(self) -> int:
        """The columns of the whole sheet."""
        return self.cols * self.size.width + 1 + 2 * self.ring

    @property
    def height(self) -> int:
        """The lines of the whole sheet."""
        return self.rows * self.size.height + 2

    def place(self, cell: Cell) -> tuple[int, int]:
        """Give the first column and line of a cell on the board."""
        return self.ring + 1 + cell.col * self.size.width, 1 + cell.row * self.size.height

    def middle(self, cell: Cell) -> tuple[int, int]:
        """Give the column and line through which a path crosses a cell, of the ring too."""
        x, y = self.place(cell)
        x += self.size.body[0] // 2
        y += (self.size.height - 1) // 2
        if cell.col < 0:
            x = self.ring // 2
        elif cell.col >= self.cols:
            x = self.width - 1 - self.ring // 2
        if cell.row < 0:
            y = 0
        elif cell.row >= self.rows:
            y = self.height - 1
        return x, y

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Give the cell on which a character lies; None in the ring and beyond. The gap belongs to the tile before."""
        col, row = (x - self.ring - 1) // self.size.width, (y - 1) // self.size.height
        return Cell(row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None


def fit(rows: int, cols: int, *, width: int, height: int, glyph: int = 1, tall: int = 0) -> Metrics:
    """Choose the largest tiles with which a board fits into a window, or the smallest that hold their glyphs.

    `glyph` is the width of the widest glyph, and `tall` that of those that are written on two lines, if they are. A
    size in whose middle the glyphs cannot stand counts as one that is a column narrower.

    >>> fit(8, 18, width=80, height=20).size, fit(6, 10, width=80, height=20, glyph=2).size
    (TileSize(width=4, height=2), TileSize(width=7, height=3))
    """

    def worth(size: TileSize) -> tuple[int, bool, bool]:
        columns, lines = size.body
        spare = columns - (tall if tall and lines > 1 else glyph)
        return (size.width - spare % 2) * size.height, spare > 0, spare % 2 == 0

    usable = [size for size in SIZES if size.body[0] >= glyph] or [TileSize(glyph + 1, 1)]
    sheets = (Metrics(rows, cols, size) for size in usable)
    fitting = [sheet for sheet in sheets if sheet.width <= width and sheet.height <= height]
    if fitting:
        return max(fitting, key=lambda sheet: worth(sheet.size))
    return Metrics(rows, cols, min(usable, key=lambda size: (size.height * size.width, size.height)))
