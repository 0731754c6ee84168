"""The messages of a room's server as values, for clients in Python."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.path import Path
from lianliankan.game.events import Event
from lianliankan.race.events import PairTaken, RaceEvent, RoomEvent
from lianliankan.web.live.protocol import BadMessage, Pong
from lianliankan.web.race.protocol import RaceErrorMessage, ReactionShown, RoomEvents, RoomState

ToRacer = RoomState | RoomEvents | ReactionShown | RaceErrorMessage | Pong
"""What a server of rooms sends."""

if TYPE_CHECKING:
    _BoardEvent = Event
else:
    _BoardEvent = reduce(or_, Event.__subclasses__())


class _TakenPair(msgspec.Struct, frozen=True, tag_field="event", tag="pairtaken"):
    """A `PairTaken` whose events are read by their own types."""

    at: int
    seat: int
    events: tuple[_BoardEvent, ...]
    tiles: int
    pairs: int
    combo: int
    by_bomb: bool = False


if TYPE_CHECKING:
    _AnyEvent = RoomEvent | RaceEvent | _TakenPair
else:
    _OTHERS = [each for each in (*RoomEvent.__subclasses__(), *RaceEvent.__subclasses__()) if each is not PairTaken]
    _AnyEvent = reduce(or_, [_TakenPair, *_OTHERS])


class _AnyEvents(msgspec.Struct, frozen=True, tag="events"):
    """A `RoomEvents` whose events are read by their own types."""

    n: int | None
    version: int
    now: int
    events: tuple[_AnyEvent, ...]


def _decode_value(kind: type, value: Any) -> Any:  # noqa: ANN401  # any JSON value
    if kind is Board:
        return Board.parse(value)
    if kind is Path:
        return Path(value)
    raise NotImplementedError(f"{kind.__name__} has no JSON form")


_DECODER: msgspec.json.Decoder[RoomState | _AnyEvents | ReactionShown | RaceErrorMessage | Pong] = msgspec.json.Decoder(
    RoomState | _AnyEvents | ReactionShown | RaceErrorMessage | Pong, dec_hook=_decode_value
)


def read_answer(text: str | bytes) -> ToRacer:
    """Parse a message of the server; raises BadMessage if it is not one.

    >>> read_answer('{"type":"events","n":7,"version":3,"now":1500,"events":[{"event":"cameback","at":40,"seat":2}]}')
    RoomEvents(n=7, version=3, now=1500, events=(CameBack(at=40, seat=2),))
    """
    try:
        found = _DECODER.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as problem:
        raise BadMessage(str(problem) or "not valid JSON") from None
    if not isinstance(found, _AnyEvents):
        return found
    events = tuple(PairTaken(**msgspec.structs.asdict(each)) if isinstance(each, _TakenPair) else each
                   for each in found.events)  # fmt: skip
    return RoomEvents(found.n, found.version, found.now, events)
