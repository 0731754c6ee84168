"""A correct function: every line that can lie between two corners, on a grid with the ring."""

from itertools import pairwise

Grid = list[list[int]]
Cell = tuple[int, int]


def linkable(grid: Grid, a: Cell, b: Cell) -> bool:
    rows = (((row, a[1]), (row, b[1])) for row in range(len(grid)))
    cols = (((a[0], col), (b[0], col)) for col in range(len(grid[0])))
    return any(is_way(grid, [a, *corners, b]) for lines in (rows, cols) for corners in lines)


def is_way(grid: Grid, corners: list[Cell]) -> bool:
    ends = corners[0], corners[-1]
    return all(
        grid[row][col] == 0 or (row, col) in ends
        for (r, c), (s, d) in pairwise(corners)
        for row in range(min(r, s), max(r, s) + 1)
        for col in range(min(c, d), max(c, d) + 1)
    )
