"""The solver: whether a position can be won, and which move lost a game."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import monotonic

from lianliankan import _kernel
from lianliankan.board.board import Board, check_board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.position import Position
from lianliankan.errors import IllegalMove
from lianliankan.seeds import choose_seed
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget, Loss, Verdict, check_threads
from lianliankan.text import shorten

_STILL_SAVES = 16  # times as much work does a search with gravity


def solve(
    board: Board, budget: Budget | float | None = DEFAULT_BUDGET, *, seed: int | None = 0, threads: int = 1
) -> Verdict:
    """Decide whether a board can be won.

    Without gravity this is a search over pairings that learns from every conflict; with gravity, a search over moves
    that remembers dead positions. `budget` is a `Budget`, two million nodes by default, or a number of seconds; None
    means no limit. The same board, seed and budget of nodes give the same verdict and node count everywhere; a seed of
    None draws a random one, which is in the result. Runs without the interpreter lock; Ctrl-C interrupts it. It takes
    milliseconds and less than a megabyte for most boards. A board that packs along its long lines (8 × 18 cells packing
    left, right, inward or to the middle column) often takes seconds; the memory is at most about 450 MB. Two `threads`
    leave fewer of these undecided in the same time: from 20,000 nodes on they search together with gravity, and nothing
    changes without it. The nodes are those of all threads; the win and their number vary from run to run. Boards
    without gravity and with more than 62 rows or columns are only tried by random playouts, not searched.

    >>> verdict = llk.solve(llk.Board.parse("AAB/ABA"))
    >>> verdict.winnable, len(verdict.moves)
    (True, 3)
    >>> llk.solve(llk.Board.parse("AB/BA")).certificate
    ((Cell(row=0, col=0), Cell(row=0, col=1), Cell(row=1, col=0), Cell(row=1, col=1)),)
    """
    return SolverQuery(board, budget, seed, threads=threads).ask()


@dataclass(frozen=True, slots=True)
class Blame:
    """The point at which a game was lost.

    - `winnable`: whether it can still be won after the last move; None if undecided.
    - `lost_after`: the number of moves after which it was lost: 0 if it was from the start; None if it is not lost, or
      if the budget was spent first.
    - `won_until`: the largest number of moves after which it is known to have been winnable; None if it never was.
    - `move`: the move that lost it, or None.
    - `seed`: the seed of the search.
    - `timed_out`: whether something stayed undecided because the budget's time was over.

    >>> blame = llk.blame(llk.Board.parse("AA/AB/BA"), [llk.Move.parse("1,1-1,2")])
    >>> blame.winnable, blame.lost_after, str(blame.move)
    (False, 1, '1,1-1,2')
    """

    winnable: bool | None
    lost_after: int | None
    won_until: int | None
    move: Move | None
    seed: int = 0
    timed_out: bool = False


def blame(
    board: Board, moves: Iterable[Move], budget: Budget | float | None = DEFAULT_BUDGET, *, seed: int | None = 0
) -> Blame:
    """Find the first move of a game after which it could no longer be won.

    A lost game stays lost, so bisection finds it. Raises IllegalMove for a move that does not link.

    >>> llk.blame(llk.Board.parse("AA/AB/BA"), [llk.Move.parse("1,1-1,2")]).move
    Move(a=Cell(row=0, col=0), b=Cell(row=0, col=1))
    """
    return find_blame(SolverQuery(board, budget, seed), _check_moves(board, moves))


def find_blame(query: "SolverQuery", played: Sequence[Move]) -> Blame:
    """Find the first of some moves, which can be played, after which the board of a query could not be won."""
    known: dict[int, bool | None] = {}

    def winnable(after: int) -> bool | None:
        if after not in known:
            known[after] = query.ask(played[:after]).winnable
        return known[after]

    last = winnable(len(played))
    if last:
        return Blame(True, None, len(played), None, query.seed)
    if winnable(0) is False:
        return Blame(False, 0, None, None, query.seed)
    # The answer changes between `won` and `lost`: bisect, leaving out what stays undecided.
    won = 0 if known[0] else None
    lost = len(played) if last is False else None
    open_ends = list(range(1, len(played)))
    while open_ends and not query.is_over:
        middle = open_ends[len(open_ends) // 2]
        answer = winnable(middle)
        if answer:
            won = middle
            open_ends = [after for after in open_ends if after > middle]
        elif answer is False:
            lost = middle
            open_ends = [after for after in open_ends if after < middle]
        else:
            open_ends.remove(middle)
    exact = lost is not None and (won == lost - 1)
    move = played[lost - 1] if exact and lost else None
    timed_out = not exact and (query.timed_out or bool(open_ends))
    return Blame(last, lost if exact else None, won, move, query.seed, timed_out)


def _check_moves(board: Board, moves: Iterable[Move]) -> list[Move]:
    """Return the moves if they can be played; an error names the first that cannot, by its number and its index."""
    if not isinstance(moves, Iterable):
        raise TypeError(f"moves must be a list of moves, not {shorten(moves)}")
    played: list[Move] = []
    position = Position(board)
    for move in map(_move, moves):
        try:
            position.play(move)
        except IllegalMove as problem:
            raise IllegalMove(f"move {len(played) + 1} (moves[{len(played)}]): {problem}") from None
        played.append(move)
    return played


def _move(given: tuple[tuple[int, int], tuple[int, int]]) -> Move:
    try:
        a, b = (Cell(*cell) for cell in given)
    except (TypeError, ValueError):
        raise TypeError(f"a move must be a pair of cells, not {given!r}") from None
    return Move(a, b)


class SolverQuery:
    """Queries about one board and the positions after it, which share a budget and what the solver has learnt.

    - `nodes_left`: what is left of the budget's nodes.
    - `end`: when the budget's time is over, on the monotonic clock; `inf` without a limit.
    - `timed_out`: whether anything stayed undecided because of that.
    """

    def __init__(
        self,
        board: Board,
        budget: Budget | float | None,
        seed: int | None,
        *,
        by_moves: bool = False,
        threads: int = 1,
    ) -> None:
        check_board(board)
        self._still = board.rules.gravity == "still"
        self.seed = choose_seed(seed)
        # by_moves: search moves, not pairings
        self._solver = _kernel.Solver(board, self.seed, by_moves, check_threads(threads))
        self.nodes_left, seconds = Budget.of(budget)._kernel_key
        self.end = monotonic() + seconds
        self.timed_out = False

    def ask(self, played: Sequence[Move] = (), *, nodes: int | None = None, until: float = math.inf) -> Verdict:
        """Decide the position after these moves, with some of the nodes that are left, and by a time."""
        most = self.nodes_left if nodes is None else min(nodes, self.nodes_left)
        end = min(self.end, until)
        winnable, moves, nodes, loss, tiles, blocked = self._solver.solve(played, most, max(end - monotonic(), 0.0))
        timed_out = winnable is None and nodes < most and monotonic() >= end
        self.timed_out |= timed_out
        self.nodes_left -= min(nodes, self.nodes_left)
        known: Loss = loss  # type: ignore[assignment]  # the kernel returns no other words
        certificate = blocked if loss == "blocked" else None
        return Verdict(winnable, moves, nodes, known, tiles, certificate, self.seed, timed_out)

    @property
    def is_over(self) -> bool:
        """Whether the budget's time is over."""
        return monotonic() >= self.end

    def share(self, part: float) -> float:
        """Return when a part of the time that is left is over; `inf` without a limit."""
        now = monotonic()
        return math.inf if self.end == math.inf else now + part * max(self.end - now, 0.0)

    def outcomes(
        self, board: Board, played: Sequence[Move], win: Sequence[Move], work: int, *, until: float = math.inf
    ) -> tuple[dict[Move, bool | None], int]:
        """Decide every move of the position after these moves, for so much work; also return how much of it is left.

        `board` is that position, and `win` a known win from there, if any. The work of a search is reckoned as the
        square of the tiles, less without gravity, and the tiles for every node: large boards would take minutes. No
        move takes more than its share of the nodes and of the time until `until`. What is not decided is None.
        """
        end = min(self.end, until)
        known: dict[Move, bool | None] = dict.fromkeys(self._safe_firsts(board, win), True)
        outcomes: dict[Move, bool | None] = {}
        cost = board.tile_count**2 // (_STILL_SAVES if self._still else 1)
        moves = board.moves()
        for left, move in zip(range(len(moves), 0, -1), moves, strict=True):
            now = monotonic()
            if move not in known and now >= end:
                self.timed_out = True
            elif move not in known and cost > work:
                work = 0
            elif move not in known:
                nodes = min((work - cost) // board.tile_count, self.nodes_left // left)
                verdict = self.ask([*played, move], nodes=nodes, until=now + (end - now) / left)
                work = max(work - cost - verdict.nodes * board.tile_count, 0)
                known[move] = verdict.winnable
                if self._still:
                    known |= dict.fromkeys(self._safe_firsts(board, verdict.moves), True)
            outcomes[move] = known.get(move)
        return outcomes, work

    def _safe_firsts(self, board: Board, win: Sequence[Move]) -> list[Move]:
        """Return the first moves that a win proves safe: without gravity, all of its moves that link now."""
        return [move for move in win if board.linkable(*move)] if self._still else list(win[:1])
