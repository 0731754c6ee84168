"""Sockets that break, stall or flood: the server and its other connections must not suffer."""

import gc
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lianliankan.store import Location
from lianliankan.web.http import socket_guard
from lianliankan.web.http.socket_guard import SocketGuard
from support.children import child, read_line
from support.own_clock import OwnClock
from support.patience import PATIENCE, wait_until
from support.unhurried_server import UNHURRIED_LLK
from support.web_stage import Client, frame, new_client, open_http, run_server


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [*UNHURRIED_LLK, "serve", "--quiet", "--port", "0", "--data", str(tmp_path)]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process


def read_address(process: subprocess.Popen[str]) -> str:
    return read_line(process).strip().partition(" ")[2]


# ---- A server as a program -------------------------------------------------------------------------------------------


def test_clients_disconnecting_mid_write_do_not_kill_the_server(program: subprocess.Popen[str]) -> None:
    address = read_address(program)
    place = urlsplit(address)
    for _ in range(40):
        with socket.create_connection((str(place.hostname), int(place.port or 0)), PATIENCE) as raw:
            raw.sendall(f"GET /faces/opera.svg HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode() * 3)
            assert raw.recv(1)
    with open_http(address) as http:
        assert http.get("/healthz").status_code == 200
    assert program.poll() is None  # -13: it was ended by SIGPIPE


def test_the_server_ends_silently_with_much_work_pending(program: subprocess.Popen[str]) -> None:
    address = read_address(program)
    clients = [Client(address) for _ in range(4)]
    windows = []
    for seed, client in enumerate(clients, start=1):
        window = client.open_window(client.start_game(mode="relaxed", rows=14, cols=14, seed=seed))
        windows.append(window)
        for number in range(70):
            window.send(type="do", n=number, version=number, command="auto")
            if number < 4:
                window.send(type="winnable", n=number)
    program.send_signal(signal.SIGTERM)
    _, errors = program.communicate(timeout=PATIENCE)
    for window, client in zip(windows, clients, strict=True):
        window.break_off()
        client.close()
    assert errors == ""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_pings_whose_answers_are_never_read_take_no_memory(program: subprocess.Popen[str]) -> None:
    client = Client(read_address(program))

    def megabytes() -> int:
        return int(Path(f"/proc/{program.pid}/statm").read_text().split()[1]) // 256

    with open_raw(client, client.start_game()) as raw:
        before = megabytes()
        send_until_closed(raw, frame(9, b"p" * 125) * 500)
        grown = megabytes() - before
    client.close()
    assert grown < 20


def test_a_played_game_leaves_nothing_for_the_garbage_collector(tmp_path: Path) -> None:
    def http_objects() -> set[int]:
        return {id(each) for each in gc.get_objects() if type(each).__name__ in ("H11Protocol", "GuardedWebSocket")}

    gc.collect()
    before = http_objects()
    gc.disable()
    try:
        with run_server(tmp_path) as server:
            for _ in range(3):
                with new_client(server) as client:
                    window = client.open_window(client.start_game(mode="classic", seed=7))
                    window.do("hint")
                    window.close()
            wait_until(lambda: http_objects() <= before)
    finally:
        gc.enable()


# ---- Clients that do not read ----------------------------------------------------------------------------------------


@contextmanager
def open_raw(client: Client, id: str) -> Iterator[socket.socket]:
    """A connection to a game, as a socket that reads nothing after the handshake."""
    place = urlsplit(client.address)
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(PATIENCE)
        raw.connect((str(place.hostname), int(place.port or 0)))
        fields = f"Host: {place.netloc}\r\nOrigin: {client.address}\r\nCookie: {client.cookie}\r\n"
        fields += "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        fields += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        raw.sendall(f"GET /ws/{id} HTTP/1.1\r\n{fields}\r\n".encode())
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        yield raw


def send_until_closed(raw: socket.socket, frames: bytes) -> None:
    """Send until the server closes the connection."""
    try:
        while True:
            raw.sendall(frames)
    except TimeoutError:
        raise
    except OSError:
        pass


def test_a_client_that_does_not_read_is_dropped_and_the_others_play_on(
    shared_location: Location,
) -> None:
    with run_server(shared_location, clock=OwnClock(), rate_factor=100) as server, new_client(server) as client:
        id = client.start_game(mode="classic", rows=30, cols=30, seed=7)
        window = client.open_window(id)
        connections = server.find_live_game(id).connections
        with open_raw(client, id) as slow:
            hello = frame(1, b'{"type":"hello","v":3}')
            slow.sendall(hello)
            wait_until(lambda: len(connections) == 2)
            while len(connections) == 2:  # every hello is answered with the whole game
                slow.sendall(hello * 20)
                assert window.do(("pause", "resume")[window.version % 2])["type"] == "done"
            server.pass_time(socket_guard._UNREAD_SECONDS)  # what the client has not read is given up as well
            guarded = server.sockets
            wait_until(lambda: len([each for each in guarded if isinstance(each, SocketGuard)]) == 1)
        window.close()
