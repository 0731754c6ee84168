"""How difficult a board is: how often random play wins, and the choices along a won game."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, Self, TypeVar

from lianliankan.board.board import Board, check_board
from lianliankan.board.json_text import check_numbers, format_json, parse_json
from lianliankan.board.move import Move
from lianliankan.deadline import check_time, give_up_at
from lianliankan.errors import BadBudget, ParseError
from lianliankan.seeds import SEEDS, choose_seed, derive_seed
from lianliankan.solver.solve import SolverQuery
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget
from lianliankan.solver.win_rate import RandomGames, confidence_range, count_wins, game_cost, play_randomly
from lianliankan.text import shorten

DIFFICULTIES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"easy": (0, 20), "medium": (20, 45), "hard": (45, 75), "fiendish": (75, 100)}
)
"""The named difficulties and their ranges of scores; a score on a boundary belongs to the harder one."""

PLAYOUTS = 256
"""How many random playouts judge a deal: half as many would blur the line between hard and fiendish."""

_MAX_PLAYOUTS, _MAX_ERROR = 2048, 3.0  # of a rating: more are played as long as its standard error is larger
_WON_PLAYOUTS = 8  # followed beside the solver's own win
_GAMES_WORK, _SEARCH_WORK = 1_000_000_000, 100_000_000  # of all games, and of all moves; less than a second each

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
    - `undecided`: the number of moves left out of `safe_share` because it would have taken long to decide them.
    - `score_error`: the standard error of the score; None if there was no playout, or if an old text does not have it.
    - `timed_out`: whether the budget's time was over before everything was found out; there may be fewer `games` then.

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
    score_error: float | None = None
    timed_out: bool = False

    @property
    def score_range(self) -> tuple[float, float]:
        """The range of the score, with a confidence of 95%.

        >>> llk.rate(llk.deal(8, 18, seed=1)).score_range
        (22.2, 29.8)
        """
        return _to_score(self.high), _to_score(self.low)

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
    if rating.score_error is not None:
        check_numbers(rating, score_error=number)
    if rating.name not in (*DIFFICULTIES, "lost", "unknown"):
        raise ParseError(f"unknown difficulty {shorten(rating.name)}")
    if rating.low > rating.high:
        raise ParseError(f"low must not be above high, {rating.high}, but is {rating.low}")
    return rating


def rate(
    board: Board,
    budget: Budget | float | None = DEFAULT_BUDGET,
    *,
    seed: int | None = 0,
    games: int | None = None,
) -> Rating:
    """Rate how difficult a board is. The random playouts depend on the seed and are the same everywhere.

    They run on all cores; `games` is their number. By default there are 256, and up to 2,048 where the standard error
    of the score would be more than 3 points; boards of over 700 tiles get fewer. The budget is for the solver;
    its seconds, if it has any, are for everything. What there was no time for is left out, and the rating says so.
    `seed=None` draws a random seed, which is in the result.

    >>> rating = llk.rate(llk.Board.parse("AABB/CCDD"))
    >>> rating.name, rating.chance, rating.least_moves
    ('easy', 1.0, 1)
    >>> llk.rate(llk.Board.parse("AB/BA")).name
    'lost'
    """
    check_board(board)
    if games is not None:
        _check_games(games, or_none=" or None")
    seed = choose_seed(seed)
    query, played = SolverQuery(board, budget, 0), RandomGames(board, seed)
    query.timed_out |= not _play_enough(played, games, game_cost(board), query.end)
    counts = _count_won_playouts(board, seed, query)
    verdict = query.ask()
    line: list[int] = []
    with give_up_at(query.end):
        line = _count_moves(board, verdict.moves)
    query.timed_out |= len(line) < len(verdict.moves)
    counts = [] if verdict.winnable is False else [game for game in (line, *counts) if game]
    winnable = True if played.won else verdict.winnable
    chance, (low, high), points, error = _measure(played, winnable)
    flat = [number for game in counts for number in game]
    safe_share, forced, undecided = _safety(board, query, verdict.moves, line)
    return Rating(
        score=points,
        name="lost" if winnable is False else difficulty_name(points) if winnable and played.games else "unknown",
        winnable=winnable,
        chance=chance,
        mean_moves=sum(flat) / len(flat) if flat else 0.0,
        least_moves=min(flat, default=0),
        safe_share=safe_share,
        forced=forced,
        nodes=verdict.nodes,
        seed=seed,
        games=played.games,
        low=low,
        high=high,
        won_games=len(counts),
        undecided=undecided,
        score_error=error,
        timed_out=query.timed_out,
    )


def score(board: Board, *, seed: int | None = 0, games: int = PLAYOUTS) -> float:
    """Return only the score of a board, from 0 to 100, estimated from that many random playouts; nothing is searched.

    The difficulty of a deal is judged by it, with 256 playouts and seed 0.

    >>> llk.score(llk.deal(8, 18, seed=1))
    25.8
    """
    check_board(board)
    _check_games(games)
    return _to_score(count_wins(board, games, choose_seed(seed)) / games)


def _check_games(games: object, *, or_none: str = "") -> None:
    if type(games) is not int or not 1 <= games <= 1_000_000:
        raise BadBudget(f"games must be an integer from 1 to 1000000{or_none}, not {games!r}")


class _Measured(NamedTuple):
    """The random win rate, its range, the score that follows, and its standard error."""

    chance: float
    range: tuple[float, float]
    score: float
    error: float | None


def _measure(played: RandomGames, winnable: bool | None) -> _Measured:
    if winnable is False:
        return _Measured(0.0, (0.0, 0.0), 100.0, 0.0)
    if not played.games:
        return _Measured(0.0, (0.0, 1.0), 0.0, None)
    chance = played.won / played.games
    between = confidence_range(played.won, played.games)
    return _Measured(chance, between, _to_score(chance), _score_error(played.won, played.games))


def _play_enough(played: RandomGames, games: int | None, cost: int, end: float) -> bool:
    """Play so many games, or by default as many as a score needs; False if the time `end` comes before."""
    if games is not None:
        return played.play(games, end)
    most = min(_MAX_PLAYOUTS, _GAMES_WORK // cost)
    in_time = played.play(min(PLAYOUTS, most), end)
    while in_time and played.games < most and _score_error(played.won, played.games) > _MAX_ERROR:
        in_time = played.play(min(played.games + PLAYOUTS, most), end)
    return in_time


def _score_error(won: int, games: int) -> float:
    """Return the standard error of the score of some games, as if half a game more was won and half a game lost.

    >>> _score_error(128, 256), _score_error(0, 256), _score_error(0, 2048)
    (1.7, 5.6, 2.7)
    """
    chance = (won + 0.5) / (games + 1)
    slope: float = CHANCE_POWER * chance ** (CHANCE_POWER - 1)
    return round(100 * slope * math.sqrt(chance * (1 - chance) / games), 1)


def _to_score(chance: float) -> float:
    """Compute a score from random playouts alone: a better solver must not change what a deal's number means."""
    luck: float = chance**CHANCE_POWER
    return round(100 * (1 - luck), 1)


def difficulty_name(score: float) -> str:
    """Return the name of the difficulty that a score belongs to.

    >>> difficulty_name(0), difficulty_name(20), difficulty_name(100)
    ('easy', 'medium', 'fiendish')
    """
    return [name for name, (minimum, _) in DIFFICULTIES.items() if minimum <= score][-1]


def _count_won_playouts(board: Board, seed: int, query: SolverQuery) -> list[list[int]]:
    """Return the number of moves in every position of some random playouts that win."""
    counts = []
    with give_up_at(query.end):
        for moves in islice(_won_playouts(board, seed), _WON_PLAYOUTS):
            counts += [_count_moves(board, moves)]
        return counts
    query.timed_out = True
    return counts


def _won_playouts(board: Board, seed: int) -> Iterator[list[Move]]:
    """Yield the moves of those of some random playouts that win."""
    for game in range(min(4 * _WON_PLAYOUTS, _GAMES_WORK // game_cost(board))):
        moves = play_randomly(board, derive_seed(seed, game))
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
    work = _SEARCH_WORK
    for depth, move in enumerate(line[: len(counts)]):
        if work == 0 or query.is_over:
            query.timed_out |= work > 0
            unknown += sum(counts[depth:])
            break
        known, work = query.outcomes(board, line[:depth], line[depth:], work)
        answers = [answer for answer in known.values() if answer is not None]
        safe += sum(answers)
        asked += len(answers)
        unknown += len(known) - len(answers)
        forced += len(known) > 1 and sum(answers) == 1 and len(answers) == len(known)
        board = board.play(move)
    return (safe / asked if asked else 0.0), forced, unknown
