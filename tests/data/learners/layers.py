"""The web-game article's layers as published, on a grid with the ring: fewest turns, but not always fewest steps."""

from collections import deque

Cell = tuple[int, int]


def linkable(grid: list[list[int]], a: Cell, b: Cell) -> list[Cell] | None:
    turns = {a: -1}
    came_from: dict[Cell, Cell] = {}
    queue = deque([a])
    while queue:
        here = queue.popleft()
        if here == b:
            path = [b]
            while path[-1] != a:
                path.append(came_from[path[-1]])
            return path
        if turns[here] == 2:
            continue
        going = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        far = 0
        while going:
            far += 1
            for heading in going[:]:
                cell = here[0] + heading[0] * far, here[1] + heading[1] * far
                if not is_free(grid, cell, b) or turns.get(cell, 3) <= turns[here]:
                    going.remove(heading)
                elif cell not in turns:
                    turns[cell] = turns[here] + 1
                    came_from[cell] = here
                    queue.append(cell)
    return None


def is_free(grid: list[list[int]], cell: Cell, target: Cell) -> bool:
    row, col = cell
    return 0 <= row < len(grid) and 0 <= col < len(grid[0]) and (grid[row][col] == 0 or cell == target)
