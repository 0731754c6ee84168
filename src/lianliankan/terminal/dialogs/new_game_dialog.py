"""The dialog for a new game: mode, size, kinds, gravity, difficulty, deal number."""

import re
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from lianliankan.dealing.difficulty import Difficulty
from lianliankan.errors import BadDeal, BadSeed, NoDeal, ParseError
from lianliankan.game.game import Game
from lianliankan.game.modes import FIXED_BOARDS, LEVELS, MODES
from lianliankan.game.options import Options
from lianliankan.game.start import MAX_SIDE, SEARCH_SECONDS, NearestBoard, start_game
from lianliankan.override import override
from lianliankan.seeds import SEEDS
from lianliankan.solver.rate import difficulty_name
from lianliankan.terminal.background import run_detached
from lianliankan.terminal.bars import fill
from lianliankan.terminal.board.board_widget import to_strip
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.dialogs.dialog import Button, Choice, Dialog, TextLines
from lianliankan.terminal.dialogs.form_field import FormField
from lianliankan.terminal.dialogs.new_game_form import NewGameForm
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text_width import display_width, pad
from lianliankan.texts import Texts

if TYPE_CHECKING:
    from lianliankan.store import Summary

_LABEL, _VALUE, _NOTE = 16, 22, 36  # columns

# The texts of values by field, or by field and value; others are shown as they are.
_VALUE_TEXTS = {
    "mode": "mode {}",
    "gravity": "gravity {}",
    "difficulty": "difficulty {}",
    "shape": "shape-of {}",
    "stuck": "if-stuck {}",
    "asks": "if-stuck {}",
    "outside": "{}",
    "adjacent": "{}",
    "turns unlimited": "turns any",
    "kinds 0": "kinds usual",
}

# The notes beside the fields.
_NOTES = {
    "mode": "about {}",
    "gravity": "falls {}",
    "difficulty": "hard {}",
    "stuck": "when {}",
    "asks": "when {}",
    "outside": "outside {}",
    "adjacent": "adjacent {}",
    "turns": "turns most",
    "level": "level most",
    "shape": "shape some",
    "kinds": "kinds some",
    "deal": "deal note",
}


class FieldRow(Widget, can_focus=True):
    """A field of the form on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "cycle(-1)", show=False),
        Binding("right", "cycle(1)", show=False),
        Binding("backspace", "erase", show=False),
        Binding("enter", "submit", show=False),
    ]

    class Changed(Message):
        """The value changed."""

    class Submitted(Message):
        """Enter was pressed."""

    def __init__(self, field: FormField, texts: Texts, inks: TextInks, note: Callable[[FormField], str]) -> None:
        super().__init__(name=field.name, classes="field")
        self.field, self._texts, self._inks, self._note = field, texts, inks, note

    @override
    def render_line(self, y: int) -> Strip:
        """Render the name, the value between arrows, and a note."""
        ink = self._inks.focused if self.has_focus else self._inks.button
        shown = format_value(self.field, self._texts) + ("▏" if self.has_focus and self.field.characters else "")
        runs = [
            CellRun(("▸ " if self.has_focus else "  ") + pad(self._texts(f"new {self.name}"), _LABEL - 2, align="left"),
                self._inks.strong if self.has_focus else self._inks.text),
            CellRun("◂ ", ink),
            CellRun(pad(_clip(shown, _VALUE - 4), _VALUE - 4, align="centre"), ink),
            CellRun(" ▸", ink),
            CellRun(" " + self._note(self.field), self._inks.faint),
        ]  # fmt: skip
        return to_strip(fill(runs, (), self.size.width, self._inks.text))

    def on_focus(self) -> None:
        """Let the next typed character replace the value."""
        self.field.is_fresh = True

    def on_key(self, event: events.Key) -> None:
        """Type a character."""
        if event.character and event.character.lower() in self.field.characters:
            event.stop()
            self.field.type(event.character.lower())
            self._changed()

    def on_click(self, event: events.Click) -> None:
        """Change the value: the left arrow goes back, anywhere else goes forward."""
        if event.x >= _LABEL:
            self.action_cycle(-1 if event.x < _LABEL + 3 else 1)

    def action_cycle(self, step: int) -> None:
        """Go to the next or previous value."""
        self.field.cycle(step)
        self._changed()

    def action_erase(self) -> None:
        """Delete a character."""
        self.field.erase()
        self._changed()

    def action_submit(self) -> None:
        """Submit the form; if it is rejected, the next typed character replaces the value."""
        self.field.is_fresh = True
        self.post_message(self.Submitted())

    def _changed(self) -> None:
        self.refresh()
        self.post_message(self.Changed())


def format_value(field: FormField, texts: Texts) -> str:
    """Return a value as text.

    >>> format_value(FormField("mode", "timed"), Texts("zh")), format_value(FormField("size", "8x18"), Texts("en"))
    ('限时', '8×18')
    """
    if name := _VALUE_TEXTS.get(field.name) or _VALUE_TEXTS.get(f"{field.name} {field.value}"):
        return texts(name.format(field.value))
    return field.value.replace("x", "×")


class NewGameDialog(Dialog[Game]):
    """The dialog; its result is a game with its board dealt, or None."""

    DEFAULT_CSS = f"""
    NewGameDialog .field {{ width: {_LABEL + _VALUE + _NOTE}; height: 1; }}
    NewGameDialog .hidden {{ display: none; }}
    NewGameDialog #problem {{ margin-top: 1; }}
    """

    def __init__(
        self,
        form: NewGameForm,
        texts: Texts,
        inks: TextInks,
        played: "Summary | None",
        on_nearest: Callable[[NearestBoard], None],
    ) -> None:
        super().__init__(
            texts("new title"), [], [Choice("play", texts("new play")), Choice("cancel", texts("cancel"))], inks
        )
        self.form, self._texts, self._played, self._on_nearest = form, texts, played, on_nearest
        self._problem = TextLines([], inks.bad)
        self._problem.id = "problem"
        self._is_dealing = False

    @override
    def compose_body(self) -> ComposeResult:
        for field in self.form.fields.values():
            yield FieldRow(field, self._texts, self.inks, self._note)
        yield self._problem

    def on_mount(self) -> None:
        """Show the fields that the mode has."""
        self._update()

    def on_field_row_changed(self) -> None:
        """Show the fields that the mode has."""
        self._update()

    def _update(self) -> None:
        names = self.form.names
        for row in self.query(FieldRow):
            row.set_class(row.name not in names, "hidden")
            row.refresh()
        self._problem.set_lines([[CellRun(text, self.inks.faint)] for text in (self._describe_fixed(),) if text])

    def _describe_fixed(self) -> str:
        """Describe what the mode fixes; for other modes, name the keys."""
        mode = self.form.fields["mode"].value
        if mode not in FIXED_BOARDS:
            return self._texts("new keys")
        found = self.form.plan()
        deal = found.deal
        text = self._texts(
            "new fixed",
            size=f"{deal.rows}×{deal.cols}",
            gravity=self._texts(f"gravity {deal.rules.gravity}"),
            difficulty=describe_difficulty(deal.difficulty, self._texts),
        )
        if mode == "campaign":
            return f"{text} · {self._texts('campaign lives', lives=found.options.shuffles)}"
        text = f"{found.options.day} · {text}"
        if self._played is not None and self._played.state == "won":
            text += " · " + self._texts("daily played", score=self._played.score)
        return text

    def _note(self, field: FormField) -> str:
        """Return the note for a value."""
        if field.name == "size":
            return self._texts("size classic" if field.value == "8x18" else "size own")
        highest = field.choices[-1] if field.choices else ""
        allowed = asdict(MODES.get(field.value, Options()))
        return self._texts(_NOTES[field.name].format(field.value), **allowed | {"levels": LEVELS, "level": highest})

    async def on_field_row_submitted(self) -> None:
        """Deal and play."""
        self.choose("play")

    @override
    def on_button_pressed(self, message: Button.Pressed) -> None:
        """Deal and play, or cancel."""
        self.choose(message.name)

    @override
    def choose(self, name: str) -> None:
        """Deal the board and close; if that fails, say why and stay open."""
        if name != "play":
            self.finish(None)
        elif not self._is_dealing:
            self._is_dealing = True
            self.run_worker(self._deal())

    async def _deal(self) -> None:
        self._problem.set_lines([[CellRun(self._texts("dealing"), self.inks.good)]])
        nearest: list[NearestBoard] = []
        try:
            game = await run_detached(
                lambda: start_game(
                    self.form.plan(),
                    on_nearest=nearest.append,
                    any_seed=self.form.has_drawn_seed,
                    seconds=SEARCH_SECONDS,
                )
            )
        except ValueError as problem:
            lines = _wrap(describe_error(problem, self._texts), 70)
            self._problem.set_lines([[CellRun(line, self.inks.bad)] for line in lines])
        else:
            for note in nearest:
                self._on_nearest(note)
            self._update()
            self.finish(game)
        finally:
            self._is_dealing = False


def describe_error(problem: ValueError, texts: Texts) -> str:
    """Say what is wrong in the player's language if there is a text for it, else in the library's words."""
    match problem:
        case BadDeal(code="size" | "odd" | "kinds" | "shape" as code, values=values):
            return texts(f"wrong {code}", **values)
        case ParseError():
            return texts("wrong size", most=MAX_SIDE)
        case BadSeed():
            return texts("wrong deal", most=SEEDS - 1)
        case NoDeal():
            return texts("wrong none")
    return str(problem)


def describe_difficulty(difficulty: Difficulty, texts: Texts) -> str:
    """Return the difficulty of a fixed board: its name, or the hardest it may be.

    >>> texts = Texts("en")
    >>> describe_difficulty("hard", texts), describe_difficulty((0, 25), texts), describe_difficulty(None, texts)
    ('Hard', 'up to Medium', 'up to Fiendish')
    """
    if isinstance(difficulty, str):
        return texts(f"difficulty {difficulty}")
    _, highest = difficulty or (0, 100)
    return texts("at most", difficulty=texts(f"difficulty {difficulty_name(highest)}"))


def _clip(text: str, width: int) -> str:
    """Return the end of a text that is too long, since that is where it is typed."""
    return text if len(text) <= width else "…" + text[1 - width :]


def _wrap(text: str, width: int) -> list[str]:
    """Break a text into lines at spaces."""
    lines = [""]
    for word in re.findall(r"[^ ]+ *", text):
        if display_width(lines[-1] + word.rstrip()) > width and lines[-1]:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]
