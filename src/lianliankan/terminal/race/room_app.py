"""The app of a room: the connection, the settings, the dialogs, the window, and leaving."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar, cast

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from lianliankan.override import override
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.board.theme import choose_theme
from lianliankan.terminal.dialogs.dialog import Choice, Dialog
from lianliankan.terminal.dialogs.help import key_lines
from lianliankan.terminal.race.room_address import RoomAddress
from lianliankan.terminal.race.room_client import ClientState, RoomClient
from lianliankan.terminal.race.room_keys import HELP_KEYS
from lianliankan.terminal.race.room_lines import translate_name
from lianliankan.terminal.race.room_screen import RoomScreen
from lianliankan.terminal.screens.too_small_screen import TooSmallScreen, fits
from lianliankan.terminal.text_inks import BAR_INKS, BAR_INKS_PLAIN, DIALOG_INKS, DIALOG_INKS_16, DIALOG_INKS_PLAIN
from lianliankan.texts import Texts
from lianliankan.web.race.protocol import REACTIONS, Reaction

_FINAL: tuple[ClientState, ...] = ("no room", "kicked", "taken over", "busy", "refused")
_LEAVE_SECONDS = 2.0


@dataclass(frozen=True, kw_only=True)
class RoomConfig:
    """How to start the app.

    - `address`, `cookie`: the room, and who the player is there.
    - `watch`: whether only to watch.
    - `texts`, `faces`: the language, and the faces on the tiles.
    - `colours`: the colour system, as for `choose_theme`; "auto" detects it.
    - `is_animated`: whether to animate.
    - `now`: the clock in seconds.
    """

    address: RoomAddress
    cookie: str
    watch: bool = False
    texts: Texts
    faces: str
    colours: str | None = "auto"
    is_animated: bool = True
    now: Callable[[], float] = monotonic


class RoomApp(App[str]):
    """A room in the terminal; its result is the line to print after it ends."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "lianliankan"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True)]
    CSS: ClassVar[str] = """
    RoomScreen { layout: vertical; background: #13211f; color: #c8d5cf; }
    #status { height: 2; } #table { height: 1fr; } #lobby { height: 1fr; } #message { height: 1; } #keys { height: 1; }
    #board { width: 1fr; } #seats { width: 24%; min-width: 18; max-width: 32; }
    """

    def __init__(self, config: RoomConfig) -> None:
        super().__init__(ansi_color=None if config.colours else True)
        self.address, self.now = config.address, config.now
        self.texts, self.faces, self.is_animated = config.texts, config.faces, config.is_animated
        self.shows_kinds = False
        system = self.console.color_system if config.colours == "auto" else config.colours
        self.board_theme = choose_theme(system)
        self.bar_inks, self.dialog_inks = (BAR_INKS, DIALOG_INKS) if system else (BAR_INKS_PLAIN, DIALOG_INKS_PLAIN)
        if system == "standard":
            self.dialog_inks = DIALOG_INKS_16
            self.ansi_color = True
        self.is_connected = False
        self.client = RoomClient(
            config.address,
            config.cookie,
            watch=config.watch,
            on_message=lambda message: self.room_screen.receive(message),
            on_state=self._change_state,
        )

    @override
    def get_default_screen(self) -> RoomScreen:
        return RoomScreen()

    @property
    def room_screen(self) -> RoomScreen:
        """The screen of the room."""
        screen = self.screen_stack[0]
        assert isinstance(screen, RoomScreen)
        return screen

    # ---- The connection ----------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Connect, once there is a screen to show the room on."""
        self.run_worker(self.client.run(), name="connection")

    def do(self, command: str) -> int | None:
        """Send a command; return its number, or None without a connection."""
        model = self.room_screen.model
        return None if model is None else self.client.do(command, model.version)

    def _change_state(self, state: ClientState) -> None:
        self.is_connected = state == "connected"
        if state in _FINAL:
            self.exit(self.texts(f"room end {state}"))
        elif self.is_running:
            self.room_screen.show_lines()

    # ---- Dialogs -----------------------------------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show the keys."""
        lines = key_lines(HELP_KEYS, self.texts, self.dialog_inks)
        self._ask("help title", [Choice("close", self.texts("close"))], lambda _: None, lines)

    def action_react(self) -> None:
        """Choose a reaction to show."""
        if self.room_screen.model is not None and self.room_screen.model.you is not None:
            choices = [Choice(name, self.texts(f"reaction {name}")) for name in REACTIONS]
            self._ask("room react title", choices, self._react)

    def _react(self, name: str) -> None:
        self.client.react(cast("Reaction", name))

    def action_remove(self) -> None:
        """Choose the player to remove, as the host."""
        model = self.room_screen.model
        if model is not None and model.is_host and not model.is_racing:
            choices = [
                Choice(str(seat.seat + 1), translate_name(seat.name, self.texts))
                for seat in model.room.seats
                if seat.seat != model.you
            ]
            if choices:
                self._ask("room remove title", choices, lambda seat: self.do(f"kick {seat}"))

    def action_give_up(self) -> None:
        """Give up, after a confirmation."""
        if self.room_screen.model is not None and self.room_screen.model.is_playing:
            choices = [Choice("no", self.texts("no")), Choice("yes", self.texts("yes"))]
            self._ask("room give up title", choices, lambda name: self.do("give-up") if name == "yes" else None)

    def action_leave(self) -> None:
        """Leave; during a race, after a confirmation."""
        model = self.room_screen.model
        if model is not None and model.is_playing and self.is_connected:
            if isinstance(self.screen, Dialog):  # asked twice
                self._leave("later")
                return
            away = model.room.settings.away
            lines = [[CellRun(self.texts("room leave text", seconds=away), self.dialog_inks.text)]]
            choices = [Choice(name, self.texts(f"room leave {name}")) for name in ("stay", "later", "now")]
            self._ask("room leave title", choices, self._leave, lines)
        else:
            self._leave("now")

    def _leave(self, name: str) -> None:
        if name != "stay":
            self.run_worker(self._finish(is_final=name == "now"), exclusive=True, group="leave")

    async def _finish(self, *, is_final: bool) -> None:
        model = self.room_screen.model
        if is_final and model is not None and model.you is not None:
            self.do("leave")
        with suppress(TimeoutError):
            await asyncio.wait_for(self.client.finish(), _LEAVE_SECONDS)
        self.exit("" if is_final else self.texts("room come back", link=self.address.link))

    def _ask(
        self,
        title: str,
        choices: Sequence[Choice],
        then: Callable[[str], object],
        lines: Sequence[Sequence[CellRun]] = (),
    ) -> None:
        """Open a dialog; `then` gets the choice, if there is one."""

        def answer(name: str | None) -> None:
            if name is not None:
                then(name)

        if fits(*self.size):
            self.push_screen(Dialog[str](self.texts(title), lines, choices, self.dialog_inks), answer)

    # ---- The window --------------------------------------------------------------------------------------------------

    def action_language(self) -> None:
        """Switch to the next language."""
        self.texts = self.texts.other
        self.room_screen.say(self.texts("language is"))
        self.room_screen.show()

    def on_resize(self, event: events.Resize) -> None:
        """Cover the room while the window is too small."""
        is_covered = any(isinstance(screen, TooSmallScreen) for screen in self.screen_stack)
        if not fits(*event.size) and not is_covered:
            self.push_screen(TooSmallScreen(self.texts, self.dialog_inks))
        elif fits(*event.size) and is_covered:
            self.pop_screen()

    def on_load(self) -> None:
        """Leave properly on signals too; the seat is kept for a while."""
        with suppress(AttributeError, NotImplementedError, RuntimeError):  # not supported on every system
            for name in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(name, self._leave, "later")
