"""The automaton of the game: its states, and what every command makes of them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.near_miss import nearest_miss
from lianliankan.board.path import Path
from lianliankan.board.shifts import shifts
from lianliankan.dealing.shuffle import shuffle
from lianliankan.errors import NotShufflable
from lianliankan.game import events as ev
from lianliankan.game.clock import Clock
from lianliankan.game.commands import Command, CommandWord
from lianliankan.game.history import History, HistoryStep, Line
from lianliankan.game.options import Options
from lianliankan.game.scoring import COMBO_SECONDS, award_stars, points_for_link, points_for_time
from lianliankan.seeds import derive_seed
from lianliankan.solver import solve as solving
from lianliankan.solver.quick import HINT_NODES, can_be_won, safe_move
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget

__all__ = ["Engine", "LossReason"]

LossReason = Literal["", "time", "stuck", "given up"]

_SHUFFLE_STREAM = 6  # a stream of chance
_BLAME_BUDGET = Budget(nodes=HINT_NODES)


class _Used(NamedTuple):
    """What the player has used up since the game began, and the most pairs that had gone, which won time."""

    hints: int = 0
    shuffles: int = 0
    undos: int = 0
    pairs: int = 0


class Engine:
    """A position of a game, with all that decides what a command does to it; `Game` is what one plays with."""

    def __init__(self, board: Board, options: Options, seed: int) -> None:
        self._options = options
        self._seed = seed
        self._clock = Clock()
        self._is_replaying = False  # then the solver is not asked for what changes nothing
        self._reset(board)

    @property
    def board(self) -> Board:
        """The tiles as they lie now."""
        return self._history.current.board

    @property
    def first_board(self) -> Board:
        """The tiles as they lay at first."""
        return self._history.first.board

    @property
    def options(self) -> Options:
        """What the game allows."""
        return self._options

    @property
    def is_over(self) -> bool:
        """Whether it is won or lost."""
        return self._state in ("won", "lost")

    @property
    def score(self) -> int:
        """All points."""
        return self._history.current.score + self._time_points

    @property
    def pairs(self) -> int:
        """How many pairs have gone."""
        return self._history.current.pairs

    @property
    def hints_left(self) -> int | None:
        """How many hints are left; None for any number."""
        return _remaining(self._options.hints, self._used.hints)

    @property
    def shuffles_left(self) -> int | None:
        """How many shuffles are left; None for any number."""
        return _remaining(self._options.shuffles, self._used.shuffles)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back, and it may be."""
        return self._options.undo and self._history.previous is not None and self._is_running

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back that can be made again."""
        return self._history.undone is not None and self._is_running

    @property
    def winnable(self) -> bool | None:
        """Whether the game can be won from here; None where nobody knows, or the game does not tell of doom.

        After a shuffle it can, and where it is stuck it cannot, which is known without asking.
        """
        if self._state == "won":
            return True
        return self._find_winnable() if self._options.tell_doomed else self._history.current.winnable

    @property
    def opening(self) -> list[ev.Event]:
        """What there is to say about the board that the game begins with, before the first command; mostly nothing.

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

    @property
    def lines(self) -> list[Line]:
        """The pairs that led here, in lines with no shuffle inside; what was taken back is not in them."""
        return self._history.lines()

    def seconds(self, at: float | None = None) -> float:
        """Say how many seconds have been played at a time, pauses not counted; left out, at the last command."""
        return self._clock.played(self._clock.to_milliseconds(at)) / 1000

    def seconds_left(self, at: float | None = None) -> float | None:
        """Say how many seconds are left at a time; None where there is no limit."""
        if self._deadline is None:
            return None
        return max(self._deadline - self._clock.played(self._clock.to_milliseconds(at)), 0) / 1000

    def blame(
        self, budget: Budget | float | None = DEFAULT_BUDGET, *, line: Line | None = None, seed: int = 0
    ) -> solving.Blame:
        """Find the pair after which the game could no longer be won, counting from the first pair of the game.

        What lies before the last shuffle is forgiven, for every shuffle can be won; `line` asks about an earlier one of
        `lines`. `seed` is the search's own chance.

        >>> import lianliankan as llk
        >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
        >>> _ = game.play((0, 0), (0, 1))
        >>> game.blame().lost_after, str(game.blame().move)
        (1, '1,1-1,2')
        """
        line = line or self.lines[-1]
        found = solving.blame(line.board, line.moves, budget, seed=seed)
        return replace(
            found,
            lost_after=None if found.lost_after is None else found.lost_after + line.number,
            won_until=None if found.won_until is None else found.won_until + line.number,
        )

    # ---- What a command does ----------------------------------------------------------------------------------------

    def _reset(self, board: Board) -> None:
        self._history = History(HistoryStep(board))
        self._clock.restart()
        self._state: Literal["playing", "stuck", "won", "lost"] = "playing"
        self._loss: LossReason = ""
        self._picked: Cell | None = None
        self._hinted: ev.Hinted | None = None
        self._hint_is_paid = False  # paid for, in this position
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
        wrong = self._tile_problem(cell)
        if wrong:
            return [ev.Refused(str(command), wrong, (cell,))]
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
        path = self._find_path(command, a, b)
        if isinstance(path, ev.Refused):
            return [path]
        played = self._clock.played(self._clock.now)
        quick = self._last_link is not None and played - self._last_link <= COMBO_SECONDS * 1000
        self._combo = self._combo + 1 if quick else 1
        self._last_link = played
        return self._link(path, points_for_link(path.turns, self._combo))

    def _find_path(self, command: Command, a: Cell, b: Cell) -> Path | ev.Refused:
        """Find the path that joins two tiles, or why none does."""
        reason: ev.Reason | None = self._tile_problem(a) or self._tile_problem(b) or ("same tile" if a == b else None)
        if reason:
            return ev.Refused(str(command), reason, (a, b))
        path = self.board.link(a, b)
        if path is None and self.board[a] != self.board[b]:
            return ev.Refused(str(command), "different kinds", (a, b))
        return path or ev.Refused(str(command), "no path", (a, b), nearest_miss(self.board, a, b))

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
        """Say what the position after a link means for the game."""
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
        """Lose a stuck game that cannot be shuffled, unless there is something to take back or to make again."""
        return [] if self.can_undo or self.can_redo else [self._lose("stuck")]

    def _check_doomed(self) -> list[ev.Event]:
        """Where the game tells of doom, say so if it has just ceased to be winnable."""
        before = self._history.previous
        if self._is_replaying or not self._options.tell_doomed:
            return []
        if before and before.winnable is False:
            self._history.set_winnable(winnable=False)
            return []
        if self._find_winnable() is not False:
            return []
        was = before and (before.winnable if before.is_judged else can_be_won(before.board))
        if was is False:
            return []
        if was:
            return [ev.Doomed(self.pairs, self._history.current.move)]
        found = self.blame(_BLAME_BUDGET)
        return [ev.Doomed(found.lost_after, found.move)]

    def _find_winnable(self) -> bool | None:
        """Find out whether the position can be won, once."""
        if not self._history.current.is_judged:
            self._history.set_winnable(winnable=can_be_won(self.board))
        return self._history.current.winnable

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
        path = self._find_path(command, *command.cells) if command.cells else None
        if isinstance(path, ev.Refused):
            return [path]
        hint = self._hint(command)[0]
        if not isinstance(hint, ev.Hinted):
            return [hint]
        if path is not None and path != hint.path:  # what was taken once, though another would be hinted at now
            move = Move(*sorted(command.cells))
            safe = hint.safe and can_be_won(self.board.play(move))
            hint = ev.Hinted(move, path, safe, hint.left)
        self._combo, self._last_link = 0, None
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
        laid = shuffle(self.board, seed=derive_seed(self._seed, self._used.shuffles, _SHUFFLE_STREAM))
        self._used = self._used._replace(shuffles=self._used.shuffles + 1)
        self._advance(self._history.current._replace(board=laid, move=None, winnable=True, is_judged=True))
        self._combo, self._last_link = 0, None
        self._state = "playing"
        return ev.Shuffled(laid, asked, self.shuffles_left)

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

    def _advance(self, step: HistoryStep) -> None:
        self._history.add(step)
        if step.pairs > self._used.pairs:
            self._used = self._used._replace(pairs=step.pairs)
        self._clear_selection()

    def _reset_after_step(self) -> None:
        """Begin anew in a position after a step back or forth."""
        self._clear_selection()
        self._combo, self._last_link = 0, None
        self._state = "playing"

    def _clear_selection(self) -> None:
        """Drop what belonged to the position before."""
        self._picked = self._hinted = None
        self._hint_is_paid = False

    def _tile_problem(self, cell: Cell) -> Literal["off the board", "empty cell"] | None:
        if not (0 <= cell.row < self.board.rows and 0 <= cell.col < self.board.cols):
            return "off the board"
        return "empty cell" if self.board[cell] <= 0 else None

    @property
    def _is_running(self) -> bool:
        return not (self.is_over or self._clock.is_paused)

    @property
    def _deadline(self) -> int | None:
        """How long may be played, in thousandths of a second."""
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
