"""连连看 (Link-up, Shisen-Sho, Onet) done completely: exact boards, paths, moves and rules on a small C++ kernel."""

from importlib import import_module
from typing import TYPE_CHECKING

from lianliankan.board.board import MAX_KIND, MAX_SIDE, Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.path import Path
from lianliankan.board.position import Position, perft
from lianliankan.board.rules import GRAVITIES, PHASES, Gravity, Phase, Rules
from lianliankan.dealing.deal import deal, scatter
from lianliankan.dealing.shuffle import shuffle
from lianliankan.errors import (
    BadBoard,
    BadBudget,
    BadDifficulty,
    BadOptions,
    BadPath,
    BadRecord,
    BadRules,
    BadSeed,
    BadShare,
    BadTime,
    DamagedGame,
    GameMoved,
    IllegalMove,
    NoDeal,
    NoSuchFinder,
    NoSuchGame,
    NoTile,
    NotShufflable,
    OffBoard,
    ParseError,
    SameCell,
    StoreError,
    TooLarge,
    TooManyMoves,
    Unsupported,
)
from lianliankan.solver.rate import DIFFICULTIES, Rating, rate
from lianliankan.solver.solve import Advice, Blame, advise, blame, solve
from lianliankan.solver.verdict import Budget, Verdict
from lianliankan.solver.verify import verify

if TYPE_CHECKING:
    from lianliankan.board.near_miss import Miss, nearest_miss
    from lianliankan.board.shifts import Shift, shifts
    from lianliankan.dealing.deal_spec import Deal
    from lianliankan.game.commands import COMMANDS, Command
    from lianliankan.game.events import (
        Doomed,
        Dropped,
        Event,
        Hinted,
        Linked,
        Lost,
        Packed,
        Paused,
        Picked,
        Redone,
        Refused,
        Restarted,
        Resumed,
        Shuffled,
        Stuck,
        Undone,
        Won,
    )
    from lianliankan.game.game import Entry, Game
    from lianliankan.game.history import Line
    from lianliankan.game.modes import LEVELS, MODES, Plan, daily, level, plan
    from lianliankan.game.options import Options
    from lianliankan.lab.finders import FINDERS, Finder, Promise, Search, find
    from lianliankan.records.record import from_record, to_record
    from lianliankan.records.share import from_share, to_share
    from lianliankan.store import Progress, Store, StoredGame, Summary

__all__ = [
    "COMMANDS",
    "DIFFICULTIES",
    "FINDERS",
    "GRAVITIES",
    "LEVELS",
    "MAX_KIND",
    "MAX_SIDE",
    "MODES",
    "PHASES",
    "Advice",
    "BadBoard",
    "BadBudget",
    "BadDifficulty",
    "BadOptions",
    "BadPath",
    "BadRecord",
    "BadRules",
    "BadSeed",
    "BadShare",
    "BadTime",
    "Blame",
    "Board",
    "Budget",
    "Cell",
    "Command",
    "DamagedGame",
    "Deal",
    "Doomed",
    "Dropped",
    "Entry",
    "Event",
    "Finder",
    "Game",
    "GameMoved",
    "Gravity",
    "Hinted",
    "IllegalMove",
    "Line",
    "Linked",
    "Lost",
    "Miss",
    "Move",
    "NoDeal",
    "NoSuchFinder",
    "NoSuchGame",
    "NoTile",
    "NotShufflable",
    "OffBoard",
    "Options",
    "Packed",
    "ParseError",
    "Path",
    "Paused",
    "Phase",
    "Picked",
    "Plan",
    "Position",
    "Progress",
    "Promise",
    "Rating",
    "Redone",
    "Refused",
    "Restarted",
    "Resumed",
    "Rules",
    "SameCell",
    "Search",
    "Shift",
    "Shuffled",
    "Store",
    "StoreError",
    "StoredGame",
    "Stuck",
    "Summary",
    "TooLarge",
    "TooManyMoves",
    "Undone",
    "Unsupported",
    "Verdict",
    "Won",
    "advise",
    "blame",
    "daily",
    "deal",
    "find",
    "from_record",
    "from_share",
    "level",
    "nearest_miss",
    "perft",
    "plan",
    "rate",
    "scatter",
    "shifts",
    "shuffle",
    "solve",
    "to_record",
    "to_share",
    "verify",
]

# The game and all that is built on it are read in when they are first asked for: boards and paths alone start faster.
_LATER = {
    name: module
    for module, names in {
        "game.commands": "COMMANDS Command",
        "dealing.deal_spec": "Deal",
        "game.events": "Doomed Dropped Event Hinted Linked Lost Packed Paused Picked Redone Refused Restarted Resumed "
        "Shuffled Stuck Undone Won",
        "lab.finders": "FINDERS Finder Promise Search find",
        "game.game": "Entry Game",
        "game.history": "Line",
        "board.near_miss": "Miss nearest_miss",
        "game.modes": "LEVELS MODES Plan daily level plan",
        "game.options": "Options",
        "board.shifts": "Shift shifts",
        "records.record": "from_record to_record",
        "records.share": "from_share to_share",
        "store": "StoredGame Progress Store Summary",
    }.items()
    for name in names.split()
}


# What public names were called before; they still work.
_FORMER = {"Kept": "StoredGame"}


def __getattr__(name: str) -> object:
    """Read in the module of a public name when it is first asked for."""
    name = _FORMER.get(name, name)
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
