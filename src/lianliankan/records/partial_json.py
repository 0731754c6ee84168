"""A JSON object parsed piece by piece: if the text is cut off, what came before is kept."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

from lianliankan.text import find_deep_nesting, shorten

MAX_CHARACTERS = 256 * 1024 * 1024
"""The longest text accepted: more than the largest board needs."""

_SPACE = re.compile(r"[ \t\n\r]*")
_CUT_TOKEN = re.compile(r"-|[-+.0-9eE]*[.eE+-]|t(ru?)?|f(a(ls?)?)?|n(ul?)?")  # the start of a number or keyword
_CUT_OFF = "the text is cut off"
_MAX_DIGITS = 40  # of an integer: more than any field needs, and few enough to parse quickly


class _BadJson(ValueError):
    """The text cannot be parsed any further; the message says why."""


@dataclass(slots=True)
class PartialObject:
    """What was read of an object, and where parsing ended.

    - `fields`: its fields, except for one list.
    - `items`: the items of that list, or None if it was not reached.
    - `problem`: why the text could not be parsed to its end; empty if it could.
    - `in_list`: whether parsing ended inside the list.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    items: list[Any] | None = None
    problem: str = ""
    in_list: bool = False


def parse_partial(text: str, list_name: str) -> PartialObject:
    """Parse an object as far as possible; `list_name` names the field that is a list and is parsed item by item.

    >>> found = parse_partial('{"size": 3, "all": [[1], [2], [', "all")
    >>> found.fields, found.items, found.problem, found.in_list
    ({'size': 3}, [[1], [2]], 'the text is cut off', True)
    """
    found, deep = PartialObject(), None
    try:
        if len(text) > MAX_CHARACTERS:
            raise _BadJson(f"the text is longer than {MAX_CHARACTERS} characters")
        deep = find_deep_nesting(text)
        _Parser(text[:deep], list_name, found).read()
    except _BadJson as problem:
        found.problem = "nested too deeply" if deep is not None and str(problem) == _CUT_OFF else str(problem)
    return found


class _Parser:
    """A position in a text, and what was read up to there."""

    def __init__(self, text: str, list_name: str, found: PartialObject) -> None:
        self._text = text
        self._list_name = list_name
        self._found = found
        self._place = 0
        self._end = len(text.rstrip(" \t\n\r"))

    def read(self) -> None:
        self._expect("{", "an object")
        if not self._take("}"):
            while True:
                self._field()
                if not self._take(","):
                    break
            self._expect("}", "',' or '}'")
        if self._place < self._end:
            raise _BadJson("unexpected text after the end")

    def _field(self) -> None:
        name = self._value()
        if not isinstance(name, str):
            raise _BadJson(f"expected a name, not {shorten(json.dumps(name))}")
        if name in self._found.fields or (name == self._list_name and self._found.items is not None):
            raise _BadJson(f"duplicate name {shorten(name)}")
        self._expect(":", "':'")
        if name != self._list_name:
            self._found.fields[name] = self._value()
            return
        self._expect("[", "a list")
        self._found.items, self._found.in_list = [], True
        if not self._take("]"):
            while True:
                self._found.items.append(self._value())
                if not self._take(","):
                    break
            self._expect("]", "',' or ']'")
        self._found.in_list = False

    def _value(self) -> Any:  # noqa: ANN401  # any JSON value
        self._skip()
        if self._place >= self._end:
            raise _BadJson(_CUT_OFF)
        try:
            value, self._place = _DECODER.raw_decode(self._text, self._place)
        except json.JSONDecodeError as problem:
            raise _BadJson(self._explain(problem)) from None
        if self._place >= self._end and not isinstance(value, dict | list | str):
            raise _BadJson(_CUT_OFF)  # a number may have had more digits
        return value

    def _explain(self, problem: json.JSONDecodeError) -> str:
        rest = self._text[problem.pos : self._end]
        if not rest or problem.msg.startswith("Unterminated string") or _CUT_TOKEN.fullmatch(rest):
            return _CUT_OFF
        return f"line {problem.lineno}, column {problem.colno}: invalid JSON"

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._place)
        assert match, "the empty string matches"
        self._place = match.end()

    def _take(self, sign: str) -> bool:
        self._skip()
        found = self._text.startswith(sign, self._place)
        self._place += found
        return found

    def _expect(self, sign: str, name: str) -> None:
        if not self._take(sign):
            if self._place >= self._end:
                raise _BadJson(_CUT_OFF)
            start = self._text.rfind("\n", 0, self._place) + 1
            line, column = self._text.count("\n", 0, self._place) + 1, self._place - start + 1
            raise _BadJson(f"line {line}, column {column}: expected {name}")


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise _BadJson(f"duplicate name {shorten(next(name for name in names if names.count(name) > 1))}")
    return fields


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _BadJson(f"the number {shorten(digits)} is too large")
    return int(digits)


def _reject_constant(name: str) -> NoReturn:
    raise _BadJson(f"{name} is not a valid number")


_DECODER = json.JSONDecoder(object_pairs_hook=_reject_duplicates, parse_int=_parse_int, parse_constant=_reject_constant)
