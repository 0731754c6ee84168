"""The third open question, measured: counting the remaining tiles in constant time."""

from lianliankan.bench.boards import thin_out
from lianliankan.dealing.deal import scatter
from lianliankan.lab.race.stopwatch import format_nanoseconds, time_in_turns
from studies.tables import ResultTable

_SIDES = (8, 16, 32, 60)
_REPEAT = 200  # repetitions of what is too short to measure


def measure_counting(*, sides: tuple[int, ...] = _SIDES, rounds: int = 15) -> ResultTable:
    """Time three ways to count: looking at every cell, counting the bits of one word per row, keeping a number.

    >>> measure_counting(sides=(8,), rounds=1).lines[0][0]
    '8 × 8'
    """
    lines = tuple((f"{side} × {side}", *map(format_nanoseconds, _times(side, rounds))) for side in sides)
    head = ("board", "every cell", "one word per row", "board.tile_count")
    return ResultTable(head, lines, "In Python, with half of the tiles left. The calls themselves are included.")


def _times(side: int, rounds: int) -> tuple[float, ...]:
    board = thin_out(scatter(side, side, kinds=min(36, side * side // 4), seed=1), 50)
    rows = board.to_rows()
    words = [sum(1 << place for place, kind in enumerate(row) if kind > 0) for row in rows]

    def kept() -> None:
        for _ in range(_REPEAT):
            board.tile_count  # noqa: B018  # reading it is the work

    works = {
        "cells": lambda: sum(kind > 0 for row in rows for kind in row),
        "words": lambda: sum(word.bit_count() for word in words),
        "kept": kept,
    }
    times = time_in_turns(works, rounds=rounds)
    return times["cells"], times["words"], times["kept"] / _REPEAT
