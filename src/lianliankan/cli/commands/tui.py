"""The command for the terminal game: tui."""

import gc
import os
import sys
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from lianliankan.cli.commands.games import open_store, store_option
from lianliankan.cli.commands.records import parse_shared
from lianliankan.cli.input import one_line_errors, read_shared
from lianliankan.cli.main import ERROR, YES, llk
from lianliankan.cli.names import DIFFICULTY, FACE_SET, GRAVITY, MODE, SHAPE
from lianliankan.cli.options import FILE, SEED, Whole, option
from lianliankan.cli.output import check_faces, colour_option, language_option, write
from lianliankan.cli.search_limits import SearchLimits
from lianliankan.errors import needs

if TYPE_CHECKING:
    from lianliankan.game.game import Game
    from lianliankan.game.start import NearestBoard, NewGameRequest
    from lianliankan.store import Store


@llk.command()
@option("--mode", type=MODE, help="Start a game of this mode (own is a custom game)")
@option("--level", type=Whole(1), help="Start a level of the campaign.")
@option("--size", metavar="ROWSxCOLS", help="The size of its board, e.g. 8x18.")
@option("--shape", type=SHAPE, help="The shape of the board")
@option("--kinds", type=Whole(1), metavar="K", help="Number of kinds (default: four tiles of each, up to 36 kinds).")
@option("--gravity", type=GRAVITY, help="How tiles move after a pair is removed")
@option("--difficulty", type=DIFFICULTY, help="Only boards of this difficulty")
@option("--seed", type=SEED, help="The deal number.")
@option("--game", "game_id", metavar="ID", help="Continue a stored game; llk games lists them.")
@option("--board", "board_file", type=FILE, metavar="FILE", help="Play a board, a record or a share text.")
@option("--demo", is_flag=True, help="Watch the solver play; any key ends it.")
@option("--faces", type=FACE_SET, help="The faces on the tiles")
@language_option("The language (default: the last one, or that of the locale).")
@colour_option
@option("--no-animation", is_flag=True, help="No animation.")
@option("--no-save", is_flag=True, help="Save nothing.")
@store_option
@option(
    "--svg",
    "picture",
    type=FILE,
    metavar="OUT",
    help="Only write a screenshot of the game to OUT.",
)
@needs("llk tui", "lianliankan[terminal]")
def tui(**given: Any) -> int:  # noqa: ANN401  # the options by name
    """Play in the terminal: continue the unfinished game, or start a new one.

    Any option that describes a game starts a new one.
    """
    _import_terminal()
    if given["picture"] is not None:
        return _draw_screenshot(given)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.__stderr__)):
        raise click.ClickException("tui needs a terminal; llk show, deal and solve work without one")
    _set_colour(given["colour"])
    _check_options(given)
    store = None if given["no_save"] or given["demo"] else _open_store(given["data"])
    try:
        code = _run(store, given)
    finally:
        if store is not None:
            store.close()
    _exit_if_working(code)
    return code


def _set_colour(colour: str) -> None:
    """Tell Textual, and ourselves, whether to use colours."""
    if colour == "never":
        os.environ["NO_COLOR"] = "1"
    elif colour == "always":
        os.environ.pop("NO_COLOR", None)


def _draw_screenshot(given: Mapping[str, Any]) -> int:
    """Write a screenshot of the game that the options describe, otherwise of one that is the same on every run."""
    from lianliankan.terminal.screenshot import draw_screenshot
    from lianliankan.texts import Texts

    _check_options(given)
    if given["demo"]:
        raise click.ClickException("--svg and --demo cannot be combined")
    faces = check_faces(given["faces"] or "capitals")
    game = None
    if any(given[name] is not None for name in (*_NEW, "game_id", "board_file")):
        game = _describe_game(given)
    write(given["picture"], draw_screenshot(Texts(given["lang"] or "en"), faces, game).rstrip("\n"))
    return YES


def _describe_game(given: Mapping[str, Any]) -> "Game":
    """Return the game that the options describe; nothing is stored."""
    from lianliankan.game.start import SEARCH_SECONDS, start_game

    if given["board_file"] is not None:
        return _read_board_file(given["board_file"])
    if given["game_id"] is not None:
        with open_store(given["data"]) as store:
            return store.open(given["game_id"]).game
    with one_line_errors("tui"):
        return start_game(_make_request(given).plan(), seconds=SEARCH_SECONDS)


_NEW = ("mode", "size", "shape", "kinds", "gravity", "difficulty", "seed", "level")  # options that describe a new game


def _check_options(given: Mapping[str, Any]) -> None:
    """Reject options that cannot be combined."""
    named = [name for name in ("game_id", "board_file") if given[name] is not None]
    if len(named) == 2 or (named and any(given[name] is not None for name in _NEW)):
        raise click.ClickException(
            "--game and --board name a game; they cannot be combined with each other or with options for a new game"
        )
    if given["game_id"] is not None and (given["no_save"] or given["demo"]):
        raise click.ClickException("--game cannot be combined with --no-save or --demo, as stored games need the store")


def _open_store(folder: FilePath | None) -> "Store":
    from lianliankan.store import Store

    with one_line_errors("store"):
        return Store(folder)


def _import_terminal() -> None:
    """Import the terminal game first: its packages may be missing."""
    gc.disable()  # skip garbage collection while importing: about 10 % faster start
    import lianliankan.terminal.app  # noqa: F401

    gc.freeze()
    gc.enable()


def _run(store: "Store | None", given: Mapping[str, Any]) -> int:
    from lianliankan.terminal.app import AppConfig, TerminalGame
    from lianliankan.terminal.startup import choose_appearance, first_game
    from lianliankan.texts import Texts

    game = None if given["board_file"] is None else _read_board_file(given["board_file"])
    nearest: list[NearestBoard] = []  # what the app tells when it shows the game
    with one_line_errors("tui"):
        appearance = choose_appearance(store, os.environ, language=given["lang"], faces=given["faces"])
        request, game_id = _make_request(given), given["game_id"]
        first = first_game(store, request, game=game, game_id=game_id, on_nearest=nearest.append)
    app = TerminalGame(
        AppConfig(
            first=first,
            nearest=nearest,
            store=store,
            texts=Texts(appearance.language),
            faces=appearance.faces,
            colours=None if os.environ.get("NO_COLOR") else "auto",
            is_animated=appearance.is_animated and not given["no_animation"],
            is_demo=given["demo"],
        )
    )
    farewell = app.run()
    if app.problem:
        raise click.ClickException(app.problem)
    if farewell:
        click.echo(farewell)
    return YES if app.return_code == 0 else ERROR


def _make_request(given: Mapping[str, Any]) -> "NewGameRequest":
    from lianliankan.dealing.deal_spec import parse_size
    from lianliankan.game.start import NewGameRequest

    values = {name: given[name] for name in _NEW if name != "size"}
    if given["size"] is not None:
        values["rows"], values["cols"] = parse_size(given["size"])
    return NewGameRequest(**values)


def _exit_if_working(code: int) -> None:
    """Exit at once if a deal is still being computed: Python may crash at exit while a thread is in the kernel."""
    from lianliankan.terminal.background import is_working

    if is_working():
        sys.stdout.flush()
        os._exit(code)


def _read_board_file(file: str) -> "Game":
    """Read a game from a share text, or from a file with a share text, a record or a board."""
    from lianliankan.errors import BadBoard
    from lianliankan.game.game import Game

    with SearchLimits(None, None).reading(), one_line_errors(file):
        found = parse_shared(read_shared(file))
        game = found if isinstance(found, Game) else Game(found)
        if not game.first_board.tile_count:
            raise BadBoard("the board has no tiles")
    return game
