"""Input of commands: files, rules, cells, budgets."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path as FilePath
from typing import NamedTuple, cast

import click

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.read import BoardInput, read
from lianliankan.board.rules import Gravity, Rules
from lianliankan.cli.main import NegativeAnswer
from lianliankan.cli.names import GRAVITY
from lianliankan.cli.options import FILE, SEED, Number, option
from lianliankan.cli.search_limits import SearchLimits
from lianliankan.errors import BadBoard, MissingExtra, NoDeal, NotShufflable, OutOfTime, ParseError
from lianliankan.text import count

MAX_INPUT = 256 * 1024 * 1024  # bytes; more than the largest board's text


def board_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the argument and options of a command that reads a board."""
    return click.argument("file", metavar="FILE", type=FILE)(rules_options(command))


class RuleChange(NamedTuple):
    """The rules that options ask for: a text that replaces all rules, and a gravity that replaces only the gravity."""

    text: str | None = None
    gravity: str | None = None

    def apply(self, rules: Rules) -> Rules:
        """Return other rules with the change."""
        with one_line_errors("--rules"):
            rules = rules if self.text is None else Rules.parse(self.text)
        return rules if self.gravity is None else replace(rules, gravity=cast(Gravity, self.gravity))


def rules_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of a command that changes the rules of boards, which takes them as `rules`, a `RuleChange`."""

    @option("--rules", "rules_text", metavar="RULES", help="Other rules, e.g. 'gravity=down max_turns=3'.")
    @option("--gravity", type=GRAVITY, help="Another gravity.")
    @wraps(command)
    def change(rules_text: str | None, gravity: str | None, **given: object) -> int:
        return command(rules=RuleChange(rules_text, gravity), **given)

    return change


def seconds_option(command: Callable[..., int]) -> Callable[..., int]:
    """Add the option --seconds."""
    return option("--seconds", type=Number(0), metavar="S", help="Stop after S seconds in all.")(command)


def search_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of a command that searches, which takes them as `limits` and `seed`."""

    @option("--seconds", type=Number(0), metavar="S", help="Stop after S seconds in all, instead of 10 a search.")
    @option("--nodes", type=SEED, help="Stop after N nodes, by default 2,000,000 without --seconds, else any number.")
    @option("--seed", type=SEED, default=0, show_default=True, help="The random seed of the search.")
    @wraps(command)
    def search(nodes: int | None, seconds: float | None, **given: object) -> int:
        return command(limits=SearchLimits(nodes, seconds), **given)

    return search


def read_board(file: str, rules: RuleChange | None = None, *, wants_points: bool = False) -> BoardInput:
    """Read a board and, if the file names them, two cells; from a share text, a text or JSON."""
    text = read_shared(file)
    with one_line_errors("share text" if text is file else file):
        board, points = _parse_board(text, wants_points=wants_points)
    if rules is None or rules == (None, None):
        return BoardInput(board, points)
    return BoardInput(board.with_rules(rules.apply(board.rules)), points)


def _parse_board(text: str, *, wants_points: bool) -> BoardInput:
    if _is_share(text):
        from lianliankan.records.share import from_share

        found = from_share(text)
        if not isinstance(found, Board):
            raise BadBoard("this is the share text of a game, not of a board; llk replay reads it")
        return BoardInput(found, None)
    try:
        if not looks_like_record(text):
            return read(text, wants_points=wants_points)
        if '"lianliankan"' in text:
            raise BadBoard("this is the record of a game, not a board; llk replay reads it")
        return BoardInput(Board.from_json(text), None)
    except ParseError:
        if _holds_several(text):
            raise BadBoard("there are several boards; only one can be read") from None
        raise


def _holds_several(text: str) -> bool:
    """Whether a text is what `llk deal --count` writes: boards with empty lines between them, or lines of JSON."""
    first, *others = re.split(r"\n(?=\{)" if looks_like_record(text) else r"\n\s*\n", text.strip(), maxsplit=1)
    try:
        Board.from_json(first) if looks_like_record(first) else Board.parse(first)
    except ParseError:
        return False
    return bool(others)


def read_shared(file: str) -> str:
    """Return a share text as it is, or the text of a file."""
    return file if _is_share(file) else read_text(file)


def _is_share(text: str) -> bool:
    if "llk" not in text:  # most often: nothing needs to be imported
        return False
    from lianliankan.records.share import is_share

    return is_share(text)


def read_text(file: str) -> str:
    """Read a text file, or standard input for -."""
    name = "standard input" if file == "-" else file or "an empty name"
    if file == "-" and sys.stdin is None:
        raise click.ClickException("standard input is closed")
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(MAX_INPUT + 1)
        else:
            with FilePath(file).open("rb") as stream:
                raw = stream.read(MAX_INPUT + 1)
    except OSError as problem:
        raise click.ClickException(f"{name}: {problem.strerror or problem}") from None
    if len(raw) > MAX_INPUT:
        raise click.ClickException(f"{name}: the file is too large for a board")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        raise click.ClickException(f"{name}: line {line}: not valid UTF-8") from None


def looks_like_record(text: str) -> bool:
    """Whether a text starts like the record of a game; the text of a board never does."""
    return text.lstrip().startswith("{")


def choose_cells(given: BoardInput, a: str | None, b: str | None) -> tuple[Cell, Cell]:
    """Return the two cells from the arguments, else from the file."""
    if a is None:
        if given.points is None:
            raise click.ClickException("name two cells, e.g. 1,1 3,2; only a course input file names them itself")
        return given.points
    try:
        if b is None and "-" in a:
            return Move.parse(a)
        if b is None:
            raise click.ClickException(f"name a second cell besides {a}")
        return Cell.parse(a), Cell.parse(b)
    except ParseError as problem:
        raise click.ClickException(problem.problem) from None


def check_tiles(board: Board, *cells: Cell) -> None:
    """Reject cells without a tile, counting from 1 as people do; the library would count from 0."""
    for cell in cells:
        if not (0 <= cell.row < board.rows and 0 <= cell.col < board.cols):
            size = f"{count(board.rows, 'row')} and {count(board.cols, 'column')}"
            raise click.ClickException(f"the cell {cell} is off the board, which has {size}")
        if board[cell] <= 0:
            what = {0: "it is empty", -1: "it is a wall", -2: "it is not part of the board"}[board[cell]]
            raise click.ClickException(f"there is no tile on the cell {cell}: {what}")
    if len(set(cells)) < len(cells):
        raise click.ClickException(f"the cell {cells[0]} cannot link to itself")


@contextmanager
def one_line_errors(name: str) -> Iterator[None]:
    """Turn an error of the library into a one-line message that starts with its source."""
    try:
        yield
    except (NoDeal, NotShufflable) as problem:
        raise NegativeAnswer(f"{name}: {problem}") from None
    except (MissingExtra, OutOfTime):
        raise  # they are not about the source
    except ValueError as problem:
        raise click.ClickException(f"{name}: {problem}") from None
