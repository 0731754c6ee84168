"""Small boards for tests of the game, and short forms for what it returns."""

import lianliankan as llk

PLAIN = llk.Board.parse("1 2 2 1 / . 3 3 .")
TRAP = llk.Board.parse("AA/AB/BA")  # 1,1-1,2 loses it
WALLED = llk.Board.parse("A#A", rules=llk.Rules(outside=False))
STUCK = llk.Board.parse("AB/BA")


def event_names(events: list[llk.Event]) -> list[str]:
    """Return the names of events."""
    return [event.name for event in events]


def only_refusal(events: list[llk.Event]) -> llk.Refused:
    """Return the refusal that is the only event."""
    (event,) = events
    assert isinstance(event, llk.Refused)
    return event
