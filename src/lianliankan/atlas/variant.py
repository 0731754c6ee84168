"""A variant of the game: all deals of one size and number of kinds, under the same rules."""

from dataclasses import dataclass
from functools import cache
from typing import Self

from lianliankan.board.board import Board
from lianliankan.board.rules import Rules
from lianliankan.dealing.deal_spec import Deal
from lianliankan.dealing.winnable import scatter_kinds


@dataclass(frozen=True, slots=True)
class Variant:
    """A family of deals: a size, a number of kinds and rules. They are those of `llk.scatter`, by their numbers.

    >>> variant = Variant.make(8, 18, rules=Rules(outside=False))
    >>> str(variant), Variant.parse("8x18 kinds=36 outside=no") == variant
    ('8x18 kinds=36 outside=no', True)
    >>> variant.board(7) == llk.scatter(8, 18, kinds=36, seed=7, rules=llk.Rules(outside=False))
    True
    """

    rows: int
    cols: int
    kinds: int
    rules: Rules

    @classmethod
    def make(
        cls, rows: int, cols: int, *, kinds: int | None = None, copies: int | None = None, rules: Rules | None = None
    ) -> Self:
        """Make a variant from what `Deal` takes; it raises BadDeal or BadRules."""
        return cls._from_deal(Deal(rows, cols, kinds=kinds, copies=copies, rules=rules, seed=1))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a variant as `str` writes it; raises ParseError, BadDeal or BadRules."""
        return cls._from_deal(Deal.parse(f"{text} seed=1"))

    @classmethod
    def _from_deal(cls, deal: Deal) -> Self:
        return cls(deal.rows, deal.cols, deal.kind_count, deal.rules)

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols} kinds={self.kinds} {self.rules}".rstrip()

    @property
    def pairs(self) -> int:
        """The number of pairs on each of its boards."""
        return self.rows * self.cols // 2

    @property
    def file_name(self) -> str:
        """The name of the file with its results.

        >>> Variant.make(8, 18, rules=Rules(gravity="down")).file_name
        '8x18_kinds=36_gravity=down.jsonl'
        """
        return str(self).replace(" ", "_") + ".jsonl"

    def board(self, number: int) -> Board:
        """Deal the board with a number, winnable or not."""
        return scatter_kinds(_places(self), self.kinds, number)


@cache
def _places(variant: Variant) -> Board:
    return Board([[1] * variant.cols] * variant.rows, rules=variant.rules)
