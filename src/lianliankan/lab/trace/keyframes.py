"""A search divided into keyframes, one per beat, and the timeline of the animation."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.lab.finders import Link, Queue, Read, Reject, Search
from lianliankan.lab.trace.playback import Mark, TracePlayer

DRAWING = 0.9
"""Seconds for drawing the path."""

_LEAD, _PAUSE = 0.8, 3.0  # seconds before the search starts, and at the end
_SHORT, _LONG = 7.0, 13.0  # seconds for a search with few beats, and for one with many
_SLOWEST, _USUAL = 0.7, 0.16  # seconds per beat if there are few, and if there are many
_MAX_BEATS = 170  # more would make a large file that is hard to follow


class Keyframe(NamedTuple):
    """The changes in one beat.

    - `marks`: the new marks on cells.
    - `here`: the cell from which the search continues, or None.
    - `line`: the line being tested, or empty.
    - `reads`: the lines that were read as a whole.
    - `examined`: the number of cells examined so far.
    """

    marks: dict[Cell, Mark]
    here: Cell | None
    line: tuple[Cell, ...]
    reads: tuple[tuple[Cell, ...], ...]
    examined: int


def make_keyframes(search: Search) -> list[Keyframe]:
    """Divide a search into beats: consequences of a step share its beat, and long searches group several steps.

    >>> search = llk.find("layers", llk.Board.parse("A.A"), (0, 0), (0, 2))
    >>> len(search.trace), len(make_keyframes(search))
    (11, 6)
    """
    beats: list[list[int]] = []
    for place, step in enumerate(search.trace, start=1):
        if beats and isinstance(step, Queue | Reject | Link):
            beats[-1].append(place)
        else:
            beats.append([place])
    together = -(-len(beats) // _MAX_BEATS)
    grouped = (beats[first : first + together] for first in range(0, len(beats), together or 1))
    return list(_play(search, ([place for beat in group for place in beat] for group in grouped)))


def _play(search: Search, beats: Iterable[list[int]]) -> Iterator[Keyframe]:
    player = TracePlayer(search)
    known: dict[Cell, Mark] = {}
    for places in beats:
        line: tuple[Cell, ...] = ()
        for place in places:
            player.go(place)
            line = player.line or line  # show a line even if it is rejected within the beat
        changed = {cell: mark for cell, mark in player.marks.items() if known.get(cell) != mark}
        known |= changed
        reads = tuple(step.line for step in search.trace[places[0] - 1 : places[-1]] if isinstance(step, Read))
        yield Keyframe(changed, player.here, line, reads, player.examined)


class Timeline(NamedTuple):
    """When things happen: the beats, then the drawing of the path, then a pause, in a loop.

    >>> timeline = Timeline(50)
    >>> round(timeline.whole, 1), timeline.at(0), timeline.at(50)
    (12.7, '6.30%', '69.29%')
    """

    beats: int

    @property
    def whole(self) -> float:
        """The duration of one round in seconds."""
        return _LEAD + self.beats * self._beat + DRAWING + _PAUSE

    def at(self, beat: float, *, later: float = 0) -> str:
        """Return the time of a beat, plus `later` seconds, as a CSS percentage of the round."""
        return f"{100 * (_LEAD + beat * self._beat + later) / self.whole:.2f}%"

    @property
    def _beat(self) -> float:
        beats = max(self.beats, 1)
        return min(_SLOWEST, max(_SHORT / beats, _USUAL), _LONG / beats)
