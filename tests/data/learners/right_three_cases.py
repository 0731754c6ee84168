"""A correct function: straight, one corner, two corners, one case after the other."""

Grid = list[list[int]]
Cell = tuple[int, int]


def linkable(grid: Grid, a: Cell, b: Cell) -> bool:
    return straight(grid, a, b) or one_corner(grid, a, b) or two_corners(grid, a, b)


def straight(grid: Grid, a: Cell, b: Cell) -> bool:
    if a[0] == b[0]:
        low, high = min(a[1], b[1]), max(a[1], b[1])
        return all(empty(grid, a[0], col) for col in range(low + 1, high))
    if a[1] == b[1]:
        low, high = min(a[0], b[0]), max(a[0], b[0])
        return all(empty(grid, row, a[1]) for row in range(low + 1, high))
    return False


def one_corner(grid: Grid, a: Cell, b: Cell) -> bool:
    for corner in ((a[0], b[1]), (b[0], a[1])):
        if empty(grid, *corner) and straight(grid, a, corner) and straight(grid, corner, b):
            return True
    return False


def two_corners(grid: Grid, a: Cell, b: Cell) -> bool:
    for row in range(-1, len(grid) + 1):
        first = (row, a[1])
        if row != a[0] and empty(grid, *first) and straight(grid, a, first) and one_corner(grid, first, b):
            return True
    for col in range(-1, len(grid[0]) + 1):
        first = (a[0], col)
        if col != a[1] and empty(grid, *first) and straight(grid, a, first) and one_corner(grid, first, b):
            return True
    return False


def empty(grid: Grid, row: int, col: int) -> bool:
    if row < 0 or row >= len(grid) or col < 0 or col >= len(grid[0]):
        return True
    return grid[row][col] == 0
