"""The terminal app that plays a search: step by step, forwards and backwards, or automatically."""

from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.events import Resize
from textual.geometry import Region, Spacing
from textual.timer import Timer
from textual.widgets import Footer, Static

from lianliankan.lab.labels import Language
from lianliankan.lab.trace.playback import TracePlayer
from lianliankan.lab.trace.text_frames import TraceFrame, status_line
from lianliankan.override import override

_PACES = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8)  # seconds per step when playing
_USUAL = 3
_LOW = 20  # terminals with fewer lines get a one-line title


class TraceApp(App[None]):
    """A trace player with keys.

    - `player`: the search and the current step.
    - `is_playing`: whether it advances automatically.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", "step", key_display="← →"),
        Binding("left,h", "step(-1)", show=False),
        Binding("down,j", "visit(1)", "cell", key_display="↑ ↓"),
        Binding("up,k", "visit(-1)", show=False),
        Binding("space", "play", "play", key_display="space"),
        Binding("home", "ends(0)", "start/end", key_display="home end"),
        Binding("end", "ends(1)", show=False),
        Binding("plus,equals_sign", "pace(-1)", "speed", key_display="+ -"),
        Binding("minus", "pace(1)", show=False),
        Binding("q,escape,ctrl+c,ctrl+q", "quit", "quit", key_display="q", priority=True),
    ]
    CSS: ClassVar[str] = """
    Screen { background: ansi_default; color: ansi_default; }
    #title, #status_line { height: auto; padding: 0 1; } #title { text-style: bold; max-height: 2; margin-bottom: 1; }
    #stage { height: 1fr; padding: 0 1; } #frame { width: auto; height: auto; }
    .-low #title { max-height: 1; margin-bottom: 0; }
    """

    def __init__(
        self,
        player: TracePlayer,
        screen: TraceFrame,
        title: str,
        *,
        colour: bool,
        language: Language = "en",
        is_playing: bool = False,
    ) -> None:
        super().__init__(ansi_color=True)  # keep the terminal's own colours
        self.player = player
        self.is_playing = is_playing
        self._frames, self._heading, self._colour = screen, title, colour
        self._language: Language = language
        self._pace = _USUAL
        self._timer: Timer | None = None

    @override
    def compose(self) -> ComposeResult:
        yield Static(self._heading, id="title", markup=False)
        with ScrollableContainer(id="stage", can_focus=False):
            yield Static(id="frame")
        yield Static(id="status_line", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show the first frame and start the timer."""
        self._set_pace()
        self._show()

    def on_resize(self, event: Resize) -> None:
        """Scroll to the current cell again after a resize; a low terminal leaves more lines to the board."""
        self.screen.set_class(event.size.height < _LOW, "-low")
        self.call_after_refresh(self._follow)

    def action_step(self, steps: int) -> None:
        """Step forwards or backwards; stepping by hand stops playing."""
        self.is_playing = False
        self.player.go(self.player.number + steps)
        self._show()

    def action_visit(self, way: int) -> None:
        """Step to the next cell from which the search continues, or to the previous one."""
        self.is_playing = False
        (self.player.go_on if way > 0 else self.player.go_back)()
        self._show()

    def action_ends(self, last: int) -> None:
        """Go to the start or to the end."""
        self.is_playing = False
        self.player.go(len(self.player) * last)
        self._show()

    def action_play(self) -> None:
        """Start or stop playing; at the end, start over."""
        self.is_playing = not self.is_playing
        if self.is_playing and self.player.number == len(self.player):
            self.player.go(0)
        self._show()

    def action_pace(self, change: int) -> None:
        """Play faster or slower."""
        self._pace = min(max(self._pace + change, 0), len(_PACES) - 1)
        self._set_pace()

    def _set_pace(self) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = self.set_interval(_PACES[self._pace], self._tick)

    def _tick(self) -> None:
        if self.is_playing:
            self.is_playing = self.player.forward()
            self._show()

    def _show(self) -> None:
        picture = self._frames.draw(self.player, colour=self._colour)
        self.query_one("#frame", Static).update(Text.from_ansi(picture))
        self.call_after_refresh(self._follow)
        self.query_one("#status_line", Static).update(
            ("▶ " if self.is_playing else "  ") + status_line(self.player, self._language)
        )

    @property
    def place(self) -> tuple[int, int]:
        """The line and column of the frame where the last step happened, or where the search starts."""
        step = self.player.step
        return self._frames.place(step.cell if step else self._frames.ends[0])

    def _follow(self) -> None:
        """Keep that place in view if the board is larger than the terminal."""
        row, column = self.place
        around = Region(column, row, self._frames.width + 2, 1).grow(Spacing.all(1))
        self.query_one("#stage", ScrollableContainer).scroll_to_region(around, animate=False)
