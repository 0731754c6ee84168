"""A deal as a value: everything that determines its board, and its text."""

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Self

from lianliankan.board.board import Board
from lianliankan.board.rules import Rules
from lianliankan.dealing import deal as dealing
from lianliankan.dealing.deal import score_range
from lianliankan.errors import BadBoard, BadDifficulty, ParseError
from lianliankan.seeds import SEEDS, check_seed
from lianliankan.solver.rate import DIFFICULTIES
from lianliankan.text import shorten

__all__ = ["Deal", "parse_difficulty", "parse_size"]

Difficulty = str | tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The parameters of a deal: equal deals give the same board on every machine.

    - `rows`, `cols`: the size.
    - `kinds`: the number of kinds; None for four tiles of each.
    - `seed`: the deal's number.
    - `rules`: the rules of the board.
    - `difficulty`: a name in `DIFFICULTIES`, a minimum and a maximum score, or None for any.
    - `mask`: the text of a board whose tiles mark the places, rows separated by "/", without spaces; None for all.

    >>> import lianliankan as llk
    >>> deal = llk.Deal(rows=4, cols=6, seed=7, rules=llk.Rules(gravity="down"))
    >>> str(deal), llk.Deal.parse(str(deal)) == deal
    ('4x6 seed=7 gravity=down', True)
    >>> deal.board() == llk.deal(4, 6, seed=7, rules=llk.Rules(gravity="down"))
    True
    """

    rows: int
    cols: int
    seed: int
    kinds: int | None = None
    rules: Rules = field(default_factory=Rules)
    difficulty: Difficulty = None
    mask: str | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if self.difficulty is not None and not isinstance(self.difficulty, str):
            minimum, maximum = score_range(self.difficulty)
            object.__setattr__(self, "difficulty", (float(minimum), float(maximum)))
        if self.mask is not None and self.mask.split() != [self.mask]:
            raise BadBoard(
                f"a mask must be text without spaces, its rows separated by /, not {shorten(repr(self.mask))}"
            )

    def board(self, *, seconds: float | None = None) -> Board:
        """Deal the board, which is winnable; raises what `deal` raises."""
        return dealing.deal(
            self.rows,
            self.cols,
            kinds=self.kinds,
            seed=self.seed,
            rules=self.rules,
            mask=self.mask,
            difficulty=self.difficulty,
            seconds=seconds,
        )

    def __str__(self) -> str:
        words = [f"{self.rows}x{self.cols}"]
        if self.kinds is not None:
            words.append(f"kinds={self.kinds}")
        words.append(f"seed={self.seed}")
        if self.difficulty is not None:
            words.append(f"difficulty={_to_text(self.difficulty)}")
        if self.mask is not None:
            words.append(f"mask={self.mask}")
        return " ".join([*words, str(self.rules)]).rstrip()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a deal as `str` writes it: the size, then `name=value` separated by spaces."""
        first, *words = text.split() or [""]
        rows, cols = parse_size(first)
        own: dict[str, str] = {}
        rest = []
        for word in words:
            name, equals, value = word.partition("=")
            if equals and name in ("kinds", "seed", "difficulty", "mask"):
                if name in own:
                    raise ParseError(f"{name} is given twice", column=text.rindex(word) + 1)
                own[name] = value
            else:
                rest.append(word)
        if "seed" not in own:
            raise ParseError(f"{shorten(text)} is not a deal; its number is missing, e.g. seed=7")
        rules = Rules.parse(" ".join(rest))
        kinds = _number(own["kinds"], "kinds") if "kinds" in own else None
        difficulty = parse_difficulty(own["difficulty"]) if "difficulty" in own else None
        seed = _number(own["seed"], "a seed")
        return cls(
            rows=rows, cols=cols, seed=seed, kinds=kinds, rules=rules, difficulty=difficulty, mask=own.get("mask")
        )


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size, rows and columns, e.g. 8x18.

    >>> parse_size("8x18"), parse_size("8×18")
    ((8, 18), (8, 18))
    """
    match = re.fullmatch(r"([0-9]{1,5})[x×*]([0-9]{1,5})", text)
    if not match:
        raise ParseError(f"{shorten(text)} is not a size; expected rows and columns, e.g. 8x18")
    return int(match[1]), int(match[2])


def parse_difficulty(text: str) -> str | tuple[float, float]:
    """Parse a difficulty: a name, or two scores, e.g. 30-60.

    >>> parse_difficulty("hard"), parse_difficulty("30-60")
    ('hard', (30.0, 60.0))
    """
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)-([0-9]+(?:\.[0-9]+)?)", text)
    if match:
        return float(match[1]), float(match[2])
    if text not in DIFFICULTIES:
        raise BadDifficulty(
            f"unknown difficulty {text!r} (choose from {', '.join(DIFFICULTIES)}, or two scores such as 30-60)"
        )
    return text


def _to_text(difficulty: str | tuple[float, float]) -> str:
    if isinstance(difficulty, str):
        return difficulty
    return "-".join(f"{Decimal(repr(score)):f}".removesuffix(".0") for score in difficulty)


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SEEDS))):
        raise ParseError(f"{name}: {shorten(text)} is not a number")
    return int(text)
