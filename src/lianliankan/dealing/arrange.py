"""Tiles over places so that they can be won: what dealing and shuffling have in common."""

from collections.abc import Iterable, Sequence

from lianliankan import _kernel
from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.seeds import draw, seed_of
from lianliankan.solver.solve import solve
from lianliankan.solver.verdict import Budget, Verdict

__all__ = ["arranged", "peel", "peeled", "places_of", "wander", "winnable"]

_NODES = 100_000  # what one arrangement may take; where tiles stay, hardly any takes a hundredth of it
_STEP_NODES = 2_000  # what one step of a walk may take; a step that takes more is not made
_WALK_NODES = 6_000_000  # what a whole walk may take, times tiles: about a second, whatever the size
_LIGHTER = 30  # a node is so much less work where tiles move
_PEEL, _KINDS, _WALK = 1, 2, 3  # streams of chance
_GAMES = 16  # tries to peel by chance before a search does it


def places_of(board: Board) -> list[Cell]:
    """List all cells with a tile, in reading order."""
    return [Cell(r, c) for r, row in enumerate(board.to_rows()) for c, kind in enumerate(row) if kind > 0]


def arranged(board: Board, kinds: Iterable[int]) -> Board:
    """Put other kinds on the tiles of a board, given in reading order."""
    given = iter(kinds)
    rows = [[next(given) if number > 0 else number for number in row] for row in board.to_rows()]
    return type(board)(rows, rules=board.rules, phase=board.phase)


def winnable(board: Board) -> bool:
    """Say whether an arrangement is known to be winnable."""
    return solve(board, Budget(nodes=_NODES)).winnable is True


def peel(board: Board, seed: int) -> list[Move] | Verdict:
    """Pair the places of a board so that the pairs can go one after the other, whatever stands on them.

    Where that fails, the verdict on the board with all tiles alike says whether it can be done at all: any winnable
    arrangement is also a way to clear the board of tiles that are all alike.
    """
    alike = arranged(board, [1] * board.tile_count)
    for game in range(_GAMES):
        moves: Sequence[Move] = alike._play_randomly(seed_of(seed, game, _PEEL))
        if 2 * len(moves) == board.tile_count:
            return alike._find_origins(moves)
    verdict = solve(alike, Budget(nodes=_NODES))
    return alike._find_origins(verdict.moves) if verdict.winnable else verdict


def peeled(board: Board, kinds: Sequence[int], seed: int) -> Board | Verdict:
    """Lay kinds, of each an even number, over the places of a board so that it can be won; or say why not."""
    pairs = peel(board, seed)
    if isinstance(pairs, Verdict):
        return pairs
    order = _kernel.shuffle(sorted(kinds)[::2], seed_of(seed, 0, _KINDS))
    kind_on = {place: kind for pair, kind in zip(pairs, order, strict=True) for place in pair}
    return arranged(board, [kind_on[place] for place in places_of(board)])


def wander(board: Board, seed: int, steps: int) -> Board:
    """Walk through the winnable arrangements: two tiles by chance change places wherever it stays winnable.

    Every step is as likely as its way back, so in the long run all arrangements that can be reached are equally likely
    (Metropolis and others, 1953): the same as dealing at random and rejecting, where almost all would be rejected. A
    walk on a board that is hard to decide ends early.
    """
    seed = seed_of(seed, 0, _WALK)
    left = _WALK_NODES // board.tile_count * (1 if board.rules.gravity == "still" else _LIGHTER)
    kinds = [kind for row in board.to_rows() for kind in row if kind > 0]
    for step in range(steps):
        a, b = draw(seed, 2 * step, len(kinds)), draw(seed, 2 * step + 1, len(kinds))
        if kinds[a] == kinds[b]:
            continue
        kinds[a], kinds[b] = kinds[b], kinds[a]
        moved = arranged(board, kinds)
        verdict = solve(moved, Budget(nodes=_STEP_NODES))
        left -= verdict.nodes
        if left < 0:
            break
        if verdict.winnable:
            board = moved
        else:
            kinds[a], kinds[b] = kinds[b], kinds[a]
    return board
