"""The command that writes the game as a folder of files."""

from pathlib import Path

import click

from lianliankan.cli.browser_python import pyodide_option, tell
from lianliankan.cli.input import one_line_errors
from lianliankan.cli.main import YES, llk
from lianliankan.cli.options import option
from lianliankan.errors import needs

_FOLDER = click.Path(file_okay=False, path_type=Path)
_EXISTING = click.Path(exists=True, file_okay=False, path_type=Path)


@llk.command()
@click.argument("out", metavar="OUT", type=_FOLDER)
@pyodide_option
@option("--docs", type=_EXISTING, help="A folder to put into the site as docs, e.g. build/docs.")
def site(out: Path, pyodide: Path | None, docs: Path | None) -> int:
    """Write the whole game into the folder OUT, which any static host can serve, under any path.

    Such a site needs no server of its own: the game runs in the browser, also without a network. It needs node and npm
    to be made. `make site` writes build/site. An existing site is replaced; any other folder is left alone.
    """
    with needs("llk site", "lianliankan[site]"):
        from lianliankan.site.builder import write_site
    with one_line_errors(str(out)):
        version = write_site(out, pyodide, docs, say=tell)
    click.echo(f"wrote version {version} to {out}")
    return YES
