"""The slow and obviously correct game.

A board here is a plain list of rows (0 empty, -1 wall, -2 not part of the board, else a kind). Nothing is shared with
the package: no bit tricks, no tables, no import. Paths are searched over states (cell, direction), one step at a time;
moves are all pairs tried; packing moves one tile by one cell until nothing moves.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

Rows = list[list[int]]
Cell = tuple[int, int]
Pair = tuple[Cell, Cell]

DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))


class ReferenceGame:
    """Rows and rules; `phase` counts the turns of rotating gravity."""

    def __init__(
        self,
        rows: Rows,
        *,
        max_turns: int | None = 2,
        outside: bool = True,
        gravity: str = "still",
        adjacent: bool = True,
        phase: int = 0,
    ) -> None:
        self.rows = [list(row) for row in rows]
        self.height, self.width = len(rows), len(rows[0])
        self.max_turns, self.outside, self.gravity, self.adjacent = max_turns, outside, gravity, adjacent
        self.phase = phase

    def tiles(self) -> Iterator[Cell]:
        """All cells with a tile, in reading order."""
        for r, row in enumerate(self.rows):
            for c, number in enumerate(row):
                if number > 0:
                    yield r, c

    def has_tile(self, cell: Cell) -> bool:
        """Whether there is a tile; the ring has none."""
        r, c = cell
        return 0 <= r < self.height and 0 <= c < self.width and self.rows[r][c] > 0

    def is_open(self, cell: Cell) -> bool:
        """Whether a path may pass: an empty cell, or the ring if the rules allow it."""
        r, c = cell
        if 0 <= r < self.height and 0 <= c < self.width:
            return self.rows[r][c] == 0
        on_ring = -1 <= r <= self.height and -1 <= c <= self.width
        return on_ring and self.outside

    # ---- paths -------------------------------------------------------------------------------------------------------

    def costs_from(self, a: Cell) -> dict[Cell, tuple[int, int]]:
        """The fewest turns and then steps from a tile to every other tile that a path reaches.

        Layers of turns; within a layer, states are settled in the order of their steps.
        """
        settled: dict[tuple[Cell, int], tuple[int, int]] = {}
        reached: dict[Cell, tuple[int, int]] = {}
        frontier: dict[tuple[int, int], set[tuple[Cell, int]]] = {(0, 0): {(a, d) for d in range(4)}}
        while frontier:
            cost = min(frontier)
            states = frontier.pop(cost)
            turns, steps = cost
            if self.max_turns is not None and turns > self.max_turns:
                break
            for cell, d in states:
                if (cell, d) in settled:
                    continue
                settled[cell, d] = cost
                ahead = (cell[0] + DIRECTIONS[d][0], cell[1] + DIRECTIONS[d][1])
                if self.is_open(ahead):
                    frontier.setdefault((turns, steps + 1), set()).add((ahead, d))
                elif self.has_tile(ahead) and ahead != a and (self.adjacent or steps > 0):
                    reached.setdefault(ahead, (turns, steps + 1))
                if cell != a:
                    for other in range(4):
                        if DIRECTIONS[other][0] * DIRECTIONS[d][0] + DIRECTIONS[other][1] * DIRECTIONS[d][1] == 0:
                            frontier.setdefault((turns + 1, steps), set()).add((cell, other))
        return reached

    def cost(self, a: Cell, b: Cell) -> tuple[int, int] | None:
        """The fewest turns and then steps between two tiles of one kind, or None."""
        if self.rows[a[0]][a[1]] != self.rows[b[0]][b[1]]:
            return None
        return self.costs_from(a).get(b)

    def best_corners(self, a: Cell, b: Cell) -> list[Cell] | None:
        """The corners of the best path from a to b: every best path is walked, and the tie broken by reading order."""
        cost = self.cost(a, b)
        if cost is None:
            return None
        first, last = min(a, b), max(a, b)
        best = min(self._paths(first, last, cost))
        return best if first == a else best[::-1]

    def _paths(self, a: Cell, b: Cell, cost: tuple[int, int]) -> Iterator[list[Cell]]:
        """Every path of exactly this cost, as corners."""
        turns, steps = cost

        def walk(cell: Cell, d: int, turns: int, steps: int, corners: list[Cell]) -> Iterator[list[Cell]]:
            ahead = (cell[0] + DIRECTIONS[d][0], cell[1] + DIRECTIONS[d][1])
            if ahead == b:
                if (turns, steps) == (0, 1) and (self.adjacent or cell != a):
                    yield [*corners, b]
                return
            if not self.is_open(ahead) or steps <= 1 or ahead == a:
                return
            if abs(ahead[0] - b[0]) + abs(ahead[1] - b[1]) > steps - 1:
                return
            yield from walk(ahead, d, turns, steps - 1, corners)
            if turns > 0:
                for other in range(4):
                    if DIRECTIONS[other][0] * DIRECTIONS[d][0] + DIRECTIONS[other][1] * DIRECTIONS[d][1] == 0:
                        yield from walk(ahead, other, turns - 1, steps - 1, [*corners, ahead])

        for d in range(4):
            yield from walk(a, d, turns, steps, [a])

    def moves(self) -> list[Pair]:
        """Every linkable pair, in reading order."""
        found = []
        for a, b in combinations(self.tiles(), 2):
            if self.rows[a[0]][a[1]] == self.rows[b[0]][b[1]] and b in self._reached(a):
                found.append((a, b))
        return found

    def _reached(self, a: Cell) -> dict[Cell, tuple[int, int]]:
        if not hasattr(self, "_known"):
            self._known: dict[Cell, dict[Cell, tuple[int, int]]] = {}
        if a not in self._known:
            self._known[a] = self.costs_from(a)
        return self._known[a]

    # ---- playing -----------------------------------------------------------------------------------------------------

    def play(self, pair: Pair) -> "ReferenceGame":
        """The game after a move; whether it links is not asked."""
        rows = [list(row) for row in self.rows]
        for r, c in pair:
            rows[r][c] = 0
        after = ReferenceGame(
            rows,
            max_turns=self.max_turns,
            outside=self.outside,
            gravity=self.gravity,
            adjacent=self.adjacent,
            phase=self.phase,
        )
        after._pack()
        return after

    def _pack(self) -> None:
        upper, left = (self.height + 1) // 2, (self.width + 1) // 2
        everywhere = (range(self.height), range(self.width))
        above, below = (range(upper), range(self.width)), (range(upper, self.height), range(self.width))
        lefts, rights = (range(self.height), range(left)), (range(self.height), range(left, self.width))
        up, west, east, down = DIRECTIONS
        split_rows = [(above, up), (below, down)]
        split_columns = [(lefts, west), (rights, east)]
        gather_rows = [(above, down), (below, up)]
        gather_columns = [(lefts, east), (rights, west)]
        turning = [up, east, down, west]
        plan: dict[str, list[list[tuple[tuple[range, range], Cell]]]] = {
            "still": [],
            "down": [[(everywhere, down)]],
            "up": [[(everywhere, up)]],
            "left": [[(everywhere, west)]],
            "right": [[(everywhere, east)]],
            "split-rows": [split_rows],
            "split-columns": [split_columns],
            "gather-rows": [gather_rows],
            "gather-columns": [gather_columns],
            "slide-left-right": [[(above, west), (below, east)]],
            "slide-down-up": [[(lefts, down), (rights, up)]],
            "outward": [split_rows, split_columns],
            "inward": [gather_rows, gather_columns],
            "rotating": [[(everywhere, turning[self.phase])]],
        }
        moved = False
        for stage in plan[self.gravity]:
            for (rows, cols), direction in stage:
                while self._shift(rows, cols, direction):
                    moved = True
        if moved and self.gravity == "rotating":
            self.phase = (self.phase + 1) % 4

    def _shift(self, rows: range, cols: range, direction: Cell) -> bool:
        """Move every tile of the part that has an empty cell of the part ahead of it by one cell."""
        moved = False
        for r in rows:
            for c in cols:
                to = (r + direction[0], c + direction[1])
                if self.rows[r][c] > 0 and to[0] in rows and to[1] in cols and self.rows[to[0]][to[1]] == 0:
                    self.rows[to[0]][to[1]], self.rows[r][c] = self.rows[r][c], 0
                    moved = True
        return moved

    # ---- counting and solving ---------------------------------------------------------------------------------------

    def key(self) -> tuple[tuple[tuple[int, ...], ...], int]:
        """What tells positions of one game apart."""
        return tuple(tuple(row) for row in self.rows), self.phase

    def perft(self, depth: int) -> int:
        """The number of move sequences of a given length."""
        if depth == 0:
            return 1
        moves = self.moves()
        if depth == 1:
            return len(moves)
        return sum(self.play(move).perft(depth - 1) for move in moves)

    def winnable(self) -> bool:
        """Whether the board can be cleared, by trying everything; for small boards."""
        games = {self.key(): self}

        @cache
        def search(key: tuple[tuple[tuple[int, ...], ...], int]) -> bool:
            game = games[key]
            if not any(game.tiles()):
                return True
            for move in game.moves():
                after = game.play(move)
                games.setdefault(after.key(), after)
                if search(after.key()):
                    return True
            return False

        return search(self.key())
