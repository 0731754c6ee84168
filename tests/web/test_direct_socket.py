"""Lines that break, and rooms that must not: what the server owes everybody when one connection goes wrong."""

import json
import logging
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

import lianliankan as llk
from lianliankan.records.share import to_share
from lianliankan.store import Store
from lianliankan.web.live import live_game as live_game_module
from support.children import child
from support.web_stage import Guest, Stage, staged, visiting, wait_until

LLK = [sys.executable, "-c", "from lianliankan.cli import main; main()"]
IDLE_SECONDS = 0.3


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory.mktemp("site"), new_players_per_address=10_000, idle_seconds=IDLE_SECONDS) as stage:
        yield stage


@pytest.fixture
def guest(stage: Stage) -> Iterator[Guest]:
    yield from visiting(stage)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    words = [*LLK, "serve", "--quiet", "--port", "0", "--data", str(tmp_path)]
    with child(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process


def address_from(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip().partition(" ")[2]


def test_whoever_goes_away_does_not_take_the_server_along(program: subprocess.Popen[str]) -> None:
    place = urlsplit(address_from(program))
    for _ in range(40):
        with socket.create_connection((str(place.hostname), int(place.port or 0))) as raw:
            raw.sendall(f"GET /faces/opera.svg HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode() * 3)
            time.sleep(0.02)
    time.sleep(0.5)
    assert program.poll() is None  # -13: it was ended by SIGPIPE


def test_it_ends_without_a_word_though_much_waits(program: subprocess.Popen[str]) -> None:
    address = address_from(program)
    guests = [Guest(address) for _ in range(4)]
    for seed, guest in enumerate(guests, start=1):
        talk = guest.sit_down(guest.begin(mode="relaxed", rows=14, cols=14, seed=seed))
        for number in range(70):
            talk.say(type="do", n=number, after=number, command="auto")
            if number < 4:
                talk.say(type="light", n=number)
    program.send_signal(signal.SIGTERM)
    _, said = program.communicate(timeout=20)
    for guest in guests:
        guest.close()
    assert said == ""


def test_the_only_other_window_hears_of_commands_whose_sender_has_gone(guest: Guest) -> None:
    id = guest.begin()
    stays, goes = guest.sit_down(id), guest.sit_down(id)
    for number in range(5):
        goes.say(type="do", n=number, after=number, command="pick 1,1")
    goes.socket.socket.close()
    assert [stays.hear(2)["entries"] for _ in range(5)] == [1, 2, 3, 4, 5]
    stays.close()


def test_a_stranger_who_asks_for_a_game_does_not_make_it_gone_for_its_player(stage: Stage, guest: Guest) -> None:
    stranger = Guest(stage.address)
    stranger.http.get("/api/me")
    id = guest.begin()
    answers = []
    for _ in range(6):
        wait_until(lambda: all(place[1] != id for place in stage.server.live_games._games))
        sockets = [stranger.connect(id), guest.connect(id)]
        for each in sockets:
            each.send('{"type":"hello","v":1}')
        answers.append(json.loads(sockets[1].recv(timeout=5))["type"])
        for each in sockets:
            each.close()
        time.sleep(1.2 * IDLE_SECONDS)
        guest.sit_down(id).close()  # so that it is read, and not one just begun
    stranger.close()
    assert answers == ["state"] * 6


def test_an_error_while_answering_does_not_hold_the_game_for_ever(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = guest.begin()
    talk = guest.sit_down(id)
    with monkeypatch.context() as patch:
        patch.setattr(live_game_module, "build_view", lambda *_, **__: 1 / 0)
        talk.say(type="do", n=1, after=0, command="undo")
        time.sleep(0.3)
    again = guest.connect(id)
    again.send('{"type":"hello","v":1}')
    assert json.loads(again.recv(timeout=3))["type"] == "state"
    again.close()


TIMED = llk.Game(llk.Board.parse("AB/AB"), llk.Options(mode="timed", limit=0.4, bonus=0.1))


def test_an_alarm_that_cannot_be_written_does_not_ring_a_hundred_times_a_second(
    stage: Stage, guest: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    id = guest.begin(share=to_share(TIMED))
    talk = guest.sit_down(id)
    with caplog.at_level(logging.ERROR, "lianliankan.web"):
        assert guest.http.delete(f"/api/games/{id}").status_code == 200
        assert talk.hear()["code"] == "gone"
        with pytest.raises(ConnectionClosed):
            talk.hear()
        removed = guest.begin(share=to_share(TIMED))
        talk = guest.sit_down(removed)
        player = stage.server.cookies.read_player(guest.cookie)
        assert player is not None
        stage.server.store.of_player(player).remove(removed)  # as another program does
        assert talk.hear(3)["code"] == "gone"
        time.sleep(0.5)
        talk.close()
    assert len([record for record in caplog.records if record.message == "write failed"]) <= 3


def test_the_alarm_is_set_when_a_game_went_on_elsewhere(stage: Stage, guest: Guest) -> None:
    id = guest.begin(share=to_share(TIMED))
    talk = guest.sit_down(id)
    talk.do("pause")
    time.sleep(0.6)  # the alarm of before rings for nothing
    player = stage.server.cookies.read_player(guest.cookie)
    assert player is not None
    elsewhere = stage.server.store.of_player(player).open(id)
    elsewhere.do("resume", at=elsewhere.game.at + 0.01)
    assert talk.do("resume")["type"] == "state"
    assert [event["event"] for event in talk.hear(2)["events"]] == ["lost"]
    talk.close()


def test_lights_that_nobody_waits_for_are_not_lit(stage: Stage, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    lit: list[int] = []
    real = llk.Game.blame

    def slow(self: llk.Game, *given: Any) -> Any:  # noqa: ANN401
        lit.append(1)
        time.sleep(0.05)
        return real(self, *given)

    monkeypatch.setattr(llk.Game, "blame", slow)
    talk = guest.sit_down(guest.begin())
    for number in range(60):
        talk.say(type="light", n=number)
    talk.socket.socket.close()
    time.sleep(2)
    assert len(lit) < 5


def test_what_is_wrong_with_the_store_is_not_told_as_gone_nor_where_it_is(
    stage: Stage, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = guest.begin()
    guest.sit_down(id).close()
    wait_until(lambda: all(place[1] != id for place in stage.server.live_games._games))

    def broken(self: Store, id: str) -> None:
        from lianliankan.errors import StoreError

        raise StoreError(f"{self.path}: the disk cannot be read or written")

    monkeypatch.setattr(Store, "open", broken)
    with guest.connect(id) as talk:
        talk.send('{"type":"hello","v":1}')
        said = json.loads(talk.recv(timeout=5))
    assert said["code"] == "store"
    assert str(stage.server.store.path) not in said["message"]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_pings_that_are_never_read_take_no_memory(program: subprocess.Popen[str]) -> None:
    guest = Guest(address_from(program))
    place, id = urlsplit(guest.address), guest.begin()

    def megabytes() -> int:
        return int(Path(f"/proc/{program.pid}/statm").read_text().split()[1]) // 256

    with socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=5) as raw:
        fields = f"Host: {place.netloc}\r\nOrigin: {guest.address}\r\nCookie: {guest.cookie}\r\nConnection: Upgrade\r\n"
        fields += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        raw.sendall(f"GET /ws/{id} HTTP/1.1\r\n{fields}\r\n".encode())
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        before, until = megabytes(), time.monotonic() + 5
        frames = (b"\x89\xfd" + bytes(4) + b"p" * 125) * 500
        try:
            while time.monotonic() < until:
                raw.sendall(frames)
        except OSError:
            pass  # it was let go
        grown = megabytes() - before
    guest.close()
    assert grown < 20
