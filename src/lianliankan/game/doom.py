"""Whether the current position of a game can still be won, and which pair lost it."""

from dataclasses import replace

from lianliankan.game.events import Doomed
from lianliankan.game.history import History, Line
from lianliankan.solver.hint import HINT_NODES, can_be_won
from lianliankan.solver.solve import Blame, blame
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget

__all__ = ["blame_line", "check_doomed", "find_winnable"]

_BLAME_BUDGET = Budget(nodes=HINT_NODES)


def find_winnable(history: History) -> bool | None:
    """Return whether the current position can be won; the solver is asked once per position."""
    if not history.current.is_judged:
        history.set_winnable(winnable=can_be_won(history.current.board))
    return history.current.winnable


def check_doomed(history: History) -> Doomed | None:
    """Return the event if the last step has made the game unwinnable."""
    previous, current = history.previous, history.current
    if previous and previous.winnable is False:
        history.set_winnable(winnable=False)
        return None
    if find_winnable(history) is not False:
        return None
    was_winnable = previous and (previous.winnable if previous.is_judged else can_be_won(previous.board))
    if was_winnable is False:
        return None
    if was_winnable:
        return Doomed(current.pairs, current.move)
    found = blame_line(history.lines()[-1], _BLAME_BUDGET)
    return Doomed(found.lost_after, found.move)


def blame_line(line: Line, budget: Budget | float | None = DEFAULT_BUDGET, *, seed: int = 0) -> Blame:
    """Find the pair of a line after which it could no longer be won, counted from the first pair of the game."""
    found = blame(line.board, line.moves, budget, seed=seed)
    return replace(
        found,
        lost_after=None if found.lost_after is None else found.lost_after + line.number,
        won_until=None if found.won_until is None else found.won_until + line.number,
    )
