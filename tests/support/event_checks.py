"""Checks of single events against the reference game."""

from itertools import combinations

import lianliankan as llk
from support.reference_game import ReferenceGame, Rows


def check_refused(events: list[llk.Event], reason: str, *, tick: bool = False) -> None:
    """Check that a command was refused for a reason; a tick is refused silently."""
    if tick:
        assert events == []
        return
    (event,) = events
    assert isinstance(event, llk.Refused)
    assert event.reason == reason


def check_shifts(rows: Rows, packed: llk.Packed) -> None:
    """Move the tiles as the event says: no two end on one cell, and none runs over a tile that stays."""
    kinds = [rows[shift.start.row][shift.start.col] for shift in packed.shifts]
    assert all(kind > 0 for kind in kinds)
    assert packed.shifts
    for shift in packed.shifts:
        assert shift.start != shift.end
        rows[shift.start.row][shift.start.col] = 0
    for shift, kind in zip(packed.shifts, kinds, strict=True):
        assert rows[shift.end.row][shift.end.col] == 0
        rows[shift.end.row][shift.end.col] = kind


def check_miss(game: ReferenceGame, a: llk.Cell, b: llk.Cell, miss: llk.NearMiss) -> None:
    """The path must be as good as the reference game's: fewest turns if a free one exists, else fewest blockers."""
    turns = game.max_turns
    try:
        game.max_turns = None
        free = game.costs_from(a).get(b)
    finally:
        game.max_turns = turns
    if free is not None:
        assert miss.path is not None
        assert (miss.path.turns, miss.path.steps) == free
        assert not miss.blockers
        assert all(game.is_open(cell) for cell in miss.path.cells[1:-1])
        return
    fewest = fewest_blockers(game, a, b)
    if miss.path is None:
        assert fewest is None
        return
    assert turns is None or miss.path.turns <= turns
    inner = miss.path.cells[1:-1]
    assert tuple(cell for cell in inner if game.has_tile(cell)) == miss.blockers
    assert all(game.is_open(cell) or game.has_tile(cell) for cell in inner)
    assert len(miss.blockers) == fewest


def fewest_blockers(game: ReferenceGame, a: llk.Cell, b: llk.Cell) -> int | None:
    """Remove ever larger sets of other tiles until the two link, and return the size."""
    others = [cell for cell in game.tiles() if cell not in (a, b)]
    for size in range(len(others) + 1):
        for gone in combinations(others, size):
            rows = [list(row) for row in game.rows]
            for r, c in gone:
                rows[r][c] = 0
            left = ReferenceGame(rows, max_turns=game.max_turns, outside=game.outside, adjacent=game.adjacent)
            if b in left.costs_from(a):
                return size
    return None
