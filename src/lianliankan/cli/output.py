"""Output of commands: boards as text or SVG, and JSON."""

import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, TypeVar

import click

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.cli.names import COLOUR, CUSTOM_PREFIX, FACES, LANGUAGE, THEME
from lianliankan.cli.options import FILE, option

if TYPE_CHECKING:
    from lianliankan.board.path import Path
    from lianliankan.faces.face import FaceSet

Command = TypeVar("Command", bound=Callable[..., object])


def printable(text: str) -> str:
    """Replace control characters, since a text may come from anywhere."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def text_options(command: Command) -> Command:
    """Add the options of a command that draws a board as text."""
    command = option(
        "--faces",
        type=FACES,
        default="numbers",
        show_default=True,
        metavar="NAME",
        help="The faces on the tiles",
    )(command)
    return colour_option(command)


def colour_option(command: Command) -> Command:
    """Add the option --colour."""
    return option("--colour", type=COLOUR, default="auto", show_default=True, help="Colours in the terminal.")(command)


def language_option(text: str, *, default: str | None = None) -> Callable[[Command], Command]:
    """Add the option --lang."""
    return option("--lang", type=LANGUAGE, default=default, show_default=default is not None, help=text)


def drawing_options(command: Command) -> Command:
    """Add the options of a command that draws a board as text or as a picture."""
    command = option(
        "--svg", type=FILE, metavar="OUT", help="Write an SVG picture to this file (- for standard output) instead."
    )(command)
    command = option(
        "--theme",
        type=THEME,
        default="light",
        show_default=True,
        help="The colours of the picture.",
    )(command)
    return text_options(command)


def draw_text(
    board: Board,
    path: "Path | None" = None,
    *,
    faces: str | None,
    colour: str | None,
    marks: Iterable[tuple[int, int]] = (),
    frame: Board | None = None,
) -> str:
    """Return a board as text, drawn with the options of `text_options`."""
    from lianliankan import render

    return render.to_terminal(
        board, path, faces=find_faces(faces), colour=uses_colour(colour), marks=marks, frame=frame
    )


def uses_colour(colour: str | None) -> bool:
    """Whether to write colours."""
    from lianliankan import render

    return colour == "always" or (colour == "auto" and render.wants_colour(sys.stdout, os.environ))


def check_faces(faces: str | None) -> str:
    """Return a name of faces if it exists, else raise an error."""
    from lianliankan import render

    if faces not in render.FACE_SETS:
        raise click.ClickException(f"unknown faces {faces!r} (choose from {', '.join(render.FACE_SETS)})")
    return faces


@cache
def find_faces(faces: str | None) -> "str | FaceSet":
    """Return what the option --faces names: a set of faces, or with own:NAME a custom picture set."""
    if faces is None or not faces.startswith(CUSTOM_PREFIX):
        return check_faces(faces)
    from lianliankan.cli.commands.custom_faces import load_custom_faces

    return load_custom_faces(faces.removeprefix(CUSTOM_PREFIX))


def draw(
    board: Board, path: "Path | None", *, faces: str | None, svg: str | None, theme: str | None, colour: str | None
) -> None:
    """Draw a board as text or as a picture."""
    from lianliankan import render

    if svg:
        picture = render.to_svg(board, path, faces=find_faces(faces), theme="dark" if theme == "dark" else "light")
        write(svg, picture)
        return
    click.echo(draw_text(board, path, faces=faces, colour=colour), color=uses_colour(colour) or None)


def check_drawing(*, as_json: bool, svg: str | None, **_: str | None) -> None:
    """Reject options that cannot be combined."""
    if svg == "":
        raise click.ClickException("--svg needs a file name, or - for standard output")
    if svg is not None and as_json:
        raise click.ClickException("--json and --svg cannot be combined")


def check_new_file(name: str | FilePath) -> None:
    """Reject the name of a file that exists already; what is not a file, such as /dev/null, may be written to."""
    if FilePath(name).is_file():
        raise click.ClickException(f"{name}: this file exists already; name a new one")


def write(name: str, text: str) -> None:
    """Write a text to a file, or to standard output for -."""
    if name == "-":
        click.echo(text)
        return
    try:
        FilePath(name).write_text(text + "\n", encoding="utf-8")
    except OSError as problem:
        raise click.ClickException(f"{name}: {problem.strerror or problem}") from None


def write_json(value: object) -> None:
    """Write a value as one line of JSON."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False))


def find_path(board: Board, move: tuple[Cell, Cell]) -> "Path":
    """Return the path of a move."""
    path = board.link(*move)
    assert path is not None, "a move links"
    return path
