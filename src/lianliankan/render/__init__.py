"""A board as SVG or as terminal text."""

from lianliankan.faces.drawn_faces import DrawnFaces
from lianliankan.faces.registry import FACE_SETS, Face, FaceSet, face_set
from lianliankan.faces.symbols import Drawn, Picture
from lianliankan.render.sprite import SPRITE_KINDS, to_sprite
from lianliankan.render.svg import THEMES, Theme, to_svg
from lianliankan.render.text import Lines, to_terminal, wants_colour

__all__ = [
    "FACE_SETS",
    "SPRITE_KINDS",
    "THEMES",
    "Drawn",
    "DrawnFaces",
    "Face",
    "FaceSet",
    "Lines",
    "Picture",
    "Theme",
    "face_set",
    "to_sprite",
    "to_svg",
    "to_terminal",
    "wants_colour",
]
