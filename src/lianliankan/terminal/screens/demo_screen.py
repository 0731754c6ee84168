"""The demo: the solver plays, at a pace that is nice to watch; any key ends it."""

import asyncio
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from lianliankan.game import events as ev
from lianliankan.solver.solve import solve
from lianliankan.terminal import intents as orders
from lianliankan.terminal.background import away
from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.messages import Sentence
from lianliankan.terminal.screens.game_screen import GameScreen
from lianliankan.terminal.session import Facts, Held, Unkept

__all__ = ["DemoScreen"]

_PACE, _REST = 0.85, 3.0  # seconds between two pairs, and between two games


class DemoScreen(GameScreen, inherit_bindings=False):
    """A game that plays itself."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def sit(self, held: Held, sentence: Sentence) -> None:
        """Show a game and begin to play it."""
        super().sit(held, Sentence(self.game_app.words("demo begun")))
        self.cursor = None
        self.show()
        self.order(orders.go_on, quietly=True)
        self.run_worker(self._play(), name="demo", exclusive=True, group="demo")

    def corner(self, facts: Facts) -> list[Run]:
        """Say that this is a demo."""
        return [Run(f"{self.game_app.words('demo')} ", self.game_app.inks.key)]

    async def _play(self) -> None:
        assert self.seat is not None, "a game is shown"
        pace = _PACE if self.game_app.is_animated else _PACE / 2
        await asyncio.sleep(pace)
        board = self.seat.facts.board
        for move in (await away(lambda: solve(board))).moves:
            self.order(f"play {move}")
            await asyncio.sleep(pace)
        self.say(self._last_words().text)
        await asyncio.sleep(_REST)
        game = await away(self.game_app.next_demo)
        self.sit(Unkept(game), Sentence(self.game_app.words("begun")))

    def end(self) -> None:
        """Go on to the next game instead of asking."""

    def sentence(self, happened: list[ev.Event], facts: Facts) -> Sentence | None:
        """Give the sentence for what happened; no key but any is there to be named at the end."""
        return self._last_words() if facts.has_ended else super().sentence(happened, facts)

    def _last_words(self) -> Sentence:
        assert self.seat is not None, "a game was shown"
        return Sentence(self.game_app.words("demo won" if self.seat.facts.state == "won" else "demo stuck"))

    def on_key(self, event: events.Key) -> None:
        """End the demo."""
        event.stop()
        self.app.exit("")

    def on_click(self) -> None:
        """End the demo."""
        self.app.exit("")
