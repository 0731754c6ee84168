"""The command that serves the game to many players."""

import ipaddress
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import click

from lianliankan.cli.browser_python import runtime_option, served_python
from lianliankan.cli.commands.games import location_option
from lianliankan.cli.input import one_line_errors
from lianliankan.cli.main import ERROR, YES, llk
from lianliankan.cli.options import Whole, option
from lianliankan.errors import needs

if TYPE_CHECKING:
    from lianliankan.web.fair_accept import SharedSocket
    from lianliankan.web.metrics import ServerMetrics

new_key_option = option(
    "--new-key",
    is_flag=True,
    help="Replace the key of the players' cookies: only you and players with a passkey reach their games again.",
)
"""The option of commands that start a server."""


def _check_names(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if not re.fullmatch(r"(\*\.)?[\w.-]+", name):
            raise click.BadParameter(f"{name!r} is not a host name; expected e.g. play.example or *.play.example")
    return names


def _check_networks(_: click.Context, __: click.Parameter, networks: tuple[str, ...]) -> tuple[str, ...]:
    for network in networks:
        try:
            ipaddress.ip_network(network)
        except ValueError:
            expected = "expected e.g. 127.0.0.1, 10.0.0.0/8 or fd00::/8"
            raise click.BadParameter(f"{network!r} is not an address or a network; {expected}") from None
    return networks


@llk.command()
@location_option
@option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="The address to listen on.")
@option("--port", type=Whole(0, 65535), default=8000, show_default=True, help="The port; 0 for a free one.")
@option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    callback=_check_names,
    help="A host name that players use; *.NAME for all below it.",
)
@option("--workers", type=Whole(1, 256), default=1, show_default=True, help="Processes on this port; needs PostgreSQL.")
@new_key_option
@option("--secure", is_flag=True, help="Players connect by https through a proxy; cookies are marked as secure.")
@option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS[/BITS]",
    callback=_check_networks,
    help="A proxy whose X-Forwarded-For, X-Forwarded-Proto and X-Request-ID are believed.",
)
@option(
    "--drain-seconds",
    type=Whole(0, 3600),
    default=20,
    show_default=True,
    metavar="SECONDS",
    help="How long players may finish what they have begun when the server is stopped.",
)
@runtime_option
@option("--metrics-port", type=Whole(0, 65535), help="Serve metrics for Prometheus at this port.")
@option(
    "--metrics-host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address for --metrics-port; anyone who can reach it can read the metrics.",
)
@option("--quiet", is_flag=True, help="Log only warnings and errors.")
@needs("llk serve", "lianliankan[server]")
def serve(
    location: str | None,
    host: str,
    port: int,
    names: tuple[str, ...],
    workers: int,
    new_key: bool,
    secure: bool,
    proxies: tuple[str, ...],
    drain_seconds: int,
    runtime: FilePath | None,
    metrics_port: int | None,
    metrics_host: str,
    quiet: bool,
) -> int:
    """Serve the game to many players.

    Anybody who opens the page can play; names and passkeys are optional. The log goes to standard error, one line of
    JSON per request.
    """
    from lianliankan.store.database import is_url
    from lianliankan.web import server
    from lianliankan.web.fair_accept import SharedSocket
    from lianliankan.web.logs import configure_logging
    from lianliankan.web.prometheus_metrics import forget_worker
    from lianliankan.web.server_state import ServerConfig
    from lianliankan.web.supervisor import supervise

    if workers > 1 and not (location and is_url(location)):
        raise click.UsageError("--workers needs PostgreSQL (--store postgresql://…): SQLite serves from one process")
    shared = SharedSocket.inherited()
    configure_logging(logging.WARNING if quiet else logging.INFO)
    served = served_python(runtime, is_worker=shared is not None)
    listening = listen(host, port) if shared is None else shared.listening
    address = server.browser_url(listening)
    server.raise_open_file_limit()
    known = frozenset({name.lower().rstrip(".") for name in (*names, host, socket.gethostname())})

    def ready() -> None:
        click.echo(f"lianliankan: {address}")

    with (
        one_line_errors("store") if shared is None else _logged_errors(),
        _measuring(metrics_host, metrics_port, workers, shared) as metrics,
    ):
        config = ServerConfig(
            store=location,
            names=known,
            new_key=new_key and shared is None,
            secure=secure,
            proxies=proxies,
            drain_seconds=drain_seconds,
            metrics=metrics,
            runtime=served,
            accounts=True,
        )
        if workers > 1 and shared is None:
            server.prepare(config)
            supervise(listening, workers, drain_seconds=drain_seconds, on_ready=ready, on_end=forget_worker)
        else:
            server.serve(config, shared or listening, on_ready=ready)
    return YES


@contextmanager
def _logged_errors() -> Iterator[None]:
    """Write why a worker cannot start into the log, which has lines of JSON only."""
    from lianliankan.web.prometheus_metrics import discard_metrics

    try:
        yield
    except ValueError as problem:
        logging.getLogger("lianliankan.web").error("worker could not start", extra={"problem": str(problem)})
        discard_metrics()
        raise click.exceptions.Exit(ERROR) from None


@contextmanager
def _measuring(host: str, port: int | None, workers: int, shared: "SharedSocket | None") -> "Iterator[ServerMetrics]":
    """Yield where measurements go, and serve them at a port, if there is one; for workers, their parent does."""
    from lianliankan.web.metrics import NO_METRICS
    from lianliankan.web.prometheus_metrics import PrometheusMetrics, share_metrics

    if port is None or shared is not None:
        yield NO_METRICS if port is None else PrometheusMetrics()
        return
    with ExitStack() as at_end:
        metrics: ServerMetrics = NO_METRICS
        try:
            if workers > 1:
                port = at_end.enter_context(share_metrics(host, port))
            else:
                metrics = prometheus = PrometheusMetrics()
                port = prometheus.serve(host, port)
        except OSError as problem:
            raise click.ClickException(f"{host}, port {port}: {problem.strerror or problem}") from None
        logging.getLogger("lianliankan.web").info("metrics", extra={"host": host, "port": port})
        yield metrics


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket, or say why that is not possible."""
    from lianliankan.web.server import bind_socket

    try:
        return bind_socket(host, port)
    except OSError as problem:
        raise click.ClickException(f"{host}, port {port}: {problem.strerror or problem}") from None
