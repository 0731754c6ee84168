"""The command for the terminal game."""

import gc
import os
import sys
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from lianliankan.cli.input import SEED, looks_like_record, one_line_errors, read_text
from lianliankan.cli.main import ERROR, YES, llk
from lianliankan.cli.output import check_faces, write

if TYPE_CHECKING:
    from lianliankan.game.game import Game
    from lianliankan.store import Store

__all__ = ["tui"]


@llk.command()
@click.option("--data", type=click.Path(path_type=FilePath), metavar="DIR", help="Where games are kept.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="The language; left out, the locale's.")
@click.option("--faces", metavar="NAME", help="What stands on the tiles: capitals, mahjong, hanzi, emoji, ascii …")
@click.option("--mode", metavar="MODE", help="Begin a game: classic, relaxed, timed, daily, campaign, expert or own.")
@click.option("--size", metavar="ROWSxCOLS", help="Its size, as in 8x18.")
@click.option(
    "--kinds", type=click.IntRange(1), metavar="K", help="How many kinds; left out, four tiles of each, 36 at most."
)
@click.option("--gravity", metavar="NAME", help="What moves after a removal, as in down.")
@click.option("--difficulty", metavar="NAME|A-B", help="easy, medium, hard, fiendish, or scores as in 30-60.")
@click.option("--deal", "seed", type=SEED, metavar="N", help="The number of the deal.")
@click.option("--level", type=click.IntRange(1), metavar="N", help="A level of the campaign.")
@click.option("--game", "game_id", metavar="ID", help="Go on with a kept game; llk games lists them.")
@click.option("--board", "board_file", metavar="FILE", help="Play a board of your own, or what was shared with you.")
@click.option("--no-colour", "--no-color", is_flag=True, help="No colours; NO_COLOR says the same.")
@click.option("--no-animation", is_flag=True, help="Nothing moves.")
@click.option("--no-save", is_flag=True, help="Keep nothing.")
@click.option("--demo", is_flag=True, help="Watch the solver play; any key ends it.")
@click.option("--picture", metavar="OUT", help="Instead of playing, write a picture of the game (SVG) to this file.")
def tui(**given: Any) -> int:  # noqa: ANN401  # what click has read
    """Play in the terminal: go on with the game in progress, or begin a new one."""
    if given["picture"] is not None:
        return _draw_screenshot(given)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.__stderr__)):
        raise click.ClickException("this needs a terminal; llk show, deal and solve work without one")
    if given["no_colour"]:
        os.environ["NO_COLOR"] = "1"
    _check_options(given)
    store = None if given["no_save"] or given["demo"] else _open_store(given["data"])
    try:
        code = _run(store, given)
    finally:
        if store is not None:
            store.close()
    _exit_if_working(code)
    return code


def _draw_screenshot(given: Mapping[str, Any]) -> int:
    """Write a picture of the game, the same on every run."""
    from lianliankan.terminal.screenshot import draw_screenshot
    from lianliankan.terminal.texts import Texts

    faces = check_faces(given["faces"] or "capitals")
    write(given["picture"], draw_screenshot(Texts(given["lang"] or "en"), faces).rstrip("\n"))
    return YES


_NEW = ("mode", "size", "kinds", "gravity", "difficulty", "seed", "level")  # options that say which game to begin


def _check_options(given: Mapping[str, Any]) -> None:
    """Find fault with options that do not go together."""
    named = [name for name in ("game_id", "board_file") if given[name] is not None]
    if len(named) == 2 or (named and any(given[name] is not None for name in _NEW)):
        raise click.ClickException("--game and --board say which game it is: options for a new one do not go with them")
    if given["game_id"] is not None and (given["no_save"] or given["demo"]):
        raise click.ClickException("--game does not go with --no-save and --demo: kept games are in the store")


def _open_store(folder: FilePath | None) -> "Store":
    from lianliankan.store import Store

    with one_line_errors("store"):
        return Store(folder)


def _run(store: "Store | None", given: Mapping[str, Any]) -> int:
    gc.disable()  # modules are no rubbish: looking for some while they are read in is a tenth of the way to the board
    from lianliankan.terminal.app import AppConfig, TerminalGame
    from lianliankan.terminal.startup import StartRequest, choose_appearance, first_game
    from lianliankan.terminal.texts import Texts

    gc.freeze()
    gc.enable()
    request = StartRequest(**{name: given[name] for name in StartRequest._fields if name in given})
    if given["board_file"] is not None:
        with one_line_errors(given["board_file"]):
            request = request._replace(game=_read_own_game(given["board_file"]))
    with one_line_errors("tui"):
        appearance = choose_appearance(store, os.environ, language=given["lang"], faces=given["faces"])
        first = first_game(store, request)
    app = TerminalGame(
        AppConfig(
            first=first,
            store=store,
            texts=Texts(appearance.language),
            faces=appearance.faces,
            colours=None if os.environ.get("NO_COLOR") else "auto",
            is_animated=appearance.is_animated and not given["no_animation"],
            is_demo=given["demo"],
        )
    )
    said = app.run()
    if app.problem:
        raise click.ClickException(app.problem)
    if said:
        click.echo(said)
    return YES if app.return_code == 0 else ERROR


def _exit_if_working(code: int) -> None:
    """End at once where a deal is still computed: Python's own way out may crash while a thread is in the kernel."""
    from lianliankan.terminal.background import is_working

    if is_working():
        sys.stdout.flush()
        os._exit(code)


def _read_own_game(file: str) -> "Game":
    """Read a game or a board: a text for sharing, or a file with one, with a record or with a board's text."""
    from lianliankan.board.read import read
    from lianliankan.errors import BadBoard
    from lianliankan.game.game import Game
    from lianliankan.records.record import from_record
    from lianliankan.records.share import from_share, is_share

    text = file if is_share(file) else read_text(file)
    found = from_share(text) if is_share(text) else from_record(text) if looks_like_record(text) else read(text).board
    game = found if isinstance(found, Game) else Game(found)
    if not game.first_board.tile_count:
        raise BadBoard("there is no tile on this board")
    return game
