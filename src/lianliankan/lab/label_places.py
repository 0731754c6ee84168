"""Where labels beside the ends of lines go, so that none covers another."""

from collections.abc import Sequence

__all__ = ["LABEL_DISTANCE", "spread_apart"]

LABEL_DISTANCE = 14.5
"""The minimum distance between two labels."""


def spread_apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Move sorted heights apart by as little as needed.

    >>> spread_apart([10, 11, 50], 0, 100)
    [3.25, 17.75, 50.0]
    """
    groups: list[list[float]] = []
    for height in wanted:
        groups.append([height])
        while len(groups) > 1 and _span(groups[-2])[1] + LABEL_DISTANCE > _span(groups[-1])[0]:
            last = groups.pop()
            groups[-1] += last
    spread = [
        first + place * LABEL_DISTANCE for group in groups for first, _ in [_span(group)] for place in range(len(group))
    ]
    over = max(spread[-1] - bottom, 0) if spread else 0
    return [max(height - over, top) if over else height for height in spread]


def _span(group: Sequence[float]) -> tuple[float, float]:
    """Return the top and bottom of a group of labels, centred on their wanted positions."""
    middle, half = sum(group) / len(group), (len(group) - 1) * LABEL_DISTANCE / 2
    return middle - half, middle + half
