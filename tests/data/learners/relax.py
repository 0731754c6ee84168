"""The book's relaxation taken literally, on a grid with the ring: it starts at 0 and requires fewer than three."""

Cell = tuple[int, int]


def linkable(grid: list[list[int]], a: Cell, b: Cell) -> bool:
    crossings = {a: 0}
    improved = [a]
    while improved:
        row, col = improved.pop()
        for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = row + down, col + across
            while 0 <= r < len(grid) and 0 <= c < len(grid[0]) and (grid[r][c] == 0 or (r, c) == b):
                if crossings.get((r, c), 1000) > crossings[row, col] + 1:
                    crossings[r, c] = crossings[row, col] + 1
                    improved.append((r, c))
                if (r, c) == b:
                    break
                r, c = r + down, c + across
    return crossings.get(b, 1000) < 3
