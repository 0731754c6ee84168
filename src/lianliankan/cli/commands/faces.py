"""The command that lists the faces on tiles; custom_faces.py adds those for custom pictures."""

import click

from lianliankan.cli.main import YES, llk
from lianliankan.cli.options import json_option
from lianliankan.cli.output import write_json


@llk.group(invoke_without_command=True)
@json_option
@click.pass_context
def faces(context: click.Context, as_json: bool) -> int:
    """List the face sets of tiles, or manage custom pictures."""
    if context.invoked_subcommand:
        return YES
    from lianliankan.faces.drawn import TILE_SET_NAMES, load_tile_set
    from lianliankan.faces.registry import FACE_SETS
    from lianliankan.texts import LANGUAGES, Texts

    drawn = [load_tile_set(name) for name in TILE_SET_NAMES]
    titles = {name: [Texts(language)(f"faces {name}") for language in LANGUAGES] for name in TILE_SET_NAMES}
    written = [name for name in FACE_SETS if name not in TILE_SET_NAMES]
    if as_json:
        about = [
            {"name": one.name, "title": title, "chinese": chinese, "faces": [d.name for d in one.drawings]}
            for one in drawn
            for title, chinese in [titles[one.name]]
        ]
        write_json({"drawn": about, "written": written})
        return YES
    for one in drawn:
        click.echo(f"{one.name:<9} {len(one.drawings)} faces  {', '.join(titles[one.name])}")
    click.echo(f"text faces: {', '.join(written)}")
    return YES
