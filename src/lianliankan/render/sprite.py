"""A set of faces as an SVG sprite: one symbol for each kind, for pages that draw the tiles themselves."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from lianliankan.render.colours import PALETTE
from lianliankan.render.faces import Face, FaceSet, face_set
from lianliankan.render.pictures import Sign, escape

__all__ = ["SPRITE_KINDS", "to_sprite"]

SPRITE_KINDS = 240
"""How many kinds a sprite has: as many as the largest boards that people play have pairs."""

_SIDE = 32  # of a symbol: a picture reaches to 12 on every side of its middle, and a label stands in the corner


@lru_cache(maxsize=32)
def to_sprite(faces: str | FaceSet = "numbers", *, kinds: int = SPRITE_KINDS) -> str:
    """Draw the faces of the kinds from 1 on as the symbols `k1`, `k2` … of one SVG, without the tiles under them.

    The inks are the variables `--ink-1`, `--ink-2` … of the page, with the light theme's colours where it has none. A
    label stands beside a picture only where another kind has the same picture. `data-name` has words for a sign
    ("open heart"), and the label of any other face.

    >>> sprite = to_sprite("numbers", kinds=36)
    >>> sprite.count("<symbol "), 'id="k21"' in sprite, 'data-name="open heart"' in sprite
    (36, True, True)
    """
    if kinds < 1:
        raise ValueError(f"a sprite has at least one kind, not {kinds}")
    named = face_set(faces)
    shown = [named.face(kind) for kind in range(1, kinds + 1)]
    symbols = _symbols(shown)
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg" stroke-linejoin="round">', *symbols, "</svg>\n"])


def _symbols(shown: list[Face]) -> Iterator[str]:
    pictures = [_centred(face) for face in shown]
    often = Counter(pictures)
    half = _SIDE // 2
    for kind, (face, picture) in enumerate(zip(shown, pictures, strict=True), start=1):
        name = f"{face.picture.style} {face.picture.shape}" if isinstance(face.picture, Sign) else face.label
        drawn = picture if often[picture] == 1 else _labelled(face, picture)
        box = f"{-half} {-half} {_SIDE} {_SIDE}"
        yield f'<symbol id="k{kind}" viewBox="{box}" data-name="{escape(name)}">{drawn}</symbol>'


def _centred(face: Face) -> str:
    """Draw what a tile shows in its middle: no label stands beside it here, so that it need not stand aside."""
    if face.lines is not None and len(face.glyph) == len(face.lines):  # a sign of its own for every line of the glyph
        place = f'font-size="14.5" text-anchor="middle" font-family="serif" fill="{_ink(face)}"'
        return "".join(
            f'<text y="{y}" {place}>{escape(line)}</text>' for y, line in zip((-2, 12.5), face.lines, strict=True)
        )
    drawn = face.picture.to_svg(_ink(face))
    return drawn if isinstance(face.picture, Sign) else f'<g transform="translate(-1.5-1.5)">{drawn}</g>'


def _labelled(face: Face, picture: str) -> str:
    """Put its label beside a picture that another kind has, too."""
    place = f'x="{-_SIDE // 2}" y="{8 - _SIDE // 2}" font-size="10" font-weight="700"'
    return f'<text {place} fill="{_ink(face)}">{escape(face.label)}</text>{picture}'


def _ink(face: Face) -> str:
    return f"var(--ink-{PALETTE.index(face.colour) + 1},{face.colour.light})"
