"""A player's or a spectator's connection to a room."""

from collections.abc import Callable

from lianliankan.web.live.connection import Connection
from lianliankan.web.rate_limits import TokenBucket
from lianliankan.web.work.fair_queue import Owner

_REACTIONS_PER_SECOND, _REACTION_BURST = 0.5, 4


class RacerConnection:
    """A connection to a room.

    - `connection`: the WebSocket; `player`: whose it is.
    - `seat`: the player's seat; None for spectators.
    - `has_seen`: whether it has had all there is; events before that would mean nothing to it.
    - `in_flight`: how many of its commands are not answered yet.
    """

    __slots__ = ("connection", "has_seen", "in_flight", "player", "reactions", "seat")

    def __init__(self, connection: Connection, player: str, now: Callable[[], float]) -> None:
        self.connection, self.player = connection, player
        self.seat: int | None = None
        self.has_seen = False
        self.in_flight = 0
        self.reactions = TokenBucket(rate=_REACTIONS_PER_SECOND, burst=_REACTION_BURST, now=now)

    @property
    def owner(self) -> Owner:
        """Whose turn the work of its commands takes."""
        return Owner(self.connection.network, self.player)

    def push(self, text: str) -> None:
        """Send a message."""
        self.connection.push(text)

    def close(self, code: int) -> None:
        """Close it with a code, after the messages that are waiting."""
        self.has_seen = False
        self.connection.close(code)

    def abort(self) -> None:
        """End it immediately; a page that is still there reconnects."""
        self.connection.abort()

    def begin(self) -> None:
        """Note that a command is being worked on."""
        self.in_flight += 1

    def end(self) -> None:
        """Note that a command is answered."""
        self.in_flight -= 1
