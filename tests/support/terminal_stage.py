"""The terminal game without a terminal: with a clock that tests control, and screens as text."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import date
from time import monotonic
from unittest.mock import patch

from textual.app import App
from textual.pilot import Pilot
from textual.timer import Timer

import lianliankan as llk
from lianliankan.board.cell import Cell
from lianliankan.store import Store
from lianliankan.terminal.app import AppConfig, TerminalGame
from lianliankan.terminal.board.board_widget import BoardWidget
from lianliankan.terminal.screens.game_screen import GameScreen
from lianliankan.terminal.session import Playable, UnsavedGame
from lianliankan.text_width import display_width
from lianliankan.texts import Language, Texts
from support.paths import DATA
from support.patience import PATIENCE

GOLDEN = DATA / "golden"
TODAY = date(2026, 11, 15)
_STYLES = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class Clock:
    """A clock that only tests advance."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Stage:
    """A running app and its user."""

    app: TerminalGame
    pilot: Pilot[str]
    clock: Clock

    @property
    def screen(self) -> GameScreen:
        return self.app.game_screen

    @property
    def board_widget(self) -> BoardWidget:
        return self.screen.board_widget

    @property
    def game(self) -> llk.Game:
        assert self.screen.session is not None
        return self.screen.session.game

    @property
    def state(self) -> str:
        return self.game.state

    @property
    def picked(self) -> Cell | None:
        assert self.screen.session is not None
        return self.screen.session.view.picked

    @property
    def said(self) -> str:
        return self.text().splitlines()[-2].strip()

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait for something that happens in another thread or after some time."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            if happened():
                return
            await self.pilot.pause(0.005)
        raise AssertionError(f"this did not happen in time; the screen:\n{self.text()}")

    async def settle(self) -> None:
        """Wait until all commands are done and their results are on the screen."""
        await self.pilot.pause()
        while not self.screen.commands.is_idle or self.board_widget.is_playing:
            await self.screen.commands.wait_until_idle()
            await self.until(lambda: not self.board_widget.is_playing)
            await self.pilot.pause()

    def stop_motion(self) -> None:
        """Freeze animations at each frame until something else ends them."""
        real = self.board_widget.set_timer

        def never(delay: float, callback: Callable[[], None]) -> Timer:
            return real(3600, callback)

        self.board_widget.set_timer = never  # type: ignore[method-assign,assignment]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def click(self, cell: tuple[int, int]) -> None:
        await self.pilot.click("#board", offset=self.board_widget.locate(Cell(*cell)))
        await self.settle()

    async def click_text(self, text: str) -> None:
        """Click on the first occurrence of a text."""
        await self.pilot.click(offset=find_text(self.text(), text))
        await self.settle()

    async def go_to(self, cell: tuple[int, int]) -> None:
        """Move the cursor with the arrow keys."""
        for _ in range(200):
            here = self.screen.cursor
            assert here is not None
            if here == cell:
                return
            await self.pilot.press(way_to(here, Cell(*cell)))
        raise AssertionError(f"the cursor does not reach {cell}")

    def text(self) -> str:
        """Return the text on the screen."""
        return screen_text(self.app)

    def dump(self) -> str:
        """Return the text on the screen, its styles as letters, and the meaning of the letters."""
        return dump_screen(self.app)


def find_text(screen: str, text: str) -> tuple[int, int]:
    """Return the column and line of the first occurrence of a text."""
    for y, line in enumerate(screen.splitlines()):
        if text in line:
            return display_width(line[: line.index(text)]), y
    raise AssertionError(f"{text!r} is not on the screen:\n{screen}")


def screen_text(app: App[str]) -> str:
    """Return the text on the screen of an app."""
    return "\n".join(line.rstrip() for line in _screen_lines(app)[0])


def dump_screen(app: App[str]) -> str:
    """Return the text on the screen of an app, its styles as letters, and the meaning of the letters."""
    lines, styles, legend = _screen_lines(app)
    named = [f"{letter} {style}" for style, letter in legend.items()]
    return "\n".join([*(line.rstrip() for line in lines), "", *styles, "", *named]) + "\n"


def _screen_lines(app: App[str]) -> tuple[list[str], list[str], dict[str, str]]:
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    lines, styles, legend = [], [], dict[str, str]()
    for chops in update.strips:  # type: ignore[union-attr]  # a full update has them
        line, marks = "", ""
        for text, style, _ in (segment for strip in chops for segment in strip):
            named = str(style.clear_meta_and_links()) if style else "none"
            letter = legend.setdefault(named, _STYLES[len(legend) % len(_STYLES)])
            line, marks = line + text, marks + letter * display_width(text)
        lines.append(line)
        styles.append(marks)
    return lines, styles, legend


def way_to(here: Cell, there: Cell) -> str:
    if here.row != there.row:
        return "down" if there.row > here.row else "up"
    return "right" if there.col > here.col else "left"


@asynccontextmanager
async def staged(
    game: llk.Game | Callable[[], tuple[Playable, bool]],
    *,
    store: Store | None = None,
    language: Language = "en",
    faces: str = "capitals",
    size: tuple[int, int] = (80, 24),
    colours: str | None = "truecolor",
    is_animated: bool = False,
    is_demo: bool = False,
    clock: Clock | None = None,
) -> AsyncIterator[Stage]:
    """Run the app with a game."""

    def first() -> tuple[Playable, bool]:
        if not isinstance(game, llk.Game):
            return game()
        return (UnsavedGame(game) if store is None else store.begin(game)), False

    clock = clock or Clock()
    app = TerminalGame(
        AppConfig(
            first=first,
            store=store,
            texts=Texts(language),
            faces=faces,
            colours=colours,
            is_animated=is_animated,
            is_demo=is_demo,
            now=clock,
            today=lambda: TODAY,
            draw_seed=lambda: 4711,
        )
    )
    with event_driven(app):
        async with app.run_test(size=size) as pilot:
            stage = Stage(app, pilot, clock)
            await stage.until(lambda: app.game_screen.session is not None)
            await stage.settle()
            yield stage


@contextmanager
def event_driven(app: App[str]) -> Iterator[None]:
    """Make Textual's pilot wait until the app has nothing to do, instead of until the processor is idle for 20 ms."""

    async def wait_for_idle(*_: float) -> None:
        await _run_ready()
        if app.is_running and app.screen_stack:
            app.screen._on_timer_update()  # what the screen does sixty times a second
            await _run_ready()

    with patch("textual.app.wait_for_idle", wait_for_idle), patch("textual.pilot.wait_for_idle", wait_for_idle):
        yield


async def _run_ready() -> None:
    """Wait until no callback of the event loop is ready to run."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # type: ignore[attr-defined]
        await asyncio.sleep(0)


def play(
    game: llk.Game | Callable[[], tuple[Playable, bool]], act: Callable[[Stage], Awaitable[None]], **set_up: object
) -> str:
    """Run the app with a game, act on it, and return its farewell."""

    async def run() -> str:
        async with staged(game, **set_up) as stage:  # type: ignore[arg-type]
            await act(stage)
            return stage.app.return_value or ""

    return asyncio.run(run())


def check_golden(name: str, shown: str) -> None:
    """Compare a screen with its golden file; LLK_UPDATE_GOLDEN=1 writes the file instead."""
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("LLK_UPDATE_GOLDEN"):
        file.write_text(shown, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == shown, (
        f"the screen differs from {file.name}; if it should: LLK_UPDATE_GOLDEN=1"
    )
