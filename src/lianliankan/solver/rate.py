"""How difficult a board is: how often random play wins, and the choices along a won game."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from types import MappingProxyType
from typing import Literal, Self, TypeVar, overload

from lianliankan.board.board import Board, check_board
from lianliankan.board.json_text import check_numbers, format_json, parse_json
from lianliankan.board.move import Move
from lianliankan.deadline import check_time, time_limit
from lianliankan.errors import BadBudget, Error, ParseError
from lianliankan.seeds import SEEDS, choose_seed, derive_seed
from lianliankan.solver.solve import SolverQuery
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget
from lianliankan.solver.win_rate import confidence_range, count_wins
from lianliankan.text import shorten

__all__ = ["CHANCE_POWER", "DIFFICULTIES", "PLAYOUTS", "Rating", "difficulty_name", "rate"]

DIFFICULTIES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"easy": (0, 20), "medium": (20, 45), "hard": (45, 75), "fiendish": (75, 100)}
)
"""The named difficulties and their ranges of scores; a score on a boundary belongs to the harder one."""

PLAYOUTS = 256
"""How many random playouts a rating takes: half as many would blur the line between hard and fiendish."""

_WON_PLAYOUTS = 8  # followed beside the solver's own win

CHANCE_POWER = 0.35
"""A score is 100 × (1 − chance to this power): that spreads the win rates, half of which are below 0.43."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How difficult a board is.

    - `score`: from 0 (nothing can go wrong) to 100, and `name`: easy, medium, hard or fiendish; "lost" if the board
      cannot be won, "unknown" if undecided. The score is 100 · (1 − chance^0.35).
    - `winnable`: True, False, or None if the budget was spent.
    - `chance`: the random win rate: the share of random playouts that win, every move being equally likely. It is an
      estimate: another seed gives another one, and with it another score.
    - `mean_moves`, `least_moves`: the mean and the minimum number of available moves along won games.
    - `safe_share`: the share of safe moves among the moves along one won game, the one that the solver found.
    - `forced`: the number of positions of that game with several moves of which only one is safe.
    - `nodes`: the nodes the solver searched.
    - `seed`: the seed of the playouts.
    - `games`: the number of playouts.
    - `low`, `high`: the range of the random win rate, with a confidence of 95%; both are 0 for a lost board.
    - `won_games`: the number of won games behind `mean_moves` and `least_moves`.
    - `undecided`: the number of moves left out of `safe_share` because the budget was spent.

    >>> rating = llk.rate(llk.Board.parse("AA/AB/BA"))
    >>> rating.winnable, rating.least_moves, rating.name == "lost"
    (True, 1, False)
    """

    score: float
    name: str
    winnable: bool | None
    chance: float
    mean_moves: float
    least_moves: int
    safe_share: float
    forced: int
    nodes: int
    seed: int = 0
    games: int = 0
    low: float = 0.0
    high: float = 1.0
    won_games: int = 0
    undecided: int = 0

    @property
    def score_range(self) -> tuple[float, float]:
        """The range of the score, with a confidence of 95%.

        >>> llk.rate(llk.deal(8, 18, seed=1)).score_range
        (22.2, 29.8)
        """
        return _score(self.high), _score(self.low)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Parse a rating from its JSON, which has a field for each attribute.

        >>> rating = llk.rate(llk.Board.parse("AABB/CCDD"))
        >>> llk.Rating.from_json(rating.to_json()) == rating
        True
        """
        return parse_json(text, cls, _check_parsed)

    def to_json(self) -> str:
        """Return the rating as JSON, as in `llk rate --json`.

        >>> import json
        >>> json.loads(llk.rate(llk.Board.parse("AB/BA")).to_json())["name"]
        'lost'
        """
        return format_json(asdict(self))


AnyRating = TypeVar("AnyRating", bound=Rating)


def _check_parsed(rating: AnyRating) -> AnyRating:
    share, number = (0, 1), (0, math.inf)
    check_numbers(rating, score=(0, 100), chance=share, safe_share=share, low=share, high=share, seed=(0, SEEDS - 1))
    check_numbers(rating, mean_moves=number, least_moves=number, forced=number, nodes=number)
    check_numbers(rating, games=number, won_games=number, undecided=number)
    if rating.name not in (*DIFFICULTIES, "lost", "unknown"):
        raise ParseError(f"unknown difficulty {shorten(rating.name)}")
    if rating.low > rating.high:
        raise ParseError(f"low must not be above high, {rating.high}, but is {rating.low}")
    return rating


@overload
def rate(
    board: Board,
    budget: Budget | float | None = ...,
    *,
    seed: int | None = ...,
    games: int = ...,
    only: None = ...,
    seconds: float | None = ...,
) -> Rating: ...
@overload
def rate(
    board: Board,
    *,
    seed: int | None = ...,
    games: int = ...,
    only: Literal["score"],
    seconds: float | None = ...,
) -> float: ...
def rate(
    board: Board,
    budget: Budget | float | None = DEFAULT_BUDGET,
    *,
    seed: int | None = 0,
    games: int = PLAYOUTS,
    only: Literal["score"] | None = None,
    seconds: float | None = None,
) -> Rating | float:
    """Rate how difficult a board is. The random playouts depend on the seed and are the same everywhere.

    They run on all cores; `games` is their number. The budget is for the search, which leaves out of the result what it
    does not decide; if it has a limit of seconds, they are for everything: the playouts come first, and raise OutOfTime
    if the time is not enough for them. `seconds` limit everything too, and raise OutOfTime for the search as well.
    `seed=None` draws a seed by chance, which is in the result. `only="score"` returns the score alone, as a number, for
    the price of the playouts: nothing is searched.

    >>> rating = llk.rate(llk.Board.parse("AABB/CCDD"))
    >>> rating.name, rating.chance, rating.least_moves
    ('easy', 1.0, 1)
    >>> llk.rate(llk.Board.parse("AB/BA")).name
    'lost'
    >>> llk.rate(llk.deal(8, 18, seed=1), only="score")
    25.8
    """
    check_board(board)
    seed = choose_seed(seed)
    if type(games) is not int or not 1 <= games <= 1_000_000:
        raise BadBudget(f"games must be an integer from 1 to 1000000, not {games!r}")
    if only not in ("score", None):
        raise Error(f"only must be 'score' or None, not {only!r}")
    with time_limit(seconds):
        if only == "score":
            return _score(count_wins(board, games, seed) / games)
        return _rate(board, budget, seed, games)


def _rate(board: Board, budget: Budget | float | None, seed: int, games: int) -> Rating:
    query = SolverQuery(board, budget, 0)
    with time_limit(query.seconds_left):
        won = count_wins(board, games, seed)
        counts = [_count_moves(board, moves) for moves in islice(_won_playouts(board, seed), _WON_PLAYOUTS)]
    verdict = query.ask()
    with time_limit(query.seconds_left):
        line = _count_moves(board, verdict.moves)
    counts = [] if verdict.winnable is False else [game for game in (line, *counts) if game]
    winnable = True if won else verdict.winnable
    score = _score(won / games)
    low, high = (0.0, 0.0) if winnable is False else confidence_range(won, games)
    flat = [number for game in counts for number in game]
    safe_share, forced, undecided = _safety(board, query, verdict.moves, line)
    return Rating(
        score=score,
        name={True: difficulty_name(score), False: "lost", None: "unknown"}[winnable],
        winnable=winnable,
        chance=won / games,
        mean_moves=sum(flat) / len(flat) if flat else 0.0,
        least_moves=min(flat, default=0),
        safe_share=safe_share,
        forced=forced,
        nodes=verdict.nodes,
        seed=seed,
        games=games,
        low=low,
        high=high,
        won_games=len(counts),
        undecided=undecided,
    )


def _score(chance: float) -> float:
    """Compute a score from random playouts alone: a better solver must not change what a deal's number means."""
    luck: float = chance**CHANCE_POWER
    return round(100 * (1 - luck), 1)


def difficulty_name(score: float) -> str:
    """Return the name of the difficulty that a score belongs to.

    >>> difficulty_name(0), difficulty_name(20), difficulty_name(100)
    ('easy', 'medium', 'fiendish')
    """
    return [name for name, (minimum, _) in DIFFICULTIES.items() if minimum <= score][-1]


def _won_playouts(board: Board, seed: int) -> Iterator[list[Move]]:
    """Yield the moves of those of some random playouts that win."""
    for game in range(4 * _WON_PLAYOUTS):
        moves = board._play_randomly(derive_seed(seed, game))
        if 2 * len(moves) == board.tile_count:
            yield moves


def _count_moves(board: Board, moves: Sequence[Move]) -> list[int]:
    """Return the number of moves in every position of a game."""
    counts = []
    for move in moves:
        check_time()
        counts.append(board.move_count)
        board = board.play(move)
    return counts


def _safety(board: Board, query: SolverQuery, line: tuple[Move, ...], counts: list[int]) -> tuple[float, int, int]:
    """Return the share of safe moves along a won game, how often only one of several was safe, and what is unknown."""
    safe = asked = forced = unknown = 0
    for depth, move in enumerate(line):
        if query.seconds_left == 0:
            unknown += sum(counts[depth:])
            break
        known = query.outcomes(board, line[:depth], line[depth:])
        answers = [answer for answer in known.values() if answer is not None]
        safe += sum(answers)
        asked += len(answers)
        unknown += len(known) - len(answers)
        forced += len(known) > 1 and sum(answers) == 1 and len(answers) == len(known)
        board = board.play(move)
    return (safe / asked if asked else 0.0), forced, unknown
