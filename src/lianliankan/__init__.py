"""连连看 (Link-up, Shisen-Sho, Onet): exact boards, paths, moves, rules and a solver on a small C++ kernel.

    >>> import lianliankan as llk
    >>> board = llk.deal(8, 18, seed=7)
    >>> str(board.link(*board.moves()[0])), llk.solve(board).winnable
    ('1,1-0,1-0,14-1,14', True)

`help(llk.Board)` and so on explain each name, with an example. Cells are `(row, col)`, counted from 0.

Boards
    Board           a position: tiles, empty cells, walls and rules; link, linkable, moves, play …
    Position        a board to play on in place, with undo
    Rules           what a path may do, and what moves after a removal
    Cell            a place on the board
    Move            two equal tiles that link
    Path            the corners of a path, with its turns and steps
    NearMiss        the path that comes closest to joining two tiles
    TileShift       a tile that gravity moved
    nearest_miss    find the path that comes closest to joining two tiles
    perft           count the move sequences of a given length
    shifts          list where gravity moves the tiles after a move
    EMPTY WALL VOID     the numbers of cells without a tile
    MAX_SIDE MAX_KIND   the largest side of a board, and the largest kind
    GRAVITIES Gravity   what moves after a removal: the words, and their type
    PHASES Phase        the directions of rotating gravity, and their type

Deals
    deal            deal a winnable board by number
    scatter         deal a board by number, winnable or not
    shuffle         rearrange the tiles so that the board can be won
    Deal            which board: size, kinds, number, rules, difficulty, mask
    SHAPES          the shapes of boards

Solver
    solve           decide whether a board can be won
    verify          check a verdict, independently of the search
    advise          say for each move whether it loses the game
    blame           find the move that lost a game
    rate            rate how difficult a board is
    score           the score of a rating alone
    time_limit      stop whatever takes longer than some seconds
    Budget          what a search may spend
    Verdict         the answer of `solve`: winnable is True, False or None
    Advice          what a move leads to
    Blame           where a game went wrong
    Rating          how difficult a board is
    DIFFICULTIES    the named difficulties with their ranges of scores

Games
    Game            a game on a board: commands go in, events come out
    Options         what a game allows
    plan daily level    plan a game of a mode, of a day, or of the campaign
    Plan            a game before its board is dealt
    Command         a command to a game
    Entry           an accepted command and its time
    Line            a sequence of pairs with no shuffle between them
    MODES LEVELS COMMANDS   the modes, the number of levels, the words of commands

Events of a game
    Event           the class above all events
    Picked Dropped  a tile is selected, or no longer selected
    Linked          two tiles were removed
    Packed          gravity moved tiles
    Refused         a command was refused
    Hinted          a pair that can be removed
    Stuck Shuffled  no move is left; the tiles were shuffled
    Undone Redone Restarted     a step back, a step forward, or to the start
    Paused Resumed  the clock is stopped, or running again
    Doomed          the game can no longer be won
    Lost Won        the game is over

Saving and sharing
    to_record from_record   a game as JSON, verified by replaying it
    to_share from_share     a board or a game as a short text
    Store           all games of a player, on the disk
    StoredGame      a game in a store
    Summary         the state of a stored game
    Progress        the progress of a campaign

Textbook algorithms
    find            search for a link with a finder, every look counted and traced
    FINDERS         the finders by name
    Finder          an algorithm that looks for a link
    Promise         what a finder promises
    Search          the result of one search

Errors
    Error           the class above all errors; a ValueError
    ParseError      a text that cannot be parsed
    OffBoard NoTile SameCell        a cell that is not on the board, without a tile, or given twice
    IllegalMove TooManyMoves        a move that the rules do not allow; more moves than memory
    BadBoard BadPath BadRules       invalid rows, corners or rules
    BadDeal BadSeed BadDifficulty   an invalid deal, number or difficulty
    NoDeal NotShufflable            no such board, or no such arrangement, can be won
    BadBudget OutOfTime TooLarge    an invalid budget; out of time; too much work
    BadOptions BadTime              invalid options or time of a game
    BadRecord BadShare              a record or a share text that is damaged
    NoSuchFinder Unsupported        an unknown algorithm; rules that an algorithm does not support
    StoreError DamagedStore                         the store cannot be used, or is damaged
    NoSuchGame GameMoved DamagedGame                a stored game that is not there, changed or damaged
    QuotaExceeded NoSuchPictures BadName TooFewPictures    custom pictures
    MissingExtra    a package that is not installed
"""

from importlib import import_module as _import_module

# The stub `__init__.pyi` lists the public names for type checkers and for this module alike. Each is imported on first
# use, so that boards and paths alone start fast. In an archive of compiled modules, this file's name ends in `c`.
_homes = {}
_stub = __spec__.loader.get_data(__file__.removesuffix("c") + "i")  # type: ignore[union-attr]  # a module from a file has this loader
for _line in _stub.decode().splitlines():
    match _line.split():
        case ["from", _module, "import", _name, "as", _]:
            _homes[_name] = _module

__all__ = sorted(_homes)


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name == "__version__":
        value: object = _find_version()
    elif module := _homes.get(name):
        value = getattr(_import_module(module), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]


def _find_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(__name__)
    except PackageNotFoundError:  # a source tree that was never installed
        import tomllib
        from pathlib import Path

        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
