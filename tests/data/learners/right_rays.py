"""A correct function: cells reached with no turn, with one, with two, on a grid with the ring; returns the path."""

Cell = tuple[int, int]
HEADINGS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def linkable(grid: list[list[int]], a: Cell, b: Cell) -> list[Cell] | None:
    came_from: dict[Cell, Cell] = {a: a}
    layer = [a]
    for _ in range(3):
        following = []
        for cell in layer:
            for down, across in HEADINGS:
                row, col = cell[0] + down, cell[1] + across
                while 0 <= row < len(grid) and 0 <= col < len(grid[0]):
                    if (row, col) == b:
                        return corners(came_from, a, cell, b)
                    if grid[row][col] != 0:
                        break
                    if (row, col) not in came_from:
                        came_from[row, col] = cell
                        following.append((row, col))
                    row += down
                    col += across
        layer = following
    return None


def corners(came_from: dict[Cell, Cell], a: Cell, last: Cell, b: Cell) -> list[Cell]:
    path = [b]
    while last != a:
        path.append(last)
        last = came_from[last]
    path.append(a)
    return path[::-1]
