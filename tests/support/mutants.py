"""Small mistakes, each put into a correct function: what learners really get wrong, for the judge to find."""

from pathlib import Path
from typing import NamedTuple

from lianliankan.lab.check import Contract, Program
from lianliankan.lab.check.exercises import exercise
from support.paths import DATA

LEARNERS = DATA / "learners"


class Mutant(NamedTuple):
    """A correct function of `tests/data/learners` with the first `old` in its code replaced by `new`.

    With an `exercise` it is one of the solutions of `tests/data/exercises`.
    """

    name: str
    base: str
    old: str
    new: str
    exercise: str = ""

    @property
    def contract(self) -> Contract:
        """What its base is correct by."""
        if self.exercise:
            return exercise(self.exercise).contract
        judges_turns = self.base == "right_rays"
        return Contract(padded=self.base in PADDED, judge="turns" if judges_turns else "link")

    def write(self, folder: Path) -> Program:
        """Write it to a file."""
        folder_of_base = DATA / ("exercises" if self.exercise else "learners")
        code = (folder_of_base / f"{self.base}.py").read_text(encoding="utf-8")
        assert self.old in code, self.name
        file = folder / "mutant.py"
        file.write_text(code.replace(self.old, self.new, 1), encoding="utf-8")
        return Program(file, exercise(self.exercise).function if self.exercise else "linkable")


PADDED = ("right_cases", "right_rays")
CASES, SEARCH, LINES, RAYS, WALK = "right_three_cases", "right_search", "right_cases", "right_rays", "right_walk"
EMPTY = "return grid[row][col] == 0"
START = "    return straight(grid, a, b) or"
WALK_START = "    height, width = len(grid), len(grid[0])"
WALK_HEAD = f") -> bool:\n{WALK_START}\n    best: dict[tuple[int, int, int], int] = {{}}\n"
NOTED = "best.get((row, col, heading), 3) <= turns:\n                continue\n            best[row, col, heading]"
TEXT = "f'{row}{col}{heading}'"
ROWS, COLS = "range(-1, len(grid) + 1)", "range(-1, len(grid[0]) + 1)"
DEFINED = "def linkable(grid: Grid, a: Cell, b: Cell) -> bool:\n"
ON_RING = "return -1 <= row <= len(grid) and -1 <= col <= len(grid[0])"


def begin(name: str, code: str) -> Mutant:
    """A mistake in the first lines of the function."""
    return Mutant(name, CASES, START, f"    {code}\n{START}")


def memory(name: str, made: str, code: str) -> Mutant:
    """A global variable that calls change."""
    return Mutant(name, CASES, DEFINED, f"KEPT = {made}\n\n\n{DEFINED}    {code}\n")


def on_board(name: str, old: str, new: str, exercise: str = "all-moves") -> Mutant:
    """A mistake in a function about a whole board."""
    return Mutant(name, "solutions", old, new, exercise)


MUTANTS = (
    # The numbers of tiles.
    Mutant("kinds from 7 on are empty", CASES, EMPTY, "return not 1 <= grid[row][col] <= 6"),
    Mutant("kinds from 10 on are empty", CASES, EMPTY, "return not 1 <= grid[row][col] <= 9"),
    Mutant("kinds from 41 on are empty", CASES, EMPTY, "return not 1 <= grid[row][col] <= 40"),
    Mutant("kinds from 100 on are empty", CASES, EMPTY, "return not 1 <= grid[row][col] < 100"),
    Mutant("kinds from 256 on are empty", CASES, EMPTY, "return not 1 <= grid[row][col] < 256"),
    Mutant("kinds modulo 256", CASES, EMPTY, "return grid[row][col] % 256 == 0"),
    Mutant("kinds modulo 32768", CASES, EMPTY, "return grid[row][col] % 32768 == 0"),
    begin("kinds of 16 bits", "grid = [[number & 65535 for number in row] for row in grid]"),
    begin("the kind 65536 never links", "if grid[a[0]][a[1]] == 65536: return False"),
    Mutant("kinds modulo 10", CASES, EMPTY, "return grid[row][col] % 10 == 0"),
    Mutant("even kinds are empty", SEARCH, "return grid[row][col] == 0", "return grid[row][col] & 1 == 0"),
    Mutant("kind 1 is empty", CASES, EMPTY, "return grid[row][col] <= 1"),
    Mutant("kind 2 alone blocks", CASES, EMPTY, "return grid[row][col] != 2"),
    begin("is instead of ==", "if grid[a[0]][a[1]] is not grid[b[0]][b[1]]: return False"),
    Mutant("a table of 50 kinds", CASES, EMPTY, "return ([True] + [False] * 50)[grid[row][col]]"),
    begin("only the tile 1 links", "if grid[a[0]][a[1]] > 20: return False"),
    # Sizes and shapes.
    Mutant("ten columns at most", CASES, COLS, "range(-1, min(len(grid[0]), 10) + 1)"),
    Mutant("sixteen rows at most", CASES, ROWS, "range(-1, min(len(grid), 16) + 1)"),
    Mutant("twenty rows at most", CASES, ROWS, "range(-1, min(len(grid), 20) + 1)"),
    Mutant(
        "a table of 32 by 32",
        WALK,
        WALK_START,
        WALK_START + "\n    table = [[0] * 32 for _ in range(32)]; table[a[0]][a[1]] = table[b[0]][b[1]] = 1",
    ),
    Mutant("fifty columns at most", CASES, COLS, "range(-1, min(len(grid[0]), 50) + 1)"),
    Mutant("cells as text", WALK, NOTED, NOTED.replace("(row, col, heading)", TEXT).replace("row, col, heading", TEXT)),
    begin(
        "a row as text",
        "text = ''.join(map(str, grid[a[0]]))\n"
        "    if a[0] == b[0] and not text[min(a[1], b[1]) + 1 : max(a[1], b[1])].strip('0'): return True",
    ),
    Mutant("cells as row * 10 + col", WALK, NOTED, NOTED.replace("row, col, ", "row * 10 + col, 0, ")),
    Mutant("columns are counted by rows", CASES, COLS, "range(-1, len(grid) + 1)"),
    Mutant(
        "width and height swapped",
        WALK,
        "height, width = len(grid), len(grid[0])",
        "width, height = len(grid), len(grid[0])",
    ),
    Mutant("cells as row * 256 + col", WALK, NOTED, NOTED.replace("row, col, ", "row * 256 + col, 0, ")),
    Mutant(
        "no path has over 320 steps",
        CASES,
        "straight(grid, a, first) and one_corner(grid, first, b)",
        "abs(row - a[0]) + abs(row - b[0]) <= 320 and straight(grid, a, first) and one_corner(grid, first, b)",
    ),
    memory(
        "kept by the joined digits",
        "{}",
        "call = ''.join(str(number) for row in grid for number in row) + str(a) + str(b) + str(len(grid))\n"
        "    if call in KEPT: return KEPT[call]\n"
        "    KEPT[call] = straight(grid, a, b) or one_corner(grid, a, b) or two_corners(grid, a, b)\n"
        "    return KEPT[call]",
    ),
    begin("one row is too few", "if len(grid) == 1 and len(grid[0]) > 9: return a[1] - b[1] in (1, -1)"),
    begin("one column is too few", "if len(grid[0]) == 1 and len(grid) > 12: return straight(grid, a, b)"),
    begin("full boards have no links", "if len(grid) > 3 and all(map(all, grid)): return False"),
    begin(
        "two tiles always link straight",
        "if len(grid) > 9 and sum(map(bool, sum(grid, []))) == 2: return a[0] == b[0] or a[1] == b[1]",
    ),
    begin("recursion over all cells", "deep = lambda n: n and deep(n - 1); deep(len(grid) * len(grid[0]))"),
    # The order of the two cells, and calls one after another.
    Mutant(
        "the range needs a before b", CASES, "low, high = min(a[1], b[1]), max(a[1], b[1])", "low, high = a[1], b[1]"
    ),
    Mutant(
        "the column needs a above b", CASES, "low, high = min(a[0], b[0]), max(a[0], b[0])", "low, high = a[0], b[0]"
    ),
    memory("links are kept by cell", "{}", "if KEPT.setdefault((a, b), str(grid)) != str(grid): return a[0] == b[0]"),
    Mutant("a default argument keeps the cells", WALK, WALK_HEAD, f", best={{}}) -> bool:\n{WALK_START}\n"),
    memory(
        "a call is right only once",
        "set()",
        "call = str((grid, a, b))\n    if call in KEPT: return False\n    KEPT.add(call)",
    ),
    memory("wrong after ten thousand calls", "[]", "KEPT.append(a)\n    if len(KEPT) > 10_000: return False"),
    # Turns.
    Mutant("one turn at most", SEARCH, "turns <= 2", "turns <= 1"),
    Mutant(
        "three turns",
        SEARCH,
        "turns <= 2 and turns < fewest.get((cell, heading), 3)",
        "turns <= 3 and turns < fewest.get((cell, heading), 4)",
    ),
    Mutant("no note of turns", SEARCH, "turns < fewest.get((cell, heading), 3)", "(cell, heading) not in fewest"),
    Mutant("a cell is tried only once", WALK, "best.get((row, col, heading), 3) <= turns", "(row, col, 0) in best"),
    Mutant("turning back costs nothing", WALK, "more = turns + (way != heading)", "more = turns + (way > heading)"),
    Mutant("only left turns", WALK, "way != (heading + 2) % 4", "way != (heading + 1) % 4"),
    Mutant("two layers", RAYS, "for _ in range(3)", "for _ in range(2)"),
    Mutant("four layers", RAYS, "for _ in range(3)", "for _ in range(4)"),
    Mutant(
        "layers run together",
        RAYS,
        "following.append((row, col))",
        "following.append((row, col)); layer.append((row, col))",
    ),
    # The ring.
    Mutant("no ring above", CASES, "for row in range(-1, len(grid) + 1)", "for row in range(0, len(grid) + 1)"),
    Mutant("no ring below", CASES, "for row in range(-1, len(grid) + 1)", "for row in range(-1, len(grid))"),
    Mutant(
        "no ring on the left", CASES, "for col in range(-1, len(grid[0]) + 1)", "for col in range(0, len(grid[0]) + 1)"
    ),
    Mutant(
        "no ring on the right", CASES, "for col in range(-1, len(grid[0]) + 1)", "for col in range(-1, len(grid[0]))"
    ),
    Mutant("outside is blocked", SEARCH, ON_RING, "return False"),
    Mutant(
        "negative indices wrap around",
        SEARCH,
        "if 0 <= row < len(grid) and 0 <= col < len(grid[0]):",
        "if -1 <= row < len(grid) and -1 <= col < len(grid[0]):",
    ),
    Mutant("the last row is outside", CASES, "row >= len(grid)", "row >= len(grid) - 1"),
    Mutant("the first column is outside", CASES, "col < 0", "col <= 0"),
    # Corners and lines.
    Mutant("a line misses its first cell", CASES, "for col in range(low + 1, high)", "for col in range(low + 2, high)"),
    Mutant(
        "a line misses its last cell", CASES, "for row in range(low + 1, high)", "for row in range(low + 1, high - 1)"
    ),
    Mutant("a line looks at its end", CASES, "for col in range(low + 1, high)", "for col in range(low + 1, high + 1)"),
    Mutant(
        "corners may be tiles",
        CASES,
        "if empty(grid, *corner) and straight(grid, a, corner)",
        "if straight(grid, a, corner)",
    ),
    Mutant(
        "the first corner may be a tile",
        CASES,
        "row != a[0] and empty(grid, *first) and straight",
        "row != a[0] and straight",
    ),
    Mutant(
        "the second corner may be a tile",
        CASES,
        "col != a[1] and empty(grid, *first) and straight",
        "col != a[1] and straight",
    ),
    Mutant("one of two corners only", CASES, "((a[0], b[1]), (b[0], a[1]))", "((a[0], b[1]),)"),
    Mutant("the second half is not looked at", CASES, " and straight(grid, corner, b)", ""),
    Mutant("columns only", CASES, "for col in range(-1, len(grid[0]) + 1)", "for col in range(0)"),
    Mutant(
        "or for and",
        CASES,
        "straight(grid, a, first) and one_corner(grid, first, b)",
        "(straight(grid, a, first) or one_corner(grid, first, b))",
    ),
    Mutant("any for all", LINES, "return all(", "return any("),
    Mutant(
        "the ends of its kind are open", LINES, "(row, col) in ends", "grid[row][col] == grid[ends[0][0]][ends[0][1]]"
    ),
    Mutant("rows only", LINES, "for lines in (rows, cols)", "for lines in (rows,)"),
    Mutant("a line ends early", LINES, "range(min(c, d), max(c, d) + 1)", "range(min(c, d), max(c, d))"),
    begin("neighbours do not link", "if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1: return False"),
    begin(
        "neighbours must be in a row",
        "if len(grid) > 3 and a[1] == b[1] and abs(a[0] - b[0]) == 1: return False",
    ),
    Mutant("a heading is missing", RAYS, "(0, 1), (1, 0), (0, -1), (-1, 0)", "(0, 1), (1, 0), (0, -1)"),
    Mutant("a heading is diagonal", SEARCH, "(0, 1), (1, 0), (0, -1), (-1, 0)", "(0, 1), (1, 1), (0, -1), (-1, 0)"),
    # What is returned.
    Mutant("the path forgets a", RAYS, "    path.append(a)\n", ""),
    Mutant("the path forgets a corner", RAYS, "while last != a:", "if last != a:"),
    Mutant("the path as one number", RAYS, "path = [b]", "path = [b[0], b[1]]"),
    Mutant(
        "found, but not returned",
        CASES,
        "            return True\n    return False\n\n\ndef two_corners",
        "            True\n    return False\n\n\ndef two_corners",
    ),
    begin(
        "takes the tiles away",
        "answer = straight(grid, a, b)\n    grid[a[0]][a[1]] = 0 if answer else grid[a[0]][a[1]]",
    ),
    # Questions about whole boards.
    on_board(
        "tiles of the last row are left out",
        "for row in range(len(grid)) for col",
        "for row in range(len(grid) - 1) for col",
    ),
    on_board("kinds from 10 on are left out", "if grid[row][col]]", "if 0 < grid[row][col] < 10]"),
    on_board("a pair needs another row", "if grid[a[0]][a[1]] ==", "if a[0] != b[0] and grid[a[0]][a[1]] =="),
    on_board("only the next tile is tried", "tiles[number + 1 :]", "tiles[number + 1 : number + 2]"),
    on_board("tiles are paired with themselves", "tiles[number + 1 :]", "tiles[number:]"),
    on_board("twenty tiles at most", "for number, a in enumerate(tiles)", "for number, a in enumerate(tiles[:20])"),
    on_board("only the first row has tiles", "any(map(any, grid))", "any(grid[0])", "stuck"),
    on_board("two tiles are never stuck", "any(map(any, grid))", "sum(map(bool, sum(grid, []))) > 2", "stuck"),
    on_board(
        "full boards are never stuck", "any(map(any, grid))", "not all(map(all, grid)) and any(map(any, grid))", "stuck"
    ),
    on_board("large boards are never stuck", "any(map(any, grid))", "len(grid) < 9 and any(map(any, grid))", "stuck"),
)
