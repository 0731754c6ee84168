"""A correct function: breadth-first over cells with the direction of arrival."""

from collections import deque

Cell = tuple[int, int]


def linkable(grid: list[list[int]], a: Cell, b: Cell) -> bool:
    headings = ((0, 1), (1, 0), (0, -1), (-1, 0))
    fewest = {(a, heading): 0 for heading in headings}
    queue = deque(fewest)
    while queue:
        (row, col), (down, across) = here = queue.popleft()
        cell = row + down, col + across
        if cell == b:
            return True
        if not is_empty(grid, cell):
            continue
        for heading in headings:
            turns = fewest[here] + (heading != here[1])
            if turns <= 2 and turns < fewest.get((cell, heading), 3):
                fewest[cell, heading] = turns
                queue.append((cell, heading))
    return False


def is_empty(grid: list[list[int]], cell: Cell) -> bool:
    row, col = cell
    if 0 <= row < len(grid) and 0 <= col < len(grid[0]):
        return grid[row][col] == 0
    return -1 <= row <= len(grid) and -1 <= col <= len(grid[0])
