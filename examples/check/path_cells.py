"""What all functions here need: the cells along a path, and whether they are empty."""

Grid = list[list[int]]
Cell = tuple[int, int]


def cells_along(corners: list[Cell]) -> list[Cell]:
    """Return every cell from the first corner to the last."""
    cells = [corners[0]]
    for row, col in corners[1:]:
        while cells[-1] != (row, col):
            r, c = cells[-1]
            cells.append((r + (row > r) - (row < r), c + (col > c) - (col < c)))
    return cells


def are_empty(grid: Grid, cells: list[Cell]) -> bool:
    """Whether all cells are empty; cells outside the grid are."""
    rows, cols = range(len(grid)), range(len(grid[0]))
    return all(row not in rows or col not in cols or grid[row][col] == 0 for row, col in cells)
