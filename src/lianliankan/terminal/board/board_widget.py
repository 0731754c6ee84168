"""The board widget: shows scenes, plays animations, follows the cursor, and reports clicks on cells."""

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
from lianliankan.faces.face import FaceSet
from lianliankan.override import override
from lianliankan.terminal.board.animation import AnimationFrame
from lianliankan.terminal.board.board_drawing import draw, measure
from lianliankan.terminal.board.board_scene import BoardScene
from lianliankan.terminal.board.canvas import CellRun, Viewport
from lianliankan.terminal.board.theme import Ink, TerminalTheme
from lianliankan.terminal.board.tile_size import Metrics


@lru_cache(maxsize=1024)
def to_style(ink: Ink) -> Style:
    """Convert an ink to a Rich style."""
    return Style(
        color=ink.fg or None, bgcolor=ink.bg or None, bold=ink.bold, reverse=ink.reverse, underline=ink.underline
    )


def to_strip(runs: Iterable[CellRun]) -> Strip:
    """Convert runs to a line of the screen."""
    return Strip([Segment(text, to_style(ink)) for text, ink in runs])


class BoardWidget(Widget, can_focus=True):
    """A board that shows scenes."""

    class CellChosen(Message):
        """A cell was clicked."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, theme: TerminalTheme) -> None:
        super().__init__(id="board")
        self.theme = theme
        self.is_animated = True
        self._faces: FaceSet | None = None
        self._first: Sequence[Sequence[int]] = ((0,),)
        self._metrics: Metrics | None = None
        self._scene = BoardScene([[0]])
        self._lines: list[list[CellRun]] = []
        self._corner = (0, 0)  # the first column and line in view
        self._frames: deque[AnimationFrame] = deque()
        self._last = self._scene  # shown when the animation ends
        self._then: Callable[[], None] | None = None
        self._timer: Timer | None = None

    # ---- Scenes ------------------------------------------------------------------------------------------------------

    def set_up(self, first: Sequence[Sequence[int]], faces: FaceSet, scene: BoardScene) -> None:
        """Set the board: the size and glyphs of its first position determine the tile size."""
        self.finish()
        self._first, self._faces, self._scene = first, faces, scene
        self._measure()

    def show(self, scene: BoardScene) -> None:
        """Show a scene at once; a running animation ends."""
        self.finish()
        self._show(scene)

    def play(self, frames: Iterable[AnimationFrame], last: BoardScene, then: Callable[[], None] | None = None) -> None:
        """Play frames, then show the last scene and call `then`; without animation, only those with a label."""
        self.finish()
        self._frames = deque(frame for frame in frames if self.is_animated or frame.scene.label)
        self._last, self._then = last, then
        self._next()

    def finish(self) -> None:
        """End a running animation at its last scene."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._frames.clear()
            self._next()

    @property
    def is_playing(self) -> bool:
        """Whether an animation is running."""
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

    def _show(self, scene: BoardScene) -> None:
        moved = scene.cursor != self._scene.cursor
        self._scene = scene
        if moved:
            self._follow()
        self._redraw()

    # ---- Drawing -----------------------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Choose the tile size again."""
        self._measure()

    def _measure(self) -> None:
        width, height = self.size
        if self._faces is None or not width or not height:
            return
        self._metrics = measure(self._first, self._faces, width=width, height=height)
        self._follow()
        self._redraw()

    def _follow(self) -> None:
        """Scroll the cursor into view; a board that fits is centred."""
        if self._metrics is None:
            return
        x, y = self._corner
        if self._scene.cursor is not None:
            (left, top), (width, height) = self._metrics.top_left(self._scene.cursor), self._metrics.size
            x = min(max(x, left + 2 * width - self.size.width), left - width - self._metrics.gutter)
            y = min(max(y, top + 2 * height - self.size.height), top - height - self._metrics.header)
        self._move_view(x, y)

    def _move_view(self, x: int, y: int) -> None:
        assert self._metrics is not None, "only a measured board is scrolled"
        self._corner = (
            _clamp(x, self.size.width, self._metrics.width),
            _clamp(y, self.size.height, self._metrics.height),
        )

    def _redraw(self) -> None:
        """Draw the scene; only changed lines are sent to the terminal."""
        if self._metrics is None or self._faces is None:
            return
        before = self._lines
        self._lines = draw(
            self._scene,
            self._metrics,
            Viewport(*self._corner, *self.size),
            faces=self._faces,
            theme=self.theme,
            is_ascii=self._faces.name == "ascii",
        )
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [y for y, line in enumerate(self._lines) if line != before[y]]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    @override
    def render_line(self, y: int) -> Strip:
        if y < len(self._lines):
            return to_strip(self._lines[y])
        return Strip([Segment(" " * self.size.width, to_style(self.theme.void))])

    # ---- The mouse ---------------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Report the clicked cell."""
        if self._metrics is not None:
            cell = self._metrics.cell_at(event.x + self._corner[0], event.y + self._corner[1])
            if cell is not None:
                self.post_message(self.CellChosen(cell))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll a board that is larger than the window; with a modifier key, sideways."""
        self._scroll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseEvent, step: int) -> None:
        if self._metrics is None:
            return
        (x, y), (width, height) = self._corner, self._metrics.size
        sideways = event.shift or event.ctrl or self._metrics.height <= self.size.height
        self._move_view(x + 2 * width * step if sideways else x, y if sideways else y + 2 * height * step)
        self._redraw()

    def locate(self, cell: Cell) -> tuple[int, int]:
        """Return the column and line of the window at which the middle of a cell is."""
        assert self._metrics is not None, "the board is shown"
        x, y = self._metrics.middle(cell)
        return x - self._corner[0], y - self._corner[1]


def _clamp(corner: int, room: int, needed: int) -> int:
    return -((room - needed) // 2) if needed <= room else min(max(corner, 0), needed - room)
