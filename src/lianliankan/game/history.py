"""The positions that a game went through, to go back and forth in."""

from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.move import Move

__all__ = ["History", "HistoryStep", "Line"]


class HistoryStep(NamedTuple):
    """A position of a game and how it came about.

    - `board`: the position.
    - `score`, `pairs`: the points and the pairs so far.
    - `move`: the pair that led here; None after a shuffle, and where the game begins.
    - `winnable`: whether it can be won; None where nobody knows.
    - `is_judged`: whether that was asked.
    """

    board: Board
    score: int = 0
    pairs: int = 0
    move: Move | None = None
    winnable: bool | None = None
    is_judged: bool = False


class Line(NamedTuple):
    """Pairs with no shuffle between them.

    - `number`: how many pairs went before.
    - `board`: where it begins.
    - `moves`: its pairs.
    """

    number: int
    board: Board
    moves: tuple[Move, ...]


class History:
    """Steps one after the other; one of them is now, and those after it were taken back."""

    def __init__(self, first: HistoryStep) -> None:
        self._steps = [first]
        self._index = 0

    @property
    def first(self) -> HistoryStep:
        """Where it began."""
        return self._steps[0]

    @property
    def current(self) -> HistoryStep:
        """Where it stands."""
        return self._steps[self._index]

    @property
    def previous(self) -> HistoryStep | None:
        """The step before now."""
        return self._steps[self._index - 1] if self._index else None

    @property
    def undone(self) -> HistoryStep | None:
        """The step that was taken back last."""
        return self._steps[self._index + 1] if self._index + 1 < len(self._steps) else None

    def add(self, step: HistoryStep) -> None:
        """Go on with a step; what was taken back is forgotten."""
        self._steps[self._index + 1 :] = [step]
        self._index += 1

    def set_winnable(self, *, winnable: bool | None) -> None:
        """Keep what was found out about the position now."""
        self._steps[self._index] = self.current._replace(winnable=winnable, is_judged=True)

    def undo(self) -> None:
        """Take the last step back."""
        assert self.previous, "there is a step before"
        self._index -= 1

    def redo(self) -> None:
        """Make again what was taken back last."""
        assert self.undone, "there is a step after"
        self._index += 1

    def lines(self) -> list[Line]:
        """Give the pairs that led here, in lines with no shuffle inside."""
        lines: list[Line] = []
        for step in self._steps[: self._index + 1]:
            if step.move is None:
                lines.append(Line(step.pairs, step.board, ()))
            else:
                lines[-1] = lines[-1]._replace(moves=(*lines[-1].moves, step.move))
        return lines

    def copy(self) -> "History":
        """Give the same history, to go its own way from here."""
        other = object.__new__(History)
        other._steps, other._index = list(self._steps), self._index
        return other
