"""Seeds: the only source of randomness, so that a number means the same thing on every machine."""

from os import urandom

from lianliankan import _kernel
from lianliankan.errors import BadSeed

SEEDS = 2**64
"""How many seeds there are."""

_MAX_DRAWN = 999_999  # short enough to tell someone


def draw_seed() -> int:
    """Draw a random seed, short enough to pass on to someone.

    >>> 1 <= draw_seed() <= 999_999
    True
    """
    return 1 + (int.from_bytes(urandom(8)) * _MAX_DRAWN >> 64)


def derive_short_seed(seed: int, number: int) -> int:
    """Derive a seed like those of `draw_seed` from a seed and a number.

    >>> derive_short_seed(7, 1) == derive_short_seed(7, 1) <= 999_999
    True
    """
    return 1 + draw(seed, number, _MAX_DRAWN)


def check_seed(seed: object) -> int:
    """Return the seed, or raise BadSeed."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadSeed(f"a seed is an integer from 0 to {SEEDS - 1}, not {seed!r}")
    return seed


def choose_seed(seed: int | None) -> int:
    """Return the seed, or a random one for None; raises BadSeed.

    >>> choose_seed(7), choose_seed(None) > 0
    (7, True)
    """
    return draw_seed() if seed is None else check_seed(seed)


def derive_seed(seed: int, number: int, stream: int = 0) -> int:
    """Derive a seed from a seed and a number; independent uses take different streams.

    >>> derive_seed(1, 2) == derive_seed(2, 1), derive_seed(1, 2) == derive_seed(1, 2, stream=1)
    (False, False)
    """
    return _kernel.mix(_kernel.mix(seed, stream), number)


def draw(seed: int, number: int, below: int) -> int:
    """Return the number from 0 to below - 1 that belongs to a seed and a number.

    >>> sorted({draw(7, number, 3) for number in range(100)})
    [0, 1, 2]
    """
    return derive_seed(seed, number) * below >> 64
