"""Faces of tiles, and the sets that have a face for every kind."""

from typing import NamedTuple, Protocol

from lianliankan.errors import Error
from lianliankan.faces.palette import Colour
from lianliankan.faces.symbols import Symbol, TilePicture


class Face(NamedTuple):
    """The face of a tile: a glyph in a terminal, a picture in a drawing.

    - `glyph`, `colour`: the glyph and its colour, which is also the ink of a symbol.
    - `picture`: a symbol with the label beside it, or a picture that fills the tile.
    - `label`: a short text beside a symbol, or the name of what a full picture shows.
    - `lines`: the glyph on two lines, for tiles with enough room, if it reads better that way.
    - `chinese`: the Chinese name of what a full picture shows.
    """

    glyph: str
    colour: Colour
    picture: Symbol | TilePicture
    label: str
    lines: tuple[str, str] | None = None
    chinese: str | None = None


class FaceSet(Protocol):
    """A named set with a face for every kind.

    Any object with this interface can be passed as `faces`. No two kinds may share a glyph or a label.
    """

    @property
    def name(self) -> str:
        """The name of the set: a letter, then letters, digits or underscores."""

    def face(self, kind: int) -> Face:
        """Return the face of a kind."""


def check_kind(kind: int) -> None:
    """Raise an Error unless the number is a kind.

    >>> check_kind(0)
    Traceback (most recent call last):
    lianliankan.errors.Error: a kind is a positive number, not 0
    """
    if kind < 1:
        raise Error(f"a kind is a positive number, not {kind}")
