"""Races in the terminal: whole races on a real server, coming back, watching, and golden screens."""

import asyncio
import stat
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import lianliankan as llk
from lianliankan.cli import llk as llk_command
from lianliankan.race import bots
from lianliankan.race.room import Room
from lianliankan.race.settings import RaceSettings
from lianliankan.terminal.race.room_address import RoomAddress
from lianliankan.terminal.race.room_client import NoServer, introduce
from lianliankan.terminal.race.room_lines import lobby_lines
from lianliankan.terminal.race.server_cookies import ServerCookies
from lianliankan.text_width import display_width
from lianliankan.texts import Language
from support.patience import PATIENCE
from support.race_pages import UNHURRIED
from support.race_stage import RoomWindow, open_room
from support.room_stage import NOWHERE, RoomStage, staged_room
from support.terminal_stage import check_golden
from support.terminal_window import Window
from support.web_stage import RunningServer, new_client, run_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with run_server(tmp_path / "site", rate_factor=10) as running:
        yield running


@pytest.fixture
def _waiting_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots think for an hour, because a busy machine may be as slow as they are."""
    monkeypatch.setattr(bots, "STRENGTHS", tuple(one._replace(clicks=3600.0) for one in bots.STRENGTHS))


def new_room(server: RunningServer, **settings: object) -> RoomAddress:
    """Open a room on the server, as somebody who does not enter it."""
    with new_client(server) as client:
        return RoomAddress(server.address, open_room(client, is_public=False, **UNHURRIED | settings))


async def play_pair(stage: RoomStage, *, by_keys: bool = False) -> None:
    """Take any pair, and wait until the server has said so."""
    own = stage.model.own
    assert own is not None
    before = own.pairs
    for cell in own.board.moves()[0]:
        if by_keys:
            await stage.go_to(cell)
            await stage.press("enter")
        else:
            await stage.click(cell)
    await stage.until(lambda: stage.model.own is not None and stage.model.own.pairs > before)


@pytest.mark.usefixtures("_waiting_bots")
def test_a_race_against_a_bot_and_a_rematch(server: RunningServer, tmp_path: Path) -> None:
    address, cookies = new_room(server, rows=2, cols=6, seats=2, after_first=1), ServerCookies(tmp_path)
    introduce(address.server, cookies)
    assert stat.S_IMODE((tmp_path / "servers.json").stat().st_mode) == 0o600

    async def race() -> str | None:
        async with staged_room(address=address, cookie=cookies.read(address.server)) as stage:
            await stage.until(lambda: "not ready" in stage.text())
            await stage.press("1")  # a weak bot
            await stage.until(lambda: "bot 1" in stage.text())
            for _ in range(2):
                await stage.press("r")
                await stage.wait_for_board()
                await play_pair(stage, by_keys=True)
                assert "Combo" in stage.text()
                while stage.model.is_playing:
                    await play_pair(stage)
                await stage.until(lambda: "Watching" in stage.text() or "You win!" in stage.text())
                await stage.press("tab")  # to the bot's board
                await stage.until(lambda: "You win!" in stage.text())
            await stage.press("q")
            await stage.until(lambda: not stage.app.is_running)
            return stage.app.return_value

    assert asyncio.run(race()) == ""


@pytest.mark.usefixtures("_waiting_bots")
def test_a_returning_player_has_the_same_seat(server: RunningServer, tmp_path: Path) -> None:
    address, cookies = new_room(server, rows=4, cols=6, seats=2, hints=1), ServerCookies(tmp_path)
    introduce(address.server, cookies, name="Ann")

    async def race() -> None:
        async with staged_room(address=address, cookie=cookies.read(address.server)) as stage:
            await stage.until(lambda: "Ann" in stage.text())
            await stage.press("5", "r")
            await stage.wait_for_board()
            await play_pair(stage)
            assert stage.app.client._socket is not None
            stage.app.client._socket.transport.abort()  # the line is cut
            await stage.until(lambda: "Connection lost" in stage.text())
            await stage.until(lambda: "Connection lost" not in stage.text())
            await stage.wait_for_board()
            own = stage.model.own
            assert own is not None
            assert (own.seat, own.name, own.pairs) == (0, "Ann", 1)
            await stage.press("h")
            await stage.until(lambda: stage.screen.hand.hint is not None)
            await stage.press("tab", "enter", "tab", "enter")  # the pair of the hint
            await stage.until(lambda: stage.model.own is not None and stage.model.own.pairs == 2)
            await stage.press("q")
            await stage.click_text("Leave, and keep the seat")
            await stage.until(lambda: not stage.app.is_running)
            assert f"llk join {address.link}" in (stage.app.return_value or "")
        introduce(address.server, ServerCookies(tmp_path))  # another run of the program
        async with staged_room(address=address, cookie=ServerCookies(tmp_path).read(address.server)) as stage:
            await stage.until(lambda: stage.screen.model is not None)
            own = stage.model.own
            assert own is not None
            assert (own.seat, own.pairs) == (0, 2)
            await stage.press("x")
            await stage.click_text("Yes")
            await stage.until(lambda: "gave up" in stage.text())

    asyncio.run(race())


def test_watching_a_race_on_one_board(server: RunningServer) -> None:
    address = new_room(server, format="shared", rows=2, cols=6, seats=2)

    async def watch(cookie: str) -> None:
        async with staged_room(address=address, watch=True, cookie=cookie, language="zh", faces="hanzi") as stage:
            await stage.until(lambda: "观战中" in stage.text())
            with new_client(server) as player:
                window = RoomWindow(player, address.code)
                window.do("bot 5")
                window.do("ready")
                await stage.until(lambda: stage.model.is_racing)
                await stage.until(lambda: (seat := stage.model.seat(1)) is not None and seat.pairs > 0)
                await stage.press("h", "enter", "r")  # nothing for spectators
                await stage.until(lambda: "获胜" in stage.text(), seconds=2 * PATIENCE)
                window.close()

    with new_client(server) as spectator:
        asyncio.run(watch(spectator.cookie))


def test_rooms_and_servers_that_are_not_there(server: RunningServer, tmp_path: Path) -> None:
    async def join() -> str | None:
        async with staged_room(address=RoomAddress(server.address, "NOROOM")) as stage:
            await stage.until(lambda: not stage.app.is_running)
            return stage.app.return_value

    assert asyncio.run(join()) == "There is no such room."
    with pytest.raises(NoServer, match="refused"):
        introduce("http://127.0.0.1:9", ServerCookies(tmp_path))
    with pytest.raises(NoServer, match="the name was refused"):
        introduce(server.address, ServerCookies(tmp_path), name="\u200b")
    for text in ("ABC", "http://host/play/ABCDE", "ftp://host/race/ABCDE", "A" * 20):
        with pytest.raises(llk.Error):
            RoomAddress.parse(text, server=server.address)


def test_the_command_in_a_terminal(server: RunningServer, tmp_path: Path) -> None:
    tmp_path.joinpath("play-port").write_text(server.address.rpartition(":")[2])  # as if llk play ran here
    for words in ((new_room(server).link, "--name", "Ann"), (new_room(server).code.lower(),)):
        with Window(*words, "--data", str(tmp_path), "--lang", "en", program="join") as window:
            window.wait_for("not ready")
            window.wait_for("Ann")
            window.press("q")
            assert window.end() == 0
    for word, problem in (
        ("ABC", "'ABC' is not the code of a room, as in KXQPR"),
        ("http://127.0.0.1:9/race/ABCDEF", "http://127.0.0.1:9: Connection refused"),
    ):
        with Window(word, "--data", str(tmp_path), program="join") as window:
            window.wait_for(f"llk: join: {problem}")
            assert window.end() == 2
    done = CliRunner().invoke(llk_command, ["join", "ABCDEF"])
    assert (done.exit_code, "join needs a terminal" in done.output) == (1, True)


# ---- Golden screens --------------------------------------------------------------------------------------------------


def show(name: str, act: Callable[[RoomStage], Awaitable[None]], **settings: object) -> None:
    """Run the app with a room of the test's own, and compare the screen."""

    async def play() -> None:
        async with staged_room(**settings) as stage:  # type: ignore[arg-type]
            await act(stage)
            stage.screen.show()
            await stage.pilot.pause()
            check_golden(name, stage.dump())

    asyncio.run(play())


def fill_room(stage: RoomStage, **settings: object) -> Room:
    """A room with three people and a bot."""
    room = Room(RaceSettings.from_dict(settings))
    for command in ("join Ann", "join Benedict the Very Long", "join 小林"):
        room.do(command, at=0)
    stage.show_room(room)
    stage.do(room, "1 bot 3 Bot Lin")
    return room


def start_race(stage: RoomStage, room: Room) -> None:
    for seat in (1, 2, 3):
        stage.do(room, f"{seat} ready")
    stage.clock.seconds += 3
    stage.do(room, f"start 50 {room.settings.deal(7)}")  # with this seed, Ann earns put-back and time


async def in_the_lobby(stage: RoomStage) -> None:
    room = fill_room(stage)
    stage.do(room, "2 ready")
    await stage.press("r")
    assert stage.sent == ["ready"]


async def before_the_start(stage: RoomStage) -> None:
    room = fill_room(stage)
    for seat in (1, 2, 3):
        stage.do(room, f"{seat} ready")
    stage.clock.seconds += 0.5


async def with_items(stage: RoomStage) -> None:
    room = fill_room(stage, format="items", combo=2)
    start_race(stage, room)
    assert room.race is not None
    for seat in (2, 1, 2, 1, 2, 3, 1, 1):
        stage.clock.seconds += 1
        stage.do(room, f"{seat} play {room.race.seats[seat - 1].board.moves()[0]}")
    stage.do(room, "3 away")
    stage.do(room, str(room.race.prove("2 use hide 1", at=room.race.now / 1000)))
    assert "hits you: Hide" in stage.said or "对您用了" in stage.said
    await stage.press("down", "enter", "2", "1", "t", "1")
    assert stage.sent == ["use time", "use put-back 2", "use put-back 3"]


async def at_the_end(stage: RoomStage) -> None:
    room = fill_room(stage, rows=2, cols=4)
    start_race(stage, room)
    assert room.race is not None
    for _ in range(4):
        stage.clock.seconds += 1.25
        stage.do(room, f"2 play {room.race.seats[1].board.moves()[0]}")
    stage.do(room, "3 give-up")
    stage.clock.seconds += 60
    stage.do(room, "tick")


@pytest.mark.parametrize(
    ("name", "act", "language"),
    [
        ("room-lobby-en", in_the_lobby, "en"),
        ("room-countdown-zh", before_the_start, "zh"),
        ("room-items-en", with_items, "en"),
        ("room-items-zh", with_items, "zh"),
        ("room-end-en", at_the_end, "en"),
        ("room-end-zh", at_the_end, "zh"),
    ],
)
def test_screens(name: str, act: Callable[[RoomStage], Awaitable[None]], language: str) -> None:
    show(name, act, language=language, faces="hanzi" if language == "zh" else "capitals")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_full_room_fits_the_smallest_window(language: Language) -> None:
    """The result, six seats and what to do; then the countdown of the rematch."""

    async def play() -> None:
        async with staged_room(language=language) as stage:
            room = Room(RaceSettings(rows=2, cols=4))
            for number in range(6):
                room.do(f"join A very long name, no. {number}", at=0)
            stage.show_room(room)
            for _ in range(2):
                for seat in range(1, 7):
                    stage.do(room, f"{seat} ready")
                lines = lobby_lines(stage.model, stage.app.texts, stage.app.bar_inks, link=NOWHERE.link)
                assert len(lines) <= 20
                stage.clock.seconds += 3
                stage.do(room, f"start 50 {room.settings.deal(7)}")
                await stage.pilot.pause()
                stage.clock.seconds += 31
                stage.do(room, "tick")
                lines = lobby_lines(stage.model, stage.app.texts, stage.app.bar_inks, link=NOWHERE.link)
                assert len(lines) <= 20
                assert max(sum(display_width(run.text) for run in line) for line in lines) <= 80

    asyncio.run(play())


def test_a_window_that_is_too_small() -> None:
    async def play() -> None:
        async with staged_room(size=(79, 24)) as stage:
            fill_room(stage)
            await stage.pilot.pause()
            assert "The window is too small" in stage.text()
            await stage.pilot.resize_terminal(80, 24)
            await stage.pilot.pause()
            assert "Room KXQPR" in stage.text()

    asyncio.run(play())
