"""Options and their values: numbers and names with messages of ours, and completion."""

import math
import re
from collections.abc import Callable, Iterable
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lianliankan.override import override
from lianliankan.seeds import SEEDS
from lianliankan.text import shorten

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NO_BREAK_HYPHEN = "\u2011"
"""A hyphen at which no line is broken; help is written with plain ones instead."""

_MOST_IN_METAVAR = 4  # choices; more of them are listed in the help text


class Whole(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.4
    """A whole number from `minimum` to `maximum`, if there is one."""

    name = "n"

    def __init__(self, minimum: int, maximum: int | None = None) -> None:
        self._minimum, self._maximum = minimum, maximum

    @override
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,30}", text) else None
        if number is None or number < self._minimum or (self._maximum is not None and number > self._maximum):
            upper = " or more" if self._maximum is None else f" to {self._maximum}"
            lower = f"{self._minimum}" if self._maximum is None else f"from {self._minimum}"
            shown = shorten(text) if number is None else number
            self.fail(f"expected a whole number, {lower}{upper}, not {shown}", param, ctx)
        return number


class Number(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.4
    """A number from `minimum`, or above it, to `maximum`."""

    name = "n"

    def __init__(self, minimum: float, maximum: float = math.inf, *, min_open: bool = False) -> None:
        self._minimum, self._maximum, self._min_open = minimum, maximum, min_open

    @override
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not self._minimum <= number <= self._maximum or (self._min_open and number == self._minimum):
            lower = f"above {self._minimum:g}" if self._min_open else f"{self._minimum:g} or more"
            upper = "" if math.isinf(self._maximum) else f", at most {self._maximum:g}"
            shown = shorten(str(value)) if math.isnan(number) else value
            self.fail(f"expected a number, {lower}{upper}, not {shown}", param, ctx)
        return number


class Name(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.4
    """One of some names, which are loaded when they are needed; `others` says what else is allowed."""

    name = "name"

    def __init__(self, noun: str, load: Callable[[], Iterable[str]], *, others: str = "") -> None:
        self._noun, self._load, self._others = noun, load, others

    @property
    def choices(self) -> list[str]:
        """The names."""
        return list(self._load())

    @property
    def listed(self) -> str:
        """The names and what else is allowed, as text."""
        return ", ".join(self.choices) + self._others

    @override
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not self._others and value not in self.choices:
            self.fail(f"unknown {self._noun} {shorten(str(value))} (choose from {self.listed})", param, ctx)
        return str(value)

    @override
    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.choices if name.startswith(incomplete)]


SEED = Whole(0, SEEDS - 1)
FILE = click.Path(readable=False, allow_dash=True)
"""The name of a file, which completion knows; reading it says what is wrong with it."""


class Option(click.Option):
    """An option whose help lists the names to choose from."""

    @override
    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        shown = copy(self)
        if isinstance(self.type, Name):
            few = len(self.type.choices) <= _MOST_IN_METAVAR and self.type.listed == ", ".join(self.type.choices)
            if few and self.metavar is None:
                shown.metavar = "|".join(self.type.choices)
            elif self.help:
                shown.help = f"{self.help.rstrip('.')}: {self.type.listed.replace('-', NO_BREAK_HYPHEN)}."
        return super(Option, shown).get_help_record(ctx)


option = partial(click.option, cls=Option)
"""Add an option of the class above."""


def json_option(command: Callable[..., int]) -> Callable[..., int]:
    """Add the option --json."""
    return option("--json", "as_json", is_flag=True, help="Write JSON.")(command)
