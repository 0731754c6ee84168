"""The high scores: the ten best games of a level, a day, a board, or a kind of board."""

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from lianliankan.errors import StoreError
from lianliankan.override import override
from lianliankan.solver.rate import DIFFICULTIES
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.dialogs.dialog import Choice, Dialog
from lianliankan.terminal.status_lines import mode_title
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text import format_duration
from lianliankan.text_width import pad
from lianliankan.texts import Texts

if TYPE_CHECKING:
    from lianliankan.store import Store, Summary
    from lianliankan.store.best_lists import BestList

_LIMIT = 10


def best_list_lines(
    best_list: "BestList", bests: "list[Summary]", texts: Texts, inks: TextInks, *, own: str = ""
) -> list[list[CellRun]]:
    """Return a list as lines of text; the game with the id `own` is highlighted."""
    lines = [[CellRun(list_title(best_list, texts), inks.strong)], []]
    lines.append([CellRun(f"     {texts('bests head')}", inks.faint)])
    for place, best in enumerate(bests, 1):
        ink = inks.accent if best.id == own else inks.text
        stars = pad("★" * best.stars, 6, align="left")
        lines.append(
            [
                CellRun(f"{place:>3}  {best.score:<8}{format_duration(best.seconds):>6}  ", ink),
                CellRun(stars, inks.accent),
                CellRun(f" {best.changed.astimezone():%Y-%m-%d}", ink),
            ]
        )
    lines += [[] for _ in range(_LIMIT - len(bests))]
    return lines


def list_title(best_list: "BestList", texts: Texts) -> str:
    """Name a list: its mode, and its level, day, board or kind of board."""
    parts = [mode_title(best_list.mode, texts)]
    if best_list.level is not None:
        parts.append(texts("level number", number=best_list.level))
    if best_list.day is not None:
        parts.append(best_list.day)
    deal = best_list.deal or best_list.kind
    if deal is None:
        parts.append(best_list.size.replace("x", "×"))
    else:
        size, *words = deal.split()
        parts += [size.replace("x", "×"), *filter(None, (_name_word(word, texts) for word in words))]
    if best_list.board is not None:
        parts.append(texts("list shared"))
    return " · ".join(parts)


def _name_word(word: str, texts: Texts) -> str:
    """Name a word of a deal."""
    name, _, value = word.partition("=")
    match name:
        case "seed":
            return texts("deal number", number=value)
        case "gravity":
            return texts(f"gravity {value}")
        case "difficulty":
            return texts(f"difficulty {value}") if value in DIFFICULTIES else texts("list difficulty", range=value)
        case "kinds":
            return texts("list kinds", kinds=value)
        case "mask":
            return texts("list shape")
        case "max_turns":
            return texts("list turns any") if value == "any" else texts("list turns", turns=int(value))
        case "outside" | "adjacent":
            return texts(f"list {name}")
        case _:
            return ""


class BestListsDialog(Dialog[str]):
    """All high scores, one list at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "cycle(-1)", show=False),
        Binding("right", "cycle(1)", show=False),
    ]

    def __init__(self, store: "Store", texts: Texts, inks: TextInks, *, mode: str, own: str = "") -> None:
        self._store, self._texts, self._own = store, texts, own
        self._lists = store.best_lists()
        self._place = self._find_first(mode)
        choices = [Choice("close", texts("close"))]
        if len(self._lists) > 1:
            choices.insert(0, Choice("next", texts("bests turn")))
        super().__init__(texts("bests title"), [], choices, inks)

    def _find_first(self, mode: str) -> int:
        """Return the place of the list of the game that is played, or else of the first one of its mode."""
        keys = [each.key for each in self._lists]
        with suppress(StoreError):
            for wanted in self._store.lists_of(self._own):
                if wanted.key in keys:
                    return keys.index(wanted.key)
        return next((place for place, each in enumerate(self._lists) if each.mode == mode), 0)

    def on_mount(self) -> None:
        """Show the first list."""
        self._show()

    def _show(self) -> None:
        if not self._lists:
            self.text.set_lines([[CellRun(self._texts("bests none"), self.inks.text)]])
            return
        best_list = self._lists[self._place]
        bests = self._store.best_games(best_list, _LIMIT)
        self.text.set_lines(best_list_lines(best_list, bests, self._texts, self.inks, own=self._own))

    def action_cycle(self, step: int) -> None:
        """Show another list."""
        if self._lists:
            self._place = (self._place + step) % len(self._lists)
            self._show()

    @override
    def choose(self, name: str) -> None:
        """Show the next list, or close."""
        if name == "next":
            self.action_cycle(1)
        else:
            self.finish(None)
