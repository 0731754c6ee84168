"""连连看 (Link-up, Shisen-Sho, Onet) done completely: exact boards, paths, moves and rules on a small C++ kernel."""

from lianliankan.board import MAX_KIND, MAX_SIDE, Board
from lianliankan.cell import Cell
from lianliankan.dealing import scatter
from lianliankan.errors import (
    BadBoard,
    BadPath,
    BadRules,
    IllegalMove,
    NoTile,
    OffBoard,
    ParseError,
    SameCell,
    TooManyMoves,
)
from lianliankan.move import Move
from lianliankan.path import Path
from lianliankan.position import Position, perft
from lianliankan.rules import GRAVITIES, PHASES, Gravity, Phase, Rules

__all__ = [
    "GRAVITIES",
    "MAX_KIND",
    "MAX_SIDE",
    "PHASES",
    "BadBoard",
    "BadPath",
    "BadRules",
    "Board",
    "Cell",
    "Gravity",
    "IllegalMove",
    "Move",
    "NoTile",
    "OffBoard",
    "ParseError",
    "Path",
    "Phase",
    "Position",
    "Rules",
    "SameCell",
    "TooManyMoves",
    "perft",
    "scatter",
]
