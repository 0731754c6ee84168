"""A correct function: walk on in all directions and count the turns, with a note of what was tried."""

Grid = list[list[int]]
HEADINGS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def linkable(grid: Grid, a: tuple[int, int], b: tuple[int, int]) -> bool:
    height, width = len(grid), len(grid[0])
    best: dict[tuple[int, int, int], int] = {}

    def walk(row: int, col: int, heading: int, turns: int) -> bool:
        stack = [(row, col, heading, turns)]
        while stack:
            row, col, heading, turns = stack.pop()
            row, col = row + HEADINGS[heading][0], col + HEADINGS[heading][1]
            if (row, col) == b:
                return True
            if not (-1 <= row <= height and -1 <= col <= width):
                continue
            if 0 <= row < height and 0 <= col < width and grid[row][col] > 0:
                continue
            if best.get((row, col, heading), 3) <= turns:
                continue
            best[row, col, heading] = turns
            for way in range(4):
                more = turns + (way != heading)
                if more <= 2 and way != (heading + 2) % 4:
                    stack.append((row, col, way, more))
        return False

    return any(walk(a[0], a[1], heading, 0) for heading in range(4))
