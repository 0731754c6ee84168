"""Events and verdicts as text."""

from typing import TYPE_CHECKING

from lianliankan.text import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lianliankan.game.events import Event
    from lianliankan.solver.solve import Blame


def describe_events(happened: "Iterable[Event]") -> str:
    """Return events as text.

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
            words = {True: "safe", False: "but the game can no longer be won", None: "safety undecided"}
            return f"hint {event.move}, {words[event.safe]}"
        case ev.Stuck(tiles):
            return f"stuck with {count(tiles, 'tile')}"
        case ev.Shuffled():
            return "shuffled" if event.asked else "shuffled, as no moves were left"
        case ev.Undone(move=move):
            return f"undid {move or 'a shuffle'}"
        case ev.Redone(move=move):
            return f"redid {move or 'a shuffle'}"
        case ev.Restarted():
            return "restarted"
        case ev.Paused():
            return "paused"
        case ev.Resumed():
            return "resumed"
        case ev.Doomed(number):
            since = {None: "", 0: ", from the start"}.get(number, f", since pair {number}")
            return f"can no longer be won{since}"
        case ev.Lost(reason):
            return f"lost: {reason}"
        case ev.Won():
            return f"won: {count(event.score, 'point')}, {count(event.stars, 'star')}"
    return event.name


def describe_blame(found: "Blame", before: int, after: int) -> str:
    """Return where a line was lost, as text; `before` and `after` are the pairs played before it and by its end."""
    if found.winnable:
        return "winnable throughout"
    if found.lost_after == before:
        return "unwinnable from the start"
    if found.lost_after is not None:
        safe = found.lost_after - 1
        return f"pair {found.lost_after} lost it: {found.move}; still winnable after {count(safe, 'pair')}"
    until = "" if found.won_until is None else f"; still winnable after {count(found.won_until, 'pair')}"
    what = f"lost after {count(after, 'pair')}; losing pair undecided" if found.winnable is False else "undecided"
    return f"{what} ({'time over' if found.timed_out else 'budget spent'}){until}"


def format_limit(number: int | None) -> str:
    """Return a limit as text.

    >>> format_limit(3), format_limit(None)
    ('3', 'unlimited')
    """
    return "unlimited" if number is None else str(number)
