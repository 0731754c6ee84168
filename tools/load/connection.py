"""A small WebSocket client for the load tests: frames in and out, at as little processor time as possible."""

import asyncio
import os
from base64 import b64encode
from http.client import parse_headers
from io import BytesIO
from typing import NamedTuple, Self, cast

_ANSWER_SECONDS = 180.0  # only to end what hangs


class LoadClient:
    """The client of a simulated player: a loopback address of its own, and a cookie.

    >>> LoadClient(8000, 250).address, LoadClient(8000, 0).host
    ('127.1.1.1', '127.0.0.1:8000')
    """

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.address = f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"
        self.cookie = ""

    @property
    def host(self) -> str:
        """The Host header."""
        return f"127.0.0.1:{self.port}"


class HttpAnswer(NamedTuple):
    """The answer to a request."""

    status: int
    reason: str
    body: bytes


async def fetch(client: LoadClient, method: str, path: str, body: str = "") -> HttpAnswer:
    """Send a request, and keep the cookie of the answer. Raises OSError if there is none."""
    head = f"{method} {path} HTTP/1.1\r\nHost: {client.host}\r\nOrigin: http://{client.host}\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    head += f"Cookie: {client.cookie}\r\n\r\n" if client.cookie else "\r\n"
    found = await asyncio.wait_for(_exchange(client, (head + body).encode()), _ANSWER_SECONDS)
    top, _, rest = found.partition(b"\r\n")
    headers = BytesIO(rest)
    cookie = parse_headers(headers).get("set-cookie", "")
    client.cookie = cookie.partition(";")[0] or client.cookie
    _, status, reason = top.decode().split(" ", 2)
    return HttpAnswer(int(status), reason, headers.read())


async def _exchange(client: LoadClient, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", client.port, local_addr=(client.address, 0))
    try:
        writer.write(request)
        found = await reader.read(1 << 16)
        while more := await reader.read(1 << 16):
            found += more
        if not found:
            raise ConnectionError("no answer")
        return found
    finally:
        writer.close()


class FrameSocket(asyncio.Protocol):
    """A WebSocket connection: `on_text` gets every message, `on_lost` the end."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._data = bytearray()
        self._is_open = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    async def open(self, client: LoadClient) -> Self:
        """Connect. Raises OSError if that fails."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", client.port, local_addr=(client.address, 0))
        await asyncio.wait_for(self._opened, _ANSWER_SECONDS)
        return self

    @staticmethod
    def make_request(client: LoadClient, path: str) -> bytes:
        """Return the request that opens a connection."""
        fields = {
            "Host": client.host,
            "Origin": f"http://{client.host}",
            "Cookie": client.cookie,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        return "\r\n".join([*lines, "\r\n"]).encode()

    @property
    def is_open(self) -> bool:
        """Whether it is connected."""
        return self._is_open and self._transport is not None and not self._transport.is_closing()

    @property
    def name(self) -> tuple[str, int] | None:
        """The address and the port on the client's side."""
        found: tuple[str, int] | None = self._transport.get_extra_info("sockname") if self._transport else None
        return found

    def send(self, message: bytes) -> None:
        """Send a message. Raises OSError if the connection is lost."""
        if self._transport is None or self._transport.is_closing():
            raise ConnectionError("the connection is closed")
        self._transport.write(_frame(message))

    def close(self) -> None:
        """Close it without a closing handshake."""
        if self._transport is not None:
            self._transport.abort()

    def on_text(self, body: bytes) -> None:
        """Take a message."""

    def on_lost(self) -> None:
        """Handle the loss of an open connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Say that it is lost."""
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the connection was lost"))
        elif self._is_open:
            self.on_lost()

    def data_received(self, data: bytes) -> None:
        """Read frames."""
        self._data += data
        if not self._is_open and not self._read_head():
            return
        while frame := self._next_frame():
            kind, body = frame
            if kind == 1:
                self.on_text(body)
            elif kind == 9 and self._transport is not None:
                self._transport.write(_frame(body, kind=10))
            elif kind == 8:
                self.close()

    def _read_head(self) -> bool:
        """Read the server's answer to the request; return whether the connection is open."""
        end = self._data.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._data.startswith(b"HTTP/1.1 101"):
            self.close()
            return False
        del self._data[: end + 4]
        self._is_open = True
        if not self._opened.done():
            self._opened.set_result(None)
        return True

    def _next_frame(self) -> tuple[int, bytes] | None:
        """Return the kind and body of the next complete frame, or None."""
        if len(self._data) < 2:
            return None
        start, size = 2, self._data[1]
        if size == 126:
            start, size = 4, int.from_bytes(self._data[2:4], "big")
        elif size == 127:
            start, size = 10, int.from_bytes(self._data[2:10], "big")
        if len(self._data) < start + size:
            return None
        kind, body = self._data[0] & 15, bytes(self._data[start : start + size])
        del self._data[: start + size]
        return kind, body


def _frame(body: bytes, *, kind: int = 1) -> bytes:
    """Return a frame; its mask is all zeros, to save CPU time on the client."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else bytes([0xFE]) + len(body).to_bytes(2, "big")
    return bytes([0x80 | kind]) + size + bytes(4) + body
