"""The colours of the layers of a search, distinguishable in light mode, in dark mode and in a terminal."""

from typing import NamedTuple


class Shade(NamedTuple):
    """The background colour of a layer: for dark text on `light`, for light text on `dark`.

    >>> shade(1, 3)
    Shade(light='#a5dcf7', dark='#1c6a96')
    """

    light: str
    dark: str

    @property
    def terminal(self) -> int:
        """The nearest of a terminal's 256 colours, a background for black text.

        >>> shade(1, 3).terminal
        153
        """
        red, green, blue = (round(part / 255 * 5) for part in _parts(self.light))
        return 16 + 36 * red + 6 * green + blue


# Few layers get maximally different colours; many get a gradient, like elevations on a map.
_FEW = (
    Shade("#a5dcf7", "#1c6a96"),
    Shade("#ffd877", "#8a6100"),
    Shade("#f7aecb", "#97356b"),
    Shade("#c6b4f5", "#5c45a6"),
)
_MANY = (
    Shade("#d3effb", "#174a62"),
    Shade("#a5dcf7", "#1c6a96"),
    Shade("#a3c2f3", "#2d5fa8"),
    Shade("#b9aef0", "#574fae"),
    Shade("#d9a8e2", "#80439b"),
    Shade("#f4a6c4", "#a03d70"),
    Shade("#fbb29b", "#a54a35"),
)


def shade(layer: int, last: int) -> Shade:
    """Return the colour of a layer, given the last layer of the search; the start is layer 0.

    >>> shade(2, 3) != shade(2, 30), shade(30, 30) == shade(40, 30)
    (True, True)
    """
    if last <= len(_FEW):
        return _FEW[min(max(layer, 1), len(_FEW)) - 1]
    place = (min(max(layer, 1), last) - 1) / (last - 1) * (len(_MANY) - 1)
    low = min(int(place), len(_MANY) - 2)
    return Shade(*(_between(a, b, place - low) for a, b in zip(_MANY[low], _MANY[low + 1], strict=True)))


def _between(first: str, second: str, share: float) -> str:
    mixed = (round(a + (b - a) * share) for a, b in zip(_parts(first), _parts(second), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
