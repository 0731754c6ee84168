"""The rules of a race: what commands and timers do to its seats. It has no clock of its own."""

from collections.abc import Callable, Iterator
from typing import Literal, Self, cast

import msgspec

from lianliankan.board.board import Board
from lianliankan.game import events as game_events
from lianliankan.game.replay import replay_entry
from lianliankan.game.scoring import next_combo
from lianliankan.race import events as ev
from lianliankan.race.commands import Effect, RaceCommand, RaceWord
from lianliankan.race.effects import board_after, check_effect, is_proved, strike
from lianliankan.race.items import ATTACKS, draw_item
from lianliankan.race.seat import GhostRun, OutReason, Seat, Standing, Table, rank_seats
from lianliankan.race.settings import MAX_SEATS, RaceSettings

_Timer = Literal["ghost", "limit", "away", "idle", "close"]
_RUN_OUT: dict[_Timer, OutReason] = {"limit": "time", "away": "left", "idle": "idle"}
_WAYS_OUT: dict[RaceWord, OutReason] = {"give-up": "gave up", "leave": "left", "kick": "kicked"}
_Done = list[ev.RaceEvent] | ev.DenialReason


class RaceEngine(msgspec.Struct, eq=False):
    """The state of a race.

    - `settings`, `seed`: what was agreed, and which items are earned.
    - `seats`, `ghosts`: the seats by number, and what is left of the games that ghosts repeat.
    - `now`: the milliseconds since the start; `attacks`: how many there were; `result`: the standings at the end.
    - `due`: when the next timer fires, valid while `is_due_known`.
    """

    settings: RaceSettings
    seed: int
    seats: dict[int, Seat]
    ghosts: dict[int, GhostRun]
    now: int = 0
    attacks: int = 0
    result: tuple[Standing, ...] = ()
    due: int | None = None
    is_due_known: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return bool(self.result)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings, best first; final once the race is over."""
        if self.result:
            return self.result
        found = (
            Standing(seat.number, 0, seat.state, seat.board.tile_count, seat.pairs, seat.ended_at, seat.reason)
            if seat.state == "finished"
            else Standing(seat.number, 0, seat.state, seat.board.tile_count, seat.pairs, None, seat.reason)
            for seat in self.seats.values()
        )
        name = self.settings.format
        return rank_seats(found, by_pairs=name == "shared", is_team=name == "together")

    @property
    def stuck_seats(self) -> tuple[int, ...]:
        """The seats whose boards have no move left and wait for "relay"; one for each board."""
        found: dict[int, int] = {}
        for seat in self.seats.values():
            if seat.is_racing and seat.racer.is_live and seat.table.is_stuck:
                found.setdefault(id(seat.table), seat.number)
        return tuple(found.values())

    @property
    def next_due(self) -> int | None:
        """When the next timer fires; None if none is running."""
        if not self.is_due_known:
            due = min(self._timers(), default=None)
            self.due, self.is_due_known = None if due is None else due[0], True
        return self.due

    def copy(self) -> Self:
        """Return an independent copy."""
        tables = {id(seat.table): seat.table.copy() for seat in self.seats.values()}
        seats = {number: seat.copy(tables[id(seat.table)]) for number, seat in self.seats.items()}
        ghosts = {number: run._replace(game=seats[number].table.game) for number, run in self.ghosts.items()}
        return msgspec.structs.replace(self, seats=seats, ghosts=ghosts)

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def apply(self, command: RaceCommand) -> _Done:
        """Execute a command at `now`, and return what happened or why it is refused; it then changed nothing."""
        if command.word == "tick":
            return []
        if reason := self.deny(command, self.now):
            return reason
        done = _HANDLERS[command.word](self, self.seats[command.seat], command)
        self.is_due_known = False
        return done if isinstance(done, str) else done + self._end_if_over()

    def deny(self, command: RaceCommand, now: int) -> ev.DenialReason | None:
        """Return why a command is refused whatever its effect, or None."""
        if command.word == "tick":
            return None
        if self.is_over:
            return "over"
        seat = self.seats.get(command.seat)
        if seat is None:
            return "no such seat"
        if not (seat.is_racing and seat.racer.is_live):
            return "not racing"
        if command.word == "relay":
            return None if seat.table.is_stuck else "not stuck"
        if command.word == "back" or seat.away_since is not None:
            if command.word == "back":
                return "not away" if seat.away_since is None else None
            return None if command.word in _WAYS_OUT else "away"
        if command.word in ("play", "hint", "use") and seat.table.is_stuck:
            return "stuck"
        if "hint" in (command.word, command.item) and seat.blocked_until > now:
            return "hints are blocked"
        if command.word == "hint":
            return None if seat.hints else "no hints left"
        return self._deny_item(seat, command) if command.word == "use" else None

    def _deny_item(self, seat: Seat, command: RaceCommand) -> ev.DenialReason | None:
        if command.item not in seat.stock:
            return "no such item"
        if command.item not in ATTACKS:
            return None
        target = self.seats.get(-1 if command.target is None else command.target)
        if target is None or target is seat or not (target.is_racing and target.racer.is_live):
            return "bad target"
        return "stuck" if target.table.is_stuck else None

    def _play(self, seat: Seat, command: RaceCommand) -> _Done:
        events = seat.table.play(command.cells, seat=seat.number, now=self.now)
        if isinstance(events[0], game_events.Refused):
            return cast(ev.DenialReason, events[0].reason)
        seat.combo, seat.last_pair = next_combo(seat.combo, seat.last_pair, self.now), self.now
        return self._take_pair(seat, events)

    def _take_pair(self, seat: Seat, events: list[game_events.Event], *, by_bomb: bool = False) -> list[ev.RaceEvent]:
        seat.pairs += 1
        seat.idle_from = self.now
        shown = tuple(event for event in events if not isinstance(event, game_events.Hinted))
        tiles = seat.board.tile_count
        happened: list[ev.RaceEvent] = [
            ev.PairTaken(self.now, seat.number, shown, tiles, seat.pairs, seat.combo, by_bomb)
        ]
        if not tiles:
            return happened + self._finish(seat)
        settings = self.settings
        is_earned = seat.combo > 0 and seat.combo % settings.combo == 0 and len(seat.stock) < settings.stock
        if is_earned and settings.items_offered:
            item = draw_item(settings.items_offered, self.seed, seat.number, seat.earned)
            seat.earned += 1
            seat.stock += (item,)
            happened.append(ev.ItemEarned(self.now, seat.number, item, seat.stock))
        return happened

    def _hint(self, seat: Seat, command: RaceCommand) -> _Done:
        effect = command.effect
        if effect is None or not _has_pair(seat.board, effect):
            return "not proved"
        if command.word == "hint":
            seat.hints -= 1
        is_safe = is_proved(seat.board, effect.line)
        return [ev.HintShown(self.now, seat.number, effect.line[0], is_safe, seat.hints)]

    def _use(self, seat: Seat, command: RaceCommand) -> _Done:
        item, now = command.item, self.now
        assert item is not None, "use has an item"
        target = None if command.target is None else self.seats[command.target]
        until: int | None = None
        done: _Done = []
        if target is not None:
            done = self._attack(seat, target, command)
        elif item == "hint":
            done = self._hint(seat, command)
        elif item == "bomb":
            done = self._bomb(seat, command.effect)
        elif item == "shield":
            until = seat.shielded_until = now + 1000 * self.settings.shield
        else:
            for each in self.seats.values() if self.settings.format == "together" else [seat]:
                each.extra += 1000 * self.settings.time
            until = 1000 * self.settings.seconds("limit") + seat.extra
        if isinstance(done, str):
            return done
        seat.take_item(item)
        return [ev.ItemUsed(now, seat.number, item, seat.stock, command.target, until), *done]

    def _bomb(self, seat: Seat, effect: Effect | None) -> _Done:
        if effect is None or not _has_pair(seat.board, effect):
            return "not proved"
        events = seat.table.play(effect.line[0], seat=seat.number, now=self.now, by_bomb=True)
        seat.end_combo()
        return self._take_pair(seat, events, by_bomb=True)

    def _attack(self, seat: Seat, target: Seat, command: RaceCommand) -> _Done:
        item, now = command.item, self.now
        assert item is not None, "an attack has an item"
        if target.shielded_until > now:
            target.shielded_until = now
            return [ev.Attacked(now, target.number, seat.number, item, "nothing", is_shielded=True, pairs=target.pairs)]
        board = check_effect(target, command)
        if board is None or command.effect is None:
            return "not proved"
        self.attacks += 1
        if command.effect.did == "put-back":
            target.pairs -= 1
        attacked = strike(self.settings, self.seed, target, command, now, self.attacks)
        if board == target.board:
            return [attacked]
        why = command.effect.did if command.effect.did in ("shuffle", "put-back") else "lost"
        return [attacked, self._lay(target, board, why)]

    def _lay(self, seat: Seat, board: Board, why: Literal["stuck", "shuffle", "put-back", "lost"]) -> ev.RaceEvent:
        """Replace the board of a seat's table, which ends the combos of its players."""
        before, table = seat.table, Table.lay(board, self.now)
        for each in self.seats.values():
            if each.table is before:
                each.table = table
                each.end_combo()
        return ev.BoardLaid(self.now, seat.number, board, why)

    def _relay(self, seat: Seat, command: RaceCommand) -> _Done:
        effect, mates = command.effect, self._at_table(seat)
        if effect == Effect("nothing"):
            return [self._put_out(each, "stuck") for each in mates]
        if effect is None or effect.did != "shuffle" or effect.put is not None:
            return "not proved"
        board = board_after(seat.board, effect)
        if board is None or not is_proved(board, effect.line):
            return "not proved"
        for each in mates:
            each.idle_from = self.now  # no pair could be taken
        return [self._lay(seat, board, "stuck")]

    def _go_out(self, seat: Seat, command: RaceCommand) -> list[ev.RaceEvent]:
        return [self._put_out(seat, _WAYS_OUT[command.word])]

    def _go_away(self, seat: Seat, _: RaceCommand) -> list[ev.RaceEvent]:
        seat.away_since = self.now
        seat.end_combo()
        return [ev.WentAway(self.now, seat.number, self.away_until(seat))]

    def _come_back(self, seat: Seat, _: RaceCommand) -> list[ev.RaceEvent]:
        assert seat.away_since is not None, "the player is away"
        seat.away_total += self.now - seat.away_since
        seat.idle_from += self.now - max(seat.away_since, seat.idle_from)
        seat.away_since = None
        return [ev.CameBack(self.now, seat.number)]

    def away_until(self, seat: Seat) -> int:
        """Return until when the player of a seat may be away."""
        assert seat.away_since is not None, "the player is away"
        return seat.away_since + max(1000 * self.settings.seconds("away") - seat.away_total, 0)

    # ---- Time --------------------------------------------------------------------------------------------------------

    def _timers(self) -> Iterator[tuple[int, int, _Timer]]:
        """Yield the running timers: when they fire, for which seat, and what they do."""
        if self.is_over:
            return
        settings = self.settings
        idle, limit, after_first = (1000 * settings.seconds(name) for name in ("idle", "limit", "after_first"))
        for number, seat in self.seats.items():
            if number in self.ghosts and self.ghosts[number].times and seat.is_racing:
                yield self.ghosts[number].times[0], number, "ghost"
            if not (seat.is_racing and seat.racer.is_live):
                continue
            if limit:
                yield limit + seat.extra, number, "limit"
            if seat.away_since is not None:
                yield self.away_until(seat), number, "away"
            elif idle and not seat.table.is_stuck:
                yield max(seat.idle_from + idle, self.now), number, "idle"
        finished = [seat.ended_at or 0 for seat in self.seats.values() if seat.state == "finished"]
        if after_first and finished:
            yield min(finished) + after_first, MAX_SEATS, "close"

    def advance(self, now: int) -> list[ev.RaceEvent]:
        """Let time pass: timers that are due fire in order."""
        happened: list[ev.RaceEvent] = []
        while (due := self.next_due) is not None and due <= now:
            self.now, self.is_due_known = due, False
            for _, number, what in sorted(timer for timer in self._timers() if timer[0] == due):
                happened += self._run_out(number, what)
            happened += self._end_if_over()  # only now, so that simultaneous finishers tie
        self.now = now
        return happened

    def _run_out(self, number: int, what: _Timer) -> list[ev.RaceEvent]:
        if what == "close":
            return self._end()
        seat = self.seats[number]
        if not seat.is_racing:  # another of its timers has just put it out
            return []
        return self._run_ghost(seat) if what == "ghost" else [self._put_out(seat, _RUN_OUT[what])]

    def _run_ghost(self, seat: Seat) -> list[ev.RaceEvent]:
        run = self.ghosts[seat.number]
        before = run.game.board
        events = replay_entry(run.game, run.entries[0])
        self.ghosts[seat.number] = run._replace(entries=run.entries[1:], times=run.times[1:])
        seat.pairs, seat.combo = run.game.pairs, run.game.combo
        if any(isinstance(event, game_events.Linked) for event in events):
            tiles = run.game.board.tile_count
            happened: list[ev.RaceEvent] = [
                ev.PairTaken(self.now, seat.number, tuple(events), tiles, seat.pairs, seat.combo)
            ]
            if not tiles:
                return happened + self._finish(seat)
            is_laid = any(isinstance(event, game_events.Shuffled) for event in events)
        else:
            happened, is_laid = [], run.game.board != before
        return [*happened, ev.BoardLaid(self.now, seat.number, run.game.board, "ghost")] if is_laid else happened

    def _put_out(self, seat: Seat, reason: OutReason) -> ev.RaceEvent:
        seat.state, seat.reason, seat.ended_at = "out", reason, self.now
        return ev.WentOut(self.now, seat.number, reason)

    def _finish(self, seat: Seat) -> list[ev.RaceEvent]:
        mates = self._at_table(seat)
        for each in mates:
            each.state, each.ended_at = "finished", self.now
        ranks = {standing.seat: standing.rank for standing in self.standings}
        return [ev.SeatFinished(self.now, each.number, ranks[each.number]) for each in mates]

    def _at_table(self, seat: Seat) -> list[Seat]:
        """Return the seats that race on the board of a seat, itself included."""
        return [each for each in self.seats.values() if each.table is seat.table and each.is_racing]

    def _end_if_over(self) -> list[ev.RaceEvent]:
        live = [seat for seat in self.seats.values() if seat.racer.is_live]
        racing = [seat for seat in live if seat.is_racing]
        others = [seat for seat in live if not seat.is_racing]
        is_last = (
            self.settings.format in ("sprint", "items", "shared")
            and len(racing) == 1
            and all(seat.state == "out" and seat.reason != "time" for seat in others)
        )
        return self._end() if not self.is_over and (not racing or is_last) else []

    def _end(self) -> list[ev.RaceEvent]:
        self.result = self.standings
        return [ev.RaceOver(self.now, self.result[0].seat, self.result)]


def _has_pair(board: Board, effect: Effect) -> bool:
    """Return whether an effect is a pair that can be taken."""
    try:
        return effect.did == "pair" and bool(effect.line) and board.linkable(*effect.line[0])
    except ValueError:
        return False


_Handler = Callable[[RaceEngine, Seat, RaceCommand], _Done]

_HANDLERS: dict[RaceWord, _Handler] = {
    "play": RaceEngine._play,
    "hint": RaceEngine._hint,
    "use": RaceEngine._use,
    "relay": RaceEngine._relay,
    "away": RaceEngine._go_away,
    "back": RaceEngine._come_back,
    **dict.fromkeys(_WAYS_OUT, RaceEngine._go_out),
}
