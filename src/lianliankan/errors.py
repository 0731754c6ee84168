"""A named ValueError for each mistake a caller can make."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = [
    "BadBoard",
    "BadBudget",
    "BadDeal",
    "BadDifficulty",
    "BadName",
    "BadOptions",
    "BadPath",
    "BadRecord",
    "BadRules",
    "BadSeed",
    "BadShare",
    "BadTime",
    "DamagedGame",
    "Error",
    "GameMoved",
    "IllegalMove",
    "MissingExtra",
    "NoDeal",
    "NoRoom",
    "NoSuchFinder",
    "NoSuchGame",
    "NoSuchPictures",
    "NoTile",
    "NotShufflable",
    "OffBoard",
    "ParseError",
    "SameCell",
    "StoreError",
    "TooFewPictures",
    "TooLarge",
    "TooManyMoves",
    "Unsupported",
]


class Error(ValueError):
    """Any mistake that the library names: the class above all of its errors.

    >>> import lianliankan as llk
    >>> try:
    ...     llk.Board.parse("AB/BA").play(((0, 0), (1, 1)))
    ... except llk.Error as error:
    ...     print(type(error).__name__, error, sep=": ")
    IllegalMove: no path within the rules joins (0, 0) and (1, 1)
    """


class OffBoard(Error):
    """A cell that is not on the board."""


class NoTile(Error):
    """A cell without a tile: it is empty, a wall, or not part of the board."""


class SameCell(Error):
    """The same cell given twice; two different cells are needed."""


class IllegalMove(Error):
    """A move that the rules do not allow; the message says why."""


class TooManyMoves(Error):
    """A board with more moves than fit into memory."""


class BadBoard(Error):
    """Rows that do not form a board: ragged, too large, or with an invalid number."""


class BadDeal(BadBoard):
    """Parameters that make no deal.

    - `code`: the mistake in a word ("size", "odd", "kinds", "copies", "mask", "shape"), or empty; for translations.
    - `values`: its numbers by name.

    >>> import lianliankan as llk
    >>> try:
    ...     llk.deal(3, 3)
    ... except llk.BadDeal as error:
    ...     print(error, error.code, error.values, sep=" | ")
    the board would have 9 tiles, an odd number; pairs need an even one | odd | {'cells': 9}
    """

    def __init__(self, problem: str, code: str = "", **values: int) -> None:
        super().__init__(problem)
        self.code, self.values = code, values


class BadRules(Error):
    """A rule that does not exist."""


class BadSeed(Error):
    """An invalid seed."""


class BadBudget(Error):
    """An invalid budget for a search."""


class BadDifficulty(Error):
    """An unknown difficulty, or an invalid range of scores."""


class BadName(Error):
    """An invalid name for a set of custom pictures; the message says why."""


class TooFewPictures(Error):
    """Too few pictures for a set."""


class BadOptions(Error):
    """Invalid options for a game."""


class BadTime(Error):
    """An invalid time, or one earlier than the last command."""


class NoDeal(Error):
    """No deal meets the request, or none was found in time; the message says which."""


class NotShufflable(Error):
    """No arrangement of the tiles can be won, or none was found; the message says which."""


class TooLarge(Error):
    """A request that would take too long this way; the message says what else you can do."""


class NoSuchFinder(Error):
    """An unknown finder; the message lists the known ones."""


class Unsupported(Error):
    """Rules that an algorithm does not support; the message says which."""


class BadShare(Error):
    """Not a share text, or one that was damaged on its way; the message says what is wrong."""


class BadRecord(Error):
    """A record of a game that is inconsistent or cut off.

    - `entry`: the number of the first bad entry, counting from 1; 0 for the head or the end of the record.
    - `problem`: what is wrong with it.
    - `good`: the game up to that point, or None.
    """

    def __init__(self, problem: str, *, entry: int = 0, good: object = None) -> None:
        super().__init__(problem, entry)
        self.problem = problem
        self.entry = entry
        self.good = good

    def __str__(self) -> str:
        return f"entry {self.entry}: {self.problem}" if self.entry else self.problem

    def __reduce__(self) -> tuple[object, ...]:
        return _bad_record, (self.problem, self.entry, self.good)


class StoreError(Error):
    """The store of games cannot be opened, read or written; the message says why."""


class NoSuchGame(StoreError):
    """A game that is not, or no longer, in the store."""


class NoSuchPictures(StoreError):
    """A custom picture, or a set of them, that is not, or no longer, in the store."""


class NoRoom(StoreError):
    """More sets, pictures or bytes than a player may store; the message says which, and the limit."""


class GameMoved(StoreError):
    """A game that was changed elsewhere since it was opened; open it again to continue."""


class DamagedGame(StoreError):
    """A stored game that cannot be replayed as it was written.

    - `id`: the game's id in the store.
    - `entry`: the number of the first bad entry, counting from 1; 0 for the head of the game or its summary.
    - `problem`: what is wrong with it.
    - `good`: the game up to that point, or None.
    """

    def __init__(self, problem: str, *, id: str, entry: int = 0, good: object = None) -> None:
        super().__init__(problem, id, entry)
        self.problem = problem
        self.id = id
        self.entry = entry
        self.good = good

    def __str__(self) -> str:
        place = f", entry {self.entry}" if self.entry else ""
        return f"game {self.id}{place}: {self.problem}"


class MissingExtra(Error, ImportError):
    """A package that is not installed because only a part of the project needs it; the message says how to get it.

    >>> import lianliankan as llk
    >>> issubclass(llk.MissingExtra, ImportError)
    True
    """


@contextmanager
def needs(what: str, requirement: str) -> Iterator[None]:
    """Raise MissingExtra with the command that helps if an import fails; also a decorator, for a whole function.

    >>> with needs("llk play", "lianliankan[web]"):
    ...     import nowhere
    Traceback (most recent call last):
    ...
    lianliankan.errors.MissingExtra: llk play needs nowhere, which is not installed; run: pip install 'lianliankan[web]'
    """
    try:
        yield
    except ModuleNotFoundError as problem:
        package, _, _ = (problem.name or "lianliankan").partition(".")
        if package == "lianliankan":
            raise  # a mistake of ours
        command = f"pip install '{requirement}'" if "[" in requirement else f"pip install {requirement}"
        raise MissingExtra(f"{what} needs {package}, which is not installed; run: {command}") from None


class BadPath(Error):
    """Corners that do not form a path."""


class ParseError(Error):
    """A text that cannot be parsed; `line` and `column`, counted from 1, say where.

    >>> import lianliankan as llk
    >>> try:
    ...     llk.Board.parse("1 2 2 1 / . x 3 .")
    ... except llk.ParseError as error:
    ...     print(error, error.line, error.column, sep=" | ")
    line 1, column 13: 'x' is not a cell; expected '.' or 0, '#', '_' or a kind from 1 to 2000000000 | 1 | 13
    """

    def __init__(self, problem: str, *, line: int = 1, column: int = 1) -> None:
        super().__init__(problem, line, column)
        self.problem = problem
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.problem}"

    def __reduce__(self) -> tuple[object, ...]:
        return _parse_error, (self.problem, self.line, self.column)


def _bad_record(problem: str, entry: int, good: object) -> BadRecord:
    return BadRecord(problem, entry=entry, good=good)


def _parse_error(problem: str, line: int, column: int) -> ParseError:
    return ParseError(problem, line=line, column=column)
