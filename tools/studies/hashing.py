"""The second open question, measured: recognising repeated positions by an incremental hash."""

from math import expm1
from random import Random

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.position import Position
from lianliankan.dealing.deal import scatter
from lianliankan.lab.race.stopwatch import format_nanoseconds, time_in_turns
from studies.tables import ResultTable, format_ratio

_SIDES = (8, 16, 32, 60)
_BITS = (16, 24, 32, 40, 64)
_REPEAT = 200  # repetitions of what is too short to measure


class Zobrist:
    """Zobrist hashing as in the textbooks: a random number for each kind on each cell, XORed over all tiles.

    XOR is its own inverse, so removing a tile is one XOR, and so is putting it back.

    >>> board = Board.parse("ABBA")
    >>> zobrist = Zobrist(board)
    >>> move = Move(Cell(0, 1), Cell(0, 2))
    >>> after = zobrist.step(zobrist.whole(board), 2, move)
    >>> after == zobrist.whole(board.play(move)), zobrist.step(after, 2, move) == zobrist.whole(board)
    (True, True)
    """

    def __init__(self, board: Board) -> None:
        random = Random(1)
        kinds = {kind for row in board.to_rows() for kind in row if kind > 0}
        cells = [Cell(row, col) for row in range(board.rows) for col in range(board.cols)]
        self._keys = {(cell, kind): random.getrandbits(64) for kind in sorted(kinds) for cell in cells}

    def whole(self, board: Board) -> int:
        """Hash a board from scratch."""
        found = 0
        for row, kinds in enumerate(board.to_rows()):
            for col, kind in enumerate(kinds):
                if kind > 0:
                    found ^= self._keys[Cell(row, col), kind]
        return found

    def step(self, found: int, kind: int, move: Move) -> int:
        """Return the hash after a move from the hash before it, or the other way round."""
        return found ^ self._keys[move.a, kind] ^ self._keys[move.b, kind]


def measure_hashing(*, sides: tuple[int, ...] = _SIDES, rounds: int = 7) -> ResultTable:
    """Time the hash after a move, from scratch and by two XORs, in plain Python and in the kernel.

    >>> measure_hashing(sides=(8,), rounds=1).lines[0][0]
    '8 × 8'
    """
    lines = tuple((f"{side} × {side}", *_times(side, rounds)) for side in sides)
    head = ("board", "from scratch", "two XORs", "gain", "new board and its hash", "position.zobrist")
    return ResultTable(head, lines, "Full boards, after one move; the first three columns are plain Python.")


def _times(side: int, rounds: int) -> tuple[str, ...]:
    board = scatter(side, side, kinds=min(36, side * side // 4), seed=1)
    move = board.moves()[0]
    kind, after, rows = board[move.a], board.play(move), board.to_rows()
    zobrist, position = Zobrist(board), Position(board)
    before = zobrist.whole(board)

    def steps() -> None:
        for _ in range(_REPEAT):
            zobrist.step(before, kind, move)

    def reads() -> None:
        for _ in range(_REPEAT):
            position.zobrist  # noqa: B018  # reading it is the work

    works = {
        "whole": lambda: zobrist.whole(after),
        "steps": steps,
        "built": lambda: Board(rows).zobrist,
        "reads": reads,
    }
    times = time_in_turns(works, rounds=rounds)
    step, read = times["steps"] / _REPEAT, times["reads"] / _REPEAT
    return (
        format_nanoseconds(times["whole"]),
        format_nanoseconds(step),
        format_ratio(times["whole"], step),
        format_nanoseconds(times["built"]),
        format_nanoseconds(read),
    )


def count_collisions(*, deals: int = 100, games: int = 400) -> ResultTable:
    """Count the positions that share a hash with another, over random playouts of several deals.

    >>> found = count_collisions(deals=2, games=20)
    >>> found.lines[-1][0], found.lines[-1][1]
    ('64', '0')
    """
    known: dict[bytes, int] = {}  # by cells, so that the same position from another deal counts once
    moves = sum(_random_playouts(seed, games, known) for seed in range(1, deals + 1))
    hashes = known.values()
    lines = []
    for bits in _BITS:
        shared = len(hashes) - len({found & ((1 << bits) - 1) for found in hashes})
        expected = len(hashes) + (1 << bits) * expm1(-len(hashes) / (1 << bits))  # positions minus distinct hashes
        lines.append((str(bits), f"{shared:,}", f"{expected:,.0f}"))
    again = 100 * (1 - len(hashes) / moves)
    return ResultTable(
        ("bits of the hash", "collisions", "expected at random"),
        tuple(lines),
        f"{deals * games:,} random playouts of {deals} deals of 8 × 8 cells, {moves:,} moves. They reached "
        f"{len(hashes):,} different positions: {again:.0f}% of the moves led to a position seen before.",
    )


def _random_playouts(seed: int, games: int, known: dict[bytes, int]) -> int:
    """Play random games from a deal, record the hash of every position, and return the number of moves."""
    board = scatter(8, 8, kinds=16, seed=seed)
    random, played = Random(seed), 0
    for _ in range(games):
        position, cells = Position(board), bytearray(kind for row in board.to_rows() for kind in row)
        while moves := position.moves():
            move = random.choice(moves)
            position.play(move)
            for cell in move:
                cells[8 * cell.row + cell.col] = 0
            known[bytes(cells)] = position.zobrist
            played += 1
    return played
