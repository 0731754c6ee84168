"""A test of rows and columns that forgets the last one: the range ends one too early."""

Grid = list[list[int]]
Cell = tuple[int, int]


def can_link(grid: Grid, a: Cell, b: Cell) -> bool:
    for row in range(len(grid) - 1):  # the ring below is row len(grid) - 1
        corners = (row, a[1]), (row, b[1])
        if is_open(grid, a, corners[0], a, b) and is_open(grid, *corners, a, b) and is_open(grid, corners[1], b, a, b):
            return True
    for col in range(len(grid[0])):
        corners = (a[0], col), (b[0], col)
        if is_open(grid, a, corners[0], a, b) and is_open(grid, *corners, a, b) and is_open(grid, corners[1], b, a, b):
            return True
    return False


def is_open(grid: Grid, start: Cell, end: Cell, a: Cell, b: Cell) -> bool:
    """Whether all cells of a straight line are empty, but for the two tiles themselves."""
    rows = range(min(start[0], end[0]), max(start[0], end[0]) + 1)
    cols = range(min(start[1], end[1]), max(start[1], end[1]) + 1)
    return all(grid[row][col] == 0 or (row, col) in (a, b) for row in rows for col in cols)
