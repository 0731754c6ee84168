"""Python for browsers, as the commands that put it beside a page get it."""

import logging
from pathlib import Path

import click

from lianliankan.cli.input import one_line_errors
from lianliankan.cli.options import option

_NAME = "Python for the browser"
_FOLDER = click.Path(file_okay=False, path_type=Path)

pyodide_option = option(
    "--pyodide",
    type=_FOLDER,
    metavar="DIR",
    help="Where npm's package pyodide is, or is to be (default: in your cache folder).",
)
"""The option of commands that need Pyodide."""

runtime_option = option(
    "--runtime",
    type=_FOLDER,
    metavar="DIR",
    help="Serve Python for the browser, with which players run functions of their own in the lab, from this folder; "
    "if it is not there, it is made first, with node and npm.",
)
"""The option of a server for many players."""


def own_python(*, get: bool, pyodide: Path | None) -> Path | None:
    """Return the user's folder with Python for browsers, made now if that is wished; None if there is none."""
    from lianliankan.site.runtime import has_runtime, is_prepared, prepare_runtime, runtime_folder

    with one_line_errors(_NAME):
        folder = runtime_folder()
        if get:
            prepare_runtime(folder, tell, pyodide)
    if is_prepared(folder):
        return folder
    if has_runtime(folder):
        tell(f"{_NAME} is of another version; to get this one, run: llk play --python")
    return None


def served_python(folder: Path | None, *, is_worker: bool) -> Path | None:
    """Return the folder to serve Python for browsers from; a worker does not make it, but warns in the log."""
    from lianliankan.site.runtime import is_prepared, prepare_runtime

    if folder is None:
        return None
    if not is_worker:
        with one_line_errors(_NAME):
            prepare_runtime(folder, tell)
    if is_prepared(folder):
        return folder
    logging.getLogger("lianliankan.web").warning("Python for the browser is of another version: restart the server")
    return None


def tell(text: str) -> None:
    """Tell what is going on."""
    click.echo(f"llk: {text}", err=True)
