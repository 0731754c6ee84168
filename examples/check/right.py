"""A right function: try every row and every column as the middle of the path, and take the best."""

from way import Cell, Grid, are_empty, cells_along


def linkable(grid: Grid, a: Cell, b: Cell) -> list[Cell] | None:
    """Give a path with the fewest turns and, among those, the fewest steps, or None."""
    rows, cols = range(-1, len(grid) + 1), range(-1, len(grid[0]) + 1)
    tries = [[a, (row, a[1]), (row, b[1]), b] for row in rows] + [[a, (a[0], col), (b[0], col), b] for col in cols]
    ways = [cells_along(corners) for corners in tries]
    return min((way for way in ways if are_empty(grid, way[1:-1])), key=turns_and_steps, default=None)


def turns_and_steps(way: list[Cell]) -> tuple[int, int]:
    """Count both; a path turns where the cell before and the cell after share neither row nor column."""
    turns = sum(r != s and c != d for (r, c), (s, d) in zip(way, way[2:], strict=False))
    return turns, len(way)
