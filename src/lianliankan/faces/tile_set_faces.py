"""Tile sets as face sets: one drawing per kind, repeated in frames when a board has more kinds than drawings."""

from collections.abc import Callable
from functools import cached_property
from typing import Final

from lianliankan.faces.drawn import TileSet, load_tile_set
from lianliankan.faces.face import Face, check_kind
from lianliankan.faces.palette import PALETTE
from lianliankan.faces.symbols import TilePicture
from lianliankan.override import override


class DrawnFaces:
    """The face set of a tile set, which is loaded when the first face is needed.

    A terminal shows the sign of each drawing, and from the second lap on the number of the kind.

    >>> from lianliankan.faces.drawn import Body, Drawing, TileStyle
    >>> look = TileStyle(("#fff", "#eee"), ("#bbb", "#999"), "#fff")
    >>> dot = Drawing("dot", "点", "点", '<circle r="40"/>')
    >>> dots = DrawnFaces("dots", lambda name: TileSet(name, Body(look, look), (dot,)))
    >>> [dots.face(kind).glyph for kind in (1, 2)], [dots.face(kind).label for kind in (1, 2)]
    (['点', '2'], ['dot', 'dot 2'])
    """

    def __init__(self, name: str, load: Callable[[str], TileSet] = load_tile_set) -> None:
        self.name: Final = name
        self._load = load

    @cached_property
    def tile_set(self) -> TileSet:
        """The artwork: the drawings and the tile under them."""
        return self._load(self.name)

    def face(self, kind: int) -> Face:
        """Return the face of a kind."""
        check_kind(kind)
        lap, place = divmod(kind - 1, len(self.tile_set.drawings))
        drawing = self.tile_set.drawings[place]
        colour, picture = PALETTE[(kind - 1) % len(PALETTE)], TilePicture(drawing.svg, self.tile_set.body, lap + 1)
        if lap:
            again = f" {lap + 1}"
            return Face(str(kind), colour, picture, drawing.name + again, chinese=drawing.chinese + again)
        return Face(drawing.sign, colour, picture, drawing.name, chinese=drawing.chinese)


class MahjongFaces(DrawnFaces):
    """The faces of the mahjong set: a terminal colours them by suit, and writes their names on tiles with enough room.

    >>> MahjongFaces("mahjong").face(4).lines
    ('二', '万')
    """

    @override
    def face(self, kind: int) -> Face:
        face = super().face(kind)
        if kind > len(_MAHJONG_COLOURS) or face.chinese is None:
            return face
        colour = PALETTE[_MAHJONG_COLOURS[kind - 1]]
        return face._replace(colour=colour, lines=(face.chinese[0], face.chinese[1]))


_MAHJONG_COLOURS = (
    *((0, 1, 2) * 9),  # characters, dots and bamboo in turn: red, blue, green
    *(11, 4, 9, 5, 0, 2, 1),  # winds and dragons
    *(10, 3, 7, 8, 6, 4, 2, 7),  # seasons and flowers
)
