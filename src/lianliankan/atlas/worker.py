"""What a worker does, in a process of this machine or on a node of a cluster: decide some deals of a variant."""

import msgspec

from lianliankan.atlas.piece import DecideSettings, Piece, decide_deals, solver_fingerprint
from lianliankan.atlas.variant import Variant
from lianliankan.child_process import answer_requests, end_with_parent

_MEMORY = 4 * 2**30  # of the address space; the solver needs at most about 450 MB


class PieceRequest(msgspec.Struct, frozen=True):
    """Which deals to decide: at least the first, and no further one after `seconds`."""

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
