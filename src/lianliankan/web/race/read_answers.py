"""The messages of a room's server as values, for clients in Python."""

from typing import Any

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.path import Path
from lianliankan.game.events import Event
from lianliankan.race.events import PairTaken, RaceEvent, RoomEvent
from lianliankan.web.live.protocol import BadMessage, Pong
from lianliankan.web.race.protocol import RaceErrorMessage, ReactionShown, RoomEvents, RoomState

ToRacer = RoomState | RoomEvents | ReactionShown | RaceErrorMessage | Pong
"""What a server of rooms sends."""

_EVENTS = {kind.__name__.lower(): kind for base in (Event, RaceEvent, RoomEvent) for kind in base.__subclasses__()}


class _RawEvents(msgspec.Struct, frozen=True, tag="events"):
    """A `RoomEvents` whose events are read by their own types."""

    n: int | None
    version: int
    now: int
    events: list[dict[str, Any]]


def _decode_value(kind: type, value: Any) -> Any:  # noqa: ANN401  # any JSON value
    if kind is Board:
        return Board.parse(value)
    if kind is Path:
        return Path(value)
    raise NotImplementedError(f"{kind.__name__} has no JSON form")


_DECODER: msgspec.json.Decoder[RoomState | _RawEvents | ReactionShown | RaceErrorMessage | Pong] = msgspec.json.Decoder(
    RoomState | _RawEvents | ReactionShown | RaceErrorMessage | Pong, dec_hook=_decode_value
)


def read_answer(text: str | bytes) -> ToRacer:
    """Parse a message of the server; raises BadMessage if it is not one.

    >>> read_answer('{"type":"events","n":7,"version":3,"now":1500,"events":[{"event":"cameback","at":40,"seat":2}]}')
    RoomEvents(n=7, version=3, now=1500, events=(CameBack(at=40, seat=2),))
    """
    try:
        found = _DECODER.decode(text)
        if not isinstance(found, _RawEvents):
            return found
        return RoomEvents(found.n, found.version, found.now, tuple(map(_read_event, found.events)))
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError) as problem:
        raise BadMessage(str(problem) or "not valid JSON") from None


def _read_event(found: dict[str, Any]) -> Any:  # noqa: ANN401  # of a room, a race or a board
    kind = _EVENTS[found["event"]]
    if kind is PairTaken:
        taken = msgspec.convert(found | {"events": ()}, PairTaken)
        return msgspec.structs.replace(taken, events=tuple(map(_read_event, found["events"])))
    return msgspec.convert(found, kind, dec_hook=_decode_value)
