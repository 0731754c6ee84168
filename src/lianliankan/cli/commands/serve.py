"""The command that serves the game to many players."""

import ipaddress
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path as FilePath

import click

from lianliankan.cli.browser_python import runtime_option, served_python
from lianliankan.cli.commands.games import location_option
from lianliankan.cli.input import one_line_errors
from lianliankan.cli.main import YES, llk
from lianliankan.cli.options import Whole, option
from lianliankan.errors import needs

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
    help="A proxy whose X-Forwarded-For and X-Forwarded-Proto are believed.",
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
    runtime: FilePath | None,
    metrics_port: int | None,
    metrics_host: str,
    quiet: bool,
) -> int:
    """Serve the game to many players.

    Every visitor can play; names and passkeys are optional. The log goes to standard error, one line of
    JSON per request.
    """
    from lianliankan.store.database import is_url
    from lianliankan.web import server
    from lianliankan.web.base.logs import configure_logging
    from lianliankan.web.base.metrics import NO_METRICS, served_metrics, worker_metrics
    from lianliankan.web.state.server_state import ServerConfig

    if workers > 1 and not (location and is_url(location)):
        raise click.UsageError("--workers needs PostgreSQL (--store postgresql://…): SQLite serves from one process")
    log_level = logging.WARNING if quiet else logging.INFO
    configure_logging(log_level)
    served = served_python(runtime, is_worker=False)
    listening = listen(host, port)
    server.raise_open_file_limit()
    config = ServerConfig(
        store=location,
        names=frozenset({name.lower().rstrip(".") for name in (*names, host, socket.gethostname())}),
        new_key=new_key,
        secure=secure,
        runtime=served,
        accounts=True,
    )

    def ready() -> None:
        click.echo(f"lianliankan: {server.browser_url(listening)}")

    with one_line_errors("store"), ExitStack() as at_end:
        metrics = NO_METRICS
        if metrics_port is not None:
            with _port_errors(metrics_host, metrics_port):
                if workers > 1:
                    found = at_end.enter_context(worker_metrics(metrics_host, metrics_port))
                else:
                    metrics, found = at_end.enter_context(served_metrics(metrics_host, metrics_port))
            logging.getLogger("lianliankan.web").info("metrics", extra={"host": metrics_host, "port": found})
        if workers > 1:
            server.serve_with_workers(
                config,
                listening,
                workers,
                proxies=proxies,
                log_level=log_level,
                has_metrics=metrics_port is not None,
                find_runtime=partial(served_python, runtime, is_worker=True),
                on_ready=ready,
            )
        else:
            server.serve(replace(config, metrics=metrics), listening, proxies=proxies, on_ready=ready)
    return YES


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket, or say why that is not possible."""
    from lianliankan.web.server import bind_socket

    with _port_errors(host, port):
        return bind_socket(host, port)


@contextmanager
def _port_errors(host: str, port: int) -> Iterator[None]:
    """Say in one line why a port cannot be used."""
    try:
        yield
    except OSError as problem:
        raise click.ClickException(f"{host}, port {port}: {problem.strerror or problem}") from None
