"""A set of faces as an SVG sprite: one symbol for each kind, for pages that draw the tiles themselves."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from lianliankan.faces.drawn.lap_frames import draw_lap_mark, shrink_into_frame
from lianliankan.faces.drawn.svg import fmt
from lianliankan.faces.drawn.tile_body import THEMES, select_style
from lianliankan.faces.drawn_faces import DrawnFaces
from lianliankan.faces.palette import PALETTE
from lianliankan.faces.registry import Face, FaceSet, face_set
from lianliankan.faces.symbols import Sign, TilePicture, escape

__all__ = ["SPRITE_KINDS", "to_sprite"]

SPRITE_KINDS = 240
"""How many kinds a sprite has: as many as the largest boards that people play have pairs."""

_SIDE = 32  # of a symbol: a picture reaches to 12 on every side of its middle, and a label stands in the corner


@lru_cache(maxsize=32)
def to_sprite(faces: str | FaceSet = "numbers", *, kinds: int = SPRITE_KINDS) -> str:
    """Draw the faces of the kinds from 1 on as the symbols `k1`, `k2` … of one SVG, without the tiles under them.

    The inks of small pictures are the variables `--ink-1`, `--ink-2` … of the page, with the light theme's colours
    where it has none. A label stands beside one only where another kind has the same picture. `data-name` has words
    for a sign ("open heart"), and the label of any other face.

    Pictures that fill their tile are symbols in a box from -50 to 50, with `data-name` in English and `data-name-zh` in
    Chinese. Each is there once: kinds that show it again refer to the first, and to the mark of their lap, `lap2` …
    The root says what the tile under them looks like, in hundredths of its side, so that the page can draw it:

    - `data-light`, `data-dark`: five colours, with a space between: the upper and the lower end of the face's gradient,
      the same of the edge, and the rim, which is 2.2 wide along the inside of the face and lets a fifth through;
    - `data-round`: the radius of the corners; `data-depth`: how high the edge is, seen below the face, which is
      lower than wide by as much. Pictures are 93 wide, their middle in that of the face;
    - `data-title`, `data-title-zh`: what people call the set; `data-count`: how many pictures it has.

    >>> sprite = to_sprite("numbers", kinds=36)
    >>> sprite.count("<symbol "), 'id="k21"' in sprite, 'data-name="open heart"' in sprite
    (36, True, True)
    """
    if kinds < 1:
        raise ValueError(f"a sprite has at least one kind, not {kinds}")
    named = face_set(faces)
    shown = [named.face(kind) for kind in range(1, kinds + 1)]
    root = f'<svg xmlns="http://www.w3.org/2000/svg" stroke-linejoin="round"{_about(named, shown[0])}>'
    return "\n".join([root, *_symbols(shown), "</svg>\n"])


def _about(named: FaceSet, first: Face) -> str:
    """Say on the root what the set is and what its tiles look like."""
    said: dict[str, str] = {}
    if isinstance(first.picture, TilePicture):
        body = first.picture.body
        for theme in THEMES:
            face, edge, rim = select_style(body, theme)
            said[theme] = " ".join((*face, *edge, rim))
        said |= {"round": fmt(body.round), "depth": fmt(body.depth)}
    if isinstance(named, DrawnFaces):
        drawn = named.tile_set
        said |= {"title": drawn.title, "title-zh": drawn.chinese, "count": str(len(drawn.drawings))}
    return "".join(f' data-{name}="{escape(value)}"' for name, value in said.items())


def _symbols(shown: list[Face]) -> Iterator[str]:
    small = [_centred(face) for face in shown]
    often = Counter(small)
    firsts: dict[str, int] = {}
    marks: set[int] = set()
    half = _SIDE // 2
    for kind, (face, picture) in enumerate(zip(shown, small, strict=True), start=1):
        if isinstance(face.picture, TilePicture):
            first = firsts.setdefault(face.picture.svg, kind)
            drawn = face.picture.to_svg() if first == kind else _again(face.picture.lap, first, marks)
            yield _large(kind, face, drawn)
            continue
        name = f"{face.picture.style} {face.picture.shape}" if isinstance(face.picture, Sign) else face.label
        drawn = picture if often[picture] == 1 else _labelled(face, picture)
        box = f"{-half} {-half} {_SIDE} {_SIDE}"
        yield f'<symbol id="k{kind}" viewBox="{box}" data-name="{escape(name)}">{drawn}</symbol>'


def _large(kind: int, face: Face, drawn: str) -> str:
    names = f'data-name="{escape(face.label)}"'
    if face.chinese is not None:
        names += f' data-name-zh="{escape(face.chinese)}"'
    return f'<symbol id="k{kind}" viewBox="-50 -50 100 100" {names}>{drawn}</symbol>'


def _again(lap: int, first: int, marks: set[int]) -> str:
    """Draw a picture that is there already, with the mark of its lap; the first symbol that has a mark draws it."""
    picture = f'<use href="#k{first}" x="-50" y="-50" width="100" height="100"/>'
    if lap == 1:
        return picture
    if lap in marks:
        return f'{shrink_into_frame(picture)}<use href="#lap{lap}"/>'
    marks.add(lap)
    return f'{shrink_into_frame(picture)}<g id="lap{lap}">{draw_lap_mark(lap)}</g>'


def _centred(face: Face) -> str:
    """Draw what a tile shows in its middle: no label stands beside it here, so that it need not stand aside."""
    if isinstance(face.picture, TilePicture):
        return ""
    drawn = face.picture.to_svg(_ink(face))
    return drawn if isinstance(face.picture, Sign) else f'<g transform="translate(-1.5-1.5)">{drawn}</g>'


def _labelled(face: Face, picture: str) -> str:
    """Put its label beside a picture that another kind has, too."""
    place = f'x="{-_SIDE // 2}" y="{8 - _SIDE // 2}" font-size="10" font-weight="700"'
    return f'<text {place} fill="{_ink(face)}">{escape(face.label)}</text>{picture}'


def _ink(face: Face) -> str:
    return f"var(--ink-{PALETTE.index(face.colour) + 1},{face.colour.light})"
