"""Seeds: the only source of randomness, so that a number means the same thing on every machine."""

from lianliankan import _kernel
from lianliankan.errors import BadSeed

__all__ = ["SEEDS", "check_seed", "derive_seed", "draw"]

SEEDS = 2**64
"""How many seeds there are."""


def check_seed(seed: int) -> int:
    """Give the seed back if it is one."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadSeed(f"a seed is a number from 0 to {SEEDS - 1}, not {seed!r}")
    return seed


def derive_seed(seed: int, number: int, stream: int = 0) -> int:
    """Make another seed of a seed and a number; uses that must not meet take streams of their own.

    >>> derive_seed(1, 2) == derive_seed(1, 2), derive_seed(1, 2) == derive_seed(2, 1), derive_seed(1, 2) == derive_seed(1, 2, stream=1)
    (True, False, False)
    """
    return _kernel.mix(_kernel.mix(seed, stream), number)


def draw(seed: int, number: int, below: int) -> int:
    """Draw a number from 0 to below - 1, the one that belongs to a seed and a number.

    >>> sorted({draw(7, number, 3) for number in range(100)})
    [0, 1, 2]
    """
    return derive_seed(seed, number) * below >> 64
