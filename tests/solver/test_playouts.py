"""Random playouts by seed: the same games as ever, and the same however they are played.

The difficulty of a deal, the board of a shuffle and ratings follow from them, so a faster playout must draw the same
moves as the first one did.
"""

from hashlib import sha256

import pytest

import lianliankan as llk

WALLED = "AAAAAAAA/A#AAA_AA/AAAAAA#A/AA.AAAAA/AAAA#AAA/AAAAAA.A"
"""Places with walls, gaps, and a cell that is no part of the board; not packed under any gravity."""


def boards(gravity: llk.Gravity) -> list[llk.Board]:
    """Boards of every grid (up to 30, up to 62, and more cells a side) under all kinds of rules."""
    plain = llk.Rules(gravity=gravity)
    sizes = [(8, 18, 36), (5, 6, 5), (3, 40, 20), (33, 4, 12), (2, 64, 9), (66, 3, 8)]
    found = [llk.scatter(rows, cols, kinds=kinds, seed=7, rules=plain) for rows, cols, kinds in sizes]
    others = [{"outside": False}, {"adjacent": False}, {"max_turns": 1}, {"max_turns": 3}, {"max_turns": None}]
    for other in others:
        rules = llk.Rules(gravity=gravity, **other)  # type: ignore[arg-type]
        found += [llk.scatter(4, 8, kinds=4, seed=8, rules=rules), llk.scatter(2, 63, kinds=7, seed=8, rules=rules)]
    for outside in (True, False):
        found.append(llk.scatter(seed=9, kinds=5, mask=WALLED, rules=llk.Rules(gravity=gravity, outside=outside)))
    if gravity == "rotating":
        found += [llk.scatter(4, 8, kinds=4, seed=8, rules=plain, phase=phase) for phase in llk.PHASES]
    return found


def digest(gravity: llk.Gravity, threads: int) -> str:
    """What all playouts on all boards leave, and the moves of one on each, as a short hash."""
    words = []
    for board in boards(gravity):
        words.append(str(board._play_out(12, 5, threads)))
        words.append(" ".join(map(str, board._play_randomly(3))))
    return sha256("\n".join(words).encode()).hexdigest()[:16]


# Made by the first playouts, which listed, sorted and drew. They must never change.
GOLDEN = {
    "still": "debf500f8f6fa31d",
    "down": "5a4878ef49353839",
    "up": "a226664dd7465fb4",
    "left": "1f614238f4263f69",
    "right": "fd084c90e343b3b4",
    "split-rows": "b76e98dca3271504",
    "split-columns": "538e4dcf4ff13e3a",
    "gather-rows": "f21a2ca075e1d7dc",
    "gather-columns": "6c897cdc4ed63f86",
    "slide-left-right": "c8d046f8f2f6662d",
    "slide-down-up": "93fdc16c6cca7123",
    "outward": "bd4ab061999425b5",
    "inward": "89497efb857056ba",
    "rotating": "98da782ed5756775",
}


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_seed_gives_the_same_games_as_ever(gravity: llk.Gravity, threads: int) -> None:
    assert digest(gravity, threads) == GOLDEN[gravity]
