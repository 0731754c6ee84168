"""Write the perft files, every count by the reference game: `make perft`.

A file is a rule set; in it are boards, each as its text followed by the counts for depths 0, 1, 2 …
"""

import random

import lianliankan as llk
from support.paths import DATA
from support.strategies import reference_game

RULES = {
    "plain": llk.Rules(),
    "inside": llk.Rules(outside=False),
    "four-rivers": llk.Rules(adjacent=False),
    "four-rivers-inside": llk.Rules(adjacent=False, outside=False),
    **{f"turns-{turns}": llk.Rules(max_turns=turns) for turns in (0, 1, 3, 5)},
    "turns-unlimited": llk.Rules(max_turns=None),
    "turns-unlimited-inside": llk.Rules(max_turns=None, outside=False),
    **{f"gravity-{gravity}": llk.Rules(gravity=gravity) for gravity in llk.GRAVITIES if gravity != "still"},
}
SIZES = ((2, 4), (4, 4), (3, 6), (5, 6), (6, 7))
MAX_LEAVES = 6_000


def deal(rng: random.Random, height: int, width: int, rules: llk.Rules) -> llk.Board:
    """A board with holes and now and then a wall."""
    kinds = max(2, height * width // 6)
    cells = [rng.randint(1, kinds) if rng.random() < 0.8 else 0 for _ in range(height * width)]
    for i, _ in enumerate(cells):
        if rng.random() < 0.06:
            cells[i] = rng.choice([-1, -2])
    return llk.Board([cells[r * width : (r + 1) * width] for r in range(height)], rules=rules)


def counts(board: llk.Board) -> list[int]:
    """Counts from depth 0 until the next would take too long or the games are over."""
    game, found = reference_game(board), [1]
    while found[-1] and len(found) < 6 and found[-1] * max(found[1:2], default=1) <= MAX_LEAVES:
        found.append(game.perft(len(found)))
    return found


def main() -> None:
    """Write all files."""
    for name, rules in RULES.items():
        rng = random.Random(name)
        parts = []
        for height, width in SIZES:
            board = deal(rng, height, width, rules)
            parts.append(f"{board}\nperft: {' '.join(map(str, counts(board)))}\n")
        (DATA / "perft" / f"{name}.txt").write_text("\n".join(parts))
        print(name)


if __name__ == "__main__":
    main()
