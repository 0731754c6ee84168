"""How difficult a board is: what chance makes of it, and what a player meets on the way."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.board.position import Position
from lianliankan.errors import BadBudget
from lianliankan.seeds import check_seed, seed_of
from lianliankan.solver.solve import Question
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget, Verdict

__all__ = ["DIFFICULTIES", "Rating", "name_of", "rate", "score_of"]

DIFFICULTIES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"easy": (0, 20), "medium": (20, 45), "hard": (45, 75), "fiendish": (75, 100)}
)
"""From which score to which every difficulty goes that has a name; where two meet, it is the harder one."""

_GAMES = 256  # by chance; half as many would blur the line between hard and fiendish
_LINES = 8  # won games by chance to follow beside the solver's own
_CHANCE_POWER = 0.35  # spreads the shares of won games, of which half lie under a third, over the scale


@dataclass(frozen=True, slots=True)
class Rating:
    """How difficult a board is.

    - `score`: from 0 (nothing can go wrong) to 100, and `name`: easy, medium, hard or fiendish; "lost" where the board
      cannot be won, "unknown" where nobody knows. The score is 100 · (1 − chance^0.35).
    - `winnable`: True, False, or None where the budget was spent.
    - `chance`: the share of games by chance that are won: every move of every position equally likely.
    - `mean_moves`, `least_moves`: how many moves there are to choose from, on the way through won games.
    - `safe_share`: of all moves in the positions of one won game, how many keep it winnable.
    - `forced`: in how many positions of that game only one move keeps it winnable, though there are others.
    - `nodes`: what the solver took.
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


def rate(board: Board, budget: Budget | float | None = DEFAULT_BUDGET, *, seed: int = 0, games: int = _GAMES) -> Rating:
    """Rate how difficult a board is. The games by chance belong to the seed, and are the same everywhere.

    They run on all cores, and are played whatever the budget, which is for the search; `games` says how many.

    >>> import lianliankan as llk
    >>> rating = llk.rate(llk.Board.parse("AABB/CCDD"))
    >>> rating.name, rating.chance, rating.least_moves
    ('easy', 1.0, 1)
    >>> llk.rate(llk.Board.parse("AB/BA")).name
    'lost'
    """
    check_seed(seed)
    if type(games) is not int or not 1 <= games <= 1_000_000:
        raise BadBudget(f"games are a number from 1 to 1000000, not {games!r}")
    question = Question(board, budget, 0)
    verdict = question.ask()
    won = board._play_out(games, seed, _cores()).count(0) if verdict.winnable is not False else 0
    winnable = True if won else verdict.winnable
    score = 100.0 if winnable is False else _score(won, games)
    counts = _move_counts(board, verdict, seed)
    safe_share, forced = _safety(board, question, verdict.moves)
    return Rating(
        score=score,
        name={True: name_of(score), False: "lost", None: "unknown"}[winnable],
        winnable=winnable,
        chance=won / games,
        mean_moves=sum(counts) / len(counts) if counts else 0.0,
        least_moves=min(counts, default=0),
        safe_share=safe_share,
        forced=forced,
        nodes=verdict.nodes,
    )


def score_of(board: Board) -> float:
    """Rate the score alone of a board that can be won, which is much less work."""
    return _score(board._play_out(_GAMES, 0, _cores()).count(0), _GAMES)


def _score(won: int, games: int) -> float:
    """Make a score of nothing but games by chance: a better solver must not change what a deal's number means."""
    luck: float = (won / games) ** _CHANCE_POWER
    return round(100 * (1 - luck), 1)


def name_of(score: float) -> str:
    """Give the name of the difficulty that a score belongs to.

    >>> name_of(0), name_of(20), name_of(100)
    ('easy', 'medium', 'fiendish')
    """
    return [name for name, (least, _) in DIFFICULTIES.items() if least <= score][-1]


def _move_counts(board: Board, verdict: Verdict, seed: int) -> list[int]:
    """How many moves there are in every position of some won games."""
    if verdict.winnable is False:
        return []
    by_chance = (board._play_randomly(seed_of(seed, game)) for game in range(4 * _LINES))
    won = (moves for moves in by_chance if 2 * len(moves) == board.tile_count)
    counts = []
    for moves in (verdict.moves, *islice(won, _LINES)):
        position = Position(board)
        for move in moves:
            counts.append(position.move_count)
            position.play(move)
    return counts


def _safety(board: Board, question: Question, line: tuple[Move, ...]) -> tuple[float, int]:
    """Find the share of safe moves along a won game, and how often only one of several was safe."""
    safe = asked = forced = 0
    position = Position(board)
    for depth, move in enumerate(line):
        known = question.outcomes(position.board, line[:depth], line[depth:])
        answers = [answer for answer in known.values() if answer is not None]
        safe += sum(answers)
        asked += len(answers)
        forced += len(known) > 1 and sum(answers) == 1 and len(answers) == len(known)
        position.play(move)
    return (safe / asked if asked else 0.0), forced


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
