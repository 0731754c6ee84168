"""A deal as a value: everything that determines its board, and its text."""

import math
import re
from dataclasses import dataclass, replace
from operator import index
from time import monotonic
from typing import Any, Self, TypedDict

from lianliankan.board.board import MAX_SIDE, Board
from lianliankan.board.rules import Phase, Rules
from lianliankan.deadline import check_seconds, give_up_at
from lianliankan.dealing.difficulty import Difficulty, check_difficulty, format_difficulty, score_range
from lianliankan.dealing.mask import Mask, mask_text, read_mask
from lianliankan.dealing.shapes import shape_mask
from lianliankan.dealing.winnable import (
    RatedDeal,
    deal_seeds,
    deal_winnable,
    scatter_kinds,
    search_difficulty,
)
from lianliankan.errors import BadDeal, BadDifficulty, BadRules, NoDeal, ParseError
from lianliankan.seeds import SEEDS, choose_seed
from lianliankan.solver.rate import difficulty_name
from lianliankan.text import check_text, count, shorten

DEFAULT_ROWS, DEFAULT_COLS = 8, 18
"""The classic board, with four tiles of each of 36 kinds."""

_DEFAULT_MAX_KINDS = 36  # more would leave hardly any winnable deal on large boards
_WORDS = ("kinds", "seed", "difficulty", "mask", "phase")  # of a deal's text, besides the rules


class DealOptions(TypedDict, total=False):
    """The parameters of a deal besides its size, as `Deal` describes them."""

    kinds: int | None
    copies: int | None
    seed: int | None
    rules: Rules | None
    difficulty: Difficulty
    mask: Mask | None
    shape: str | None
    phase: Phase | None


@dataclass(frozen=True, slots=True, init=False)
class Deal:
    """The description of a deal: equal deals give the same board on every machine.

    - `rows`, `cols`: the size; by default that of the mask, or 8x18.
    - `kinds`: the number of kinds; None for four tiles of each, or more if that would exceed 36 kinds. `copies`, the
      number of tiles of each kind, can be given instead.
    - `seed`: the deal's number; drawn at random if it is not given.
    - `rules`: the rules of the board; by default those of the mask.
    - `difficulty`: a name in `DIFFICULTIES`, a minimum and a maximum score of `rate`, as (30, 60) or "30-60", or None
      for any.
    - `mask`: the cells that get a tile: a board, its text or its rows; None for all. A `shape`, one of `SHAPES`, can be
      given instead. A deal holds both as text, so that it keeps its board if a shape is ever redrawn, or None for all.
    - `phase`: the direction in which rotating gravity packs first.

    Pair i is of kind (i mod kinds) + 1; the tiles, sorted by kind, are shuffled and laid out in reading order.

    Raises BadDeal, BadRules, BadSeed or BadDifficulty for invalid parameters.

    >>> deal = llk.Deal(4, 6, seed=7, rules=llk.Rules(gravity="down"))
    >>> str(deal), llk.Deal.parse(str(deal)) == deal
    ('4x6 seed=7 gravity=down', True)
    >>> deal.board() == llk.deal(4, 6, seed=7, rules=llk.Rules(gravity="down"))
    True
    >>> str(llk.Deal(4, 4, seed=1, shape="diamond"))
    '4x4 seed=1 mask=.AA./AAAA/AAAA/.AA.'
    >>> chance = llk.Deal(8, 18)
    >>> llk.deal(8, 18, seed=chance.seed) == chance.board()
    True
    """

    rows: int
    cols: int
    kinds: int | None
    seed: int
    rules: Rules
    difficulty: Difficulty
    mask: str | None
    phase: Phase

    def __init__(
        self,
        rows: int | None = None,
        cols: int | None = None,
        *,
        kinds: int | None = None,
        copies: int | None = None,
        seed: int | None = None,
        rules: Rules | None = None,
        difficulty: Difficulty = None,
        mask: Mask | None = None,
        shape: str | None = None,
        phase: Phase | None = None,
    ) -> None:
        if not isinstance(rules, Rules | None):
            raise BadRules(f"rules must be llk.Rules(...), not {rules!r}")
        has_shape = shape not in (None, "full")
        if mask is not None and has_shape:
            raise BadDeal("a deal has a mask or a shape, not both")
        places = None if mask is None else read_mask(mask, rules)
        rows, cols = _check_size(rows, cols, places)
        if shape is not None and has_shape:
            mask = shape_mask(shape, rows, cols, "still" if rules is None else rules.gravity)
            places = read_mask(mask, rules)
        values: dict[str, Any] = {
            "rows": rows,
            "cols": cols,
            "kinds": _check_kinds(rows * cols if places is None else places.tile_count, kinds, copies),
            "seed": choose_seed(seed),
            "rules": rules or (Rules() if places is None else places.rules),
            "difficulty": check_difficulty(difficulty),
            "mask": None if places is None or places.tile_count == rows * cols else mask_text(places),
            "phase": phase or ("up" if places is None else places.phase),
        }
        Board([[0]], rules=values["rules"], phase=values["phase"])  # checks that they go together
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def tile_count(self) -> int:
        """The number of tiles on its board."""
        return self.rows * self.cols if self.mask is None else self.mask.count("A")

    @property
    def kind_count(self) -> int:
        """The number of kinds on its board.

        >>> Deal(8, 18, seed=1).kind_count
        36
        """
        return min((self.tile_count // 2 + 1) // 2, _DEFAULT_MAX_KINDS) if self.kinds is None else self.kinds

    def board(self, *, seconds: float | None = None) -> Board:
        """Deal the board: winnable, uniformly at random among all such boards.

        Deals like those of `scatter` are rejected until one is winnable. If hardly any is, a winnable board is built
        backwards, which alone would make it easy, followed by a random walk through the winnable ones. Most boards
        take a millisecond. Of a difficulty, a size may have hardly any board: it gives up after 400 boards,
        which takes a while if they are large. For those who cannot wait, it also gives up after `seconds`, if given.

        Verdicts are exact, so a number keeps its board with every solver as long as rejection finds it: almost always
        without gravity. If a search gives up or a walk is needed, the board may depend on the solver.

        Raises NoDeal if no board can be won or none was found; it says what was found instead.
        """
        limit = _limit(seconds)
        if self.difficulty is None:
            board = None
            with give_up_at(monotonic() + limit):
                board = deal_winnable(self._places(), self.kind_count, self.seed)
            if board is None:
                raise NoDeal(_out_of_time(limit))
            return board
        found = self._search(limit)
        if not found.has_difficulty(self.difficulty):
            in_time, more = (f" found in {limit:g} s", ", or more seconds") if found.timed_out else ("", "")
            minimum, maximum = score_range(self.difficulty)
            raise NoDeal(
                f"none of {count(found.tried, 'deal')}{in_time} has a difficulty from {minimum:g} to {maximum:g}; "
                f"the closest has {found.score:.0f}. Try another size or number of kinds{more}"
            )
        return found.board

    def nearest(self, *, seconds: float | None = None, any_seed: bool = False) -> tuple[Self, RatedDeal]:
        """Deal the board or, if none of its difficulty is found, the closest one, with the deal of exactly that board.

        With `any_seed`, any board of the difficulty will do, and the deal found has a short seed. The search ends after
        `seconds`, as in `board`. Raises NoDeal if no board was found at all.

        >>> deal, found = Deal(3, 4, seed=1, difficulty="fiendish").nearest()
        >>> deal.difficulty, found.tried, deal.board() == found.board
        ('medium', 400, True)
        """
        if self.difficulty is None:
            raise BadDifficulty("only a deal with a difficulty can be dealt nearly")
        found = self._search(_limit(seconds), short=any_seed)
        if found.has_difficulty(self.difficulty):
            return replace(self, seed=found.seed) if any_seed else self, found
        return replace(self, seed=found.seed, difficulty=difficulty_name(found.score)), found

    def _search(self, limit: float, *, short: bool = False) -> RatedDeal:
        """Return the first board of the difficulty or, if the search or its time ends before, the closest one."""
        assert self.difficulty is not None
        found: RatedDeal | None = None
        is_whole = False
        seeds = deal_seeds(self.seed, short=short)
        with give_up_at(monotonic() + limit):
            for found in search_difficulty(self._places(), self.kind_count, seeds, self.difficulty):
                if found.has_difficulty(self.difficulty):
                    break
            is_whole = True
        if found is None:
            raise NoDeal(_out_of_time(limit))
        return found._replace(timed_out=not is_whole)

    def scatter(self) -> Board:
        """Deal uniformly at random, winnable or not, and of any difficulty.

        >>> Deal(8, 18, seed=68).scatter().tile_count
        144
        """
        return scatter_kinds(self._places(), self.kind_count, self.seed)

    def _places(self) -> Board:
        """Return a board with one kind on every cell that gets a tile."""
        if self.mask is None:
            return Board([[1] * self.cols] * self.rows, rules=self.rules, phase=self.phase)
        return Board(Board.parse(self.mask).to_rows(), rules=self.rules, phase=self.phase)

    def __str__(self) -> str:
        words = [f"{self.rows}x{self.cols}"]
        if self.kinds is not None:
            words.append(f"kinds={self.kinds}")
        words.append(f"seed={self.seed}")
        if self.difficulty is not None:
            words.append(f"difficulty={format_difficulty(self.difficulty)}")
        if self.mask is not None:
            words.append(f"mask={self.mask}")
        if self.phase != "up":
            words.append(f"phase={self.phase}")
        return " ".join([*words, str(self.rules)]).rstrip()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a deal as `str` writes it: the size, then `name=value` separated by spaces.

        Raises ParseError for a text that cannot be read, and the errors of `Deal` for values that make no deal.
        """
        check_text(text, "Deal.parse")
        size, *_ = text.split() or [""]
        rows, cols = parse_size(size)
        own: dict[str, str] = {}
        columns: dict[str, int] = {}

        def take(word: re.Match[str]) -> str:
            """Blank a word that is no rule, so that the rules stay in their columns."""
            name, _, value = word[0].partition("=")
            if name in own:
                raise ParseError(f"{name} is given twice", column=word.start() + 1)
            own[name], columns[name] = value, word.start() + len(name) + 2
            return " " * len(word[0])

        rules = re.sub(rf"(?<!\S)({'|'.join(_WORDS)})=\S*", take, text.replace(size, " " * len(size), 1))
        if "seed" not in own:
            raise ParseError(f"{shorten(text)} is not a deal; its number is missing, e.g. seed=7")
        for word in re.finditer(r"(\S+?)=\S*", rules):
            if word[1] not in Rules.__slots__:
                names = ", ".join((*_WORDS, *Rules.__slots__))
                raise ParseError(f"unknown word {shorten(word[1])} (choose from {names})", column=word.start() + 1)
        return cls(
            rows,
            cols,
            kinds=_parse_number(own["kinds"], "kinds", columns["kinds"]) if "kinds" in own else None,
            seed=_parse_number(own["seed"], "seed", columns["seed"]),
            rules=Rules.parse(rules),
            difficulty=own.get("difficulty"),
            mask=own.get("mask"),
            phase=own.get("phase"),  # type: ignore[arg-type]  # checked there
        )


def check_deal(deal: object) -> Deal:
    """Return the deal, or raise TypeError if it is anything else, for example its text."""
    if not isinstance(deal, Deal):
        hint = "; Deal.parse(text) makes one" if isinstance(deal, str) else ""
        raise TypeError(f"expected a Deal, not {shorten(deal)}{hint}")
    return deal


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size, rows and columns, e.g. 8x18.

    >>> parse_size("8x18"), parse_size("8×18")
    ((8, 18), (8, 18))
    """
    match = re.fullmatch(r"([0-9]{1,5})[x×*]([0-9]{1,5})", text)
    if not match:
        raise ParseError(f"{shorten(text)} is not a size; expected rows and columns, e.g. 8x18")
    return int(match[1]), int(match[2])


def _check_size(rows: int | None, cols: int | None, mask: Board | None) -> tuple[int, int]:
    """Return the size, which is that of the mask or the classic one if it is not given."""
    usual = (DEFAULT_ROWS, DEFAULT_COLS) if mask is None else (mask.rows, mask.cols)
    rows = usual[0] if rows is None else _check_integer(rows, "rows")
    cols = usual[1] if cols is None else _check_integer(cols, "columns")
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        problem = f"a board has 1 to {MAX_SIDE} rows and columns, not {count(rows, 'row')} and {count(cols, 'column')}"
        raise BadDeal(problem, "size", most=MAX_SIDE)
    if mask is not None and usual != (rows, cols):
        size = f"{count(mask.rows, 'row')} and {count(mask.cols, 'column')}"
        problem = f"the mask has {size}, but the board has {rows} and {cols}"
        raise BadDeal(problem, "mask")
    return rows, cols


def _check_kinds(tiles: int, kinds: int | None, copies: int | None) -> int | None:
    """Return the number of kinds, which `copies` may say, or None if neither is given."""
    if tiles == 0:
        raise BadDeal("the mask has no place for a tile: A, 1 or any kind marks one, '#' is a wall, '.' a gap", "mask")
    if tiles % 2:
        raise BadDeal(
            f"the board would have {count(tiles, 'tile')}, an odd number; pairs need an even one", "odd", cells=tiles
        )
    if kinds is not None and not 1 <= _check_integer(kinds, "kinds") <= tiles // 2:
        raise BadDeal(
            f"{count(tiles // 2, 'pair')} can have 1 to {count(tiles // 2, 'kind')}, not {kinds}",
            "kinds",
            pairs=tiles // 2,
        )
    if copies is None:
        return kinds if kinds is None else index(kinds)
    if _check_integer(copies, "copies") < 2 or copies % 2:
        raise BadDeal(f"copies must be an even number, not {copies}", "copies")
    if tiles % copies:
        raise BadDeal(f"{count(tiles, 'tile')} cannot be split into kinds of {copies} each", "copies")
    if kinds is not None and kinds * copies != tiles:
        raise BadDeal(f"{count(kinds, 'kind')} of {count(copies, 'tile')} do not make {count(tiles, 'tile')}", "copies")
    return tiles // copies


def _check_integer(number: object, name: str) -> int:
    try:
        if not isinstance(number, bool):
            return index(number)  # type: ignore[arg-type]  # it raises TypeError
    except TypeError:
        pass
    raise BadDeal(f"{name} must be an integer, not {shorten(number)}")


def _parse_number(text: str, name: str, column: int) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ParseError(f"{name}: {shorten(text)} is not a number", column=column)
    if len(text) > len(str(SEEDS)):
        raise ParseError(f"{name}: {shorten(text)} is too large", column=column)
    return int(text)


def _limit(seconds: float | None) -> float:
    return math.inf if seconds is None else check_seconds(seconds)


def _out_of_time(limit: float) -> str:
    return f"no deal was found in time; {limit:g} s are not enough, more seconds may be"
