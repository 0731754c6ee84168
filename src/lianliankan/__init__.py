"""连连看 (Link-up, Shisen-Sho, Onet): exact boards, paths, moves, rules and a solver on a small C++ kernel."""

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
    from lianliankan.board.near_miss import NearMiss, nearest_miss
    from lianliankan.board.shifts import TileShift, shifts
    from lianliankan.dealing.deal_spec import Deal
    from lianliankan.dealing.shapes import SHAPES
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

    # As in _FORMER:
    Kept = StoredGame
    Miss = NearMiss
    Shift = TileShift

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
    "SHAPES",
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
    "Move",
    "NearMiss",
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
    "Shuffled",
    "Store",
    "StoreError",
    "StoredGame",
    "Stuck",
    "Summary",
    "TileShift",
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

# Imported on first use, so that boards and paths alone start fast.
_LATER = {
    name: module
    for module, names in {
        "game.commands": "COMMANDS Command",
        "dealing.deal_spec": "Deal",
        "dealing.shapes": "SHAPES",
        "game.events": "Doomed Dropped Event Hinted Linked Lost Packed Paused Picked Redone Refused Restarted Resumed "
        "Shuffled Stuck Undone Won",
        "lab.finders": "FINDERS Finder Promise Search find",
        "game.game": "Entry Game",
        "game.history": "Line",
        "board.near_miss": "NearMiss nearest_miss",
        "game.modes": "LEVELS MODES Plan daily level plan",
        "game.options": "Options",
        "board.shifts": "TileShift shifts",
        "records.record": "from_record to_record",
        "records.share": "from_share to_share",
        "store": "StoredGame Progress Store Summary",
    }.items()
    for name in names.split()
}


# Names of earlier versions, which keep working.
_FORMER = {"Kept": "StoredGame", "Miss": "NearMiss", "Shift": "TileShift"}


def __getattr__(name: str) -> object:
    """Import the module of a public name on first use."""
    current = _FORMER.get(name, name)
    if current not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_LATER[current]}"), current)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
