"""A tile set drawn in code: its drawings, and the body of the tile that they lie on."""

from typing import NamedTuple

__all__ = ["Body", "Drawing", "TileSet", "TileStyle"]


class Drawing(NamedTuple):
    """One drawing of a tile set.

    - `name`, `chinese`: what it shows, in two languages ("panda", "熊猫"); screen readers read it aloud.
    - `sign`: what a terminal shows instead: a Chinese character or two signs, unique within the set.
    - `svg`: the picture as SVG elements, centred on 0, 0 and reaching at most 46 to each side.
    """

    name: str
    chinese: str
    sign: str
    svg: str


class TileStyle(NamedTuple):
    """The colours of a tile body; a pair is a gradient from top to bottom.

    - `face`: the side with the picture.
    - `edge`: the side of the tile, visible below the face.
    - `rim`: the light along the inside of the face's border.
    """

    face: tuple[str, str]
    edge: tuple[str, str]
    rim: str


class Body(NamedTuple):
    """The tile under the drawings of a set, for the light and the dark theme.

    - `light`, `dark`: the colours. The drawings are the same on both, so even the dark tile is fairly light.
    - `round`: the radius of the corners, in hundredths of the tile's side.
    - `depth`: the visible thickness of the tile, in the same unit.
    """

    light: TileStyle
    dark: TileStyle
    round: float = 16
    depth: float = 9


class TileSet(NamedTuple):
    """A named set of drawings on one tile body; `DrawnFaces` turns it into faces for all kinds.

    - `name`: letters only; `title`, `chinese`: its title in two languages.
    - `drawings`: at least 42, the most distinctive first, because small boards show only the first ones.
    """

    name: str
    title: str
    chinese: str
    body: Body
    drawings: tuple[Drawing, ...]
