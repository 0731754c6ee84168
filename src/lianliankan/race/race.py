"""A race: an engine, a clock and a log. It reads no system clock, asks no solver, and draws only from its seed."""

from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import NamedTuple, Self

from lianliankan.board.board import Board, check_board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadBoard, BadOptions
from lianliankan.game.clock import Clock
from lianliankan.race import events as ev
from lianliankan.race.commands import RaceCommand
from lianliankan.race.effects import EffectQuestion, make_question
from lianliankan.race.engine import RaceEngine
from lianliankan.race.seat import GhostRun, Racer, Seat, Standing, Table
from lianliankan.race.settings import MAX_SEATS, RaceSettings
from lianliankan.seeds import check_seed
from lianliankan.text import shorten


class RaceEntry(NamedTuple):
    """An accepted command and its time `at`, in milliseconds since the start of the race."""

    at: int
    command: RaceCommand


class Race:
    """A race on a board, from its start to its end.

    `racers` are the players by seat, counted from 0; `seed` decides which items are earned. `do` takes a command and
    the time at which it arrived, in seconds since the start, and returns what happened up to then. A command that
    needs the solver is completed first: `question` says what to ask, and the answer is the command's `effect`.

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
        self._deal, self._board = deal, board
        self._clock, self._entries = Clock(), list[RaceEntry]()
        ghosts = {number: GhostRun.of(racer.ghost) for number, racer in racers.items() if racer.ghost}
        common = Table.lay(board, 0)

        def lay_table(number: int) -> Table:
            if number in ghosts:
                return Table(ghosts[number].game, 0, [])
            return common if settings.format_rules.has_one_board else Table.lay(board, 0)

        seats = {
            number: Seat(number, racer, lay_table(number), settings.hint_count)
            for number, racer in sorted(racers.items())
        }
        self._engine = RaceEngine(settings, seed, seats, ghosts)

    # ---- State -------------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> RaceSettings:
        """What was agreed."""
        return self._engine.settings

    @property
    def seats(self) -> Mapping[int, Seat]:
        """The seats by number; read them only."""
        return MappingProxyType(self._engine.seats)

    @property
    def first_board(self) -> Board:
        """The board the race began with."""
        return self._board

    @property
    def deal(self) -> Deal | None:
        """The deal of the board, if known."""
        return self._deal

    @property
    def seed(self) -> int:
        """The seed of its items."""
        return self._engine.seed

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

    @property
    def now(self) -> int:
        """The time of the last command, in milliseconds."""
        return self._clock.now

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return self._engine.is_over

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings, best first; final once the race is over."""
        return self._engine.standings

    @property
    def stuck_seats(self) -> tuple[int, ...]:
        """The seats whose boards have no move left and wait for "relay"; one for each board."""
        return self._engine.stuck_seats

    @property
    def next_due(self) -> float | None:
        """When the next timer fires, in seconds: a "tick" is due then. None if none is running."""
        due = self._engine.next_due
        return None if due is None else due / 1000

    def away_until(self, number: int) -> int | None:
        """Return until when the player of a seat may be away, in milliseconds; None if they are not."""
        seat = self.seats[number]
        return None if seat.away_since is None or not seat.is_racing else self._engine.away_until(seat)

    def question(self, command: RaceCommand | str, *, at: float | None = None) -> EffectQuestion | None:
        """Return the question to the solver that a command needs answered; None if it needs no effect, or is refused.

        >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
        >>> command = race.prove("1 hint")
        >>> str(command), race.do(command, at=1)[0].is_safe
        ('1 hint: pair line=1,1-2,1;1,2-2,2', True)
        """
        command = RaceCommand.parse(command) if isinstance(command, str) else command
        if command.word == "tick" or self._engine.deny(command, self._clock.read(at)) is not None:
            return None
        target = None if command.target is None else self.seats[command.target]
        return make_question(command, self.seats[command.seat], target, self._engine.seed, self.version)

    def prove(self, command: RaceCommand | str, *, at: float | None = None) -> RaceCommand:
        """Return a command with the effect it needs, found in this process; a server uses other processes."""
        command = RaceCommand.parse(command) if isinstance(command, str) else command
        question = self.question(command, at=at)
        return command if question is None else command.with_effect(question.answer())

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other._engine, other._clock, other._entries = self._engine.copy(), copy(self._clock), list(self._entries)
        return other

    def __repr__(self) -> str:
        return f"<Race: {self.settings.format}, {len(self.seats)} seats, {'over' if self.is_over else 'running'}>"

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def do(self, command: RaceCommand | str, *, at: float | None = None) -> list[ev.RaceEvent]:
        """Execute a command, given as a value or as text; unless it is refused, it is added to `entries`.

        Timers that are due fire first. Raises ParseError for a text that is not a command, and
        BadTime for a time before the last one.
        """
        command = RaceCommand.parse(command) if isinstance(command, str) else command
        return self.do_at(command, self._clock.read(at))

    def do_at(self, command: RaceCommand, now: int) -> list[ev.RaceEvent]:
        """Execute a command at a time in milliseconds; otherwise like `do`."""
        self._clock.now = self._clock.check(now)
        happened = self._engine.advance(now)
        has_advanced = bool(happened)
        done = self._engine.apply(command)
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
