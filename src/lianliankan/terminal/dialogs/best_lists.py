"""The best lists: the ten best games of a mode and a size."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.dialogs.dialog import Choice, Dialog, PanelInks
from lianliankan.terminal.status_lines import MODE_NAMES, clock
from lianliankan.terminal.texts import Words
from lianliankan.text_width import pad

if TYPE_CHECKING:
    from lianliankan.store import Store, Summary

__all__ = ["BestLists", "best_lines"]

_MOST = 10


def best_lines(
    mode: str, size: str, bests: "list[Summary]", words: Words, inks: PanelInks, *, own: str = ""
) -> list[list[Run]]:
    """Give a list as text; the game whose id is `own` stands out."""
    named = words(f"mode {mode}") if mode in MODE_NAMES else mode
    lines = [[Run(f"{named} · {size.replace('x', '×')}", inks.strong)], []]
    lines.append([Run(f"     {words('bests head')}", inks.faint)])
    for place, best in enumerate(bests, 1):
        ink = inks.star if best.id == own else inks.text
        stars = pad("★" * best.stars, 6, align="left")
        lines.append(
            [
                Run(f"{place:>3}  {best.score:<8}{clock(best.seconds):>6}  ", ink),
                Run(stars, inks.star),
                Run(f" {best.changed.astimezone():%Y-%m-%d}", ink),
            ]
        )
    lines += [[] for _ in range(_MOST - len(bests))]
    return lines


class BestLists(Dialog[str]):
    """All best lists, one at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
    ]

    def __init__(self, store: "Store", words: Words, inks: PanelInks, *, first: tuple[str, str], own: str = "") -> None:
        self._store, self._words, self._own = store, words, own
        self._lists = store.best_sizes()
        self._place = self._lists.index(first) if first in self._lists else 0
        choices = [Choice("close", words("close"))]
        if len(self._lists) > 1:
            choices.insert(0, Choice("next", words("bests turn")))
        super().__init__(words("bests title"), [], choices, inks)

    def on_mount(self) -> None:
        """Show the first list."""
        self._show()

    def _show(self) -> None:
        if not self._lists:
            self.text.set_lines([[Run(self._words("bests none"), self.inks.text)]])
            return
        mode, size = self._lists[self._place]
        bests = self._store.bests(mode, size, _MOST)
        self.text.set_lines(best_lines(mode, size, bests, self._words, self.inks, own=self._own))

    def action_turn(self, step: int) -> None:
        """Show another list."""
        if self._lists:
            self._place = (self._place + step) % len(self._lists)
            self._show()

    def choose(self, name: str) -> None:
        """Show the next list, or close."""
        if name == "next":
            self.action_turn(1)
        else:
            self.finish(None)
