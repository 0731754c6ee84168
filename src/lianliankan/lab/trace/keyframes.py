"""A search cut into beats, the keyframes of an animation, and the timeline that they are played by."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.lab.finders import Link, Queue, Read, Reject, Search
from lianliankan.lab.trace.playback import Mark, TracePlayer

__all__ = ["DRAWING", "Keyframe", "Timeline", "make_keyframes"]

DRAWING = 0.9
"""How many seconds the path takes to be drawn."""

_LEAD, _PAUSE = 0.8, 3.0  # seconds before the search begins, and at the end
_SHORT, _LONG = 7.0, 13.0  # seconds for a search of few beats, and for one of many
_SLOWEST, _USUAL = 0.7, 0.16  # seconds for a beat where they are few, and where they are many
_MOST_BEATS = 170  # more would make a large file, and nobody could follow


class Keyframe(NamedTuple):
    """What a beat brings.

    - `marks`: what is new on cells.
    - `here`: the cell from which the search goes on, or None.
    - `line`: the way that is tested, or none.
    - `reads`: the lines that were read at once.
    - `examined`: how many cells have been asked about by then.
    """

    marks: dict[Cell, Mark]
    here: Cell | None
    line: tuple[Cell, ...]
    reads: tuple[tuple[Cell, ...], ...]
    examined: int


def make_keyframes(search: Search) -> list[Keyframe]:
    """Cut a search into beats: what only follows from a step comes with it, and long ones go several at a time.

    >>> import lianliankan as llk
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
    together = -(-len(beats) // _MOST_BEATS)
    grouped = (beats[first : first + together] for first in range(0, len(beats), together or 1))
    return list(_play(search, ([place for beat in group for place in beat] for group in grouped)))


def _play(search: Search, beats: Iterable[list[int]]) -> Iterator[Keyframe]:
    player = TracePlayer(search)
    known: dict[Cell, Mark] = {}
    for places in beats:
        line: tuple[Cell, ...] = ()
        for place in places:
            player.go(place)
            line = player.line or line  # a way that is given up within the beat is seen all the same
        changed = {cell: mark for cell, mark in player.marks.items() if known.get(cell) != mark}
        known |= changed
        reads = tuple(step.line for step in search.trace[places[0] - 1 : places[-1]] if isinstance(step, Read))
        yield Keyframe(changed, player.here, line, reads, player.examined)


class Timeline(NamedTuple):
    """When things happen: so many beats, a time for the path, a pause, and again from the start.

    >>> timeline = Timeline(50)
    >>> round(timeline.whole, 1), timeline.at(0), timeline.at(50)
    (12.7, '6.30%', '69.29%')
    """

    beats: int

    @property
    def whole(self) -> float:
        """How long a round takes, in seconds."""
        return _LEAD + self.beats * self._beat + DRAWING + _PAUSE

    def at(self, beat: float, *, later: float = 0) -> str:
        """Say when a beat comes, or so many seconds later, in percent of the round as CSS wants it."""
        return f"{100 * (_LEAD + beat * self._beat + later) / self.whole:.2f}%"

    @property
    def _beat(self) -> float:
        beats = max(self.beats, 1)
        return min(_SLOWEST, max(_SHORT / beats, _USUAL), _LONG / beats)
