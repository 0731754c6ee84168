"""The game's state machine: its states, and what each command does to them."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.path import Path
from lianliankan.board.shifts import shifts
from lianliankan.dealing.shuffle import shuffle
from lianliankan.errors import NotShufflable
from lianliankan.game import events as ev
from lianliankan.game.clock import Clock
from lianliankan.game.commands import Command, CommandWord
from lianliankan.game.doom import check_doomed
from lianliankan.game.history import History, HistoryStep
from lianliankan.game.options import Options
from lianliankan.game.pair_check import find_path, tile_problem
from lianliankan.game.scoring import COMBO_SECONDS, award_stars, points_for_link, points_for_time
from lianliankan.seeds import derive_seed
from lianliankan.solver.hint import can_be_won, safe_move

__all__ = ["Engine", "LossReason"]

LossReason = Literal["", "time", "stuck", "given up"]

_SHUFFLE_STREAM = 6  # the stream of seeds that shuffles draw from


class _Used(NamedTuple):
    """What the player has used since the game began; `pairs` is the highest count reached, which earned bonus time."""

    hints: int = 0
    shuffles: int = 0
    undos: int = 0
    pairs: int = 0


class Engine:
    """The position of a game and everything that decides what a command does to it; play with `Game`."""

    def __init__(self, board: Board, options: Options, seed: int) -> None:
        self._options = options
        self._seed = seed
        self._clock = Clock()
        self._is_replaying = False  # while replaying, the solver is not asked for what does not change the game
        self._reset(board)

    @property
    def board(self) -> Board:
        """The current board."""
        return self._history.current.board

    @property
    def first_board(self) -> Board:
        """The board the game began with."""
        return self._history.first.board

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self._state in ("won", "lost")

    @property
    def score(self) -> int:
        """All points."""
        return self._history.current.score + self._time_points

    @property
    def pairs(self) -> int:
        """The number of pairs removed."""
        return self._history.current.pairs

    @property
    def hints_left(self) -> int | None:
        """The number of hints left; None if unlimited."""
        return _remaining(self._options.hints, self._used.hints)

    @property
    def shuffles_left(self) -> int | None:
        """The number of shuffles left; None if unlimited."""
        return _remaining(self._options.shuffles, self._used.shuffles)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo and undo is allowed."""
        return self._options.undo and self._history.previous is not None and self._is_running

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step to redo."""
        return self._history.undone is not None and self._is_running

    @property
    def opening(self) -> list[ev.Event]:
        """What is already true of the first board, before any command; usually nothing.

        >>> import lianliankan as llk
        >>> llk.Game(llk.Board.parse("AB/BA")).opening
        [Stuck(tiles=4)]
        """
        first = self._history.first
        if first.board.is_clear:
            return [ev.Won(0, 0, 0.0, 3)]
        if first.board.is_stuck:
            lost = self._options.when_stuck == "lose" or self._options.shuffles == 0
            return [ev.Stuck(first.board.tile_count), *([ev.Lost("stuck")] if lost else [])]
        if self._options.tell_doomed and not self._is_replaying and can_be_won(first.board) is False:
            return [ev.Doomed(0, None)]
        return []

    def seconds(self, at: float | None = None) -> float:
        """Return the seconds played by a time, pauses excluded; by default, by the last command."""
        return self._clock.played(self._clock.to_milliseconds(at)) / 1000

    def seconds_left(self, at: float | None = None) -> float | None:
        """Return the seconds left at a time; None if there is no limit."""
        if self._deadline is None:
            return None
        return max(self._deadline - self._clock.played(self._clock.to_milliseconds(at)), 0) / 1000

    # ---- What a command does ----------------------------------------------------------------------------------------

    def _reset(self, board: Board) -> None:
        self._history = History(HistoryStep(board))
        self._clock.restart()
        self._state: Literal["playing", "stuck", "won", "lost"] = "playing"
        self._loss: LossReason = ""
        self._picked: Cell | None = None
        self._hinted: ev.Hinted | None = None
        self._hint_is_paid = False  # for the current position
        self._used = _Used()
        self._combo = 0
        self._last_link: int | None = None
        self._stars = self._time_points = 0
        if board.is_clear:
            self._state, self._stars = "won", 3
        elif board.is_stuck:
            self._state = "stuck"
            self._history.set_winnable(winnable=False)
            if self._options.when_stuck == "lose" or self._options.shuffles == 0:
                self._state, self._loss = "lost", "stuck"
        if self.is_over:
            self._clock.stop()

    def _dispatch(self, command: Command) -> list[ev.Event]:
        refusal: ev.Reason | None = None
        if self.is_over:
            refusal = "over"
        elif not self._clock.is_paused and command.word == "resume":
            refusal = "not paused"
        elif self._clock.is_paused and command.word not in ("resume", "restart", "give-up", "tick"):
            refusal = "paused"
        if refusal:
            return [] if command.word == "tick" else [ev.Refused(str(command), refusal, command.cells)]
        return _HANDLERS[command.word](self, command)

    def _pick(self, command: Command, cell: Cell) -> list[ev.Event]:
        problem = tile_problem(self.board, cell)
        if problem:
            return [ev.Refused(str(command), problem, (cell,))]
        if self._picked == cell:
            self._picked = None
            return [ev.Dropped(cell)]
        happened: list[ev.Event] = []
        if self._picked is not None:
            happened = self._play(command, self._picked, cell)
            if isinstance(happened[0], ev.Linked):
                return happened
        self._picked = cell
        return [*happened, ev.Picked(cell, self.board[cell])]

    def _play(self, command: Command, a: Cell, b: Cell) -> list[ev.Event]:
        path = find_path(self.board, command, a, b)
        if isinstance(path, ev.Refused):
            return [path]
        played = self._clock.played(self._clock.now)
        quick = self._last_link is not None and played - self._last_link <= COMBO_SECONDS * 1000
        self._combo = self._combo + 1 if quick else 1
        self._last_link = played
        return self._link(path, points_for_link(path.turns, self._combo))

    def _link(self, path: Path, points: int) -> list[ev.Event]:
        move = Move(*sorted((path[0], path[-1])))
        before = self._history.current
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
            combo=self._combo,
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
        if self._options.when_stuck == "lose":
            return [*happened, self._lose("stuck")]
        if self._options.when_stuck == "shuffle" and self.shuffles_left != 0:
            try:
                return [*happened, self._reshuffle(asked=False)]
            except NotShufflable:
                return [*happened, *self._end_if_stranded()]
        return happened if self.shuffles_left != 0 else [*happened, *self._end_if_stranded()]

    def _mark_stuck(self) -> list[ev.Event]:
        self._state = "stuck"
        self._history.set_winnable(winnable=False)
        return [ev.Stuck(self.board.tile_count)]

    def _end_if_stranded(self) -> list[ev.Event]:
        """Lose a stuck game that cannot be shuffled, unless a step can be undone or redone."""
        return [] if self.can_undo or self.can_redo else [self._lose("stuck")]

    def _check_doomed(self) -> list[ev.Event]:
        if self._is_replaying or not self._options.tell_doomed:
            return []
        doomed = check_doomed(self._history)
        return [doomed] if doomed else []

    def _hint(self, command: Command) -> list[ev.Event]:
        if self._state == "stuck":
            return [ev.Refused(str(command), "no move left")]
        if not self._hint_is_paid:
            if self.hints_left == 0:
                return [ev.Refused(str(command), "no hints left")]
            self._used = self._used._replace(hints=self._used.hints + 1)
            self._hint_is_paid = True
        if self._is_replaying:
            return [self._make_hint(self.board.moves()[0], None)]
        if self._hinted is None:
            self._hinted = self._make_hint(*safe_move(self.board))
        return [self._hinted]

    def _make_hint(self, move: Move, safe: bool | None) -> ev.Hinted:
        path = self.board.link(*move)
        assert path is not None, "a move links"
        return ev.Hinted(move, path, safe, self.hints_left)

    def _auto(self, command: Command) -> list[ev.Event]:
        path = find_path(self.board, command, *command.cells) if command.cells else None
        if isinstance(path, ev.Refused):
            return [path]
        hint = self._hint(command)[0]
        if not isinstance(hint, ev.Hinted):
            return [hint]
        if path is not None and path != hint.path:  # a recorded pair wins over the hint the solver would give today
            move = Move(*sorted(command.cells))
            safe = hint.safe and can_be_won(self.board.play(move))
            hint = ev.Hinted(move, path, safe, hint.left)
        self._end_combo()
        return [hint, *self._link(hint.path, 0)]

    def _shuffle(self, command: Command) -> list[ev.Event]:
        if self.shuffles_left == 0:
            return [ev.Refused(str(command), "no shuffles left")]
        try:
            return [self._reshuffle(asked=True)]
        except NotShufflable:
            refused = ev.Refused(str(command), "cannot be shuffled")
            return [refused, *(self._end_if_stranded() if self._state == "stuck" else [])]

    def _reshuffle(self, *, asked: bool) -> ev.Event:
        shuffled = shuffle(self.board, seed=derive_seed(self._seed, self._used.shuffles, _SHUFFLE_STREAM))
        self._used = self._used._replace(shuffles=self._used.shuffles + 1)
        current = self._history.current
        self._advance(HistoryStep(shuffled, current.score, current.pairs, winnable=True, is_judged=True))
        self._end_combo()
        self._state = "playing"
        return ev.Shuffled(shuffled, asked, self.shuffles_left)

    def _undo(self, command: Command) -> list[ev.Event]:
        if not self._options.undo:
            return [ev.Refused(str(command), "undo is not allowed")]
        if not self.can_undo:
            return [ev.Refused(str(command), "nothing to undo")]
        undone = self._history.current.move
        self._used = self._used._replace(undos=self._used.undos + 1)
        self._history.undo()
        self._reset_after_step()
        return [ev.Undone(self.board, undone), *(self._mark_stuck() if self.board.is_stuck else [])]

    def _redo(self, command: Command) -> list[ev.Event]:
        if not self.can_redo:
            return [ev.Refused(str(command), "nothing to redo")]
        self._history.redo()
        self._reset_after_step()
        redone = ev.Redone(self.board, self._history.current.move)
        return [redone, *(self._mark_stuck() if self.board.is_stuck else self._check_doomed())]

    def _restart(self, _: Command) -> list[ev.Event]:
        self._reset(self.first_board)
        return [ev.Restarted(self.board), *self.opening]

    def _pause(self, _: Command) -> list[ev.Event]:
        self._clock.pause()
        return [ev.Paused()]

    def _resume(self, _: Command) -> list[ev.Event]:
        self._clock.resume()
        return [ev.Resumed()]

    def _win(self) -> ev.Event:
        self._state = "won"
        self._clock.stop()
        left = self.seconds_left()
        self._time_points = points_for_time(left)
        aids = self._used.hints + self._used.undos
        self._stars = award_stars(shuffles=self._used.shuffles, aids=aids, left=left, limit=self._options.limit)
        return ev.Won(self.score, self._time_points, self.seconds(), self._stars)

    def _lose(self, reason: Literal["time", "stuck", "given up"]) -> ev.Event:
        self._clock.stop(limit=self._deadline)
        self._state, self._loss = "lost", reason
        self._clear_selection()
        return ev.Lost(reason)

    # ---- Small steps -------------------------------------------------------------------------------------------------

    def _advance(self, step: HistoryStep) -> None:
        self._history.add(step)
        if step.pairs > self._used.pairs:
            self._used = self._used._replace(pairs=step.pairs)
        self._clear_selection()

    def _reset_after_step(self) -> None:
        """Drop what belonged to the position before an undo or redo."""
        self._clear_selection()
        self._end_combo()
        self._state = "playing"

    def _clear_selection(self) -> None:
        """Drop the picked tile and the hint, which belong to one position."""
        self._picked = self._hinted = None
        self._hint_is_paid = False

    def _end_combo(self) -> None:
        self._combo, self._last_link = 0, None

    @property
    def _is_running(self) -> bool:
        return not (self.is_over or self._clock.is_paused)

    @property
    def _deadline(self) -> int | None:
        """How long may be played, in milliseconds."""
        limit = self._options.limit
        return None if limit is None else round((limit + self._options.bonus * self._used.pairs) * 1000)

    def _time_is_up(self, time: int) -> bool:
        return self._deadline is not None and not self.is_over and self._clock.played(time) >= self._deadline


def _remaining(stock: int | None, used: int) -> int | None:
    return None if stock is None else max(stock - used, 0)


_HANDLERS: dict[CommandWord, Callable[[Engine, Command], list[ev.Event]]] = {
    "pick": lambda game, command: game._pick(command, *command.cells),
    "play": lambda game, command: game._play(command, *command.cells),
    "hint": Engine._hint,
    "auto": Engine._auto,
    "shuffle": Engine._shuffle,
    "undo": Engine._undo,
    "redo": Engine._redo,
    "restart": Engine._restart,
    "pause": Engine._pause,
    "resume": Engine._resume,
    "give-up": lambda game, _: [game._lose("given up")],
    "tick": lambda game, _: [game._lose("time")] if game._time_is_up(game._clock.now) else [],
}
