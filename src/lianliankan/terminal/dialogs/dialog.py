"""A dialog: a titled panel over the board with lines of text and buttons."""

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

from lianliankan.override import override
from lianliankan.terminal.bars import fill
from lianliankan.terminal.board.board_widget import to_strip
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.board.theme import Ink
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text_width import display_width, pad

T = TypeVar("T")

_AROUND_TITLE = 8  # columns: blanks, edges and corners

Line = Sequence[CellRun]


class TextLines(Widget):
    """Lines of text."""

    def __init__(self, lines: Iterable[Line], ink: Ink) -> None:
        super().__init__()
        self._ink = ink
        self._lines = [list(line) for line in lines]

    def set_lines(self, lines: Iterable[Line]) -> None:
        """Set the lines."""
        self._lines = [list(line) for line in lines]
        self.refresh(layout=True)

    @override
    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max((sum(display_width(run.text) for run in line) for line in self._lines), default=0)

    @override
    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    @override
    def render_line(self, y: int) -> Strip:
        return to_strip(fill(self._lines[y] if y < len(self._lines) else (), (), self.size.width, self._ink))


class Choice(NamedTuple):
    """A choice: its name, and its text."""

    name: str
    text: str


class Button(Widget, can_focus=True):
    """A button for a choice."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    class Pressed(Message):
        """The button was pressed."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, choice: Choice, inks: TextInks) -> None:
        super().__init__(name=choice.name, classes="button")
        self._text, self._inks = choice.text, inks

    @override
    def get_content_width(self, container: Size, viewport: Size) -> int:
        return display_width(self._text) + 4

    @override
    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1

    @override
    def render_line(self, y: int) -> Strip:
        ink = self._inks.focused if self.has_focus else self._inks.button
        bare = ("  ", "  ") if ink.bg else ("[ ", " ]")  # without a background it would look like plain text
        left, right = ("▸ ", " ◂") if self.has_focus else bare
        return to_strip(fill([CellRun(left + self._text + right, ink)], (), self.size.width, ink))

    def action_press(self) -> None:
        """Press the button."""
        self.post_message(self.Pressed(self.name or ""))

    def on_click(self, event: events.Click) -> None:
        """Press the button."""
        event.stop()
        self.action_press()


class Dialog(ModalScreen[T]):
    """A panel over the board; its result is the name of the choice, or None after Escape."""

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
    Dialog TextLines { width: auto; height: auto; }
    Dialog .button { width: auto; height: 1; }
    Dialog .row { layout: horizontal; width: auto; height: 1; margin-top: 1; }
    Dialog .row .button { margin-right: 2; }
    Dialog .column { layout: vertical; width: auto; height: auto; margin-top: 1; }
    """

    def __init__(self, title: str, lines: Iterable[Line], choices: Iterable[Choice], inks: TextInks) -> None:
        super().__init__()
        self.inks = inks
        self._title = title
        self._choices = list(choices)
        self._is_finished = False
        self.text = TextLines(lines, inks.text)

    @override
    def compose(self) -> ComposeResult:
        panel = Vertical()
        panel.border_title = f" {self._title} "
        panel.styles.min_width = display_width(self._title) + _AROUND_TITLE
        with panel:
            yield self.text
            yield from self.compose_body()
            with Vertical(classes="row" if len(self._choices) < 3 else "column"):
                width = max((display_width(choice.text) for choice in self._choices), default=0)
                for name, text in self._choices:  # equally wide if they are in a column
                    shown = text if len(self._choices) < 3 else pad(text, width, align="left")
                    yield Button(Choice(name, shown), self.inks)

    def compose_body(self) -> ComposeResult:
        """Lay out what is between the text and the buttons."""
        yield from ()

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """Close with the choice."""
        self.choose(message.name)

    def choose(self, name: str) -> None:
        """Close with a choice; dialogs with another result override this."""
        self.finish(name)  # type: ignore[arg-type]  # the result of these dialogs is a name

    def action_cancel(self) -> None:
        """Close without a choice."""
        self.finish(None)

    def finish(self, result: T | None) -> None:
        """Close with a result, once: a second key may arrive before the dialog is gone."""
        if self.is_current and not self._is_finished:
            self._is_finished = True
            self.dismiss(result)
