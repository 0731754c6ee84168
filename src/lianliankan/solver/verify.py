"""Check a verdict without any code of the search: a win by replaying it, a loss by its certificate.

A set of tiles is *blocked* under a pairing if no tile of the set links to its partner while the whole set is on the
board, even if everything else is gone: then none of them can be removed first. So for any set of tiles, a winning
pairing must join some tile of the set to a partner that it links to then. A certificate is a list of sets for which no
pairing does all of this at once. Links are found here by walking, step by step.
"""

from collections.abc import Iterable
from itertools import combinations, product
from operator import index

from lianliankan.board.board import Board, check_board
from lianliankan.board.cell import Cell
from lianliankan.errors import IllegalMove, NoTile, OffBoard, SameCell, TooLarge
from lianliankan.solver.cdcl import is_unsatisfiable
from lianliankan.solver.verdict import Certificate, Verdict

_MAX_POSITIONS = 200_000  # of an exhaustive search before it gives up

_Place = tuple[int, int]
_DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def verify(board: Board, verdict: Verdict) -> bool:
    """Check a verdict: return True only if its `winnable` is proved right.

    A win is replayed move by move. A loss is proved by counting, or by the blocked sets of the certificate. With
    gravity there is no certificate, so all lines of play are tried again, in Python; raises TooLarge if there are too
    many. An undecided verdict proves nothing.

    >>> lost = llk.Board.parse("AB/BA")
    >>> llk.verify(lost, llk.solve(lost)), llk.verify(lost, llk.Verdict(True))
    (True, False)
    """
    check_board(board)
    if not isinstance(verdict, Verdict):
        raise TypeError(f"expected a Verdict, not {verdict!r}")
    if verdict.winnable is True:
        return _wins(board, verdict)
    if verdict.winnable is not False:
        return False
    if any(count % 2 for count in board.kinds.values()):
        return True
    if board.rules.gravity != "still":
        return any(len(group) % 2 for group in _rooms(board)) or _is_lost(board)
    if verdict.loss == "walled off":
        return any(len(group) % 2 for group in _groups(_Walk(board, ())))
    return verdict.certificate is not None and _refutes(board, verdict.certificate)


def _wins(board: Board, verdict: Verdict) -> bool:
    try:
        for move in verdict.moves:
            board = board.play(move)
    except (IllegalMove, OffBoard, NoTile, SameCell, TypeError):
        return False
    return board.is_clear


def _is_lost(board: Board) -> bool:
    """Try every line of play."""
    seen, waiting = {board}, [board]
    while waiting:
        now = waiting.pop()
        if now.is_clear:
            return False
        for move in now.moves():
            after = now.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > _MAX_POSITIONS:
            raise TooLarge(
                f"a loss under gravity is verified by trying all lines of play, and there are more than "
                f"{_MAX_POSITIONS} positions"
            )
    return True


def _refutes(board: Board, certificate: Certificate) -> bool:
    try:
        sets = [{(index(r), index(c)) for r, c in given} for given in certificate]
    except (TypeError, ValueError):
        return False
    tiles: dict[int, list[_Place]] = {}
    for cell, kind in board.tiles():
        tiles.setdefault(kind, []).append(cell)
    variable = {pair: i for i, pair in enumerate((p for same in tiles.values() for p in combinations(same, 2)), 1)}
    clauses: list[list[int]] = []
    for same in tiles.values():
        for tile in same:
            own = [variable[min(tile, other), max(tile, other)] for other in same if other != tile]
            clauses.append(own)
            clauses += [[-a, -b] for a, b in combinations(own, 2)]
    places = {place for same in tiles.values() for place in same}
    for blocked in sets:
        if not blocked or not blocked <= places:
            return False
        walk = _Walk(board, blocked)
        pairs = set()
        for tile in blocked:
            reached = walk.reached_from(tile)
            pairs |= {(min(tile, p), max(tile, p)) for p in tiles[board[tile]] if p != tile and p in reached}
        clauses.append([variable[pair] for pair in sorted(pairs)])
    return is_unsatisfiable(clauses, len(variable))


def _rooms(board: Board) -> list[list[_Place]]:
    """Return the tiles of one kind in one room: walls separate rooms, and neither tiles nor paths ever leave theirs."""
    walk = _Walk(board, ())
    room_of: dict[_Place, int] = {}
    for room, start in enumerate(product(walk.rows, walk.cols)):
        if start in walk.closed or start in room_of:
            continue
        room_of[start] = room
        waiting = [start]
        for r, c in waiting:
            for place in ((r + dr, c + dc) for dr, dc in _DIRECTIONS):
                if (
                    place[0] in walk.rows
                    and place[1] in walk.cols
                    and place not in walk.closed
                    and place not in room_of
                ):
                    room_of[place] = room
                    waiting.append(place)
    groups: dict[tuple[int, int], list[_Place]] = {}
    for cell, kind in board.tiles():
        groups.setdefault((room_of[cell], kind), []).append(cell)
    return list(groups.values())


def _groups(walk: "_Walk") -> list[list[_Place]]:
    """Return groups of tiles of one kind that could link on an otherwise empty board, directly or via each other."""
    left: dict[_Place, int] = dict(walk.board.tiles())
    groups = []
    while left:
        start, kind = left.popitem()
        group = [start]
        for tile in group:
            reached = walk.reached_from(tile)
            more = [place for place, other in left.items() if other == kind and place in reached]
            for place in more:
                del left[place]
            group += more
        groups.append(group)
    return groups


class _Walk:
    """The ends of paths on a board with nothing on it but its walls and the given tiles."""

    def __init__(self, board: Board, standing: Iterable[_Place]) -> None:
        self.board = board
        self.turns = board.rules.max_turns
        self.adjacent = board.rules.adjacent
        self.closed = {
            Cell(r, c) for r, row in enumerate(board.to_rows()) for c, number in enumerate(row) if number < 0
        } | {Cell(*place) for place in standing}
        ring = 1 if board.rules.outside else 0
        self.rows = range(-ring, board.rows + ring)
        self.cols = range(-ring, board.cols + ring)

    def reached_from(self, start: _Place) -> set[_Place]:
        """Return all places that a path from a tile can reach within the rules."""
        reached = self._walk(start, None)
        if not self.adjacent:
            # A neighbour cannot be reached directly, and no path may pass through it to reach it.
            for dr, dc in _DIRECTIONS:
                neighbour = (start[0] + dr, start[1] + dc)
                reached.discard(neighbour)
                if neighbour in self._walk(start, neighbour):
                    reached.add(neighbour)
        return reached

    def _walk(self, start: _Place, goal: _Place | None) -> set[_Place]:
        """Walk straight as far as possible, then turn everywhere, as often as the rules allow."""
        reached: set[_Place] = set()
        passed: set[tuple[_Place, bool]] = set()  # a place, and whether it was passed up or down
        layer = [(start, direction) for direction in _DIRECTIONS]
        turns = 0
        while layer and (self.turns is None or turns <= self.turns):
            following = []
            for place, (dr, dc) in layer:
                r, c = place[0] + dr, place[1] + dc
                while r in self.rows and c in self.cols:
                    here = (r, c)
                    if here == goal:
                        if place != start or (r - dr, c - dc) != start:
                            reached.add(here)
                        break
                    reached.add(here)
                    if here in self.closed or here == start:
                        break
                    if (here, dr != 0) not in passed:
                        passed.add((here, dr != 0))
                        following += [(here, (dc, dr)), (here, (-dc, -dr))]
                    r, c = r + dr, c + dc
            layer = following
            turns += 1
        return reached
