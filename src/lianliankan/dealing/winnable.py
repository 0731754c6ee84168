"""Winnable deals: uniformly random among the winnable ones, also of a chosen difficulty."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from lianliankan import _kernel
from lianliankan.board.board import Board
from lianliankan.dealing.arrange import build_winnable, random_walk, winnable, with_kinds
from lianliankan.dealing.difficulty import score_range
from lianliankan.errors import NoDeal
from lianliankan.seeds import derive_seed, derive_short_seed
from lianliankan.solver.rate import PLAYOUTS, difficulty_name, score
from lianliankan.solver.verdict import Verdict
from lianliankan.solver.win_rate import game_cost

_MAX_DEALS = 400  # looked through for a difficulty
_MAX_WORK = 100_000_000_000  # of the playouts that judge them: the squares of their tiles; a minute or two
_MAX_REJECTIONS = 60  # before a random walk is used instead
_WALK_STEPS = 8  # per tile
_TRIES, _CHOICES = 4, 5  # streams of seeds


def scatter_kinds(places: Board, kinds: int, seed: int) -> Board:
    """Fill the places of a board uniformly at random: pair i is of kind (i mod kinds) + 1."""
    return with_kinds(places, _kernel.scatter(places.tile_count, kinds, seed))


class RatedDeal(NamedTuple):
    """A winnable board of any difficulty: its seed, its score, how many boards were tried, and whether time ran out."""

    board: Board
    seed: int
    score: float
    tried: int
    timed_out: bool = False

    def has_difficulty(self, difficulty: str | tuple[float, float]) -> bool:
        """Whether its score is that of a difficulty."""
        if isinstance(difficulty, str):
            return difficulty_name(self.score) == difficulty
        minimum, maximum = difficulty
        return minimum <= self.score <= maximum


def deal_seeds(seed: int, *, short: bool = False) -> Iterator[int]:
    """Yield the seeds of the boards among which a difficulty is searched for: the seed itself, and others from it.

    With `short`, they are short enough to pass on to someone, but other ones than those of a deal's own search.
    """
    yield seed
    for attempt in range(1, _MAX_DEALS):
        yield derive_short_seed(seed, attempt) if short else derive_seed(seed, attempt, _CHOICES)


def search_difficulty(
    places: Board, kinds: int, seeds: Iterable[int], difficulty: str | tuple[float, float]
) -> Iterator[RatedDeal]:
    """Yield, after every board that was tried, the closest to a difficulty so far; of large boards fewer are tried."""
    minimum, maximum = score_range(difficulty)
    nearest, least = None, 0.0
    most = max(_MAX_WORK // (PLAYOUTS * game_cost(places)), 1)
    for tried, seed in enumerate(islice(seeds, most), 1):
        board = deal_winnable(places, kinds, seed)
        found = RatedDeal(board, seed, score(board), tried)
        distance = _distance(found.score, minimum, maximum)
        if nearest is None or distance < least or found.has_difficulty(difficulty):
            nearest, least = found, distance
        yield nearest._replace(tried=tried)


def deal_winnable(places: Board, kinds: int, seed: int) -> Board:
    """Fill the places of a board so that it can be won; raises NoDeal if no such board is found."""
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
