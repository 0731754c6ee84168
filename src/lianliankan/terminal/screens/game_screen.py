"""The screen on which a game is played: keys and clicks become commands, events become what is seen."""

import asyncio
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from lianliankan.board.cell import Cell
from lianliankan.errors import GameMoved, NoDeal, StoreError
from lianliankan.faces.registry import face_set
from lianliankan.game import events as ev
from lianliankan.game.commands import Command
from lianliankan.terminal import intents as orders
from lianliankan.terminal.bars import Bar, Key, KeyBar
from lianliankan.terminal.board import cursor as steering
from lianliankan.terminal.board.board_drawing import Run, Scene
from lianliankan.terminal.board.board_widget import BoardView
from lianliankan.terminal.board.event_animation import frames_of
from lianliankan.terminal.board.theme import Mark
from lianliankan.terminal.intents import Intent, Order
from lianliankan.terminal.messages import Overlay, Sentence, Tone, overlay_of, sentence_of
from lianliankan.terminal.session import Facts, Held, Seat
from lianliankan.terminal.status_lines import heading, light, numbers

if TYPE_CHECKING:
    from lianliankan.terminal.app import TerminalGame

__all__ = ["FACES", "GameScreen"]

FACES = ("capitals", "mahjong", "hanzi", "emoji", "numbers", "ascii")
"""The faces that a key goes through; letters as boards are written in can be asked for, but C and c look alike."""

_PULSE, _TICK = 0.45, 0.2  # seconds


class GameScreen(Screen[None]):
    """A game being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"move('{way}')", show=False) for way in ("up", "down", "left", "right")),
        Binding("enter,space", "pick", show=False),
        Binding("escape", "drop", show=False),
        Binding("tab", "alike", show=False),
        *(
            Binding(key, f"order('{command}')", show=False)
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
        self.seat: Seat | None = None
        self.cursor: Cell | None = None
        self._overlay = Overlay({})
        self._pulse_is_on = True
        self._doomed: int | None = None
        self._sentence = Sentence("")
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._busy = 0

    @property
    def game_app(self) -> "TerminalGame":
        """The app, as what it is."""
        from lianliankan.terminal.app import TerminalGame

        return cast(TerminalGame, self.app)

    # ---- Setting up --------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the lines and the board."""
        app = self.game_app
        yield Bar("status", app.inks.text)
        yield BoardView(app.look)
        yield Bar("message", app.inks.text)
        yield KeyBar(app.inks)

    def on_mount(self) -> None:
        """Begin to serve orders and to watch the clock."""
        self.view = self.query_one(BoardView)
        self.view.is_animated = self.game_app.is_animated
        self.view.focus()
        self.reword()
        self.run_worker(self._serve(), name="orders")
        self.set_interval(_PULSE, self._beat)
        self.set_interval(_TICK, self._watch_the_clock)
        self.game_app.ready()

    def sit(self, held: Held, sentence: Sentence) -> None:
        """Show a game and play it from now on."""
        self.seat = Seat(held, self.game_app.now)
        self._overlay, self._doomed, self._sentence = Overlay({}), None, sentence
        self.cursor = steering.first_tile(self.seat.facts.rows, None)
        self._measure()
        self.show()

    def _measure(self) -> None:
        if self.seat is not None:
            first, faces = self.seat.game.first_board.to_rows(), face_set(self.game_app.faces)
            self.view.set_up(first, faces, self.scene(self.seat.facts))

    def reword(self) -> None:
        """Say everything in the language of the app."""
        words = self.game_app.words
        self.query_one(KeyBar).set_keys(
            Key(press, words(f"key {word}"), action)
            for press, word, action in (
                ("h", "hint", "order('hint')"),
                ("a", "auto", "order('auto')"),
                ("s", "shuffle", "order('shuffle')"),
                ("u", "undo", "order('undo')"),
                ("r", "redo", "order('redo')"),
                ("p", "pause", "pause"),
                ("n", "new", "app.new"),
                ("b", "bests", "app.bests"),
                ("?", "help", "app.help"),
                ("q", "quit", "app.leave"),
            )
        )
        self.show_lines()

    # ---- What is seen ------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the board and the lines as they are now."""
        if self.seat is not None:
            self.view.show(self.scene(self.seat.facts))
        self.show_lines()

    def scene(self, facts: Facts) -> Scene:
        """Give the board as it stands, with the cursor and all that is pointed out."""
        marks: dict[Cell, Mark] = {}
        pointed = facts.picked or self.cursor
        if self.game_app.shows_kinds and pointed is not None:
            kind = facts.rows[pointed.row][pointed.col]
            marks |= {
                Cell(r, c): "kind"
                for r, row in enumerate(facts.rows)
                for c, number in enumerate(row)
                if number == kind > 0
            }
        if facts.picked is not None:
            marks[facts.picked] = "selected"
        overlay = Overlay({}) if facts.state == "paused" else self._overlay
        for cell, mark in overlay.marks.items():
            marks[cell] = "faint hint" if mark == "hint" and not self._pulse_is_on else mark
        return Scene(
            facts.rows,
            cursor=None if facts.is_over else self.cursor,
            marks=marks,
            path=overlay.path,
            manner=overlay.manner,
            hidden=facts.state == "paused",
            outside=facts.board.rules.outside,
            label=self.game_app.words("paused") if facts.state == "paused" else "",
        )

    def say(self, text: str, tone: Tone = "text") -> None:
        """Show a sentence below the board."""
        self._sentence = Sentence(text, tone)
        self.show_lines()

    def say_problem(self, problem: ValueError, *, so: str = "not written") -> None:
        """Say what went wrong and `so` what follows; where the store is, nobody needs to be told here."""
        words = self.game_app.words
        if isinstance(problem, NoDeal):
            self.say(words("wrong none"), "bad")
        elif isinstance(problem, StoreError):
            self.say(words(so, problem=str(problem).rpartition(": ")[2]), "bad")
        else:
            self.say(str(problem), "bad")

    def show_lines(self) -> None:
        """Write the lines above and below the board."""
        app = self.game_app
        tone = {"text": app.inks.text, "good": app.inks.good, "bad": app.inks.bad}[self._sentence.tone]
        self.query_one("#message", Bar).set_lines(([Run(f" {self._sentence.text}", tone)], []))
        if self.seat is None:
            return
        facts, options = self.seat.facts, self.seat.game.options
        self.query_one("#status", Bar).set_lines(
            (heading(self.seat.game, app.words, app.inks), self.corner(facts)),
            (
                numbers(
                    facts,
                    app.words,
                    app.inks,
                    at=self.seat.at,
                    is_campaign=options.mode == "campaign",
                    width=self.size.width,
                ),
                [],
            ),
        )

    def corner(self, facts: Facts) -> list[Run]:
        """Say in the corner whether the game can still be won."""
        assert self.seat is not None, "a game is shown"
        tells = self.seat.game.options.tell_doomed
        return light(facts, self.game_app.words, self.game_app.inks, tells=tells, doomed=self._doomed)

    def _beat(self) -> None:
        """Let a hint pulse."""
        if self._overlay.is_hint and not self.view.is_playing and self.game_app.is_animated:
            self._pulse_is_on = not self._pulse_is_on
            self.show()

    def _watch_the_clock(self) -> None:
        if self.seat is None:
            return
        self.show_lines()
        left = self.seat.facts.left_at(self.seat.at)
        if left == 0 and self.seat.facts.is_running and not self._busy:
            self.order("tick")

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def order(self, wanted: Command | str | Intent, *, quietly: bool = False) -> Order | None:
        """Have something done, after what waits; an animation that runs is over. None where no game is shown yet."""
        self.view.finish()
        if self.seat is None:
            return None
        order = Order(self.seat, wanted, self.seat.at, is_quiet=quietly)
        self._busy += 1
        self._orders.put_nowait(order)
        return order

    async def idle(self) -> None:
        """Wait until every command is done."""
        await self._orders.join()

    async def _serve(self) -> None:
        """Do commands one after the other, away from the screen, which never waits for them."""
        while True:
            order = await self._orders.get()
            try:
                await self._do(order)
            finally:
                self._busy -= 1
                self._orders.task_done()

    async def _do(self, order: Order) -> None:
        seat = order.seat
        before, command = seat.facts, order.command()
        if command is None:
            return
        said, thinking = self._sentence, self.game_app.words("thinking")
        slow = self.set_timer(0.3, lambda: self.say(thinking))
        try:
            happened = await asyncio.to_thread(seat.do, command, at=order.at)
        except GameMoved:
            await self.game_app.reopen(seat.held.id)
            return
        except ValueError as problem:
            self.say_problem(problem)
            return
        finally:
            slow.stop()
            if self._sentence.text == thinking:
                self._sentence = said
        order.is_accepted = any(not isinstance(event, ev.Refused) for event in happened)
        if seat is self.seat:
            self._answer(happened, before, is_quiet=order.is_quiet)

    def _answer(self, happened: list[ev.Event], before: Facts, *, is_quiet: bool) -> None:
        """Show what happened."""
        assert self.seat is not None, "a command was done"
        facts = self.seat.facts
        ends = facts.has_ended and any(isinstance(event, ev.Won | ev.Lost | ev.Stuck) for event in happened)
        for event in happened:
            if isinstance(event, ev.Doomed):
                self._doomed = event.number
        if ends or not is_quiet:
            self._overlay, self._pulse_is_on = overlay_of(happened), True
            self._sentence = self.sentence(happened, facts) or self._sentence
        scene = self.scene(facts)
        self.view.play(frames_of(happened, before.board, scene), scene, self.end if ends else None)
        self.show_lines()

    def sentence(self, happened: list[ev.Event], facts: Facts) -> Sentence | None:
        """Give the sentence for what happened."""
        return sentence_of(happened, self.game_app.words, self._glyph, most_turns=facts.board.rules.max_turns)

    def _glyph(self, kind: int) -> str:
        return face_set(self.game_app.faces).face(kind).glyph

    def end(self) -> None:
        """Show how the game ended, or that no move is left."""
        self.game_app.show_end(waits=True)

    # ---- Actions -----------------------------------------------------------------------------------------------------

    def action_order(self, command: str) -> None:
        """Do what a key stands for."""
        self.order(command)

    def action_move(self, way: steering.Direction) -> None:
        """Move the cursor to the next tile."""
        if self.seat is not None and self.cursor is not None:
            self.cursor = steering.step(self.seat.facts.rows, self.cursor, way)
            self.show()

    def action_alike(self) -> None:
        """Move the cursor to the next tile of the selected kind, or of the one it stands on."""
        if self.seat is None or self.cursor is None or self.seat.facts.state == "paused":
            return
        rows, cell = self.seat.facts.rows, self.seat.facts.picked or self.cursor
        self.cursor = steering.next_alike(rows, self.cursor, rows[cell.row][cell.col])
        self.show()

    def action_pick(self) -> None:
        """Pick the tile under the cursor; a game that is over shows its result again, a paused one goes on."""
        if self.seat is None:
            return
        if self.view.is_playing and self.seat.facts.is_over:
            self.view.finish()  # which shows the result
        elif self.seat.facts.is_over and not self._busy:
            self.game_app.show_end()
        elif self.cursor is not None:
            self.order(orders.pick(self.cursor))

    def action_drop(self) -> None:
        """Drop the selection and whatever is pointed out."""
        self.order(orders.drop)
        self._overlay = Overlay({})
        self.show()

    def action_pause(self) -> None:
        """Pause, or go on."""
        self.order(orders.toggle_pause)

    def action_kinds(self) -> None:
        """Point out tiles of one kind, or no longer."""
        app = self.game_app
        shows = not app.shows_kinds
        app.remember("kinds", shows, app.words("kinds on" if shows else "kinds off"))
        self.show()

    def action_faces(self) -> None:
        """Show other faces on the tiles."""
        app = self.game_app
        place = FACES.index(app.faces) + 1 if app.faces in FACES else 0
        faces = FACES[place % len(FACES)]
        app.remember("faces", faces, app.words("faces are", faces=app.words(f"faces {faces}")))
        self._measure()
        self.show()

    def action_animation(self) -> None:
        """Let things move, or not."""
        app = self.game_app
        moves = not app.is_animated
        app.remember("animation", moves, app.words("animation on" if moves else "animation off"))
        self.view.is_animated = moves

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        """Pick the tile that was clicked."""
        if self.seat is None:
            return
        if not self.seat.facts.is_over and self.seat.facts.state != "paused":
            self.cursor = message.cell
        self.action_pick()

    async def on_key_bar_chosen(self, message: KeyBar.Chosen) -> None:
        """Do what a clicked key stands for."""
        await self.run_action(message.action)
