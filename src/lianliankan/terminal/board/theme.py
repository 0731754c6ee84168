"""The colours of the board, and how it is drawn without any."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from lianliankan.faces.palette import PALETTE, Colour

Mark = Literal["", "selected", "hint", "faint hint", "blocker", "kind", "going", "back"]
"""The marks of a tile; "going" is about to vanish, "back" is face down."""


class Ink(NamedTuple):
    """How a character is written; an empty colour is the terminal's default."""

    fg: str = ""
    bg: str = ""
    bold: bool = False
    reverse: bool = False
    underline: bool = False


class TerminalTheme(NamedTuple):
    """All inks of the board.

    - `table`, `empty`, `wall`, `void`, `border`: everything but tiles.
    - `number`, `number_here`: the number of a row or column, and that of the cursor's.
    - `bodies`: the body of a tile, by its mark.
    - `kind_coloured`: the marks with which the glyph keeps the colour of its kind.
    - `edges`: the lower edge of a tile, by its mark.
    - `cursor`: the frame around the cursor's cell.
    - `paths`: paths, by their style.
    - `is_coloured`: whether there are colours at all.
    - `kind_colour`: turns the colour of a kind into a terminal colour.
    """

    table: Ink
    empty: Ink
    wall: Ink
    void: Ink
    border: Ink
    number: Ink
    number_here: Ink
    bodies: dict[Mark, Ink]
    kind_coloured: frozenset[Mark]
    edges: dict[Mark, Ink]
    cursor: Ink
    paths: dict[str, Ink]
    is_coloured: bool = True
    kind_colour: Callable[[Colour], str] = lambda colour: colour.light


_DARK_INK = "#1c2321"
_BODY: dict[Mark, tuple[str, str]] = {  # the body and the edge of a tile
    "": ("#f6efdf", "#b9a67c"),
    "selected": ("#ffcf3f", "#c98a0a"),
    "hint": ("#9ff0c3", "#2fa56c"),
    "faint hint": ("#d8f7e6", "#7cc7a0"),
    "blocker": ("#ff9d92", "#c2473a"),
    "kind": ("#cfe4ff", "#7ba3d6"),
    "going": ("#fffbe8", "#e0d3a6"),
    "back": ("#4f9a84", "#2f6a59"),
}
_BODY_16: dict[Mark, tuple[str, str]] = {
    "": ("white", "bright_black"),
    "selected": ("bright_yellow", "yellow"),
    "hint": ("bright_green", "green"),
    "faint hint": ("white", "green"),
    "blocker": ("bright_red", "red"),
    "kind": ("bright_cyan", "cyan"),
    "going": ("bright_white", "white"),
    "back": ("cyan", "bright_black"),
}


def _make_theme(
    table: str, around: str, body: dict[Mark, tuple[str, str]], *, dark: str, faint: str, number: str
) -> TerminalTheme:
    """Make a theme from the colours of the table, of the area around it, and of the tiles."""
    return TerminalTheme(
        table=Ink(faint, table),
        empty=Ink(faint, table),
        wall=Ink("#8b979c", "#59666c"),
        void=Ink(faint, around),
        border=Ink("#5d8175", table),
        number=Ink(number, around),
        number_here=Ink("#ff9a5c", around, bold=True),
        bodies={mark: Ink(dark, face, bold=True) for mark, (face, _) in body.items()},
        kind_coloured=frozenset({"", "hint", "faint hint", "kind", "going"}),
        edges={mark: Ink(edge, table) for mark, (_, edge) in body.items()},
        cursor=Ink("#ff7a2f", table, bold=True),
        paths={
            "link": Ink("#ffe06b", table, bold=True),
            "hint": Ink("#5fc393", table),
            "miss": Ink("#ff6a58", table, bold=True),
        },
    )


DARK = _make_theme("#1d3b36", "#13211f", _BODY, dark=_DARK_INK, faint="#42665c", number="#86a39a")
"""Ivory tiles on a dark green table; it sets its own background, so it looks the same in light and dark terminals."""

DARK_256 = _make_theme("#303030", "#1c1c1c", _BODY, dark=_DARK_INK, faint="#585858", number="#9e9e9e")._replace(
    kind_colour=lambda colour: f"color({colour.terminal})"
)
"""The same for 256 colours; the table is grey, since the palette has no quiet green."""

_ANSI = ("red", "blue", "green", "red", "magenta", "blue", "magenta", "black", "blue", "red", "green", "black")

DARK_16 = _make_theme("black", "black", _BODY_16, dark="black", faint="bright_black", number="white")._replace(
    wall=Ink("bright_black", "black"),
    border=Ink("bright_black", "black"),
    number_here=Ink("bright_red", "black", bold=True),
    cursor=Ink("bright_red", "black", bold=True),
    paths={
        "link": Ink("bright_yellow", "black", bold=True),
        "hint": Ink("green", "black"),
        "miss": Ink("bright_red", "black", bold=True),
    },
    kind_colour=lambda colour: _ANSI[PALETTE.index(colour)],
)
"""The same for 16 colours."""

_REVERSED = Ink(reverse=True, bold=True)
_STANDING_OUT = Ink(bold=True, underline=True)

PLAIN = TerminalTheme(
    table=Ink(),
    empty=Ink(),
    wall=Ink(),
    void=Ink(),
    border=Ink(),
    number=Ink(),
    number_here=Ink(bold=True),
    bodies={
        "": Ink(reverse=True),
        "selected": _STANDING_OUT,
        "hint": _REVERSED,
        "faint hint": _REVERSED,
        "blocker": _REVERSED,
        "kind": Ink(reverse=True, underline=True, bold=True),
        "going": Ink(bold=True),
        "back": Ink(reverse=True),
    },
    kind_coloured=frozenset(),
    edges=dict.fromkeys(_BODY, Ink()),
    cursor=Ink(bold=True),
    paths={"link": Ink(bold=True), "hint": Ink(bold=True), "miss": Ink(bold=True)},
    is_coloured=False,
)
"""No colour: tiles are in reverse video, and marks are signs beside them."""


def choose_theme(system: str | None) -> TerminalTheme:
    """Return the theme for a colour system: "truecolor", "256", "standard", or None for no colour.

    >>> choose_theme("256") is DARK_256, choose_theme(None) is PLAIN
    (True, True)
    """
    return {"truecolor": DARK, "256": DARK_256, None: PLAIN}.get(system, DARK_16)
