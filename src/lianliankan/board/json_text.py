"""Values as JSON: what `to_json` writes and `from_json` reads. docs/json.md describes every field."""

import math
import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from lianliankan.errors import Error, ParseError
from lianliankan.text import shorten

Fields = TypeVar("Fields")
Value = TypeVar("Value")


def format_json(fields: Mapping[str, object]) -> str:
    """Return fields as one line of JSON."""
    import msgspec

    return msgspec.json.format(msgspec.json.encode(fields), indent=0).decode()


def parse_json(text: str | bytes, fields: type[Fields], make: Callable[[Fields], Value]) -> Value:
    """Parse a JSON object with these fields, passing over others, and make the value; a ParseError says what is wrong.

    >>> parse_json('{"row": 1, "seen": true}', dict[str, int], len)
    Traceback (most recent call last):
    lianliankan.errors.ParseError: line 1, column 1: Expected `int`, got `bool` - at `$[...]`
    """
    import msgspec

    if not isinstance(text, str | bytes):
        raise TypeError(f"from_json reads a text, not {shorten(text)}")
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    try:
        given = msgspec.json.decode(data, type=fields)
    except msgspec.ValidationError as problem:
        raise ParseError(str(problem)) from None
    except msgspec.DecodeError as problem:
        raise _syntax_error(str(problem), data) from None
    except RecursionError:
        raise ParseError("lists or objects are nested too deeply") from None
    try:
        return make(given)
    except ParseError:
        raise
    except Error as problem:
        raise ParseError(str(problem)) from None


def check_numbers(value: object, **ranges: tuple[float, float]) -> None:
    """Raise a ParseError if an attribute of a parsed value is outside its range; an end may be `inf`.

    >>> check_numbers(llk.Cell(3, -7), row=(0, math.inf), col=(0, 9))
    Traceback (most recent call last):
    lianliankan.errors.ParseError: line 1, column 1: col must be from 0 to 9, not -7
    """
    for name, (low, high) in ranges.items():
        number = getattr(value, name)
        if not low <= number <= high:
            end = f" to {high:.16g}" if high < math.inf else ""
            raise ParseError(f"{name} must be from {low:g}{end}, not {number}")


def _syntax_error(problem: str, data: bytes) -> ParseError:
    found = re.search(r"(.*) \(byte (\d+)\)$", problem)
    before = data[: int(found[2])] if found else data
    column = len(before[before.rfind(b"\n") + 1 :].decode(errors="ignore")) + 1
    return ParseError(f"not JSON: {found[1] if found else problem}", line=before.count(b"\n") + 1, column=column)
