"""What a finished game shows about its player: help used, the best combo, the first mistake, and moves found."""

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.game.events import Hinted, Linked, Restarted
from lianliankan.game.game import Game
from lianliankan.game.history import Line
from lianliankan.game.replay import replayed
from lianliankan.solver.hint import HINT_NODES, can_be_won
from lianliankan.solver.solve import SolverQuery, blame
from lianliankan.solver.verdict import Budget

Mistake = Literal["", "partner", "early", "unclear", "unknown"]

MISTAKES: tuple[Mistake, ...] = get_args(Mistake)
"""What a first mistake can be; see `GameAnalysis`."""

_MIN_MOVES = 3  # with fewer, finding the only safe move is as easy as tossing a coin
_WORK = 100_000_000  # to look for only safe moves: the squares of the tiles, as ratings reckon; half a second at most


class GameAnalysis(msgspec.Struct, frozen=True):
    """What a finished game shows, since its last restart.

    - `hints`, `undos`, `shuffles`: how often each was used.
    - `restarts`: how often the game was restarted after its first pair.
    - `best_combo`: the longest combo, in pairs.
    - `mistake`: the first pair that made the board unwinnable. "partner": another pair of the same kind would have kept
      it winnable; "early": every pair of that kind lost, so it came too early; "unclear": which of the two it was is
      not known; "unknown": whether there was such a pair is not known; "": there was none.
    - `mistake_at`: how many pairs had been removed with it; 0 without a mistake.
    - `only_moves`: how often the player found the only safe one of at least three pairs, without a hint and before any
      undo, as far as the solver has found out; None if it did not look.
    """

    hints: int
    undos: int
    shuffles: int
    restarts: int
    best_combo: int
    mistake: Mistake
    mistake_at: int
    only_moves: int | None


UNKNOWN = GameAnalysis(0, 0, 0, 0, 0, "unknown", 0, None)
"""The analysis of a game that is damaged or too hard: without one, it would be looked at again and again."""


def analyse(game: Game, *, is_solved: bool = True) -> GameAnalysis:
    """Analyse a finished game; unless `is_solved`, without the solver, so that mistakes and the like are unknown.

    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="lose"))
    >>> _ = game.play((0, 0), (0, 1))
    >>> found = analyse(game)
    >>> found.mistake, found.mistake_at, found.best_combo
    ('partner', 1, 1)
    """
    restarts, best_combo, chosen = _retrace(game)
    mistake, number = _find_mistake(game) if is_solved else ("unknown", 0)
    return GameAnalysis(
        hints=game.hints_used,
        undos=game.undos_used,
        shuffles=game.shuffles_used,
        restarts=restarts,
        best_combo=best_combo,
        mistake=mistake,
        mistake_at=number,
        only_moves=_count_only_moves(chosen) if is_solved else None,
    )


def _retrace(game: Game) -> tuple[int, int, list[tuple[Board, Move]]]:
    """Replay a game: return its restarts, its best combo, and the pairs that the player found alone, where each was."""
    restarts, best_combo = 0, 0
    chosen: list[tuple[Board, Move]] = []
    board, pairs, is_helped = game.first_board, 0, False
    for _, happened, after in replayed(game, quietly=True):
        for event in happened:
            if isinstance(event, Restarted):
                restarts += pairs > 0
                best_combo, is_helped = 0, False
                chosen.clear()
            elif isinstance(event, Hinted):
                is_helped = True
            elif isinstance(event, Linked):
                best_combo = max(best_combo, event.combo)
                if not is_helped and not after.undos_used:
                    chosen.append((board, event.move))
                is_helped = False
        board, pairs = after.board, after.pairs
    return restarts, best_combo, chosen


def _find_mistake(game: Game) -> tuple[Mistake, int]:
    """Find the first pair after which the board could not be won, in any of the stretches between shuffles."""
    lines = game.lines
    for line in lines:
        if line is lines[-1] and game.state == "won":
            return "", 0
        found = blame(line.board, line.moves, Budget(nodes=HINT_NODES))
        if found.winnable is None or (found.winnable is False and found.lost_after is None):
            return "unknown", 0
        if found.lost_after:
            return _classify(line, found.lost_after), line.number + found.lost_after
    return "", 0


def _classify(line: Line, number: int) -> Mistake:
    """Say what was wrong with a pair of a line, counted from 1, which lost a winnable position."""
    board = line.board
    for move in line.moves[: number - 1]:
        board = board.play(move)
    played = line.moves[number - 1]
    others = [move for move in board.moves() if board[move.a] == board[played.a] and move != played]
    outcomes = {can_be_won(board.play(move)) for move in others}
    return "partner" if True in outcomes else "unclear" if None in outcomes else "early"


def _count_only_moves(chosen: Sequence[tuple[Board, Move]]) -> int:
    """Count the pairs that were the only safe ones of several; the last positions, which are the easiest, first."""
    found, nodes, work = 0, HINT_NODES, _WORK
    for board, move in reversed(chosen):
        if board.move_count < _MIN_MOVES:
            continue
        query = SolverQuery(board, Budget(nodes=nodes), 0)
        # Whether this pair keeps the board winnable, and every other pair provably does not.
        for other in (move, *(other for other in board.moves() if other != move)):
            work -= board.tile_count**2
            if work < 0:
                return found
            if query.ask([other]).winnable is not (other == move):
                break
        else:
            found += 1
        nodes = query.nodes_left
    return found
