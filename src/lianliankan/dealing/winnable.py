"""Winnable deals: uniformly random among the winnable ones, also of a chosen difficulty."""

from lianliankan import _kernel
from lianliankan.board.board import Board
from lianliankan.dealing.arrange import build_winnable, random_walk, winnable, with_kinds
from lianliankan.dealing.difficulty import Difficulty, score_range
from lianliankan.errors import NoDeal
from lianliankan.seeds import derive_seed
from lianliankan.solver.rate import difficulty_name, rate
from lianliankan.solver.verdict import Verdict

__all__ = ["deal_winnable", "scatter_kinds"]

_MAX_REJECTIONS = 60  # before a random walk is used instead
_WALK_STEPS = 8  # per tile
_MAX_DEALS = 400  # to search for a difficulty
_TRIES, _CHOICES = 4, 5  # streams of seeds


def scatter_kinds(places: Board, kinds: int, seed: int) -> Board:
    """Fill the places of a board uniformly at random: pair i is of kind (i mod kinds) + 1."""
    return with_kinds(places, _kernel.scatter(places.tile_count, kinds, seed))


def deal_winnable(places: Board, kinds: int, seed: int, difficulty: Difficulty) -> Board:
    """Fill the places of a board so that it can be won and has the difficulty; raises NoDeal if none is found."""
    if difficulty is None:
        return _deal(places, kinds, seed)
    minimum, maximum = score_range(difficulty)
    nearest: float | None = None
    for attempt in range(_MAX_DEALS):
        found = _deal(places, kinds, derive_seed(seed, attempt, _CHOICES) if attempt else seed)
        score = rate(found, only="score")
        if difficulty_name(score) == difficulty if isinstance(difficulty, str) else minimum <= score <= maximum:
            return found
        if nearest is None or _distance(score, minimum, maximum) < _distance(nearest, minimum, maximum):
            nearest = score
    raise NoDeal(
        f"none of {_MAX_DEALS} deals has a difficulty from {minimum:g} to {maximum:g}; the closest has {nearest:.0f}. "
        "Try another size or number of kinds"
    )


def _deal(places: Board, kinds: int, seed: int) -> Board:
    for attempt in range(_MAX_REJECTIONS):
        found = scatter_kinds(places, kinds, derive_seed(seed, attempt, _TRIES) if attempt else seed)
        if winnable(found):
            return found
    tiles = _kernel.scatter(places.tile_count, kinds, seed)
    start = build_winnable(places, tiles, seed)
    if isinstance(start, Verdict):
        if start.winnable is None:
            raise NoDeal("no winnable deal was found: the search could not clear the board even with all tiles alike")
        raise NoDeal(f"no deal on this board can be won: even with all tiles alike, {start.reason}")
    return random_walk(start, seed, _WALK_STEPS * places.tile_count)


def _distance(score: float, minimum: float, maximum: float) -> float:
    return max(minimum - score, score - maximum, 0.0)
