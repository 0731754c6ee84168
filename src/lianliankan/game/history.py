"""The positions of a game, for undo and redo."""

from typing import NamedTuple

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.move import Move


class LostSince(msgspec.Struct, frozen=True):
    """When a game was lost: after how many pairs, and the last of them; None if unknown."""

    number: int | None
    move: Move | None


class HistoryStep(NamedTuple):
    """A position of a game and the step that led to it.

    - `board`: the position.
    - `score`, `pairs`: points and removed pairs so far.
    - `move`: the pair that led here; None after a shuffle and for the first position.
    - `winnable`: whether it can be won; None if undecided.
    - `is_judged`: whether `winnable` has been determined.
    - `lost_since`: if it cannot be won, since when; None until that has been determined.
    """

    board: Board
    score: int = 0
    pairs: int = 0
    move: Move | None = None
    winnable: bool | None = None
    is_judged: bool = False
    lost_since: LostSince | None = None


class Line(NamedTuple):
    """A sequence of pairs with no shuffle between them.

    - `number`: the number of pairs before it.
    - `board`: the board it begins with.
    - `moves`: its pairs.

    >>> game = llk.Game(llk.Board.parse("AABB"))
    >>> happened = game.play((0, 0), (0, 1))
    >>> game.lines
    [Line(number=0, board=Board.parse('1 1 2 2'), moves=(Move(a=Cell(row=0, col=0), b=Cell(row=0, col=1)),))]
    """

    number: int
    board: Board
    moves: tuple[Move, ...]


class History(msgspec.Struct, eq=False):
    """The steps of a game, one of them current; the steps after it were undone."""

    _steps: list[HistoryStep]
    _index: int = 0

    @property
    def first(self) -> HistoryStep:
        """The first step."""
        return self._steps[0]

    @property
    def current(self) -> HistoryStep:
        """The current step."""
        return self._steps[self._index]

    @property
    def previous(self) -> HistoryStep | None:
        """The step before the current one."""
        return self._steps[self._index - 1] if self._index else None

    @property
    def undone(self) -> HistoryStep | None:
        """The step that was undone last."""
        return self._steps[self._index + 1] if self._index + 1 < len(self._steps) else None

    def last(self, count: int) -> list[HistoryStep]:
        """Return up to so many steps, of which the current one is the last."""
        return self._steps[max(self._index + 1 - count, 0) : self._index + 1]

    def add(self, step: HistoryStep) -> None:
        """Add a step after the current one; undone steps are dropped."""
        self._steps[self._index + 1 :] = [step]
        self._index += 1

    def set_winnable(self, *, winnable: bool | None) -> None:
        """Record whether the current position can be won."""
        self._steps[self._index] = self.current._replace(winnable=winnable, is_judged=True)

    def set_lost_since(self, since: LostSince) -> None:
        """Record since when the current position is lost."""
        self._steps[self._index] = self.current._replace(lost_since=since)

    def undo(self) -> None:
        """Move back one step."""
        assert self.previous, "there is a previous step"
        self._index -= 1

    def redo(self) -> None:
        """Move forward one step."""
        assert self.undone, "there is an undone step"
        self._index += 1

    def lines(self) -> list[Line]:
        """Return the pairs up to the current step, split at the shuffles."""
        lines: list[Line] = []
        for step in self._steps[: self._index + 1]:
            if step.move is None:
                lines.append(Line(step.pairs, step.board, ()))
            else:
                lines[-1] = lines[-1]._replace(moves=(*lines[-1].moves, step.move))
        return lines

    def copy(self) -> "History":
        """Return an independent copy."""
        return History(list(self._steps), self._index)
