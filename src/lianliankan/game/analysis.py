"""The analysis of a finished game: its course pair by pair, the first mistake, help used, and moves found."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Literal, get_args

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.deadline import check_seconds
from lianliankan.game import events as ev
from lianliankan.game.game import Game
from lianliankan.game.history import Line
from lianliankan.game.replay import replayed
from lianliankan.override import override
from lianliankan.solver.hint import fit_nodes
from lianliankan.solver.solve import SolverQuery, find_blame, solve
from lianliankan.solver.verdict import Budget, Verdict

Mistake = Literal["", "partner", "early", "unclear", "unknown"]

MISTAKES: tuple[Mistake, ...] = get_args(Mistake)
"""The kinds of a first mistake; see `GameAnalysis`."""

_MIN_MOVES = 3  # with fewer, finding the only safe move is as easy as tossing a coin
_STILL_NODES, _GRAVITY_NODES = 300_000, 100_000  # for all positions of a game
_ANALYSIS_WORK = 30_000_000  # for asking about them: the squares of their tiles; with the nodes, about 0.3 s in all


class GameAnalysis(msgspec.Struct, frozen=True):
    """The analysis of a finished game, since its last restart.

    - `hints`, `undos`, `shuffles`: how often each was used.
    - `restarts`: how often the game was restarted after its first pair.
    - `best_combo`: the longest combo, in pairs.
    - `mistake`: the first pair that made the board unwinnable. "partner": another pair of the same kind would have kept
      it winnable; "early": every pair of that kind lost, so it came too early; "unclear": which of the two it was is
      not known; "unknown": whether there was such a pair is not known; "": there was none.
    - `mistake_at`: how many pairs had been removed with it; 0 without a mistake.
    - `only_moves`: how often the player found the only safe one of at least three pairs, without a hint and before any
      undo, as far as the solver has found out; None if it did not look.
    """

    hints: int
    undos: int
    shuffles: int
    restarts: int
    best_combo: int
    mistake: Mistake
    mistake_at: int
    only_moves: int | None


UNKNOWN = GameAnalysis(0, 0, 0, 0, 0, "unknown", 0, None)
"""The analysis of a damaged game: without one, it would be looked at again and again."""


def analyse(game: Game) -> GameAnalysis:
    """Analyse a finished game; what the solver cannot tell within fixed counts is unknown, the same on every machine.

    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="lose"))
    >>> _ = game.play((0, 0), (0, 1))
    >>> found = analyse(game)
    >>> found.mistake, found.mistake_at, found.best_combo
    ('partner', 1, 1)
    """
    restarts, best_combo, chosen = _retrace(game)
    board = game.first_board
    nodes = _STILL_NODES if board.rules.gravity == "still" else _GRAVITY_NODES
    left = _Left(fit_nodes(board, nodes), _ANALYSIS_WORK)
    mistake, number = _find_mistake(game, left)
    return GameAnalysis(
        hints=game.hints_used,
        undos=game.undos_used,
        shuffles=game.shuffles_used,
        restarts=restarts,
        best_combo=best_combo,
        mistake=mistake,
        mistake_at=number,
        only_moves=_count_only_moves(chosen, left),
    )


def _retrace(game: Game) -> tuple[int, int, list[tuple[Board, Move]]]:
    """Replay a game: return its restarts, its best combo, and the pairs that the player found alone, where each was."""
    restarts, best_combo = 0, 0
    chosen: list[tuple[Board, Move]] = []
    board, pairs, is_helped = game.first_board, 0, False
    for _, happened, after in replayed(game, quietly=True):
        for event in happened:
            if isinstance(event, ev.Restarted):
                restarts += pairs > 0
                best_combo, is_helped = 0, False
                chosen.clear()
            elif isinstance(event, ev.Hinted):
                is_helped = True
            elif isinstance(event, ev.Linked):
                best_combo = max(best_combo, event.combo)
                if not is_helped and not after.undos_used:
                    chosen.append((board, event.move))
                is_helped = False
        board, pairs = after.board, after.pairs
    return restarts, best_combo, chosen


@dataclass
class _Left:
    """The remaining budget for the questions of an analysis: nodes, and the work of a question, however easy."""

    nodes: int
    work: int


class _Query(SolverQuery):
    """Queries about a board, which share what is left with those about other boards; without any, nothing is known."""

    def __init__(self, board: Board, left: _Left) -> None:
        super().__init__(board, None, 0)
        self._tiles, self._left = board.tile_count, left

    @override
    def ask(self, played: Sequence[Move] = (), *, nodes: int | None = None, until: float = math.inf) -> Verdict:
        left = self._left
        left.work -= (self._tiles - 2 * len(played)) ** 2
        if left.work < 0 or not left.nodes:
            return Verdict(None)
        verdict = super().ask(played, nodes=left.nodes if nodes is None else min(nodes, left.nodes), until=until)
        left.nodes -= min(verdict.nodes, left.nodes)
        return verdict


def _find_mistake(game: Game, left: _Left) -> tuple[Mistake, int]:
    """Find the first pair after which the board could not be won, in any of the stretches between shuffles."""
    lines = game.lines
    for line in lines:
        if line is lines[-1] and game.state == "won":
            return "", 0
        query = _Query(line.board, left)
        found = find_blame(query, line.moves)
        if found.winnable is None or (found.winnable is False and found.lost_after is None):
            return "unknown", 0
        if found.lost_after:
            return _classify(line, found.lost_after, query), line.number + found.lost_after
    return "", 0


def _classify(line: Line, number: int, query: _Query) -> Mistake:
    """Say what was wrong with a pair of a line, counted from 1, which lost a winnable position."""
    board, before = line.board, line.moves[: number - 1]
    for move in before:
        board = board.play(move)
    played = line.moves[number - 1]
    others = [move for move in board.moves() if board[move.a] == board[played.a] and move != played]
    outcomes = {query.ask([*before, move]).winnable for move in others}
    return "partner" if True in outcomes else "unclear" if None in outcomes else "early"


def _count_only_moves(chosen: Sequence[tuple[Board, Move]], left: _Left) -> int:
    """Count the pairs that were the only safe ones of several; the last positions, which are the easiest, first."""
    found = 0
    for board, move in reversed(chosen):
        if left.work < 0 or not left.nodes:
            break
        if board.move_count < _MIN_MOVES:
            continue
        query = _Query(board, left)
        # Whether this pair keeps the board winnable, and every other pair provably does not.
        others = (other for other in board.moves() if other != move)
        found += bool(query.ask([move]).winnable) and all(query.ask([other]).winnable is False for other in others)
    return found


# ---- The course ------------------------------------------------------------------------------------------------------


CourseMark = Literal["hint", "undo", "shuffle", "restart"]
"""The help used between two pairs; redoing counts as undoing."""

_MARKS: dict[type[ev.Event], CourseMark] = {
    ev.Hinted: "hint",
    ev.Undone: "undo",
    ev.Redone: "undo",
    ev.Shuffled: "shuffle",
    ev.Restarted: "restart",
}
_NODES = 100_000  # for one position: far more than most need


class CoursePoint(msgspec.Struct, frozen=True):
    """A point of a game's course: the start, the position after a pair, or the end if it came after the last pair.

    - `version`: how many commands led to it.
    - `moves`: how many pairs could be removed.
    - `marks`: what helped since the point before.
    - `winnable`: whether the position could be won without a shuffle; None if unknown.
    """

    version: int
    moves: int
    marks: tuple[CourseMark, ...] = ()
    winnable: bool | None = None


class Course(msgspec.Struct, frozen=True):
    """The points of a game, and where a game that was not won could still be won.

    - `lost`: the point of the pair that led into the last dead end, if that is known.
    - `win`: the last point known to be winnable, and `win_version` the commands that led to that position: it may lie
      between two points, after a shuffle. None if the game was won, or if no such position is known.
    - `timed_out`: whether the time was over before the solver was asked about everything.
    """

    points: list[CoursePoint]
    lost: int | None = None
    win: int | None = None
    win_version: int | None = None
    timed_out: bool = False


def trace_points(game: Game) -> list[CoursePoint]:
    """Return the points of a game's course, without asking whether they could be won.

    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
    >>> _ = game.hint(), game.play((0, 0), (0, 1)), game.give_up()
    >>> [(point.version, point.moves, point.marks) for point in trace_points(game)]
    [(0, 3, ()), (2, 0, ('hint',)), (3, 0, ())]
    """
    return _Trace(game).points


def find_course(game: Game, *, seconds: float | None = None) -> Course:
    """Return the course of a game; what the solver cannot tell soon, or within some seconds, is unknown.

    A position that cannot be won stays so until an undo or a shuffle, so bisection asks about few positions.

    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
    >>> _ = game.play((0, 0), (0, 1)), game.give_up()
    >>> course = find_course(game)
    >>> [point.winnable for point in course.points], course.lost, course.win
    ([True, False, False], 1, 0)
    """
    trace = _Trace(game)
    timed_out = trace.judge(math.inf if seconds is None else monotonic() + check_seconds(seconds))
    points = [
        msgspec.structs.replace(point, winnable=trace.positions[place].winnable)
        for point, place in zip(trace.points, trace.places, strict=True)
    ]
    if game.state == "won":
        return Course(points, timed_out=timed_out)
    line = trace.line(trace.places[-1])
    win = max((place for place in line if trace.positions[place].winnable), default=None)
    lost = min((place for place in line if trace.positions[place].winnable is False), default=None)
    if win is None:
        return Course(points, 0 if lost == line[0] == 0 else None, timed_out=timed_out)
    version = trace.positions[win].version
    is_exact = lost is not None and trace.positions[lost].before == win
    return Course(
        points,
        lost=trace.places.index(lost) if is_exact and lost in trace.places else None,
        win=max(number for number, point in enumerate(points) if point.version <= version),
        win_version=version,
        timed_out=timed_out,
    )


@dataclass
class _Position:
    """A position of the game; `before` is the one that a pair led from, None for the first and for shuffled ones."""

    board: Board
    before: int | None
    version: int
    winnable: bool | None = None
    is_last: bool = field(default=True)  # no pair was played from it


class _Trace:
    """All positions of a game, in the order in which they came up, and the points of its course."""

    def __init__(self, game: Game) -> None:
        first = game.first_board
        self.positions = [_Position(first, None, 0, True if game.deal else None)]  # deals can be won
        self.points = [CoursePoint(0, first.move_count)]
        self.places = [0]  # the position of each point
        self._history, self._index = [0], 0
        marks: dict[CourseMark, None] = {}
        for version, (_, happened, _) in enumerate(replayed(game, quietly=True), start=1):
            for event in happened:
                self._follow(event, version)
                if mark := _MARKS.get(type(event)):
                    marks[mark] = None
            self._current.version = version
            if any(isinstance(event, ev.Linked) for event in happened) or version == game.version:
                self.places.append(self._history[self._index])
                self.points.append(CoursePoint(version, self._current.board.move_count, tuple(marks)))
                marks.clear()

    @property
    def _current(self) -> _Position:
        return self.positions[self._history[self._index]]

    def _follow(self, event: ev.Event, version: int) -> None:
        if isinstance(event, ev.Linked):
            self._add(_Position(self._current.board.play(event.move), self._history[self._index], version))
        elif isinstance(event, ev.Shuffled):
            self._add(_Position(event.board, None, version, winnable=True))  # shuffles can be won
        elif isinstance(event, ev.Undone):
            self._index -= 1
        elif isinstance(event, ev.Redone):
            self._index += 1
        elif isinstance(event, ev.Restarted):
            self._history, self._index = [0], 0

    def _add(self, position: _Position) -> None:
        if position.before is not None:
            self.positions[position.before].is_last = False
        self._index += 1
        self._history[self._index :] = [len(self.positions)]
        self.positions.append(position)

    def line(self, place: int | None) -> list[int]:
        """Return the positions that pairs led through to one, from the first or from a shuffle."""
        return list(self._back_from(place))[::-1]

    def _back_from(self, place: int | None) -> Iterator[int]:
        while place is not None:
            yield place
            place = self.positions[place].before

    def judge(self, end: float) -> bool:
        """Find out which positions could be won, the last line first, until a time; return whether that came first."""
        ends = [place for place, position in enumerate(self.positions) if position.is_last]
        timed_out = False
        for place in [self.places[-1], *reversed(ends)]:
            timed_out |= self._judge_line([self.positions[number] for number in self.line(place)], end)
        return timed_out

    def _judge_line(self, line: list[_Position], end: float) -> bool:
        """Bisect a line: positions before a winnable one are winnable, and those after a lost one are lost.

        Return whether the time was over before that was done.
        """
        won = max((place for place, position in enumerate(line) if position.winnable), default=-1)
        lost = min((place for place, position in enumerate(line) if position.winnable is False), default=len(line))
        places = list(range(won + 1, lost))
        at = len(places) - 1  # the end first: a won game needs no other question
        while places and monotonic() < end:
            verdict = solve(line[places[at]].board, Budget(nodes=_NODES, seconds=max(end - monotonic(), 0)))
            if verdict.winnable:
                won = places[at]
                places = places[at + 1 :]
            elif verdict.winnable is False:
                lost = places[at]
                places = places[:at]
            elif verdict.timed_out:
                break
            else:
                del places[at]
            at = len(places) // 2
        for place, position in enumerate(line):
            if place <= won or place >= lost:
                position.winnable = place <= won
        return bool(places)
