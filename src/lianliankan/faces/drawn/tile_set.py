"""A tile set drawn in code: its drawings, and the body of the tile that they lie on."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple, Self


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

    @classmethod
    def parse(cls, colours: str) -> Self:
        """Return the style of five colours: two of the face, two of the edge, and the rim.

        >>> TileStyle.parse("#fff #eee #bbb #999 #ffc")
        TileStyle(face=('#fff', '#eee'), edge=('#bbb', '#999'), rim='#ffc')
        """
        top, bottom, upper, lower, rim = colours.split()
        return cls((top, bottom), (upper, lower), rim)


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

    @classmethod
    def parse(cls, light: str, dark: str, *, round: float, depth: float) -> Self:
        """Return a body from the colours of its two styles."""
        return cls(TileStyle.parse(light), TileStyle.parse(dark), round, depth)


class TileSet(NamedTuple):
    """A named set of drawings on one tile body; `DrawnFaces` turns it into faces for all kinds.

    - `name`: letters only; its title in each language is among the texts.
    - `drawings`: at least 42, the most distinctive first, because small boards show only the first ones.
    """

    name: str
    body: Body
    drawings: tuple[Drawing, ...]


def in_order(names: str, *groups: Iterable[Drawing]) -> tuple[Drawing, ...]:
    """Return the drawings of some groups in the order of their names, which are separated by commas.

    >>> drawings = [Drawing(name, "", "", "") for name in ("red panda", "owl", "tiger")]
    >>> [drawing.name for drawing in in_order("tiger, red panda", drawings)]
    ['tiger', 'red panda']
    """
    drawn = {drawing.name: drawing for drawing in chain(*groups)}
    return tuple(drawn[name] for name in " ".join(names.split()).split(", "))
