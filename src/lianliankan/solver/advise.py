"""Advice: the moves that keep a position winnable, and how much can still go wrong after each."""

from dataclasses import dataclass, replace
from time import monotonic
from typing import Literal

from lianliankan.board.board import Board, check_board
from lianliankan.board.move import Move
from lianliankan.deadline import check_time, give_up_at, time_limit
from lianliankan.errors import BadBudget, TooLarge
from lianliankan.solver.solve import SolverQuery
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget
from lianliankan.solver.win_rate import WinRate, estimate_win_rates, exact_win_rates, rank

_MAX_GAMES = 1_000_000
_MAX_MOVES = 50_000  # more would take minutes to decide, and much memory
_MAX_CELLS = 50_000_000  # of all boards after a move; some hundred megabytes
_SEARCH_WORK = 250_000_000  # of all moves; about a second at most


@dataclass(frozen=True, slots=True)
class Advice:
    """The outcome of a move.

    - `move`: the move.
    - `outcome`: "safe" (still winnable), "losing" (no longer winnable), or "unknown".
    - `chance`: how often random play wins after it, every move being equally likely: how much can still go wrong. It is
      0 after a losing move, and None if it was not tried.
    - `seed`: the seed of the search and of the random games.
    - `low`, `high`: the range of the chance. Both are `chance` if it is exact, because every game that can follow was
      counted; otherwise the ranges of all moves together are right with a confidence of 95%.
    - `games`: the number of random games that the chance was estimated from; 0 if it is exact or None.
    - `rank`: 1 plus the number of moves that are known to be better; unknown moves come after all safe ones.
    - `timed_out`: whether the budget's time was over before more was known about the moves.

    >>> [f"{advice.move} {advice.outcome} {advice.chance}" for advice in llk.advise(llk.Board.parse("AA/AB/BA"))]
    ['1,1-2,1 safe 1.0', '1,2-3,2 safe 1.0', '1,1-1,2 losing 0.0']
    """

    move: Move
    outcome: Literal["safe", "losing", "unknown"]
    chance: float | None = None
    seed: int = 0
    low: float = 0.0
    high: float = 1.0
    games: int = 0
    rank: int = 1
    timed_out: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether the chance is exact, not an estimate."""
        return self.low == self.high


def advise(
    board: Board,
    budget: Budget | float | None = DEFAULT_BUDGET,
    *,
    seed: int | None = 0,
    games: int | None = None,
) -> list[Advice]:
    """Classify every move of a board as safe, losing or unknown, and order the safe ones by how often random play wins.

    The win rate after a safe move is exact if little is left to play (32 tiles and 10,000 positions at most). Elsewhere
    it is estimated from random games, with its range; where moves are close, up to 4,096 games are played, fewer on
    large boards. Moves of the same rank are in reading order. `games` sets the number of random games after each move;
    0 plays none, for those who only want the outcomes. All moves share the budget, and its seconds are for everything,
    the games included. On boards of many hundreds of tiles some moves stay unknown, as each takes long to decide.
    Raises OutOfTime if the seconds are not even enough to list the moves of a huge board, and TooLarge for more than
    50,000 moves.

    >>> for advice in llk.advise(llk.Board.parse("AAAB/ACDA/BACD")):
    ...     print(advice.rank, advice.move, advice.outcome, advice.chance)
    1 1,1-2,1 safe 0.375
    2 1,1-1,2 losing 0.0
    2 1,1-1,3 losing 0.0
    2 1,2-1,3 losing 0.0
    """
    if games is not None and (type(games) is not int or not 0 <= games <= _MAX_GAMES):
        raise BadBudget(f"games must be an integer from 0 to {_MAX_GAMES} or None, not {games!r}")
    check_board(board)
    query = SolverQuery(board, budget, seed)
    with time_limit(max(query.end - monotonic(), 0.0)):
        if board.move_count > _MAX_MOVES:
            raise TooLarge(f"the board has {board.move_count} moves, and advice is for {_MAX_MOVES} at most")
    whole = query.ask(nodes=query.nodes_left // 3, until=query.share(1 / 3))
    if whole.winnable is False:
        return [Advice(move, "losing", 0.0, query.seed, 0.0, 0.0) for move in board.moves()]
    found, _ = query.outcomes(board, (), whole.moves, _SEARCH_WORK, until=query.share(1 if games == 0 else 0.6))
    safe = [move for move, winnable in found.items() if winnable]
    rates = _win_rates(board, safe, query, games)
    ranks = rank(rates)
    advice = [
        Advice(move, "safe", rate.chance, query.seed, rate.low, rate.high, rate.games, place)
        for move, rate, place in zip(safe, rates, ranks, strict=True)
    ]
    advice.sort(key=lambda each: (each.rank, each.move))
    unknown = [move for move, winnable in found.items() if winnable is None]
    advice += [Advice(move, "unknown", seed=query.seed, rank=len(safe) + 1) for move in unknown]
    place = len(advice) + 1
    losing = [move for move, winnable in found.items() if winnable is False]
    advice += [Advice(move, "losing", 0.0, query.seed, 0.0, 0.0, rank=place) for move in losing]
    return [replace(each, timed_out=True) for each in advice] if query.timed_out else advice


def _win_rates(board: Board, moves: list[Move], query: SolverQuery, games: int | None) -> list[WinRate]:
    """Return how often random play wins after each move, as far as that is known in the query's time."""
    if games == 0 or board.rows * board.cols * len(moves) > _MAX_CELLS:
        return [WinRate(None) for _ in moves]
    boards: list[Board] = []
    rates: list[WinRate] = []
    with give_up_at(query.end):
        for move in moves:
            check_time()
            boards.append(board.play(move))
        rates = exact_win_rates(boards) or []
    if not rates:
        rates, is_whole = estimate_win_rates(boards, query.seed, query.end, games)
        query.timed_out |= not is_whole or len(boards) < len(moves)
    return rates + [WinRate(None)] * (len(moves) - len(boards))
