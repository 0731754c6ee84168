"""The animation of events, starting from the board before them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.shifts import TileShift
from lianliankan.game import events as ev
from lianliankan.terminal.board import animation
from lianliankan.terminal.board.animation import AnimationFrame
from lianliankan.terminal.board.board_scene import BoardScene

Rows = Sequence[Sequence[int]]


def animate_events(
    happened: list[ev.Event], before: Board, scene: BoardScene, announced: str = ""
) -> Iterator[AnimationFrame]:
    """Yield the frames that lead from a board to the scene after the events; an automatic shuffle is `announced`.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AB/AB", rules=llk.Rules(gravity="right")))
    >>> before, happened = game.board, game.play((0, 0), (1, 0))
    >>> len(list(animate_events(happened, before, BoardScene(game.board.to_rows()))))
    3
    """
    rows: Rows = before.to_rows()
    plain = replace(scene, marks={}, path=(), hidden=False, label="")
    for event in happened:
        if isinstance(event, ev.Linked):
            then = replace(plain, rows=rows)
            yield from animation.grow(then, event.path.cells)
            yield from animation.vanish(then, event.move)
            rows = _without(rows, event.move)
        elif isinstance(event, ev.Packed):
            rows = _packed(rows, event.shifts)
            yield from animation.slide(replace(plain, rows=rows), event.shifts)
        elif isinstance(event, ev.Shuffled | ev.Restarted):
            after = event.board.to_rows()
            if isinstance(event, ev.Restarted):  # removed tiles come back
                rows = after
            elif not event.asked:
                yield from animation.announce(replace(plain, rows=rows), announced)
            yield from animation.turn_over(rows, replace(plain, rows=after))
            rows = after
        elif isinstance(event, ev.Redone) and event.move and (path := before.link(*event.move)):
            yield from animation.grow(replace(plain, rows=rows), path.cells)
            rows = event.board.to_rows()
        elif isinstance(event, ev.Undone | ev.Redone):
            after = event.board.to_rows()
            if event.move:
                yield from animation.flash(replace(plain, rows=after), event.move)
            else:
                yield from animation.turn_over(rows, replace(plain, rows=after))
            rows = after


def _without(rows: Rows, cells: Sequence[Cell]) -> Rows:
    gone = set(cells)
    return [[0 if (r, c) in gone else number for c, number in enumerate(row)] for r, row in enumerate(rows)]


def _packed(rows: Rows, shifts: Sequence[TileShift]) -> Rows:
    after = [list(row) for row in rows]
    for shift in shifts:
        after[shift.start.row][shift.start.col] = 0
    for shift in shifts:
        after[shift.end.row][shift.end.col] = rows[shift.start.row][shift.start.col]
    return after
