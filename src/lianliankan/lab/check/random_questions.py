"""Larger random questions, and small ones with other numbers; the same for the same seed.

Whatever the questions have in common, a function may rely on. So boards differ in everything that the contract leaves
open: size, shape, density, where the tiles are, how many kinds there are and by which numbers they go.
"""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from lianliankan import _kernel
from lianliankan.board.cell import WALL, Cell
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.question import OTHER, PAIR, LinkQuestion
from lianliankan.seeds import derive_seed, draw

_GROWING = 0.25  # share of questions during which boards grow; a fault on a small board is quickly shrunk
_HIGHEST = (6, 12, 40, 40, 40, 40, 99, 300, 9_999, 1_000_000)  # numbers of tiles
_KINDS = (1, 3, 6, 6, 12, 40)
_APART = {"neighbours": 1, "near": 4, "near in line": 3}
_ENDS = ("both ends", "one end")
_TENS, _WRAPS = 1_000_000, 1_000_001  # the places of the draws whether numbers are multiples of ten, or wrap around
_WRAP = (256, 32_768, 65_536)  # what numbers of 8, 15 and 16 bits wrap around at
_HIGHEST_WRAP = 4
_LONGEST = (20, 40, 64, 64, 130, 300)  # boards of one row or a few: over 100 and 256 columns, too


_LONG = 300
_ALIKE_TRIES = 50


class _Theme(NamedTuple):
    """The common properties of boards of a kind.

    - `short`, `long`: the range of their sides, portrait or landscape; a `long` of 0 draws from `_LONGEST`, and one of
      `_LONG` is a board of more than 256 rows or columns.
    - `filled`: the least and the highest percentage of cells that are not empty.
    - `pair`: where the two tiles are.
    - `on_edge`: whether only the edge has tiles.
    - `kinds`: how many kinds there are; 0 draws it.
    - `has_way`: whether there is a way with two turns between the two tiles, often the only one, at times nearly.
    """

    short: tuple[int, int] = (2, 10)
    long: int = 14
    filled: tuple[int, int] = (20, 100)
    pair: str = "anywhere"
    on_edge: bool = False
    kinds: int = 0
    has_way: bool = False


_USUAL = _Theme()
_WAY = _Theme(filled=(50, 100), has_way=True)
_THEMES = (
    _USUAL,
    _Theme(pair="in line"),
    _Theme(short=(1, 1), long=0),
    _WAY,
    _Theme(filled=(100, 100), pair="edge"),
    _Theme(pair="neighbours"),
    _WAY._replace(short=(12, 20), long=30, filled=(15, 45)),
    _WAY._replace(short=(3, 9), long=0),
    _Theme(filled=(0, 0)),
    _Theme(short=(2, 17), long=30),  # a search that tries every path never ends on these
    _USUAL,
    _Theme(short=(3, 9), long=9, pair="near in line", filled=(70, 100)),
    _WAY._replace(short=(2, 17), long=30, filled=(15, 100)),
    _Theme(kinds=1),
    _Theme(on_edge=True, pair="edge"),
    _Theme(pair="in line", filled=(5, 40)),
    _Theme(short=(3, 6), long=8, pair="near in line", filled=(70, 100)),
    _WAY._replace(short=(6, 12), long=0, pair="near"),
    _WAY._replace(short=(17, 40), long=40),
    _WAY._replace(short=(3, 6), long=_LONG, filled=(5, 60), pair="both ends"),
    _WAY._replace(short=(4, 6), long=_LONG, filled=(100, 100), pair="one end"),  # there and back, over 500 steps
)
_AGAIN = len(_THEMES)  # after all themes, one question is asked again: the same call, or the other way round
_ALIKE = 3  # or, every third time, two follow one another whose numbers are the same text


def random_questions(
    contract: Contract, *, seed: int, count: int, above: int, start: int = 0
) -> Iterator[LinkQuestion]:
    """Yield random questions on growing boards of more than `above` cells, from nearly empty to full.

    Those before `start` are left out.

    >>> questions = list(random_questions(Contract(), seed=1, count=50, above=9))
    >>> questions == list(random_questions(Contract(), seed=1, count=50, above=9))
    True
    >>> all(question.size.cells > 9 for question in questions)
    True
    """
    question = None
    for number in range(start, count):
        turn, place = divmod(number, _AGAIN + 1)
        if turn % _ALIKE == 1 and place >= _AGAIN - 1:
            first, question = _alike(contract, derive_seed(seed, turn, stream=2), above)
            yield question if place == _AGAIN else first
        elif question and place == _AGAIN:
            yield question if turn % 2 else question.swapped
        else:
            grown = min(1.0, (number + 1) / count / _GROWING)
            question = _question(contract, derive_seed(seed, number), _THEMES[place], grown, above)
            yield question


def with_other_numbers(question: LinkQuestion, seed: int) -> LinkQuestion:
    """Return a small question with random numbers: one for the two tiles, and one for each tile in the way.

    >>> question = LinkQuestion(((1, 2, 1), (2, 0, -1)), Cell(0, 0), Cell(0, 2))
    >>> with_other_numbers(question, 3).rows
    ((16, 11, 16), (33, 0, -1))
    """
    tiles = sum(row.count(OTHER) for row in question.rows)
    kind, *others = draw_numbers(seed, 1 + tiles)
    coming = iter(others)

    def other(number: int) -> int:
        return kind if number == PAIR else next(coming) if number == OTHER else number

    return question._replace(rows=tuple(tuple(map(other, row)) for row in question.rows))


def draw_numbers(seed: int, count: int) -> list[int]:
    """Draw different numbers for tiles."""
    highest = max(count, _HIGHEST[draw(seed, 0, len(_HIGHEST))])
    unit = 10 if highest < _HIGHEST[-1] and draw(seed, _TENS, 5) == 0 else 1
    wrap = _WRAP[draw(seed, _WRAPS + 1, len(_WRAP))] if draw(seed, _WRAPS, 8) == 0 else 0
    found: dict[int, None] = {}
    place = 1
    while len(found) < count:
        number = unit * (1 + draw(seed, place, highest))
        found[_wrapped(seed, place, number, wrap) if wrap else number] = None
        place += 1
    return list(found)


def _wrapped(seed: int, place: int, number: int, wrap: int) -> int:
    """Return a number, a multiple of `wrap`, or a number that differs by such a multiple from the first one."""
    first, seed = 1 + draw(seed, _WRAPS + 2, 9), derive_seed(seed, place, stream=3)
    many = wrap * (1 + draw(seed, 1, _HIGHEST_WRAP + place // 4))
    return (first if place == 1 else number, many, first + many)[draw(seed, 0, 3)]


def _alike(contract: Contract, seed: int, above: int) -> tuple[LinkQuestion, LinkQuestion]:
    """Return two questions on boards whose numbers, written one after another, are the same text: 1, 10 and 11, 0.

    One has a link, the other has none; a function that keeps answers by such a text mixes them up.
    """
    for number in range(_ALIKE_TRIES):
        question = _question(contract, derive_seed(seed, number), _WAY, 1.0, above)
        if question.board(contract).linkable(question.a, question.b):
            for row, numbers in enumerate(question.rows):
                for col, (before, here) in enumerate(pairwise(numbers), 1):
                    if before > 0 and here == 0 and Cell(row, col - 1) not in (question.a, question.b):
                        closed, opened = _two(question, row, col, 10), _two(question, row, col, 0)
                        if not closed.board(contract).linkable(question.a, question.b):
                            return (closed, opened) if draw(seed, number, 2) else (opened, closed)
    return question, question.swapped


def _two(question: LinkQuestion, row: int, col: int, number: int) -> LinkQuestion:
    """Put a number on a cell; the last digit of the one before it changes places with the first of it."""
    numbers = list(question.rows[row])
    before = numbers[col - 1]
    numbers[col - 1 : col + 1] = (before, number) if number else (before * 10 + 1, 0)
    return question._replace(rows=(*question.rows[:row], tuple(numbers), *question.rows[row + 1 :]))


def _question(contract: Contract, seed: int, theme: _Theme, grown: float, above: int) -> LinkQuestion:
    rows, cols = _sides(seed, theme, grown, above)
    least, most = theme.filled
    tiles = rows * cols * (least + draw(seed, 3, most - least + 1)) // 100
    walls = draw(seed, 4, tiles // 2 + 1) if contract.walls else 0
    kinds = theme.kinds or 1 + draw(seed, 2, _KINDS[draw(seed, 8, len(_KINDS))])
    names = draw_numbers(derive_seed(seed, 9), kinds)
    numbers = [WALL] * walls + [names[place % kinds] for place in range(tiles - walls)]
    numbers = _kernel.shuffle(numbers + [0] * (rows * cols - tiles), derive_seed(seed, 5))
    if theme.on_edge:
        numbers = [number if _is_edge(place, rows, cols) else 0 for place, number in enumerate(numbers)]
    a, b = _pair(seed, theme.pair, rows, cols)
    if theme.has_way:
        way = _way(seed, theme.pair, divmod(a, cols), divmod(b, cols), rows, cols)
        spared = draw(seed, 12, max(1, len(way))) if draw(seed, 13, 4) == 0 else None  # one tile stays in the way
        for step, (row, col) in enumerate(way):
            numbers[row * cols + col] = 0 if step != spared else names[-1]
    numbers[a] = numbers[b] = names[0]
    grid = tuple(tuple(numbers[begin : begin + cols]) for begin in range(0, len(numbers), cols))
    return LinkQuestion(grid, Cell(*divmod(a, cols)), Cell(*divmod(b, cols)))


def _sides(seed: int, theme: _Theme, grown: float, above: int) -> tuple[int, int]:
    """Draw rows and columns, portrait or landscape; their maximum grows with `grown`."""
    least, most = theme.short
    longest = theme.long or _LONGEST[draw(seed, 10, len(_LONGEST))]
    short = least + draw(seed, 0, max(1, round((most - least + 1) * grown)))
    minimum = max(above // short + 1, short)  # so that the board has more than `above` cells
    if theme.long in (0, _LONG):
        share = 0.7 if theme.long == 0 else 0.9
        minimum = max(minimum, round(longest * grown * share))
    long = minimum + draw(seed, 1, max(1, round(longest * grown) - minimum + 1))
    return (short, long) if draw(seed, 7, 2) else (long, short)


def _pair(seed: int, where: str, rows: int, cols: int) -> tuple[int, int]:
    """Draw the places of two different tiles, counted along the rows."""
    shuffled = _kernel.shuffle(range(rows * cols), derive_seed(seed, 6))
    first = shuffled[0]
    row, col = divmod(first, cols)
    if where == "edge":
        first, second = islice((place for place in shuffled if _is_edge(place, rows, cols)), 2)
        return first, second
    if where == "in line":
        return first, next((p for p in shuffled[1:] if p // cols == row or p % cols == col), shuffled[1])
    if where in _ENDS:
        return _at_ends(seed, where, rows, cols)
    if where in _APART:
        away = ((p, abs(p // cols - row), abs(p % cols - col)) for p in shuffled)
        in_line = where == "near in line"
        return first, next(p for p, r, c in away if 0 < r + c <= _APART[where] and not (in_line and r and c))
    return first, shuffled[1]


def _at_ends(seed: int, where: str, rows: int, cols: int) -> tuple[int, int]:
    """Draw places near the ends of a long board, or both near its beginning, not in one line."""
    length, lanes = max(rows, cols), min(rows, cols)
    first, second = (draw(seed, 20 + end, max(1, length // 8)) for end in range(2))
    lane = draw(seed, 22, lanes)
    other = (lane + 2 + draw(seed, 23, max(1, lanes - 3))) % lanes
    a, b = (lane, first), (other, second if where == "one end" else length - 1 - second)
    if draw(seed, 24, 2):
        a, b = b, a
    (r, c), (s, d) = (a, b) if cols >= rows else (a[::-1], b[::-1])
    return r * cols + c, s * cols + d


def _way(seed: int, where: str, a: tuple[int, int], b: tuple[int, int], rows: int, cols: int) -> list[tuple[int, int]]:
    """Return the cells on the board of a way along a row or column drawn for it, which may be in the ring."""
    is_wide = cols > rows
    along_row = is_wide == (where == "both ends") if where in _ENDS else draw(seed, 14, 2)
    if along_row:
        row = rows - draw(seed, 18, max(1, rows // 8)) if where == "one end" else _line(seed, a[0], rows)
        corners = [a, (row, a[1]), (row, b[1]), b]
    else:
        col = cols - draw(seed, 18, max(1, cols // 8)) if where == "one end" else _line(seed, a[1], cols)
        corners = [a, (a[0], col), (b[0], col), b]
    cells = (
        (row, col)
        for (r, c), (s, d) in pairwise(corners)
        for row in range(max(min(r, s), 0), min(max(r, s), rows - 1) + 1)
        for col in range(max(min(c, d), 0), min(max(c, d), cols - 1) + 1)
    )
    return list(dict.fromkeys(cells))


def _line(seed: int, start: int, count: int) -> int:
    """Draw a row or column of a board with its ring: any, or one not far from `start`."""
    near = min(max(start + draw(seed, 15, 9) - 4, -1), count)
    return near if draw(seed, 16, 2) else draw(seed, 17, count + 2) - 1


def _is_edge(place: int, rows: int, cols: int) -> bool:
    row, col = divmod(place, cols)
    return row in (0, rows - 1) or col in (0, cols - 1)
