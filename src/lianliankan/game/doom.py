"""Whether the current position of a game can still be won, and which pair lost it."""

from lianliankan.game.events import Doomed
from lianliankan.game.history import History, LostSince
from lianliankan.game.questions import Ask, BlameQuestion, WinnableQuestion
from lianliankan.solver.hint import HINT_NODES, fit_nodes
from lianliankan.solver.verdict import Budget


def find_winnable(history: History, ask: Ask) -> bool | None:
    """Return whether the current position can be won; the solver is asked once per position."""
    current, previous = history.current, history.previous
    if not current.is_judged:
        was_lost = previous is not None and previous.winnable is False  # a lost game stays lost
        history.set_winnable(winnable=False if was_lost else ask(WinnableQuestion(current.board)))
    return history.current.winnable


def find_lost_since(history: History, ask: Ask) -> LostSince | None:
    """Return since when the current position cannot be won, or None if it can; found once per position."""
    if find_winnable(history, ask) is not False:
        return None
    if history.current.lost_since is None:
        history.set_lost_since(_trace_loss(history, ask))
    return history.current.lost_since


def check_doomed(history: History, ask: Ask) -> Doomed | None:
    """Return the event if the last step has made the game unwinnable."""
    previous, since = history.previous, find_lost_since(history, ask)
    if since is None:
        return None
    if previous and (previous.winnable if previous.is_judged else ask(WinnableQuestion(previous.board))) is False:
        return None  # it was lost before
    return Doomed(since.number, since.move)


def _trace_loss(history: History, ask: Ask) -> LostSince:
    previous, current = history.previous, history.current
    if previous is not None and previous.lost_since is not None:
        return previous.lost_since
    if previous is not None and previous.winnable:
        return LostSince(current.pairs, current.move)
    line = history.lines()[-1]
    found = ask(BlameQuestion(line, Budget(nodes=fit_nodes(line.board, HINT_NODES))))
    return LostSince(found.lost_after, found.move)
