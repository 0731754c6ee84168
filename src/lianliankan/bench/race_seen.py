"""The parts of a room's messages that a simulated racer reads; everything else is skipped, which is cheap."""

import msgspec


class SeenSeat(msgspec.Struct, gc=False):
    """A seat, of the room or of its race."""

    seat: int
    board: str = ""
    pairs: int = 0
    state: str = ""
    is_ready: bool = False


class SeenRace(msgspec.Struct, gc=False):
    """A race."""

    is_over: bool
    seats: list[SeenSeat]


class SeenRoom(msgspec.Struct, gc=False):
    """A room."""

    phase: str
    race_id: str | None
    seats: list[SeenSeat]


class SeenEvent(msgspec.Struct, gc=False):
    """An event, of the room or of its race."""

    event: str
    seat: int = -1
    pairs: int = 0
    board: str = ""
    reason: str = ""
    item: str = ""
    is_ready: bool = True


class SeenMessage(msgspec.Struct, gc=False):
    """The part of a message that a simulated racer reads."""

    type: str
    n: int | None = None
    version: int = 0
    you: int | None = None
    room: SeenRoom | None = None
    race: SeenRace | None = None
    events: list[SeenEvent] = []
    code: str = ""
    problem: str = ""


_DECODER = msgspec.json.Decoder(SeenMessage)


def read_seen(body: bytes) -> SeenMessage:
    """Read a message.

    >>> read_seen(b'{"type":"events","n":7,"version":3,"events":[{"event":"raceover"}]}').events[0].event
    'raceover'
    """
    found: SeenMessage = _DECODER.decode(body)
    return found
