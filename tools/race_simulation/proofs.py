"""How long proofs take under each gravity, which decides which gravities races offer."""

import random
import statistics
import time
from typing import NamedTuple

import lianliankan as llk
from lianliankan.race.effects import EffectQuestion, board_after, is_proved
from lianliankan.race.items import ATTACKS


class ProofTimes(NamedTuple):
    """The cost of proofs under a gravity: milliseconds, and the shares that became something milder or nothing."""

    gravity: llk.Gravity
    proofs: int
    middle: float
    late: float
    most: float
    milder: float
    nothing: float


def measure_proofs(gravity: llk.Gravity, *, rows: int, cols: int, boards: int) -> ProofTimes:
    """Attack positions of random play, every other pair, with every item, and measure the proofs."""
    times, milder, nothing = list[float](), 0, 0
    for seed in range(boards):
        rng = random.Random(seed)
        board = llk.deal(rows, cols, seed=seed, rules=llk.Rules(gravity=gravity), seconds=20)
        while not (board.is_clear or board.is_stuck):
            before, move = board, rng.choice(board.moves())
            board = board.play(move)
            if board.is_clear or board.is_stuck or rng.random() < 0.5:
                continue
            item = rng.choice(ATTACKS)
            question = EffectQuestion(item, board, ((move, before),) if item == "put-back" else (), seed=len(times))
            begun = time.perf_counter()
            effect = question.answer()
            times.append(1000 * (time.perf_counter() - begun))
            nothing += effect.did == "nothing"
            milder += effect.did not in (item, "nothing")
            after = board_after(board, effect, before)
            assert effect.did == "nothing" or is_proved(after, effect.line)
    times.sort()
    late = times[int(0.99 * len(times))]
    count = len(times)
    return ProofTimes(gravity, count, statistics.median(times), late, times[-1], milder / count, nothing / count)
