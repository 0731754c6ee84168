"""The high scores: the ten best games of a mode and a size."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.dialogs.dialog import Choice, Dialog
from lianliankan.terminal.status_lines import mode_title
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text import format_duration
from lianliankan.text_width import pad
from lianliankan.texts import Texts

if TYPE_CHECKING:
    from lianliankan.store import Store, Summary

__all__ = ["BestListsDialog", "best_list_lines"]

_LIMIT = 10


def best_list_lines(
    mode: str, size: str, bests: "list[Summary]", texts: Texts, inks: TextInks, *, own: str = ""
) -> list[list[CellRun]]:
    """Return a list as lines of text; the game with the id `own` is highlighted."""
    named = mode_title(mode, texts)
    lines = [[CellRun(f"{named} · {size.replace('x', '×')}", inks.strong)], []]
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


class BestListsDialog(Dialog[str]):
    """All high scores, one list at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "cycle(-1)", show=False),
        Binding("right", "cycle(1)", show=False),
    ]

    def __init__(self, store: "Store", texts: Texts, inks: TextInks, *, first: tuple[str, str], own: str = "") -> None:
        self._store, self._texts, self._own = store, texts, own
        self._lists = store.best_sizes()
        self._place = self._lists.index(first) if first in self._lists else 0
        choices = [Choice("close", texts("close"))]
        if len(self._lists) > 1:
            choices.insert(0, Choice("next", texts("bests turn")))
        super().__init__(texts("bests title"), [], choices, inks)

    def on_mount(self) -> None:
        """Show the first list."""
        self._show()

    def _show(self) -> None:
        if not self._lists:
            self.text.set_lines([[CellRun(self._texts("bests none"), self.inks.text)]])
            return
        mode, size = self._lists[self._place]
        bests = self._store.bests(mode, size, _LIMIT)
        self.text.set_lines(best_list_lines(mode, size, bests, self._texts, self.inks, own=self._own))

    def action_cycle(self, step: int) -> None:
        """Show another list."""
        if self._lists:
            self._place = (self._place + step) % len(self._lists)
            self._show()

    def choose(self, name: str) -> None:
        """Show the next list, or close."""
        if name == "next":
            self.action_cycle(1)
        else:
            self.finish(None)
