"""A set of tiles drawn by code: its drawings, and the body of the tile that they stand on."""

from typing import NamedTuple

__all__ = ["Body", "Drawing", "TileSet", "TileStyle"]


class Drawing(NamedTuple):
    """One face of a set.

    - `name`, `chinese`: what it shows, in two languages: "panda", "熊猫". Screen readers say it.
    - `sign`: what stands for it in a terminal: a Chinese character, or two signs; no two faces of a set share it.
    - `svg`: the picture as `drawing` gives it, its middle at 0, 0 and no side beyond 46.
    """

    name: str
    chinese: str
    sign: str
    svg: str


class TileStyle(NamedTuple):
    """The colours of a tile's body; a pair is a gradient from top to bottom.

    - `face`: the side that the picture is on.
    - `edge`: the thickness of the tile, seen below the face.
    - `rim`: the light along the upper edge of the face.
    """

    face: tuple[str, str]
    edge: tuple[str, str]
    rim: str


class Body(NamedTuple):
    """The tile under the pictures of a set, in a light room and in a dark one.

    - `light`, `dark`: the colours. The pictures are the same on both, so the dark one is no darker than they bear.
    - `round`: how round the corners are, in hundredths of the tile's side.
    - `depth`: how thick the tile looks, likewise.
    """

    light: TileStyle
    dark: TileStyle
    round: float = 16
    depth: float = 9


class TileSet(NamedTuple):
    """A named set of drawings on one body.

    - `name`: letters only; `title`, `chinese`: what people call it, in two languages.
    - `drawings`: at least 42, the most telling first: small boards show only the first ones.
    """

    name: str
    title: str
    chinese: str
    body: Body
    drawings: tuple[Drawing, ...]
