"""The game: an engine, a clock and a log. It has no screen, no time of its own, and no randomness but its seed."""

from collections.abc import Callable
from copy import copy
from typing import Literal, Self

from lianliankan.board.board import Board, check_board
from lianliankan.board.cell import Cell
from lianliankan.deadline import time_limit
from lianliankan.dealing.deal_spec import Deal, check_deal
from lianliankan.errors import BadBoard
from lianliankan.game import events as ev
from lianliankan.game.clock import Clock
from lianliankan.game.commands import Command, Entry, check_cell
from lianliankan.game.engine import Engine, LossReason, find_lost_since, find_winnable
from lianliankan.game.history import HistoryStep, Line, LostSince
from lianliankan.game.options import Options
from lianliankan.game.questions import Ask, BlameQuestion
from lianliankan.seeds import check_seed
from lianliankan.solver.solve import Blame
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget
from lianliankan.text import count

State = Literal["playing", "stuck", "won", "lost", "paused"]


class Game:
    """A game on a board.

    Every command is a method, and also a text for `do`. Each returns the events it caused and takes `at`: the seconds
    since the game was created (by default, the time of the last command). `options` say what is allowed, `seed` is the
    only source of randomness, and `deal` is the deal the board came from, if any.

    >>> game = llk.Game(llk.Board.parse("1 2 2 1 / . 3 3 ."))
    >>> game.pick((0, 1), at=1.0)
    [Picked(cell=Cell(row=0, col=1), kind=2)]
    >>> [event.name for event in game.pick((0, 2), at=1.5)]
    ['linked']
    >>> game.play((1, 1), (0, 0), at=2.0)[0].reason
    'different kinds'
    >>> for command in ("play 2,2-2,3", "play 1,1-1,4"):
    ...     happened = game.do(command, at=3.0)
    >>> game.state, happened[-1].stars, game.score
    ('won', 3, 60)
    """

    def __init__(
        self, board: Board, options: Options | None = None, *, seed: int = 0, deal: Deal | None = None
    ) -> None:
        check_board(board)
        if not isinstance(options, Options | None):
            raise TypeError(f"options must be an llk.Options(...), not {options!r}")
        if deal and (deal.rows, deal.cols, deal.rules) != (board.rows, board.cols, board.rules):
            raise BadBoard(f"the deal {deal} does not match the board")
        self._deal = deal
        self._engine = Engine.begin(options or Options(), check_seed(seed), HistoryStep(board))
        self._clock = Clock()
        self._entries: list[Entry] = []
        if self._engine.is_over:
            self._clock.stop()

    @classmethod
    def of(cls, deal: Deal, options: Options | None = None, *, seed: int | None = None) -> Self:
        """Start a game of a deal; by default, its seed is the deal's.

        >>> llk.Game.of(llk.Deal(rows=4, cols=6, seed=7)).board == llk.deal(4, 6, seed=7)
        True
        """
        return cls(check_deal(deal).board(), options, seed=deal.seed if seed is None else seed, deal=deal)

    # ---- State -------------------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The current board."""
        return self._engine.board

    @property
    def first_board(self) -> Board:
        """The board the game began with."""
        return self._engine.history.first.board

    @property
    def options(self) -> Options:
        """The options of the game."""
        return self._engine.options

    @property
    def seed(self) -> int:
        """The seed of its shuffles."""
        return self._engine.seed

    @property
    def deal(self) -> Deal | None:
        """The deal the board came from, if known."""
        return self._deal

    @property
    def state(self) -> State:
        """One of "playing", "stuck" (tiles left, but no move), "paused", "won" and "lost"."""
        return "paused" if self._engine.is_paused else self._engine.state

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self._engine.is_over

    @property
    def is_untouched(self) -> bool:
        """Whether no time was played yet, and no command run since the game began or was restarted.

        >>> game = llk.Game(llk.Board.parse("AB/AB"))
        >>> game.is_untouched, game.hint(at=3)[0].name, game.is_untouched
        (True, 'hinted', False)
        >>> game.restart(at=9)[0].name, game.is_untouched
        ('restarted', True)
        """
        last = self.last_entry
        is_fresh = last is None or last.command.word == "restart"
        return is_fresh and not self.is_over and self._clock.played() == 0

    @property
    def loss(self) -> LossReason:
        """Why the game was lost; empty if it was not."""
        return self._engine.loss

    @property
    def opening(self) -> list[ev.Event]:
        """The events that the first board causes before any command; usually none.

        >>> llk.Game(llk.Board.parse("AB/BA")).opening
        [Stuck(tiles=4)]
        """
        return self._engine.open()

    @property
    def picked(self) -> Cell | None:
        """The cell of the selected tile."""
        return self._engine.picked

    @property
    def score(self) -> int:
        """All points."""
        return self._engine.score

    @property
    def combo(self) -> int:
        """The number of pairs in the current combo."""
        return self._engine.combo

    @property
    def pairs(self) -> int:
        """The number of pairs removed."""
        return self._engine.history.current.pairs

    @property
    def stars(self) -> int:
        """The stars of a won game; 0 before that."""
        return self._engine.stars

    @property
    def hints_left(self) -> int | None:
        """The number of hints left; None if unlimited."""
        return self._engine.hints_left

    @property
    def hints_used(self) -> int:
        """The number of hints so far."""
        return self._engine.used.hints

    @property
    def shuffles_left(self) -> int | None:
        """The number of shuffles left; None if unlimited."""
        return self._engine.shuffles_left

    @property
    def shuffles_used(self) -> int:
        """The number of shuffles so far, requested or automatic."""
        return self._engine.used.shuffles

    @property
    def undos_used(self) -> int:
        """The number of undone steps so far."""
        return self._engine.used.undos

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo and undo is allowed."""
        return self._engine.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step to redo."""
        return self._engine.can_redo

    @property
    def at(self) -> float:
        """The time of the last command, in seconds since the game was created."""
        return self._clock.now / 1000

    @property
    def clock(self) -> Clock:
        """Its clock, for reading times in milliseconds."""
        return self._clock

    def seconds(self, at: float | None = None) -> float:
        """Return the seconds played by a time, pauses excluded; by default, by the last command."""
        return self._clock.played(self._clock.read(at)) / 1000

    def seconds_left(self, at: float | None = None) -> float | None:
        """Return the seconds left at a time; None if there is no limit."""
        deadline = self._engine.deadline
        return None if deadline is None else max(deadline - self._clock.played(self._clock.read(at)), 0) / 1000

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All accepted commands with their times. Together with board, options and seed, they are the whole game."""
        return tuple(self._entries)

    @property
    def last_entry(self) -> Entry | None:
        """The last accepted command."""
        return self._entries[-1] if self._entries else None

    @property
    def version(self) -> int:
        """The number of accepted commands: it tells two states of a game apart."""
        return len(self._entries)

    def entries_since(self, version: int) -> tuple[Entry, ...]:
        """Return the commands accepted since a version."""
        return tuple(self._entries[version:])

    def last_steps(self, count: int) -> list[HistoryStep]:
        """Return up to so many positions, of which the current one is the last."""
        return self._engine.history.last(count)

    @property
    def winnable(self) -> bool | None:
        """Whether the game can still be won; None if undecided, or if the game does not announce when it is lost.

        A shuffled position is always winnable and a stuck one never is; both are known without asking the solver.
        """
        if self._engine.state == "won":
            return True
        history = self._engine.history
        return find_winnable(history, self._engine.ask) if self.options.tell_doomed else history.current.winnable

    @property
    def lost_since(self) -> LostSince | None:
        """Since when the game cannot be won; None if it can, or if the game does not announce when it is lost."""
        is_known = self.options.tell_doomed and self._engine.state != "won"
        return find_lost_since(self._engine.history, self._engine.ask) if is_known else None

    @property
    def lines(self) -> list[Line]:
        """The pairs that led to the current position, split at the shuffles; undone pairs are left out."""
        return self._engine.history.lines()

    def blame(
        self, budget: Budget | float | None = DEFAULT_BUDGET, *, line: Line | None = None, seed: int = 0
    ) -> Blame:
        """Find the pair after which the game could no longer be won, counted from the first pair of the game.

        Only the pairs since the last shuffle count, because every shuffle is winnable; pass one of `lines` to ask about
        an earlier stretch. `seed` is the solver's.

        >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
        >>> _ = game.play((0, 0), (0, 1))
        >>> game.blame().lost_after, str(game.blame().move)
        (1, '1,1-1,2')
        """
        return BlameQuestion(line or self.lines[-1], budget, seed).answer()

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def pick(self, cell: tuple[int, int], *, at: float | None = None) -> list[ev.Event]:
        """Select a tile, or play it with the selected one.

        A second tile that links with the first is played. Picking the same tile again drops the selection. Any other
        tile becomes the selected one, after a refusal that says why the two cannot be removed.
        """
        return self.do(Command("pick", (check_cell(cell),)), at=at)

    def play(self, a: tuple[int, int], b: tuple[int, int], *, at: float | None = None) -> list[ev.Event]:
        """Remove two tiles, if a path joins them."""
        return self.do(Command("play", (check_cell(a), check_cell(b))), at=at)

    def hint(self, *, at: float | None = None) -> list[ev.Event]:
        """Show a pair that keeps the game winnable, if there is one; asking again in the same position is free."""
        return self.do(Command("hint"), at=at)

    def auto(self, *, at: float | None = None) -> list[ev.Event]:
        """Take a hint and play it, for no points."""
        return self.do(Command("auto"), at=at)

    def shuffle(self, *, at: float | None = None) -> list[ev.Event]:
        """Shuffle the tiles into a winnable position."""
        return self.do(Command("shuffle"), at=at)

    def undo(self, *, at: float | None = None) -> list[ev.Event]:
        """Take back the last pair or shuffle with its points; hints, shuffles and time stay used."""
        return self.do(Command("undo"), at=at)

    def redo(self, *, at: float | None = None) -> list[ev.Event]:
        """Repeat the step that was undone last."""
        return self.do(Command("redo"), at=at)

    def restart(self, *, at: float | None = None) -> list[ev.Event]:
        """Start again with the same board, all hints and shuffles, and a new clock."""
        return self.do(Command("restart"), at=at)

    def pause(self, *, at: float | None = None) -> list[ev.Event]:
        """Stop the clock."""
        return self.do(Command("pause"), at=at)

    def resume(self, *, at: float | None = None) -> list[ev.Event]:
        """Start the clock again after a pause."""
        return self.do(Command("resume"), at=at)

    def give_up(self, *, at: float | None = None) -> list[ev.Event]:
        """Lose the game."""
        return self.do(Command("give-up"), at=at)

    def tick(self, *, at: float | None = None) -> list[ev.Event]:
        """Let time pass; the game is lost if its time limit has run out."""
        return self.do(Command("tick"), at=at)

    def do(self, command: Command | str, *, at: float | None = None, seconds: float | None = None) -> list[ev.Event]:
        """Execute a command, given as a value or as text; unless it is only refused, it is added to `entries`.

        Raises ParseError for a text that is not a command, BadTime for a time before the last one, and OutOfTime if
        `seconds` of computing, or those of a `time_limit`, are not enough for a hint or a shuffle: the game is then as
        it was before.
        """
        command, now, before = _read_command(command), self._clock.read(at), self._engine
        self._engine = before.copy()
        try:
            with time_limit(seconds):
                return self._apply(command, now)
        except BaseException:
            self._engine = before
            raise

    def after(self, command: Command | str, *, at: float | None = None) -> tuple[Self, list[ev.Event]]:
        """Return a copy of the game after a command, and the events; the game itself stays as it is.

        >>> game = llk.Game(llk.Board.parse("AB/AB"))
        >>> later, happened = game.after("play 1,1-2,1")
        >>> happened[0].name, later.pairs, game.pairs
        ('linked', 1, 0)
        """
        other = self.copy()
        return other, other._apply(_read_command(command), other._clock.read(at))

    def replay(self, entry: Entry, *, quietly: bool = True) -> list[ev.Event]:
        """Execute an entry of another game; `quietly` without asking the solver for what does not change the game.

        Lost positions are then not announced, and a hint shows an arbitrary pair. The game reaches the same state and
        finds out the rest on request.
        """
        return self._apply(entry.command, self._clock.check(entry.at), quietly=quietly)

    def _apply(self, command: Command, now: int, *, quietly: bool = False) -> list[ev.Event]:
        """Execute a command at a time, let the clock follow what happened, and log it."""
        clock = self._clock
        happened = self._engine.apply(command, clock.played(now), quietly=quietly)
        if any(isinstance(event, ev.Restarted) for event in happened):
            self._engine = self._engine.restarted()
            happened += self._engine.open(quietly=quietly)
        clock.now = now
        for event in happened:
            if isinstance(event, ev.Won | ev.Lost):
                clock.stop(limit=self._engine.deadline)
            elif type(event) in _CLOCK_CHANGES:
                _CLOCK_CHANGES[type(event)](clock)
        _log_entry(self._entries, now, command, happened)
        return happened

    def ask_with(self, ask: Ask) -> None:
        """Let a function answer the questions for the solver, here and in copies; by default, they are computed."""
        self._engine.ask = ask

    def copy(self) -> Self:
        """Return an independent copy of the game."""
        other = object.__new__(type(self))
        other._deal, other._engine = self._deal, self._engine.copy()
        other._clock, other._entries = copy(self._clock), list(self._entries)
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        return f"<Game: {self.state}, {count(self.board.tile_count, 'tile')} left>"


def _read_command(command: Command | str) -> Command:
    """Return a command that was given as a value or as text."""
    if isinstance(command, str):
        return Command.parse(command)
    if not isinstance(command, Command):
        raise TypeError(f"a command must be a Command or its text, not {command!r}")
    return command


def _log_entry(log: list[Entry], at: int, command: Command, happened: list[ev.Event]) -> None:
    """Add a command to a log unless it did nothing or was refused; what is logged is what was done in fact.

    >>> log: list[Entry] = []
    >>> _log_entry(log, 1500, Command("hint"), [ev.Lost("time")])
    >>> str(log[0].command), log[0].seconds
    ('tick', 1.5)
    """
    if not happened or isinstance(happened[-1], ev.Refused):  # a refusal that has consequences comes first
        return
    first = happened[0]
    if isinstance(first, ev.Lost) and first.reason == "time":
        command = Command("tick")
    elif command.word == "auto" and isinstance(first, ev.Hinted):
        command = Command("auto", first.move)
    log.append(Entry(at, command))


_CLOCK_CHANGES: dict[type[ev.Event], Callable[[Clock], None]] = {
    ev.Paused: Clock.pause,
    ev.Resumed: Clock.resume,
    ev.Restarted: Clock.restart,
}
