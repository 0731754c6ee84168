"""How difficult a board is: how often random play wins, and the choices along a won game."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from types import MappingProxyType
from typing import Literal, Self, overload

from lianliankan.board.board import Board, check_board
from lianliankan.board.json_text import format_json, parse_json
from lianliankan.board.move import Move
from lianliankan.board.position import Position
from lianliankan.errors import BadBudget, Error
from lianliankan.seeds import choose_seed, derive_seed
from lianliankan.solver.solve import SolverQuery
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget, Verdict

__all__ = ["DIFFICULTIES", "Rating", "difficulty_name", "rate"]

DIFFICULTIES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"easy": (0, 20), "medium": (20, 45), "hard": (45, 75), "fiendish": (75, 100)}
)
"""The named difficulties and their ranges of scores; a score on a boundary belongs to the harder one."""

_PLAYOUTS = 256  # half as many would blur the line between hard and fiendish
_WON_PLAYOUTS = 8  # followed beside the solver's own win
_CHANCE_POWER = 0.35  # spreads the win rates, half of which are below a third, over the scale


@dataclass(frozen=True, slots=True)
class Rating:
    """How difficult a board is.

    - `score`: from 0 (nothing can go wrong) to 100, and `name`: easy, medium, hard or fiendish; "lost" if the board
      cannot be won, "unknown" if undecided. The score is 100 · (1 − chance^0.35).
    - `winnable`: True, False, or None if the budget was spent.
    - `chance`: the random win rate: the share of random playouts that win, every move being equally likely.
    - `mean_moves`, `least_moves`: the mean and the minimum number of available moves along won games.
    - `safe_share`: the share of safe moves among all moves available along one won game.
    - `forced`: the number of positions of that game with several moves of which only one is safe.
    - `nodes`: the nodes the solver searched.
    - `seed`: the seed of the playouts.

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

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Parse a rating from its JSON, which has a field for each attribute.

        >>> rating = llk.rate(llk.Board.parse("AABB/CCDD"))
        >>> llk.Rating.from_json(rating.to_json()) == rating
        True
        """
        return parse_json(text, cls, lambda rating: rating)

    def to_json(self) -> str:
        """Return the rating as JSON, as in `llk rate --json`.

        >>> import json
        >>> json.loads(llk.rate(llk.Board.parse("AB/BA")).to_json())["name"]
        'lost'
        """
        return format_json(asdict(self))


@overload
def rate(
    board: Board, budget: Budget | float | None = ..., *, seed: int | None = ..., games: int = ..., only: None = ...
) -> Rating: ...
@overload
def rate(board: Board, *, seed: int | None = ..., games: int = ..., only: Literal["score"]) -> float: ...
def rate(
    board: Board,
    budget: Budget | float | None = DEFAULT_BUDGET,
    *,
    seed: int | None = 0,
    games: int = _PLAYOUTS,
    only: Literal["score"] | None = None,
) -> Rating | float:
    """Rate how difficult a board is. The random playouts depend on the seed and are the same everywhere.

    They run on all cores; `games` is their number. The budget is for the search alone. `seed=None` draws a seed by
    chance, which is in the result. `only="score"` returns the score alone, as a number, for the price of the playouts:
    nothing is searched.

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
    if only == "score":
        return _score(_count_wins(board, games, seed), games)
    if only is not None:
        raise Error(f"only must be 'score' or None, not {only!r}")
    query = SolverQuery(board, budget, 0)
    verdict = query.ask()
    won = _count_wins(board, games, seed) if verdict.winnable is not False else 0
    winnable = True if won else verdict.winnable
    score = _score(won, games)
    counts = _move_counts(board, verdict, seed)
    safe_share, forced = _safety(board, query, verdict.moves)
    return Rating(
        score=score,
        name={True: difficulty_name(score), False: "lost", None: "unknown"}[winnable],
        winnable=winnable,
        chance=won / games,
        mean_moves=sum(counts) / len(counts) if counts else 0.0,
        least_moves=min(counts, default=0),
        safe_share=safe_share,
        forced=forced,
        nodes=verdict.nodes,
        seed=seed,
    )


def _count_wins(board: Board, games: int, seed: int) -> int:
    return board._play_out(games, seed, _cores()).count(0)


def _score(won: int, games: int) -> float:
    """Compute a score from random playouts alone: a better solver must not change what a deal's number means."""
    luck: float = (won / games) ** _CHANCE_POWER
    return round(100 * (1 - luck), 1)


def difficulty_name(score: float) -> str:
    """Return the name of the difficulty that a score belongs to.

    >>> difficulty_name(0), difficulty_name(20), difficulty_name(100)
    ('easy', 'medium', 'fiendish')
    """
    return [name for name, (minimum, _) in DIFFICULTIES.items() if minimum <= score][-1]


def _move_counts(board: Board, verdict: Verdict, seed: int) -> list[int]:
    """Return the number of moves in every position of some won games."""
    if verdict.winnable is False:
        return []
    playouts = (board._play_randomly(derive_seed(seed, game)) for game in range(4 * _WON_PLAYOUTS))
    won = (moves for moves in playouts if 2 * len(moves) == board.tile_count)
    counts = []
    for moves in (verdict.moves, *islice(won, _WON_PLAYOUTS)):
        position = Position(board)
        for move in moves:
            counts.append(position.move_count)
            position.play(move)
    return counts


def _safety(board: Board, query: SolverQuery, line: tuple[Move, ...]) -> tuple[float, int]:
    """Return the share of safe moves along a won game, and how often only one of several was safe."""
    safe = asked = forced = 0
    position = Position(board)
    for depth, move in enumerate(line):
        known = query.outcomes(position.board, line[:depth], line[depth:])
        answers = [answer for answer in known.values() if answer is not None]
        safe += sum(answers)
        asked += len(answers)
        forced += len(known) > 1 and sum(answers) == 1 and len(answers) == len(known)
        position.play(move)
    return (safe / asked if asked else 0.0), forced


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
