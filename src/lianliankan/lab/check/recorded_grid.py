"""A grid that notes which of its cells a learner's function reads, and in which line of its code.

The process of the learner's function runs this file; like that process, it imports nothing from the package.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

_MAX_LOOKS = 20_000
_STEPS_UP = 20  # calls between the reading of a cell and the learner's own code


class RecordedRow(list[int]):
    """A row that calls `note` with the number of every cell that is read.

    >>> seen = []
    >>> row = RecordedRow([1, 0, 2], seen.append)
    >>> row[-1], row == [1, 0, 2], list(row), seen
    (2, True, [1, 0, 2], [2, 0, 1, 2])
    """

    def __init__(self, numbers: list[int], note: Callable[[int], object]) -> None:
        super().__init__(numbers)
        self._note = note

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401  # a number or a slice
        """Return a number, or some of them."""
        found = super().__getitem__(place)
        for each in range(*place.indices(len(self))) if isinstance(place, slice) else (place % len(self),):
            self._note(each)
        return found

    def __iter__(self) -> Iterator[int]:
        """Go through the numbers."""
        for place, number in enumerate(super().__iter__()):
            self._note(place)
            yield number


class RecordedFunction:
    """A function whose reading of the grid is noted in `looks`: row, column and line of the code."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        self._function, self._file = function, file
        self.looks: list[tuple[int, int, int]] = []

    def __call__(self, grid: list[list[int]], a: tuple[int, int], b: tuple[int, int]) -> object:
        """Call the function with a grid that notes; what it changes is changed in the given one."""
        self.looks = []
        rows = [RecordedRow(numbers, partial(self._note, row)) for row, numbers in enumerate(grid)]
        try:
            return self._function(rows, a, b)
        finally:
            grid[:] = [list.copy(row) for row in rows]

    def _note(self, row: int, col: int) -> None:
        if len(self.looks) < _MAX_LOOKS:
            self.looks.append((row, col, self._line()))

    def _line(self) -> int:
        """Return the line of the learner's file that runs, or 0."""
        frame = sys._getframe(1)
        for _ in range(_STEPS_UP):
            if frame.f_code.co_filename == self._file:
                return frame.f_lineno
            if frame.f_back is None:
                break
            frame = frame.f_back
        return 0
