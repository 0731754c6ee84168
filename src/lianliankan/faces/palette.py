"""The twelve colours of the kinds, with neighbours far apart and a shade for every background."""

from typing import NamedTuple


class Colour(NamedTuple):
    """A colour in three shades: one of the 256 terminal colours, and SVG colours for light and dark tiles.

    >>> PALETTE[0]
    Colour(terminal=160, light='#d42a3b', dark='#ff7272')
    """

    terminal: int
    light: str
    dark: str


_SHADES = """
160 #d42a3b #ff7272, 27 #2460d8 #7aacff, 28 #1d8540 #5ed57d, 166 #d75c05 #ff9d4d,
98 #7a3fce #bd9bff, 30 #0a8286 #3fd3cb, 198 #d42a8c #ff80c4, 136 #a17400 #f4cb4f,
32 #0f7fbd #5cc6ff, 94 #8a4d27 #dba379, 64 #5b850c #b5dd52, 103 #4b5670 #b7c3d9
"""  # red, blue, green, orange; purple, teal, pink, gold; sky, brown, lime, slate

PALETTE: tuple[Colour, ...] = tuple(
    Colour(int(terminal), light, dark) for terminal, light, dark in map(str.split, _SHADES.split(","))
)
"""Every terminal colour has a contrast of at least 3:1 against both black and white."""
