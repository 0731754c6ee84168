"""Running the server: its socket, signals, log, and the browser window."""

import asyncio
import gc
import json
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from lianliankan.errors import StoreError
from lianliankan.web.app import make_app
from lianliankan.web.connections import Connections, max_connections
from lianliankan.web.fair_accept import FairAcceptor, WorkerPlace
from lianliankan.web.live.protocol import MAX_MESSAGE_BYTES
from lianliankan.web.server_state import ServerConfig, ServerState
from lianliankan.web.socket_guard import guard_http, guard_socket

__all__ = [
    "bind_socket",
    "browser_url",
    "configure_logging",
    "make_server",
    "raise_open_file_limit",
    "serve",
]

_SHUTDOWN_SECONDS = 8
_BACKLOG = 4096  # connections that wait to be accepted; of more, some would try again only after a second
_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class _JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON: time, level, event, and the extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
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
    """Log to standard error as JSON lines, from a level upwards."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter())
    for name in ("uvicorn", "lianliankan.web"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    # Requests and connections are logged by the app; what cannot be parsed is no problem of the server.
    logging.getLogger("uvicorn.error").setLevel(max(level, logging.ERROR))


def bind_socket(host: str, port: int) -> socket.socket:
    """Open a listening socket; port 0 takes any free port. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # on Windows it would let two programs share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)  # from now on clients that connect wait instead of being refused
    except OSError:
        listening.close()
        raise
    return listening


def raise_open_file_limit() -> None:
    """Raise the limit on open files, and so on connections, as far as the system allows."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ImportError, OSError, ValueError):
        return  # some systems have no such limit, or do not allow raising it


def browser_url(listening: socket.socket) -> str:
    """Return the address to open in a browser.

    >>> with bind_socket("127.0.0.1", 0) as listening:
    ...     browser_url(listening).startswith("http://127.0.0.1:")
    True
    """
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """A server that ends quietly: a signal stops it, and is not raised again afterwards."""

    def __init__(
        self,
        config: uvicorn.Config,
        on_ready: Callable[[], None],
        on_exit: Callable[[], None],
        place: WorkerPlace | None,
    ) -> None:
        super().__init__(config)
        self._on_ready, self._on_exit = on_ready, on_exit
        self._place = place
        self._acceptor: FairAcceptor | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving."""
        await super().startup(sockets=sockets)
        if self._place is not None and self.started:
            count = self.server_state.connections.__len__
            self._acceptor = FairAcceptor(self._place, self._make_protocol, count)
        if self.started:
            self._on_ready()

    def _make_protocol(self) -> asyncio.Protocol:
        """Make what handles a connection, as uvicorn does for its own sockets."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving; requests that wait for long work are answered now."""
        self._on_exit()
        if self._acceptor is not None:
            self._acceptor.close()
        await super().shutdown(sockets=sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGINT and SIGTERM."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def make_server(
    server_state: ServerState, on_ready: Callable[[], None] = lambda: None, place: WorkerPlace | None = None
) -> uvicorn.Server:
    """Make the uvicorn server; its `run`, given a list of sockets, serves until `should_exit` is set.

    A worker serves the socket of its `place` instead, together with others.
    """
    config = uvicorn.Config(
        make_app(server_state),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # messages are small, and it would need most of a connection's memory
        ws_ping_interval=30,
        ws_ping_timeout=30,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        http="httptools",  # whose callbacks the guard needs
        proxy_headers=False,
        backlog=_BACKLOG,
    )
    config.load()
    connections = Connections(max_connections(), server_state.config.rate_factor)
    config.http_protocol_class = guard_http(config.http_protocol_class, connections)
    if config.ws_protocol_class is not None:
        config.ws_protocol_class = guard_socket(config.ws_protocol_class, connections)
    return _Server(config, on_ready, server_state.jobs.close, place)


def _tune_interpreter() -> None:
    """Let the garbage collector run seldom, and threads wait less for each other.

    Only cycles need the collector, and live games have none; but it visits every object of thousands of games, and the
    server stands still meanwhile. The writer needs the interpreter lock a dozen times for a batch; with the usual 5 ms
    each time, all answers would wait.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000_000, 10, 10)
    sys.setswitchinterval(0.001)


def serve(
    config: ServerConfig, listening: socket.socket | WorkerPlace, *, on_ready: Callable[[], None] = lambda: None
) -> None:
    """Serve until SIGINT or SIGTERM; every answered command is on the disk. Raises StoreError if it cannot start."""
    place = listening if isinstance(listening, WorkerPlace) else None
    server = make_server(ServerState(config), on_ready, place)
    _tune_interpreter()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client disconnecting mid-write must not kill the server
    try:
        server.run(sockets=[] if isinstance(listening, WorkerPlace) else [listening])
    except SystemExit:
        raise StoreError("the server could not start") from None
