"""The rules of a board: how paths may run, and what moves after a removal."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Literal, Self, get_args

from lianliankan.errors import BadRules, ParseError
from lianliankan.text import check_text, shorten

Gravity = Literal[
    "still",
    "down",
    "up",
    "left",
    "right",
    "split-rows",
    "split-columns",
    "gather-rows",
    "gather-columns",
    "slide-left-right",
    "slide-down-up",
    "outward",
    "inward",
    "rotating",
]
"""The type of the words in `GRAVITIES`."""

Phase = Literal["up", "right", "down", "left"]
"""The type of the words in `PHASES`."""

GRAVITIES: tuple[Gravity, ...] = get_args(Gravity)
"""The gravities: what moves after a removal. The kernel numbers them in this order."""

PHASES: tuple[Phase, ...] = get_args(Phase)
"""The directions that rotating gravity cycles through, in order."""

_MAX_TURNS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of paths and of gravity.

    - `max_turns`: how many turns a path may have; None for any number.
    - `outside`: whether a path may use the ring around the board.
    - `gravity`: what moves after a removal, one of `GRAVITIES`.
    - `adjacent`: whether two equal neighbours link directly (in Four Rivers they need a path around).

    As text, only what differs from the defaults is written.

    >>> rules = llk.Rules(max_turns=3, gravity="down")
    >>> str(rules), llk.Rules.parse("max_turns=3 gravity=down") == rules
    ('max_turns=3 gravity=down', True)
    """

    max_turns: int | None = 2
    outside: bool = True
    gravity: Gravity = "still"
    adjacent: bool = True

    def __post_init__(self) -> None:
        turns: object = self.max_turns
        if turns is not None and not (type(turns) is int and 0 <= turns <= _MAX_TURNS):
            raise BadRules(f"max_turns must be from 0 to {_MAX_TURNS} or None, not {turns!r}")
        if self.gravity not in GRAVITIES:
            raise BadRules(f"unknown gravity {self.gravity!r} (choose from {', '.join(GRAVITIES)})")
        for name in ("outside", "adjacent"):
            if not isinstance(getattr(self, name), bool):
                raise BadRules(f"{name} must be True or False, not {getattr(self, name)!r}")

    def __str__(self) -> str:
        plain = Rules()
        return " ".join(
            f"{field.name}={_to_text(getattr(self, field.name))}"
            for field in fields(self)
            if getattr(self, field.name) != getattr(plain, field.name)
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse rules as `str` writes them: `name=value` separated by spaces; the rest keep their defaults."""
        check_text(text, "Rules.parse")
        values: dict[str, int | str | None] = {}
        for word in re.finditer(r"\S+", text):
            line = text.count("\n", 0, word.start()) + 1
            column = word.start() - text.rfind("\n", 0, word.start())
            try:
                name, value = _read_word(word.group())
                if name in values:
                    raise ParseError(f"{name} is given twice")
            except ParseError as error:
                raise ParseError(error.problem, line=line, column=column + error.column - 1) from None
            values[name] = value
        return cls(**values)  # type: ignore[arg-type]  # each was read for its name

    @property
    def _kernel_key(self) -> tuple[int, bool, bool, int]:
        turns = -1 if self.max_turns is None else self.max_turns
        return turns, self.outside, self.adjacent, GRAVITIES.index(self.gravity)


def make_rules(values: Mapping[str, object]) -> Rules:
    """Make rules from a mapping of their names, as from JSON; raises BadRules.

    >>> make_rules({"gravity": "down"}).gravity
    'down'
    """
    for name in values:
        if name not in Rules.__slots__:
            raise BadRules(_unknown_rule(name))
    return Rules(**values)  # type: ignore[arg-type]  # Rules checks them


def _unknown_rule(name: str) -> str:
    return f"unknown rule {shorten(name)} (choose from {', '.join(Rules.__slots__)})"


@lru_cache(maxsize=256)
def _rules_from_kernel(key: tuple[int, bool, bool, int]) -> Rules:
    turns, outside, adjacent, gravity = key
    return Rules(max_turns=None if turns < 0 else turns, outside=outside, gravity=GRAVITIES[gravity], adjacent=adjacent)


def _to_text(value: int | str | bool | None) -> str:
    if value is None:
        return "unlimited"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read_word(word: str) -> tuple[str, int | str | None]:
    name, equals, value = word.partition("=")
    if not equals:
        raise ParseError(f"{shorten(word)} is not a rule; expected name=value, e.g. gravity=down")
    match name:
        case "max_turns":
            if value == "unlimited":
                return name, None
            if value.isascii() and value.isdigit() and len(value) < 8 and int(value) <= _MAX_TURNS:
                return name, int(value)
            expected = f"must be from 0 to {_MAX_TURNS} or unlimited"
        case "gravity":
            if value in GRAVITIES:
                return name, value
            expected = "must be one of " + ", ".join(GRAVITIES)
        case "outside" | "adjacent":
            if value in ("yes", "no"):
                return name, value == "yes"
            expected = "must be yes or no"
        case _:
            raise ParseError(_unknown_rule(name))
    raise ParseError(f"{name} {expected}, not {shorten(value)}", column=len(name) + 2)
