"""The course report's growing sets as published: never in the ring, and a ray ends at a cell seen before."""

Cell = tuple[int, int]


def linkable(grid: list[list[int]], a: Cell, b: Cell) -> bool:
    visited = {a}
    found: set[Cell] = set()
    last = [a]
    for _ in range(3):
        added = []
        for row, col in last:
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = row + down, col + across
                while 0 <= r < len(grid) and 0 <= c < len(grid[0]) and (r, c) not in visited:
                    if grid[r][c]:
                        found.add((r, c))
                        break
                    visited.add((r, c))
                    added.append((r, c))
                    r, c = r + down, c + across
        last = added
    return b in found
