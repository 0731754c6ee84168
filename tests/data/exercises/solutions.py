"""Correct functions for all exercises, as a student would write them: one case after the other."""

from itertools import pairwise

Grid = list[list[int]]
Cell = tuple[int, int]


def is_empty(grid: Grid, row: int, col: int) -> bool:
    if row < 0 or row >= len(grid) or col < 0 or col >= len(grid[0]):
        return True
    return grid[row][col] == 0


def straight(grid: Grid, a: Cell, b: Cell) -> bool:
    if a[0] == b[0]:
        low, high = min(a[1], b[1]), max(a[1], b[1])
        return all(is_empty(grid, a[0], col) for col in range(low + 1, high))
    if a[1] == b[1]:
        low, high = min(a[0], b[0]), max(a[0], b[0])
        return all(is_empty(grid, row, a[1]) for row in range(low + 1, high))
    return False


def one_turn(grid: Grid, a: Cell, b: Cell) -> bool:
    if straight(grid, a, b):
        return True
    for corner in ((a[0], b[1]), (b[0], a[1])):
        if corner not in (a, b) and is_empty(grid, *corner) and straight(grid, a, corner) and straight(grid, corner, b):
            return True
    return False


def two_corners(grid: Grid, a: Cell, b: Cell, rows: range, cols: range) -> bool:
    firsts = [(row, a[1]) for row in rows if row != a[0]] + [(a[0], col) for col in cols if col != a[1]]
    return any(
        is_empty(grid, *first) and straight(grid, a, first) and one_turn(grid, first, b)
        for first in firsts
        if first != b
    )


def two_turns(grid: Grid, a: Cell, b: Cell) -> bool:
    return one_turn(grid, a, b) or two_corners(grid, a, b, range(len(grid)), range(len(grid[0])))


def linkable(grid: Grid, a: Cell, b: Cell) -> bool:
    return one_turn(grid, a, b) or two_corners(grid, a, b, range(-1, len(grid) + 1), range(-1, len(grid[0]) + 1))


def all_paths(grid: Grid, a: Cell, b: Cell) -> list[list[Cell]]:
    tries = [[a, b], [a, (a[0], b[1]), b], [a, (b[0], a[1]), b]]
    tries += [[a, (row, a[1]), (row, b[1]), b] for row in range(-1, len(grid) + 1)]
    tries += [[a, (a[0], col), (b[0], col), b] for col in range(-1, len(grid[0]) + 1)]
    return [
        path
        for path in tries
        if all(here != there and straight(grid, here, there) for here, there in pairwise(path))
        and all(is_empty(grid, *corner) for corner in path[1:-1])
    ]


def steps(path: list[Cell]) -> int:
    return sum(abs(here[0] - there[0]) + abs(here[1] - there[1]) for here, there in pairwise(path))


def fewest_turns(grid: Grid, a: Cell, b: Cell) -> list[Cell] | None:
    return min(all_paths(grid, a, b), key=len, default=None)


def shortest_path(grid: Grid, a: Cell, b: Cell) -> list[Cell] | None:
    return min(all_paths(grid, a, b), key=lambda path: (len(path), steps(path)), default=None)


def all_moves(grid: Grid) -> list[tuple[Cell, Cell]]:
    tiles = [(row, col) for row in range(len(grid)) for col in range(len(grid[0])) if grid[row][col]]
    return [
        (a, b)
        for number, a in enumerate(tiles)
        for b in tiles[number + 1 :]
        if grid[a[0]][a[1]] == grid[b[0]][b[1]] and linkable(grid, a, b)
    ]


def is_stuck(grid: Grid) -> bool:
    return any(map(any, grid)) and not all_moves(grid)
