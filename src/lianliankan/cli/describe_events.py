"""What happened in a game, in words."""

from typing import TYPE_CHECKING

from lianliankan.text import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lianliankan.game.events import Event
    from lianliankan.solver.solve import Blame

__all__ = ["describe_blame", "describe_events", "format_limit"]


def describe_events(happened: "Iterable[Event]") -> str:
    """Say what happened.

    >>> import lianliankan as llk
    >>> describe_events(llk.Game(llk.Board.parse("AB/AB")).play((0, 0), (1, 0)))
    'pair 1: 1,1-2,1, kind 1, 10 points'
    """
    return "; ".join(filter(None, map(_describe, happened)))


def _describe(event: "Event") -> str:
    from lianliankan.game import events as ev

    match event:
        case ev.Picked(cell, kind):
            return f"{cell} is selected, kind {kind}"
        case ev.Dropped(cell):
            return f"{cell} is no longer selected"
        case ev.Linked():
            combo = f", combo {event.combo}" if event.combo > 1 else ""
            return f"pair {event.number}: {event.move}, kind {event.kind}, {count(event.points, 'point')}{combo}"
        case ev.Packed(shifts):
            return f"{count(len(shifts), 'tile')} moved"
        case ev.Refused():
            cells = f" {'-'.join(map(str, event.cells))}" if event.cells else ""
            return f"refused{cells}: {event.reason}"
        case ev.Hinted():
            words = {True: "safe", False: "but it can no longer be won", None: "nobody knows whether it is safe"}
            return f"hint {event.move}, {words[event.safe]}"
        case ev.Stuck(tiles):
            return f"stuck with {count(tiles, 'tile')}"
        case ev.Shuffled():
            return "shuffled" if event.asked else "shuffled, for no move was left"
        case ev.Undone(move=move):
            return f"took back {move or 'a shuffle'}"
        case ev.Redone(move=move):
            return f"made again {move or 'a shuffle'}"
        case ev.Restarted():
            return "began anew"
        case ev.Paused():
            return "paused"
        case ev.Resumed():
            return "went on"
        case ev.Doomed(number):
            since = {None: "", 0: ", from the start"}.get(number, f", since pair {number}")
            return f"it can no longer be won{since}"
        case ev.Lost(reason):
            return f"lost: {reason}"
        case ev.Won():
            return f"won: {count(event.score, 'point')}, {count(event.stars, 'star')}"
    return event.name


def describe_blame(found: "Blame", before: int, after: int) -> str:
    """Say where a line of a game went wrong; it had so many pairs before it, and so many at its end."""
    if found.winnable:
        return "it could be won all along"
    if found.lost_after == before:
        return "it could not be won from the start"
    if found.lost_after is not None:
        safe = found.lost_after - 1
        return f"pair {found.lost_after} lost it: {found.move}; after {count(safe, 'pair')} it could still be won"
    until = "" if found.won_until is None else f"; after {count(found.won_until, 'pair')} it could still be won"
    what = (
        f"after {count(after, 'pair')} it is lost, by which one" if found.winnable is False else "whether it was lost"
    )
    return f"nobody knows {what}: the budget was spent{until}"


def format_limit(number: int | None) -> str:
    """Say how many there are of something that may be without end.

    >>> format_limit(3), format_limit(None)
    ('3', 'any number')
    """
    return "any number" if number is None else str(number)
