"""The course report's classification as published: two corners only within one line, and the first may be a tile."""

Grid = list[list[int]]
Cell = tuple[int, int]


def linkable(grid: Grid, a: Cell, b: Cell) -> bool:
    return straight(grid, a, b) or one_corner(grid, a, b) or two_corners(grid, a, b)


def straight(grid: Grid, a: Cell, b: Cell) -> bool:
    if a[0] == b[0]:
        low, high = sorted((a[1], b[1]))
        return all(is_empty(grid, (a[0], col)) for col in range(low + 1, high))
    if a[1] == b[1]:
        low, high = sorted((a[0], b[0]))
        return all(is_empty(grid, (row, a[1])) for row in range(low + 1, high))
    return False


def one_corner(grid: Grid, a: Cell, b: Cell) -> bool:
    if a[0] == b[0] or a[1] == b[1]:
        return False
    corners = (a[0], b[1]), (b[0], a[1])
    return any(is_empty(grid, c) and straight(grid, a, c) and straight(grid, c, b) for c in corners)


def two_corners(grid: Grid, a: Cell, b: Cell) -> bool:
    if a[0] == b[0]:
        firsts = [(row, a[1]) for row in range(-1, len(grid) + 1) if row != a[0]]
    elif a[1] == b[1]:
        firsts = [(a[0], col) for col in range(-1, len(grid[0]) + 1) if col != a[1]]
    else:
        return False
    return any(straight(grid, a, first) and one_corner(grid, first, b) for first in firsts)


def is_empty(grid: Grid, cell: Cell) -> bool:
    row, col = cell
    inside = 0 <= row < len(grid) and 0 <= col < len(grid[0])
    return not inside or grid[row][col] == 0
