"""连连看 (Link-up, Shisen-Sho, Onet) done completely: exact boards, paths, moves and rules on a small C++ kernel."""

from lianliankan.board import MAX_KIND, MAX_SIDE, Board
from lianliankan.cell import Cell
from lianliankan.dealing import deal, scatter
from lianliankan.errors import (
    BadBoard,
    BadBudget,
    BadDifficulty,
    BadPath,
    BadRules,
    BadSeed,
    IllegalMove,
    NoDeal,
    NoTile,
    NotShufflable,
    OffBoard,
    ParseError,
    SameCell,
    TooLarge,
    TooManyMoves,
)
from lianliankan.move import Move
from lianliankan.path import Path
from lianliankan.position import Position, perft
from lianliankan.rating import DIFFICULTIES, Rating, rate
from lianliankan.rules import GRAVITIES, PHASES, Gravity, Phase, Rules
from lianliankan.shuffling import shuffle
from lianliankan.solving import Advice, Blame, advise, blame, solve
from lianliankan.verdict import Budget, Verdict
from lianliankan.verifying import verify

__all__ = [
    "DIFFICULTIES",
    "GRAVITIES",
    "MAX_KIND",
    "MAX_SIDE",
    "PHASES",
    "Advice",
    "BadBoard",
    "BadBudget",
    "BadDifficulty",
    "BadPath",
    "BadRules",
    "BadSeed",
    "Blame",
    "Board",
    "Budget",
    "Cell",
    "Gravity",
    "IllegalMove",
    "Move",
    "NoDeal",
    "NoTile",
    "NotShufflable",
    "OffBoard",
    "ParseError",
    "Path",
    "Phase",
    "Position",
    "Rating",
    "Rules",
    "SameCell",
    "TooLarge",
    "TooManyMoves",
    "Verdict",
    "advise",
    "blame",
    "deal",
    "perft",
    "rate",
    "scatter",
    "shuffle",
    "solve",
    "verify",
]
