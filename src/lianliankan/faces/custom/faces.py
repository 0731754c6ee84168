"""Custom pictures as faces, printed on white tiles; kinds beyond the last picture get drawn faces."""

from base64 import b64encode
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from lianliankan.errors import TooFewPictures
from lianliankan.faces.custom.limits import MIN_PICTURES
from lianliankan.faces.custom.names import MEDIA_TYPE
from lianliankan.faces.drawn import Body, TileStyle
from lianliankan.faces.drawn.svg_drawing import rect
from lianliankan.faces.face import Face, check_kind
from lianliankan.faces.palette import PALETTE
from lianliankan.faces.registry import FACE_SETS
from lianliankan.faces.symbols import TilePicture, escape

FALLBACK_SET: Final = "signs"
"""The tile set that supplies the faces of all further kinds."""

_PAPER: Final = Body(
    light=TileStyle(("#ffffff", "#f3f0ea"), ("#d6d0c4", "#b3ab9c"), "#ffffff"),
    dark=TileStyle(("#dedbd5", "#cdc9c1"), ("#8d877c", "#6a655c"), "#efece6"),
    round=12,
    depth=7,
)
_REACH = 45  # from the middle of a picture to its sides


class PictureSource(NamedTuple):
    """A picture to put on a tile: its `label`, and the `address` (URL) that a browser loads it from."""

    label: str
    address: str


def make_data_url(thumbnail: bytes) -> str:
    """Return a thumbnail as a data URL, so that an SVG contains the picture itself.

    >>> make_data_url(b"...")
    'data:image/jpeg;base64,Li4u'
    """
    return f"data:{MEDIA_TYPE};base64,{b64encode(thumbnail).decode()}"


@dataclass(frozen=True)
class CustomFaces:
    """The face set of a player's pictures: one picture per kind, then the drawn signs.

    - `name`: a letter, then letters, digits or underscores.
    - `pictures`: the pictures, the first for kind 1.

    A terminal cannot show pictures; it shows the numbers of the kinds.

    >>> faces = CustomFaces("own_x", (PictureSource("panda", "/1.jpg"), PictureSource("tiger", "/2.jpg")))
    >>> [faces.face(kind).label for kind in (1, 2)], faces.face(3).glyph
    (['panda', 'tiger'], '3')
    """

    name: str
    pictures: tuple[PictureSource, ...]

    def __post_init__(self) -> None:
        if len(self.pictures) < MIN_PICTURES:
            raise TooFewPictures(f"a set needs at least {MIN_PICTURES} pictures, not {len(self.pictures)}")

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        """The labels; those that occur more than once are followed by the numbers of their kinds."""
        often = Counter(label for label, _ in self.pictures)
        numbered = enumerate(self.pictures, 1)
        return tuple(label if often[label] == 1 else f"{label} ({kind})" for kind, (label, _) in numbered)

    def face(self, kind: int) -> Face:
        """Return the face of a kind."""
        check_kind(kind)
        glyph, colour = str(kind), PALETTE[(kind - 1) % len(PALETTE)]
        if kind <= len(self.pictures):
            return Face(
                glyph, colour, TilePicture(_svg(self.pictures[kind - 1].address), _PAPER), self._labels[kind - 1]
            )
        rest = FACE_SETS[FALLBACK_SET].face(kind - len(self.pictures))
        label = rest.label if rest.label not in self._labels else f"{rest.label} ({kind})"
        return rest._replace(glyph=glyph, colour=colour, label=label, lines=None)


def _svg(address: str) -> str:
    side = 2 * _REACH
    place = f'x="{-_REACH}" y="{-_REACH}" width="{side}" height="{side}"'
    edge = rect(
        -_REACH, -_REACH, side, side, stroke="#000", line=1, opacity=0.25
    )  # visible where a picture is as white as its tile
    return f'<image href="{escape(address)}" {place}/>{edge}'
