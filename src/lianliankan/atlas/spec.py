"""The task of an atlas: a small TOML file of variants, with a budget of nodes for each deal."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from lianliankan.atlas import AtlasError
from lianliankan.atlas.piece import MAX_DEALS, DecideSettings
from lianliankan.atlas.variant import Variant
from lianliankan.board.rules import GRAVITIES, make_rules
from lianliankan.dealing.deal_spec import parse_size
from lianliankan.errors import Error, ParseError
from lianliankan.text import shorten

_NUMBERS = {  # minimum, maximum and default
    "deals": (1, MAX_DEALS, None),
    "nodes": (1, 10**12, 100_000),
    "chunk": (1, 10**6, 1_000),
    "rated": (0, MAX_DEALS, 0),
    "games": (1, 10**6, 256),
}
_RULES = ("gravity", "outside", "max_turns", "adjacent")
_SIZE = ("size", "kinds", "copies")


@dataclass(frozen=True, slots=True)
class PlannedVariant:
    """A variant, how many of its deals are to be decided, and how."""

    variant: Variant
    deals: int
    settings: DecideSettings


@dataclass(frozen=True, slots=True)
class AtlasSpec:
    """All variants of an atlas, in the order in which they are decided."""

    variants: tuple[PlannedVariant, ...]

    @property
    def deals(self) -> int:
        """The number of deals of all variants."""
        return sum(each.deals for each in self.variants)


def parse_spec(text: str) -> AtlasSpec:
    r"""Parse a specification; raises AtlasError with what is wrong and where.

    A list of values stands for one variant each, and several lists for all combinations.

    >>> spec = parse_spec('deals = 10\n[[variant]]\nsize = "4x6"\nkinds = [4, 6]\noutside = [true, false]')
    >>> [str(each.variant) for each in spec.variants]
    ['4x6 kinds=4', '4x6 kinds=4 outside=no', '4x6 kinds=6', '4x6 kinds=6 outside=no']
    >>> parse_spec("deals = 10")
    Traceback (most recent call last):
    lianliankan.atlas.AtlasError: there is no variant; expected [[variant]] with a size, e.g. size = "8x18"
    """
    try:
        given = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # also of numbers of many digits, and of deep lists
        raise AtlasError(f"not valid TOML: {problem}") from None
    tables = given.pop("variant", None)
    _check_names(given, (*_NUMBERS, "title"), "the top of the file")
    if not tables:
        raise AtlasError('there is no variant; expected [[variant]] with a size, e.g. size = "8x18"')
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise AtlasError("variant must be a list of tables; write [[variant]], with two brackets")
    planned = [each for number, table in enumerate(tables, 1) for each in _plan(given, table, f"variant {number}")]
    seen: set[Variant] = set()
    for each in planned:
        if each.variant in seen:
            raise AtlasError(f"the variant {each.variant} is there twice")
        seen.add(each.variant)
    return AtlasSpec(tuple(planned))


def _plan(defaults: Mapping[str, Any], table: Mapping[str, Any], where: str) -> Iterator[PlannedVariant]:
    """Yield the variants of one table: every combination of its lists."""
    _check_names(table, (*_NUMBERS, *_RULES, *_SIZE), where)
    if "size" not in table:
        raise AtlasError(f'{where}: size is missing, e.g. size = "8x18"')
    numbers = {name: _number(name, {**defaults, **table}, where) for name in _NUMBERS}
    deals = numbers.pop("deals")
    settings = DecideSettings(**numbers)
    names = [name for name in (*_SIZE, *_RULES) if name in table]
    for values in product(*(_choices(name, table[name], where) for name in names)):
        chosen = dict(zip(names, values, strict=True))
        try:
            yield PlannedVariant(_make_variant(chosen), deals, settings)
        except ParseError as problem:
            raise AtlasError(f"{where}: {problem.problem}") from None
        except (Error, TypeError) as problem:
            raise AtlasError(f"{where}: {problem}") from None


def _choices(name: str, value: object, where: str) -> list[object]:
    if name == "gravity" and value == "all":
        return list(GRAVITIES)
    if value == []:
        raise AtlasError(f"{where}: {name} must not be an empty list")
    return value if isinstance(value, list) else [value]


def _make_variant(chosen: Mapping[str, Any]) -> Variant:
    rules = {name: chosen[name] for name in _RULES if name in chosen}
    if rules.get("max_turns") == "unlimited":
        rules["max_turns"] = None
    if not isinstance(chosen["size"], str):
        raise AtlasError(f'size must be a text, e.g. size = "8x18", not {shorten(chosen["size"])}')
    return Variant.make(
        *parse_size(chosen["size"]), kinds=chosen.get("kinds"), copies=chosen.get("copies"), rules=make_rules(rules)
    )


def _number(name: str, values: Mapping[str, Any], where: str) -> int:
    minimum, maximum, default = _NUMBERS[name]
    value = values.get(name, default)
    if value is None:
        raise AtlasError(f"{where}: {name} is missing, e.g. {name} = 1_000")
    if type(value) is not int or not minimum <= value <= maximum:
        raise AtlasError(f"{where}: {name} must be a whole number from {minimum} to {maximum}, not {shorten(value)}")
    return value


def _check_names(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for name in table:
        if name not in known:
            raise AtlasError(f"{where}: unknown name {shorten(name)} (choose from {', '.join(known)})")
