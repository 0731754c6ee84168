"""Limits of WebSockets below the app: bytes that clients send, and answers that they do not read."""

import asyncio
import itertools
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lianliankan.web.http import socket_guard
from lianliankan.web.http.socket_guard import SocketGuard
from lianliankan.web.server import make_server
from lianliankan.web.state.server_state import ServerConfig, ServerState
from support.own_clock import run_without_waiting
from support.patience import PATIENCE, wait_until
from support.web_stage import Client, RunningServer, frame, new_client, run_server

UPGRADE = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="


@contextmanager
def open_raw(address: str) -> Iterator[socket.socket]:
    place = urlsplit(address)
    with socket.socket() as raw:
        raw.settimeout(PATIENCE)
        raw.connect((str(place.hostname), int(place.port or 0)))
        yield raw


def head(address: str, line: str, *fields: str) -> bytes:
    host = urlsplit(address).netloc
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: {host}", f"Origin: {address}", *fields, "\r\n"]).encode()


def receive_until(raw: socket.socket, text: bytes) -> bytes:
    data = b""
    while text not in data:
        more = raw.recv(65536)
        assert more, data
        data += more
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


# ---- Alone -----------------------------------------------------------------------------------------------------------


class _Plain(asyncio.Protocol):
    """A protocol that has nothing but what asyncio asks for, as no later uvicorn can have less."""

    def __init__(self) -> None:
        self.received: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        self.received.append(data)


class _Guarded(SocketGuard, _Plain):
    bytes_per_second = 0  # however long a test takes


class _Transport(asyncio.Transport):
    is_aborted = False

    def is_closing(self) -> bool:
        return self.is_aborted

    def abort(self) -> None:
        self.is_aborted = True


async def guarded() -> tuple[_Guarded, _Transport]:
    """Return a guarded protocol, which has received the head of its request."""
    protocol, transport = _Guarded(), _Transport()
    protocol.connection_made(transport)
    protocol.data_received(b"h" * 20_000)
    return protocol, transport


def test_the_limit_of_bytes_needs_nothing_of_the_class_behind_it() -> None:
    async def flood() -> None:
        protocol, transport = await guarded()
        protocol.data_received(b"x" * 8_000)
        while sum(map(len, protocol.received)) < 28_000:
            await asyncio.sleep(0)
        assert max(map(len, protocol.received[1:])) <= 512  # others have their turns
        assert not transport.is_aborted
        protocol.data_received(b"x" * 8_000)
        assert transport.is_aborted
        assert sum(map(len, protocol.received)) <= 28_000 + socket_guard._FRAME_BYTES

    run_without_waiting(flood())


def test_what_waits_is_forgotten_when_the_connection_ends() -> None:
    async def leave() -> None:
        protocol, transport = await guarded()
        protocol.data_received(b"x" * 8_000)
        transport.abort()
        for _ in range(40):
            await asyncio.sleep(0)
        assert sum(map(len, protocol.received[1:])) <= 1024

    run_without_waiting(leave())


def test_the_limit_of_unread_answers_needs_nothing_of_the_class_behind_it() -> None:
    async def leave_unread() -> None:
        protocol, transport = await guarded()
        for _ in range(3):
            protocol.pause_writing()
            await asyncio.sleep(socket_guard._UNREAD_SECONDS - 1)
            protocol.resume_writing()
        assert not transport.is_aborted
        protocol.pause_writing()
        await asyncio.sleep(socket_guard._UNREAD_SECONDS + 1)
        assert transport.is_aborted

    run_without_waiting(leave_unread())


def test_a_class_that_receives_data_past_the_guard_is_refused() -> None:
    """As uvicorn's may be one day: the server does not start then."""

    class _Buffered(asyncio.BufferedProtocol):
        pass

    with pytest.raises(TypeError, match="the guard would not see"):
        type("GuardedBuffered", (SocketGuard, _Buffered), {})


def test_the_server_uses_the_guarded_class_whatever_else_is_installed(tmp_path: Path) -> None:
    config = make_server(ServerState(ServerConfig(store=tmp_path))).config
    config.load()
    assert config.ws_protocol_class is not None
    assert issubclass(config.ws_protocol_class, SocketGuard)
    assert issubclass(config.ws_protocol_class, WebSocketsSansIOProtocol)


# ---- In front of a server --------------------------------------------------------------------------------------------


@pytest.fixture
def attacker(usual_server: RunningServer) -> Iterator[Client]:
    usual_server.pass_time(60)  # then all is allowed again that an attack before has used up
    with new_client(usual_server) as client:
        yield client


@contextmanager
def open_game(client: Client, id: str) -> Iterator[socket.socket]:
    with open_raw(client.address) as raw:
        raw.sendall(head(client.address, f"GET /ws/{id}", f"Cookie: {client.cookie}", *UPGRADE, KEY))
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


def test_a_server_stops_properly_during_a_broken_handshake(tmp_path: Path) -> None:
    """One that announces a body, which websockets does not expect."""
    with run_server(tmp_path) as running, open_raw(running.address) as raw:
        raw.sendall(head(running.address, "GET /ws/abc", *UPGRADE, KEY, "Content-Length: 100"))
        wait_until(lambda: any(isinstance(each, SocketGuard) for each in running.sockets))
        running.end()
        raw.recv(65536)


def test_fields_of_a_head_are_limited(attacker: Client) -> None:
    with open_raw(attacker.address) as raw:
        raw.sendall(head(attacker.address, "GET /")[:-2] + b"x: ")
        assert send_until_closed(raw, b"v" * 65536) < 30_000_000
