"""The view of a race: enough to draw all of it, and how each event changes it."""

from collections.abc import Callable, Iterable
from typing import Self

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.game.events import Linked
from lianliankan.race import events as ev
from lianliankan.race.items import Format, Item
from lianliankan.race.race import Race
from lianliankan.race.ratings import will_be_rated
from lianliankan.race.seat import OutReason, Seat, SeatRank, SeatState, Standing
from lianliankan.race.settings import FORMATS, FormatRules


class SeatView(msgspec.Struct, frozen=True):
    """The view of a seat; times are milliseconds since the start of the race.

    - `seat`, `name`, `bot`, `is_ghost`: the racer.
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
            idle_at=race.idle_at(seat.number),
            away_until=race.away_until(seat.number),
            limit_at=race.limit_at(seat.number),
            hints=seat.hints,
            stock=seat.stock,
            hidden=seat.hidden if seat.hidden_until > race.now else (),
            hidden_until=seat.hidden_until,
            turned_until=seat.turned_until,
            blocked_until=seat.blocked_until,
            shielded_until=seat.shielded_until,
        )


class RaceView(msgspec.Struct, frozen=True):
    """A race at `now`, in milliseconds since its start: its seats, and the standings, best first.

    - `closes_at`: when it is over because somebody has finished; None if that does not limit it.
    - `is_rated`: whether it counts for ratings once it is over.

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
    closes_at: int | None
    is_rated: bool

    @classmethod
    def of(cls, race: Race) -> Self:
        """Return the view of a race at its last command."""
        seats = tuple(SeatView.of(seat, race) for seat in race.seats.values())
        return cls(race.now, race.is_over, seats, race.standings, race.closes_at, will_be_rated(race))


_Change = Callable[[SeatView], SeatView]


def follow(view: RaceView, happened: Iterable[ev.RaceEvent], format: Format) -> RaceView:
    """Return the view of a race after some events.

    It is the view that `RaceView.of` returns, but for `hidden`, which stays after its time.

    >>> from lianliankan.race.race import Race
    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> view = RaceView.of(race)
    >>> view = follow(view, race.do("2 play 1,1-2,1", at=1.5), "sprint")
    >>> view == RaceView.of(race), [(seat.name, seat.tiles) for seat in view.seats], view.standings[0].seat
    (True, [('Ann', 4), ('Ben', 2)], 1)
    """
    for event in happened:
        view = _follow_one(view, event, FORMATS[format])
    return view


def _follow_one(view: RaceView, event: ev.RaceEvent, rules: FormatRules) -> RaceView:
    if isinstance(event, ev.RaceOver):
        return msgspec.structs.replace(view, now=event.at, is_over=True, standings=event.standings)
    seats = view.seats
    if isinstance(event, ev.PairTaken | ev.BoardLaid):
        seats = tuple(
            _lay(seat, event) if rules.has_one_board or seat.seat == event.seat else seat for seat in view.seats
        )
    if isinstance(event, ev.ItemUsed) and event.item == "time" and rules.is_team:  # more time for the team
        seats = tuple(_replace(limit_at=event.until)(seat) if seat.state == "racing" else seat for seat in seats)
    change = _own_change(event)
    seats = tuple(change(seat) if seat.seat == event.seat else seat for seat in seats)
    ranks = event.ranks or tuple(SeatRank(standing.seat, standing.rank) for standing in view.standings)
    closes_at = event.closes_at if isinstance(event, ev.SeatFinished) else view.closes_at
    return msgspec.structs.replace(
        view, now=event.at, seats=seats, standings=_standings(seats, ranks), closes_at=closes_at
    )


def _lay(seat: SeatView, event: ev.PairTaken | ev.BoardLaid) -> SeatView:
    """Return a seat whose board was changed or replaced."""
    if isinstance(event, ev.PairTaken):
        moves = [each.move for each in event.events if isinstance(each, Linked)]
        board: Board = seat.board.play(moves[0])
        return msgspec.structs.replace(seat, board=board, tiles=event.tiles)
    laid = msgspec.structs.replace(seat, board=event.board, tiles=event.board.tile_count)
    if event.why == "ghost":
        return laid
    restarts = event.idle_at is not None and seat.idle_at is not None
    return msgspec.structs.replace(laid, combo=0, idle_at=event.idle_at if restarts else seat.idle_at)


def _own_change(event: ev.RaceEvent) -> _Change:
    """Return what an event changes about its own seat, apart from the board."""
    match event:
        case ev.PairTaken():
            return _replace(pairs=event.pairs, combo=event.combo, idle_at=event.idle_at)
        case ev.BoardLaid():
            return _replace(pairs=event.pairs)
        case ev.HintShown():
            return _replace(hints=event.left)
        case ev.ItemEarned():
            return _replace(stock=event.stock)
        case ev.ItemUsed():
            until = {"shield": "shielded_until", "time": "limit_at"}.get(event.item)
            return _replace(stock=event.stock, **({until: event.until} if until else {}))
        case ev.Attacked():
            return _attacked(event)
        case ev.WentAway():
            return _replace(away_until=event.until, idle_at=None, combo=0)
        case ev.CameBack():
            return _replace(away_until=None, idle_at=event.idle_at)
        case ev.WentOut():
            return _replace(state="out", reason=event.reason, ended_at=event.at, **_NO_TIMERS)
        case ev.SeatFinished():
            return _replace(state="finished", ended_at=event.at, **_NO_TIMERS)
    return lambda seat: seat


_NO_TIMERS = {"idle_at": None, "away_until": None, "limit_at": None}


def _attacked(event: ev.Attacked) -> _Change:
    changed: dict[str, object] = {"pairs": event.pairs}
    if event.is_shielded:
        changed["shielded_until"] = event.at
    elif event.did == "hide":
        changed |= {"hidden": event.cells, "hidden_until": event.until}
    elif event.did in ("turn", "block"):
        changed["turned_until" if event.did == "turn" else "blocked_until"] = event.until
    return _replace(**changed)


def _replace(**changed: object) -> _Change:
    return lambda seat: msgspec.structs.replace(seat, **changed)


def _standings(seats: Iterable[SeatView], ranks: Iterable[SeatRank]) -> tuple[Standing, ...]:
    """Return the standings of seats that rank so."""
    by_number = {seat.seat: seat for seat in seats}
    return tuple(_standing(by_number[each.seat], each.rank) for each in ranks)


def _standing(seat: SeatView, rank: int) -> Standing:
    return Standing(
        seat=seat.seat,
        rank=rank,
        state=seat.state,
        tiles=seat.tiles,
        pairs=seat.pairs,
        finished_at=seat.ended_at if seat.state == "finished" else None,
        reason=seat.reason,
    )
