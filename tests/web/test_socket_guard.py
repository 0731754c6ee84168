"""Limits below the app, through real sockets: heads, bodies, connections, and answers that nobody reads."""

import itertools
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lianliankan.web import connections, server, socket_guard
from support.own_clock import OwnClock
from support.patience import PATIENCE, wait_until
from support.web_stage import Client, RunningServer, frame, new_client, open_http, run_server


@pytest.fixture(scope="module")
def address(generous_server: RunningServer) -> str:
    return generous_server.address


@contextmanager
def open_raw(address: str, *, source: str = "127.0.0.1", buffer: int | None = None) -> Iterator[socket.socket]:
    place = urlsplit(address)
    with socket.socket() as raw:
        if buffer:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        raw.settimeout(PATIENCE)
        raw.bind((source, 0))
        raw.connect((str(place.hostname), int(place.port or 0)))
        yield raw


def head(address: str, line: str, *fields: str) -> bytes:
    host = urlsplit(address).netloc
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: {host}", f"Origin: {address}", *fields, "\r\n"]).encode()


def read_all(raw: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    data = b""
    try:
        while more := raw.recv(65536):
            data += more
    except ConnectionResetError:
        pass
    return data


def receive_until(raw: socket.socket, *texts: bytes) -> bytes:
    """Receive until texts have come, one after the other."""
    data, place = b"", 0
    for text in texts:
        while (found := data.find(text, place)) < 0:
            more = raw.recv(65536)
            assert more, data
            data += more
        place = found + len(text)
    return data


def send_until_closed(raw: socket.socket, data: bytes) -> int:
    """Send again and again until the server ends the connection; return the number of bytes."""
    for number in itertools.count():
        assert number * len(data) < 100_000_000, "the server reads on and on"
        try:
            raw.sendall(data)
        except TimeoutError:
            raise
        except OSError:
            return number * len(data)
    raise AssertionError


def guards(running: RunningServer) -> list[socket_guard.HttpGuard]:
    return [each for each in list(running.sockets) if isinstance(each, socket_guard.HttpGuard)]


# ---- Heads -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", [b"x: " + b"v" * 40_000, b"x-field: value\r\n" * 3_000], ids=["one", "many"])
@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"], ids=["endless", "complete"])
def test_a_head_that_is_too_large(address: str, field: bytes, end: bytes) -> None:
    with open_raw(address) as raw:
        raw.sendall(head(address, "GET /")[:-2] + field + end)
        assert read_all(raw).startswith(b"HTTP/1.1 431 ")


def test_an_address_that_is_too_long(address: str) -> None:
    with open_raw(address) as raw:
        raw.sendall(b"GET /" + b"x" * 40_000)
        assert read_all(raw).startswith(b"HTTP/1.1 431 ")


def test_a_flooder_is_not_read_on(address: str) -> None:
    with open_raw(address) as raw:
        raw.sendall(head(address, "GET /")[:-2] + b"x: ")
        assert send_until_closed(raw, b"v" * 65536) < 30_000_000  # what fits into the system's buffers


def test_a_head_that_does_not_end(usual_server: RunningServer) -> None:
    address, before = usual_server.address, len(guards(usual_server))
    with open_raw(address) as half, open_raw(address) as silent:
        half.sendall(head(address, "GET /")[:-2])
        wait_until(lambda: len(guards(usual_server)) == before + 2)
        wait_until(lambda: any(each._is_in_head for each in guards(usual_server)))
        usual_server.pass_time(socket_guard._HEAD_SECONDS)
        assert read_all(half).startswith(b"HTTP/1.1 408 ")
        assert read_all(silent) == b""


def test_a_second_head_that_does_not_end(usual_server: RunningServer) -> None:
    address = usual_server.address
    with open_raw(address) as raw:
        raw.sendall(head(address, "GET /healthz"))
        receive_until(raw, b"200 OK", b"}")
        raw.sendall(b"GET /healthz HT")
        wait_until(lambda: any(each._is_in_head for each in guards(usual_server)))
        usual_server.pass_time(socket_guard._HEAD_SECONDS)
        assert read_all(raw).startswith(b"HTTP/1.1 408 ")


# ---- Bodies ----------------------------------------------------------------------------------------------------------


def test_a_body_that_comes_too_slowly(usual_server: RunningServer) -> None:
    address = usual_server.address
    with open_raw(address) as raw:
        raw.sendall(head(address, "POST /api/games", "Content-Type: application/json", "Content-Length: 9") + b"{")
        wait_until(lambda: any(each._is_in_body for each in guards(usual_server)))
        usual_server.pass_time(socket_guard._BODY_SECONDS + 1)  # and a little for each byte
        assert read_all(raw).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("line", ["POST /api/games", "GET /", "POST /nowhere"])
def test_a_body_that_is_answered_is_not_read_on(address: str, line: str) -> None:
    with open_raw(address) as raw:
        raw.sendall(head(address, line, "Content-Type: application/json", f"Content-Length: {10**12}"))
        assert send_until_closed(raw, b" " * 65536) < 30_000_000
        statuses = {"POST /api/games": b"413", "GET /": b"200", "POST /nowhere": b"404"}
        assert read_all(raw).startswith(b"HTTP/1.1 " + statuses[line])


def test_the_short_rest_of_an_answered_body_does_no_harm(address: str) -> None:
    with open_raw(address) as raw:
        raw.sendall(head(address, "POST /nowhere", "Content-Length: 100") + b"x")
        assert receive_until(raw, b"Not Found", b"</html>").startswith(b"HTTP/1.1 404 ")
        raw.sendall(b"x" * 99 + head(address, "GET /healthz"))
        assert raw.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_fields_after_a_body_are_limited(address: str) -> None:
    with open_raw(address) as raw:
        fields = ("Content-Type: application/json", "Transfer-Encoding: chunked")
        raw.sendall(head(address, "POST /api/games", *fields) + b"1\r\n{\r\n0\r\n")
        send_until_closed(raw, b"x-field: value\r\n" * 4_000)
        assert b"HTTP/1.1 431 " in read_all(raw)


def test_many_requests_at_once_are_cut_off(address: str) -> None:
    with open_raw(address) as raw:
        raw.sendall(head(address, "GET /healthz") * 5)
        assert len(receive_until(raw, *[b"HTTP/1.1 200"] * 5)) > 0
    with open_raw(address) as raw:
        raw.sendall(head(address, "GET /healthz") * 1000)
        assert read_all(raw).count(b"HTTP/1.1 200") <= 9


def test_who_sends_requests_without_end_is_cut_off(address: str) -> None:
    """Whole requests, one after the other, whose answers nobody reads."""
    with open_raw(address) as raw:
        assert send_until_closed(raw, head(address, "GET /") * 100) < 30_000_000


UPGRADE = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("GET /ws/abc", "Content-Length: 100"),
        ("GET /ws/abc", "Transfer-Encoding: chunked"),
        ("POST /ws/abc", "X: 1"),
    ],
)
def test_a_websocket_begins_with_a_plain_get(address: str, line: str, field: str) -> None:
    with open_raw(address) as raw:
        raw.sendall(head(address, line, *UPGRADE, KEY, field))
        assert b"101" not in read_all(raw)[:20]


def test_a_websocket_waits_for_no_earlier_answer(address: str) -> None:
    with open_raw(address) as raw:
        raw.sendall(head(address, "GET /api/game") + head(address, "GET /ws/abc", *UPGRADE, KEY))
        assert b"101 Switching" not in read_all(raw)


def test_a_handshake_that_does_not_end_is_ended(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_guard, "_HANDSHAKE_SECONDS", 0.1)
    monkeypatch.setattr(socket_guard.HttpGuard, "_can_upgrade", lambda _: True)
    with open_raw(address) as raw:
        raw.sendall(head(address, "GET /ws/abc", *UPGRADE, KEY, "Content-Length: 100"))
        assert read_all(raw) == b""


def test_a_server_stops_properly_during_a_handshake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_guard.HttpGuard, "_can_upgrade", lambda _: True)
    with ExitStack() as raws:
        with run_server(tmp_path) as running:
            raw = raws.enter_context(open_raw(running.address))
            raw.sendall(head(running.address, "GET /ws/abc", *UPGRADE, KEY, "Content-Length: 100"))
            wait_until(lambda: any(isinstance(each, socket_guard.SocketGuard) for each in running.sockets))
        read_all(raw)  # ends: run_server raises if the server does not


def test_another_protocol_is_not_read(address: str) -> None:
    with open_raw(address) as raw:
        raw.sendall(head(address, "GET /healthz", "Connection: Upgrade", "Upgrade: h2c"))
        send_until_closed(raw, b"x" * 65536)
        assert read_all(raw).startswith(b"HTTP/1.1 200 ")


# ---- Connections -----------------------------------------------------------------------------------------------------


def test_of_too_many_waiting_connections_the_first_is_closed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_MAX_WAITING_PER_ADDRESS", 3)
    with ExitStack() as stack:
        first, *others = [stack.enter_context(open_raw(address, source="127.0.7.1")) for _ in range(4)]
        assert read_all(first) == b""
        for raw in others:
            raw.sendall(head(address, "GET /healthz"))
            assert raw.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_an_address_cannot_take_all_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "max_connections", lambda: 8)
    with run_server(tmp_path) as running, ExitStack() as stack:
        held = [stack.enter_context(open_raw(running.address, source="127.0.7.2")) for _ in range(4)]
        assert read_all(stack.enter_context(open_raw(running.address, source="127.0.7.2"))).startswith(b"HTTP/1.1 503 ")
        assert "too many connections" in caplog.messages
        with open_http(running.address) as http:  # from another address
            assert http.get("/healthz").status_code == 200
        held[0].close()
        wait_until(lambda: len(running.sockets) < len(held))
        again = stack.enter_context(open_raw(running.address, source="127.0.7.2"))
        again.sendall(head(running.address, "GET /healthz"))
        assert again.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_played_games_give_their_connections_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "max_connections", lambda: 12)
    with run_server(tmp_path) as running:
        for _ in range(8):
            with new_client(running) as client:
                client.open_window(client.start_game()).close()


# ---- Answers that nobody reads ---------------------------------------------------------------------------------------


def ask_for_much(raw: socket.socket, address: str) -> None:
    raw.sendall(head(address, "GET /faces/opera.svg", "Accept-Encoding: identity") * 60)


def test_a_client_that_reads_nothing_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_guard, "_MAX_QUEUED", 100)
    with run_server(tmp_path, clock=OwnClock()) as running, open_raw(running.address, buffer=4096) as raw:
        ask_for_much(raw, running.address)
        wait_until(lambda: any(each._unread_timer is not None for each in guards(running)))
        running.pass_time(socket_guard._UNREAD_SECONDS)
        wait_until(lambda: not running.sockets)


def test_an_address_cannot_leave_much_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_MAX_UNREAD", 1_000)
    monkeypatch.setattr(socket_guard, "_MAX_QUEUED", 100)
    with run_server(tmp_path) as running, ExitStack() as stack:
        raws = [stack.enter_context(open_raw(running.address, buffer=4096)) for _ in range(6)]
        for raw in raws:
            ask_for_much(raw, running.address)
        wait_until(lambda: len(running.sockets) == 1)
        with open_http(running.address) as http:
            assert http.get("/healthz").status_code == 200


# ---- WebSockets ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def attacker(usual_server: RunningServer) -> Iterator[Client]:
    with new_client(usual_server) as client:
        yield client


@contextmanager
def open_game(client: Client, id: str) -> Iterator[socket.socket]:
    with open_raw(client.address) as raw:
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        fields = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key)
        raw.sendall(head(client.address, f"GET /ws/{id}", f"Cookie: {client.cookie}", *fields))
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        yield raw


@pytest.mark.parametrize("kind", [1, 2, 9, 10], ids=["text", "binary", "ping", "pong"])
def test_a_flood_of_frames_is_cut_off(attacker: Client, kind: int) -> None:
    with open_game(attacker, attacker.start_game()) as raw:
        raw.sendall(frame(1, b'{"type":"hello","v":3}'))
        assert send_until_closed(raw, frame(kind, b"{}") * 2_000) < 30_000_000


def test_who_was_refused_is_not_read_on(attacker: Client) -> None:
    """The socket is closed after too many bad messages; what the client sends then is neither read nor waited for."""
    with open_game(attacker, attacker.start_game()) as raw:
        raw.sendall(frame(1, b'{"type":"hello","v":3}') + frame(1, b"{}") * 25)
        receive_until(raw, b"too many bad messages")
        assert send_until_closed(raw, frame(1, b"{}") * 200) < 30_000_000
