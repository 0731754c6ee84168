"""The demo: the solver plays at a pace that is easy to watch, until any key is pressed."""

import asyncio
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from lianliankan.game import events as ev
from lianliankan.game.view import GameView
from lianliankan.override import override
from lianliankan.solver.solve import solve
from lianliankan.terminal import intents
from lianliankan.terminal.background import run_detached
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.messages import GameMessage
from lianliankan.terminal.screens.game_screen import GameScreen
from lianliankan.terminal.session import Playable, UnsavedGame

_PACE, _REST = 0.85, 3.0  # seconds between two pairs, and between two games


class DemoScreen(GameScreen, inherit_bindings=False):
    """A game that plays itself."""

    BINDINGS: ClassVar[list[BindingType]] = []

    @override
    def show_game(self, playable: Playable, message: GameMessage) -> None:
        super().show_game(playable, GameMessage(self.game_app.texts("demo begun")))
        self.cursor = None
        self.show()
        self.enqueue(intents.resume_if_paused, quietly=True)
        self.run_worker(self._play(), name="demo", exclusive=True, group="demo")

    @override
    def corner_runs(self, view: GameView) -> list[CellRun]:
        """Return the text in the upper right corner: that this is a demo."""
        return [CellRun(f"{self.game_app.texts('demo')} ", self.game_app.bar_inks.accent)]

    async def _play(self) -> None:
        assert self.session is not None, "a game is shown"
        pace = _PACE if self.game_app.is_animated else _PACE / 2
        await asyncio.sleep(pace)
        board = self.session.board
        for move in (await run_detached(lambda: solve(board))).moves:
            self.enqueue(f"play {move}")
            await asyncio.sleep(pace)
        self.show_message(self._end_message().text)
        await asyncio.sleep(_REST)
        game = await run_detached(self.game_app.next_demo_game)
        self.show_game(UnsavedGame(game), GameMessage(self.game_app.texts("begun")))

    @override
    def end(self) -> None:
        """Show no dialog; the next game follows."""

    @override
    def message_for(self, happened: list[ev.Event], view: GameView) -> GameMessage | None:
        """Return the message for some events; at the end, one that names no keys of the game."""
        return self._end_message() if view.has_ended else super().message_for(happened, view)

    def _end_message(self) -> GameMessage:
        assert self.session is not None, "a game was shown"
        return GameMessage(self.game_app.texts("demo won" if self.session.view.state == "won" else "demo stuck"))

    def on_key(self, event: events.Key) -> None:
        """End the demo."""
        event.stop()
        self.app.exit("")

    def on_click(self) -> None:
        """End the demo."""
        self.app.exit("")
