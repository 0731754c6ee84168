"""Functions that make a classic mistake on purpose, to compare a learner's function with.

Each says whether two tiles link, under the rules of an exercise, as a function with that mistake would say.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, permutations
from typing import NamedTuple

from lianliankan.board.rules import Rules
from lianliankan.lab.check.question import Rows
from lianliankan.override import override

Spot = tuple[int, int]
Says = Callable[[Rows, Spot, Spot, Rules], bool | None]

_WAYS: tuple[Spot, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SMALL_NUMBERS = 256  # that are the same object wherever they are
_NO_LIMIT = 99


class Mimic(NamedTuple):
    """A mistake by name, and what a function that makes it says; None where it may say anything."""

    mistake: str
    says: Says


@dataclass(frozen=True)
class _Field:
    """A board as a function with a mistake sees it: which cells a path may use.

    `top` to `right` say whether there is a ring on that side.
    """

    rows: Rows
    top: bool
    left: bool
    bottom: bool
    right: bool

    @classmethod
    def of(cls, rows: Rows, rules: Rules, without: str = "") -> "_Field":
        sides = (rules.outside and side not in without.split() for side in ("top", "left", "bottom", "right"))
        return cls(rows, *sides)

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def is_on_ring(self, spot: Spot) -> bool:
        return not (0 <= spot[0] < self.height and 0 <= spot[1] < self.width)

    def is_open(self, spot: Spot) -> bool:
        row, col = spot
        if not (-self.top <= row < self.height + self.bottom and -self.left <= col < self.width + self.right):
            return False
        return self.is_on_ring(spot) or self.rows[row][col] == 0


@dataclass(frozen=True)
class _SameKind(_Field):
    """Tiles of the kind of the pair are taken for empty cells."""

    kind: int = 0

    @override
    def is_open(self, spot: Spot) -> bool:
        is_same = not self.is_on_ring(spot) and self.rows[spot[0]][spot[1]] == self.kind
        return is_same or super().is_open(spot)


@dataclass(frozen=True)
class _Wrapped(_Field):
    """Row and column -1 are read as Python does, from the end."""

    @override
    def is_open(self, spot: Spot) -> bool:
        row, col = spot
        if -1 in spot and super().is_open(spot) and row < self.height and col < self.width:
            return self.rows[row][col] == 0
        return super().is_open(spot)


@dataclass(frozen=True)
class _Cropped(_Field):
    """Some rows and columns at the edge are never used."""

    first: int = 0
    last: int = 0

    @override
    def is_open(self, spot: Spot) -> bool:
        inside = self.first <= spot[0] < self.height - self.last and self.first <= spot[1] < self.width - self.last
        return (inside or self.is_on_ring(spot)) and super().is_open(spot)


# ---- Searches --------------------------------------------------------------------------------------------------------


def _reaches(field: _Field, a: Spot, b: Spot, turns: int, *, max_steps: int = 10**6) -> bool:
    """Whether a path with at most so many turns joins two cells: a correct search, unless the field is wrong."""
    waiting = deque((a, way, 0, 0) for way in _WAYS)
    fewest: dict[tuple[Spot, Spot], int] = {}
    while waiting:
        spot, way, turned, steps = waiting.popleft()
        spot = spot[0] + way[0], spot[1] + way[1]
        if steps >= max_steps:
            continue
        if spot == b:
            return True
        if not field.is_open(spot):
            continue
        for ahead in _WAYS:
            more = turned + (ahead != way)
            is_back = ahead == (-way[0], -way[1])
            if not is_back and more <= turns and more < fewest.get((spot, ahead), turns + 1):
                fewest[spot, ahead] = more
                waiting.append((spot, ahead, more, steps + 1))
    return False


def fewest_steps(rows: Rows, a: Spot, b: Spot, rules: Rules) -> int | None:
    """Return the steps of the shortest path, whatever its turns; None if there is no path.

    >>> fewest_steps(((1, 0, 2), (2, 0, 1)), (0, 0), (1, 2), Rules())
    3
    """
    field, waiting, seen = _Field.of(rows, rules), deque([(a, 0)]), {a}
    while waiting:
        spot, steps = waiting.popleft()
        for way in _WAYS:
            ahead = spot[0] + way[0], spot[1] + way[1]
            if ahead == b:
                return steps + 1
            if ahead not in seen and field.is_open(ahead):
                seen.add(ahead)
                waiting.append((ahead, steps + 1))
    return None


def _by_cells(field: _Field, a: Spot, b: Spot, turns: int, *, ways: tuple[Spot, ...], early: bool) -> bool:
    """Visit every cell once, however the search comes to it; `early` marks cells when they are queued."""
    waiting: deque[tuple[Spot, Spot | None, int]] = deque([(a, None, 0)])
    seen = {a}
    while waiting:
        spot, came, turned = waiting.popleft()
        if not early:
            if spot in seen and spot != a:
                continue
            seen.add(spot)
        for way in ways:
            ahead = spot[0] + way[0], spot[1] + way[1]
            more = turned + (came is not None and way != came)
            if more > turns:
                continue
            if ahead == b:
                return True
            if ahead not in seen and field.is_open(ahead):
                if early:
                    seen.add(ahead)
                waiting.append((ahead, way, more))
    return False


def _by_rays(field: _Field, a: Spot, b: Spot, turns: int, *, ways: tuple[Spot, ...]) -> bool:
    """Search along lines, where a line ends at a cell that was reached before."""
    seen, layer = {a}, [a]
    for _ in range(turns + 1):
        following = []
        for spot in layer:
            for way in ways:
                ahead = spot[0] + way[0], spot[1] + way[1]
                while field.is_open(ahead) and ahead not in seen:
                    seen.add(ahead)
                    following.append(ahead)
                    ahead = ahead[0] + way[0], ahead[1] + way[1]
                if ahead == b:
                    return True
        layer = following
    return False


@dataclass(frozen=True, kw_only=True)
class _Cases:
    """Straight, one corner, two corners, one case after the other, with what may be wrong about it.

    - `tests_corner`, `tests_first`: whether the corner, or the first of two corners, must be empty.
    - `skips`: cells at the low and at the high end of a line that are not looked at.
    - `axes`: whether lines along rows and along columns are known.
    - `corners`: how many of the two possible corners are tried.
    - `goes_on`: whether the first of two corners may be the only one, as if it were a tile.
    - `two`: two corners "any"where, only "between" the tiles, or only for tiles in one "line".
    """

    tests_corner: bool = True
    tests_first: bool = True
    skips: tuple[int, int] = (0, 0)
    axes: tuple[bool, bool] = (True, True)
    corners: int = 2
    goes_on: bool = False
    two: str = "any"

    def __call__(self, rows: Rows, a: Spot, b: Spot, rules: Rules) -> bool:
        field, turns = _Field.of(rows, rules), _turns(rules)
        if self.straight(field, a, b) or (turns >= 1 and self._one(field, a, b)):
            return True
        return turns >= 2 and any(
            (field.is_open(first) or not self.tests_first)
            and self.straight(field, a, first)
            and (self._one(field, first, b) or (self.goes_on and first != b and self.straight(field, first, b)))
            for first in self._firsts(field, a, b)
        )

    def straight(self, field: _Field, a: Spot, b: Spot) -> bool:
        """Whether all cells between two cells of a line are open."""
        for fixed, along in ((0, 1), (1, 0)):
            if a[fixed] == b[fixed] and self.axes[fixed]:
                low, high = sorted((a[along], b[along]))
                places = range(low + 1 + self.skips[0], high - self.skips[1])
                return all(field.is_open((a[0], at) if fixed == 0 else (at, a[1])) for at in places)
        return False

    def _one(self, field: _Field, a: Spot, b: Spot) -> bool:
        return any(
            (field.is_open(corner) or not self.tests_corner)
            and self.straight(field, a, corner)
            and self.straight(field, corner, b)
            for corner in ((a[0], b[1]), (b[0], a[1]))[: self.corners]
            if corner not in (a, b)
        )

    def _firsts(self, field: _Field, a: Spot, b: Spot) -> Iterator[Spot]:
        rows, cols = range(-1, field.height + 1), range(-1, field.width + 1)
        if self.two == "line" and a[0] != b[0] and a[1] != b[1]:
            return
        if self.two == "between":
            rows, cols = range(*sorted((a[0], b[0]))), range(*sorted((a[1], b[1])))
        yield from ((row, a[1]) for row in rows if row != a[0])
        yield from ((a[0], col) for col in cols if col != a[1])


def _turns(rules: Rules) -> int:
    return _NO_LIMIT if rules.max_turns is None else rules.max_turns


# ---- The mistakes ----------------------------------------------------------------------------------------------------


def _without_ring(rows: Rows, a: Spot, b: Spot, rules: Rules, *, sides: str) -> bool:
    return _reaches(_Field.of(rows, rules, sides), a, b, _turns(rules))


def _beyond(rows: Rows, a: Spot, b: Spot, rules: Rules) -> bool:
    return _reaches(_Field.of(rows, Rules(outside=True)), a, b, _turns(rules))


def _other_turns(rows: Rows, a: Spot, b: Spot, rules: Rules, *, more: int) -> bool:
    return _reaches(_Field.of(rows, rules), a, b, max(0, _turns(rules) + more))


def _any_corners(rows: Rows, a: Spot, b: Spot, rules: Rules) -> bool:
    """Say what a function says that looks only between corners, wherever they are."""
    field, turns, lines = _Field.of(rows, rules), _turns(rules), _Cases()
    ring = 1 if rules.outside else 0
    middle_rows = range(-ring, field.height + ring) if turns > 1 else (a[0], b[0])
    middle_cols = range(-ring, field.width + ring) if turns > 1 else (a[1], b[1])
    tries = [[a, (row, a[1]), (row, b[1]), b] for row in middle_rows]
    tries += [[a, (a[0], col), (b[0], col), b] for col in middle_cols]
    return any(all(lines.straight(field, here, there) for here, there in pairwise(path)) for path in tries)


def _few_steps(rows: Rows, a: Spot, b: Spot, rules: Rules, *, steps: int) -> bool:
    return _reaches(_Field.of(rows, rules), a, b, _NO_LIMIT, max_steps=_turns(rules) + steps)


def _through_kind(rows: Rows, a: Spot, b: Spot, rules: Rules) -> bool:
    field = _Field.of(rows, rules)
    same = _SameKind(rows, field.top, field.left, field.bottom, field.right, rows[a[0]][a[1]])
    return _reaches(same, a, b, _turns(rules))


def _wrapping(rows: Rows, a: Spot, b: Spot, rules: Rules) -> bool:
    field = _Field.of(rows, rules)
    return _reaches(_Wrapped(rows, field.top, field.left, field.bottom, field.right), a, b, _turns(rules))


def _cropping(rows: Rows, a: Spot, b: Spot, rules: Rules, *, first: int, last: int, ring: bool) -> bool:
    has_ring = rules.outside and ring
    return _reaches(_Cropped(rows, has_ring, has_ring, has_ring, has_ring, first, last), a, b, _turns(rules))


def _swapped(rows: Rows, a: Spot, b: Spot, rules: Rules) -> bool | None:
    a, b = a[::-1], b[::-1]
    field = _Field.of(rows, rules)
    if field.is_on_ring(a) or field.is_on_ring(b):
        return None  # an exception, probably
    return _reaches(field, a, b, _turns(rules))


def _by_identity(rows: Rows, a: Spot, b: Spot, rules: Rules) -> bool:
    return rows[a[0]][a[1]] <= _SMALL_NUMBERS and _reaches(_Field.of(rows, rules), a, b, _turns(rules))


def _seen_cells(rows: Rows, a: Spot, b: Spot, rules: Rules, *, ways: tuple[Spot, ...], early: bool, back: bool) -> bool:
    a, b = (b, a) if back else (a, b)
    return _by_cells(_Field.of(rows, rules), a, b, _turns(rules), ways=ways, early=early)


def _stopped_rays(rows: Rows, a: Spot, b: Spot, rules: Rules, *, ways: tuple[Spot, ...]) -> bool:
    return _by_rays(_Field.of(rows, rules), a, b, _turns(rules), ways=ways)


_ORDERS = tuple(permutations(_WAYS))
_SIDES = ("top", "left", "bottom", "right", "top left", "bottom right", "top bottom", "left right")

MIMICS: tuple[Mimic, ...] = (
    Mimic("never", lambda rows, a, b, rules: False),
    Mimic("always", lambda rows, a, b, rules: True),
    Mimic("forgets-ring", partial(_without_ring, sides="top left bottom right")),
    Mimic("leaves-grid", _beyond),
    *(Mimic("part-of-ring", partial(_without_ring, sides=sides)) for sides in _SIDES),
    Mimic("negative-index", _wrapping),
    Mimic("no-turn-limit", partial(_other_turns, more=_NO_LIMIT)),
    Mimic("too-few-turns", partial(_other_turns, more=-1)),
    Mimic("too-few-turns", partial(_other_turns, more=-2)),
    Mimic("too-many-turns", partial(_other_turns, more=1)),
    *(Mimic("counts-steps", partial(_few_steps, steps=steps)) for steps in (0, 1, 2)),
    Mimic("corner-not-tested", _Cases(tests_corner=False)),
    Mimic("corner-not-tested", _Cases(tests_first=False)),
    Mimic("corner-not-tested", _Cases(tests_corner=False, tests_first=False)),
    Mimic("corner-not-tested", _Cases(tests_first=False, goes_on=True)),
    Mimic("corner-not-tested", _any_corners),
    Mimic("one-corner", _Cases(corners=1)),
    Mimic("only-in-line", _Cases(two="line")),
    Mimic("only-between", _Cases(two="between")),
    Mimic("one-axis", _Cases(axes=(True, False))),
    Mimic("one-axis", _Cases(axes=(False, True))),
    *(Mimic("line-end", _Cases(skips=skips)) for skips in ((1, 0), (0, 1), (1, 1), (-1, 0), (0, -1))),
    Mimic("last-line", partial(_cropping, first=0, last=1, ring=True)),
    Mimic("last-line", partial(_cropping, first=0, last=1, ring=False)),
    Mimic("last-line", partial(_cropping, first=1, last=0, ring=True)),
    Mimic("last-line", partial(_cropping, first=1, last=1, ring=False)),
    Mimic("same-kind", _through_kind),
    Mimic("swapped", _swapped),
    Mimic("identity", _by_identity),
    *(
        Mimic("visited-cells", partial(_seen_cells, ways=ways, early=early, back=back))
        for early in (True, False)
        for back in (False, True)
        for ways in _ORDERS
    ),
    *(Mimic("ray-stops", partial(_stopped_rays, ways=ways)) for ways in _ORDERS),
)
"""Every mistake that is recognised by how a function answers; the first that fits is named."""
