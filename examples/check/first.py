"""A function that is correct about links but careless about paths: it takes the first one it finds."""

from path_cells import Cell, Grid, are_empty, cells_along


def linkable(grid: Grid, a: Cell, b: Cell) -> list[Cell]:
    """Return a path from a to b, or an empty list."""
    rows, cols = range(-1, len(grid) + 1), range(-1, len(grid[0]) + 1)
    tries = [[a, (row, a[1]), (row, b[1]), b] for row in rows] + [[a, (a[0], col), (b[0], col), b] for col in cols]
    for corners in tries:
        if are_empty(grid, cells_along(corners)[1:-1]):
            return corners
    return []
