"""A correct function: try every row and every column as the middle of the path, and take the best."""

from path_cells import Cell, Grid, are_empty, cells_along


def linkable(grid: Grid, a: Cell, b: Cell) -> list[Cell] | None:
    """Return a path with the fewest turns and, among those, the fewest steps, or None."""
    rows, cols = range(-1, len(grid) + 1), range(-1, len(grid[0]) + 1)
    tries = [[a, (row, a[1]), (row, b[1]), b] for row in rows] + [[a, (a[0], col), (b[0], col), b] for col in cols]
    paths = [cells_along(corners) for corners in tries]
    return min((path for path in paths if are_empty(grid, path[1:-1])), key=turns_and_steps, default=None)


def turns_and_steps(path: list[Cell]) -> tuple[int, int]:
    """Count both; a path turns where the previous and the next cell share neither row nor column."""
    turns = sum(r != s and c != d for (r, c), (s, d) in zip(path, path[2:], strict=False))
    return turns, len(path)
