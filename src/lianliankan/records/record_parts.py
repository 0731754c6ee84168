"""What records of games and of races share: their checks, their times and how they are written."""

import json
from hashlib import blake2b
from typing import Any

from lianliankan.errors import BadRecord
from lianliankan.game.clock import MAX_SECONDS

_CHECK_DIGITS = 6
_MAX_MESSAGE = 200  # characters


class CheckChain:
    """A running checksum of a record's head and of all entries so far, with the positions they lead to."""

    def __init__(self, head: dict[str, Any]) -> None:
        self._digest = blake2b(json.dumps(head, sort_keys=True).encode(), digest_size=16)

    @property
    def check(self) -> str:
        """The check so far."""
        return self._digest.hexdigest()[:_CHECK_DIGITS]

    def add(self, at: int, command: object, *positions: int) -> str:
        """Add an entry and the hashes of the positions after it."""
        hashes = " ".join(f"{position:016x}" for position in positions)
        self._digest.update(f"\n{at} {command} {hashes}".encode())
        return self.check

    def end(self, result: dict[str, Any]) -> str:
        """Add the result."""
        self._digest.update(json.dumps(result, sort_keys=True).encode())
        return self.check


def parse_milliseconds(at: object) -> int:
    """Convert a time in seconds with at most three decimals.

    >>> parse_milliseconds(1.25)
    1250
    """
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at <= MAX_SECONDS:
        raise BadRecord(f"invalid time {quote(at)}; expected a number of seconds")
    milliseconds = round(at * 1000)
    if milliseconds / 1000 != at:
        raise BadRecord(f"invalid time {at!r}; expected at most three decimals")
    return milliseconds


def to_seconds(milliseconds: int) -> float:
    """Convert milliseconds to the seconds that a record has.

    >>> to_seconds(1250), to_seconds(2000)
    (1.25, 2)
    """
    return milliseconds / 1000 if milliseconds % 1000 else milliseconds // 1000


def format_fields(values: dict[str, Any], *names: str) -> str:
    """Return some fields as a part of a JSON object."""
    return ", ".join(f"{json.dumps(name)}: {json.dumps(values[name])}" for name in names)


def quote(value: object) -> str:
    """Return a value as JSON for a message, shortened if it is long."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else text[:39] + "…"


def require_text(value: object, name: str) -> str:
    """Return a text; raises BadRecord for anything else."""
    if not isinstance(value, str):
        raise BadRecord(f"invalid {name} {quote(value)}; expected a string")
    return value


def bad_record(problem: ValueError | str, *, entry: int = 0, good: object = None) -> BadRecord:
    """Return the error for a problem, its message shortened if it is long."""
    message = problem.problem if isinstance(problem, BadRecord) else str(problem)
    message = message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 1] + "…"
    return BadRecord(message, entry=entry, good=good)
