"""The text of a board: an optional line of rules, then a line per row.

    rules: gravity=rotating phase=right
    1 2 2 1
    . # 3 3

A cell is `.` or 0 (empty), `#` (a wall), `_` (not part of the board: a wall that is not drawn) or the number of a kind.
Cells are separated by spaces, rows by newlines or `/`. Small boards can be written in letters without spaces, `A` to
`Z` for kinds 1 to 26 and `a` to `z` for kinds 27 to 52: `AB/BA`.
"""

import re
from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lianliankan import _kernel
from lianliankan.board.cell import EMPTY, VOID, WALL
from lianliankan.board.rules import PHASES, Phase, Rules
from lianliankan.deadline import check_time
from lianliankan.errors import ParseError
from lianliankan.text import count, shorten

if TYPE_CHECKING:
    from lianliankan.board.board import Board

_SIGNS = {".": EMPTY, "#": WALL, "_": VOID}
_NAMES = {number: sign for sign, number in _SIGNS.items()}
_HEADER = "rules:"
_WORD = re.compile(r"\S+")
_END = re.compile(r"[\n/]")
_LETTERS = re.compile(r"[A-Za-z.#_]+")
_MAX_DIGITS = len(str(_kernel.MAX_KIND))


class BoardText(NamedTuple):
    """The content of a board's text."""

    rows: list["array[int]"]
    rules: Rules
    phase: Phase


class TextSpan(NamedTuple):
    """A piece of a text and its position, counted from 1."""

    text: str
    line: int
    column: int

    def error(self, problem: str) -> ParseError:
        """Return an error that points here."""
        return ParseError(problem, line=self.line, column=self.column)


def parse_board_text(text: str) -> BoardText:
    """Parse the text of a board; a ParseError says what is wrong and where.

    >>> [list(row) for row in parse_board_text("1 2 / 2 .").rows]
    [[1, 2], [2, 0]]
    """
    start = len(text) - len(text.lstrip())
    rules, phase = Rules(), PHASES[0]
    line = text.count("\n", 0, start) + 1
    begin = text.rfind("\n", 0, start) + 1
    if text.startswith(_HEADER, start):
        end = _line_end(text, start)
        rules, phase = _parse_header(text[begin:end], line)
        begin, line = end + 1, line + 1
    rows: list[array[int]] = []
    for part in _split_rows(text, begin, len(text.rstrip()), line):
        check_time()
        if not part.text.strip():
            if rows:
                raise part.error("this row has no cells")
            continue
        if len(rows) == _kernel.MAX_SIDE:
            raise next(split_words(part)).error(f"a board has at most {_kernel.MAX_SIDE} rows")
        cells = read_cells(part)
        if rows and len(cells) != len(rows[0]):
            last = list(split_words(part))[-1]
            raise last.error(f"row {len(rows) + 1} has {count(len(cells), 'cell')}, but row 1 has {len(rows[0])}")
        rows.append(array("i", cells))
    if not rows:
        raise ParseError("the text contains no board", line=text.count("\n") + 1)
    return BoardText(rows, rules, phase)


def format_board(board: "Board") -> str:
    """Return a board as text, with its rules first if they differ from the defaults."""
    rows = [[_NAMES.get(number) or str(number) for number in row] for row in board.to_rows()]
    width = max(len(name) for row in rows for name in row)
    lines = [" ".join(name.rjust(width) for name in row) for row in rows]
    header = str(board.rules)
    if board.phase != PHASES[0]:
        header += f" phase={board.phase}"
    return "\n".join([f"{_HEADER} {header}", *lines] if header else lines)


def split_lines(text: str) -> Iterator[TextSpan]:
    """Yield the lines that are not blank."""
    begin, number = 0, 1
    while begin <= len(text):
        end = _line_end(text, begin)
        if text[begin:end].strip():
            yield TextSpan(text[begin:end], number, 1)
        begin, number = end + 1, number + 1


def split_words(part: TextSpan) -> Iterator[TextSpan]:
    """Yield the words of a line or of a part of one.

    >>> list(split_words(TextSpan("1  22", 7, 1)))
    [TextSpan(text='1', line=7, column=1), TextSpan(text='22', line=7, column=4)]
    """
    for found in _WORD.finditer(part.text):
        yield TextSpan(found.group(), part.line, part.column + found.start())


def read_cells(part: TextSpan) -> list[int]:
    """Parse the cells of one row."""
    words = part.text.split(None, _kernel.MAX_SIDE)
    if len(words) <= _kernel.MAX_SIDE:
        try:
            return [_KNOWN[word] for word in words]
        except KeyError:
            pass  # letters, or a mistake; the slow path below finds where
    cells: list[int] = []
    for word in split_words(part):
        cells.extend(_read_word(word))
        if len(cells) > _kernel.MAX_SIDE:
            raise word.error(f"a board has at most {_kernel.MAX_SIDE} columns")
    return cells


def _line_end(text: str, begin: int) -> int:
    end = text.find("\n", begin)
    return len(text) if end < 0 else end


def _split_rows(text: str, begin: int, stop: int, line: int) -> Iterator[TextSpan]:
    """Yield the parts between newlines and slashes."""
    line_start = begin
    while begin <= stop:
        found = _END.search(text, begin, stop)
        end = found.start() if found else stop
        yield TextSpan(text[begin:end], line, begin - line_start + 1)
        begin = end + 1
        if found and found.group() == "\n":
            line, line_start = line + 1, begin


class _Known(dict[str, int]):
    """A cache of words and their cells: numbers are parsed on first use, anything else is a KeyError."""

    def __missing__(self, word: str) -> int:
        number = _read_number(word)
        if number is None:
            raise KeyError(word)
        if len(self) < 100_000:
            self[word] = number
        return number


def _read_number(text: str) -> int | None:
    digits = text.lstrip("0") or "0"
    if not (text.isascii() and text.isdigit() and len(digits) <= _MAX_DIGITS) or int(digits) > _kernel.MAX_KIND:
        return None
    return int(digits)


def _read_word(word: TextSpan) -> list[int]:
    text = word.text
    if text in _SIGNS:
        return [_SIGNS[text]]
    if (number := _read_number(text)) is not None:
        return [number]
    if _LETTERS.fullmatch(text) and (len(text) > 1 or text.isupper()):
        return [_SIGNS[letter] if letter in _SIGNS else _letter_kind(letter) for letter in text]
    raise word.error(
        f"{shorten(text)} is not a cell; expected '.' or 0, '#', '_' or a kind from 1 to {_kernel.MAX_KIND}"
    )


def _letter_kind(letter: str) -> int:
    return ord(letter) - ord("A") + 1 if letter <= "Z" else ord(letter) - ord("a") + 27


def _parse_header(line: str, number: int) -> tuple[Rules, Phase]:
    """Parse the line of rules; it also holds the phase, which is part of the position rather than a rule."""
    begin = line.index(_HEADER) + len(_HEADER)
    text = line[begin:]
    phase: Phase = PHASES[0]
    found = re.search(r"(?<!\S)phase=(\S*)", text)
    if found:
        if found.group(1) not in PHASES:
            problem = f"phase must be one of {', '.join(PHASES)}, not {shorten(found.group(1))}"
            raise ParseError(problem, line=number, column=begin + found.start(1) + 1)
        phase = next(known for known in PHASES if known == found.group(1))
        text = text[: found.start()] + " " * len(found.group()) + text[found.end() :]
    try:
        rules = Rules.parse(text)
    except ParseError as problem:
        raise ParseError(problem.problem, line=number, column=begin + problem.column) from None
    if phase != PHASES[0] and rules.gravity != "rotating":
        column = begin + found.start() + 1 if found else 1
        raise ParseError("only gravity=rotating has a phase", line=number, column=column)
    return rules, phase


_KNOWN = _Known(_SIGNS)
