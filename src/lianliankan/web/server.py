"""Running the server with uvicorn: its socket, settings and signals, in one process or in several."""

import gc
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import Multiprocess

from lianliankan.child_process import LateCall, end_with_parent
from lianliankan.errors import StoreError
from lianliankan.override import override
from lianliankan.store import Store
from lianliankan.web.app import make_app
from lianliankan.web.base.logs import configure_logging
from lianliankan.web.base.metrics import NO_METRICS, prometheus_metrics
from lianliankan.web.http.identity import load_cookie_key
from lianliankan.web.http.socket_guard import SocketGuard
from lianliankan.web.live.protocol import MAX_MESSAGE_BYTES
from lianliankan.web.state.server_state import ServerConfig, ServerState

log = logging.getLogger("lianliankan.web")

STOP_SECONDS = 20
"""How long requests that have begun may take when the server stops."""

_BACKLOG = 4096  # connections that wait to be accepted; of more, some would try again only after a second
_MAX_HEAD = 32 * 1024  # bytes: the longest share text is in the address
_WORKER_SECONDS = 60  # for a new worker to serve, or for any to say that it is alive, on a machine that is busy
_RETRY_SECONDS = 2.0  # until a worker that could not start is replaced


class GuardedWebSocket(SocketGuard, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a limit for what clients send and for what they leave unread."""

    @override
    def shutdown(self) -> None:
        """End because the server does; a broken handshake, at which uvicorn fails, must not keep it from that."""
        try:
            super().shutdown()
        except Exception:
            log.exception("connection not closed")
            self.guarded.abort()


# ---- The socket ------------------------------------------------------------------------------------------------------


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


def browser_url(listening: socket.socket) -> str:
    """Return the address to open in a browser.

    >>> with bind_socket("127.0.0.1", 0) as listening:
    ...     browser_url(listening).startswith("http://127.0.0.1:")
    True
    """
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def raise_open_file_limit() -> None:
    """Raise the limit on open files, and so on connections, as far as the system allows."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ImportError, OSError, ValueError):
        return  # some systems have no such limit, or do not allow raising it


# ---- One process -----------------------------------------------------------------------------------------------------


def make_server(
    server_state: ServerState, *, proxies: Sequence[str] = (), stop_seconds: int = STOP_SECONDS
) -> uvicorn.Server:
    """Make the uvicorn server; its `run`, given a list of sockets, serves until `should_exit` is set."""
    return uvicorn.Server(_uvicorn_config(make_app(server_state), proxies, stop_seconds))


def _uvicorn_config(app: Any, proxies: Sequence[str], stop_seconds: int, **more: Any) -> uvicorn.Config:  # noqa: ANN401
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        http="h11",
        h11_max_incomplete_event_size=_MAX_HEAD,
        ws=f"{__name__}:GuardedWebSocket",
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # messages are small, and it would need most of a connection's memory
        ws_ping_interval=30,
        ws_ping_timeout=30,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=stop_seconds,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        backlog=_BACKLOG,
        **more,
    )


def serve(
    config: ServerConfig,
    listening: socket.socket,
    *,
    proxies: Sequence[str] = (),
    stop_seconds: int = STOP_SECONDS,
    on_ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until SIGINT or SIGTERM; every answered command is on the disk. Raises StoreError if it cannot start."""
    server = make_server(ServerState(config), proxies=proxies, stop_seconds=stop_seconds)
    _tune_interpreter()
    _set_signals()
    with suppress(KeyboardInterrupt):
        on_ready()
        try:
            server.run(sockets=[listening])
        except SystemExit:
            raise StoreError("the server could not start") from None


def _set_signals() -> None:
    """Let every signal stop the server as Ctrl-C does: when uvicorn has stopped, it raises the signal again."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client disconnecting mid-write must not kill the server


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


# ---- Several workers -------------------------------------------------------------------------------------------------


def serve_with_workers(
    config: ServerConfig,
    listening: socket.socket,
    workers: int,
    *,
    proxies: Sequence[str] = (),
    log_level: int = logging.INFO,
    has_metrics: bool = False,
    find_runtime: Callable[[], Path | None] = lambda: None,
    on_ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve from several processes, which uvicorn starts again when they end; SIGHUP replaces them one by one.

    Raises StoreError if they could not start. What they measure is added up by `worker_metrics`. Each calls
    `find_runtime`, as its program may be of another version than that of its parent.
    """
    _check_store(config)
    make_worker_app = partial(
        _make_worker_app,
        replace(config, new_key=False),
        log_level=log_level,
        has_metrics=has_metrics,
        find_runtime=find_runtime,
    )
    worker_config = _uvicorn_config(
        LateCall(make_worker_app),  # its imports take a second of processor time, in which a worker must not seem dead
        proxies,
        STOP_SECONDS,
        factory=True,
        workers=workers,
        timeout_worker_healthcheck=_WORKER_SECONDS,
    )
    supervisor = Multiprocess(worker_config, sockets=[listening])
    logging.getLogger("uvicorn.error").setLevel(log_level)  # it tells which workers have ended
    on_ready()
    supervisor.run()


def _check_store(config: ServerConfig) -> None:
    """See whether a worker can start, and make a new key if one is wished for; raises StoreError."""
    with Store(config.store) as store:
        load_cookie_key(store, renew=config.new_key)


def _make_worker_app(
    config: ServerConfig, *, log_level: int, has_metrics: bool, find_runtime: Callable[[], Path | None]
) -> ASGIApp:
    """Make the app of a worker, in its process; a worker that cannot start says so in the log, and ends."""
    end_with_parent()
    configure_logging(log_level)
    try:
        _check_store(config)  # before there are metrics, whose files would stay
        metrics = prometheus_metrics() if has_metrics else NO_METRICS
        state = ServerState(replace(config, metrics=metrics, runtime=find_runtime()))
    except StoreError as problem:
        log.error("worker could not start", extra={"problem": str(problem)})
        time.sleep(_RETRY_SECONDS)
        sys.exit(1)
    _tune_interpreter()
    return make_app(state)
