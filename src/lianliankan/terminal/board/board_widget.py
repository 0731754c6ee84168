"""The board on the screen: shows scenes, plays animations, follows the cursor, and says which cell was clicked."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from lianliankan.board.cell import Cell
from lianliankan.faces.registry import FaceSet
from lianliankan.terminal.board.animation import Frame
from lianliankan.terminal.board.board_drawing import Run, Scene, View, draw, measure
from lianliankan.terminal.board.theme import Ink, Look
from lianliankan.terminal.board.tile_size import Metrics

__all__ = ["BoardView", "to_strip"]


@lru_cache(maxsize=1024)
def style_of(ink: Ink) -> Style:
    """Give an ink as Textual's renderer wants it."""
    return Style(
        color=ink.fg or None, bgcolor=ink.bg or None, bold=ink.bold, reverse=ink.reverse, underline=ink.underline
    )


def to_strip(runs: Iterable[Run]) -> Strip:
    """Make a line of the screen from runs."""
    return Strip([Segment(text, style_of(ink)) for text, ink in runs])


class BoardView(Widget, can_focus=True):
    """A board, drawn from scenes."""

    class Chosen(Message):
        """Somebody clicked on a cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, look: Look) -> None:
        super().__init__(id="board")
        self.look = look
        self.is_animated = True
        self._faces: FaceSet | None = None
        self._first: Sequence[Sequence[int]] = ((0,),)
        self._metrics: Metrics | None = None
        self._scene = Scene([[0]])
        self._lines: list[list[Run]] = []
        self._corner = (0, 0)  # of the sheet, in view
        self._frames: deque[Frame] = deque()
        self._last = self._scene  # where an animation ends
        self._then: Callable[[], None] | None = None
        self._timer: Timer | None = None

    # ---- What is shown -----------------------------------------------------------------------------------------------

    def set_up(self, first: Sequence[Sequence[int]], faces: FaceSet, scene: Scene) -> None:
        """Begin with a board: the size and the glyphs of the first one say how large the tiles can be."""
        self.finish()
        self._first, self._faces, self._scene = first, faces, scene
        self._measure()

    def show(self, scene: Scene) -> None:
        """Show a scene at once; an animation that runs is over."""
        self.finish()
        self._show(scene)

    def play(self, frames: Iterable[Frame], last: Scene, then: Callable[[], None] | None = None) -> None:
        """Show scenes one after the other, then the last one, and call `then`."""
        self.finish()
        self._frames = deque(frames if self.is_animated else ())
        self._last, self._then = last, then
        self._next()

    def finish(self) -> None:
        """End a running animation: show where it leads."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._frames.clear()
            self._next()

    @property
    def is_playing(self) -> bool:
        """Whether an animation runs."""
        return self._timer is not None

    def _next(self) -> None:
        if self._frames:
            frame = self._frames.popleft()
            self._show(frame.scene)
            self._timer = self.set_timer(frame.seconds, self._next)
            return
        self._timer = None
        self._show(self._last)
        then, self._then = self._then, None
        if then is not None:
            then()

    def _show(self, scene: Scene) -> None:
        moved = scene.cursor != self._scene.cursor
        self._scene = scene
        if moved:
            self._follow()
        self._redraw()

    # ---- How ---------------------------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Choose the size of the tiles anew."""
        self._measure()

    def _measure(self) -> None:
        width, height = self.size
        if self._faces is None or not width or not height:
            return
        self._metrics = measure(self._first, self._faces, width=width, height=height)
        self._follow()
        self._redraw()

    def _follow(self) -> None:
        """Move the view so that the cursor is in it; a board that fits stands in the middle."""
        if self._metrics is None:
            return
        x, y = self._corner
        if self._scene.cursor is not None:
            (left, top), (width, height) = self._metrics.place(self._scene.cursor), self._metrics.size
            x = min(max(x, left + 2 * width - self.size.width), left - width)
            y = min(max(y, top + 2 * height - self.size.height), top - height)
        self._go_to(x, y)

    def _go_to(self, x: int, y: int) -> None:
        assert self._metrics is not None, "only a measured board is scrolled"
        self._corner = (
            _bounded(x, self.size.width, self._metrics.width),
            _bounded(y, self.size.height, self._metrics.height),
        )

    def _redraw(self) -> None:
        """Draw the scene; only the lines that differ are sent to the terminal."""
        if self._metrics is None or self._faces is None:
            return
        before = self._lines
        self._lines = draw(
            self._scene,
            self._metrics,
            View(*self._corner, *self.size),
            faces=self._faces,
            look=self.look,
            is_ascii=self._faces.name == "ascii",
        )
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [y for y, line in enumerate(self._lines) if line != before[y]]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        """Give a line of the board."""
        if y < len(self._lines):
            return to_strip(self._lines[y])
        return Strip([Segment(" " * self.size.width, style_of(self.look.void))])

    # ---- The mouse ---------------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Say which cell was clicked."""
        if self._metrics is not None:
            cell = self._metrics.cell_at(event.x + self._corner[0], event.y + self._corner[1])
            if cell is not None:
                self.post_message(self.Chosen(cell))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll a board that is larger than the window, sideways where a modifier key is held."""
        self._scroll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseEvent, step: int) -> None:
        if self._metrics is None:
            return
        (x, y), (width, height) = self._corner, self._metrics.size
        sideways = event.shift or event.ctrl or self._metrics.height <= self.size.height
        self._go_to(x + 2 * width * step if sideways else x, y if sideways else y + 2 * height * step)
        self._redraw()

    def spot(self, cell: Cell) -> tuple[int, int]:
        """Give the column and line of the window in which the middle of a cell lies."""
        assert self._metrics is not None, "the board is shown"
        x, y = self._metrics.middle(cell)
        return x - self._corner[0], y - self._corner[1]


def _bounded(corner: int, room: int, needed: int) -> int:
    return -((room - needed) // 2) if needed <= room else min(max(corner, 0), needed - room)
