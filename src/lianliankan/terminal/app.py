"""The app: which game is played, in which language and with which faces, and which dialog is open."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from lianliankan.errors import StoreError
from lianliankan.game.game import Game
from lianliankan.game.modes import true_mode
from lianliankan.terminal import intents as orders
from lianliankan.terminal.background import away
from lianliankan.terminal.bars import COLOURED, UNCOLOURED
from lianliankan.terminal.board.theme import look_for
from lianliankan.terminal.dialogs.dialog import PANEL_16, PANEL_COLOURED, PANEL_UNCOLOURED, Choice, Dialog
from lianliankan.terminal.messages import Sentence
from lianliankan.terminal.screens.game_screen import GameScreen
from lianliankan.terminal.screens.too_small_screen import TooSmall, fits
from lianliankan.terminal.session import Held, Seat, Unkept
from lianliankan.terminal.startup import draw_deal
from lianliankan.terminal.texts import Words

if TYPE_CHECKING:
    from lianliankan.solver.solve import Blame
    from lianliankan.store import Progress, Store

__all__ = ["Setup", "TerminalGame"]

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What an app is told at its start.

    - `first`: gives the first game, and whether it was begun before.
    - `store`: where games are kept; None for nowhere.
    - `words`, `faces`: the language and the faces on the tiles.
    - `colours`: what the terminal can show, as `look_for` has it; "auto" finds out.
    - `is_animated`: whether things move.
    - `is_demo`: whether the app plays by itself.
    - `now`, `today`, `chance`: the clock in seconds, the day, and where numbers of deals come from.
    """

    first: Callable[[], tuple[Held, bool]]
    store: "Store | None" = None
    words: Words
    faces: str
    colours: str | None = "auto"
    is_animated: bool = True
    is_demo: bool = False
    now: Callable[[], float] = monotonic
    today: Callable[[], date] = lambda: datetime.now(UTC).date()
    chance: Callable[[], int] = draw_deal


class TerminalGame(App[str]):
    """The terminal game; it ends with what there is to say afterwards."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "lianliankan"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True)]
    CSS: ClassVar[str] = """
    GameScreen { layout: vertical; background: #13211f; color: #c8d5cf; }
    #status { height: 2; } #board { height: 1fr; } #message { height: 1; } #keys { height: 1; }
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(ansi_color=None if setup.colours else True)
        self.setup = setup
        self.store = setup.store
        self.now = setup.now
        self.words, self.faces, self.is_animated = setup.words, setup.faces, setup.is_animated
        self.shows_kinds = self.store is not None and self.store.setting("kinds", False)  # the default
        system = self.console.color_system if setup.colours == "auto" else setup.colours
        self.look = look_for(system)
        self.inks, self.panel_inks = (COLOURED, PANEL_COLOURED) if system else (UNCOLOURED, PANEL_UNCOLOURED)
        if system == "standard":
            self.panel_inks = PANEL_16
            self.ansi_color = True  # the terminal's own 16 colours, not what they might look like
        self.problem = ""  # why the first game could not be begun
        self._is_aside = False
        self._end_waits: Seat | None = None  # whose end is shown when the dialogs are done
        self._has_room = asyncio.Event()  # the window is large enough
        self._has_room.set()

    # ---- Settings ----------------------------------------------------------------------------------------------------

    def remember(self, name: str, value: bool | str, said: str) -> None:
        """Change something that is remembered from one time to the next, and say so."""
        match name, value:
            case "faces", str():
                self.faces = value
            case "animation", bool():
                self.is_animated = value
            case "kinds", bool():
                self.shows_kinds = value
        self.game_screen.say(said)
        if self.store is not None:
            try:
                self.store.set_setting(name, value)
            except StoreError as problem:
                self.game_screen.say_problem(problem, so="not remembered")

    def action_language(self) -> None:
        """Speak the next language."""
        self.words = self.words.other
        self.remember("language", self.words.language, self.words("language is"))
        self.game_screen.reword()

    # ---- Games -------------------------------------------------------------------------------------------------------

    def get_default_screen(self) -> GameScreen:
        """Begin with the board."""
        if self.setup.is_demo:
            from lianliankan.terminal.screens.demo_screen import DemoScreen

            return DemoScreen()
        return GameScreen()

    @property
    def game_screen(self) -> GameScreen:
        """The screen with the board."""
        screen = self.screen_stack[0]
        assert isinstance(screen, GameScreen)
        return screen

    def ready(self) -> None:
        """Get the first game, now that there is a screen to show it on."""
        self.game_screen.say(self.words("dealing"))
        self.run_worker(self._begin_first())

    async def _begin_first(self) -> None:
        try:
            held, is_old = await away(self.setup.first)
        except ValueError as problem:
            self.problem = str(problem)
            self.exit("")
        else:
            self.sit(held, is_old=is_old)

    def sit(self, held: Held, *, is_old: bool = False, sentence: str = "") -> None:
        """Play a game from now on; one that was paused when it was left goes on, unless its time is limited."""
        screen, state = self.game_screen, held.game.state
        waits = state == "paused" and held.game.options.limit is not None
        named = ("goes on paused" if waits else "goes on") if is_old else "begun"
        screen.sit(held, Sentence(sentence or self.words(named), "good"))
        if state == "paused" and not waits:
            screen.order("resume", quietly=True)
        if state in ("won", "lost", "stuck"):
            screen.end()

    def keep(self, game: Game) -> Held:
        """Have a game kept, if there is a store."""
        return Unkept(game) if self.store is None else self.store.begin(game)

    async def begin(self, make: Callable[[], Game], *, sentence: str = "") -> None:
        """Make a game and play it; what is wrong is said."""
        self.game_screen.say(self.words("dealing"))
        try:
            game = await away(make)
            held = await asyncio.to_thread(self.keep, game)
        except ValueError as problem:
            self.game_screen.say_problem(problem)
        else:
            self.sit(held, sentence=sentence)

    def next_demo(self) -> Game:
        """Deal the next board of the demo, like the one before."""
        from lianliankan.terminal.next_game import next_game

        seat = self.game_screen.seat
        assert seat is not None, "a game was shown"
        return next_game(seat.game, self.setup.chance(), None, self.setup.today())()

    def progress(self) -> "Progress | None":
        """Say how far the campaign has come, if anybody knows."""
        return None if self.store is None else self.store.campaign()

    async def reopen(self, id: str) -> None:
        """Show a game that went on elsewhere as it stands now."""
        assert self.store is not None, "the store said so"
        try:
            held = await asyncio.to_thread(self.store.open, id)
        except StoreError as problem:
            self.game_screen.say_problem(problem)
        else:
            self.sit(held, sentence=self.words("moved"))

    # ---- Dialogs -----------------------------------------------------------------------------------------------------

    def aside(self, flow: Callable[[], Coroutine[object, object, None]]) -> None:
        """Do something with dialogs, one thing at a time."""
        if not self._is_aside:
            self._is_aside = True
            self.run_worker(self._aside(flow))

    async def _aside(self, flow: Callable[[], Coroutine[object, object, None]]) -> None:
        try:
            await flow()
        except ValueError as problem:
            self.game_screen.say_problem(problem)
        finally:
            self._is_aside = False
        waiting, self._end_waits = self._end_waits, None
        if waiting is not None and waiting is self.game_screen.seat:
            self.show_end()

    async def ask(self, dialog: Dialog[T], *, pauses: bool = False) -> T | None:
        """Show a dialog and give what it ends with; where it `pauses`, the clock stands still meanwhile."""
        screen = self.game_screen
        seat = screen.seat
        halted = screen.order(orders.halt, quietly=True) if pauses else None
        await self._has_room.wait()
        answer = await self.push_screen_wait(dialog)
        if halted is not None and screen.seat is seat:
            screen.order(orders.release(halted), quietly=True)
        return answer

    def action_help(self) -> None:
        """Explain the game."""
        from lianliankan.terminal.dialogs.help import help_dialog

        async def flow() -> None:
            await self.ask(help_dialog(self.words, self.panel_inks), pauses=True)

        self.aside(flow)

    def action_new(self) -> None:
        """Ask which game is next."""
        self.aside(self._ask_new)

    async def _ask_new(self) -> None:
        from lianliankan.terminal.dialogs.new_game_dialog import NewGame
        from lianliankan.terminal.dialogs.new_game_form import Form

        today, seat = self.setup.today(), self.game_screen.seat
        played = None if self.store is None else self.store.daily(today.isoformat())
        mode = "classic" if seat is None else true_mode(seat.game)
        form = Form(mode=mode, seed=self.setup.chance(), today=today, progress=self.progress())
        game = await self.ask(NewGame(form, self.words, self.panel_inks, played), pauses=True)
        if game is not None:
            await self.begin(lambda: game)

    def action_bests(self) -> None:
        """Show the best lists."""

        async def flow() -> None:
            seat = self.game_screen.seat
            if self.store is None or seat is None:
                self.game_screen.say(self.words("no list"))
                return
            await self._show_bests(pauses=True)

        self.aside(flow)

    async def _show_bests(self, *, pauses: bool) -> None:
        from lianliankan.terminal.dialogs.best_lists import BestLists

        seat = self.game_screen.seat
        assert self.store is not None, "only a store has lists"
        assert seat is not None, "a game is shown"
        first = _list_of(seat.game)
        dialog = BestLists(self.store, self.words, self.panel_inks, first=first, own=seat.held.id)
        await self.ask(dialog, pauses=pauses)

    def action_restart(self) -> None:
        """Begin the same board again, if that is wanted."""
        self._confirm("restart", "restart")

    def action_give_up(self) -> None:
        """Give the game up, if that is wanted."""
        self._confirm("give up", "give-up")

    def _confirm(self, word: str, command: str) -> None:
        from lianliankan.terminal.board.board_drawing import Run

        async def flow() -> None:
            words, inks = self.words, self.panel_inks
            choices = [Choice("no", words("no")), Choice("yes", words("yes"))]
            lines = [[Run(words(f"{word} text"), inks.text)]]
            dialog: Dialog[str] = Dialog(words(f"{word} title"), lines, choices, inks)
            if await self.ask(dialog, pauses=True) == "yes":
                self.game_screen.order(command)

        seat = self.game_screen.seat
        if seat is not None and seat.facts.is_over:
            self.game_screen.say(self.words("refused over"), "bad")
        else:
            self.aside(flow)

    def show_end(self, *, waits: bool = False) -> None:
        """Show how a game ended, or that no move is left; where it `waits`, after a dialog that is open."""
        if self._is_aside and waits:
            self._end_waits = self.game_screen.seat
        self.aside(self._end)

    async def _end(self) -> None:
        from lianliankan.terminal.dialogs import end_dialog as ending
        from lianliankan.terminal.next_game import again, next_game

        await self.game_screen.idle()  # what was asked for before may have changed it
        seat = self.game_screen.seat
        if seat is None or not seat.facts.has_ended:
            return
        game = seat.game
        outcome = ending.Outcome(place=self._place(seat.held))
        while True:
            dialog = ending.End(game, outcome, self.words, self.panel_inks, has_list=self.store is not None)
            chosen = await self.ask(dialog)
            outcome = dialog.outcome
            if chosen != "bests":
                break
            await self._show_bests(pauses=False)
        match chosen:
            case "undo" | "shuffle" | "restart":
                self.game_screen.order(chosen)
            case "give up":
                self.game_screen.order("give-up")
            case "again":
                await self.begin(lambda: again(game), sentence=self.words("restarted"))
            case "next" | "next level" | "try again":
                await self.begin(next_game(game, self.setup.chance(), self.progress(), self.setup.today()))
            case "new":
                await self._ask_new()
            case "back":
                await self._go_back(game, outcome.blame)
            case "quit":
                self.run_worker(self._leave())
            case _:
                pass

    async def _go_back(self, game: Game, blame: "Blame | None") -> None:
        """Go back to the last position that can be won: in the same game, or in one like it where it is over."""
        from lianliankan.terminal.dialogs.end_dialog import find_blame, taken_back

        if blame is None:
            blame = await away(lambda: find_blame(game))
        pairs = blame.won_until or 0
        if game.is_over:
            await self.begin(lambda: taken_back(game, pairs), sentence=self.words("went back"))
        else:
            for _ in range(game.pairs - pairs):
                self.game_screen.order("undo")

    def _place(self, held: Held) -> int | None:
        """Find a game's place in its best list."""
        if self.store is None or held.game.state != "won":
            return None
        ids = [best.id for best in self.store.bests(*_list_of(held.game))]
        return ids.index(held.id) + 1 if held.id in ids else None

    # ---- The window, and the end -------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Say so where the window is too small, and go on when it is not."""
        is_told = not self._has_room.is_set()
        if not fits(*event.size) and not is_told:
            seat = self.game_screen.seat
            if seat is not None and seat.facts.left is not None:
                self.game_screen.order(orders.halt)
            self._has_room.clear()  # dialogs wait, so that nothing stands before this screen
            self.push_screen(TooSmall(self.words, self.panel_inks))
        elif fits(*event.size) and is_told:
            self.pop_screen()
            self._has_room.set()

    def on_load(self) -> None:
        """Leave in good order when the system says so, too: the game kept, the terminal as it was."""
        with suppress(AttributeError, NotImplementedError, RuntimeError):  # not on every system
            for name in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(name, self.action_leave)

    def action_leave(self) -> None:
        """Leave; a running game is paused and kept."""
        self.run_worker(self._leave(), exclusive=True, group="leave")

    async def _leave(self) -> None:
        screen, said = self.game_screen, ""
        await screen.idle()
        seat = screen.seat
        if seat is not None and not self.setup.is_demo and not seat.facts.is_over:
            if seat.facts.is_running:
                screen.order("pause", quietly=True)
                await screen.idle()
            said = self.words("kept" if seat.held.id else "not kept")
        self.exit(said)


def _list_of(game: Game) -> tuple[str, str]:
    """Give the mode and the size whose best list a game is in."""
    return true_mode(game), f"{game.board.rows}x{game.board.cols}"
