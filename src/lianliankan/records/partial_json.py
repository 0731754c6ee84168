"""A JSON object read piece by piece, as far as it goes: what breaks off keeps what came before."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

from lianliankan.text import shorten

__all__ = ["MOST_CHARACTERS", "Scanned", "scan"]

MOST_CHARACTERS = 256 * 1024 * 1024
"""The longest text that is looked at: more than the largest board needs."""

_SPACE = re.compile(r"[ \t\n\r]*")
_HALF = re.compile(r"-|[-+.0-9eE]*[.eE+-]|t(ru?)?|f(a(ls?)?)?|n(ul?)?")  # the beginning of a number or a word
_MOST_DIGITS = 40  # of a whole number: more than any field has, and few enough to read without care


class _Broken(ValueError):
    """Where the text cannot be read on; the message says why."""


@dataclass(slots=True)
class Scanned:
    """What was read of an object, and where that ended.

    - `fields`: what it holds, but for one list.
    - `items`: what that list holds, or None where it was not reached.
    - `broken`: why the text could not be read to its end; empty where it was.
    - `in_list`: whether that was inside the list.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    items: list[Any] | None = None
    broken: str = ""
    in_list: bool = False


def scan(text: str, listed: str) -> Scanned:
    """Read an object as far as it goes; `listed` names the field that is a list and is read item by item.

    >>> found = scan('{"size": 3, "all": [[1], [2], [', "all")
    >>> found.fields, found.items, found.broken, found.in_list
    ({'size': 3}, [[1], [2]], 'the text breaks off', True)
    """
    found = Scanned()
    try:
        if len(text) > MOST_CHARACTERS:
            raise _Broken(f"the text is longer than {MOST_CHARACTERS} characters")
        _Scanner(text, listed, found).read()
    except _Broken as problem:
        found.broken = str(problem)
    return found


class _Scanner:
    """A place in a text, and what was read up to there."""

    def __init__(self, text: str, listed: str, found: Scanned) -> None:
        self._text = text
        self._listed = listed
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
            raise _Broken("there is more after its end")

    def _field(self) -> None:
        name = self._value()
        if not isinstance(name, str):
            raise _Broken(f"a name was expected, not {shorten(json.dumps(name))}")
        if name in self._found.fields or (name == self._listed and self._found.items is not None):
            raise _Broken(f"{shorten(name)} is there twice")
        self._expect(":", "':'")
        if name != self._listed:
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

    def _value(self) -> Any:  # noqa: ANN401  # whatever JSON has
        self._skip()
        if self._place >= self._end:
            raise _Broken("the text breaks off")
        try:
            value, self._place = _DECODER.raw_decode(self._text, self._place)
        except RecursionError:
            raise _Broken("it is nested too deeply") from None
        except json.JSONDecodeError as problem:
            raise _Broken(self._why(problem)) from None
        if self._place >= self._end and not isinstance(value, dict | list | str):
            raise _Broken("the text breaks off")  # a number may have had more digits
        return value

    def _why(self, problem: json.JSONDecodeError) -> str:
        rest = self._text[problem.pos : self._end]
        if not rest or problem.msg.startswith("Unterminated string") or _HALF.fullmatch(rest):
            return "the text breaks off"
        return f"line {problem.lineno}, column {problem.colno}: this is no JSON"

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._place)
        assert match, "no space at all matches too"
        self._place = match.end()

    def _take(self, sign: str) -> bool:
        self._skip()
        found = self._text.startswith(sign, self._place)
        self._place += found
        return found

    def _expect(self, sign: str, name: str) -> None:
        if not self._take(sign):
            if self._place >= self._end:
                raise _Broken("the text breaks off")
            begin = self._text.rfind("\n", 0, self._place) + 1
            line, column = self._text.count("\n", 0, self._place) + 1, self._place - begin + 1
            raise _Broken(f"line {line}, column {column}: {name} was expected")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Broken(f"{shorten(next(name for name in names if names.count(name) > 1))} is there twice")
    return fields


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise _Broken(f"the number {shorten(digits)} is too large")
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise _Broken(f"{name} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_int=_whole, parse_constant=_no_number)
