"""The board scene of a game: its tiles, the cursor, the selection, and what is pointed out."""

from lianliankan.board.cell import Cell
from lianliankan.terminal.board.board_scene import BoardScene
from lianliankan.terminal.board.theme import Mark
from lianliankan.terminal.messages import Overlay
from lianliankan.terminal.session import GameFacts
from lianliankan.texts import Texts

__all__ = ["build_scene"]


def build_scene(
    facts: GameFacts, texts: Texts, *, cursor: Cell | None, overlay: Overlay, pulse_is_on: bool, shows_kinds: bool
) -> BoardScene:
    """Return the scene of a game.

    - `overlay`: what is pointed out; a hint is faint while `pulse_is_on` is False.
    - `shows_kinds`: whether to mark all tiles of the selected kind, or of the kind under the cursor.

    >>> import lianliankan as llk
    >>> from lianliankan.terminal.session import read_facts
    >>> facts = read_facts(llk.Game(llk.Board.parse("AB/AB")))
    >>> options = {"cursor": Cell(0, 0), "overlay": Overlay({}), "pulse_is_on": True, "shows_kinds": True}
    >>> build_scene(facts, Texts("en"), **options).marks
    {Cell(row=0, col=0): 'kind', Cell(row=1, col=0): 'kind'}
    """
    is_paused = facts.state == "paused"
    marks: dict[Cell, Mark] = {}
    pointed = facts.picked or cursor
    if shows_kinds and pointed is not None:
        kind = facts.rows[pointed.row][pointed.col]
        marks |= {
            Cell(r, c): "kind" for r, row in enumerate(facts.rows) for c, number in enumerate(row) if number == kind > 0
        }
    if facts.picked is not None:
        marks[facts.picked] = "selected"
    if is_paused:
        overlay = Overlay({})
    for cell, mark in overlay.marks.items():
        marks[cell] = "faint hint" if mark == "hint" and not pulse_is_on else mark
    return BoardScene(
        facts.rows,
        cursor=None if facts.is_over else cursor,
        marks=marks,
        path=overlay.path,
        path_style=overlay.path_style,
        hidden=is_paused,
        outside=facts.board.rules.outside,
        label=texts("paused") if is_paused else "",
    )
