"""The command for races in the terminal: join."""

import os
import sys
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import click

from lianliankan.cli.commands.games import store_option
from lianliankan.cli.input import one_line_errors
from lianliankan.cli.main import ERROR, YES, llk
from lianliankan.cli.names import FACE_SET
from lianliankan.cli.options import option
from lianliankan.cli.output import colour_option, language_option
from lianliankan.errors import BadName, needs

if TYPE_CHECKING:
    from lianliankan.terminal.race.room_address import RoomAddress
    from lianliankan.terminal.startup import Appearance


@llk.command()
@click.argument("room", metavar="CODE")
@option("--server", metavar="URL", help="The server of the room (default: the one that llk play runs here).")
@option("--watch", is_flag=True, help="Only watch.")
@option("--name", metavar="NAME", help="Your name on the server, from now on.")
@option("--faces", type=FACE_SET, help="The faces on the tiles")
@language_option("The language (default: the last one, or that of the locale).")
@colour_option
@option("--no-animation", is_flag=True, help="No animation.")
@store_option
@needs("llk join", "lianliankan[terminal]")
def join(
    room: str,
    server: str | None,
    watch: bool,
    name: str | None,
    faces: str | None,
    lang: str | None,
    colour: str,
    no_animation: bool,
    data: FilePath | None,
) -> int:
    """Race in the terminal: join a room by its code, or by its link.

    If you leave and come back, you get the same seat.
    """
    from lianliankan.store import data_folder
    from lianliankan.terminal.race.room_app import RoomApp, RoomConfig
    from lianliankan.terminal.race.room_client import introduce
    from lianliankan.terminal.race.server_cookies import ServerCookies
    from lianliankan.texts import Texts

    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.__stderr__)):
        raise click.ClickException("join needs a terminal")
    if colour == "never":
        os.environ["NO_COLOR"] = "1"
    elif colour == "always":
        os.environ.pop("NO_COLOR", None)
    with one_line_errors("join"):
        folder = data or data_folder()
        address, cookies = _find_room(room, server, folder), ServerCookies(folder)
        introduce(address.server, cookies, name=name or "")
        appearance = _choose_appearance(folder, language=lang, faces=faces)
    app = RoomApp(
        RoomConfig(
            address=address,
            cookie=cookies.read(address.server),
            watch=watch,
            texts=Texts(appearance.language, part="race"),
            faces=appearance.faces,
            colours=None if os.environ.get("NO_COLOR") else "auto",
            is_animated=appearance.is_animated and not no_animation,
        )
    )
    farewell = app.run()
    if farewell:
        click.echo(farewell)
    return YES if app.return_code == 0 else ERROR


def _find_room(room: str, server: str | None, folder: FilePath) -> "RoomAddress":
    """Return the room: of the link, of the server, or of the server of `llk play` on this machine."""
    from lianliankan.terminal.race.room_address import RoomAddress
    from lianliankan.web.play_address import read_play_port

    if server is None and "://" not in room:
        port = read_play_port(folder)
        if port is None:
            raise BadName(f"llk play has not run with {folder} yet; name the --server, or give the link of the room")
        server = f"http://127.0.0.1:{port}"
    return RoomAddress.parse(room, server=server)


def _choose_appearance(folder: FilePath, *, language: str | None, faces: str | None) -> "Appearance":
    """Return the language and the faces of the terminal game, if there is one."""
    from lianliankan.store import Store
    from lianliankan.terminal.startup import choose_appearance

    with Store(folder) as store:
        return choose_appearance(store, os.environ, language=language, faces=faces)
