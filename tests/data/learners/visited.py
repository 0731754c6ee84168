"""A search that marks the cell as seen, not the cell and the direction, on a grid with the ring."""

from collections import deque

Cell = tuple[int, int]


def linkable(grid: list[list[int]], a: Cell, b: Cell) -> list[Cell] | None:
    seen = {a}
    queue: deque[tuple[list[Cell], Cell | None, int]] = deque([([a], None, 0)])
    while queue:
        path, heading, turns = queue.popleft()
        if path[-1] == b:
            return path
        for turn in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            row, col = path[-1][0] + turn[0], path[-1][1] + turn[1]
            more = turns + (heading is not None and heading != turn)
            on_grid = 0 <= row < len(grid) and 0 <= col < len(grid[0])
            if more <= 2 and on_grid and (row, col) not in seen and (grid[row][col] == 0 or (row, col) == b):
                seen.add((row, col))
                queue.append(([*path, (row, col)], turn, more))
    return None
