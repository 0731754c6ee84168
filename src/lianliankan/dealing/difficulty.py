"""Difficulties of deals: a name or a range of scores, and their text."""

import re
from decimal import Decimal

from lianliankan.errors import BadDifficulty
from lianliankan.solver.rate import DIFFICULTIES
from lianliankan.text import shorten

Difficulty = str | tuple[float, float] | None
"""A name in `DIFFICULTIES`, a minimum and a maximum score of `rate`, also as text (30-60), or None for any."""


def check_difficulty(difficulty: Difficulty) -> Difficulty:
    """Return a difficulty as deals hold it, or raise BadDifficulty."""
    if difficulty is None:
        return None
    if isinstance(difficulty, str):
        return parse_difficulty(difficulty)
    minimum, maximum = score_range(difficulty)
    return float(minimum), float(maximum)


def score_range(difficulty: str | tuple[float, float]) -> tuple[float, float]:
    """Return the minimum and maximum score of a difficulty, or raise BadDifficulty."""
    if isinstance(difficulty, str):
        if difficulty not in DIFFICULTIES:
            raise BadDifficulty(
                f"unknown difficulty {shorten(difficulty)} (choose from {', '.join(DIFFICULTIES)}, or two scores such "
                "as 30-60)"
            )
        return DIFFICULTIES[difficulty]
    try:
        minimum, maximum = difficulty
        valid = 0 <= minimum <= maximum <= 100
    except (TypeError, ValueError):
        raise BadDifficulty(f"a difficulty must be a name or two scores from 0 to 100, not {difficulty!r}") from None
    if not valid:
        raise BadDifficulty(f"the scores of a difficulty must be from 0 to 100, the smaller first, not {difficulty!r}")
    return minimum, maximum


def parse_difficulty(text: str) -> str | tuple[float, float]:
    """Parse a difficulty: a name, or two scores, e.g. 30-60.

    >>> parse_difficulty("hard"), parse_difficulty("30-60")
    ('hard', (30.0, 60.0))
    """
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)-([0-9]+(?:\.[0-9]+)?)", text)
    difficulty = (float(match[1]), float(match[2])) if match else text
    score_range(difficulty)  # raises for an invalid one
    return difficulty


def format_difficulty(difficulty: str | tuple[float, float]) -> str:
    """Return a difficulty as `parse_difficulty` reads it.

    >>> format_difficulty((12.5, 25.0))
    '12.5-25'
    """
    if isinstance(difficulty, str):
        return difficulty
    return "-".join(f"{Decimal(repr(score)):f}".removesuffix(".0") for score in difficulty)
