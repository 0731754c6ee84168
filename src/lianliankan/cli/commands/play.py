"""Commands for the browser game: play, serve."""

import ipaddress
import logging
import re
import secrets
import socket
from contextlib import ExitStack
from pathlib import Path as FilePath
from urllib.parse import urlencode

import click

from lianliankan.cli.commands.games import location_option, store_option
from lianliankan.cli.input import one_line_errors
from lianliankan.cli.main import YES, llk
from lianliankan.cli.names import FACE_SET, MODE
from lianliankan.cli.options import Whole, option
from lianliankan.cli.output import language_option
from lianliankan.errors import needs
from lianliankan.store.database import is_url

__all__ = ["play", "serve"]

_new_key_option = option(
    "--new-key", is_flag=True, help="Replace the key of the players' cookies: nobody but you reaches their games again."
)


@llk.command()
@option("--mode", type=MODE, help="Start a game of this mode (own is a custom game)")
@option("--faces", type=FACE_SET, help="The faces on the tiles")
@language_option("The language (default: the last one, or that of the browser).")
@store_option
@option(
    "--port", type=Whole(0, 65535), help="The port; 0 for any free one (default: the same every time, if it is free)."
)
@option("--no-browser", is_flag=True, help="Only print the address.")
@_new_key_option
@needs("llk play", "lianliankan[web]")
def play(data: FilePath | None, port: int | None, no_browser: bool, new_key: bool, **wishes: str | None) -> int:
    """Play in the browser, on this machine only; Ctrl-C stops it.

    The page continues the unfinished game, unless --mode starts a new one. The address that is printed is good once,
    for the case that no browser opens, or for another one.
    """
    from lianliankan.store import data_folder
    from lianliankan.web import server
    from lianliankan.web.browser import entrance_page, open_browser
    from lianliankan.web.logs import configure_logging
    from lianliankan.web.server_state import ServerConfig
    from lianliankan.web.usual_port import UsualPort

    with one_line_errors("store"):
        folder = data or data_folder()
    usual = UsualPort.listen(folder) if port is None else None
    listening = usual.listening if usual else _listen("127.0.0.1", port or 0)
    enter = f"{server.browser_url(listening)}/enter/"
    printed, hidden = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    query = urlencode({name: wish for name, wish in wishes.items() if wish is not None})
    entrance = f"/?{query}" if query else "/"
    configure_logging(logging.ERROR)
    with one_line_errors("store"), ExitStack() as at_end:

        def ready() -> None:
            if usual is not None:
                usual.remember(folder)
                if usual.taken is not None:
                    click.echo(f"llk: port {usual.taken} is in use; this time it is {usual.port}", err=True)
            click.echo(f"lianliankan: {enter}{printed}")
            if no_browser:
                return
            page = at_end.enter_context(entrance_page(enter + hidden, folder))
            if page is not None:
                open_browser(page)

        config = ServerConfig(
            store=data,
            new_key=new_key,
            tokens=frozenset({printed, hidden}),
            entrance=entrance,
            on_enter=at_end.close,
            drain_seconds=1.0,
        )
        server.serve(config, listening, on_ready=ready)
    return YES


@llk.command()
@location_option
@option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="The address to listen on.")
@option("--port", type=Whole(0, 65535), default=8000, show_default=True, help="The port; 0 for a free one.")
@option("--name", "names", multiple=True, metavar="NAME", help="A host name that players use; *.NAME for all below it.")
@option("--workers", type=Whole(1, 256), default=1, show_default=True, help="Processes on this port; needs PostgreSQL.")
@_new_key_option
@option("--secure", is_flag=True, help="Players connect by https through a proxy; cookies are marked as secure.")
@option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS[/BITS]",
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
@option("--quiet", is_flag=True, help="Log only warnings and errors.")
@needs("llk serve", "lianliankan[web,server]")
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
    quiet: bool,
) -> int:
    """Serve the game to many players, each with their own games.

    Players are identified by a cookie only. The log goes to standard error, one line of JSON per request.
    """
    from lianliankan.web import server
    from lianliankan.web.fair_accept import WorkerPlace
    from lianliankan.web.logs import configure_logging
    from lianliankan.web.server_state import ServerConfig
    from lianliankan.web.supervisor import supervise

    if workers > 1 and not (location and is_url(location)):
        raise click.UsageError("--workers needs PostgreSQL (--store postgresql://…): SQLite serves from one process")
    for name in names:
        if not re.fullmatch(r"(\*\.)?[\w.-]+", name):
            raise click.BadParameter(f"{name!r} is not a host name; expected e.g. play.example or *.play.example")
    for proxy in proxies:
        _check_network(proxy)
    place = WorkerPlace.inherited()
    listening = _listen(host, port) if place is None else place.listening
    address = server.browser_url(listening)
    configure_logging(logging.WARNING if quiet else logging.INFO)
    server.raise_open_file_limit()
    known = frozenset({name.lower().rstrip(".") for name in (*names, host, socket.gethostname())})
    with one_line_errors("store"):
        config = ServerConfig(
            store=location,
            names=known,
            new_key=new_key and place is None,
            secure=secure,
            proxies=proxies,
            drain_seconds=drain_seconds,
        )

        def ready() -> None:
            click.echo(f"lianliankan: {address}")

        if workers > 1 and place is None:
            server.prepare(config)
            supervise(listening, workers, drain_seconds=drain_seconds, on_ready=ready)
        else:
            server.serve(config, place or listening, on_ready=ready)
    return YES


def _check_network(text: str) -> None:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        what = "an address or a network; expected e.g. 127.0.0.1, 10.0.0.0/8 or fd00::/8"
        raise click.BadParameter(f"{text!r} is not {what}", param_hint="--proxy") from None


def _listen(host: str, port: int) -> socket.socket:
    from lianliankan.web.server import bind_socket

    try:
        return bind_socket(host, port)
    except OSError as problem:
        raise click.ClickException(f"{host}, port {port}: {problem.strerror or problem}") from None
