"""The game: a command goes in, events come out. It knows no screen, no clock of its own, and no chance but its seed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import index
from typing import Literal, NamedTuple, Self, cast

from lianliankan import events as ev
from lianliankan import solving
from lianliankan.board import Board, check_board
from lianliankan.cell import Cell
from lianliankan.commands import Command
from lianliankan.deals import Deal
from lianliankan.errors import BadTime, NotShufflable
from lianliankan.missing import nearest_miss
from lianliankan.move import Move
from lianliankan.options import Options
from lianliankan.path import Path
from lianliankan.scoring import COMBO_SECONDS, points_for_link, points_for_time, stars
from lianliankan.seeds import check_seed, seed_of
from lianliankan.shuffling import shuffle
from lianliankan.verdict import DEFAULT_BUDGET, Budget

__all__ = ["Entry", "Game", "Line", "State"]

State = Literal["playing", "stuck", "won", "lost", "paused"]

_SHUFFLES = 6  # a stream of chance
_HINT_BUDGET = Budget(nodes=500_000)  # a second at most, and nearly always a thousandth of it
_DOOM_BUDGET = Budget(nodes=200_000)  # asked after every move, so less
_MAX_SECONDS = 10**10


class Entry(NamedTuple):
    """A command that was accepted, and `at`, when: in thousandths of a second since the game was made."""

    at: int
    command: Command


class Line(NamedTuple):
    """Pairs, `moves`, with no shuffle between them: `number` pairs went before, and `board` is where it begins."""

    number: int
    board: Board
    moves: tuple[Move, ...]


class _Step(NamedTuple):
    """A position of the game and how it came about: by a move, by a shuffle (None), or it is the first (None)."""

    board: Board
    score: int
    pairs: int
    move: Move | None
    winnable: bool | None  # as far as it was asked


@dataclass(slots=True)
class _Used:
    """What the player has used up since the game began."""

    hints: int = 0
    shuffles: int = 0
    undos: int = 0


class Game:
    """A game of a board.

    Every command is a method, and a text for `do`; each gives back what happened, and takes `at`: how many seconds have
    passed since the game was made (left out, none since the last command). `options` say what is allowed, `seed` is
    all the chance there is, and `deal` is the number that the board came from, if any.

    >>> import lianliankan as llk
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
        self._options = Options() if options is None else options
        if not isinstance(self._options, Options):
            raise TypeError(f"options are made by llk.Options(...), not {options!r}")
        self._seed = check_seed(seed)
        self._deal = deal
        self._entries: list[Entry] = []
        self._now = 0
        self._begin(board)

    @classmethod
    def of(cls, deal: Deal, options: Options | None = None, *, seed: int | None = None) -> Self:
        """Begin a game of a deal; its number is also the seed where none is given.

        >>> import lianliankan as llk
        >>> llk.Game.of(llk.Deal(rows=4, cols=6, seed=7)).board == llk.deal(4, 6, seed=7)
        True
        """
        return cls(deal.board(), options, seed=deal.seed if seed is None else seed, deal=deal)

    # ---- What there is to see ----------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The tiles as they lie now."""
        return self._step.board

    @property
    def first_board(self) -> Board:
        """The tiles as they lay at first."""
        return self._steps[0].board

    @property
    def options(self) -> Options:
        """What the game allows."""
        return self._options

    @property
    def seed(self) -> int:
        """The number that its shuffles come from."""
        return self._seed

    @property
    def deal(self) -> Deal | None:
        """The deal that the board came from, if it is known."""
        return self._deal

    @property
    def state(self) -> State:
        """One of "playing", "stuck" (tiles are left, no move is), "paused", "won" and "lost"."""
        return "paused" if self._paused_at is not None else self._state

    @property
    def is_over(self) -> bool:
        """Whether it is won or lost."""
        return self._state in ("won", "lost")

    @property
    def loss(self) -> Literal["", "time", "stuck", "given up"]:
        """Why the game is lost; empty where it is not."""
        return self._loss

    @property
    def picked(self) -> Cell | None:
        """The cell of the tile that is selected."""
        return self._picked

    @property
    def score(self) -> int:
        """All points."""
        return self._step.score + self._time_points

    @property
    def combo(self) -> int:
        """How many pairs in a row came each quickly after the one before."""
        return self._combo

    @property
    def pairs(self) -> int:
        """How many pairs have gone."""
        return self._step.pairs

    @property
    def hints_left(self) -> int | None:
        """How many hints are left; None for any number."""
        return _left(self._options.hints, self._used.hints)

    @property
    def shuffles_left(self) -> int | None:
        """How many shuffles are left; None for any number."""
        return _left(self._options.shuffles, self._used.shuffles)

    @property
    def shuffles_used(self) -> int:
        """How many shuffles there were, asked for or not."""
        return self._used.shuffles

    @property
    def hints_used(self) -> int:
        """How many hints were given."""
        return self._used.hints

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back, and it may be."""
        return self._options.undo and self._place > 0 and not self.is_over

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back that can be made again."""
        return self._place + 1 < len(self._steps) and not self.is_over

    @property
    def winnable(self) -> bool | None:
        """Whether the game can be won from here, as far as it was found out: see `tell_doomed`; None if it was not."""
        return True if self._state == "won" else self._step.winnable

    @property
    def stars(self) -> int:
        """The stars of a game that is won; 0 before."""
        return self._stars

    @property
    def at(self) -> float:
        """The time of the last command, in seconds since the game was made."""
        return self._now / 1000

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All commands that were accepted, with their times: with board, options and seed they are the whole game."""
        return tuple(self._entries)

    @property
    def lines(self) -> list[Line]:
        """The pairs that led here, in lines with no shuffle inside; what was taken back is not in them."""
        lines: list[Line] = []
        for step in self._steps[: self._place + 1]:
            if step.move is None:
                lines.append(Line(step.pairs, step.board, ()))
            else:
                lines[-1] = lines[-1]._replace(moves=(*lines[-1].moves, step.move))
        return lines

    def seconds(self, at: float | None = None) -> float:
        """Say how many seconds have been played at a time, pauses not counted; left out, at the last command."""
        return self._played(self._time(at)) / 1000

    def seconds_left(self, at: float | None = None) -> float | None:
        """Say how many seconds are left at a time; None where there is no limit."""
        if self._options.limit is None:
            return None
        return max(self._deadline() - self._played(self._time(at)), 0) / 1000

    def blame(self, budget: Budget | float | None = DEFAULT_BUDGET) -> solving.Blame:
        """Find the pair after which the game could no longer be won, counting from the first pair of the game.

        What lies before the last shuffle is forgiven: every shuffle can be won.

        >>> import lianliankan as llk
        >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
        >>> _ = game.play((0, 0), (0, 1))
        >>> game.blame().lost_after, str(game.blame().move)
        (1, '1,1-1,2')
        """
        line = self.lines[-1]
        found = solving.blame(line.board, line.moves, budget)
        return replace(
            found,
            lost_after=None if found.lost_after is None else found.lost_after + line.number,
            won_until=None if found.won_until is None else found.won_until + line.number,
        )

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def pick(self, cell: tuple[int, int], *, at: float | None = None) -> list[ev.Event]:
        """Select a tile, or play the selected one with it.

        A second tile that links with the first is played. The same tile again drops the selection; any other tile
        becomes the selected one, after a refusal that says why the two did not go.
        """
        return self.do(Command("pick", (_cell(cell),)), at=at)

    def play(self, a: tuple[int, int], b: tuple[int, int], *, at: float | None = None) -> list[ev.Event]:
        """Take away two tiles, if a path joins them."""
        return self.do(Command("play", (_cell(a), _cell(b))), at=at)

    def hint(self, *, at: float | None = None) -> list[ev.Event]:
        """Ask for a pair that keeps the game winnable, if there is one; to ask again in the same place is free."""
        return self.do(Command("hint"), at=at)

    def auto(self, *, at: float | None = None) -> list[ev.Event]:
        """Take a hint and play it, for no points."""
        return self.do(Command("auto"), at=at)

    def shuffle(self, *, at: float | None = None) -> list[ev.Event]:
        """Lay the tiles anew, so that the game can be won."""
        return self.do(Command("shuffle"), at=at)

    def undo(self, *, at: float | None = None) -> list[ev.Event]:
        """Take the last pair or shuffle back, with its points; hints, shuffles and time stay used."""
        return self.do(Command("undo"), at=at)

    def redo(self, *, at: float | None = None) -> list[ev.Event]:
        """Make again what was taken back."""
        return self.do(Command("redo"), at=at)

    def restart(self, *, at: float | None = None) -> list[ev.Event]:
        """Begin anew with the same board, a full stock and a new clock."""
        return self.do(Command("restart"), at=at)

    def pause(self, *, at: float | None = None) -> list[ev.Event]:
        """Stop the clock."""
        return self.do(Command("pause"), at=at)

    def resume(self, *, at: float | None = None) -> list[ev.Event]:
        """Let the clock go on."""
        return self.do(Command("resume"), at=at)

    def give_up(self, *, at: float | None = None) -> list[ev.Event]:
        """Lose the game."""
        return self.do(Command("give-up"), at=at)

    def tick(self, *, at: float | None = None) -> list[ev.Event]:
        """Let time pass: where a limit is over, the game is lost."""
        return self.do(Command("tick"), at=at)

    def do(self, command: Command | str, *, at: float | None = None) -> list[ev.Event]:
        """Do what a command or its text says; what was not only refused is kept in `entries`.

        Raises ParseError for a text that is no command, and BadTime for a time before the last one.
        """
        if not isinstance(command, Command):
            command = Command.parse(command)
        now = self._time(at)
        if self._time_is_up(now):
            command = Command("tick")
        self._now = now
        happened = self._act(command)
        if any(not isinstance(event, ev.Refused) for event in happened):
            self._entries.append(Entry(now, command))
        return happened

    def copy(self) -> Self:
        """Give a game that stands where this one does, and goes its own way from here."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._entries, other._steps, other._used = list(self._entries), list(self._steps), replace(self._used)
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        return f"<Game: {self.state}, {self.board.tile_count} tiles left>"

    # ---- How it goes -------------------------------------------------------------------------------------------------

    def _begin(self, board: Board) -> None:
        self._steps = [_Step(board, 0, 0, None, None)]
        self._place = 0
        self._state: State = "playing"
        self._loss: Literal["", "time", "stuck", "given up"] = ""
        self._picked: Cell | None = None
        self._hinted: ev.Hinted | None = None
        self._used = _Used()
        self._combo = 0
        self._last_link: int | None = None
        self._stars = self._time_points = 0
        self._began, self._waited = self._now, 0
        self._paused_at: int | None = None
        self._ended: int | None = None
        if board.is_clear:
            self._state, self._stars = "won", 3
        elif board.is_stuck:
            self._state = "lost" if self._options.when_stuck == "lose" else "stuck"
            self._loss = "stuck" if self._state == "lost" else ""

    @property
    def _step(self) -> _Step:
        return self._steps[self._place]

    def _act(self, command: Command) -> list[ev.Event]:
        refusal: ev.Reason | None = None
        if self.is_over:
            refusal = "over"
        elif self._paused_at is None and command.word == "resume":
            refusal = "not paused"
        elif self._paused_at is not None and command.word not in ("resume", "restart", "give-up", "tick"):
            refusal = "paused"
        if refusal:
            return [] if command.word == "tick" else [ev.Refused(str(command), refusal, command.cells)]
        if len(command.cells) == 1:
            return self._pick(command, *command.cells)
        if len(command.cells) == 2:
            return self._play(command, *command.cells)
        acts: dict[str, Callable[[Command], list[ev.Event]]] = {
            "hint": self._hint,
            "auto": self._auto,
            "shuffle": self._shuffle,
            "undo": self._undo,
            "redo": self._redo,
            "restart": self._restart,
            "pause": self._pause,
            "resume": self._resume,
            "give-up": lambda _: [self._lose("given up")],
            "tick": lambda _: [self._lose("time")] if self._time_is_up(self._now) else [],
        }
        return acts[command.word](command)

    def _pick(self, command: Command, cell: Cell) -> list[ev.Event]:
        wrong = self._no_tile(cell)
        if wrong:
            return [ev.Refused(str(command), wrong, (cell,))]
        if self._picked == cell:
            self._picked = None
            return [ev.Dropped(cell)]
        first, happened = self._picked, cast("list[ev.Event]", [])
        if first is not None:
            happened = self._play(command, first, cell)
            if isinstance(happened[0], ev.Linked):
                return happened
        self._picked = cell
        return [*happened, ev.Picked(cell, self.board[cell])]

    def _play(self, command: Command, a: Cell, b: Cell) -> list[ev.Event]:
        reason: ev.Reason | None = self._no_tile(a) or self._no_tile(b) or ("same tile" if a == b else None)
        path = None
        if not reason:
            path = self.board.link(a, b)
            if path is None:
                reason = "no path" if self.board[a] == self.board[b] else "different kinds"
        if reason or path is None:
            miss = nearest_miss(self.board, a, b) if reason == "no path" else None
            return [ev.Refused(str(command), reason or "no path", (a, b), miss)]
        played = self._played(self._now)
        quick = self._last_link is not None and played - self._last_link <= COMBO_SECONDS * 1000
        self._combo = self._combo + 1 if quick else 1
        self._last_link = played
        return self._link(Move(*sorted((a, b))), path, points_for_link(path.turns, self._combo))

    def _link(self, move: Move, path: Path, points: int) -> list[ev.Event]:
        before = self._step
        after = before.board.play(move)
        self._add(_Step(after, before.score + points, before.pairs + 1, move, None))
        happened: list[ev.Event] = [
            ev.Linked(
                move=move,
                kind=before.board[move.a],
                path=path,
                turns=path.turns,
                steps=path.steps,
                points=points,
                score=self._step.score,
                combo=self._combo,
                number=self._step.pairs,
            )
        ]
        if shifts := _shifts(before.board, move):
            happened.append(ev.Packed(shifts))
        return happened + self._settle()

    def _settle(self) -> list[ev.Event]:
        """Say what the position after a link means for the game."""
        board = self.board
        if board.is_clear:
            return [self._win()]
        if not board.is_stuck:
            return self._foretell() if self._options.tell_doomed else []
        happened: list[ev.Event] = [ev.Stuck(board.tile_count)]
        self._state = "stuck"
        if self._options.when_stuck == "lose":
            return [*happened, self._lose("stuck")]
        if self._options.when_stuck == "shuffle" and self.shuffles_left != 0:
            try:
                return [*happened, self._lay_anew(asked=False)]
            except NotShufflable:
                pass
        if not self._options.undo and (self.shuffles_left == 0 or self._options.when_stuck == "shuffle"):
            happened.append(self._lose("stuck"))  # there is nothing that the player could do
        return happened

    def _foretell(self) -> list[ev.Event]:
        """Find out whether the game can still be won, and say so if it has just ceased to be."""
        before = self._steps[self._place - 1].winnable if self._step.move else None
        if before is False:
            self._know(winnable=False)
            return []
        winnable = solving.solve(self.board, _DOOM_BUDGET).winnable
        self._know(winnable=winnable)
        if winnable is not False:
            return []
        if before:
            return [ev.Doomed(self.pairs, self._step.move)]
        found = self.blame(_HINT_BUDGET)
        return [ev.Doomed(found.lost_after, found.move)]

    def _hint(self, command: Command) -> list[ev.Event]:
        if self._state == "stuck":
            return [ev.Refused(str(command), "no move left")]
        if self._hinted is None:
            if self.hints_left == 0:
                return [ev.Refused(str(command), "no hints left")]
            self._used.hints += 1
            verdict = solving.solve(self.board, _HINT_BUDGET)
            self._know(winnable=verdict.winnable)
            move = verdict.moves[0] if verdict.winnable else self.board.moves()[0]
            path = self.board.link(*move)
            assert path is not None, "a move links"
            self._hinted = ev.Hinted(move, path, verdict.winnable, self.hints_left)
        return [self._hinted]

    def _auto(self, command: Command) -> list[ev.Event]:
        happened = self._hint(command)
        if not isinstance(happened[0], ev.Hinted):
            return happened
        hint = happened[0]
        self._combo, self._last_link = 0, None
        return [hint, *self._link(hint.move, hint.path, 0)]

    def _shuffle(self, command: Command) -> list[ev.Event]:
        if self.shuffles_left == 0:
            return [ev.Refused(str(command), "no shuffles left")]
        try:
            return [self._lay_anew(asked=True)]
        except NotShufflable:
            return [ev.Refused(str(command), "cannot be shuffled")]

    def _lay_anew(self, *, asked: bool) -> ev.Event:
        laid = shuffle(self.board, seed=seed_of(self._seed, self._used.shuffles, _SHUFFLES))
        self._used.shuffles += 1
        self._add(_Step(laid, self._step.score, self._step.pairs, None, True))
        self._state = "playing"
        return ev.Shuffled(laid, asked, self.shuffles_left)

    def _undo(self, command: Command) -> list[ev.Event]:
        if not self._options.undo:
            return [ev.Refused(str(command), "undo is not allowed")]
        if not self.can_undo:
            return [ev.Refused(str(command), "nothing to undo")]
        move = self._step.move
        self._used.undos += 1
        self._go_to(self._place - 1)
        return [ev.Undone(self.board, move)]

    def _redo(self, command: Command) -> list[ev.Event]:
        if not self.can_redo:
            return [ev.Refused(str(command), "nothing to redo")]
        self._go_to(self._place + 1)
        return [ev.Redone(self.board, self._step.move)]

    def _restart(self, _: Command) -> list[ev.Event]:
        self._begin(self.first_board)
        return [ev.Restarted(self.board)]

    def _pause(self, _: Command) -> list[ev.Event]:
        self._paused_at = self._now
        return [ev.Paused()]

    def _resume(self, _: Command) -> list[ev.Event]:
        assert self._paused_at is not None, "only a paused game gets here"
        self._waited += self._now - self._paused_at
        self._paused_at = None
        return [ev.Resumed()]

    def _win(self) -> ev.Event:
        self._state, self._ended = "won", self._now
        left = self.seconds_left()
        self._time_points = points_for_time(left)
        helps = self._used.hints + self._used.undos
        self._stars = stars(shuffles=self._used.shuffles, helps=helps, left=left, limit=self._options.limit)
        return ev.Won(self.score, self._time_points, self.seconds(), self._stars)

    def _lose(self, reason: Literal["time", "stuck", "given up"]) -> ev.Event:
        self._end_pause()
        self._state, self._loss, self._ended = "lost", reason, self._now
        self._picked = None
        return ev.Lost(reason)

    def _end_pause(self) -> None:
        if self._paused_at is not None:
            self._resume(Command("resume"))

    def _add(self, step: _Step) -> None:
        del self._steps[self._place + 1 :]
        self._steps.append(step)
        self._place += 1
        self._picked = self._hinted = None

    def _go_to(self, place: int) -> None:
        self._place = place
        self._picked = self._hinted = None
        self._combo, self._last_link = 0, None
        self._state = "stuck" if self.board.is_stuck else "playing"

    def _know(self, *, winnable: bool | None) -> None:
        self._steps[self._place] = self._step._replace(winnable=winnable)

    def _no_tile(self, cell: Cell) -> Literal["off the board", "empty cell"] | None:
        if not (0 <= cell.row < self.board.rows and 0 <= cell.col < self.board.cols):
            return "off the board"
        return "empty cell" if self.board[cell] <= 0 else None

    # ---- Time --------------------------------------------------------------------------------------------------------

    def _time(self, at: float | None) -> int:
        """Read a time: thousandths of a second, not before the last command."""
        if at is None:
            return self._now
        given: object = at
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= _MAX_SECONDS:
            raise BadTime(f"a time is a number of seconds, not {at!r}")
        now = round(at * 1000)
        if now < self._now:
            raise BadTime(f"{at:g} s lies before the last command, at {self.at:g} s")
        return now

    def _played(self, now: int) -> int:
        if self._loss == "time":
            return self._deadline()
        now = now if self._ended is None else self._ended
        waiting = 0 if self._paused_at is None else now - self._paused_at
        return now - self._began - self._waited - waiting

    def _deadline(self) -> int:
        limit = self._options.limit
        assert limit is not None, "there is a limit"
        return round((limit + self._options.bonus * self.pairs) * 1000)

    def _time_is_up(self, now: int) -> bool:
        return self._options.limit is not None and not self.is_over and self._played(now) >= self._deadline()


def _left(stock: int | None, used: int) -> int | None:
    return None if stock is None else max(stock - used, 0)


def _cell(cell: tuple[int, int]) -> Cell:
    try:
        row, col = cell
        return Cell(index(row), index(col))
    except (TypeError, ValueError):
        raise TypeError(f"a cell is a pair (row, col) of integers, not {cell!r}") from None


def _shifts(board: Board, move: Move) -> tuple[ev.Shift, ...]:
    """Find where gravity takes every tile that a move makes it move: each tile gets a kind of its own to tell it by."""
    if board.rules.gravity == "still":
        return ()
    number = iter(range(2, board.tile_count + 2))
    tagged = [[next(number) if kind > 0 else kind for kind in row] for row in board.to_rows()]
    for r, c in move:
        tagged[r][c] = 1
    starts = {kind: Cell(r, c) for r, row in enumerate(tagged) for c, kind in enumerate(row) if kind > 1}
    after = Board(tagged, rules=board.rules, phase=board.phase).play(move).to_rows()
    ends = {kind: Cell(r, c) for r, row in enumerate(after) for c, kind in enumerate(row) if kind > 1}
    return tuple(ev.Shift(start, ends[kind]) for kind, start in starts.items() if ends[kind] != start)
