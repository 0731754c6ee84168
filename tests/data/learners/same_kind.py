"""A search that stops at any tile of the right kind, on a grid with the ring."""

Cell = tuple[int, int]


def linkable(grid: list[list[int]], a: Cell, b: Cell) -> bool:
    reached = {a}
    for _ in range(3):
        for row, col in reached.copy():
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = row + down, col + across
                while 0 <= r < len(grid) and 0 <= c < len(grid[0]):
                    if grid[r][c] == grid[b[0]][b[1]] and (r, c) != a:
                        return True
                    if grid[r][c]:
                        break
                    reached.add((r, c))
                    r, c = r + down, c + across
    return False
