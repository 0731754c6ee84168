"""A room in the terminal without a terminal: fed by a server, or by a room of the test's own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from unittest.mock import patch

from textual.pilot import Pilot

from lianliankan.board.cell import Cell
from lianliankan.race.room import Room
from lianliankan.race.view import RaceView
from lianliankan.terminal.race.room_address import RoomAddress
from lianliankan.terminal.race.room_app import RoomApp, RoomConfig
from lianliankan.terminal.race.room_model import RoomModel
from lianliankan.terminal.race.room_screen import RoomScreen
from lianliankan.texts import Language, Texts
from lianliankan.web.race.protocol import RACE_VERSION, RoomEvents, RoomState, RoomView
from support.patience import PATIENCE
from support.terminal_stage import Clock, dump_screen, event_driven, find_text, screen_text, way_to

NOWHERE = RoomAddress("https://play.example", "KXQPR")


@dataclass
class RoomStage:
    """A running app and its user."""

    app: RoomApp
    pilot: Pilot[str]
    clock: Clock
    sent: list[str] = field(default_factory=list)

    @property
    def screen(self) -> RoomScreen:
        return self.app.room_screen

    @property
    def model(self) -> RoomModel:
        assert self.screen.model is not None
        return self.screen.model

    @property
    def said(self) -> str:
        return self.text().splitlines()[-2].strip()

    async def until(self, happened: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for something that the server brings about."""
        until = monotonic() + seconds
        while monotonic() < until:
            if happened():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"this did not happen in time; the screen:\n{self.text()}")

    async def wait_for_board(self) -> None:
        """Wait until the player can take pairs."""
        widget = self.screen.board_widget
        await self.until(lambda: self.model.is_playing and widget.size.width and widget._metrics is not None)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, cell: tuple[int, int]) -> None:
        await self.pilot.click("#board", offset=self.screen.board_widget.locate(Cell(*cell)))
        await self.pilot.pause()

    async def click_text(self, text: str) -> None:
        """Click on the first occurrence of a text."""
        x, y = find_text(self.text(), text)
        await self.pilot.click(offset=(x, y))
        await self.pilot.pause()

    async def go_to(self, cell: Cell) -> None:
        """Move the cursor with the arrow keys."""
        for _ in range(200):
            here = self.screen.hand.cursor
            assert here is not None
            if here == cell:
                return
            await self.pilot.press(way_to(here, cell))
        raise AssertionError(f"the cursor does not reach {cell}")

    def text(self) -> str:
        return screen_text(self.app)

    def dump(self) -> str:
        return dump_screen(self.app)

    # ---- A room of the test's own ----

    def show_room(self, room: Room, *, you: int | None = 0) -> None:
        """Show a room as the server would at first."""
        view = RoomView.of(room, NOWHERE.code, is_public=True, race_id=None)
        race = None if room.race is None else RaceView.of(room.race)
        state = RoomState(RACE_VERSION, room.version, you, view, race, round(1000 * (self.clock.seconds - 100)))
        self.screen.receive(state)

    def do(self, room: Room, command: str, *, you: int | None = 0, n: int | None = None) -> None:
        """Run a command in the room at the time of the clock, and show what happened, as the server would."""
        at = self.clock.seconds - 100
        happened = room.do(command, at=at)
        self.screen.receive(RoomEvents(n, room.version, round(1000 * at), tuple(happened)))
        if any(event.name in ("racebegun", "settingschanged") for event in happened):
            self.show_room(room, you=you)


@asynccontextmanager
async def staged_room(
    *,
    address: RoomAddress = NOWHERE,
    cookie: str = "",
    watch: bool = False,
    language: Language = "en",
    faces: str = "capitals",
    size: tuple[int, int] = (80, 24),
    colours: str | None = "truecolor",
    clock: Clock | None = None,
) -> AsyncIterator[RoomStage]:
    """Run the app; without an address, it connects to nothing and commands are only noted."""
    clock = clock or Clock()
    app = RoomApp(
        RoomConfig(
            address=address,
            cookie=cookie,
            watch=watch,
            texts=Texts(language, part="race"),
            faces=faces,
            colours=colours,
            is_animated=False,
            **({} if address != NOWHERE else {"now": clock}),
        )
    )
    sent: list[str] = []

    def note(command: str, version: int) -> int:
        sent.append(command)
        return len(sent)

    with ExitStack() as stack:
        stack.enter_context(event_driven(app))
        if address == NOWHERE:
            app.is_connected = True
            stack.enter_context(patch.multiple(app.client, run=lambda: asyncio.sleep(0), do=note))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield RoomStage(app, pilot, clock, sent)
