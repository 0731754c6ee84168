"""The app: the current game, the settings, the window, and leaving."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from lianliankan.errors import StoreError
from lianliankan.game.game import Game
from lianliankan.game.start import NearestBoard, today
from lianliankan.override import override
from lianliankan.seeds import draw_seed
from lianliankan.terminal import intents
from lianliankan.terminal.background import run_detached
from lianliankan.terminal.board.theme import choose_theme
from lianliankan.terminal.dialogs.dialog_flow import DialogFlow
from lianliankan.terminal.messages import GameMessage, describe_nearest
from lianliankan.terminal.screens.game_screen import GameScreen
from lianliankan.terminal.screens.too_small_screen import TooSmallScreen, fits
from lianliankan.terminal.session import Playable, UnsavedGame
from lianliankan.terminal.text_inks import BAR_INKS, BAR_INKS_PLAIN, DIALOG_INKS, DIALOG_INKS_16, DIALOG_INKS_PLAIN
from lianliankan.texts import Texts

if TYPE_CHECKING:
    from lianliankan.store import Progress, Store


@dataclass(frozen=True, kw_only=True)
class AppConfig:
    """How to start the app.

    - `first`: makes the first game, and says whether it was started before.
    - `store`: where games are saved; None to save nothing.
    - `texts`, `faces`: the language, and the faces on the tiles.
    - `colours`: the colour system, as for `choose_theme`; "auto" detects it.
    - `is_animated`: whether to animate.
    - `is_demo`: whether the solver plays.
    - `now`, `today`, `draw_seed`: the clock in seconds, the date, and the source of deal numbers.
    - `nearest`: where it is noted that a new game's board is not of the chosen difficulty, until the player is told.
    """

    first: Callable[[], tuple[Playable, bool]]
    store: "Store | None" = None
    texts: Texts
    faces: str
    colours: str | None = "auto"
    is_animated: bool = True
    is_demo: bool = False
    now: Callable[[], float] = monotonic
    today: Callable[[], date] = today
    draw_seed: Callable[[], int] = draw_seed
    nearest: list[NearestBoard] = field(default_factory=list)


class TerminalGame(App[str]):
    """The terminal game; its result is the line to print after it ends."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "lianliankan"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
        *([Binding("ctrl+z", "suspend", show=False, priority=True)] if hasattr(signal, "SIGTSTP") else []),
    ]
    CSS: ClassVar[str] = """
    GameScreen { layout: vertical; background: #13211f; color: #c8d5cf; }
    #status { height: 2; } #board { height: 1fr; } #message { height: 1; } #keys { height: 1; }
    """

    def __init__(self, config: AppConfig) -> None:
        super().__init__(ansi_color=None if config.colours else True)
        self.config = config
        self.store = config.store
        self.now = config.now
        self.texts, self.faces, self.is_animated = config.texts, config.faces, config.is_animated
        self.shows_kinds = self.store is not None and self.store.setting("kinds", False)  # the default
        self.asks_first = self.store is not None and self.store.setting("ask first", False)  # the default
        system = self.console.color_system if config.colours == "auto" else config.colours
        self.board_theme = choose_theme(system)
        self.bar_inks, self.dialog_inks = (BAR_INKS, DIALOG_INKS) if system else (BAR_INKS_PLAIN, DIALOG_INKS_PLAIN)
        if system == "standard":
            self.dialog_inks = DIALOG_INKS_16
            self.ansi_color = True  # use the terminal's own 16 colours, not approximations of them
        self.dialogs = DialogFlow(self)
        self.problem = ""  # why the first game could not be started
        self.has_room = asyncio.Event()  # set while the window is large enough
        self.has_room.set()

    # ---- Settings ----------------------------------------------------------------------------------------------------

    def save_setting(self, name: str, value: bool | str, message: str = "") -> None:
        """Change a setting, confirm it with a message, and save it."""
        match name, value:
            case "faces", str():
                self.faces = value
            case "animation", bool():
                self.is_animated = value
            case "kinds", bool():
                self.shows_kinds = value
            case "ask first", bool():
                self.asks_first = value
        if message:
            self.game_screen.show_message(message, is_passing=True)
        if self.store is not None:
            try:
                self.store.set_setting(name, value)
            except StoreError as problem:
                self.game_screen.show_error(problem, consequence="not remembered")

    def action_language(self) -> None:
        """Switch to the next language."""
        self.texts = self.texts.other
        self.save_setting("language", self.texts.language, self.texts("language is"))
        self.game_screen.update_texts()

    # ---- Games -------------------------------------------------------------------------------------------------------

    @override
    def get_default_screen(self) -> GameScreen:
        if self.config.is_demo:
            from lianliankan.terminal.screens.demo_screen import DemoScreen

            return DemoScreen()
        return GameScreen()

    @property
    def game_screen(self) -> GameScreen:
        """The screen with the board."""
        screen = self.screen_stack[0]
        assert isinstance(screen, GameScreen)
        return screen

    def load_first_game(self) -> None:
        """Load the first game, once there is a screen to show it on."""
        self.game_screen.show_message(self.texts("dealing"))
        self.run_worker(self._load_first_game())

    async def _load_first_game(self) -> None:
        try:
            playable, is_old = await run_detached(self.config.first)
        except ValueError as problem:
            self.problem = str(problem)
            self.exit("")
        else:
            self.show_game(playable, is_old=is_old)

    def show_game(self, playable: Playable, *, is_old: bool = False, message: str = "") -> None:
        """Play a game from now on; a paused one is resumed, unless its time is limited."""
        screen, state = self.game_screen, playable.game.state
        stays_paused = state == "paused" and playable.game.options.limit is not None
        name = ("goes on paused" if stays_paused else "goes on") if is_old else "begun"
        nearest = self.config.nearest
        message = message or (describe_nearest(nearest.pop(), self.texts) if nearest else self.texts(name))
        screen.show_game(playable, GameMessage(message, "good"))
        if state == "paused" and not stays_paused:
            screen.enqueue("resume", quietly=True)
        if state in ("won", "lost", "stuck"):
            screen.end()

    async def start_game(self, make: Callable[[], Game], *, message: str = "") -> None:
        """Make a game, save it and play it; errors are shown."""
        self.game_screen.show_message(self.texts("dealing"))
        try:
            game = await run_detached(make)
            playable = await asyncio.to_thread(self._save, game)
        except ValueError as problem:
            self.game_screen.show_error(problem)
        else:
            self.show_game(playable, message=message)

    def _save(self, game: Game) -> Playable:
        return UnsavedGame(game) if self.store is None else self.store.begin(game)

    def next_demo_game(self) -> Game:
        """Deal the next game of the demo, with the options of the current one."""
        from lianliankan.game.start import SEARCH_SECONDS, next_game

        session = self.game_screen.session
        assert session is not None, "a game was shown"
        return next_game(session.game, day=self.config.today(), draw_seed=self.config.draw_seed, seconds=SEARCH_SECONDS)

    def campaign_progress(self) -> "Progress | None":
        """Return the progress in the campaign, if it is stored."""
        return None if self.store is None else self.store.campaign()

    async def reopen(self, id: str) -> None:
        """Show the current state of a game that was continued elsewhere."""
        assert self.store is not None, "only a store reports this"
        try:
            playable = await asyncio.to_thread(self.store.open, id)
        except StoreError as problem:
            self.game_screen.show_error(problem)
        else:
            self.show_game(playable, message=self.texts("moved"))

    # ---- Actions that open dialogs -----------------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show the help."""
        self.dialogs.show_help()

    def action_new(self) -> None:
        """Ask for a new game."""
        self.dialogs.ask_new_game()

    def action_bests(self) -> None:
        """Show the high scores."""
        self.dialogs.show_high_scores()

    def action_restart(self) -> None:
        """Restart the board, after a question."""
        self.dialogs.confirm("restart", "restart")

    def action_give_up(self) -> None:
        """Give up, after a question."""
        self.dialogs.confirm("give up", "give-up")

    # ---- The window, and leaving -------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Cover the game while the window is too small."""
        is_covered = not self.has_room.is_set()
        if not fits(*event.size) and not is_covered:
            session = self.game_screen.session
            if session is not None and session.view.left is not None:
                self.game_screen.enqueue(intents.pause_if_running)
            self.has_room.clear()  # dialogs wait, so that none opens in front of this screen
            self.push_screen(TooSmallScreen(self.texts, self.dialog_inks))
        elif fits(*event.size) and is_covered:
            self.pop_screen()
            self.has_room.set()

    def on_load(self) -> None:
        """Also leave properly on signals: save the game and restore the terminal. Draw all of it after a suspension."""
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        with suppress(AttributeError, NotImplementedError, RuntimeError):  # not supported on every system
            for name in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(name, self.action_leave)

    def action_suspend(self) -> None:
        """Stop the process until the shell continues it, with the clock stopped and the game saved."""
        self.run_worker(self._suspend(), exclusive=True, group="suspend")

    async def _suspend(self) -> None:
        screen = self.game_screen
        pause = screen.enqueue(intents.pause_if_running, quietly=True)
        await screen.commands.wait_until_idle()
        self.action_suspend_process()  # which returns when the player is back
        session = screen.session
        if pause is None or not pause.is_accepted or session is None:
            return
        if session.game.options.limit is None:
            screen.enqueue("resume", quietly=True)
        screen.show_message(self.texts("goes on" if session.game.options.limit is None else "goes on paused"), "good")

    def action_leave(self) -> None:
        """Leave; a running game is paused and saved."""
        self.run_worker(self._leave(), exclusive=True, group="leave")

    async def _leave(self) -> None:
        screen, farewell = self.game_screen, ""
        await screen.commands.wait_until_idle()
        session = screen.session
        if session is not None and not self.config.is_demo and not session.view.is_over:
            if session.view.running:
                screen.enqueue("pause", quietly=True)
                await screen.commands.wait_until_idle()
            farewell = self.texts("kept" if session.playable.id else "not kept")
        self.exit(farewell)
