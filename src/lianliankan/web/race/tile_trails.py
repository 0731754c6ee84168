"""Where the tiles of a pair are that a player chose some entries of the room's log ago."""

from bisect import bisect_right
from typing import NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.game.tile_trail import follow_tiles
from lianliankan.race.events import BoardLaid, PairTaken
from lianliankan.race.race import Race
from lianliankan.race.seat import Table


class _Trail(NamedTuple):
    """The versions of the room at which a table was laid, and at which each of its pairs was taken."""

    table: Table
    laid: int
    pairs: list[int]


class TileTrails:
    """Remembers at which version of the room each pair of each table was taken."""

    def __init__(self) -> None:
        self._trails: dict[int, _Trail] = {}  # by seat; those at one table share it

    def begin(self, race: Race, version: int) -> None:
        """Begin with a race that has just begun."""
        self._trails.clear()
        self._lay(race, version)

    def note(self, race: Race, events: list[object], version: int) -> None:
        """Note what an entry of the log has done."""
        for event in events:
            if isinstance(event, PairTaken) and (trail := self._trails.get(event.seat)) is not None:
                trail.pairs.append(version)
            elif isinstance(event, BoardLaid):
                self._lay(race, version)

    def _lay(self, race: Race, version: int) -> None:
        shared: dict[int, _Trail] = {}
        for number, seat in race.seats.items():
            known = self._trails.get(number)
            if known is None or known.table is not seat.table:
                self._trails[number] = shared.setdefault(id(seat.table), _Trail(seat.table, version, []))

    def follow(self, seat: int, cells: tuple[Cell, ...], version: int) -> tuple[Cell, ...] | None:
        """Return where the tiles are that were on some cells at a version; None if they are gone, or laid again."""
        trail = self._trails.get(seat)
        if trail is None or version < trail.laid:
            return None
        game = trail.table.game
        seen = bisect_right(trail.pairs, version)
        if seen == game.version:
            return cells
        found = follow_tiles(game, cells, seen)
        if found is None or None in found:
            return None
        return tuple(cell for cell in found if cell is not None)
