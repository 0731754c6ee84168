"""The common form of the records of games and of races: how they are written, read and checked."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadRecord, NoDeal, OutOfTime
from lianliankan.game.clock import MAX_SECONDS
from lianliankan.text import find_deep_nesting, shorten

VERSION = 1
"""The version of the format."""

MAX_CHARACTERS = 256 * 1024 * 1024
"""The longest text accepted: more than the largest board needs."""

_MARK = "lianliankan"
_REST = ("check", "commands", "result")  # the fields beside the head
_CHECK_DIGITS = 6
_MAX_MESSAGE = 200  # characters

T = TypeVar("T")
E = TypeVar("E", bound=tuple[int, Any])


@dataclass(frozen=True, slots=True)
class RecordForm(Generic[T, E]):
    """How a game, or a race, is recorded; its entries are times in milliseconds and commands.

    - `mark`: what is recorded; `lines`: the fields of the head as they are written, line by line.
    - `make_head`: returns everything but the commands, for JSON; `start` starts what a head describes.
    - `restart`: returns the same before its first command.
    - `entries`: returns the accepted commands with their times; `parse_entry` makes one of a time and a text.
    - `replay`: does an entry, and raises BadRecord unless it is accepted exactly as it is.
    - `positions`: returns the hashes of the boards.
    - `now`: returns the time of the clock; `pass_time` advances it, and returns what happened.
    - `make_result`: returns the result so far, for JSON, without the time.
    """

    mark: str
    lines: tuple[tuple[str, ...], ...]
    make_head: Callable[[T], dict[str, Any]]
    start: Callable[[object], T]
    restart: Callable[[T], T]
    entries: Callable[[T], Iterable[E]]
    parse_entry: Callable[[int, str], E]
    replay: Callable[[T, E], object]
    positions: Callable[[T], Iterable[int]]
    now: Callable[[T], int]
    pass_time: Callable[[T, int], Sequence[object]]
    make_result: Callable[[T], dict[str, Any]]


def write_record(form: RecordForm[T, E], played: T) -> str:
    """Return the record of a game or a race; every command is on its own line."""
    head = form.make_head(played)
    chain, again = _CheckChain(head), form.restart(played)
    fields = {_MARK: form.mark} | head | {"check": chain.check}
    first, *middle, last = form.lines
    lines = [_format_fields(fields, names) for names in ((_MARK, *first), *middle, (*last, "check"))]
    entries = []
    for entry in form.entries(played):
        form.replay(again, entry)
        at, command = entry
        entries.append(json.dumps([to_seconds(at), str(command), chain.add(entry, form.positions(again))]))
    commands = "\n" + ",\n".join(entries) + "\n" if entries else ""
    result = _make_result(form, played, chain)
    return "{" + ",\n".join([*lines, f'"commands": [{commands}]', f'"result": {json.dumps(result)}']) + "}"


def read_record(form: RecordForm[T, E], text: str) -> T:
    """Read a record by replaying it; raises BadRecord with the number of the first bad entry."""
    if not isinstance(text, str):
        raise TypeError(f"a record must be a string, not {shorten(text)}")
    with reading():
        fields = _parse(text)
        if fields.pop(_MARK, None) != form.mark:
            raise BadRecord(f'not a {form.mark} record: "{_MARK}": "{form.mark}" is missing')
        rest = {name: fields.pop(name) for name in _REST if name in fields}
        played = form.start(fields)
        _check_names(rest, _REST)
        chain, check, commands = _CheckChain(form.make_head(played)), rest["check"], rest["commands"]
        if check != chain.check:
            raise BadRecord(f"the head was changed: its check should be {chain.check}, not {quote(check)}")
        if not isinstance(commands, list):
            raise BadRecord(f"invalid commands {quote(commands)}; expected a list")
    for number, item in enumerate(commands, 1):
        with reading(entry=number):
            _replay_item(form, played, chain, item)
    with reading():
        _check_result(form, played, chain, rest["result"])
    return played


def check_head(head: object, lines: Iterable[tuple[str, ...]]) -> dict[str, Any]:
    """Return a head after checking its version and the names of its fields, which `lines` are; raises BadRecord."""
    if not isinstance(head, dict):
        raise BadRecord(f"the head must be an object of names and values, not {shorten(head)}")
    if "version" not in head:
        raise BadRecord("missing field 'version'")
    version = head["version"]  # first of all, as another version may have other fields
    if type(version) is not int or version < 1:
        raise BadRecord(f"invalid version {quote(version)}; expected a whole number from 1")
    if version > VERSION:
        raise BadRecord(f"made by a newer version of lianliankan: version {version}; up to {VERSION} can be read")
    _check_names(head, [name for line in lines for name in line])
    return head


def read_board(head: dict[str, Any], *, deal_again: bool) -> tuple[Board, Deal | None]:
    """Read the board of a head and its deal; `deal_again` checks that the deal gives the board."""
    board = Board.parse(_require_text(head["board"], "board"))
    if head["deal"] is None:
        return board, None
    deal = Deal.parse(_require_text(head["deal"], "deal"))
    if deal_again:
        try:
            dealt = deal.board()
        except NoDeal as problem:
            raise BadRecord(f"the deal {deal} cannot be repeated: {problem}") from None
        if dealt != board:
            raise BadRecord(f"the deal {deal} does not match the board")
    return board, deal


def format_deal(deal: Deal | None) -> str | None:
    """Return the text of a deal, or None if the text would read back as another deal; the board is written anyway.

    >>> format_deal(llk.Deal(rows=4, cols=6, seed=7)), format_deal(None)
    ('4x6 seed=7', None)
    """
    try:
        return str(deal) if deal is not None and Deal.parse(str(deal)) == deal else None
    except ValueError:
        return None


@contextmanager
def reading(*, entry: int = 0) -> Iterator[None]:
    """Raise the errors of a part of a record as BadRecord, with a message that is shortened if it is long."""
    try:
        yield
    except OutOfTime:
        raise
    except ValueError as problem:
        message = problem.problem if isinstance(problem, BadRecord) else str(problem)
        message = message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 1] + "…"
        raise BadRecord(message, entry=entry) from None


def quote(value: object) -> str:
    """Return a value as JSON for a message, shortened if it is long."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else text[:39] + "…"


def to_seconds(milliseconds: int) -> float:
    """Convert milliseconds to the seconds that a record has.

    >>> to_seconds(1250), to_seconds(2000)
    (1.25, 2)
    """
    return milliseconds / 1000 if milliseconds % 1000 else milliseconds // 1000


def _parse(text: str) -> dict[str, Any]:
    if len(text) > MAX_CHARACTERS:
        raise BadRecord(f"the text is longer than {MAX_CHARACTERS} characters")
    if find_deep_nesting(text) is not None:
        raise BadRecord("nested too deeply")
    try:
        found = json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadRecord(f"line {problem.lineno}, column {problem.colno}: invalid JSON") from None
    if not isinstance(found, dict):
        raise BadRecord(f"expected an object of names and values, not {quote(found)}")
    return found


class _CheckChain:
    """A running checksum of a record's head and of all entries so far, with the positions they lead to."""

    def __init__(self, head: dict[str, Any]) -> None:
        self._digest = blake2b(json.dumps(head, sort_keys=True).encode(), digest_size=16)

    @property
    def check(self) -> str:
        return self._digest.hexdigest()[:_CHECK_DIGITS]

    def add(self, entry: tuple[int, Any], positions: Iterable[int]) -> str:
        """Add an entry and the hashes of the positions after it."""
        at, command = entry
        hashes = " ".join(f"{position:016x}" for position in positions)
        self._digest.update(f"\n{at} {command} {hashes}".encode())
        return self.check

    def end(self, result: dict[str, Any]) -> str:
        """Add the result."""
        self._digest.update(json.dumps(result, sort_keys=True).encode())
        return self.check


def _replay_item(form: RecordForm[T, E], played: T, chain: _CheckChain, item: object) -> None:
    if not isinstance(item, list) or len(item) != 3:
        raise BadRecord(f"invalid entry {quote(item)}; expected [time, command, check]")
    at, command, claimed = item
    entry = form.parse_entry(_parse_milliseconds(at), _require_text(command, "command"))
    form.replay(played, entry)
    check = chain.add(entry, form.positions(played))
    if claimed != check:
        raise BadRecord(f"changed or out of place: its check should be {check}, not {quote(claimed)}")


def _make_result(form: RecordForm[T, E], played: T, chain: _CheckChain) -> dict[str, Any]:
    result = form.make_result(played) | {"at": to_seconds(form.now(played))}
    return result | {"check": chain.end(result)}


def _check_result(form: RecordForm[T, E], played: T, chain: _CheckChain, claimed: object) -> None:
    """Advance the clock to the end of the record and compare the claimed result with the real one."""
    if not isinstance(claimed, dict):
        raise BadRecord("the result must be an object of names and values")
    at = _parse_milliseconds(claimed.get("at"))
    if at < form.now(played):
        raise BadRecord(f"the result's time, {at / 1000:g} s, is before the last entry")
    if form.pass_time(played, at):
        raise BadRecord(f"the time ran out before the result's time, {at / 1000:g} s")
    result = _make_result(form, played, chain)
    _check_names(claimed, result, " in the result")
    for name, truth in result.items():
        claim = claimed[name]
        if claim != truth or isinstance(claim, bool) != isinstance(truth, bool):
            raise BadRecord(f"the result claims {name} {quote(claim)}, but replaying gives {quote(truth)}")


def _check_names(given: dict[str, Any], names: Iterable[str], where: str = "") -> None:
    for name in names:
        if name not in given:
            raise BadRecord(f"missing field {name!r}{where}")
    for name in given:
        if name not in names:
            raise BadRecord(f"unknown field {shorten(name)}{where}")


def _parse_milliseconds(at: object) -> int:
    """Convert a time in seconds with at most three decimals.

    >>> _parse_milliseconds(1.25)
    1250
    """
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at <= MAX_SECONDS:
        raise BadRecord(f"invalid time {quote(at)}; expected a number of seconds")
    milliseconds = round(at * 1000)
    if milliseconds / 1000 != at:
        raise BadRecord(f"invalid time {at!r}; expected at most three decimals")
    return milliseconds


def _format_fields(values: dict[str, Any], names: Iterable[str]) -> str:
    return ", ".join(f"{json.dumps(name)}: {json.dumps(values[name])}" for name in names)


def _require_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise BadRecord(f"invalid {name} {quote(value)}; expected a string")
    return value
