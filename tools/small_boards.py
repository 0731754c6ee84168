"""Every board of 12 tiles on 3 rows and 4 columns, decided by the reference game: `make proof` compares all of them.

Which tiles a path joins, and where gravity moves them, depends only on which cells are taken. So the reference game is
asked once for every set of taken cells, and an exhaustive search over its answers decides every board, up to renaming
kinds.
"""

import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import lianliankan as llk
from lianliankan.atlas.exact import every_board
from support.reference_game import ReferenceGame

ROWS, COLS = 3, 4
CELLS = ROWS * COLS
BOARDS = 150_349

Kinds = tuple[int, ...]  # by cell in reading order, 0 for empty; the first kind met is 1, the next new one 2 …


class SmallBoards:
    """The reference game's answers for all boards of this size under one set of rules."""

    def __init__(self, *, outside: bool, gravity: str) -> None:
        self.outside, self.gravity = outside, gravity
        self.known: dict[tuple[Kinds, int], bool] = {}
        self.reached = cache(self._reached)
        self.packed = cache(self._packed)

    def winnable(self, kinds: Kinds, phase: int = 0) -> bool:
        """Whether a position can be won, by trying everything."""
        key = (_renamed(kinds), phase)
        if key not in self.known:
            self.known[key] = not any(kinds) or any(
                self.winnable(*self.after(key[0], phase, a, b)) for a, b in self.moves(key[0])
            )
        return self.known[key]

    def moves(self, kinds: Kinds) -> list[tuple[int, int]]:
        """Every pair that links."""
        taken = tuple(kind > 0 for kind in kinds)
        return [(a, b) for a in range(CELLS) if kinds[a] for b in self.reached(taken, a) if kinds[a] == kinds[b]]

    def after(self, kinds: Kinds, phase: int, a: int, b: int) -> tuple[Kinds, int]:
        """The position after a move."""
        left = tuple(0 if cell in (a, b) else kind for cell, kind in enumerate(kinds))
        sources, new_phase = self.packed(tuple(kind > 0 for kind in left), phase)
        return tuple(0 if source is None else left[source] for source in sources), new_phase

    def _reached(self, taken: tuple[bool, ...], a: int) -> tuple[int, ...]:
        """The tiles after a that a path from it joins, from the reference game with all tiles alike."""
        game = self._game([int(is_taken) for is_taken in taken], 0)
        return tuple(sorted(r * COLS + c for r, c in game.costs_from(divmod(a, COLS)) if r * COLS + c > a))

    def _packed(self, taken: tuple[bool, ...], phase: int) -> tuple[tuple[int | None, ...], int]:
        """The cell that each cell's tile comes from when the board packs, found with all tiles different."""
        game = self._game([cell + 1 if is_taken else 0 for cell, is_taken in enumerate(taken)], phase)
        game._pack()
        return tuple(number - 1 if number else None for row in game.rows for number in row), game.phase

    def _game(self, numbers: list[int], phase: int) -> ReferenceGame:
        rows = [numbers[start : start + COLS] for start in range(0, CELLS, COLS)]
        return ReferenceGame(rows, outside=self.outside, gravity=self.gravity, phase=phase)


def _renamed(kinds: Kinds) -> Kinds:
    names: dict[int, int] = {0: 0}
    return tuple(names.setdefault(kind, len(names)) for kind in kinds)


def make_board(kinds: Kinds, rules: llk.Rules) -> llk.Board:
    """The same board in the package."""
    return llk.Board([kinds[start : start + COLS] for start in range(0, CELLS, COLS)], rules=rules)


def compare(rules: llk.Rules, boards: Iterable[Kinds] | None = None) -> dict[str, int]:
    """Compare boards, all of them unless some are given; how many there were, and how they were decided.

    Every verdict is verified too, except losses under gravity: the reference game itself verifies those.
    """
    reference = SmallBoards(outside=rules.outside, gravity=rules.gravity)
    counts = {"boards": 0, "winnable": 0, "stuck": 0}
    for kinds in every_board(CELLS) if boards is None else boards:
        board = make_board(kinds, rules)
        verdict = llk.solve(board)
        assert verdict.winnable is reference.winnable(kinds), (board, verdict)
        if verdict.winnable or rules.gravity == "still":
            assert llk.verify(board, verdict), (board, verdict)
        counts["boards"] += 1
        counts["winnable"] += verdict.winnable is True
        counts["stuck"] += not reference.moves(kinds)
    return counts


ALL_RULES = [llk.Rules(gravity=gravity, outside=outside) for gravity in llk.GRAVITIES for outside in (True, False)]


def main() -> None:
    """Compare all boards under all rules, or those named on the command line, on all cores."""
    chosen = [llk.Rules.parse(word) for word in sys.argv[1:]] or ALL_RULES
    with ProcessPoolExecutor() as pool:
        for rules, counts in zip(chosen, pool.map(compare, chosen), strict=True):
            assert counts["boards"] == BOARDS
            print(str(rules) or "plain", counts, flush=True)
    print(f"all {BOARDS} boards under {len(chosen)} rules agree with the reference game")


if __name__ == "__main__":
    main()
