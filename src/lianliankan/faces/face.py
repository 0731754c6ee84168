"""What a tile shows, and what gives every kind such a face."""

from typing import NamedTuple, Protocol

from lianliankan.faces.palette import Colour
from lianliankan.faces.symbols import Symbol, TilePicture

__all__ = ["Face", "FaceSet", "check_kind"]


class Face(NamedTuple):
    """What a tile shows: a glyph in a terminal, a picture in a drawing.

    - `glyph`, `colour`: the glyph and its colour; the inks of a picture that has none of its own are those, too.
    - `picture`: a small one with the label beside it, or one that fills the tile and says everything itself.
    - `label`: a short text beside a small picture, or the name of what a large one shows.
    - `lines`: where the glyph is better written on two lines, those, for tiles that have room.
    - `chinese`: the name of what a large picture shows in Chinese.
    """

    glyph: str
    colour: Colour
    picture: Symbol | TilePicture
    label: str
    lines: tuple[str, str] | None = None
    chinese: str | None = None


class FaceSet(Protocol):
    """A way to give every kind a face.

    Give an object of your own as `faces` where a set is asked for. No two kinds may share a glyph or a label.
    """

    @property
    def name(self) -> str:
        """The name of the set: letters and digits that begin with a letter."""

    def face(self, kind: int) -> Face:
        """Give the face of a kind."""


def check_kind(kind: int) -> None:
    """Raise a ValueError for a number that is no kind.

    >>> check_kind(0)
    Traceback (most recent call last):
    ValueError: a kind is a positive number, not 0
    """
    if kind < 1:
        raise ValueError(f"a kind is a positive number, not {kind}")
