"""The text of a board: an optional line of rules, then a line per row.

    rules: gravity=rotating phase=right
    1 2 2 1
    . # 3 3

A cell is `.` or 0 (empty), `#` (a wall), `_` (no part of the board: a wall that is not drawn) or the number of a kind.
Cells are set apart by spaces, rows by line ends or `/`. Small boards can be written in letters without spaces, `A` to
`Z` being kinds 1 to 26 and `a` to `z` kinds 27 to 52: `AB/BA`.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lianliankan import _kernel
from lianliankan.errors import ParseError
from lianliankan.rules import PHASES, Phase, Rules

if TYPE_CHECKING:
    from lianliankan.board import Board

__all__ = ["BoardText", "Word", "format_board", "parse_board_text", "read_cells", "shorten", "words_of"]

_SIGNS = {".": 0, "#": -1, "_": -2}
_NAMES = {number: sign for sign, number in _SIGNS.items()}
_HEADER = "rules:"
_WORD = re.compile(r"[^\s/]+")
_LETTERS = re.compile(r"[A-Za-z.#_]+")
_MAX_DIGITS = len(str(_kernel.MAX_KIND))


class BoardText(NamedTuple):
    """What a board's text says."""

    rows: list[list[int]]
    rules: Rules
    phase: Phase


class Word(NamedTuple):
    """A word of a text and where it stands, counting from 1."""

    text: str
    line: int
    column: int

    def error(self, problem: str) -> ParseError:
        """Make an error that points here."""
        return ParseError(problem, line=self.line, column=self.column)


def parse_board_text(text: str) -> BoardText:
    """Read the text of a board; a ParseError says what is wrong and where.

    >>> parse_board_text("1 2 / 2 .").rows
    [[1, 2], [2, 0]]
    """
    lines = text.split("\n")
    rules, phase = Rules(), PHASES[0]
    start = next((i for i, line in enumerate(lines) if line.strip()), len(lines))
    if start < len(lines) and lines[start].lstrip().startswith(_HEADER):
        rules, phase = _parse_header(lines[start], start + 1)
        start += 1
    rows: list[list[int]] = []
    blank: Word | None = None
    for words in _rows_of(lines, start):
        if not words[0].text:
            blank = blank or words[0]
            continue
        if rows and blank:
            raise blank.error("a row without cells")
        blank = None
        if len(rows) == _kernel.MAX_SIDE:
            raise words[0].error(f"a board has at most {_kernel.MAX_SIDE} rows")
        cells = read_cells(words)
        if rows and len(cells) != len(rows[0]):
            raise words[-1].error(f"row {len(rows) + 1} has {len(cells)} cells where row 1 has {len(rows[0])}")
        rows.append(cells)
    if not rows:
        raise ParseError("there is no board in the text", line=max(len(lines), 1))
    return BoardText(rows, rules, phase)


def format_board(board: "Board") -> str:
    """Write a board as text, its rules first where they differ from the plain game's."""
    rows = [[_NAMES.get(number) or str(number) for number in row] for row in board.to_rows()]
    width = max(len(name) for row in rows for name in row)
    lines = [" ".join(name.rjust(width) for name in row) for row in rows]
    header = str(board.rules)
    if board.phase != PHASES[0]:
        header += f" phase={board.phase}"
    return "\n".join([f"{_HEADER} {header}", *lines] if header else lines)


def words_of(line: str, number: int) -> list[Word]:
    """Split a line into its words.

    >>> words_of("1  22", 7)
    [Word(text='1', line=7, column=1), Word(text='22', line=7, column=4)]
    """
    return [Word(found.group(), number, found.start() + 1) for found in _WORD.finditer(line)]


def read_cells(words: list[Word]) -> list[int]:
    """Read the cells of one row."""
    cells: list[int] = []
    for word in words:
        cells.extend(_read_word(word))
        if len(cells) > _kernel.MAX_SIDE:
            raise word.error(f"a board has at most {_kernel.MAX_SIDE} columns")
    return cells


def shorten(text: str) -> str:
    """Quote a text for a message, the beginning of it where it is long."""
    return repr(text if len(text) <= 24 else text[:23] + "…")


def _rows_of(lines: list[str], start: int) -> Iterator[list[Word]]:
    """Yield the words of each row; a row without words yields one empty word that says where it is."""
    for number, line in enumerate(lines[start:], start + 1):
        begin = 0
        for part in line.split("/"):
            words = [Word(word.text, number, begin + word.column) for word in words_of(part, number)]
            yield words or [Word("", number, begin + 1)]
            begin += len(part) + 1


def _read_word(word: Word) -> list[int]:
    text = word.text
    if text in _SIGNS:
        return [_SIGNS[text]]
    if text.isascii() and text.isdigit() and len(text.lstrip("0")) <= _MAX_DIGITS and int(text) <= _kernel.MAX_KIND:
        return [int(text)]
    if _LETTERS.fullmatch(text) and (len(text) > 1 or text.isupper()):
        return [_SIGNS[letter] if letter in _SIGNS else _letter_kind(letter) for letter in text]
    raise word.error(f"{shorten(text)} is no cell: '.' or 0, '#', '_' or a kind from 1 to {_kernel.MAX_KIND} is")


def _letter_kind(letter: str) -> int:
    return ord(letter) - ord("A") + 1 if letter <= "Z" else ord(letter) - ord("a") + 27


def _parse_header(line: str, number: int) -> tuple[Rules, Phase]:
    """Read the line of rules; the phase, which is no rule but part of the position, stands among them."""
    begin = line.index(_HEADER) + len(_HEADER)
    text = line[begin:].replace("\t", " ").rstrip()
    phase: Phase = PHASES[0]
    found = re.search(r"(?<!\S)phase=(\S*)", text)
    if found:
        if found.group(1) not in PHASES:
            problem = f"phase is one of {', '.join(PHASES)}, not {shorten(found.group(1))}"
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
