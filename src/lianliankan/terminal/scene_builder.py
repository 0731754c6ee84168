"""The board scene of a game: its tiles, the cursor, the selection, and what is pointed out."""

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.game.view import GameView
from lianliankan.terminal.board.board_scene import BoardScene
from lianliankan.terminal.board.theme import Mark
from lianliankan.terminal.messages import Overlay
from lianliankan.texts import Texts


def build_scene(
    view: GameView,
    board: Board,
    texts: Texts,
    *,
    cursor: Cell | None,
    overlay: Overlay,
    pulse_is_on: bool,
    shows_kinds: bool,
) -> BoardScene:
    """Return the scene of a game.

    - `overlay`: what is pointed out; a hint is faint while `pulse_is_on` is False.
    - `shows_kinds`: whether to mark all tiles of the selected kind, or of the kind under the cursor.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> options = {"cursor": Cell(0, 0), "overlay": Overlay({}), "pulse_is_on": True, "shows_kinds": True}
    >>> build_scene(GameView.of(game), game.board, Texts("en"), **options).marks
    {Cell(row=0, col=0): 'kind', Cell(row=1, col=0): 'kind'}
    """
    rows, is_paused = board.to_rows(), view.state == "paused"
    marks: dict[Cell, Mark] = {}
    pointed = view.picked or cursor
    if shows_kinds and pointed is not None:
        kind = rows[pointed.row][pointed.col]
        marks |= {
            Cell(r, c): "kind" for r, row in enumerate(rows) for c, number in enumerate(row) if number == kind > 0
        }
    if view.picked is not None:
        marks[view.picked] = "selected"
    if is_paused:
        overlay = Overlay({})
    for cell, mark in overlay.marks.items():
        marks[cell] = "faint hint" if mark == "hint" and not pulse_is_on else mark
    return BoardScene(
        rows,
        cursor=None if view.is_over else cursor,
        marks=marks,
        path=overlay.path,
        path_style=overlay.path_style,
        hidden=is_paused,
        outside=board.rules.outside,
        label=texts("paused") if is_paused else "",
    )
