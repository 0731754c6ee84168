"""Judging finders: the truth about a pair, the promises that a path breaks, and every tiny board in order of size.

As a script (`PYTHONPATH=tests python -m support.finder_boards`) it finds the smallest board on which each finder breaks
each promise that it does not make, and writes the package's counterexamples. That takes a few minutes.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations, permutations

import lianliankan as llk
from lianliankan.lab.finders import PUBLISHED, Counterexample, Finder
from lianliankan.lab.finders.counterexamples import FILE, to_text
from support.reference_game import DIRECTIONS, Cell, ReferenceGame
from support.strategies import reference_game

ALL: dict[str, Finder] = {**llk.FINDERS, **PUBLISHED}

LARGEST = 12
"""For every promise that it does not make, every finder fails on some board of up to this many cells."""

Found = dict[tuple[str, llk.Promise], Counterexample]


class Truth:
    """The truth about two tiles of one kind, according to the reference game."""

    def __init__(self, board: llk.Board, a: Cell, b: Cell) -> None:
        self.board, self.a, self.b = board, a, b

    @cached_property
    def game(self) -> ReferenceGame:
        """The reference game; the kernel's truth seldom needs it."""
        return reference_game(self.board)

    @cached_property
    def best(self) -> tuple[int, int] | None:
        """The turns and steps of the best path, regardless of the turn limit."""
        self.game.max_turns, limit = None, self.game.max_turns
        best = self.game.cost(self.a, self.b)
        self.game.max_turns = limit
        return best

    @property
    def links(self) -> bool:
        """Whether there is a path within the turn limit."""
        return self.best is not None and self.allows(self.best[0])

    def allows(self, turns: int) -> bool:
        """Whether a path may have this many turns."""
        limit = self.board.rules.max_turns
        return limit is None or turns <= limit

    @cached_property
    def shortest(self) -> int | None:
        """The fewest steps of any path, by flood fill."""
        steps = {self.a: 0}
        queue = deque([self.a])
        while queue:
            cell = queue.popleft()
            for down, across in DIRECTIONS:
                there = (cell[0] + down, cell[1] + across)
                if there == self.b and (self.game.adjacent or cell != self.a):
                    return steps[cell] + 1
                if self.game.is_open(there) and there not in steps:
                    steps[there] = steps[cell] + 1
                    queue.append(there)
        return None

    def is_path(self, path: llk.Path) -> bool:
        """Whether a path goes from one tile to the other through open cells only."""
        ends, between = (path[0], path[-1]), path.cells[1:-1]
        return (
            ends == (self.a, self.b) and all(map(self.game.is_open, between)) and (self.game.adjacent or between != ())
        )

    def broken_by(self, path: llk.Path | None) -> set[llk.Promise]:
        """Return the promises that an answer breaks."""
        given = path is not None
        real = path is not None and self.is_path(path)
        legal = path is not None and real and self.allows(path.turns)
        cost = (path.turns, path.steps) if path is not None and real else None
        kept = {
            llk.Promise.FINDS: legal or not self.links,
            llk.Promise.SOUND: self.links or not given,
            llk.Promise.LEGAL: legal or not given,
            llk.Promise.TURNS: not given or (cost and cost[0]) == (self.best and self.best[0]),
            llk.Promise.STEPS: not given or cost == self.best,
            llk.Promise.SHORTEST: not given or (cost and cost[1]) == self.shortest,
            llk.Promise.CONNECTS: real or self.best is None,
        }
        return {promise for promise, is_kept in kept.items() if not is_kept}


class KernelTruth(Truth):
    """The same according to the kernel, a hundred times as fast."""

    @cached_property
    def best(self) -> tuple[int, int] | None:
        path = self.board.link(self.a, self.b)
        if path is None:
            free = llk.Board(self.board.to_rows(), rules=replace(self.board.rules, max_turns=None))
            path = free.link(self.a, self.b)
        return None if path is None else (path.turns, path.steps)


def all_boards(cells: int) -> Iterator[Counterexample]:
    """Yield every board with this many cells, two equal tiles to join and others in the way, fewest tiles first.

    The kind of the others does not matter to any finder, so they all have the same. Each pair comes in both orders,
    because finders search from the first tile.
    """
    shapes = [(rows, cells // rows) for rows in range(1, cells + 1) if cells % rows == 0]
    for others in range(cells - 1):
        for rows, cols in shapes:
            for taken in combinations(range(cells), others):
                free = [place for place in range(cells) if place not in taken]
                for pair in permutations(free, 2):
                    signs = ["A" if p in pair else "X" if p in taken else "." for p in range(cells)]
                    text = "/".join("".join(signs[r * cols : (r + 1) * cols]) for r in range(rows))
                    a, b = (llk.Cell(*divmod(place, cols)) for place in pair)
                    yield Counterexample(text, a, b)


def unmade(name: str) -> set[llk.Promise]:
    """Return the promises that a finder does not make."""
    return set(llk.Promise) - ALL[name].promises


def smallest(names: Iterable[str], sizes: Iterable[int]) -> Found:
    """Return the first board in order of size on which each finder breaks each promise."""
    wanted = {name: unmade(name) for name in names}
    found: Found = {}
    for example in (example for cells in sizes for example in all_boards(cells)):
        truth = KernelTruth(example.board, example.a, example.b)
        for name in [name for name in wanted if wanted[name]]:
            if may_fail(truth, ALL[name], wanted[name]):
                path = ALL[name].search(truth.board, example.a, example.b, traced=False).path
                for promise in truth.broken_by(path) & wanted[name]:
                    found[name, promise] = example
                    wanted[name].remove(promise)
        if not any(wanted.values()):
            break
    return found


def may_fail(truth: Truth, finder: Finder, wanted: set[llk.Promise]) -> bool:
    """Whether to ask at all: a finder that returns the best path is too long only where the best path is."""
    exact = finder.promises >= {llk.Promise.FINDS, llk.Promise.LEGAL, llk.Promise.STEPS}
    if not exact or wanted != {llk.Promise.SHORTEST}:
        return True
    if truth.best is None or not truth.links:
        return False
    distance = abs(truth.a[0] - truth.b[0]) + abs(truth.a[1] - truth.b[1])
    return truth.best[1] != distance and truth.best[1] != truth.shortest


def main() -> None:
    """Find all smallest counterexamples and write the file."""
    found = smallest(ALL, range(2, LARGEST + 1))
    missing = [(name, promise) for name in ALL for promise in unmade(name) if (name, promise) not in found]
    assert not missing, f"no board of {LARGEST} cells or fewer: {missing}"
    order = [(name, promise) for name in ALL for promise in llk.Promise if (name, promise) in found]
    FILE.write_text(to_text({key: found[key] for key in order}), encoding="utf-8")


if __name__ == "__main__":
    main()
