"""Toys: tiny games that are worked out completely, so that a page can play them without knowing the rules."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.board.rules import Gravity, Rules
from lianliankan.game.events import Event, Linked
from lianliankan.game.game import Game
from lianliankan.game.options import Options
from lianliankan.solver.solve import solve


class ToyPair(msgspec.Struct, frozen=True):
    """Two tiles of the same kind: what happens if they are played, and the number of the position after it."""

    cells: Move
    events: list[Event]
    next: int


class ToyPosition(msgspec.Struct, frozen=True):
    """A position: its board, the pair to show, and all pairs of the same kind; no others can be played."""

    rows: list[list[int]]
    hint: Move | None
    pairs: list[ToyPair]


class ToyGame(msgspec.Struct, frozen=True):
    """A tiny game: all its positions, the first one first."""

    positions: list[ToyPosition]


LESSONS: Mapping[str, Board] = MappingProxyType(
    {
        "straight": Board.parse("A..A/.BB./C..D/C..D"),
        "turn": Board.parse("A.../...A/CB../..CB"),
        "round": Board.parse("ABCB/..../..DA/..CD"),
    }
)
"""The boards of the lesson: straight lines, one turn, two turns and round the outside. Any order of pairs wins."""

_APART = 10  # seconds between two pairs, so that there are no combos

_GRAVITY_BOARDS: dict[Gravity, str] = {  # which move many tiles early, and have few positions
    "still": "ECBH/BEAG/FGHD/AFCD",
    "down": "CGFE/FCDG/BHHD/AEBA",
    "up": "EDDB/HABE/ACFG/FGCH",
    "left": "GHAF/DCBC/GHED/EBFA",
    "right": "DFGB/FABE/HHCA/GCDE",
    "split-rows": "EBDD/FEBC/CGFG/AHHA",
    "split-columns": "FCHB/EDAG/FGCB/EADH",
    "gather-rows": "CABG/HFFA/EEDD/HBGC",
    "gather-columns": "GAEB/AFFH/HDDC/ECBG",
    "slide-left-right": "DGFH/EAFC/CHBD/AGEB",
    "slide-down-up": "GECF/ACHH/DAFG/BBED",
    "outward": "GHFB/DBCH/GAFE/DACE",
    "inward": "EBHG/ACHE/BCDF/FDGA",
    "rotating": "EDDE/GCAB/GFHC/HABF",
}

TOYS: Mapping[str, Board] = MappingProxyType(
    {
        **LESSONS,
        **{gravity: Board.parse(text, rules=Rules(gravity=gravity)) for gravity, text in _GRAVITY_BOARDS.items()},
    }
)
"""All toys by name: the boards of the lesson, and one for every gravity."""


def work_out(board: Board) -> ToyGame:
    """Play a tiny game in every possible way.

    >>> toy = work_out(Board.parse("AB/AB"))
    >>> [len(position.pairs) for position in toy.positions], [pair.next for pair in toy.positions[0].pairs]
    ([2, 1, 0, 1], [1, 3])
    """
    numbers: dict[Board, int] = {}
    positions: dict[int, ToyPosition] = {}

    def visit(game: Game) -> int:
        if (number := numbers.get(game.board)) is not None:
            return number
        number = numbers[game.board] = len(numbers)
        pairs = []
        for cells in _equal_pairs(game.board):
            trial = game.copy()
            events = trial.play(*cells, at=game.at + _APART)
            pairs.append(ToyPair(cells, events, visit(trial)))
        positions[number] = ToyPosition(game.board.to_rows(), _pair_to_show(game.board, pairs), pairs)
        return number

    visit(Game(board, Options(when_stuck="ask")))
    return ToyGame([positions[number] for number in sorted(positions)])


def _pair_to_show(board: Board, pairs: list[ToyPair]) -> Move | None:
    """Return the pair whose path has the most turns among those that keep the game winnable, if any does."""
    links = [
        (event.turns, event.steps, pair.cells)
        for pair in pairs
        for event in pair.events
        if isinstance(event, Linked) and solve(board.play(pair.cells)).winnable
    ]
    return max(links)[2] if links else None


def _equal_pairs(board: Board) -> list[Move]:
    tiles = list(board.tiles())
    return [Move(a, b) for place, (a, kind) in enumerate(tiles) for b, other in tiles[place + 1 :] if other == kind]
