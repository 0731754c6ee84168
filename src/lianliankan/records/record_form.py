"""What the records of games and of races have in common: how they are written, read and checked."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, Generic, NoReturn, TypeVar

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
_MAX_DIGITS = 40  # of an integer: more than any field needs, and few enough to parse quickly
_MAX_MESSAGE = 200  # characters

T = TypeVar("T")
E = TypeVar("E", bound=tuple[int, Any])


class RecordForm(ABC, Generic[T, E]):
    """How a game, or a race, is recorded; its entries are times in milliseconds and commands.

    - `mark`: what is recorded.
    - `lines`: the fields of the head as they are written, line by line.
    """

    mark: str
    lines: tuple[tuple[str, ...], ...]

    @abstractmethod
    def make_head(self, played: T) -> dict[str, Any]:
        """Return everything but the commands, for JSON."""

    @abstractmethod
    def start(self, head: object) -> T:
        """Start what a head describes."""

    @abstractmethod
    def restart(self, played: T) -> T:
        """Return the same before its first command."""

    @abstractmethod
    def entries(self, played: T) -> Iterable[E]:
        """Return the accepted commands with their times."""

    @abstractmethod
    def parse_entry(self, at: int, command: str) -> E:
        """Return the entry of a time and the text of a command."""

    @abstractmethod
    def replay(self, played: T, entry: E) -> None:
        """Do an entry; raises BadRecord unless it is accepted exactly as it is."""

    @abstractmethod
    def positions(self, played: T) -> Iterable[int]:
        """Return the hashes of the boards."""

    @abstractmethod
    def now(self, played: T) -> int:
        """Return the time of the last command, or of the last reading of the clock, in milliseconds."""

    @abstractmethod
    def let_time_pass(self, played: T, at: int) -> bool:
        """Advance the clock to a time, and return whether anything happened."""

    @abstractmethod
    def make_result(self, played: T) -> dict[str, Any]:
        """Return the result so far, for JSON, without the time."""


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
        fields = _parse_object(text)
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


def check_head(head: object, form: type[RecordForm[Any, Any]]) -> dict[str, Any]:
    """Return a head after checking its version and the names of its fields; raises BadRecord."""
    if not isinstance(head, dict):
        raise BadRecord(f"the head must be an object of names and values, not {shorten(head)}")
    if "version" not in head:
        raise BadRecord("missing field 'version'")
    version = head["version"]  # first of all, as another version may have other fields
    if type(version) is not int or version < 1:
        raise BadRecord(f"invalid version {quote(version)}; expected a whole number from 1")
    if version > VERSION:
        raise BadRecord(f"made by a newer version of lianliankan: version {version}; up to {VERSION} can be read")
    _check_names(head, [name for line in form.lines for name in line])
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
    """Raise what is wrong with a part of a record as BadRecord, with a message that is shortened if it is long."""
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
    if form.let_time_pass(played, at):
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


# ---- JSON ------------------------------------------------------------------------------------------------------------


def _parse_object(text: str) -> dict[str, Any]:
    """Parse a JSON object; names that are given twice, huge numbers and deep nesting are refused."""
    if len(text) > MAX_CHARACTERS:
        raise BadRecord(f"the text is longer than {MAX_CHARACTERS} characters")
    if find_deep_nesting(text) is not None:
        raise BadRecord("nested too deeply")
    try:
        found = _DECODER.decode(text)
    except json.JSONDecodeError as problem:
        raise BadRecord(f"line {problem.lineno}, column {problem.colno}: invalid JSON") from None
    if not isinstance(found, dict):
        raise BadRecord(f"expected an object of names and values, not {quote(found)}")
    return found


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise BadRecord(f"duplicate name {shorten(next(name for name in names if names.count(name) > 1))}")
    return fields


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise BadRecord(f"the number {shorten(digits)} is too large")
    return int(digits)


def _reject_constant(name: str) -> NoReturn:
    raise BadRecord(f"{name} is not a valid number")


_DECODER = json.JSONDecoder(object_pairs_hook=_reject_duplicates, parse_int=_parse_int, parse_constant=_reject_constant)
