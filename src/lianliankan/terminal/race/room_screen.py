"""The screen of a room: keys and clicks become commands, and the server's messages are drawn."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from lianliankan.faces.registry import face_set
from lianliankan.override import override
from lianliankan.race import events as ev
from lianliankan.race import events as rev
from lianliankan.race.items import ATTACKS
from lianliankan.race.view import SeatView
from lianliankan.terminal.bars import Bar, KeyBar
from lianliankan.terminal.board.animation import turn_over
from lianliankan.terminal.board.board_scene import BoardScene
from lianliankan.terminal.board.board_widget import BoardWidget
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.board.cursor import Direction, next_of_kind, next_tile
from lianliankan.terminal.board.event_animation import animate_events
from lianliankan.terminal.messages import GameMessage, Tone
from lianliankan.terminal.race.room_keys import corner_line, room_keys
from lianliankan.terminal.race.room_lines import item_line, lobby_lines, room_heading, seat_lines, seat_stats
from lianliankan.terminal.race.room_messages import describe_reaction, describe_room_error, describe_room_events
from lianliankan.terminal.race.room_model import RoomModel
from lianliankan.terminal.race.room_play import BoardHand, choose_target
from lianliankan.terminal.race.room_widgets import LobbyPanel, SeatPanel
from lianliankan.terminal.screens.game_screen import FACES
from lianliankan.web.race.protocol import RaceErrorMessage, ReactionShown, RoomEvents, RoomState, ToRacer

if TYPE_CHECKING:
    from lianliankan.terminal.race.room_app import RoomApp

_TICK, _PULSE = 0.1, 0.45  # seconds
_TURNED_FACES = "numbers"  # no terminal turns letters upside down; other faces are as hard to read


class RoomScreen(Screen[None]):
    """A room being played in, or watched."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"move('{way}')", show=False) for way in ("up", "down", "left", "right")),
        Binding("enter,space", "pick", show=False),
        Binding("escape", "clear", show=False),
        Binding("tab", "next", show=False),
        Binding("h", "do('hint')", show=False),
        *(Binding(str(number), f"digit({number})", show=False) for number in range(1, 7)),
        Binding("t", "next_target", show=False),
        Binding("r", "ready", show=False),
        Binding("e", "app.react", show=False),
        Binding("x", "app.give_up", show=False),
        Binding("d", "app.remove", show=False),
        Binding("k", "kinds", show=False),
        Binding("g", "faces", show=False),
        Binding("m", "animation", show=False),
        Binding("l", "app.language", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        Binding("q", "app.leave", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.model: RoomModel | None = None
        self.hand = BoardHand()
        self.watched: int | None = None  # the seat whose board is shown, for those who do not race
        self._target: int | None = None  # the seat that the player wants to attack
        self._message = GameMessage("")
        self._set_up: tuple[object, ...] = ()  # what the board widget was set up for
        self._pulse_is_on = True

    @property
    def room_app(self) -> "RoomApp":
        """The app, with its own type."""
        return cast("RoomApp", self.app)

    # ---- Setting up --------------------------------------------------------------------------------------------------

    @override
    def compose(self) -> ComposeResult:
        app = self.room_app
        yield Bar("status", app.bar_inks.text)
        yield LobbyPanel("lobby", app.bar_inks.text)
        with Horizontal(id="table"):
            yield BoardWidget(app.board_theme)
            yield SeatPanel("seats", app.bar_inks.text)
        yield Bar("message", app.bar_inks.text)
        yield KeyBar(app.bar_inks)

    def on_mount(self) -> None:
        """Start the clock, and connect."""
        self.board_widget = self.query_one(BoardWidget)
        self.board_widget.is_animated = self.room_app.is_animated
        self.query_one("#table").display = False
        self.set_interval(_TICK, self._tick)
        self.set_interval(_PULSE, self._pulse)
        self.say(self.room_app.texts("room connecting"))
        self.room_app.connect()

    # ---- What the server says ----------------------------------------------------------------------------------------

    def receive(self, message: ToRacer) -> None:
        """Show a message of the server."""
        match message:
            case RoomState():
                self._take_state(message)
            case RoomEvents() if self.model is not None:
                self._take_events(message)
            case ReactionShown() if self.model is not None and message.seat != self.model.you:
                self.say(describe_reaction(message, self.model, self.room_app.texts))
            case RaceErrorMessage():
                if message.n is not None:
                    self.hand.sent.pop(message.n, None)
                self.say(describe_room_error(message, self.room_app.texts), "bad")
        self.show()

    def _take_state(self, state: RoomState) -> None:
        before = self.model
        self.model = RoomModel(state, self.room_app.now)
        self.hand.sent.clear()
        own = self.model.own
        is_new = before is None or before.room.race_began != self.model.room.race_began
        if own is not None and (is_new or self.hand.cursor is None):
            self.hand.start(own.board)
        if is_new:
            self.watched = self._target = None
        if before is None:
            self.say("")

    def _take_events(self, message: RoomEvents) -> None:
        model = self.model
        assert model is not None, "a state came first"
        shown = self._shown_seat()
        before = None if shown is None else shown.board
        model.take(message)
        if message.n is not None:
            self.hand.sent.pop(message.n, None)
        own = model.own
        for event in message.events:
            if own is not None and isinstance(event, ev.RaceEvent) and self._is_on_own_board(event):
                self.hand.see(event, own.board)
        said = describe_room_events(message.events, model, self.room_app.texts)
        if said is not None:
            self._message = said
        after = self._shown_seat()
        if shown is not None and after is not None and before is not None and before != after.board:
            self._play_events(message.events, after, before.to_rows())

    def _is_on_own_board(self, event: ev.RaceEvent) -> bool:
        model = self.model
        assert model is not None, "a state came first"
        return event.seat == model.you or (model.has_one_board and isinstance(event, ev.PairTaken | ev.BoardLaid))

    def _play_events(
        self, happened: tuple[rev.RoomEvent | ev.RaceEvent, ...], seat: SeatView, before: list[list[int]]
    ) -> None:
        """Animate the last change of the shown board."""
        model = self.model
        assert model is not None, "a state came first"
        own = [event for event in happened if isinstance(event, ev.PairTaken | ev.BoardLaid)]
        last = next((event for event in reversed(own) if model.has_one_board or event.seat == seat.seat), None)
        scene = self._scene(seat)
        if isinstance(last, ev.BoardLaid):
            self.board_widget.play(turn_over(before, scene), scene)
        elif isinstance(last, ev.PairTaken) and len(own) == 1:
            board = seat.board.from_rows(before, rules=seat.board.rules)
            self.board_widget.play(animate_events(list(last.events), board, scene), scene)

    # ---- Showing -----------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw everything; a running animation goes on."""
        model = self.model
        seat = self._shown_seat()
        is_table = model is not None and model.is_racing and seat is not None
        self.query_one("#table").display = is_table
        self.query_one(LobbyPanel).display = not is_table
        if is_table and seat is not None:
            if not self.board_widget.is_playing:
                self._show_board(seat)
            self.board_widget.focus()
        self.show_lines()

    def _show_board(self, seat: SeatView) -> None:
        scene, model = self._scene(seat), self.model
        assert model is not None, "a state came first"
        is_turned = seat.turned_until > model.race_now
        faces = face_set(_TURNED_FACES if is_turned and seat.seat == model.you else self.room_app.faces)
        wanted = (model.room.race_began, seat.seat, faces.name)
        if wanted != self._set_up:
            self._set_up = wanted
            self.board_widget.set_up(seat.board.to_rows(), faces, scene)
        self.board_widget.show(scene)

    def _scene(self, seat: SeatView) -> BoardScene:
        model, app = self.model, self.room_app
        assert model is not None, "a state came first"
        if seat.seat != model.you:
            return self.hand.build_watched_scene(seat, model.race_now)
        return self.hand.build_scene(
            seat, model.race_now, shows_kinds=app.shows_kinds, pulse_is_on=self._pulse_is_on or not app.is_animated
        )

    def _shown_seat(self) -> SeatView | None:
        """Return the seat whose board is shown: the own one while it races, else the one that is watched."""
        model = self.model
        if model is None or model.race is None:
            return None
        own = model.own
        if own is not None and own.state == "racing":
            return own
        leaders = [standing.seat for standing in model.race.standings if standing.state == "racing"]
        return model.seat(self.watched) or own or model.seat(leaders[0] if leaders else model.race.seats[0].seat)

    def say(self, text: str, tone: Tone = "text") -> None:
        """Show a message below the board."""
        self._message = GameMessage(text, tone)
        self.show_lines()

    def show_lines(self) -> None:
        """Update the lines around the board."""
        app, model = self.room_app, self.model
        inks, texts = app.bar_inks, app.texts
        tone = {"text": inks.text, "good": inks.good, "bad": inks.bad}[self._message.tone]
        self.query_one("#message", Bar).set_lines(([CellRun(f" {self._message.text}", tone)], []))
        self.query_one(KeyBar).set_keys(room_keys(model, texts))
        if model is None:
            return
        heading, seat = room_heading(model, texts, inks), self._shown_seat()
        corner = corner_line(model, texts, inks, is_connected=app.is_connected)
        if not model.is_racing or seat is None:
            self.query_one("#status", Bar).set_lines((heading, corner), ([], []))
            self.query_one(LobbyPanel).set_lines(lobby_lines(model, texts, inks, link=app.address.link))
            return
        is_own = seat.seat == model.you
        target = self.target if is_own else None
        items = item_line(seat, texts, inks) if is_own else []
        stats = seat_stats(model, seat, texts, inks)
        self.query_one("#status", Bar).set_lines((heading, items), (stats, corner))
        panel = self.query_one("#seats", SeatPanel)
        lines = seat_lines(model, texts, inks, width=panel.size.width, shown=seat.seat, target=target)
        panel.set_lines(lines)

    def _tick(self) -> None:
        """Show the time, and what ends with it."""
        if self.model is not None and self.is_current:
            self.show()

    def _pulse(self) -> None:
        if self.hand.hint is not None:
            self._pulse_is_on = not self._pulse_is_on

    # ---- Actions -----------------------------------------------------------------------------------------------------

    @property
    def target(self) -> int | None:
        """The seat that attacks are aimed at."""
        model = self.model
        if model is None or model.race is None or model.you is None:
            return None
        ranks = {standing.seat: standing.rank for standing in model.race.standings}
        return choose_target(model.race.seats, model.you, ranks, self._target)

    def action_do(self, command: str) -> None:
        """Send a command."""
        if self.model is not None and self.model.you is not None:
            self.room_app.do(command)

    def action_ready(self) -> None:
        """Be ready for the next race, or no longer."""
        own = None if self.model is None else self.model.own_room_seat
        if self.model is not None and own is not None and not self.model.is_racing:
            self.action_do("unready" if own.is_ready else "ready")

    def action_digit(self, number: int) -> None:
        """Use an item, add a bot, or choose the player to watch."""
        model = self.model
        if model is None:
            return
        own = model.own
        if not model.is_racing:
            if model.is_host and number < 6:
                self.action_do(f"bot {number}")
        elif own is None or not model.is_playing:
            seats = () if model.race is None else model.race.seats
            self._watch(seats[number - 1].seat if number <= len(seats) else None)
        elif number <= len(own.stock):
            item = own.stock[number - 1]
            if item not in ATTACKS:
                self.action_do(f"use {item}")
            elif self.target is not None:
                self.action_do(f"use {item} {self.target + 1}")

    def action_next_target(self) -> None:
        """Aim attacks at the next of the other players."""
        model = self.model
        if model is None or model.race is None:
            return
        others = [seat.seat for seat in model.race.seats if seat.seat != model.you and seat.state == "racing"]
        if others:
            later = [number for number in others if number > (-1 if self.target is None else self.target)]
            self._target = (later or others)[0]
            self.show_lines()

    def action_next(self) -> None:
        """Move to the next tile of the same kind; for a spectator, show the next board."""
        own = self._own_open()
        if own is not None and self.hand.cursor is not None:
            if self.hand.hint is not None:
                first, second = self.hand.hint
                self.hand.cursor = second if self.hand.cursor == first else first
            else:
                rows, cell = own.board.to_rows(), self.hand.picked or self.hand.cursor
                self.hand.cursor = next_of_kind(rows, self.hand.cursor, rows[cell.row][cell.col])
            self.show()
            return
        model, shown = self.model, self._shown_seat()
        if model is not None and model.race is not None and shown is not None:
            numbers = [seat.seat for seat in model.race.seats]
            self._watch(numbers[(numbers.index(shown.seat) + 1) % len(numbers)])

    def _watch(self, number: int | None) -> None:
        if number is not None:
            self.board_widget.finish()
            self.watched = number
            self.show()

    def _own_open(self) -> SeatView | None:
        """Return the own seat if its player can play."""
        return self.model.own if self.model is not None and self.model.is_playing else None

    def action_move(self, way: Direction) -> None:
        """Move the cursor to the next tile."""
        own = self._own_open()
        if own is not None and self.hand.cursor is not None:
            self.hand.cursor = next_tile(own.board.to_rows(), self.hand.cursor, way)
            self._redraw()

    def action_pick(self) -> None:
        """Pick the tile under the cursor, and send the pair if it is the second."""
        own = self._own_open()
        if own is None or self.hand.cursor is None:
            return
        move = self.hand.pick(self.hand.cursor, own.board)
        if move is not None:
            number = self.room_app.do(f"play {move}")
            if number is not None:
                self.hand.sent[number] = move
        self._redraw()

    def action_clear(self) -> None:
        """Clear the selection and the hint."""
        self.hand.picked = self.hand.hint = None
        self._redraw()

    def _redraw(self) -> None:
        """End a running animation, and show the board as it is."""
        self.board_widget.finish()
        self.show()

    def action_kinds(self) -> None:
        """Switch the marks on tiles of the same kind on or off."""
        self.room_app.shows_kinds = not self.room_app.shows_kinds
        self._redraw()

    def action_faces(self) -> None:
        """Show the next faces on the tiles."""
        app = self.room_app
        place = FACES.index(app.faces) + 1 if app.faces in FACES else 0
        app.faces = FACES[place % len(FACES)]
        self.say(app.texts("faces are", faces=app.texts(f"faces {app.faces}")))
        self._redraw()

    def action_animation(self) -> None:
        """Switch animation on or off."""
        app = self.room_app
        app.is_animated = not app.is_animated
        self.board_widget.is_animated = app.is_animated
        self.say(app.texts("animation on" if app.is_animated else "animation off"))

    def on_board_widget_cell_chosen(self, message: BoardWidget.CellChosen) -> None:
        """Pick the clicked tile."""
        own = self._own_open()
        if own is not None and own.board[message.cell] > 0:
            self.hand.cursor = message.cell
            self.action_pick()

    async def on_key_bar_action_chosen(self, message: KeyBar.ActionChosen) -> None:
        """Run the action of the clicked key."""
        await self.run_action(message.action)
