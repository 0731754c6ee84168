"""Programs that make a classic mistake: a correct one with a part replaced, or one of their own."""

from typing import NamedTuple

from support.paths import DATA

SOLUTIONS = (DATA / "exercises" / "solutions.py").read_text(encoding="utf-8")


class Mistaken(NamedTuple):
    """A mistake, the exercise in which it shows, and the program: `new` instead of `old`, or else after it all."""

    mistake: str
    exercise: str
    new: str
    old: str = ""

    @property
    def source(self) -> str:
        """The program."""
        if not self.old:
            return f"{SOLUTIONS}\n\n{self.new}\n"
        assert self.old in SOLUTIONS, self
        return SOLUTIONS.replace(self.old, self.new)


RING = "range(-1, len(grid) + 1), range(-1, len(grid[0]) + 1)"
RANGES = {  # of rows and columns for the corners on the ring
    "forgets-ring": "range(len(grid)), range(len(grid[0]))",
    "part-of-ring": "range(-1, len(grid)), range(-1, len(grid[0]))",
}
CORNER = "is_empty(grid, *corner) and "
SEARCH = """
from collections import deque

def open_cell(grid, row, col):
    if not (-1 <= row <= len(grid) and -1 <= col <= len(grid[0])):
        return False
    return is_empty(grid, row, col)

def linkable(grid, a, b):
    waiting, seen = deque([(a, None, 0)]), {a}
    while waiting:
        (row, col), came, turns = waiting.popleft()
        for way in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            ahead = row + way[0], col + way[1]
            more = turns + (came is not None and way != came)
            if LIMIT:
                continue
            if ahead == b:
                return True
            if ahead not in seen and open_cell(grid, *ahead):
                seen.add(ahead)
                waiting.append((ahead, way, more))
    return False
"""
RAYS = """
def linkable(grid, a, b):
    seen, layer = {a}, [a]
    for _ in range(3):
        following = []
        for row, col in layer:
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                r, c = row + down, col + right
                while -1 <= r <= len(grid) and -1 <= c <= len(grid[0]) and (r, c) not in seen:
                    if (r, c) == b:
                        return True
                    if not is_empty(grid, r, c):
                        break
                    seen.add((r, c))
                    following.append((r, c))
                    r, c = r + down, c + right
        layer = following
    return False
"""
BY_STEPS = (
    SEARCH.replace("LIMIT", "False")
    .replace("def linkable", "def fewest_turns")
    .replace("deque([(a, None, 0)])", "deque([(a, [a], 0)])")
)
BY_STEPS = BY_STEPS.replace("(came is not None and way != came)", "1").replace("return True", "return [*came, b]")
BY_STEPS = BY_STEPS.replace("(ahead, way, more)", "(ahead, [*came, ahead], more)").replace("return False\n\ndef", "def")
EVERY_PATH = """
def linkable(grid, a, b):
    def go(path):
        row, col = path[-1]
        if path[-1] == b:
            ways = [(r - s, c - d) for (r, c), (s, d) in pairwise(path)]
            return sum(here != there for here, there in pairwise(ways)) <= 2
        for cell in ((row, col + 1), (row + 1, col), (row, col - 1), (row - 1, col)):
            on_ring = -1 <= cell[0] <= len(grid) and -1 <= cell[1] <= len(grid[0])
            if on_ring and cell not in path and (cell == b or is_empty(grid, *cell)) and go([*path, cell]):
                return True
        return False
    return go([a])
"""
SAME_KIND = """
KIND, right = [0], linkable

def linkable(grid, a, b):
    KIND[0] = grid[a[0]][a[1]]
    return right(grid, a, b)

def is_empty(grid, row, col):
    on_board = 0 <= row < len(grid) and 0 <= col < len(grid[0])
    return not on_board or grid[row][col] in (0, KIND[0])
"""
LINE = """
def line(grid, a, b):
    if a[0] != b[0] and a[1] != b[1]:
        return False
    rows, cols = range(min(a[0], b[0]), max(a[0], b[0]) + 1), range(min(a[1], b[1]), max(a[1], b[1]) + 1)
    return all((row, col) in (a, b) or grid[row][col] == 0 for row in rows for col in cols)

def straight(grid, a, b):
"""
SWAPPED = LINE + "    return line(grid, a[::-1], b[::-1])"
CORNERS = (
    LINE
    + """    corners = [a, b, (a[0], b[1]), (b[0], a[1])]
    empty = [cell for cell in corners if cell in (a, b) or grid[cell[0]][cell[1]] == 0]
    return any(line(grid, a, corner) and line(grid, corner, b) for corner in empty)"""
)
OLD_BOUNDS = "row >= len(grid) or col < 0 or col >= len(grid[0]):\n        return True"
NEW_BOUNDS = (
    "row >= len(grid) - 1 or col < 0 or col >= len(grid[0]) - 1:\n"
    "        return row in (-1, len(grid)) or col in (-1, len(grid[0]))"
)
RING_CASE = f"two_corners(grid, a, b, {RING})"
BETWEEN = "range(min(a[0], b[0]), max(a[0], b[0])), range(min(a[1], b[1]), max(a[1], b[1]))"
FIRST = "is_empty(grid, *first) and straight(grid, a, first)"
COLUMN = "return all(is_empty(grid, row, a[1]) for row in range(low + 1, high))"
STEPS = SEARCH.replace("LIMIT", "turns > 2").replace("(came is not None and way != came)", "1")
LONGEST = "[path for path in all_paths(grid, a, b) if len(path) == len(fewest_turns(grid, a, b))]"


def begin(mistake: str, exercise: str, body: str) -> Mistaken:
    """A whole function with this body."""
    name = {"ring": "linkable", "all-moves": "all_moves", "stuck": "is_stuck"}.get(exercise, exercise.replace("-", "_"))
    taken = "grid" if exercise in ("all-moves", "stuck") else "grid, a, b"
    return Mistaken(mistake, exercise, f"def {name}({taken}):\n    {body}")


TILES = "tiles = [number for row in grid for number in row if number]"


def around(mistake: str, exercise: str, body: str) -> Mistaken:
    """The correct `linkable`, after something else."""
    head = f"right, seen = linkable, []\n\ndef linkable(grid, a, b):\n    copy = [row[:] for row in grid]\n    {body}\n"
    return Mistaken(mistake, exercise, head + "    return right(copy, a, b)")


CELLS = "def cells(grid): return [(r, c) for r in range(len(grid)) for c in range(len(grid[0]))]\n"
EQUAL = "grid[a[0]][a[1]] == grid[b[0]][b[1]]"


def pairs(mistake: str, condition: str) -> Mistaken:
    """A list of all pairs that fulfil a condition."""
    made = "[(a, b) for a in cells(grid) for b in cells(grid) if " + condition + "]"
    return Mistaken(mistake, "all-moves", f"{CELLS}\ndef all_moves(grid):\n    return {made}")


MISTAKEN = (
    *(Mistaken(mistake, "ring", ranges, RING) for mistake, ranges in RANGES.items()),
    Mistaken("forgets-ring", "all-moves", RANGES["forgets-ring"], RING),
    Mistaken("forgets-ring", "stuck", RANGES["forgets-ring"], RING),
    Mistaken("part-of-ring", "ring", "range(0, len(grid) + 1), range(0, len(grid[0]) + 1)", RING),
    Mistaken("leaves-grid", "two-turns", RING, RANGES["forgets-ring"]),
    Mistaken("corner-not-tested", "one-turn", "", CORNER),
    Mistaken("corner-not-tested", "ring", "", CORNER),
    Mistaken("corner-not-tested", "ring", "straight(grid, a, first)", FIRST),
    Mistaken("one-corner", "one-turn", "((a[0], b[1]),)", "((a[0], b[1]), (b[0], a[1]))"),
    Mistaken("only-in-line", "ring", f"(a[0] == b[0] or a[1] == b[1]) and {RING_CASE}", RING_CASE),
    Mistaken("only-between", "two-turns", BETWEEN, RANGES["forgets-ring"]),
    Mistaken("line-end", "straight", "range(low + 2, high)", "range(low + 1, high)"),
    Mistaken("line-end", "ring", "range(low + 1, high - 1)", "range(low + 1, high)"),
    Mistaken("one-axis", "straight", "return False", COLUMN),
    Mistaken("last-line", "ring", NEW_BOUNDS, OLD_BOUNDS),
    Mistaken(
        "negative-index",
        "ring",
        "if row >= len(grid) or col >= len",
        "if row < 0 or row >= len(grid) or col < 0 or col >= len",
    ),
    Mistaken("too-few-turns", "ring", "False", RING_CASE),
    Mistaken("no-turn-limit", "ring", SEARCH.replace("LIMIT", "False")),
    Mistaken("too-many-turns", "straight", CORNERS),
    Mistaken("visited-cells", "ring", SEARCH.replace("LIMIT", "more > 2")),
    Mistaken("ray-stops", "ring", RAYS),
    Mistaken("counts-steps", "ring", STEPS),
    Mistaken("same-kind", "ring", SAME_KIND),
    begin("never", "ring", "return grid[b[0]][b[1]] == 0"),
    begin("always", "ring", "return grid[a[0]][a[1]] == grid[b[0]][b[1]]"),
    begin("no-return", "straight", "a[0] == b[0]"),
    Mistaken("swapped", "straight", SWAPPED),
    around("identity", "ring", "if grid[a[0]][a[1]] is not grid[b[0]][b[1]]: return False"),
    around("keeps-state", "ring", "if (a, b) in seen: return False\n    seen.append((a, b))"),
    around("writes-grid", "ring", "grid[a[0]][a[1]] = grid[b[0]][b[1]] = 0"),
    Mistaken("order", "straight", "range(a[1] + 1, b[1]))\n    if", "range(low + 1, high))\n    if"),
    begin("outside-grid", "straight", "return a[0] == b[0] and grid[a[0] + 1][a[1]] == 0"),
    begin("endless-recursion", "straight", "return straight(grid, a, b)"),
    begin("endless-loop", "straight", "\n    while a != b: pass"),
    Mistaken("every-path", "ring", EVERY_PATH),
    begin("path-ends", "fewest-turns", "return [cell for path in all_paths(grid, a, b)[:1] for cell in path[1:]]"),
    Mistaken("steps-not-turns", "fewest-turns", BY_STEPS),
    begin("first-path", "fewest-turns", "return (all_paths(grid, a, b) or [None])[-1]"),
    begin("first-path", "shortest-path", f"return max({LONGEST}, key=steps, default=None)"),
    pairs("pair-twice", f"a != b and grid[a[0]][a[1]] and {EQUAL} and linkable(grid, a, b)"),
    pairs("with-itself", f"a <= b and grid[a[0]][a[1]] and {EQUAL} and (a == b or linkable(grid, a, b))"),
    pairs("different-tiles", "a < b and grid[a[0]][a[1]] and grid[b[0]][b[1]] and linkable(grid, a, b)"),
    pairs("empty-cells", f"a < b and {EQUAL} and linkable(grid, a, b)"),
    pairs("equal-is-move", f"a < b and grid[a[0]][a[1]] and {EQUAL}"),
    begin("no-move-found", "all-moves", "return []"),
    begin("equal-is-move", "stuck", f"{TILES}\n    return bool(tiles) and len(set(tiles)) == len(tiles)"),
    begin("no-move-found", "stuck", "return any(map(any, grid))"),
    begin("empty-is-stuck", "stuck", "return not all_moves(grid)"),
)
"""For every mistake at least one program."""
