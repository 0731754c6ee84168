"""A board as SVG or as terminal text."""

from lianliankan.faces.drawn.tile_body import THEMES, Theme
from lianliankan.faces.face import Face, FaceSet
from lianliankan.faces.registry import FACE_SETS, face_set
from lianliankan.faces.symbols import Symbol, TilePicture
from lianliankan.faces.tile_set_faces import DrawnFaces
from lianliankan.render.sprite import SPRITE_KINDS, to_sprite
from lianliankan.render.svg import to_svg
from lianliankan.render.text import LineStyle, to_terminal, wants_colour

__all__ = [
    "FACE_SETS",
    "SPRITE_KINDS",
    "THEMES",
    "DrawnFaces",
    "Face",
    "FaceSet",
    "LineStyle",
    "Symbol",
    "Theme",
    "TilePicture",
    "face_set",
    "to_sprite",
    "to_svg",
    "to_terminal",
    "wants_colour",
]
