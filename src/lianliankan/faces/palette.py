"""The twelve colours of the kinds, with neighbours far apart and a shade for every background."""

from typing import NamedTuple

__all__ = ["PALETTE", "Colour"]


class Colour(NamedTuple):
    """A colour in three shades: one of the 256 terminal colours, and SVG colours for light and dark tiles.

    >>> PALETTE[0]
    Colour(terminal=160, light='#d42a3b', dark='#ff7272')
    """

    terminal: int
    light: str
    dark: str


PALETTE: tuple[Colour, ...] = (
    Colour(160, "#d42a3b", "#ff7272"),  # red
    Colour(27, "#2460d8", "#7aacff"),  # blue
    Colour(28, "#1d8540", "#5ed57d"),  # green
    Colour(166, "#d75c05", "#ff9d4d"),  # orange
    Colour(98, "#7a3fce", "#bd9bff"),  # purple
    Colour(30, "#0a8286", "#3fd3cb"),  # teal
    Colour(198, "#d42a8c", "#ff80c4"),  # pink
    Colour(136, "#a17400", "#f4cb4f"),  # gold
    Colour(32, "#0f7fbd", "#5cc6ff"),  # sky
    Colour(94, "#8a4d27", "#dba379"),  # brown
    Colour(64, "#5b850c", "#b5dd52"),  # lime
    Colour(103, "#4b5670", "#b7c3d9"),  # slate
)
"""Every terminal colour has a contrast of at least 3:1 against both black and white."""
