"""The options of a game: time, help, and the rule for boards without a move."""

from dataclasses import dataclass, fields
from typing import Any, Literal, Self, get_args

from lianliankan.errors import BadOptions
from lianliankan.text import shorten

WhenStuck = Literal["shuffle", "ask", "lose"]

WHEN_STUCK: tuple[WhenStuck, ...] = get_args(WhenStuck)
"""The rules for a board that has tiles left but no move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a game; by default everything is allowed, without limits.

    - `mode`: the name of the mode, for the high scores; it has no other effect.
    - `limit`: the time limit in seconds, or None; `bonus`: extra seconds for every pair.
    - `hints`, `shuffles`: how many there are; None if unlimited.
    - `undo`: whether steps may be undone.
    - `tell_doomed`: whether to announce it when the game can no longer be won.
    - `when_stuck`: when no move is left, "shuffle" at once, "ask" (the game waits, "stuck"), or "lose".
    - `level`: the level of a campaign game; `day`: the day of a daily game, e.g. 2026-11-15.

    >>> llk.Options(hints=3, shuffles=0, when_stuck="ask").hints
    3
    >>> llk.Options(hints=-1)
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadOptions: invalid hints -1; expected a whole number from 0, or None
    """

    mode: str = "own"
    limit: float | None = None
    bonus: float = 0.0
    hints: int | None = None
    shuffles: int | None = None
    undo: bool = True
    tell_doomed: bool = False
    when_stuck: WhenStuck = "shuffle"
    level: int | None = None
    day: str | None = None

    def __post_init__(self) -> None:
        for name in ("hints", "shuffles", "level"):
            _check_count(name, getattr(self, name))
        if self.limit is not None and not (_is_seconds(self.limit) and self.limit > 0):
            raise BadOptions(f"invalid limit {self.limit!r}; expected a number of seconds above 0, or None")
        if not _is_seconds(self.bonus):
            raise BadOptions(f"invalid bonus {self.bonus!r}; expected a number of seconds, 0 or more")
        for name in ("undo", "tell_doomed"):
            if not isinstance(getattr(self, name), bool):
                raise BadOptions(f"invalid {name} {getattr(self, name)!r}; expected True or False")
        if self.when_stuck not in WHEN_STUCK:
            raise BadOptions(
                f"unknown when_stuck {shorten(str(self.when_stuck))} (choose from {', '.join(WHEN_STUCK)})"
            )
        for name in ("mode", "day"):
            value = getattr(self, name)
            if not (isinstance(value, str) or (name == "day" and value is None)) or len(value or "") > 64:
                raise BadOptions(f"invalid {name} {shorten(value)}; expected a string of at most 64 characters")
            if not (value or "").isprintable():
                raise BadOptions(f"{name} contains an unprintable character: {shorten(ascii(value))}")

    def deadline(self, pairs: int) -> int | None:
        """Return how long may be played after a number of pairs, in milliseconds; None without a limit."""
        return None if self.limit is None else round((self.limit + self.bonus * pairs) * 1000)

    def to_dict(self) -> dict[str, Any]:
        """Return the options that differ from the defaults, for JSON."""
        default = Options()
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != getattr(default, field.name)
        }

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Read the result of `to_dict`."""
        if not isinstance(given, dict):
            raise BadOptions(f"invalid options {shorten(given)}; expected an object of names and values")
        known = {field.name for field in fields(cls)}
        for name in given:
            if name not in known:
                raise BadOptions(f"unknown option {shorten(str(name))} (choose from {', '.join(sorted(known))})")
        return cls(**given)


def _check_count(name: str, value: object) -> None:
    if value is not None and not (type(value) is int and 0 <= value <= 1_000_000):
        raise BadOptions(f"invalid {name} {value!r}; expected a whole number from 0, or None")


def _is_seconds(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 10_000_000
