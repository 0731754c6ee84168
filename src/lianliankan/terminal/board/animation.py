"""Animations as timed scenes: a path that grows, tiles that vanish, slide and turn over."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.shifts import TileShift
from lianliankan.terminal.board.board_scene import BoardScene, MovingTile
from lianliankan.terminal.board.theme import Mark

_GROW, _HOLD, _VANISH, _SLIDE, _TURN, _FLASH = 0.15, 0.11, 0.07, 0.15, 0.4, 0.22  # seconds
_ANNOUNCE = 1.4
_GROW_FRAMES, _SLIDE_FRAMES, _TURN_FRAMES = 6, 5, 12


class AnimationFrame(NamedTuple):
    """A scene and how long it is shown."""

    scene: BoardScene
    seconds: float


def grow(scene: BoardScene, path: Sequence[Cell]) -> Iterator[AnimationFrame]:
    """Grow a path from its first tile to its last, and hold it for a moment.

    >>> frames = list(grow(BoardScene([[1, 0, 1]]), [Cell(0, 0), Cell(0, 1), Cell(0, 2)]))
    >>> [len(frame.scene.path) for frame in frames]
    [2, 3, 3]
    """
    marks: dict[Cell, Mark] = {path[0]: "selected", path[-1]: "selected"}
    steps = min(len(path) - 1, _GROW_FRAMES)
    for step in range(1, steps + 1):
        part = path[: 1 + (len(path) - 1) * step // steps]
        yield AnimationFrame(replace(scene, path=part, path_style="link", marks=marks), _GROW / steps)
    yield AnimationFrame(replace(scene, path=path, path_style="link", marks=marks), _HOLD)


def vanish(scene: BoardScene, move: Move) -> Iterator[AnimationFrame]:
    """Light up two tiles before they vanish.

    >>> [frame.scene.marks[Cell(0, 0)] for frame in vanish(BoardScene([[1, 1]]), Move(Cell(0, 0), Cell(0, 1)))]
    ['going']
    """
    yield AnimationFrame(replace(scene, marks=dict.fromkeys(move, "going"), path=()), _VANISH)


def slide(scene: BoardScene, shifts: Sequence[TileShift]) -> Iterator[AnimationFrame]:
    """Slide tiles to their places in the scene.

    >>> frames = slide(BoardScene([[0, 1]]), [TileShift(Cell(0, 0), Cell(0, 1))])
    >>> [frame.scene.moving_tiles[0].progress for frame in frames][:2]
    [0.36, 0.64]
    """
    for step in range(1, _SLIDE_FRAMES):
        share = 1 - (1 - step / _SLIDE_FRAMES) ** 2  # fast at first, then slower
        moving_tiles = [
            MovingTile(scene.rows[shift.end.row][shift.end.col], shift.start, shift.end, round(share, 3))
            for shift in shifts
        ]
        yield AnimationFrame(replace(scene, moving_tiles=moving_tiles), _SLIDE / _SLIDE_FRAMES)


def turn_over(before: Sequence[Sequence[int]], scene: BoardScene) -> Iterator[AnimationFrame]:
    """Turn tiles over to show other faces, in a wave from corner to corner.

    >>> frames = list(turn_over([[1, 2]], BoardScene([[2, 1]])))
    >>> frames[0].scene.rows, frames[-1].scene.rows
    ([[1, 2]], [[2, 1]])
    """
    cells = [Cell(r, c) for r, row in enumerate(scene.rows) for c in range(len(row))]
    last = len(scene.rows) + len(scene.rows[0]) - 2
    lag = max(last // 2, 1)  # how far the wave that shows the new faces is behind the first one
    for step in range(_TURN_FRAMES):
        front = (last + lag) * step / (_TURN_FRAMES - 1)
        rows = [[scene.rows[r][c] if r + c <= front - lag else before[r][c] for c in range(len(row))]
                for r, row in enumerate(scene.rows)]  # fmt: skip
        marks: dict[Cell, Mark] = {
            cell: "back"
            for cell in cells
            if front - lag < cell.row + cell.col <= front and rows[cell.row][cell.col] > 0
        }
        yield AnimationFrame(replace(scene, rows=rows, marks=marks), _TURN / _TURN_FRAMES)


def announce(scene: BoardScene, text: str) -> Iterator[AnimationFrame]:
    """Say in the middle of the board what is about to happen.

    >>> [frame.scene.label for frame in announce(BoardScene([[1, 1]]), "Shuffled")]
    ['Shuffled']
    """
    yield AnimationFrame(replace(scene, label=text), _ANNOUNCE)


def flash(scene: BoardScene, cells: Sequence[Cell]) -> Iterator[AnimationFrame]:
    """Highlight some tiles for a moment.

    >>> len(list(flash(BoardScene([[1, 1]]), [Cell(0, 0)])))
    1
    """
    yield AnimationFrame(replace(scene, marks={**scene.marks, **dict.fromkeys(cells, "selected")}), _FLASH)
