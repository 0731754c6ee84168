"""The engine of a game: its position and state, and what each command does to them."""

from collections.abc import Callable
from copy import copy
from typing import Literal, NamedTuple, Self

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.path import Path
from lianliankan.board.shifts import shifts
from lianliankan.game import events as ev
from lianliankan.game.commands import Command, CommandWord
from lianliankan.game.history import History, HistoryStep, LostSince
from lianliankan.game.options import Options
from lianliankan.game.questions import (
    Ask,
    BlameQuestion,
    HintAnswer,
    HintQuestion,
    MissQuestion,
    ShuffleQuestion,
    WinnableQuestion,
    answer_now,
)
from lianliankan.game.scoring import award_stars, next_combo, points_for_link, points_for_time
from lianliankan.seeds import derive_seed
from lianliankan.solver.hint import HINT_NODES, fit_nodes
from lianliankan.solver.verdict import Budget

LossReason = Literal["", "time", "stuck", "given up"]

_SHUFFLE_STREAM = 6  # the stream of seeds that shuffles draw from


class Used(NamedTuple):
    """The player's use of help since the game began; `pairs` is the highest count reached, which earned bonus time."""

    hints: int = 0
    shuffles: int = 0
    undos: int = 0
    pairs: int = 0


class Engine(msgspec.Struct, eq=False):
    """A position and everything that decides what a command does to it. It has no clock of its own.

    - `options`, `seed`: what is allowed, and the only source of randomness.
    - `history`: the positions so far.
    - `now`: the milliseconds played by the last command, pauses excluded.
    - `is_quiet`: whether the solver is not asked for what does not change the game.
    - `ask`: what answers the questions for the solver.
    - `state`, `is_paused`, `loss`, `picked`, `combo`, `stars`, `used`: as in `Game`.
    - `opening`: what is already true of the first board, without asking the solver.
    """

    options: Options
    seed: int
    history: History
    now: int = 0
    is_quiet: bool = False
    ask: Ask = answer_now
    state: Literal["playing", "stuck", "won", "lost"] = "playing"
    is_paused: bool = False
    loss: LossReason = ""
    picked: Cell | None = None
    combo: int = 0
    stars: int = 0
    used: Used = Used()
    opening: tuple[ev.Event, ...] = ()
    _hinted: ev.Hinted | None = None
    _hint_is_paid: bool = False  # for the current position
    _last_link: int | None = None
    _time_points: int = 0

    @classmethod
    def begin(cls, options: Options, seed: int, first: HistoryStep, *, ask: Ask = answer_now) -> Self:
        """Return the engine of a game that begins with a position, which may be clear or stuck."""
        engine = cls(options, seed, History([first]), ask=ask)
        if engine.board.is_clear:
            engine.state, engine.stars = "won", 3
            engine.opening = (ev.Won(0, 0, 0.0, 3),)
        elif engine.board.is_stuck:
            engine.opening = tuple(engine._mark_stuck())
            if options.when_stuck == "lose" or options.shuffles == 0:
                engine.opening += (engine._lose("stuck"),)
        return engine

    def restarted(self) -> Self:
        """Return the engine of the same game at its beginning."""
        return self.begin(self.options, self.seed, self.history.first, ask=self.ask)

    @property
    def board(self) -> Board:
        """The current board."""
        return self.history.current.board

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.state in ("won", "lost")

    @property
    def score(self) -> int:
        """All points."""
        return self.history.current.score + self._time_points

    @property
    def hints_left(self) -> int | None:
        """The number of hints left; None if unlimited."""
        return _remaining(self.options.hints, self.used.hints)

    @property
    def shuffles_left(self) -> int | None:
        """The number of shuffles left; None if unlimited."""
        return _remaining(self.options.shuffles, self.used.shuffles)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo and undo is allowed."""
        return self.options.undo and self.history.previous is not None and not (self.is_over or self.is_paused)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step to redo."""
        return self.history.undone is not None and not (self.is_over or self.is_paused)

    @property
    def deadline(self) -> int | None:
        """How long may be played, in milliseconds; None without a limit."""
        return self.options.deadline(self.used.pairs)

    def open(self, *, quietly: bool = False) -> list[ev.Event]:
        """Return what is already true of the first board, before any command."""
        if self.opening or quietly or not self.options.tell_doomed:
            return list(self.opening)
        return [ev.Doomed(0, None)] if self.ask(WinnableQuestion(self.history.first.board)) is False else []

    def apply(self, command: Command, now: int, *, quietly: bool = False) -> list[ev.Event]:
        """Execute a command when `now` milliseconds have been played, and return what happened.

        If the time has run out, the game is lost instead. `quietly` does not ask the solver for what does not change
        the game: lost positions are not announced, and a hint shows an arbitrary pair.
        """
        self.now, self.is_quiet, deadline = now, quietly, self.deadline
        if self.is_over:
            refusal: ev.Reason = "over"
        elif deadline is not None and now >= deadline:
            return [self._lose("time")]
        elif self.is_paused and command.word not in ("resume", "restart", "give-up", "tick"):
            refusal = "paused"
        elif not self.is_paused and command.word == "resume":
            refusal = "not paused"
        else:
            return _HANDLERS[command.word](self, command)
        return [] if command.word == "tick" else [ev.Refused(str(command), refusal, command.cells)]

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other.history = self.history.copy()
        return other

    # ---- What a command does ----------------------------------------------------------------------------------------

    def _pick(self, command: Command, cell: Cell) -> list[ev.Event]:
        problem = tile_problem(self.board, cell)
        if problem:
            return [ev.Refused(str(command), problem, (cell,))]
        if self.picked == cell:
            self.picked = None
            return [ev.Dropped(cell)]
        happened: list[ev.Event] = []
        if self.picked is not None:
            happened = self._play(command, self.picked, cell)
            if isinstance(happened[0], ev.Linked):
                return happened
        self.picked = cell
        return [*happened, ev.Picked(cell, self.board[cell])]

    def _play(self, command: Command, a: Cell, b: Cell) -> list[ev.Event]:
        path = find_path(self.board, command, a, b, ask=self.ask)
        if isinstance(path, ev.Refused):
            return [path]
        self.combo = next_combo(self.combo, self._last_link, self.now)
        self._last_link = self.now
        return self._link(path, points_for_link(path.turns, self.combo))

    def _link(self, path: Path, points: int) -> list[ev.Event]:
        move = Move(*sorted((path[0], path[-1])))
        before = self.history.current
        after = HistoryStep(before.board.play(move), before.score + points, before.pairs + 1, move)
        self._advance(after)
        linked = ev.Linked(
            move=move,
            kind=before.board[move.a],
            path=path,
            turns=path.turns,
            steps=path.steps,
            points=points,
            score=after.score,
            combo=self.combo,
            number=after.pairs,
        )
        moved = shifts(before.board, move)
        return [linked, *([ev.Packed(moved)] if moved else []), *self._assess()]

    def _assess(self) -> list[ev.Event]:
        """Find out what the position after a link means for the game: won, stuck, lost, doomed, or nothing new."""
        board = self.board
        if board.is_clear:
            return [self._win()]
        if not board.is_stuck:
            return self._check_doomed()
        happened = self._mark_stuck()
        if self.options.when_stuck == "lose":
            return [*happened, self._lose("stuck")]
        if self.options.when_stuck == "shuffle" and self.shuffles_left != 0:
            shuffled = self._reshuffle(asked=False)
            return [*happened, *(self._end_if_stranded() if shuffled is None else [shuffled])]
        return happened if self.shuffles_left != 0 else [*happened, *self._end_if_stranded()]

    def _mark_stuck(self) -> list[ev.Event]:
        self.state = "stuck"
        self.history.set_winnable(winnable=False)
        return [ev.Stuck(self.board.tile_count)]

    def _end_if_stranded(self) -> list[ev.Event]:
        """Lose a stuck game that cannot be shuffled, unless a step can be undone or redone."""
        return [] if self.can_undo or self.can_redo else [self._lose("stuck")]

    def _check_doomed(self) -> list[ev.Event]:
        if self.is_quiet or not self.options.tell_doomed:
            return []
        doomed = check_doomed(self.history, self.ask)
        return [doomed] if doomed else []

    def _hint(self, command: Command) -> list[ev.Event]:
        if self.state == "stuck":
            return [ev.Refused(str(command), "no move left")]
        if not self._hint_is_paid:
            if self.hints_left == 0:
                has_some = self.options.hints != 0
                return [ev.Refused(str(command), "no hints left" if has_some else "hints are not allowed")]
            self.used = self.used._replace(hints=self.used.hints + 1)
            self._hint_is_paid = True
        if self.is_quiet:
            return [self._make_hint(HintAnswer(self.board.moves()[0], None))]
        if self._hinted is None:
            self._hinted = self._make_hint(self.ask(HintQuestion(self.board)))
        return [self._hinted]

    def _make_hint(self, found: HintAnswer) -> ev.Hinted:
        path = self.board.link(*found.move)
        assert path is not None, "a move links"
        return ev.Hinted(found.move, path, found.safe, self.hints_left, found.timed_out)

    def _auto(self, command: Command) -> list[ev.Event]:
        path = find_path(self.board, command, *command.cells, ask=self.ask) if command.cells else None
        if isinstance(path, ev.Refused):
            return [path]
        hint = self._hint(command)[0]
        if not isinstance(hint, ev.Hinted):
            return [hint]
        if path is not None and path != hint.path:  # a recorded pair wins over the hint the solver would give today
            move = Move(*sorted(command.cells))
            safe = hint.safe and self.ask(WinnableQuestion(self.board.play(move)))
            hint = ev.Hinted(move, path, safe, hint.left)
        self._end_combo()
        return [hint, *self._link(hint.path, 0)]

    def _shuffle(self, command: Command) -> list[ev.Event]:
        if self.shuffles_left == 0:
            has_some = self.options.shuffles != 0 or self.options.level is not None  # whose shuffles are lives
            return [ev.Refused(str(command), "no shuffles left" if has_some else "shuffles are not allowed")]
        if (shuffled := self._reshuffle(asked=True)) is not None:
            return [shuffled]
        refused = ev.Refused(str(command), "cannot be shuffled")
        return [refused, *(self._end_if_stranded() if self.state == "stuck" else [])]

    def _reshuffle(self, *, asked: bool) -> ev.Event | None:
        """Shuffle the board, if an arrangement of it can be won."""
        seed = derive_seed(self.seed, self.used.shuffles, _SHUFFLE_STREAM)
        shuffled = self.ask(ShuffleQuestion(self.board, seed))
        if shuffled is None:
            return None
        self.used = self.used._replace(shuffles=self.used.shuffles + 1)
        current = self.history.current
        self._advance(HistoryStep(shuffled, current.score, current.pairs, winnable=True, is_judged=True))
        self._end_combo()
        self.state = "playing"
        return ev.Shuffled(shuffled, asked, self.shuffles_left)

    def _undo(self, command: Command) -> list[ev.Event]:
        if not self.options.undo:
            return [ev.Refused(str(command), "undo is not allowed")]
        if not self.can_undo:
            return [ev.Refused(str(command), "nothing to undo")]
        undone = self.history.current.move
        self.used = self.used._replace(undos=self.used.undos + 1)
        self.history.undo()
        self._reset_after_step()
        return [ev.Undone(self.board, undone), *(self._mark_stuck() if self.board.is_stuck else [])]

    def _redo(self, command: Command) -> list[ev.Event]:
        if not self.can_redo:
            return [ev.Refused(str(command), "nothing to redo")]
        self.history.redo()
        self._reset_after_step()
        redone = ev.Redone(self.board, self.history.current.move)
        return [redone, *(self._mark_stuck() if self.board.is_stuck else self._check_doomed())]

    def _pause(self, _: Command) -> list[ev.Event]:
        self.is_paused = True
        return [ev.Paused()]

    def _resume(self, _: Command) -> list[ev.Event]:
        self.is_paused = False
        return [ev.Resumed()]

    def _win(self) -> ev.Event:
        self.state = "won"
        deadline, used = self.deadline, self.used
        left = None if deadline is None else deadline - self.now
        self._time_points = points_for_time(left)
        self.stars = award_stars(
            shuffles=used.shuffles, aids=used.hints + used.undos, left=left, limit=self.options.deadline(0)
        )
        return ev.Won(self.score, self._time_points, self.now / 1000, self.stars)

    def _lose(self, reason: Literal["time", "stuck", "given up"]) -> ev.Event:
        self.state, self.loss, self.is_paused = "lost", reason, False
        self._clear_selection()
        return ev.Lost(reason)

    # ---- Small steps -------------------------------------------------------------------------------------------------

    def _advance(self, step: HistoryStep) -> None:
        self.history.add(step)
        if step.pairs > self.used.pairs:
            self.used = self.used._replace(pairs=step.pairs)
        self._clear_selection()

    def _reset_after_step(self) -> None:
        """Drop what belonged to the position before an undo or redo."""
        self._clear_selection()
        self._end_combo()
        self.state = "playing"

    def _clear_selection(self) -> None:
        """Drop the picked tile and the hint, which belong to one position."""
        self.picked = self._hinted = None
        self._hint_is_paid = False

    def _end_combo(self) -> None:
        self.combo, self._last_link = 0, None


def _remaining(stock: int | None, used: int) -> int | None:
    return None if stock is None else max(stock - used, 0)


_HANDLERS: dict[CommandWord, Callable[[Engine, Command], list[ev.Event]]] = {
    "pick": lambda engine, command: engine._pick(command, *command.cells),
    "play": lambda engine, command: engine._play(command, *command.cells),
    "hint": Engine._hint,
    "auto": Engine._auto,
    "shuffle": Engine._shuffle,
    "undo": Engine._undo,
    "redo": Engine._redo,
    "restart": lambda engine, _: [ev.Restarted(engine.history.first.board)],  # `Game` replaces the engine
    "pause": Engine._pause,
    "resume": Engine._resume,
    "give-up": lambda engine, _: [engine._lose("given up")],
    "tick": lambda _, __: [],
}


# ---- Can a pair be removed? ------------------------------------------------------------------------------------------


def tile_problem(board: Board, cell: Cell) -> Literal["off the board", "empty cell"] | None:
    """Return why there is no tile on a cell, or None if there is one."""
    if not (0 <= cell.row < board.rows and 0 <= cell.col < board.cols):
        return "off the board"
    return "empty cell" if board[cell] <= 0 else None


def find_path(board: Board, command: Command, a: Cell, b: Cell, *, ask: Ask) -> Path | ev.Refused:
    """Return the path that joins two tiles, or the refusal of the command that asked for it."""
    reason: ev.Reason | None = tile_problem(board, a) or tile_problem(board, b) or ("same tile" if a == b else None)
    if reason:
        return ev.Refused(str(command), reason, (a, b))
    path = board.link(a, b)
    if path is None and board[a] != board[b]:
        return ev.Refused(str(command), "different kinds", (a, b))
    return path or ev.Refused(str(command), "no path", (a, b), ask(MissQuestion(board, a, b)))


# ---- Can the game still be won? --------------------------------------------------------------------------------------


def find_winnable(history: History, ask: Ask) -> bool | None:
    """Return whether the current position can be won; the solver is asked once per position."""
    current, previous = history.current, history.previous
    if not current.is_judged:
        was_lost = previous is not None and previous.winnable is False  # a lost game stays lost
        history.set_winnable(winnable=False if was_lost else ask(WinnableQuestion(current.board)))
    return history.current.winnable


def find_lost_since(history: History, ask: Ask) -> LostSince | None:
    """Return since when the current position cannot be won, or None if it can; found once per position."""
    if find_winnable(history, ask) is not False:
        return None
    if history.current.lost_since is None:
        history.set_lost_since(_trace_loss(history, ask))
    return history.current.lost_since


def check_doomed(history: History, ask: Ask) -> ev.Doomed | None:
    """Return the event if the last step has made the game unwinnable."""
    previous, since = history.previous, find_lost_since(history, ask)
    if since is None:
        return None
    if previous and (previous.winnable if previous.is_judged else ask(WinnableQuestion(previous.board))) is False:
        return None  # it was lost before
    return ev.Doomed(since.number, since.move)


def _trace_loss(history: History, ask: Ask) -> LostSince:
    previous, current = history.previous, history.current
    if previous is not None and previous.lost_since is not None:
        return previous.lost_since
    if previous is not None and previous.winnable:
        return LostSince(current.pairs, current.move)
    line = history.lines()[-1]
    found = ask(BlameQuestion(line, Budget(nodes=fit_nodes(line.board, HINT_NODES))))
    return LostSince(found.lost_after, found.move)
