"""The sets of tiles drawn by code, as faces: every kind a drawing, and once more in a frame when they run out."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from lianliankan.art import TileSet, tile_set
from lianliankan.render.colours import PALETTE, Colour
from lianliankan.render.face import Face, check_kind
from lianliankan.render.pictures import Drawn

__all__ = ["MAHJONG", "DrawnFaces", "Writing"]


class Writing(NamedTuple):
    """How a terminal writes a face that one character is too little for; `lines` has it for tiles that have room."""

    glyph: str
    lines: tuple[str, str]
    colour: Colour


class DrawnFaces:
    """The faces of a tile set, which is loaded when the first face is asked for.

    A terminal shows each drawing's sign, or its writing where there is one; from the second lap on, the kind's number.

    >>> from lianliankan.art import Body, Drawing, Look
    >>> look = Look(("#fff", "#eee"), ("#bbb", "#999"), "#fff")
    >>> dot = Drawing("dot", "点", "点", '<circle r="40"/>')
    >>> dots = DrawnFaces("dots", lambda name: TileSet(name, "Dots", "点", Body(look, look), (dot,)))
    >>> [dots.face(kind).glyph for kind in (1, 2)], [dots.face(kind).label for kind in (1, 2)]
    (['点', '2'], ['dot', 'dot 2'])
    """

    def __init__(
        self, name: str, load: Callable[[str], TileSet] = tile_set, *, writings: Sequence[Writing] = ()
    ) -> None:
        self.name: Final = name
        self._load = load
        self._writings = writings

    @cached_property
    def tile_set(self) -> TileSet:
        """The drawings and the body under them."""
        return self._load(self.name)

    def face(self, kind: int) -> Face:
        """Give the face of a kind."""
        check_kind(kind)
        lap, place = divmod(kind - 1, len(self.tile_set.drawings))
        drawing = self.tile_set.drawings[place]
        colour, picture = PALETTE[(kind - 1) % len(PALETTE)], Drawn(drawing.svg, self.tile_set.body, lap + 1)
        if lap:
            again = f" {lap + 1}"
            return Face(str(kind), colour, picture, drawing.name + again, chinese=drawing.chinese + again)
        glyph, lines = drawing.sign, None
        if place < len(self._writings):
            glyph, lines, colour = self._writings[place]
        return Face(glyph, colour, picture, drawing.name, lines, drawing.chinese)


def _mahjong() -> tuple[Writing, ...]:
    """Write the 42 faces of a mahjong set, the suits by turns so that small boards have all of them."""
    ranks = "一二三四五六七八九"
    suits = (("万", 0), ("饼", 1), ("条", 2))  # each with the number of its colour: red, blue, green
    honours = (
        *(("东", "东风", 11), ("南", "南风", 4), ("西", "西风", 9), ("北", "北风", 5)),
        *(("中", "红中", 0), ("发", "发财", 2), ("白", "白板", 1)),  # dragons
        *(("春", "春天", 10), ("夏", "夏天", 3), ("秋", "秋天", 7), ("冬", "冬天", 8)),
        *(("梅", "梅花", 6), ("兰", "兰花", 4), ("竹", "竹叶", 2), ("菊", "菊花", 7)),
    )
    suited = [
        Writing(f"{i}{suit}", (rank, suit), PALETTE[hue]) for i, rank in enumerate(ranks, 1) for suit, hue in suits
    ]
    return (*suited, *(Writing(sign, (name[0], name[1]), PALETTE[hue]) for sign, name, hue in honours))


MAHJONG: Final = _mahjong()
"""How a terminal writes mahjong tiles; the drawings of that set stand in this order."""
