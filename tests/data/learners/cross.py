"""The blog article's crosses as published, on a grid with the ring: the first path found, not the best."""

from collections.abc import Iterator

Grid = list[list[int]]
Cell = tuple[int, int]


def linkable(grid: Grid, a: Cell, b: Cell) -> list[Cell] | None:
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1:
        return [a, b]
    for first in cross(grid, a):
        for second in ((b[0], first[1]), (first[0], b[1])):
            if grid[second[0]][second[1]] == 0 and sees(grid, second, b) and sees(grid, first, second):
                return [a, first, second, b]
    return None


def cross(grid: Grid, a: Cell) -> Iterator[Cell]:
    for down, across in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        row, col = a[0] + down, a[1] + across
        while 0 <= row < len(grid) and 0 <= col < len(grid[0]):
            if grid[row][col] == 0 and sees(grid, a, (row, col)):
                yield row, col
            row, col = row + down, col + across


def sees(grid: Grid, a: Cell, b: Cell) -> bool:
    if a[0] == b[0]:
        low, high = sorted((a[1], b[1]))
        return all(grid[a[0]][col] == 0 for col in range(low + 1, high))
    if a[1] == b[1]:
        low, high = sorted((a[0], b[0]))
        return all(grid[row][a[1]] == 0 for row in range(low + 1, high))
    return False
