"""Running the server: its socket and its signals."""

import asyncio
import gc
import math
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from lianliankan.child_process import end_with_parent
from lianliankan.errors import StoreError
from lianliankan.store import Store
from lianliankan.web.app import make_app
from lianliankan.web.connections import Connections, max_connections
from lianliankan.web.fair_accept import FairAcceptor, SharedSocket
from lianliankan.web.health import find_reason
from lianliankan.web.identity import load_cookie_key
from lianliankan.web.live.protocol import MAX_MESSAGE_BYTES
from lianliankan.web.metrics import NO_METRICS
from lianliankan.web.server_state import ServerConfig, ServerState
from lianliankan.web.socket_guard import HttpGuard, guard_http, guard_socket

_END_SECONDS = 3  # for everything to end, after the time for draining
_STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_BACKLOG = 4096  # connections that wait to be accepted; of more, some would try again only after a second


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
        state: ServerState,
        on_ready: Callable[[], None],
        shared: SharedSocket | None,
    ) -> None:
        super().__init__(config)
        self._state, self._on_ready = state, on_ready
        self._shared = shared
        self._accepting: asyncio.Task[None] | None = None
        self._acceptor: FairAcceptor | None = None
        self._looking: asyncio.Task[str] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving; a worker, as soon as it has a place."""
        await super().startup(sockets=sockets)
        if self._shared is not None and self.started:
            self._accepting = asyncio.create_task(self._accept(self._shared))
        if self.started:
            self._on_ready()

    async def _accept(self, shared: SharedSocket) -> None:
        place = await shared.wait_for_place()
        if place is None:
            self.should_exit = True
        else:
            self._acceptor = FairAcceptor(place, self._make_protocol, self.server_state.connections.__len__)

    def _make_protocol(self) -> asyncio.Protocol:
        """Make what handles a connection, as uvicorn does for its own sockets."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def on_tick(self, counter: int) -> bool:
        """Do what is due ten times a second; return whether to stop."""
        is_spare = self._shared is not None and self._acceptor is None
        if counter % 10 == 0 and not is_spare and self._state.config.metrics is not NO_METRICS:
            self._state.show_metrics(len(self.server_state.connections))
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(find_reason(self._state))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving: no new connections; what has begun is finished and answered, if that does not take too long."""
        loop, seconds = asyncio.get_running_loop(), self._state.config.drain_seconds
        end = loop.time() + seconds
        last_call = loop.call_at(end, self._state.jobs.close)
        if self._accepting is not None:
            self._accepting.cancel()
        if self._acceptor is not None:
            self._acceptor.close()
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            if isinstance(connection, HttpGuard):
                connection.shutdown()  # or a proxy would send new requests here over connections that it keeps
        draining = asyncio.create_task(self._state.open_sockets.drain(seconds))
        while not (draining.done() or self.force_exit) and loop.time() < end:
            await asyncio.wait([draining], timeout=0.1)
        draining.cancel()
        self.config.timeout_graceful_shutdown = math.ceil(max(end - loop.time(), 0)) + _END_SECONDS
        await super().shutdown(sockets=sockets)
        last_call.cancel()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGINT, SIGTERM and SIGHUP."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in _STOPPING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def make_server(
    server_state: ServerState, on_ready: Callable[[], None] = lambda: None, shared: SharedSocket | None = None
) -> uvicorn.Server:
    """Make the uvicorn server; its `run`, given a list of sockets, serves until `should_exit` is set.

    A worker serves a `shared` socket instead, together with others.
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
        http="httptools",  # whose callbacks the guard needs
        proxy_headers=False,  # as the app has its own, which the guard uses as well
        backlog=_BACKLOG,
    )
    config.load()
    connections = Connections(max_connections(), server_state.limits.rate_factor, server_state.proxies)
    config.http_protocol_class = guard_http(config.http_protocol_class, connections)
    if config.ws_protocol_class is not None:
        config.ws_protocol_class = guard_socket(config.ws_protocol_class, connections)
    return _Server(config, server_state, on_ready, shared)


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


def prepare(config: ServerConfig) -> None:
    """Do what only one of several workers may do, and see whether they will be able to start; raises StoreError."""
    with Store(config.store) as store:
        load_cookie_key(store, renew=config.new_key)


def serve(
    config: ServerConfig, listening: socket.socket | SharedSocket, *, on_ready: Callable[[], None] = lambda: None
) -> None:
    """Serve until SIGINT or SIGTERM; every answered command is on the disk. Raises StoreError if it cannot start."""
    shared = listening if isinstance(listening, SharedSocket) else None
    if shared is not None:
        end_with_parent()
    server = make_server(ServerState(config), on_ready, shared)
    _tune_interpreter()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client disconnecting mid-write must not kill the server
    try:
        server.run(sockets=[] if isinstance(listening, SharedSocket) else [listening])
    except SystemExit:
        raise StoreError("the server could not start") from None
