"""A broken function: it looks between the corners, but not at the corners themselves."""

from itertools import pairwise

from path_cells import Cell, Grid, are_empty, cells_along


def linkable(grid: Grid, a: Cell, b: Cell) -> bool:
    """Whether a and b link, trying every row and column as the middle of the path."""
    rows, cols = range(-1, len(grid) + 1), range(-1, len(grid[0]) + 1)
    tries = [[a, (row, a[1]), (row, b[1]), b] for row in rows] + [[a, (a[0], col), (b[0], col), b] for col in cols]
    return any(is_open(grid, corners) for corners in tries)


def is_open(grid: Grid, corners: list[Cell]) -> bool:
    """Whether nothing is between each corner and the next."""
    return all(are_empty(grid, cells_along([here, there])[1:-1]) for here, there in pairwise(corners))
