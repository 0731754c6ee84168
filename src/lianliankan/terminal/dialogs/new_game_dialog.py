"""The dialog for a new game: mode, size, kinds, gravity, difficulty, the deal's number."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from lianliankan.dealing.deal_spec import Difficulty
from lianliankan.errors import NoDeal, ParseError
from lianliankan.game.game import Game
from lianliankan.game.modes import LEVELS
from lianliankan.solver.rate import difficulty_name
from lianliankan.terminal.background import away
from lianliankan.terminal.bars import fill
from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.board.board_widget import to_strip
from lianliankan.terminal.dialogs.dialog import Button, Choice, Dialog, Lines, PanelInks
from lianliankan.terminal.dialogs.form_field import FormEntry
from lianliankan.terminal.dialogs.new_game_form import BadEntry, Form
from lianliankan.terminal.next_game import dealt
from lianliankan.terminal.texts import Words
from lianliankan.text_width import display_width, pad

if TYPE_CHECKING:
    from lianliankan.store import Summary

__all__ = ["NewGame"]

_LABEL, _VALUE, _NOTE = 16, 22, 36  # columns


class Row(Widget, can_focus=True):
    """An entry of the form on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("backspace", "erase", show=False),
        Binding("enter", "submit", show=False),
    ]

    class Changed(Message):
        """A value is another."""

    class Submitted(Message):
        """Enter was pressed."""

    def __init__(self, entry: FormEntry, words: Words, inks: PanelInks, note: Callable[[FormEntry], str]) -> None:
        super().__init__(name=entry.name, classes="entry")
        self.entry, self._words, self._inks, self._note = entry, words, inks, note

    def render_line(self, y: int) -> Strip:
        """Give the line: the name, the value between arrows, and a word about it."""
        ink = self._inks.chosen if self.has_focus else self._inks.choice
        shown = shown_value(self.entry, self._words) + ("▏" if self.has_focus and self.entry.typed else "")
        runs = [
            Run(("▸ " if self.has_focus else "  ") + pad(self._words(f"new {self.name}"), _LABEL - 2, align="left"),
                self._inks.strong if self.has_focus else self._inks.text),
            Run("◂ ", ink),
            Run(pad(_clipped(shown, _VALUE - 4), _VALUE - 4, align="centre"), ink),
            Run(" ▸", ink),
            Run(" " + self._note(self.entry), self._inks.faint),
        ]  # fmt: skip
        return to_strip(fill(runs, (), self.size.width, self._inks.text))

    def on_focus(self) -> None:
        """Let the next character replace the value."""
        self.entry.is_fresh = True

    def on_key(self, event: events.Key) -> None:
        """Type a character."""
        if event.character and event.character.lower() in self.entry.typed:
            event.stop()
            self.entry.type(event.character.lower())
            self._changed()

    def on_click(self, event: events.Click) -> None:
        """Change the value by a click on its arrows, or anywhere on it."""
        if event.x >= _LABEL:
            self.action_turn(-1 if event.x < _LABEL + 3 else 1)

    def action_turn(self, step: int) -> None:
        """Go to another value."""
        self.entry.turn(step)
        self._changed()

    def action_erase(self) -> None:
        """Take a character away."""
        self.entry.erase()
        self._changed()

    def action_submit(self) -> None:
        """Play; where that cannot be, the next character typed replaces the value."""
        self.entry.is_fresh = True
        self.post_message(self.Submitted())

    def _changed(self) -> None:
        self.refresh()
        self.post_message(self.Changed())


def shown_value(entry: FormEntry, words: Words) -> str:
    """Give a value in words.

    >>> shown_value(FormEntry("mode", "timed"), Words("zh")), shown_value(FormEntry("size", "8x18"), Words("en"))
    ('限时', '8×18')
    """
    match entry.name:
        case "mode" | "gravity" | "difficulty" | "stuck":
            return words(f"{entry.name} {entry.value}")
        case "size":
            return entry.value.replace("x", "×")
        case "outside" | "adjacent":
            return words(entry.value)
        case "turns" if entry.value == "unlimited":
            return words("turns any")
        case "kinds" if entry.value == "0":
            return words("kinds usual")
        case _:
            return entry.value


class NewGame(Dialog[Game]):
    """The dialog; it ends with a game whose board is dealt, or with None."""

    DEFAULT_CSS = f"""
    NewGame .entry {{ width: {_LABEL + _VALUE + _NOTE}; height: 1; }}
    NewGame .gone {{ display: none; }}
    NewGame #problem {{ margin-top: 1; }}
    """

    def __init__(self, form: Form, words: Words, inks: PanelInks, played: "Summary | None") -> None:
        super().__init__(
            words("new title"), [], [Choice("play", words("do play")), Choice("cancel", words("do cancel"))], inks
        )
        self.form, self._words, self._played = form, words, played
        self._problem = Lines([], inks.bad)
        self._problem.id = "problem"
        self._is_dealing = False

    def compose_more(self) -> ComposeResult:
        """Lay out the entries, what is fixed, and a line for what is wrong."""
        for entry in self.form.entries.values():
            yield Row(entry, self._words, self.inks, self._note)
        yield self._problem

    def on_mount(self) -> None:
        """Show what the mode leaves open."""
        self._arrange()

    def on_row_changed(self) -> None:
        """Show what the mode leaves open."""
        self._arrange()

    def _arrange(self) -> None:
        names = self.form.names
        for row in self.query(Row):
            row.set_class(row.name not in names, "gone")
            row.refresh()
        self._problem.set_lines([[Run(text, self.inks.faint)] for text in (self._fixed(),) if text])

    def _fixed(self) -> str:
        """Say what the mode does not leave open."""
        mode = self.form.entries["mode"].value
        if mode not in ("daily", "campaign"):
            return self._words("new keys")
        found = self.form.plan()
        deal = found.deal
        text = self._words(
            "new fixed",
            size=f"{deal.rows}×{deal.cols}",
            gravity=self._words(f"gravity {deal.rules.gravity}"),
            difficulty=difficulty_text(deal.difficulty, self._words),
        )
        if mode == "campaign":
            return f"{text} · {self._words('new lives', lives=found.options.shuffles)}"
        text = f"{found.options.day} · {text}"
        if self._played is not None and self._played.state == "won":
            text += " · " + self._words("daily played", score=self._played.score)
        return text

    def _note(self, entry: FormEntry) -> str:
        """Give a word about a value."""
        words = self._words
        match entry.name:
            case "mode":
                return words(f"about {entry.value}", levels=LEVELS)
            case "gravity":
                return words(f"falls {entry.value}")
            case "size":
                return words("size classic" if entry.value == "8x18" else "size own")
            case "kinds":
                return words("kinds some")
            case "deal":
                return words("deal number")
            case "turns":
                return words("turns most")
            case "level":
                return words("level most", level=entry.known[-1])
            case "difficulty":
                return words(f"hard {entry.value}")
            case "outside":
                return words(f"outside {entry.value}")
            case "adjacent":
                return words(f"adjacent {entry.value}")
            case _:
                return words(f"when {entry.value}")

    async def on_row_submitted(self) -> None:
        """Play."""
        self.choose("play")

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """Play, or not."""
        self.choose(message.name)

    def choose(self, name: str) -> None:
        """Deal the board and end with it; where it cannot be, say why and stay."""
        if name != "play":
            self.finish(None)
        elif not self._is_dealing:
            self._is_dealing = True
            self.run_worker(self._deal())

    async def _deal(self) -> None:
        self._problem.set_lines([[Run(self._words("dealing"), self.inks.good)]])
        try:
            game = await away(lambda: dealt(self.form.plan()))
        except ValueError as problem:
            self._problem.set_lines([[Run(line, self.inks.bad)] for line in _wrapped(self._said(problem), 70)])
        else:
            self._arrange()
            self.finish(game)
        finally:
            self._is_dealing = False

    def _said(self, problem: ValueError) -> str:
        """Say what is wrong in the player's language where there are words for it, else in the library's."""
        if isinstance(problem, BadEntry):
            return self._words(f"wrong {problem.name}", **problem.values)
        if isinstance(problem, NoDeal):
            return self._words("wrong none")
        return problem.problem if isinstance(problem, ParseError) else str(problem)


def difficulty_text(difficulty: Difficulty, words: Words) -> str:
    """Say how hard a board is that nobody chooses: a name, or the hardest it may be.

    >>> difficulty_text("hard", Words("en")), difficulty_text((0, 25), Words("en")), difficulty_text(None, Words("zh"))
    ('Hard', 'up to Medium', '最高极难')
    """
    if isinstance(difficulty, str):
        return words(f"difficulty {difficulty}")
    _, greatest = difficulty or (0, 100)
    return words("at most", difficulty=words(f"difficulty {difficulty_name(greatest)}"))


def _clipped(text: str, width: int) -> str:
    """Give the end of a text that is too long, for there it is typed."""
    return text if len(text) <= width else "…" + text[1 - width :]


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines, at spaces where there are any."""
    lines = [""]
    for word in re.findall(r"[^ ]+ *", text):
        if display_width(lines[-1] + word.rstrip()) > width and lines[-1]:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]
