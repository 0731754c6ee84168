"""Sockets that break, stall or flood: the server and its other connections must not suffer."""

import asyncio
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lianliankan.web.live.direct_socket import Connection
from lianliankan.web.live.turn_queue import Turn, TurnQueue
from support.children import child
from support.web_stage import Client, open_http

LLK = [sys.executable, "-c", "from lianliankan.cli import main; main()"]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [*LLK, "serve", "--quiet", "--port", "0", "--data", str(tmp_path)]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process


def read_address(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip().partition(" ")[2]


# ---- A server as a program -------------------------------------------------------------------------------------------


def test_clients_disconnecting_mid_write_do_not_kill_the_server(program: subprocess.Popen[str]) -> None:
    address = read_address(program)
    place = urlsplit(address)
    for _ in range(40):
        with socket.create_connection((str(place.hostname), int(place.port or 0))) as raw:
            raw.sendall(f"GET /faces/opera.svg HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode() * 3)
            time.sleep(0.02)
    with open_http(address) as http:
        assert http.get("/healthz").status_code == 200
    assert program.poll() is None  # -13: it was ended by SIGPIPE


def test_the_server_ends_silently_with_much_work_pending(program: subprocess.Popen[str]) -> None:
    address = read_address(program)
    clients = [Client(address) for _ in range(4)]
    for seed, client in enumerate(clients, start=1):
        window = client.open_window(client.start_game(mode="relaxed", rows=14, cols=14, seed=seed))
        for number in range(70):
            window.send(type="do", n=number, version=number, command="auto")
            if number < 4:
                window.send(type="winnable", n=number)
    program.send_signal(signal.SIGTERM)
    _, errors = program.communicate(timeout=20)
    for client in clients:
        client.close()
    assert errors == ""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_pings_whose_answers_are_never_read_take_no_memory(program: subprocess.Popen[str]) -> None:
    client = Client(read_address(program))
    place, id = urlsplit(client.address), client.start_game()

    def megabytes() -> int:
        return int(Path(f"/proc/{program.pid}/statm").read_text().split()[1]) // 256

    with socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=5) as raw:
        fields = f"Host: {place.netloc}\r\nOrigin: {client.address}\r\nCookie: {client.cookie}\r\n"
        fields += "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        fields += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        raw.sendall(f"GET /ws/{id} HTTP/1.1\r\n{fields}\r\n".encode())
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        before, until = megabytes(), time.monotonic() + 5
        frames = (b"\x89\xfd" + bytes(4) + b"p" * 125) * 500
        try:
            while time.monotonic() < until:
                raw.sendall(frames)
        except OSError:
            pass  # the server has closed the connection
        grown = megabytes() - before
    client.close()
    assert grown < 20


# ---- A connection ----------------------------------------------------------------------------------------------------


class FakeSocket:
    """A socket that can be full, or gone."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.is_writable = True
        self.is_gone = self.is_aborted = False
        self.when_writable: Callable[[], None] = lambda: None

    def send_text(self, text: str) -> None:
        if self.is_gone:
            raise ConnectionError(text)
        self.sent.append(text)

    def close(self, code: int) -> None:
        self.close_code = code

    def abort(self) -> None:
        self.is_aborted = True


def test_messages_leave_in_order_and_clients_that_do_not_read_are_dropped() -> None:
    fake = FakeSocket()
    connection = Connection(fake)
    for number in range(10):
        fake.is_writable = number < 5
        connection.push(str(number))
    assert fake.sent == ["0", "1", "2", "3", "4"]
    fake.is_writable = True
    connection.push("10")  # after those that are waiting
    fake.when_writable()
    assert fake.sent == [str(number) for number in range(11)]
    fake.is_writable = False
    for number in range(64):
        connection.push(str(number))
    assert not connection.is_lost
    connection.push("one too many")
    assert connection.is_lost
    assert fake.is_aborted
    fake.is_writable = True
    fake.when_writable()
    assert len(fake.sent) == 11


def test_a_connection_that_breaks_is_lost() -> None:
    fake = FakeSocket()
    connection = Connection(fake)
    fake.is_gone = True
    connection.push("hello")
    assert connection.is_lost


# ---- Turns -----------------------------------------------------------------------------------------------------------


def test_turns_come_in_the_order_of_requests() -> None:
    async def scenario() -> None:
        turns, done, held = TurnQueue(), list[int](), list[Turn]()

        def immediate(number: int) -> Callable[[Turn], None]:
            def act(turn: Turn) -> None:
                done.append(number)
                turn.end()
                turn.end()  # a second call must not end another turn

            return act

        turns.enqueue(held.append)  # does not end yet
        for number in range(2000):  # far more than calls can be nested
            turns.enqueue(immediate(number))
        turns.enqueue(lambda _: 1 / 0)  # the queue must end this turn itself

        async def wait(number: int) -> None:
            turn = await turns.wait()
            done.append(number)
            turn.end()

        waiting = [asyncio.create_task(wait(number)) for number in (2000, 2001, 2002)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.sleep(0)
        assert done == []
        held[0].end()
        turns.enqueue(immediate(2003))
        await asyncio.wait(waiting)
        assert done == [*range(2001), 2002, 2003]
        turns.enqueue(held.append)
        turns.enqueue(immediate(2004))
        turns.close()
        turns.enqueue(immediate(2005))
        held[1].end()
        assert done[-1] == 2003

    asyncio.run(scenario())
