"""A piece of an atlas: the verdicts on some consecutive deals of a variant, by whichever machine.

As a program this is a worker: a process of this machine that answers requests for pieces.
"""

import hashlib
from functools import cache
from time import monotonic, process_time

import msgspec

from lianliankan.atlas.variant import Variant
from lianliankan.board.rules import Rules
from lianliankan.child_process import answer_requests, end_with_parent
from lianliankan.seeds import derive_seed
from lianliankan.solver.solve import solve
from lianliankan.solver.verdict import Budget, Verdict
from lianliankan.solver.verify import verify
from lianliankan.solver.win_rate import count_wins

WON, LOST, UNDECIDED = "W", "L", "U"
"""The letters of verdicts."""

MAX_DEALS = 10**9
"""The largest number of a deal."""

VERIFY_EVERY = 100
"""One deal in so many is verified by the checker that shares no code with the search."""

_VERIFY_STREAM = 11  # of seeds
_MAX_SETS = 400  # of a certificate; verifying a larger one may take minutes
_MEMORY = 4 * 2**30  # of a worker's address space; the solver needs at most about 450 MB
_PROBES = ((6, 8, 12, 6, 3_000), (8, 18, 36, 3, 20_000))  # rows, columns, kinds, deals, nodes


class DecideSettings(msgspec.Struct, frozen=True):
    """How deals are decided. All of it is part of the result, so results are compared only if these agree.

    - `nodes`: the budget of a deal; a deal that needs more is undecided, on every machine.
    - `chunk`: how many deals have one digest.
    - `rated`: how many deals, from the first, are also rated by random play.
    - `games`: the random games of each of them.
    """

    nodes: int = 100_000
    chunk: int = 1_000
    rated: int = 0
    games: int = 256


class Piece(msgspec.Struct):
    """The verdicts on consecutive deals.

    - `first`: the number of the first deal.
    - `verdicts`: a letter for each deal.
    - `nodes`: the nodes that the solver searched for each deal.
    - `wins`: for each rated deal among them, how many random games were won.
    - `verified`: the numbers of the deals whose verdict the independent checker has confirmed.
    - `failed`: the numbers of those that it has not: there should never be any.
    - `seconds`: the processor time, which is the one thing that differs from machine to machine.
    """

    first: int
    verdicts: str
    nodes: list[int]
    wins: list[int] = []
    verified: list[int] = []
    failed: list[int] = []
    seconds: float = 0.0

    @property
    def stop(self) -> int:
        """The number after the last deal."""
        return self.first + len(self.verdicts)


def decide_deals(variant: Variant, settings: DecideSettings, first: int, stop: int, *, seconds: float) -> Piece:
    """Decide deals from `first` up to, but without, `stop`; at least one, and no further one after these seconds.

    >>> piece = decide_deals(Variant.make(2, 3, copies=2), DecideSettings(rated=2), 1, 7, seconds=60)
    >>> piece.verdicts, piece.wins
    ('WWWWWL', [256, 256])
    """
    end, begun = monotonic() + seconds, process_time()
    verdicts: list[str] = []
    piece = Piece(first, "", [])
    for number in range(first, stop):
        board = variant.board(number)
        verdict = solve(board, Budget(nodes=settings.nodes))
        verdicts.append({True: WON, False: LOST, None: UNDECIDED}[verdict.winnable])
        piece.nodes.append(verdict.nodes)
        if number <= settings.rated:
            piece.wins.append(count_wins(board, settings.games, 0, threads=1))
        if derive_seed(number, 0, _VERIFY_STREAM) % VERIFY_EVERY == 0 and _is_verifiable(verdict, variant.rules):
            (piece.verified if verify(board, verdict) else piece.failed).append(number)
        if monotonic() >= end:
            break
    piece.verdicts = "".join(verdicts)
    piece.seconds = round(process_time() - begun, 3)
    return piece


def _is_verifiable(verdict: Verdict, rules: Rules) -> bool:
    """Whether the checker can confirm a verdict: every win, and a loss without gravity if its certificate is short."""
    if verdict.winnable is False:
        return rules.gravity == "still" and len(verdict.certificate or ()) <= _MAX_SETS
    return verdict.winnable is True


@cache
def solver_fingerprint(rules: Rules) -> str:
    """Return what tells solvers apart that search differently under some rules: a digest of verdicts and nodes.

    >>> len(solver_fingerprint(Rules())), solver_fingerprint(Rules()) == solver_fingerprint(Rules(gravity="down"))
    (12, False)
    """
    found = [
        (verdict.winnable, verdict.nodes)
        for rows, cols, kinds, deals, nodes in _PROBES
        for number in range(1, deals + 1)
        for verdict in [solve(Variant(rows, cols, kinds, rules).board(number), Budget(nodes=nodes))]
    ]
    return hashlib.sha256(repr(found).encode()).hexdigest()[:12]


# ---- Workers ---------------------------------------------------------------------------------------------------------


class PieceRequest(msgspec.Struct, frozen=True):
    """The deals to decide: at least the first, and no further one after `seconds`."""

    variant: str
    settings: DecideSettings
    first: int
    stop: int
    seconds: float


class PieceAnswer(msgspec.Struct):
    """The verdicts, and the fingerprint of the solver that found them."""

    piece: Piece
    solver: str


def answer_piece(message: bytes) -> bytes:
    """Answer a request; both are JSON, so that nodes of a cluster need not have the same Python."""
    asked = msgspec.json.decode(message, type=PieceRequest)
    variant = Variant.parse(asked.variant)
    piece = decide_deals(variant, asked.settings, asked.first, asked.stop, seconds=asked.seconds)
    return msgspec.json.encode(PieceAnswer(piece, solver_fingerprint(variant.rules)))


if __name__ == "__main__":
    end_with_parent()  # a thread of the pool, which lives as long as the pool
    answer_requests(answer_piece, memory=_MEMORY)
