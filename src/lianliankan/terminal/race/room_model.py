"""A client's model of a room: the last state that the server sent, and the events since then."""

from collections.abc import Callable
from time import monotonic

import msgspec

from lianliankan.race import events as rev
from lianliankan.race.events import RaceEvent
from lianliankan.race.view import RaceView, SeatView, follow
from lianliankan.web.race.protocol import RoomEvents, RoomSeatView, RoomState, RoomView


class RoomModel:
    """A room as its screens show it: `room` and `race` are the views, `you` is the own seat, None for a spectator.

    Times are the server's, in milliseconds since the room was opened; `now` continues them by the own clock.
    """

    def __init__(self, state: RoomState, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self.room: RoomView = state.room
        self.race: RaceView | None = state.race
        self.you: int | None = state.you
        self.version = state.version
        self._set_time(state.now)

    @property
    def now(self) -> int:
        """The time in the room."""
        return self._at + round(1000 * (self._clock() - self._read_at))

    @property
    def race_now(self) -> int:
        """The time since the start of the race, up to its end."""
        if self.race is None or self.race.is_over or self.room.race_began is None:
            return 0 if self.race is None else self.race.now
        return max(self.now - self.room.race_began, self.race.now)

    @property
    def countdown(self) -> int | None:
        """The seconds until the race begins, rounded up, if a countdown is running."""
        until = self.room.countdown_until
        return None if until is None else max(-((self.now - until) // 1000), 0)

    @property
    def is_racing(self) -> bool:
        """Whether a race is running."""
        return self.room.phase == "racing" and self.race is not None

    @property
    def is_playing(self) -> bool:
        """Whether the player takes part in the race and is neither finished nor out."""
        own = self.own if self.is_racing else None
        return own is not None and own.state == "racing"

    @property
    def has_one_board(self) -> bool:
        """Whether all players share one board."""
        return self.room.settings.has_one_board

    @property
    def is_team(self) -> bool:
        """Whether all win or lose together."""
        return self.room.settings.is_team

    @property
    def is_host(self) -> bool:
        """Whether the player is the host."""
        return self.you is not None and self.room.host == self.you

    def seat(self, number: int | None) -> SeatView | None:
        """Return a seat of the race, if it takes part."""
        seats = () if self.race is None else self.race.seats
        return next((seat for seat in seats if seat.seat == number), None)

    @property
    def own(self) -> SeatView | None:
        """The own seat in the race, if it takes part."""
        return self.seat(self.you)

    @property
    def own_room_seat(self) -> RoomSeatView | None:
        """The own seat in the room."""
        return next((seat for seat in self.room.seats if seat.seat == self.you), None)

    def name(self, number: int) -> str:
        """Return the name of a seat: in the race, or else in the room."""
        racing = self.seat(number)
        named = racing or next((seat for seat in self.room.seats if seat.seat == number), None)
        return named.name if named else "?"

    def take(self, message: RoomEvents) -> None:
        """Apply events."""
        for event in message.events:
            if isinstance(event, RaceEvent):
                self._take_race(event)
            else:
                self.room = _follow_room(self.room, event)
        self.version = message.version
        self._set_time(message.now)

    def _take_race(self, event: RaceEvent) -> None:
        if self.race is None:
            return
        self.race = follow(self.race, [event], self.room.settings.format)
        if self.race.is_over and self.room.phase == "racing":
            seats = tuple(msgspec.structs.replace(seat, is_ready=seat.bot > 0) for seat in self.room.seats)
            self.room = msgspec.structs.replace(self.room, phase="waiting", seats=seats)

    def _set_time(self, now: int) -> None:
        self._at, self._read_at = now, self._clock()


def _follow_room(room: RoomView, event: rev.RoomEvent) -> RoomView:
    """Return the view of a room after an event; a race that begins and other settings come with a new state."""
    match event:
        case rev.SeatTaken():
            taken = RoomSeatView(event.seat, event.player, event.bot, is_ready=event.bot > 0, is_away=False)
            others = (seat for seat in room.seats if seat.seat != event.seat)
            seats = tuple(sorted((*others, taken), key=lambda seat: seat.seat))
            return msgspec.structs.replace(room, seats=seats)
        case rev.SeatFreed():
            return msgspec.structs.replace(room, seats=tuple(seat for seat in room.seats if seat.seat != event.seat))
        case rev.ReadyChanged():
            seats = tuple(
                msgspec.structs.replace(seat, is_ready=event.is_ready, is_away=event.is_away)
                if seat.seat == event.seat
                else seat
                for seat in room.seats
            )
            return msgspec.structs.replace(room, seats=seats)
        case rev.HostChanged():
            return msgspec.structs.replace(room, host=event.seat)
        case rev.CountdownBegun():
            return msgspec.structs.replace(room, phase="countdown", countdown_until=event.until)
        case rev.CountdownStopped():
            return msgspec.structs.replace(room, phase="waiting", countdown_until=None)
        case rev.RoomClosed():
            return msgspec.structs.replace(room, phase="closed", countdown_until=None)
    return room
