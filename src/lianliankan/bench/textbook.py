"""The plain textbook search in Python, for comparison."""

from lianliankan.board.board import Board


def with_ring(board: Board) -> list[list[int]]:
    """Return the board with its ring as a matrix."""
    side = [0] * (board.cols + 2)
    return [side, *([0, *row, 0] for row in board.to_rows()), side]


def textbook_link(matrix: list[list[int]], a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two tiles link, by breadth-first search with one layer per line over a matrix that includes the ring."""
    seen = {a}
    layer = [a]
    for _ in range(3):
        found = []
        for row, col in layer:
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = row + down, col + across
                while 0 <= r < len(matrix) and 0 <= c < len(matrix[0]):
                    if (r, c) == b:
                        return True
                    if matrix[r][c]:
                        break
                    if (r, c) not in seen:
                        seen.add((r, c))
                        found.append((r, c))
                    r, c = r + down, c + across
        layer = found
    return False
