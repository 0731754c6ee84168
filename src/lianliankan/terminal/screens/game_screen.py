"""The game screen: keys and clicks become commands, events become messages and animations."""

import asyncio
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.errors import GameMoved, NoDeal, OutOfTime, StoreError
from lianliankan.faces.registry import face_set
from lianliankan.game import events as ev
from lianliankan.game.commands import Command
from lianliankan.game.view import GameView
from lianliankan.override import override
from lianliankan.terminal import intents
from lianliankan.terminal.bars import Bar, Key, KeyBar
from lianliankan.terminal.board.board_scene import BoardScene
from lianliankan.terminal.board.board_widget import BoardWidget
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.board.cursor import Direction, first_tile, next_of_kind, next_tile
from lianliankan.terminal.board.event_animation import animate_events
from lianliankan.terminal.command_queue import CommandQueue
from lianliankan.terminal.intents import Intent, QueuedCommand
from lianliankan.terminal.messages import GameMessage, Overlay, Tone, build_overlay, compose_message
from lianliankan.terminal.scene_builder import build_scene
from lianliankan.terminal.session import Playable, Session
from lianliankan.terminal.status_lines import heading, stats_line, winnable_indicator

if TYPE_CHECKING:
    from lianliankan.terminal.app import TerminalGame

FACES = ("capitals", "mahjong", "hanzi", "emoji", "numbers", "ascii")
"""The faces that the key cycles through; `letters` only on request, since C and c look alike."""

_PULSE, _TICK, _SLOW = 0.45, 0.2, 0.3  # seconds


class GameScreen(Screen[None]):
    """A game being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"move('{way}')", show=False) for way in ("up", "down", "left", "right")),
        Binding("enter,space", "pick", show=False),
        Binding("escape", "clear_selection", show=False),
        Binding("tab", "next_of_kind", show=False),
        *(
            Binding(key, f"command('{command}')", show=False)
            for key, command in (("h", "hint"), ("a", "auto"), ("s", "shuffle"), ("u", "undo"), ("r", "redo"))
        ),
        Binding("p", "pause", show=False),
        Binding("k", "kinds", show=False),
        Binding("g", "faces", show=False),
        Binding("m", "animation", show=False),
        Binding("l", "app.language", show=False),
        Binding("n", "app.new", show=False),
        Binding("b", "app.bests", show=False),
        Binding("R,shift+r", "app.restart", show=False),
        Binding("x", "app.give_up", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        Binding("q", "app.leave", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.cursor: Cell | None = None
        self.commands = CommandQueue(self._execute)
        self._hint = self._overlay = Overlay({})
        self._pulse_is_on = True
        self._message = GameMessage("")

    @property
    def game_app(self) -> "TerminalGame":
        """The app, with its own type."""
        return cast("TerminalGame", self.app)

    # ---- Setting up --------------------------------------------------------------------------------------------------

    @override
    def compose(self) -> ComposeResult:
        app = self.game_app
        yield Bar("status", app.bar_inks.text)
        yield BoardWidget(app.board_theme)
        yield Bar("message", app.bar_inks.text)
        yield KeyBar(app.bar_inks)

    def on_mount(self) -> None:
        """Start the command queue and the timers."""
        self.board_widget = self.query_one(BoardWidget)
        self.board_widget.is_animated = self.game_app.is_animated
        self.board_widget.focus()
        self.update_texts()
        self.run_worker(self.commands.run(), name="commands")
        self.set_interval(_PULSE, self._pulse)
        self.set_interval(_TICK, self._check_clock)
        self.game_app.load_first_game()

    def show_game(self, playable: Playable, message: GameMessage) -> None:
        """Show a game and play it from now on."""
        self.session = Session(playable, self.game_app.now)
        self._hint = self._overlay = Overlay({})
        self._message = message
        self.cursor = first_tile(self.session.board.to_rows(), None)
        self._set_up_board()
        self.show()

    def _set_up_board(self) -> None:
        if self.session is not None:
            first, faces = self.session.game.first_board.to_rows(), face_set(self.game_app.faces)
            self.board_widget.set_up(first, faces, self._scene(self.session))

    def update_texts(self) -> None:
        """Write all texts in the language of the app."""
        texts = self.game_app.texts
        self.query_one(KeyBar).set_keys(
            Key(press, texts(f"tool {word}"), action)
            for press, word, action in (
                ("h", "hint", "command('hint')"),
                ("a", "auto", "command('auto')"),
                ("s", "shuffle", "command('shuffle')"),
                ("u", "undo", "command('undo')"),
                ("r", "redo", "command('redo')"),
                ("p", "pause", "pause"),
                ("n", "new", "app.new"),
                ("b", "bests", "app.bests"),
                ("?", "help", "app.help"),
                ("q", "quit", "app.leave"),
            )
        )
        self.show_lines()

    # ---- Showing -----------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the board and the lines around it."""
        if self.session is not None:
            self.board_widget.show(self._scene(self.session))
        self.show_lines()

    def _scene(self, session: Session) -> BoardScene:
        app = self.game_app
        return build_scene(
            session.view,
            session.board,
            app.texts,
            cursor=self.cursor,
            overlay=self._overlay,
            pulse_is_on=self._pulse_is_on,
            shows_kinds=app.shows_kinds,
        )

    def show_message(self, text: str, tone: Tone = "text", *, is_passing: bool = False) -> None:
        """Show a message below the board."""
        self._message = GameMessage(text, tone, is_passing)
        self.show_lines()

    def show_error(self, problem: ValueError, *, consequence: str = "not written") -> None:
        """Show what went wrong and, if it is the store, the consequence; the path of the store is left out."""
        texts = self.game_app.texts
        if isinstance(problem, NoDeal):
            self.show_message(texts("wrong none"), "bad")
        elif isinstance(problem, OutOfTime):
            self.show_message(texts("wrong late"), "bad")
        elif isinstance(problem, StoreError):
            self.show_message(texts(consequence, problem=str(problem).rpartition(": ")[2]), "bad")
        else:
            self.show_message(str(problem), "bad")

    def show_lines(self) -> None:
        """Update the lines above and below the board."""
        app = self.game_app
        inks = app.bar_inks
        tone = {"text": inks.text, "good": inks.good, "bad": inks.bad}[self._message.tone]
        self.query_one("#message", Bar).set_lines(([CellRun(f" {self._message.text}", tone)], []))
        if self.session is None:
            return
        view, game = self.session.view_now(), self.session.game
        is_campaign = game.options.mode == "campaign"
        stats = stats_line(view, app.texts, inks, is_campaign=is_campaign, width=self.size.width)
        self.query_one("#status", Bar).set_lines(
            (heading(game, app.texts, inks), self.corner_runs(view)),
            (stats, []),
        )

    def corner_runs(self, view: GameView) -> list[CellRun]:
        """Return the text in the upper right corner: whether the game can still be won."""
        assert self.session is not None, "a game is shown"
        app, tells = self.game_app, self.session.game.options.tell_doomed
        return winnable_indicator(view, app.texts, app.bar_inks, tells=tells)

    def _pulse(self) -> None:
        """Make a hint pulse."""
        if self._overlay.is_hint and not self.board_widget.is_playing and self.game_app.is_animated:
            self._pulse_is_on = not self._pulse_is_on
            self.show()

    def _check_clock(self) -> None:
        if self.session is None:
            return
        self.show_lines()
        if self.session.view.running and self.session.view_now().left == 0 and self.commands.is_idle:
            self.enqueue("tick")

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def enqueue(self, wanted: Command | str | Intent, *, quietly: bool = False) -> QueuedCommand | None:
        """Queue a command and end a running animation; returns None if no game is shown yet."""
        self.board_widget.finish()
        if self.session is None:
            return None
        queued = QueuedCommand(self.session, wanted, self.session.at, is_quiet=quietly)
        self.commands.put(queued)
        return queued

    async def _execute(self, queued: QueuedCommand) -> None:
        session = queued.session
        before, command = session.board, queued.command()
        if command is None:
            return
        message, thinking = self._message, self.game_app.texts("thinking")
        slow = self.set_timer(_SLOW, lambda: self.show_message(thinking))
        try:
            happened = await asyncio.to_thread(session.do, command, at=queued.at)
        except GameMoved:
            await self.game_app.reopen(session.playable.id)
            return
        except ValueError as problem:
            self.show_error(problem)
            return
        finally:
            slow.stop()
            if self._message.text == thinking:
                self._message = message
        queued.is_accepted = any(not isinstance(event, ev.Refused) for event in happened)
        if session is self.session:
            self._show_events(happened, before, is_quiet=queued.is_quiet)

    def _show_events(self, happened: list[ev.Event], before: Board, *, is_quiet: bool) -> None:
        assert self.session is not None, "a command was run"
        view = self.session.view
        ends = view.has_ended and any(isinstance(event, ev.Won | ev.Lost | ev.Stuck) for event in happened)
        if before != self.session.board:
            self._hint = self._overlay = Overlay({})
        if happened and (ends or not is_quiet):
            overlay = build_overlay(happened)
            self._hint = overlay if overlay.is_hint else self._hint
            self._overlay, self._pulse_is_on = overlay if overlay.path else self._hint, True
            self._message = self.message_for(happened, view) or GameMessage("")
        scene = self._scene(self.session)
        announced = self._message.text if any(_is_automatic(event) for event in happened) else ""
        frames = animate_events(happened, before, scene, announced)
        self.board_widget.play(frames, scene, self.end if ends else None)
        self.show_lines()

    def message_for(self, happened: list[ev.Event], view: GameView) -> GameMessage | None:
        """Return the message for some events."""
        assert self.session is not None, "a command was run"
        max_turns = self.session.board.rules.max_turns
        return compose_message(happened, self.game_app.texts, self._glyph, max_turns=max_turns)

    def _glyph(self, kind: int) -> str:
        return face_set(self.game_app.faces).face(kind).glyph

    def end(self) -> None:
        """Show the result, or that no moves are left."""
        self.game_app.dialogs.show_end(waits=True)

    # ---- Actions -----------------------------------------------------------------------------------------------------

    def action_command(self, command: str) -> None:
        """Run the command of a key."""
        self.enqueue(command)

    def action_move(self, way: Direction) -> None:
        """Move the cursor to the next tile."""
        if self.session is not None and self.cursor is not None:
            self._go_to(next_tile(self.session.board.to_rows(), self.cursor, way))

    def action_next_of_kind(self) -> None:
        """Move the cursor to the next tile of a hint, else of the selected kind or of the kind under the cursor."""
        if self.session is None or self.cursor is None or self.session.view.state == "paused":
            return
        if self._hint.path:
            first, last = self._hint.path[0], self._hint.path[-1]
            self._go_to(last if self.cursor == first else first)
            return
        rows, cell = self.session.board.to_rows(), self.session.view.picked or self.cursor
        self._go_to(next_of_kind(rows, self.cursor, rows[cell.row][cell.col]))

    def _go_to(self, cell: Cell) -> None:
        self.cursor = cell
        if self._message.is_passing:
            self._message = GameMessage("")
        self.show()

    def action_pick(self) -> None:
        """Pick the tile under the cursor; resume a paused game; show the result of a finished one again."""
        if self.session is None:
            return
        if self.board_widget.is_playing and self.session.view.is_over:
            self.board_widget.finish()  # which shows the result
        elif self.session.view.is_over and self.commands.is_idle:
            self.game_app.dialogs.show_end()
        elif self.cursor is not None:
            self.enqueue(intents.pick_or_resume(self.cursor))

    def action_clear_selection(self) -> None:
        """Clear the selection, whatever is pointed out, and what was said about it."""
        self.enqueue(intents.clear_selection)
        self._hint = self._overlay = Overlay({})
        if self.session is not None and self.session.view.state == "playing":
            self._message = GameMessage("")
        self.show()

    def action_pause(self) -> None:
        """Pause or resume."""
        self.enqueue(intents.toggle_pause)

    def action_kinds(self) -> None:
        """Switch the marks on tiles of the same kind on or off."""
        app = self.game_app
        shows = not app.shows_kinds
        app.save_setting("kinds", shows, app.texts("kinds on" if shows else "kinds off"))
        self.show()

    def action_faces(self) -> None:
        """Show the next faces on the tiles."""
        app = self.game_app
        place = FACES.index(app.faces) + 1 if app.faces in FACES else 0
        faces = FACES[place % len(FACES)]
        app.save_setting("faces", faces, app.texts("faces are", faces=app.texts(f"faces {faces}")))
        self._set_up_board()
        self.show()

    def action_animation(self) -> None:
        """Switch animation on or off."""
        app = self.game_app
        is_on = not app.is_animated
        app.save_setting("animation", is_on, app.texts("animation on" if is_on else "animation off"))
        self.board_widget.is_animated = is_on

    def on_board_widget_cell_chosen(self, message: BoardWidget.CellChosen) -> None:
        """Pick the clicked tile."""
        if self.session is None:
            return
        if not self.session.view.is_over and self.session.view.state != "paused":
            self.cursor = message.cell
        self.action_pick()

    async def on_key_bar_action_chosen(self, message: KeyBar.ActionChosen) -> None:
        """Run the action of the clicked key."""
        await self.run_action(message.action)


def _is_automatic(event: ev.Event) -> bool:
    return isinstance(event, ev.Shuffled) and not event.asked
