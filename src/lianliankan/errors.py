"""A named ValueError for each mistake a caller can make."""

__all__ = [
    "BadBoard",
    "BadBudget",
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
    "GameMoved",
    "IllegalMove",
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


class OffBoard(ValueError):
    """A cell that is not on the board."""


class NoTile(ValueError):
    """A cell on which no tile stands: it is empty, a wall, or no part of the board."""


class SameCell(ValueError):
    """The same cell twice, where two are needed."""


class IllegalMove(ValueError):
    """A move that the rules do not allow; the message says why."""


class TooManyMoves(ValueError):
    """A board with so many moves that their list would not fit into memory."""


class BadBoard(ValueError):
    """Rows that make no board: ragged, too large, or with a number that is no kind."""


class BadRules(ValueError):
    """A rule that does not exist."""


class BadSeed(ValueError):
    """A number that is no seed."""


class BadBudget(ValueError):
    """What is no budget for a search."""


class BadDifficulty(ValueError):
    """What is no difficulty: another name, or scores that are none."""


class BadName(ValueError):
    """A name that a set of own pictures cannot have; the message says why."""


class TooFewPictures(ValueError):
    """Too few pictures for a set of them."""


class BadOptions(ValueError):
    """Options that no game can have."""


class BadTime(ValueError):
    """A time that is none, or that lies before the last command."""


class NoDeal(ValueError):
    """A deal that was asked for and does not exist, or was not found; the message says why."""


class NotShufflable(ValueError):
    """A position of which no arrangement can be won, or none was found; the message says why."""


class TooLarge(ValueError):
    """A question that would take too long to answer this way; the message says what else there is."""


class NoSuchFinder(ValueError):
    """A name that no finder has; the message lists those there are."""


class Unsupported(ValueError):
    """Rules that an algorithm cannot honour; the message says which."""


class BadShare(ValueError):
    """A text that was not made for sharing, or was changed on its way; the message says what is wrong."""


class BadRecord(ValueError):
    """A record of a game that cannot be believed, or that breaks off.

    - `entry`: the number of the first bad entry, counting from 1; 0 where it is the head or the end of the record.
    - `problem`: what is wrong with it.
    - `good`: the game up to there, or None where there is none.
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


class StoreError(ValueError):
    """The store of games cannot be opened, read or written; the message says why."""


class NoSuchGame(StoreError):
    """A game that the store does not have, or has no longer."""


class NoSuchPictures(StoreError):
    """A set of own pictures, or a picture, that the store does not have, or has no longer."""


class NoRoom(StoreError):
    """More sets, pictures or bytes than a player may keep; the message says which, and how many there may be."""


class GameMoved(StoreError):
    """A game that went on elsewhere since it was opened; opening it again shows where it stands."""


class DamagedGame(StoreError):
    """A stored game that cannot be played again as it was written down.

    - `id`: the game's name in the store.
    - `entry`: the number of the first bad entry, counting from 1; 0 where it is the head of the game or its summary.
    - `problem`: what is wrong with it.
    - `good`: the game up to there, or None where there is none.
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


class BadPath(ValueError):
    """Corners that make no path."""


class ParseError(ValueError):
    """A text that cannot be read; `line` and `column`, counting from 1, say where.

    >>> import lianliankan as llk
    >>> try:
    ...     llk.Board.parse("1 2 2 1 / . x 3 .")
    ... except llk.ParseError as error:
    ...     print(error, error.line, error.column, sep=" | ")
    line 1, column 13: 'x' is no cell: '.' or 0, '#', '_' or a kind from 1 to 2000000000 is | 1 | 13
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
