"""The body of a tile as SVG: its face, its edge and the light on it, in a box from 0 to 100."""

from typing import Literal, get_args

from lianliankan.faces.drawn.svg_drawing import group, rect
from lianliankan.faces.drawn.tile_set import Body, TileStyle

Theme = Literal["light", "dark"]
"""The type of the words in `THEMES`."""

THEMES: tuple[Theme, ...] = get_args(Theme)
"""The names of the themes."""

_FILL = 0.93  # the scale of a picture: what reaches 46 to each side stays within the face and its rim
_RIM = 2.2


def select_style(body: Body, theme: Theme) -> TileStyle:
    """Return the colours of a body in a theme.

    >>> from lianliankan.faces.drawn.tile_set import Body, TileStyle
    >>> day = TileStyle(("#fff", "#eee"), ("#bbb", "#999"), "#fff")
    >>> night = TileStyle(("#ddd", "#ccc"), ("#888", "#666"), "#eee")
    >>> select_style(Body(day, night), "dark").rim
    '#eee'
    """
    return body.dark if theme == "dark" else body.light


def draw_body(body: Body, theme: Theme, name: str) -> str:
    """Draw a tile without a picture: a group with the id `name`, and gradients whose ids start with that name.

    The edge is visible below the face; its height is the depth of the body.

    >>> from lianliankan.faces.drawn.tile_set import Body, TileStyle
    >>> look = TileStyle(("#fff", "#eee"), ("#bbb", "#999"), "#fff")
    >>> draw_body(Body(look, look), "light", "tile").count('id="tile')
    3
    """
    look, high = select_style(body, theme), 100 - body.depth
    inner = _RIM / 2
    rim = rect(
        *(inner, inner, 100 - _RIM, high - _RIM), round=max(body.round - inner, 0), stroke=look.rim, line=_RIM
    )  # inside the face, so that the tile keeps its size
    return (
        gradient(f"{name}-face", look.face)
        + gradient(f"{name}-edge", look.edge)
        + f'<g id="{name}">'
        + rect(0, 0, 100, 100, f"url(#{name}-edge)", round=body.round)
        + rect(0, 0, 100, high, f"url(#{name}-face)", round=body.round)
        + group(rim, opacity=0.8)
        + "</g>"
    )


def place_on_body(body: Body, picture: str) -> str:
    """Place a picture on the face of a tile drawn by `draw_body`.

    >>> from lianliankan.faces.drawn.tile_set import Body, TileStyle
    >>> look = TileStyle(("#fff", "#eee"), ("#bbb", "#999"), "#fff")
    >>> place_on_body(Body(look, look, depth=10), "…")
    '<g transform="translate(50 45)scale(0.93)">…</g>'
    """
    return group(picture, move=(50, (100 - body.depth) / 2), scale=_FILL)


def gradient(name: str, colours: tuple[str, str]) -> str:
    """Define a gradient from top to bottom.

    >>> gradient("sky", ("#fff", "#00f"))[:34]
    '<linearGradient id="sky" x2="0" y2'
    """
    first, last = colours
    return (
        f'<linearGradient id="{name}" x2="0" y2="1"><stop stop-color="{first}"/>'
        f'<stop offset="1" stop-color="{last}"/></linearGradient>'
    )
