"""The flow of dialogs: when each opens, and the effect of its result; one flow at a time."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, TypeVar

from lianliankan.errors import NoSuchGame
from lianliankan.game.game import Game
from lianliankan.game.modes import true_mode
from lianliankan.terminal import intents
from lianliankan.terminal.background import run_detached
from lianliankan.terminal.dialogs.dialog import Choice, Dialog
from lianliankan.terminal.session import Playable, Session

if TYPE_CHECKING:
    from lianliankan.solver.solve import Blame
    from lianliankan.terminal.app import TerminalGame
    from lianliankan.terminal.dialogs.end_dialog import EndDialog

T = TypeVar("T")
Flow = Callable[[], Coroutine[object, object, None]]


class DialogFlow:
    """The dialogs of the app."""

    def __init__(self, app: "TerminalGame") -> None:
        self._app = app
        self._is_open = False
        self._pending_end: Session | None = None  # the game whose end is shown after the open dialog
        self._end_dialog: EndDialog | None = None  # the one that is open

    def run_dialog(self, flow: Flow) -> None:
        """Run a flow of dialogs, unless one is running."""
        if not self._is_open:
            self._is_open = True
            self._app.run_worker(self._run(flow))

    async def _run(self, flow: Flow) -> None:
        try:
            await flow()
        except ValueError as problem:
            self._app.game_screen.show_error(problem)
        finally:
            self._is_open = False
        pending, self._pending_end = self._pending_end, None
        if pending is not None and pending is self._app.game_screen.session:
            self.show_end()

    async def ask(self, dialog: Dialog[T], *, pauses: bool = False) -> T | None:
        """Show a dialog and return its result; if it `pauses`, the clock is stopped while it is open."""
        screen = self._app.game_screen
        session = screen.session
        pause = screen.enqueue(intents.pause_if_running, quietly=True) if pauses else None
        await self._app.has_room.wait()
        answer = await self._app.push_screen_wait(dialog)
        if pause is not None and screen.session is session:
            screen.enqueue(intents.resume_if_we_paused(pause), quietly=True)
        return answer

    # ---- During a game -----------------------------------------------------------------------------------------------

    def show_help(self) -> None:
        """Show the help."""
        from lianliankan.terminal.dialogs.help import help_dialog

        async def flow() -> None:
            await self.ask(help_dialog(self._app.texts, self._app.dialog_inks), pauses=True)

        self.run_dialog(flow)

    def ask_new_game(self) -> None:
        """Ask which game to play next."""
        self.run_dialog(self._ask_new_game)

    async def _ask_new_game(self) -> None:
        from lianliankan.terminal.dialogs.new_game_dialog import NewGameDialog
        from lianliankan.terminal.dialogs.new_game_form import NewGameForm

        app = self._app
        today, session = app.config.today(), app.game_screen.session
        played = None if app.store is None else app.store.daily(today.isoformat())
        mode = "classic" if session is None else true_mode(session.game)
        form = NewGameForm(
            mode=mode,
            seed=app.config.draw_seed(),
            today=today,
            progress=app.campaign_progress(),
            asks_first=app.asks_first,
        )
        dialog = NewGameDialog(form, app.texts, app.dialog_inks, played, app.config.nearest.append)
        game = await self.ask(dialog, pauses=True)
        if game is not None:
            if form.asks_first != app.asks_first:
                app.save_setting("ask first", form.asks_first)
            await app.start_game(lambda: game)

    def show_high_scores(self) -> None:
        """Show the high scores."""

        async def flow() -> None:
            if self._app.store is None or self._app.game_screen.session is None:
                self._app.game_screen.show_message(self._app.texts("no list"))
                return
            await self._show_high_scores(pauses=True)

        self.run_dialog(flow)

    async def _show_high_scores(self, *, pauses: bool) -> None:
        from lianliankan.terminal.dialogs.best_lists import BestListsDialog

        app, session = self._app, self._app.game_screen.session
        assert app.store is not None, "only a store has high scores"
        assert session is not None, "a game is shown"
        mode = true_mode(session.game)
        dialog = BestListsDialog(app.store, app.texts, app.dialog_inks, mode=mode, own=session.playable.id)
        await self.ask(dialog, pauses=pauses)

    def confirm(self, name: str, command: str) -> None:
        """Run a command if the player confirms it."""
        from lianliankan.terminal.board.canvas import CellRun

        screen, texts, inks = self._app.game_screen, self._app.texts, self._app.dialog_inks

        async def flow() -> None:
            choices = [Choice("no", texts("no")), Choice("yes", texts("yes"))]
            lines = [[CellRun(texts(f"{name} text"), inks.text)]]
            dialog: Dialog[str] = Dialog(texts(f"{name} title"), lines, choices, inks)
            if await self.ask(dialog, pauses=True) == "yes":
                screen.enqueue(command)

        if screen.session is not None and screen.session.view.is_over:
            screen.show_message(texts("refused over"), "bad")
        else:
            self.run_dialog(flow)

    # ---- At the end of a game ----------------------------------------------------------------------------------------

    def show_end(self, *, waits: bool = False) -> None:
        """Show the result, or that no moves are left; if it `waits`, after a dialog that is open."""
        if self._is_open and waits:
            self._pending_end = self._app.game_screen.session
            if self._end_dialog is not None:
                self._end_dialog.finish(None)  # the time of a stuck game ran out
        self.run_dialog(self._end)

    async def _end(self) -> None:
        from lianliankan.terminal.dialogs.end_dialog import EndDialog, Outcome

        app = self._app
        await app.game_screen.commands.wait_until_idle()  # an earlier command may have changed the game
        session = app.game_screen.session
        if session is None or not session.view.has_ended:
            return
        game = session.game
        outcome = Outcome(place=self._find_place(session.playable))
        while True:
            dialog = EndDialog(game, outcome, app.texts, app.dialog_inks, has_list=app.store is not None)
            self._end_dialog = dialog
            chosen = await self.ask(dialog)
            self._end_dialog = None
            outcome = dialog.outcome
            if chosen != "bests":
                break
            await self._show_high_scores(pauses=False)
        if chosen is not None:
            await self._continue(chosen, game, outcome.blame)

    async def _continue(self, chosen: str, game: Game, blame: "Blame | None") -> None:
        """Do what was chosen at the end of a game."""
        from lianliankan.game.replay import restarted
        from lianliankan.game.start import SEARCH_SECONDS, next_game

        app = self._app
        match chosen:
            case "undo" | "shuffle" | "restart":
                app.game_screen.enqueue(chosen)
            case "give up":
                app.game_screen.enqueue("give-up")
            case "again":
                asks = app.asks_first
                await app.start_game(lambda: restarted(game, asks=asks), message=app.texts("restarted"))
            case "next" | "level" | "try":
                progress, day, asks = app.campaign_progress(), app.config.today(), app.asks_first
                draw_seed, note = app.config.draw_seed, app.config.nearest.append
                await app.start_game(
                    lambda: next_game(
                        game,
                        progress,
                        day=day,
                        draw_seed=draw_seed,
                        asks=asks,
                        on_nearest=note,
                        seconds=SEARCH_SECONDS,
                    )
                )
            case "new":
                await self._ask_new_game()
            case "back":
                await self._go_back(game, blame)
            case "quit":
                app.action_leave()
            case _:
                pass

    async def _go_back(self, game: Game, blame: "Blame | None") -> None:
        """Go back to the last position that can be won; if the game is over, in a copy of it."""
        from lianliankan.terminal.dialogs.end_dialog import find_blame, take_back

        if blame is None:
            blame = await run_detached(lambda: find_blame(game))
        pairs = blame.won_until or 0
        if game.is_over:
            await self._app.start_game(lambda: take_back(game, pairs), message=self._app.texts("back"))
        else:
            for _ in range(game.pairs - pairs):
                self._app.game_screen.enqueue("undo")

    def _find_place(self, playable: Playable) -> int | None:
        """Return the rank of a won game among those it can be compared with; None if it is the only one."""
        store = self._app.store
        if store is None or playable.game.state != "won":
            return None
        from lianliankan.store.best_lists import rank

        try:
            return rank(store, playable.id).place
        except NoSuchGame:
            return None  # it is not stored
