"""A face set as an SVG sprite: one symbol per kind, for pages that draw the tiles themselves."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from lianliankan.errors import Error, TooLarge
from lianliankan.faces.drawn.lap_frames import draw_lap_mark, shrink_into_frame
from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.faces.drawn.tile_body import THEMES, select_style
from lianliankan.faces.face import Face, FaceSet
from lianliankan.faces.palette import PALETTE
from lianliankan.faces.registry import face_set
from lianliankan.faces.symbols import Sign, TilePicture, escape
from lianliankan.faces.tile_set_faces import DrawnFaces

SPRITE_KINDS = 240
"""The default number of kinds in a sprite: the number of pairs on the largest boards in play."""

_MAX_KINDS = 10_000
_SIDE = 32  # of an SVG symbol: a picture reaches 12 to each side of the centre, with a label in the corner


@lru_cache(maxsize=32)
def to_sprite(faces: str | FaceSet = "numbers", *, kinds: int = SPRITE_KINDS) -> str:
    """Draw the faces of the kinds from 1 on as the symbols `k1`, `k2` … of one SVG, without the tiles under them.

    The inks of small symbols are the page's CSS variables `--ink-1`, `--ink-2` …, which default to the colours of the
    light theme. A symbol has a label beside it only if another kind shows the same one. `data-name` describes a sign
    ("open heart"), and is the label of any other face.

    Full pictures are symbols in a box from -50 to 50, with `data-name` in English and `data-name-zh` in Chinese. Each
    is drawn once: kinds that repeat it refer to the first one, and to the mark of their lap, `lap2` … Attributes of the
    root describe the tile under them, in hundredths of its side, so that the page can draw it:

    - `data-light`, `data-dark`: five colours separated by spaces: the top and bottom of the face's gradient, the same
      of the edge, and the rim, which is 2.2 wide along the inside of the face and 80% opaque;
    - `data-round`: the radius of the corners; `data-depth`: the height of the edge below the face, by which the face is
      lower than wide. Pictures are 93 wide and centred on the face;
    - `data-count`: the number of pictures of the set.

    >>> sprite = to_sprite("numbers", kinds=36)
    >>> sprite.count("<symbol "), 'id="k21"' in sprite, 'data-name="open heart"' in sprite
    (36, True, True)
    """
    if kinds < 1:
        raise Error(f"a sprite needs at least 1 kind, not {kinds}")
    if kinds > _MAX_KINDS:
        raise TooLarge(f"a sprite has at most {_MAX_KINDS} kinds, not {kinds}; draw the board with to_svg instead")
    named = face_set(faces)
    shown = [named.face(kind) for kind in range(1, kinds + 1)]
    root = f'<svg xmlns="http://www.w3.org/2000/svg" stroke-linejoin="round"{_about(named, shown[0])}>'
    return "\n".join([root, *_symbols(shown), "</svg>\n"])


def _about(named: FaceSet, first: Face) -> str:
    """Return the attributes of the root, which describe the set and its tiles."""
    about: dict[str, str] = {}
    if isinstance(first.picture, TilePicture):
        body = first.picture.body
        for theme in THEMES:
            face, edge, rim = select_style(body, theme)
            about[theme] = " ".join((*face, *edge, rim))
        about |= {"round": fmt(body.round), "depth": fmt(body.depth)}
    if isinstance(named, DrawnFaces):
        about["count"] = str(len(named.tile_set.drawings))
    return "".join(f' data-{name}="{escape(value)}"' for name, value in about.items())


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
    """Refer to a picture drawn before, with the mark of its lap; the first symbol of a lap draws that mark."""
    picture = f'<use href="#k{first}" x="-50" y="-50" width="100" height="100"/>'
    if lap == 1:
        return picture
    if lap in marks:
        return f'{shrink_into_frame(picture)}<use href="#lap{lap}"/>'
    marks.add(lap)
    return f'{shrink_into_frame(picture)}<g id="lap{lap}">{draw_lap_mark(lap)}</g>'


def _centred(face: Face) -> str:
    """Draw a symbol centred: there is no label here that it would have to make room for."""
    if isinstance(face.picture, TilePicture):
        return ""
    drawn = face.picture.to_svg(_ink(face))
    return drawn if isinstance(face.picture, Sign) else f'<g transform="translate(-1.5-1.5)">{drawn}</g>'


def _labelled(face: Face, picture: str) -> str:
    """Add the label to a picture that another kind shows as well."""
    place = f'x="{-_SIDE // 2}" y="{8 - _SIDE // 2}" font-size="10" font-weight="700"'
    return f'<text {place} fill="{_ink(face)}">{escape(face.label)}</text>{picture}'


def _ink(face: Face) -> str:
    return f"var(--ink-{PALETTE.index(face.colour) + 1},{face.colour.light})"
