"""The colours of the terminal game, and how things are told apart where there are none."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from lianliankan.faces.palette import PALETTE, Colour

__all__ = ["DARK", "DARK_16", "DARK_256", "PLAIN", "Ink", "Look", "Mark", "look_for"]

Mark = Literal["", "selected", "hint", "faint hint", "blocker", "kind", "going", "back"]
"""What is special about a tile; a "back" is a tile that lies face down."""


class Ink(NamedTuple):
    """How a character is written; no colour means the terminal's own."""

    fg: str = ""
    bg: str = ""
    bold: bool = False
    reverse: bool = False
    underline: bool = False


class Look(NamedTuple):
    """All inks of a board.

    - `table`, `empty`, `wall`, `void`, `rim`: what is no tile.
    - `bodies`: the face of a tile by its mark; where `own` has the mark, the glyph has the kind's own colour.
    - `edges`: its lower edge, by its mark; `cursor` is around the cursor's cell.
    - `paths`: the inks of paths by their manner.
    - `is_coloured`: whether there are colours at all.
    - `ink_of`: how the colour of a kind is written on a tile.
    """

    table: Ink
    empty: Ink
    wall: Ink
    void: Ink
    rim: Ink
    bodies: dict[Mark, Ink]
    own: frozenset[Mark]
    edges: dict[Mark, Ink]
    cursor: Ink
    paths: dict[str, Ink]
    is_coloured: bool = True
    ink_of: Callable[[Colour], str] = lambda colour: colour.light


_DARK_INK = "#1c2321"
_BODY: dict[Mark, tuple[str, str]] = {  # the face and the edge of a tile
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


def _on_table(table: str, room: str, body: dict[Mark, tuple[str, str]], *, dark: str, faint: str) -> Look:
    """Lay tiles of these colours on a table in a room."""
    return Look(
        table=Ink(faint, table),
        empty=Ink(faint, table),
        wall=Ink("#8b979c", "#59666c"),
        void=Ink(faint, room),
        rim=Ink("#5d8175", table),
        bodies={mark: Ink(dark, face, bold=True) for mark, (face, _) in body.items()},
        own=frozenset({"", "hint", "faint hint", "kind", "going"}),
        edges={mark: Ink(edge, table) for mark, (_, edge) in body.items()},
        cursor=Ink("#ff7a2f", table, bold=True),
        paths={
            "link": Ink("#ffe06b", table, bold=True),
            "hint": Ink("#5fc393", table),
            "miss": Ink("#ff6a58", table, bold=True),
        },
    )


DARK = _on_table("#1d3b36", "#13211f", _BODY, dark=_DARK_INK, faint="#42665c")
"""Ivory tiles on a calm dark table; it brings its own ground, so it looks the same in light and dark terminals."""

DARK_256 = _on_table("#303030", "#1c1c1c", _BODY, dark=_DARK_INK, faint="#585858")._replace(
    ink_of=lambda colour: f"color({colour.terminal})"
)
"""The same for 256 colours, which have no calm green: the table is grey."""

_ANSI = ("red", "blue", "green", "red", "magenta", "blue", "magenta", "black", "blue", "red", "green", "black")

DARK_16 = _on_table("black", "black", _BODY_16, dark="black", faint="bright_black")._replace(
    wall=Ink("bright_black", "black"),
    rim=Ink("bright_black", "black"),
    cursor=Ink("bright_red", "black", bold=True),
    paths={
        "link": Ink("bright_yellow", "black", bold=True),
        "hint": Ink("green", "black"),
        "miss": Ink("bright_red", "black", bold=True),
    },
    ink_of=lambda colour: _ANSI[PALETTE.index(colour)],
)
"""The same for the 16 colours that every terminal has."""

_REVERSED = Ink(reverse=True, bold=True)
_STANDING_OUT = Ink(bold=True, underline=True)

PLAIN = Look(
    table=Ink(),
    empty=Ink(),
    wall=Ink(),
    void=Ink(),
    rim=Ink(),
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
    own=frozenset(),
    edges=dict.fromkeys(_BODY, Ink()),
    cursor=Ink(bold=True),
    paths={"link": Ink(bold=True), "hint": Ink(bold=True), "miss": Ink(bold=True)},
    is_coloured=False,
)
"""No colour at all: tiles are reversed, marks are signs beside them."""


def look_for(system: str | None) -> Look:
    """Give the look for what a terminal can show: "truecolor", "256", "standard"; None for no colour.

    >>> look_for("256") is DARK_256, look_for(None) is PLAIN
    (True, True)
    """
    return {"truecolor": DARK, "256": DARK_256, None: PLAIN}.get(system, DARK_16)
