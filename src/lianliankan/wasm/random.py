"""Deals, shuffles and seeds."""

from collections.abc import Iterable
from typing import Any

from lianliankan.wasm.bridge import call, read
from lianliankan.wasm.values import split, to_unsigned

_64_BITS = 2**64 - 1


def scatter(places: int, kinds: int, seed: int) -> list[int]:
    """Return a uniform deal over a number of places."""
    return read("scatter", to_unsigned(places, 31), kinds, *split(seed)).tolist()


def shuffle(values: Iterable[Any], seed: int) -> list[Any]:
    """Return the values in random order."""
    given = list(values)
    return [given[place] for place in read("shuffle", len(given), *split(seed))]


def mix(a: int, b: int) -> int:
    """Return a seed made of two numbers."""
    return int(call.mix(*split(a), *split(b))) & _64_BITS
