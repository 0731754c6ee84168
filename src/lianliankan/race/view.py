"""What a screen shows of a race: enough to draw all of it, after a reload too."""

from typing import Self

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.race.items import Item
from lianliankan.race.race import Race
from lianliankan.race.seat import Seat
from lianliankan.race.standings import OutReason, SeatState, Standing


class SeatView(msgspec.Struct, frozen=True):
    """What a screen shows of a seat; times are milliseconds since the start of the race.

    - `seat`, `name`, `bot`, `is_ghost`: who it is.
    - `board`, `tiles`, `pairs`, `combo`, `state`, `reason`, `ended_at`: how far it is.
    - `idle_at`: when it is out if it takes no pair; `away_until`: if its player is away, until when they may be.
    - `limit_at`: when its time is over.
    - `hints`, `stock`: what it has left.
    - `hidden`, `hidden_until`, `turned_until`, `blocked_until`, `shielded_until`: what items did to it.
    """

    seat: int
    name: str
    bot: int
    is_ghost: bool
    board: Board
    tiles: int
    pairs: int
    combo: int
    state: SeatState
    reason: OutReason | None
    ended_at: int | None
    idle_at: int | None
    away_until: int | None
    limit_at: int | None
    hints: int
    stock: tuple[Item, ...]
    hidden: tuple[Cell, ...]
    hidden_until: int
    turned_until: int
    blocked_until: int
    shielded_until: int

    @classmethod
    def of(cls, seat: Seat, race: Race) -> Self:
        """Return the view of a seat."""
        settings, is_racing = race.settings, seat.is_racing and seat.racer.is_live
        idle, limit = 1000 * settings.seconds("idle"), 1000 * settings.seconds("limit")
        return cls(
            seat=seat.number,
            name=seat.racer.name,
            bot=seat.racer.bot,
            is_ghost=not seat.racer.is_live,
            board=seat.board,
            tiles=seat.board.tile_count,
            pairs=seat.pairs,
            combo=seat.combo,
            state=seat.state,
            reason=seat.reason,
            ended_at=seat.ended_at,
            idle_at=seat.idle_from + idle if idle and is_racing and seat.away_since is None else None,
            away_until=race.away_until(seat.number),
            limit_at=limit + seat.extra if limit and is_racing else None,
            hints=seat.hints,
            stock=seat.stock,
            hidden=seat.hidden if seat.hidden_until > race.now else (),
            hidden_until=seat.hidden_until,
            turned_until=seat.turned_until,
            blocked_until=seat.blocked_until,
            shielded_until=seat.shielded_until,
        )


class RaceView(msgspec.Struct, frozen=True):
    """A race at a moment: `now` in milliseconds since its start, its seats, and the standings, best first.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> view = RaceView.of(race)
    >>> [(seat.name, seat.tiles, seat.idle_at) for seat in view.seats], view.is_over
    ([('Ann', 4, 30000), ('Ben', 4, 30000)], False)
    """

    now: int
    is_over: bool
    seats: tuple[SeatView, ...]
    standings: tuple[Standing, ...]

    @classmethod
    def of(cls, race: Race) -> Self:
        """Return the view of a race at its last command."""
        seats = tuple(SeatView.of(seat, race) for seat in race.seats.values())
        return cls(race.now, race.is_over, seats, race.standings)
