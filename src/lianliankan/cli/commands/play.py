"""The command for the browser game on this machine: play."""

import logging
import secrets
from contextlib import ExitStack
from pathlib import Path as FilePath
from urllib.parse import urlencode

import click

from lianliankan.cli.browser_python import own_python, pyodide_option
from lianliankan.cli.commands.games import store_option
from lianliankan.cli.commands.serve import listen, new_key_option
from lianliankan.cli.input import one_line_errors
from lianliankan.cli.main import YES, llk
from lianliankan.cli.names import FACE_SET, MODE
from lianliankan.cli.options import Whole, option
from lianliankan.cli.output import language_option
from lianliankan.errors import needs

_STOP_SECONDS = 2  # that what has begun may take after Ctrl-C


@llk.command()
@option("--mode", type=MODE, help="Start a game of this mode (own is a custom game)")
@option("--faces", type=FACE_SET, help="The faces on the tiles")
@language_option("The language (default: the last one, or that of the browser).")
@store_option
@option(
    "--port", type=Whole(0, 65535), help="The port; 0 for any free one (default: the same every time, if it is free)."
)
@option("--no-browser", is_flag=True, help="Only print the address.")
@option("--python", is_flag=True, help="Get Python for the browser, once: the lab runs your own functions with it.")
@pyodide_option
@new_key_option
@needs("llk play", "lianliankan[web]")
def play(
    data: FilePath | None,
    port: int | None,
    no_browser: bool,
    python: bool,
    pyodide: FilePath | None,
    new_key: bool,
    **wishes: str | None,
) -> int:
    """Play in the browser, on this machine only; Ctrl-C stops it.

    The page continues the unfinished game, unless --mode starts a new one. The address that is printed is good once,
    for the case that no browser opens, or for another one.
    """
    from lianliankan.store import data_folder
    from lianliankan.web import server
    from lianliankan.web.base.logs import configure_logging
    from lianliankan.web.play_address import UsualPort, entrance_page, open_browser
    from lianliankan.web.state.server_state import ServerConfig

    with one_line_errors("store"):
        folder = data or data_folder()
    runtime = own_python(get=python, pyodide=pyodide)
    usual = UsualPort.listen(folder) if port is None else None
    listening = usual.listening if usual else listen("127.0.0.1", port or 0)
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
            runtime=runtime,
            on_enter=at_end.close,
        )
        server.serve(config, listening, stop_seconds=_STOP_SECONDS, on_ready=ready)
    return YES
