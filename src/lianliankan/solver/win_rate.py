"""How often random play wins: counted exactly on small boards, elsewhere estimated from random games."""

import math
import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.deadline import check_time, give_up_at
from lianliankan.seeds import derive_seed

CONFIDENCE = 0.95
"""How certain the range of an estimate is."""

_EXACT_TILES, _EXACT_POSITIONS = 32, 10_000  # about a fifth of a second, in Python
_ROUNDS = tuple(1 << i for i in range(13))  # how many games are played in all: twice as many while it helps
_WORK = 100_000_000  # of all games; about a quarter of a second on one core for 8 × 18 cells
_STEPS = 20  # bisections: ranges are a millionth too wide at most
_MANY = 150_000  # work worth several threads: a few games on an ordinary board
_PATIENCE = 0.5  # the part of the time left that more games may take, by the time of those before


@dataclass(frozen=True, slots=True)
class WinRate:
    """The share of random games won, every move being equally likely: in [low, high], which is one point if exact."""

    chance: float | None
    low: float = 0.0
    high: float = 1.0
    games: int = 0


def exact_win_rates(boards: Sequence[Board]) -> list[WinRate] | None:
    """Count how often random play wins, over all games; None if there are too many positions.

    >>> [rate.chance for rate in exact_win_rates([llk.Board.parse("AAB/ABA"), llk.Board.parse("AB/BA")])]
    [0.666666666667, 0.0]
    """
    known: dict[Board, float] = {}

    def chance(board: Board) -> float:
        if (found := known.get(board)) is not None:
            return found
        if len(known) >= _EXACT_POSITIONS:
            raise _TooManyPositionsError
        if len(known) % 16 == 0:
            check_time()
        moves = board.moves()
        value = math.fsum(chance(board.play(move)) for move in moves) / len(moves) if moves else float(board.is_clear)
        known[board] = value
        return value

    if any(board.tile_count > _EXACT_TILES for board in boards):
        return None
    try:
        # Fewer digits than floats have, or rounding errors would order what is equal.
        return [WinRate(value, value, value) for value in (float(f"{chance(board):.12g}") for board in boards)]
    except _TooManyPositionsError:
        return None


class _TooManyPositionsError(Exception):
    pass


def estimate_win_rates(boards: Sequence[Board], seed: int, end: float, games: int | None) -> tuple[list[WinRate], bool]:
    """Play random games on every board, more where boards are close; all ranges together are right in 95 of 100 cases.

    `games` is their number on each board; None plays until all boards can be told apart, but not too many. A board
    that was not tried, because it is large or the time `end` near, has no chance. Also return whether the time was
    enough.
    """
    rounds = _ROUNDS if games is None else (games,)
    error = (1 - CONFIDENCE) / (len(rounds) * max(1, len(boards)))  # each range may be wrong after every round
    played = [_BoardGames(board, seed, error) for board in boards]
    work = _WORK if games is None else math.inf
    asked: Iterable[int] = range(len(played))
    for target in rounds:
        for i in asked:
            cost = game_cost(boards[i])
            if (target - played[i].games) * cost <= work:
                work -= (target - played[i].games) * cost
                if not played[i].play(target, end):
                    return [each.rate for each in played], False
        asked = _overlapping([each.rate for each in played])
    return [each.rate for each in played], True


class _BoardGames:
    """Random games on one of several boards: how many there were, and how many were won."""

    def __init__(self, board: Board, seed: int, error: float) -> None:
        self.games = 0
        self._board, self._seed, self._error = board, seed, error
        self._won = 0

    @property
    def rate(self) -> WinRate:
        if not self.games:
            return WinRate(None)
        return WinRate(self._won / self.games, *confidence_range(self._won, self.games, error=self._error), self.games)

    def play(self, target: int, end: float) -> bool:
        """Play until there have been this many games; False if the time `end` comes before."""
        while self.games < target:
            more = min(target - self.games, max(1, self.games))
            won = None
            with give_up_at(end):
                won = count_wins(self._board, more, derive_seed(self._seed, self.games))
            if won is None:
                return False
            self._won += won
            self.games += more
        return True


class RandomGames:
    """The random games of a seed on a board: always the same ones, as many of them as there is time for."""

    def __init__(self, board: Board, seed: int) -> None:
        self.games, self.won = 0, 0
        self._board, self._seed = board, seed
        self._seconds = 0.0

    def play(self, target: int, end: float = math.inf) -> bool:
        """Play until there have been this many games; False if there is no time for all by the time `end`.

        Games are played in bunches, and a bunch that takes too long is not counted at all: to count those of its games
        that ended in time would prefer short games, which are lost more often.
        """
        while self.games < target:
            start = monotonic()
            more = min(target - self.games, self._bunch(end - start))
            won = None
            with give_up_at(end):
                won = count_wins(self._board, more, self._seed, self.games)
            if won is None:
                return False
            self.won += won
            self.games += more
            self._seconds += monotonic() - start
        return True

    def _bunch(self, left: float) -> int:
        """Return how many games to play at once: all of them or, in a limited time, twice as many while they fit."""
        if left == math.inf:
            return 1 << 30
        fit = int(_PATIENCE * left * self.games / max(self._seconds, 1e-6))
        return max(1, min(self.games, fit))


def play_randomly(board: Board, seed: int) -> list[Move]:
    """Return the moves of a random game, until no move is left."""
    return board._play_randomly(seed)


def count_wins(board: Board, games: int, seed: int, first: int = 0, *, threads: int | None = None) -> int:
    """Return how many of some random games are won, those of a seed from the first; usually, they run on all cores."""
    if threads is None:
        threads = min(games, _cores()) if games * game_cost(board) >= _MANY else 1
    return board._play_out(games, seed, threads, first).count(0)


def wins_any(board: Board, games: int, seed: int) -> bool:
    """Return whether any of some random games of a seed is won, playing no more of them than needed.

    >>> wins_any(llk.Board.parse("AAB/ABA"), 16, 1), wins_any(llk.Board.parse("AB/BA"), 16, 1)
    (True, False)
    """
    first = 0
    while first < games:
        more = min(games - first, max(1, first))
        if count_wins(board, more, seed, first):
            return True
        first += more
    return False


def game_cost(board: Board) -> int:
    """Return about how much work a game is."""
    return max(board.tile_count**2, 1)


def rank(rates: Sequence[WinRate]) -> list[int]:
    """Return the place of each rate: 1 plus the number of rates that are known to be higher.

    >>> rank([WinRate(0.5, 0.4, 0.6), WinRate(0.9, 0.8, 1.0), WinRate(0.7, 0.55, 0.85), WinRate(0.1, 0.0, 0.2)])
    [2, 1, 1, 4]
    """
    lows = sorted(rate.low for rate in rates)
    return [1 + len(lows) - bisect_right(lows, rate.high) for rate in rates]


def _overlapping(rates: Sequence[WinRate]) -> list[int]:
    """Return which rates cannot be told apart from some other, those that may be the highest first."""
    highs = sorted(rate.high for rate in rates)
    ranks = rank(rates)
    close = [i for i, rate in enumerate(rates) if len(rates) - (ranks[i] - 1) - bisect_left(highs, rate.low) > 1]
    return sorted(close, key=ranks.__getitem__)


@lru_cache(maxsize=1024)
def confidence_range(won: int, games: int, *, error: float = 1 - CONFIDENCE) -> tuple[float, float]:
    """Return the range that a chance lies in after some games (Clopper and Pearson, 1934), wrong at most that often.

    >>> confidence_range(0, 10)
    (0.0, 0.30849...)
    >>> confidence_range(128, 256)
    (0.4371..., 0.5628...)
    """
    return _lower_end(won, games, error / 2), 1 - _lower_end(games - won, games, error / 2)


def _lower_end(won: int, games: int, error: float) -> float:
    """Return the largest chance with which so many wins or more are as unlikely as the error."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS if won else 0):
        middle = (low + high) / 2
        if middle < won / games and _at_least(won, games, middle) <= error:
            low = middle
        else:
            high = middle
    return low


def _at_least(won: int, games: int, chance: float) -> float:
    """Return the probability of so many wins or more, if more are less likely."""
    term = math.exp(
        math.lgamma(games + 1)
        - math.lgamma(won + 1)
        - math.lgamma(games - won + 1)
        + won * math.log(chance)
        + (games - won) * math.log1p(-chance)
    )
    total, odds = term, chance / (1 - chance)
    while won < games and term > total * 1e-12:
        term *= odds * (games - won) / (won + 1)
        won += 1
        total += term
    return total


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
