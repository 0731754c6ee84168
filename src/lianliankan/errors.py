"""A named ValueError for each mistake a caller can make."""

from collections.abc import Iterator
from contextlib import contextmanager


class Error(ValueError):
    """Any mistake that the library names: the class above all of its errors.

    >>> try:
    ...     llk.Board.parse("AB/BA").play(((0, 0), (1, 1)))
    ... except llk.Error as error:
    ...     print(type(error).__name__, error, sep=": ")
    IllegalMove: no path within the rules joins (0, 0) and (1, 1)
    """

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, vars(self))


def _rebuild(cls: type[Error], args: tuple[object, ...], values: dict[str, object]) -> Error:
    """Make a pickled error again without `__init__`, which may want other arguments."""
    error = cls.__new__(cls, *args)
    vars(error).update(values)
    return error


class OffBoard(Error):
    """A cell that is not on the board.

    >>> llk.Board.parse("AA")[0, 5]
    Traceback (most recent call last):
    lianliankan.errors.OffBoard: the cell (0, 5) is off the board of 1 row and 2 columns
    """


class NoTile(Error):
    """A cell without a tile: it is empty, a wall, or not part of the board.

    >>> llk.Board.parse("A.").link((0, 0), (0, 1))
    Traceback (most recent call last):
    lianliankan.errors.NoTile: no tile is on the cell (0, 1): it is empty
    """


class SameCell(Error):
    """The same cell given twice; two different cells are needed.

    >>> llk.Board.parse("AA").link((0, 0), (0, 0))
    Traceback (most recent call last):
    lianliankan.errors.SameCell: the cell (0, 0) cannot link to itself
    """


class IllegalMove(Error):
    """A move that the rules do not allow; the message says why.

    >>> llk.Board.parse("AB/BA").play((0, 0), (0, 1))
    Traceback (most recent call last):
    lianliankan.errors.IllegalMove: the tiles on (0, 0) and (0, 1) are of different kinds
    """


class TooManyMoves(Error):
    """A board with more moves than fit into memory.

    >>> try:
    ...     count = len(llk.Board.parse("AA/AA").moves())
    ... except llk.TooManyMoves:
    ...     count = "over 16 million"
    """


class BadBoard(Error):
    """Rows that do not form a board: ragged, too large, or with an invalid number.

    >>> llk.Board([[1, 2], [1]])
    Traceback (most recent call last):
    lianliankan.errors.BadBoard: rows[1] has 1 cell, but rows[0] has 2
    """


class BadDeal(BadBoard):
    """Parameters that make no deal.

    - `code`: the mistake in a word ("size", "odd", "kinds", "copies", "mask", "shape"), or empty; for translations.
    - `values`: its numbers by name.

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
    """A rule that does not exist.

    >>> llk.Rules(max_turns=-1)
    Traceback (most recent call last):
    lianliankan.errors.BadRules: max_turns must be from 0 to 1000000 or None, not -1
    """


class BadSeed(Error):
    """An invalid seed.

    >>> llk.deal(4, 4, seed=-1)
    Traceback (most recent call last):
    lianliankan.errors.BadSeed: a seed is an integer from 0 to 18446744073709551615, not -1
    """


class BadBudget(Error):
    """An invalid budget for a search.

    >>> llk.Budget(seconds=-1)
    Traceback (most recent call last):
    lianliankan.errors.BadBudget: seconds must be a number from 0 or None, not -1
    """


class BadDifficulty(Error):
    """An unknown difficulty, or an invalid range of scores.

    >>> llk.deal(4, 4, difficulty=(60, 30))
    Traceback (most recent call last):
    lianliankan.errors.BadDifficulty: the scores of a difficulty must be from 0 to 100, the smaller first, not (60, 30)
    """


class BadName(Error):
    """An invalid name for a set of custom pictures; the message says why.

    >>> from lianliankan.faces.custom.names import clean_set_name
    >>> clean_set_name(" ")
    Traceback (most recent call last):
    lianliankan.errors.BadName: the name of a set must not be empty
    """


class TooFewPictures(Error):
    """Too few pictures for a set.

    >>> from lianliankan.faces.custom.faces import CustomFaces
    >>> CustomFaces("own", ())
    Traceback (most recent call last):
    lianliankan.errors.TooFewPictures: a set needs at least 2 pictures, not 0
    """


class BadOptions(Error):
    """Invalid options for a game.

    >>> llk.level(99)
    Traceback (most recent call last):
    lianliankan.errors.BadOptions: unknown level 99; expected a number from 1 to 42
    """


class BadTime(Error):
    """An invalid time, or one earlier than the last command.

    >>> llk.Game(llk.Board.parse("AA")).pick((0, 0), at=-1)
    Traceback (most recent call last):
    lianliankan.errors.BadTime: invalid time -1; expected a number of seconds from 0 to 10000000000
    """


class OutOfTime(Error):
    """A time limit ran out before the work was done; see `time_limit`. Nothing has changed.

    >>> with llk.time_limit(0):
    ...     llk.shuffle(llk.Board.parse("AB/BA"))
    Traceback (most recent call last):
    lianliankan.errors.OutOfTime: the time limit is over
    """


class NoDeal(Error):
    """No deal meets the request, or none was found in time; the message says which.

    >>> llk.deal(2, 2, rules=llk.Rules(max_turns=0, adjacent=False))
    Traceback (most recent call last):
    lianliankan.errors.NoDeal: no deal on this board can be won: even with all tiles alike, ...
    """


class NotShufflable(Error):
    """No arrangement of the tiles can be won, or none was found; the message says which.

    >>> llk.shuffle(llk.Board.parse("ABB"))
    Traceback (most recent call last):
    lianliankan.errors.NotShufflable: no arrangement can be won: kind 1 has 1 tile, an odd number
    """


class TooLarge(Error):
    """A request that would take too long this way; the message says what else you can do.

    >>> llk.to_share(llk.Board([[1] * 300] * 300))
    Traceback (most recent call last):
    lianliankan.errors.TooLarge: a board of more than 65536 cells has no share text; send str(board) instead
    """


class NoSuchFinder(Error):
    """An unknown finder; the message lists the known ones.

    >>> llk.find("dijkstra", llk.Board.parse("AA"), (0, 0), (0, 1))
    Traceback (most recent call last):
    lianliankan.errors.NoSuchFinder: unknown finder 'dijkstra' (choose from dfs, bfs, ...)
    """


class Unsupported(Error):
    """Rules that an algorithm does not support; the message says which.

    >>> llk.Board.parse("AA", rules=llk.Rules(gravity="rotating")).mirror()
    Traceback (most recent call last):
    lianliankan.errors.Unsupported: a board with rotating gravity cannot be mirrored: it would rotate the other way
    """


class BadShare(Error):
    """Not a share text, or one that was damaged on its way; the message says what is wrong.

    >>> llk.from_share("hello")
    Traceback (most recent call last):
    lianliankan.errors.BadShare: 'hello' is not a share text; expected one that begins with llkb1_ or llkg1_
    """


class BadRecord(Error):
    """A record of a game that is inconsistent or cut off.

    - `entry`: the number of the first bad entry, counting from 1; 0 for the head or the end of the record.
    - `problem`: what is wrong with it.

    >>> llk.from_record("{}")
    Traceback (most recent call last):
    lianliankan.errors.BadRecord: not a game record: "lianliankan": "game" is missing
    """

    def __init__(self, problem: str, *, entry: int = 0) -> None:
        super().__init__(problem, entry)
        self.problem = problem
        self.entry = entry

    def __str__(self) -> str:
        return f"entry {self.entry}: {self.problem}" if self.entry else self.problem


class StoreError(Error):
    """The store of games cannot be opened, read or written; the message says why.

    >>> llk.Store("/dev/null/games")
    Traceback (most recent call last):
    lianliankan.errors.StoreError: /dev/null/games: Not a directory
    """


class NoSuchGame(StoreError):
    """A game that is not, or no longer, in the store.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, llk.Store(folder) as store:
    ...     store.open("abc")
    Traceback (most recent call last):
    lianliankan.errors.NoSuchGame: there is no game 'abc'
    """


class NoSuchPictures(StoreError):
    """A custom picture, or a set of them, that is not, or no longer, in the store.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, llk.Store(folder) as store:
    ...     store.pictures.by_name("cats")
    Traceback (most recent call last):
    lianliankan.errors.NoSuchPictures: there are no custom pictures called 'cats'
    """


class QuotaExceeded(StoreError):
    """More games, pictures, devices or rooms than a player may have; the message says which, and the limit.

    >>> from lianliankan.store.picture_sets import DEFAULT_QUOTA
    >>> DEFAULT_QUOTA.sets, DEFAULT_QUOTA.pictures
    (24, 240)
    """


class GameMoved(StoreError):
    """A game that was changed elsewhere since it was opened; open it again to continue.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, llk.Store(folder) as store:
    ...     one = store.begin(llk.Game(llk.Board.parse("AA/BB")))
    ...     other = store.open(one.id)
    ...     happened = one.do("play 1,1-1,2")
    ...     other.do("play 2,1-2,2")
    Traceback (most recent call last):
    lianliankan.errors.GameMoved: game ... was changed elsewhere; open it again
    """


class DamagedStore(StoreError):
    """A store, or a part of it, that cannot be read; the message says what to do.

    >>> issubclass(llk.DamagedGame, llk.DamagedStore)
    True
    """


class DamagedGame(DamagedStore):
    """A stored game that cannot be replayed.

    - `id`: the game's id in the store.
    - `entry`: the number of the first bad entry, counting from 1; 0 for the game as a whole.
    - `problem`: what is wrong with it.

    >>> print(llk.DamagedGame("unknown command 'jump'", id="k3x9ab", entry=7))
    game k3x9ab is damaged: entry 7: unknown command 'jump'; `llk games remove k3x9ab` deletes it
    """

    def __init__(self, problem: str, *, id: str, entry: int = 0) -> None:
        super().__init__(problem, id, entry)
        self.problem, self.id, self.entry = problem, id, entry

    def __str__(self) -> str:
        place = f"entry {self.entry}: " if self.entry else ""
        return f"game {self.id} is damaged: {place}{self.problem}; `llk games remove {self.id}` deletes it"


class MissingExtra(Error, ImportError):
    """A package that is not installed because only a part of the project needs it; the message says how to get it.

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
    """Corners that do not form a path.

    >>> llk.Path([(0, 0), (1, 1)])
    Traceback (most recent call last):
    lianliankan.errors.BadPath: (0, 0) and (1, 1) are not on one straight line
    """


class ParseError(Error):
    """A text that cannot be parsed; `line` and `column`, counted from 1, say where.

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
