"""A dialog: a titled panel over the board with some lines and some choices, for keys and for the mouse."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget

from lianliankan.terminal.bars import fill
from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.board.board_widget import to_strip
from lianliankan.terminal.board.theme import Ink
from lianliankan.text_width import display_width, pad

__all__ = ["PANEL_16", "PANEL_COLOURED", "PANEL_UNCOLOURED", "Button", "Choice", "Dialog", "Lines", "PanelInks"]

T = TypeVar("T")


class PanelInks(NamedTuple):
    """The inks of a dialog."""

    text: Ink
    faint: Ink
    strong: Ink
    good: Ink
    bad: Ink
    star: Ink
    choice: Ink
    chosen: Ink


_GROUND = "#22312e"
PANEL_COLOURED = PanelInks(
    text=Ink("#d5e0db", _GROUND),
    faint=Ink("#8aa39b", _GROUND),
    strong=Ink("#fff4d6", _GROUND, bold=True),
    good=Ink("#86e0ae", _GROUND, bold=True),
    bad=Ink("#ff9d8f", _GROUND, bold=True),
    star=Ink("#ffcf3f", _GROUND, bold=True),
    choice=Ink("#d5e0db", "#33504a"),
    chosen=Ink("#1c2321", "#ffcf3f", bold=True),
)
PANEL_16 = PanelInks(
    text=Ink("white", "black"),
    faint=Ink("white", "black"),
    strong=Ink("bright_white", "black", bold=True),
    good=Ink("bright_green", "black", bold=True),
    bad=Ink("bright_red", "black", bold=True),
    star=Ink("bright_yellow", "black", bold=True),
    choice=Ink("bright_white", "blue"),
    chosen=Ink("black", "bright_yellow", bold=True),
)
PANEL_UNCOLOURED = PanelInks(
    text=Ink(),
    faint=Ink(),
    strong=Ink(bold=True),
    good=Ink(bold=True),
    bad=Ink(bold=True, underline=True),
    star=Ink(bold=True),
    choice=Ink(),
    chosen=Ink(reverse=True, bold=True),
)

Line = Sequence[Run]


class Lines(Widget):
    """Some lines of text."""

    def __init__(self, lines: Iterable[Line], ink: Ink) -> None:
        super().__init__()
        self._ink = ink
        self._lines = [list(line) for line in lines]

    def set_lines(self, lines: Iterable[Line]) -> None:
        """Show other lines."""
        self._lines = [list(line) for line in lines]
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Give the width of the longest line."""
        return max((sum(display_width(run.text) for run in line) for line in self._lines), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Give the number of lines."""
        return len(self._lines)

    def render_line(self, y: int) -> Strip:
        """Give a line."""
        return to_strip(fill(self._lines[y] if y < len(self._lines) else (), (), self.size.width, self._ink))


class Choice(NamedTuple):
    """Something to choose: its name, and what it says."""

    name: str
    text: str


class Button(Widget, can_focus=True):
    """A choice in a dialog."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    class Pressed(Message):
        """Somebody has chosen."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, choice: Choice, inks: PanelInks) -> None:
        super().__init__(name=choice.name, classes="button")
        self._text, self._inks = choice.text, inks

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Give the width of the text and of the signs beside it."""
        return display_width(self._text) + 4

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Give one line."""
        return 1

    def render_line(self, y: int) -> Strip:
        """Give the line."""
        ink = self._inks.chosen if self.has_focus else self._inks.choice
        bare = ("  ", "  ") if ink.bg else ("[ ", " ]")  # without a ground of its own it would look like text
        left, right = ("▸ ", " ◂") if self.has_focus else bare
        return to_strip(fill([Run(left + self._text + right, ink)], (), self.size.width, ink))

    def action_press(self) -> None:
        """Choose."""
        self.post_message(self.Pressed(self.name or ""))

    def on_click(self, event: events.Click) -> None:
        """Choose."""
        event.stop()
        self.action_press()


class Dialog(ModalScreen[T]):
    """A panel over the board; it ends with what was chosen, or with None by Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("up,left,shift+tab", "app.focus_previous", show=False),
        Binding("down,right,tab", "app.focus_next", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    Dialog { align: center middle; background: #0b1413 55%; overflow: hidden; }
    Dialog > Vertical {
        width: auto; height: auto; max-width: 100%; max-height: 100%; padding: 1 2;
        background: #22312e; border: round #5d8175; border-title-color: #fff4d6; border-title-style: bold;
    }
    Dialog:ansi > Vertical { background: ansi_black; border: round ansi_white; border-title-color: ansi_bright_white; }
    Dialog Lines { width: auto; height: auto; }
    Dialog .button { width: auto; height: 1; }
    Dialog .row { layout: horizontal; width: auto; height: 1; margin-top: 1; }
    Dialog .row .button { margin-right: 2; }
    Dialog .column { layout: vertical; width: auto; height: auto; margin-top: 1; }
    """

    def __init__(self, title: str, lines: Iterable[Line], choices: Iterable[Choice], inks: PanelInks) -> None:
        super().__init__()
        self.inks = inks
        self._title = title
        self._choices = list(choices)
        self._is_finished = False
        self.text = Lines(lines, inks.text)

    def compose(self) -> ComposeResult:
        """Lay out the panel."""
        panel = Vertical()
        panel.border_title = f" {self._title} "
        with panel:
            yield self.text
            yield from self.compose_more()
            with Vertical(classes="row" if len(self._choices) < 3 else "column"):
                width = max((display_width(choice.text) for choice in self._choices), default=0)
                for name, text in self._choices:  # equally wide where they stand below each other
                    shown = text if len(self._choices) < 3 else pad(text, width, align="left")
                    yield Button(Choice(name, shown), self.inks)

    def compose_more(self) -> ComposeResult:
        """Lay out what stands between the lines and the choices."""
        yield from ()

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """End with what was chosen."""
        self.choose(message.name)

    def choose(self, name: str) -> None:
        """End with a choice; those dialogs that end with something else say what."""
        self.finish(name)  # type: ignore[arg-type]  # these dialogs end with a name

    def action_cancel(self) -> None:
        """End without a choice."""
        self.finish(None)

    def finish(self, result: T | None) -> None:
        """End with a result, unless it has ended: the keys of one read may come twice before the dialog is gone."""
        if self.is_current and not self._is_finished:
            self._is_finished = True
            self.dismiss(result)
