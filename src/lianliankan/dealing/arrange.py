"""Winnable arrangements of tiles: what dealing and shuffling share."""

from collections.abc import Iterable, Sequence

from lianliankan import _kernel
from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.deadline import check_time
from lianliankan.seeds import derive_seed, draw
from lianliankan.solver.solve import solve
from lianliankan.solver.verdict import Budget, Verdict
from lianliankan.solver.win_rate import play_randomly

_NODES = 100_000  # budget of one arrangement; without gravity, hardly any needs a hundredth of it
_STEP_NODES = 2_000  # budget of one step of a walk; a step that needs more is not made
_WALK_NODES = 6_000_000  # budget of a whole walk, times tiles: about a second for any size
_GRAVITY_NODES = 30  # nodes under gravity that cost as much as one without
_PAIRING, _KINDS, _WALK = 1, 2, 3  # streams of seeds
_PLAYOUTS = 16  # random playouts to pair the places before a search does


def tile_places(board: Board) -> list[Cell]:
    """Return all cells with a tile, in reading order."""
    return [cell for cell, _ in board.tiles()]


def with_kinds(board: Board, kinds: Iterable[int]) -> Board:
    """Return the board with other kinds on its tiles, given in reading order."""
    given = iter(kinds)
    rows = []
    for row in board.to_rows():
        check_time()
        rows.append([next(given) if number > 0 else number for number in row])
    return type(board)(rows, rules=board.rules, phase=board.phase)


def winnable(board: Board) -> bool:
    """Return whether an arrangement is known to be winnable."""
    return solve(board, Budget(nodes=_NODES)).winnable is True


def pair_places(board: Board, seed: int) -> list[Move] | Verdict:
    """Pair the places of a board so that the pairs can be removed one after the other, whatever kinds they get.

    If that fails, return the verdict on the board with all tiles alike, which says whether it can be done at all: any
    winnable arrangement also clears the board with all tiles alike.
    """
    alike = with_kinds(board, [1] * board.tile_count)
    for game in range(_PLAYOUTS):
        moves: Sequence[Move] = play_randomly(alike, derive_seed(seed, game, _PAIRING))
        if 2 * len(moves) == board.tile_count:
            return alike._find_origins(moves)
    verdict = solve(alike, Budget(nodes=_NODES))
    return alike._find_origins(verdict.moves) if verdict.winnable else verdict


def build_winnable(board: Board, kinds: Sequence[int], seed: int) -> Board | Verdict:
    """Arrange kinds, an even number of each, on the places of a board so that it can be won; or say why not."""
    pairs = pair_places(board, seed)
    if isinstance(pairs, Verdict):
        return pairs
    order = _kernel.shuffle(sorted(kinds)[::2], derive_seed(seed, 0, _KINDS))
    kind_on = {place: kind for pair, kind in zip(pairs, order, strict=True) for place in pair}
    return with_kinds(board, [kind_on[place] for place in tile_places(board)])


def random_walk(board: Board, seed: int, steps: int) -> Board:
    """Walk randomly through the winnable arrangements: swap two random tiles if the board stays winnable.

    Every step is as likely as its reverse, so in the long run all reachable arrangements are equally likely (Metropolis
    et al., 1953): the same as rejection sampling, for boards where almost everything would be rejected. A walk on a
    board that is hard to decide ends early.
    """
    seed = derive_seed(seed, 0, _WALK)
    left = _WALK_NODES // board.tile_count * (1 if board.rules.gravity == "still" else _GRAVITY_NODES)
    kinds = [kind for _, kind in board.tiles()]
    for step in range(steps):
        a, b = draw(seed, 2 * step, len(kinds)), draw(seed, 2 * step + 1, len(kinds))
        if kinds[a] == kinds[b]:
            continue
        kinds[a], kinds[b] = kinds[b], kinds[a]
        moved = with_kinds(board, kinds)
        verdict = solve(moved, Budget(nodes=_STEP_NODES))
        left -= verdict.nodes
        if left < 0:
            break
        if verdict.winnable:
            board = moved
        else:
            kinds[a], kinds[b] = kinds[b], kinds[a]
    return board
