"""Serving the server_state: its socket, its signals, its log, and the browser that opens on it."""

import gc
import json
import logging
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from lianliankan.errors import StoreError
from lianliankan.web.app import make_app
from lianliankan.web.live.direct_socket import DirectSocket
from lianliankan.web.live.protocol import MAX_MESSAGE_BYTES
from lianliankan.web.state import ServerConfig, ServerState

__all__ = [
    "bind_socket",
    "browser_url",
    "configure_logging",
    "make_server",
    "open_browser",
    "raise_open_file_limit",
    "serve",
]

_SHUTDOWN_SECONDS = 8
_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class _JsonFormatter(logging.Formatter):
    """One line of JSON for every record: when, how bad, what, and whatever else was given with it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _FIELDS}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def configure_logging(level: int) -> None:
    """Let the server's log go to standard error as JSON lines, from a level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter())
    for name in ("uvicorn", "lianliankan.web"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    # The site has its own lines for requests and connections.
    logging.getLogger("uvicorn.error").setLevel(max(level, logging.WARNING))


def bind_socket(host: str, port: int) -> socket.socket:
    """Take an address to listen at; port 0 is any that is free. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two programs share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)  # from now on whoever connects waits, and is not refused
    except OSError:
        listening.close()
        raise
    return listening


def raise_open_file_limit() -> None:
    """Take as many open files, and so connections, as the system gives a program that asks."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ImportError, OSError, ValueError):
        return  # some systems have no such limit, or none that goes up


def browser_url(listening: socket.socket) -> str:
    """Write the address that a browser opens.

    >>> with bind_socket("127.0.0.1", 0) as listening:
    ...     browser_url(listening).startswith("http://127.0.0.1:")
    True
    """
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def open_browser(address: str) -> None:
    """Open the browser, if there is one; it may take its time, and nobody waits for it."""

    def show() -> None:
        try:
            webbrowser.open(address)
        except Exception:
            return  # the address was printed, too

    threading.Thread(target=show, name="browser", daemon=True).start()


class _Server(uvicorn.Server):
    """A server that ends quietly: a signal asks for the end, and is not raised again after it."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets=sockets)
        if self.started:
            self._when_ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take signals as the wish to end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def make_server(server_state: ServerState, when_ready: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """Make the server of a site; `run` with a list of sockets serves until it is told to end."""
    config = uvicorn.Config(
        make_app(server_state),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws=DirectSocket,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # messages are small, and its memory would be most of a connection's
        ws_ping_interval=30,
        ws_ping_timeout=30,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=64 * 1024,
        proxy_headers=False,
        backlog=2048,
    )
    return _Server(config, when_ready)


def _tune_gc() -> None:
    """Let the search for garbage in cycles, of which there is little, keep off thousands of living games.

    A full search stops everything for as long as it takes to look at all of them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000)


def serve(config: ServerConfig, listening: socket.socket, *, when_ready: Callable[[], None] = lambda: None) -> None:
    """Serve until a signal says to end; what was answered is on the disk. Raises StoreError where it cannot begin."""
    server = make_server(ServerState(config), when_ready)
    _tune_gc()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(
            signal.SIGPIPE, signal.SIG_IGN
        )  # who goes away while something is sent to him is no reason to end
    try:
        server.run(sockets=[listening])
    except SystemExit:
        raise StoreError("the server could not begin") from None
