"""What moves on the screen: a path that grows, tiles that go, slide and turn over, as scenes with their durations."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.shifts import TileShift
from lianliankan.terminal.board.board_drawing import Flight, Scene
from lianliankan.terminal.board.theme import Mark

__all__ = ["Frame", "flash", "grow", "slide", "turn_over", "vanish"]

_GROW, _HOLD, _VANISH, _SLIDE, _TURN, _FLASH = 0.15, 0.11, 0.07, 0.15, 0.4, 0.22  # seconds
_GROW_FRAMES, _SLIDE_FRAMES, _TURN_FRAMES = 6, 5, 12


class Frame(NamedTuple):
    """A scene and how long it is to be seen."""

    scene: Scene
    seconds: float


def grow(scene: Scene, path: Sequence[Cell]) -> Iterator[Frame]:
    """Let a path grow from its first tile to its last, and stay for a moment.

    >>> frames = list(grow(Scene([[1, 0, 1]]), [Cell(0, 0), Cell(0, 1), Cell(0, 2)]))
    >>> [len(frame.scene.path) for frame in frames]
    [2, 3, 3]
    """
    marks: dict[Cell, Mark] = {path[0]: "selected", path[-1]: "selected"}
    steps = min(len(path) - 1, _GROW_FRAMES)
    for step in range(1, steps + 1):
        part = path[: 1 + (len(path) - 1) * step // steps]
        yield Frame(replace(scene, path=part, manner="link", marks=marks), _GROW / steps)
    yield Frame(replace(scene, path=path, manner="link", marks=marks), _HOLD)


def vanish(scene: Scene, move: Move) -> Iterator[Frame]:
    """Let two tiles light up before they go.

    >>> [frame.scene.marks[Cell(0, 0)] for frame in vanish(Scene([[1, 1]]), Move(Cell(0, 0), Cell(0, 1)))]
    ['going']
    """
    yield Frame(replace(scene, marks=dict.fromkeys(move, "going"), path=()), _VANISH)


def slide(scene: Scene, shifts: Sequence[TileShift]) -> Iterator[Frame]:
    """Let tiles slide to where they lie in the scene.

    >>> [frame.scene.flights[0].share for frame in slide(Scene([[0, 1]]), [TileShift(Cell(0, 0), Cell(0, 1))])][:2]
    [0.36, 0.64]
    """
    for step in range(1, _SLIDE_FRAMES):
        share = 1 - (1 - step / _SLIDE_FRAMES) ** 2  # quick at first, then slower
        flights = [
            Flight(scene.rows[shift.end.row][shift.end.col], shift.start, shift.end, round(share, 3))
            for shift in shifts
        ]
        yield Frame(replace(scene, flights=flights), _SLIDE / _SLIDE_FRAMES)


def turn_over(before: Sequence[Sequence[int]], scene: Scene) -> Iterator[Frame]:
    """Let tiles turn their backs and show other faces, as a wave from corner to corner.

    >>> frames = list(turn_over([[1, 2]], Scene([[2, 1]])))
    >>> frames[0].scene.rows, frames[-1].scene.rows
    ([[1, 2]], [[2, 1]])
    """
    cells = [Cell(r, c) for r, row in enumerate(scene.rows) for c in range(len(row))]
    last = len(scene.rows) + len(scene.rows[0]) - 2
    lag = max(last // 2, 1)  # how far the second wave, which shows the new faces, is behind the first
    for step in range(_TURN_FRAMES):
        front = (last + lag) * step / (_TURN_FRAMES - 1)
        rows = [[scene.rows[r][c] if r + c <= front - lag else before[r][c] for c in range(len(row))]
                for r, row in enumerate(scene.rows)]  # fmt: skip
        marks: dict[Cell, Mark] = {
            cell: "back"
            for cell in cells
            if front - lag < cell.row + cell.col <= front and rows[cell.row][cell.col] > 0
        }
        yield Frame(replace(scene, rows=rows, marks=marks), _TURN / _TURN_FRAMES)


def flash(scene: Scene, cells: Sequence[Cell]) -> Iterator[Frame]:
    """Point out some tiles for a moment.

    >>> len(list(flash(Scene([[1, 1]]), [Cell(0, 0)])))
    1
    """
    yield Frame(replace(scene, marks={**scene.marks, **dict.fromkeys(cells, "selected")}), _FLASH)
