"""Own pictures as faces of the kinds, like prints on tiles of white paper; where they run out, drawn ones."""

from base64 import b64encode
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from lianliankan.errors import TooFewPictures
from lianliankan.faces.custom.limits import MIN_PICTURES
from lianliankan.faces.custom.names import MEDIA_TYPE
from lianliankan.faces.drawn import Body, TileStyle
from lianliankan.faces.drawn.svg import rect
from lianliankan.faces.face import Face, check_kind
from lianliankan.faces.palette import PALETTE
from lianliankan.faces.registry import FACE_SETS
from lianliankan.faces.symbols import TilePicture, escape

__all__ = ["FALLBACK_SET", "CustomFaces", "PictureSource", "make_data_url"]

FALLBACK_SET: Final = "signs"
"""The drawn set that further kinds have their faces from."""

_PAPER: Final = Body(
    light=TileStyle(("#ffffff", "#f3f0ea"), ("#d6d0c4", "#b3ab9c"), "#ffffff"),
    dark=TileStyle(("#dedbd5", "#cdc9c1"), ("#8d877c", "#6a655c"), "#efece6"),
    round=12,
    depth=7,
)
_REACH = 45  # of a picture, from the middle to its sides


class PictureSource(NamedTuple):
    """A picture on a tile: its `label`, and the `address` that a browser finds it at."""

    label: str
    address: str


def make_data_url(square: bytes) -> str:
    """Write a square as an address that has the picture itself in it, so that an SVG needs nothing from outside.

    >>> make_data_url(b"...")
    'data:image/jpeg;base64,Li4u'
    """
    return f"data:{MEDIA_TYPE};base64,{b64encode(square).decode()}"


@dataclass(frozen=True)
class CustomFaces:
    """The faces of a set of own pictures: every kind a picture while there are any, then the drawn signs.

    - `name`: letters, digits and _, beginning with a letter.
    - `pictures`: the pictures.

    A terminal, which has no pictures, shows the numbers of the kinds.

    >>> faces = CustomFaces("own_x", (PictureSource("panda", "/1.jpg"), PictureSource("tiger", "/2.jpg")))
    >>> [faces.face(kind).label for kind in (1, 2)], faces.face(3).glyph
    (['panda', 'tiger'], '3')
    """

    name: str
    pictures: tuple[PictureSource, ...]

    def __post_init__(self) -> None:
        if len(self.pictures) < MIN_PICTURES:
            raise TooFewPictures(f"a set has at least {MIN_PICTURES} pictures, not {len(self.pictures)}")

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        """The labels, those that are equal with the numbers of their kinds."""
        often = Counter(label for label, _ in self.pictures)
        numbered = enumerate(self.pictures, 1)
        return tuple(label if often[label] == 1 else f"{label} ({kind})" for kind, (label, _) in numbered)

    def face(self, kind: int) -> Face:
        """Give the face of a kind."""
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
    )  # where a picture is as white as paper
    return f'<image href="{escape(address)}" {place}/>{edge}'
