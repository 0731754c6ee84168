"""Symbols on the tiles of an SVG: a geometric sign, a character, or a picture that fills the tile."""

import re
from typing import Literal, NamedTuple, Protocol, get_args

from lianliankan.faces.drawn.lap_frames import add_lap_frame
from lianliankan.faces.drawn.tile_set import Body

Style = Literal["solid", "open", "solid barred", "open barred"]
STYLES: tuple[Style, ...] = get_args(Style)
"""The ways to fill a shape."""

SHAPES: dict[str, str] = {
    "heart": "M0 11C-16 .5-12.5-10-6-10-3-10-.9-8.2 0-6 .9-8.2 3-10 6-10 12.5-10 16 .5 0 11z",
    "drop": "M0-12.5C5-5.5 9-1.5 9 3.3A9 9 0 0 1-9 3.3C-9-1.5-5-5.5 0-12.5z",
    "leaf": "M-10.5 10.5C-13.5-4-4-11.5 11-11 11.5 4 4 13.5-10.5 10.5z",
    "sun": "M0-12.5 3-7.3 8.8-8.8 7.3-3 12.5 0 7.3 3 8.8 8.8 3 7.3 0 12.5"
    "-3 7.3-8.8 8.8-7.3 3-12.5 0-7.3-3-8.8-8.8-3-7.3z",
    "diamond": "M0-12.5 10 0 0 12.5-10 0z",
    "hexagon": "M-6-10.2H6L12 0 6 10.2H-6L-12 0z",
    "flower": "M-4.6-4.6A5 5 0 1 1 4.6-4.6 5 5 0 1 1 4.6 4.6 5 5 0 1 1-4.6 4.6 5 5 0 1 1-4.6-4.6z",
    "star": "M0-12 3.2-3.7 12-3.2 5.1 2.4 7.4 11 0 6.2-7.4 11-5.1 2.4-12-3.2-3.2-3.7z",
    "bolt": "M3.5-12.5-9.5 2.5H-2L-4.5 12.5 9.5-3H1.5z",
    "house": "M0-11.5 12-.8H8.8V10.8H-8.8V-.8H-12z",
    "club": "M-3.2-2.4A5.3 5.3 0 1 1 3.2-2.4 5.3 5.3 0 1 1 1.8 5.4"
    "C2 8.3 3 10.3 5 11.8H-5C-3 10.3-2 8.3-1.8 5.4A5.3 5.3 0 1 1-3.2-2.4z",
    "spade": "M0-12C3-7 11-3.5 11 2.3A5.2 5.2 0 0 1 2 6.2"
    "C2.3 8.8 3 10.3 5 11.8H-5C-3 10.3-2.3 8.8-2 6.2A5.2 5.2 0 0 1-11 2.3C-11-3.5-3-7 0-12z",
    "disc": "M-10.8 0A10.8 10.8 0 1 1 10.8 0 10.8 10.8 0 1 1-10.8 0z",
    "moon": "M3.5-11.5A11.6 11.6 0 1 0 11.5 5 10 10 0 0 1 3.5-11.5z",
    "triangle": "M0-11 12 9.8H-12z",
    "crown": "M-11.5 9.5V-7.5L-5.5-1.5 0-10.5 5.5-1.5 11.5-7.5V9.5z",
    "hourglass": "M-9-11H9L2.6 0 9 11H-9L-2.6 0z",
    "arrow": "M12 0 .5 11V4.8H-11.5V-4.8H.5V-11z",
    "plus": "M-4-11.5H4V-4H11.5V4H4V11.5H-4V4H-11.5V-4H-4z",
    "square": "M-9.6-9.6H9.6V9.6H-9.6z",
}
"""The outline of every shape, centred on 0, 0 and reaching about 12 to each side."""


class Symbol(Protocol):
    """A small picture in one ink, shown in the middle of a tile with a label beside it."""

    def to_svg(self, ink: str) -> str:
        """Return SVG elements in a colour, centred on 0, 0 and reaching about 12 to each side."""


class Sign(NamedTuple):
    """A shape filled in a style.

    >>> Sign("diamond", "solid").to_svg("#c00")
    '<path d="M0-12.5 10 0 0 12.5-10 0z" transform="scale(.94)" fill="#c00" stroke="#c00" stroke-width="1.6"/>'
    """

    shape: str
    style: Style

    def to_svg(self, ink: str) -> str:
        """Return the sign as SVG elements."""
        # The stroke rounds the corners; the scale compensates, so that open and solid signs look equally large.
        if self.style.startswith("solid"):
            filling, scale = f'fill="{ink}" stroke="{ink}" stroke-width="1.6"', ".94"
        else:
            filling, scale = f'fill="{ink}" fill-opacity=".12" stroke="{ink}" stroke-width="3.2"', ".87"
        sign = f'<path d="{SHAPES[self.shape]}" transform="scale({scale})" {filling}/>'
        if not self.style.endswith("barred"):
            return sign
        bar = f'<path d="M-9 12H9" stroke="{ink}" stroke-width="3.2" stroke-linecap="round"/>'
        return f'<g transform="translate(0-3.2)scale(.8)">{sign}</g>{bar}'


class Character(NamedTuple):
    """A character used as a picture.

    >>> Character("山").to_svg("#c00")
    '<text x="1.5" y="10.5" font-family="serif" font-size="24" text-anchor="middle" fill="#c00">山</text>'
    """

    text: str

    def to_svg(self, ink: str) -> str:
        """Return the character as an SVG element."""
        place = 'x="1.5" y="10.5" font-family="serif" font-size="24" text-anchor="middle"'
        return f'<text {place} fill="{ink}">{escape(self.text)}</text>'


class TilePicture(NamedTuple):
    """A picture that fills its tile and brings that tile with it.

    - `svg`: SVG elements without ids, centred on 0, 0 and reaching at most 46 to each side.
    - `body`: the tile under it.
    - `lap`: 1 the first time the set shows this picture, 2 the second time …; from 2 on a frame marks it.

    >>> from lianliankan.faces.drawn import TileStyle
    >>> look = TileStyle(("#fff", "#eee"), ("#bbb", "#999"), "#fff")
    >>> TilePicture('<circle r="40"/>', Body(look, look)).to_svg()
    '<circle r="40"/>'
    """

    svg: str
    body: Body
    lap: int = 1

    def to_svg(self) -> str:
        """Return the picture as SVG elements, with the frame of its lap."""
        return self.svg if self.lap == 1 else add_lap_frame(self.svg, self.lap)


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})


def escape(text: str) -> str:
    """Escape a text for XML; characters that XML cannot contain become U+FFFD.

    >>> escape('<"&' + chr(0))
    '&lt;&quot;&amp;�'
    """
    return _NOT_XML.sub("\ufffd", text).translate(_ENTITIES)
