"""A race: its state, its rules and its log. It reads no system clock, asks no solver, and draws only from its seed."""

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Literal, NamedTuple, Self, cast

import msgspec

from lianliankan.board.board import Board, check_board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadBoard, BadOptions
from lianliankan.game import events as game_events
from lianliankan.game.clock import Clock
from lianliankan.game.replay import replay_entry
from lianliankan.game.scoring import next_combo
from lianliankan.race import events as ev
from lianliankan.race.commands import Effect, RaceCommand, RaceWord
from lianliankan.race.effects import EffectQuestion, board_after, check_effect, is_proved, make_question, strike
from lianliankan.race.items import ATTACKS, draw_item
from lianliankan.race.seat import GhostRun, OutReason, Racer, Seat, SeatRank, Standing, Table, rank_seats
from lianliankan.race.settings import MAX_SEATS, RaceSettings
from lianliankan.seeds import check_seed
from lianliankan.text import shorten

_Timer = Literal["ghost", "limit", "away", "idle", "close"]
_RUN_OUT: dict[_Timer, OutReason] = {"limit": "time", "away": "left", "idle": "idle"}
_WAYS_OUT: dict[RaceWord, OutReason] = {"give-up": "gave up", "leave": "left", "kick": "kicked"}
_Done = list[ev.RaceEvent] | ev.DenialReason


class RaceEntry(NamedTuple):
    """An accepted command and its time `at`, in milliseconds since the start of the race."""

    at: int
    command: RaceCommand


class Race:
    """A race on a board, from its start to its end.

    `racers` are the players by seat, counted from 0; `seed` decides which items are earned. `do` takes a command and
    the time at which it arrived, in seconds since the start, and returns what happened up to then. A command that
    needs the solver is completed first: `question` says what to ask, and the answer is the command's `effect`.

    - `settings`, `first_board`, `deal`, `seed`: what it began with; the deal is None if it is not known.
    - `seats`: the seats by number; read them only.
    - `now`: the time of the last command, in milliseconds.

    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> [event.name for event in race.do("1 play 1,1-2,1", at=1.5)]
    ['pairtaken']
    >>> race.do("2 play 1,1-1,2", at=1.75)[0].reason
    'different kinds'
    >>> [event.name for event in race.do("1 play 1,2-2,2", at=2)]
    ['pairtaken', 'seatfinished']
    >>> race.next_due                                        # 30 s without a pair, and Ben is out
    30.0
    >>> [event.name for event in race.do("tick", at=30)]
    ['wentout', 'raceover']
    >>> [(standing.seat, standing.rank, standing.reason) for standing in race.standings]
    [(0, 1, None), (1, 2, 'idle')]
    """

    def __init__(
        self,
        settings: RaceSettings,
        racers: Mapping[int, Racer],
        board: Board,
        *,
        seed: int = 0,
        deal: Deal | None = None,
    ) -> None:
        check_board(board)
        check_seed(seed)
        if deal and (deal.rows, deal.cols, deal.rules) != (board.rows, board.cols, board.rules):
            raise BadBoard(f"the deal {deal} does not match the board")
        if board.is_clear or board.is_stuck:
            raise BadBoard("a race begins with a board that has a move")
        _check_racers(settings, racers, board)
        self.settings = settings
        self.first_board = board
        self.deal = deal
        self.seed = seed
        ghosts = {number: GhostRun.of(racer.ghost) for number, racer in racers.items() if racer.ghost}
        common = Table.lay(board, 0)

        def lay_table(number: int) -> Table:
            if number in ghosts:
                return Table(ghosts[number].game, 0, [])
            return common if settings.format_rules.has_one_board else Table.lay(board, 0)

        self.seats = {
            number: Seat(number, racer, lay_table(number), settings.hint_count)
            for number, racer in sorted(racers.items())
        }
        self.now = 0
        self._entries: list[RaceEntry] = []
        self._ghosts = ghosts
        self._attacks = 0
        self._result: tuple[Standing, ...] = ()
        self._ranks = _ranks_of(self.standings)
        self._due: int | None = None
        self._is_due_known = False

    # ---- State -------------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return bool(self._result)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings, best first; final once the race is over."""
        if self._result:
            return self._result
        found = (
            Standing(
                seat=seat.number,
                rank=0,
                state=seat.state,
                tiles=seat.board.tile_count,
                pairs=seat.pairs,
                finished_at=seat.ended_at if seat.state == "finished" else None,
                reason=seat.reason,
            )
            for seat in self.seats.values()
        )
        return rank_seats(found, self.settings.format)

    @property
    def stuck_seats(self) -> tuple[int, ...]:
        """The seats whose boards have no move left and wait for "relay"; one for each board."""
        found: dict[int, int] = {}
        for seat in self.seats.values():
            if seat.is_racing and seat.racer.is_live and seat.table.is_stuck:
                found.setdefault(id(seat.table), seat.number)
        return tuple(found.values())

    @property
    def next_due(self) -> float | None:
        """When the next timer fires, in seconds: a "tick" is due then. None if none is running."""
        due = self._find_due()
        return None if due is None else due / 1000

    def away_until(self, number: int) -> int | None:
        """Return until when the player of a seat may be away, in milliseconds; None if they are not."""
        seat = self.seats[number]
        return None if seat.away_since is None or not seat.is_racing else self._away_until(seat)

    def idle_at(self, number: int) -> int | None:
        """Return when a seat is out if it takes no pair, in milliseconds; None if no such timer is running."""
        seat, idle = self.seats[number], 1000 * self.settings.seconds("idle")
        is_running = idle and seat.is_racing and seat.racer.is_live and seat.away_since is None
        return seat.idle_from + idle if is_running else None

    def limit_at(self, number: int) -> int | None:
        """Return when the time of a seat is over, in milliseconds; None if it has no limit."""
        seat, limit = self.seats[number], 1000 * self.settings.seconds("limit")
        return limit + seat.extra if limit and seat.is_racing and seat.racer.is_live else None

    @property
    def closes_at(self) -> int | None:
        """When the race is over because somebody has finished, in milliseconds; None if it is not limited so."""
        after_first = 1000 * self.settings.seconds("after_first")
        finished = [seat.ended_at or 0 for seat in self.seats.values() if seat.state == "finished"]
        return min(finished) + after_first if after_first and finished else None

    @property
    def entries(self) -> tuple[RaceEntry, ...]:
        """All accepted commands with their times. With the start of the race, they are the whole race."""
        return tuple(self._entries)

    @property
    def version(self) -> int:
        """The number of accepted commands."""
        return len(self._entries)

    def entries_since(self, version: int) -> tuple[RaceEntry, ...]:
        """Return the commands accepted since a version."""
        return tuple(self._entries[version:])

    def question(self, command: RaceCommand | str, *, at: float | None = None) -> EffectQuestion | None:
        """Return the question to the solver that a command needs answered; None if it needs no effect, or is refused.

        >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
        >>> command = race.prove("1 hint")
        >>> str(command), race.do(command, at=1)[0].is_safe
        ('1 hint: pair line=1,1-2,1;1,2-2,2', True)
        """
        command = RaceCommand.parse(command) if isinstance(command, str) else command
        if command.word == "tick" or self._deny(command, Clock(now=self.now).read(at)) is not None:
            return None
        target = None if command.target is None else self.seats[command.target]
        return make_question(command, self.seats[command.seat], target, self.seed, self.version)

    def prove(self, command: RaceCommand | str, *, at: float | None = None) -> RaceCommand:
        """Return a command with the effect it needs, found in this process; a server uses other processes."""
        command = RaceCommand.parse(command) if isinstance(command, str) else command
        question = self.question(command, at=at)
        return command if question is None else command.with_effect(question.answer())

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        tables = {id(seat.table): seat.table.copy() for seat in self.seats.values()}
        other.seats = {number: seat.copy(tables[id(seat.table)]) for number, seat in self.seats.items()}
        other._ghosts = {
            number: run._replace(game=other.seats[number].table.game) for number, run in self._ghosts.items()
        }
        other._entries = list(self._entries)
        return other

    def __repr__(self) -> str:
        return f"<Race: {self.settings.format}, {len(self.seats)} seats, {'over' if self.is_over else 'running'}>"

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def do(self, command: RaceCommand | str, *, at: float | None = None) -> list[ev.RaceEvent]:
        """Execute a command, given as a value or as text; unless it is refused, it is added to `entries`.

        Timers that are due fire first. Raises ParseError for a text that is not a command, and BadTime for a time
        before the last one.
        """
        command = RaceCommand.parse(command) if isinstance(command, str) else command
        return self.do_at(command, Clock(now=self.now).read(at))

    def do_at(self, command: RaceCommand, now: int) -> list[ev.RaceEvent]:
        """Execute a command at a time in milliseconds; otherwise like `do`."""
        happened = self._advance(Clock(now=self.now).check(now))
        has_advanced = bool(happened)
        done = self._apply(command)
        if isinstance(done, str):
            happened.append(ev.Denied(now, command.seat, str(command), done, command.cells))
            command = RaceCommand(0, "tick")
        else:
            happened += done
            if any(isinstance(event, ev.Attacked) and event.is_shielded for event in done):
                command = command.with_effect(None)  # its proof was not checked
        if command.word != "tick" or has_advanced:
            self._entries.append(RaceEntry(now, command))
        return happened

    def _apply(self, command: RaceCommand) -> _Done:
        """Execute a command at `now`, and return what happened or why it is refused; it then changed nothing."""
        if command.word == "tick":
            return []
        if reason := self._deny(command, self.now):
            return reason
        done = _HANDLERS[command.word](self, self.seats[command.seat], command)
        self._is_due_known = False
        return done if isinstance(done, str) else self._settle(done)

    def _deny(self, command: RaceCommand, now: int) -> ev.DenialReason | None:
        """Return why a command other than a tick is refused whatever its effect, or None."""
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
        taken = ev.PairTaken(
            self.now, seat.number, shown, tiles, seat.pairs, seat.combo, by_bomb, self.idle_at(seat.number)
        )
        happened: list[ev.RaceEvent] = [taken]
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
        move = effect.line[0]
        path = seat.board.link(*move)
        assert path is not None, "the pair can be taken"
        return [ev.HintShown(self.now, seat.number, move, path, is_safe, seat.hints)]

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
            for each in self.seats.values() if self.settings.format_rules.is_team else [seat]:
                each.extra += 1000 * self.settings.time
            until = self.limit_at(seat.number)
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
        self._attacks += 1
        if command.effect.did == "put-back":
            target.pairs -= 1
        attacked = strike(self.settings, self.seed, target, command, now, self._attacks)
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
        idle = 1000 * self.settings.seconds("idle")
        idle_at = self.now + idle if idle and why == "stuck" else None
        return ev.BoardLaid(self.now, seat.number, board, why, seat.pairs, idle_at)

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
        return [ev.WentAway(self.now, seat.number, self._away_until(seat))]

    def _come_back(self, seat: Seat, _: RaceCommand) -> list[ev.RaceEvent]:
        assert seat.away_since is not None, "the player is away"
        seat.away_total += self.now - seat.away_since
        seat.idle_from += self.now - max(seat.away_since, seat.idle_from)
        seat.away_since = None
        return [ev.CameBack(self.now, seat.number, self.idle_at(seat.number))]

    def _away_until(self, seat: Seat) -> int:
        """Return until when the player of a seat may be away."""
        assert seat.away_since is not None, "the player is away"
        return seat.away_since + max(1000 * self.settings.seconds("away") - seat.away_total, 0)

    # ---- Time --------------------------------------------------------------------------------------------------------

    def _timers(self) -> Iterator[tuple[int, int, _Timer]]:
        """Yield the running timers: when they fire, for which seat, and what they do."""
        if self.is_over:
            return
        for number, seat in self.seats.items():
            if number in self._ghosts and self._ghosts[number].times and seat.is_racing:
                yield self._ghosts[number].times[0], number, "ghost"
            if not (seat.is_racing and seat.racer.is_live):
                continue
            if (limit_at := self.limit_at(number)) is not None:
                yield limit_at, number, "limit"
            if seat.away_since is not None:
                yield self._away_until(seat), number, "away"
            elif (idle_at := self.idle_at(number)) is not None and not seat.table.is_stuck:
                yield max(idle_at, self.now), number, "idle"
        if self.closes_at is not None:
            yield self.closes_at, MAX_SEATS, "close"

    def _find_due(self) -> int | None:
        if not self._is_due_known:
            due = min(self._timers(), default=None)
            self._due = None if due is None else due[0]
            self._is_due_known = True
        return self._due

    def _advance(self, now: int) -> list[ev.RaceEvent]:
        """Let time pass: timers that are due fire in order."""
        happened: list[ev.RaceEvent] = []
        while (due := self._find_due()) is not None and due <= now:
            self.now = due
            self._is_due_known = False
            fired: list[ev.RaceEvent] = []
            for _, number, what in sorted(timer for timer in self._timers() if timer[0] == due):
                fired += self._run_out(number, what)
            happened += self._settle(fired)  # only now, so that simultaneous finishers tie
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
        run = self._ghosts[seat.number]
        before = run.game.board
        events = replay_entry(run.game, run.entries[0])
        self._ghosts[seat.number] = run._replace(entries=run.entries[1:], times=run.times[1:])
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
        laid = ev.BoardLaid(self.now, seat.number, run.game.board, "ghost", seat.pairs)
        return [*happened, laid] if is_laid else happened

    def _put_out(self, seat: Seat, reason: OutReason) -> ev.RaceEvent:
        seat.state, seat.reason, seat.ended_at = "out", reason, self.now
        return ev.WentOut(self.now, seat.number, reason)

    def _finish(self, seat: Seat) -> list[ev.RaceEvent]:
        mates = self._at_table(seat)
        for each in mates:
            each.state, each.ended_at = "finished", self.now
        ranks = {standing.seat: standing.rank for standing in self.standings}
        return [ev.SeatFinished(self.now, each.number, ranks[each.number], self.closes_at) for each in mates]

    def _at_table(self, seat: Seat) -> list[Seat]:
        """Return the seats that race on the board of a seat, itself included."""
        return [each for each in self.seats.values() if each.table is seat.table and each.is_racing]

    def _settle(self, happened: list[ev.RaceEvent]) -> list[ev.RaceEvent]:
        """Return what happened, with the end of the race if it is over, and with the ranks if they have changed."""
        happened = happened + self._end_if_over()
        ranks = _ranks_of(self.standings)
        if ranks == self._ranks or not happened:
            return happened
        self._ranks = ranks
        return [*happened[:-1], msgspec.structs.replace(happened[-1], ranks=ranks)]

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
        self._result = self.standings
        return [ev.RaceOver(self.now, self._result[0].seat, self._result)]


def _check_racers(settings: RaceSettings, racers: Mapping[int, Racer], board: Board) -> None:
    live = [racer for racer in racers.values() if racer.is_live]
    is_ghost_race = settings.format == "ghost"
    if any(type(number) is not int or not 0 <= number < MAX_SEATS for number in racers):
        raise BadOptions(f"seats are numbered from 0 to {MAX_SEATS - 1}, not {shorten(sorted(racers))}")
    if len(live) < settings.format_rules.min_seats or (is_ghost_race and len(live) != 1):
        raise BadOptions(
            f"{len(live)} players are {'too many' if is_ghost_race else 'too few'} for {settings.format!r}"
        )
    if (len(racers) > len(live)) != is_ghost_race:
        raise BadOptions("a ghost race has ghosts, and no other race has any")
    if any(racer.ghost and racer.ghost.first_board != board for racer in racers.values()):
        raise BadOptions("a ghost's game must have begun with the same board")


def _ranks_of(standings: tuple[Standing, ...]) -> tuple[SeatRank, ...]:
    return tuple(SeatRank(standing.seat, standing.rank) for standing in standings)


def _has_pair(board: Board, effect: Effect) -> bool:
    """Return whether an effect is a pair that can be taken."""
    try:
        return effect.did == "pair" and bool(effect.line) and board.linkable(*effect.line[0])
    except ValueError:
        return False


_Handler = Callable[[Race, Seat, RaceCommand], _Done]

_HANDLERS: dict[RaceWord, _Handler] = {
    "play": Race._play,
    "hint": Race._hint,
    "use": Race._use,
    "relay": Race._relay,
    "away": Race._go_away,
    "back": Race._come_back,
    **dict.fromkeys(_WAYS_OUT, Race._go_out),
}
