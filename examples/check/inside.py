"""A broken function: it forgets that a path may go around the outside."""

from path_cells import Cell, Grid, are_empty, cells_along


def linkable(grid: Grid, a: Cell, b: Cell) -> bool:
    """Whether a and b link, trying every row and column as the middle of the path."""
    rows, cols = range(len(grid)), range(len(grid[0]))
    tries = [[a, (row, a[1]), (row, b[1]), b] for row in rows] + [[a, (a[0], col), (b[0], col), b] for col in cols]
    return any(are_empty(grid, cells_along(corners)[1:-1]) for corners in tries)
