"""The positions that a game went through, to go back and forth in."""

from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.move import Move

__all__ = ["History", "Line", "Step"]


class Step(NamedTuple):
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

    def __init__(self, first: Step) -> None:
        self._steps = [first]
        self._place = 0

    @property
    def first(self) -> Step:
        """Where it began."""
        return self._steps[0]

    @property
    def now(self) -> Step:
        """Where it stands."""
        return self._steps[self._place]

    @property
    def before(self) -> Step | None:
        """The step before now."""
        return self._steps[self._place - 1] if self._place else None

    @property
    def after(self) -> Step | None:
        """The step that was taken back last."""
        return self._steps[self._place + 1] if self._place + 1 < len(self._steps) else None

    def add(self, step: Step) -> None:
        """Go on with a step; what was taken back is forgotten."""
        self._steps[self._place + 1 :] = [step]
        self._place += 1

    def know(self, *, winnable: bool | None) -> None:
        """Keep what was found out about the position now."""
        self._steps[self._place] = self.now._replace(winnable=winnable, is_judged=True)

    def back(self) -> None:
        """Take the last step back."""
        assert self.before, "there is a step before"
        self._place -= 1

    def forth(self) -> None:
        """Make again what was taken back last."""
        assert self.after, "there is a step after"
        self._place += 1

    def lines(self) -> list[Line]:
        """Give the pairs that led here, in lines with no shuffle inside."""
        lines: list[Line] = []
        for step in self._steps[: self._place + 1]:
            if step.move is None:
                lines.append(Line(step.pairs, step.board, ()))
            else:
                lines[-1] = lines[-1]._replace(moves=(*lines[-1].moves, step.move))
        return lines

    def copy(self) -> "History":
        """Give the same history, to go its own way from here."""
        other = object.__new__(History)
        other._steps, other._place = list(self._steps), self._place
        return other
