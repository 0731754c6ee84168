"""What a game allows: time, help, and what happens where no move is left."""

from dataclasses import dataclass, fields
from typing import Any, Literal, Self, get_args

from lianliankan.errors import BadOptions
from lianliankan.text import shorten

__all__ = ["WHEN_STUCK", "Options", "WhenStuck"]

WhenStuck = Literal["shuffle", "ask", "lose"]

WHEN_STUCK: tuple[WhenStuck, ...] = get_args(WhenStuck)
"""What can happen where tiles are left and no move is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a game allows; left out, everything, without a limit.

    - `mode`: the name of the mode it is played in, for best lists; it decides nothing.
    - `limit`: how many seconds there are, or None; `bonus`: how many more for every pair.
    - `hints`, `shuffles`: how many there are; None for any number.
    - `undo`: whether moves may be taken back.
    - `tell_doomed`: whether to say so as soon as the game can no longer be won.
    - `when_stuck`: where no move is left, "shuffle" at once, "ask" (the game waits, "stuck"), or "lose".
    - `level`: of a campaign, which level this is; `day`: of a daily game, its day, as in 2026-11-15.

    >>> import lianliankan as llk
    >>> llk.Options(hints=3, shuffles=0, when_stuck="ask").hints
    3
    >>> llk.Options(hints=-1)
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadOptions: hints are a number from 0 or None, not -1
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
            raise BadOptions(f"a limit is a number of seconds or None, not {self.limit!r}")
        if not _is_seconds(self.bonus):
            raise BadOptions(f"a bonus is a number of seconds, not {self.bonus!r}")
        for name in ("undo", "tell_doomed"):
            if not isinstance(getattr(self, name), bool):
                raise BadOptions(f"{name} is True or False, not {getattr(self, name)!r}")
        if self.when_stuck not in WHEN_STUCK:
            raise BadOptions(f"when_stuck is one of {', '.join(WHEN_STUCK)}, not {self.when_stuck!r}")
        for name in ("mode", "day"):
            value = getattr(self, name)
            if not (isinstance(value, str) or (name == "day" and value is None)) or len(value or "") > 64:
                raise BadOptions(f"{name} is a short text, not {shorten(repr(value))}")
            if not (value or "").isprintable():
                raise BadOptions(f"{name} has a character that cannot be shown: {shorten(ascii(value))}")

    def to_dict(self) -> dict[str, Any]:
        """Give what differs from the plain options, for JSON."""
        plain = Options()
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != getattr(plain, field.name)
        }

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Read what `to_dict` gives."""
        if not isinstance(given, dict):
            raise BadOptions(f"options are names and values, not {shorten(repr(given))}")
        known = {field.name for field in fields(cls)}
        for name in given:
            if name not in known:
                raise BadOptions(f"there is no option {shorten(str(name))}")
        return cls(**given)


def _check_count(name: str, value: object) -> None:
    if value is not None and not (type(value) is int and 0 <= value <= 1_000_000):
        raise BadOptions(f"{name} are a number from 0 or None, not {value!r}")


def _is_seconds(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 10_000_000
