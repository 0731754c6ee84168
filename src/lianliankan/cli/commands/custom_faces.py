"""Commands for own pictures: faces add, faces own, faces rename, faces export, faces remove."""

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from lianliankan.cli.commands.faces import faces
from lianliankan.cli.commands.games import open_store, store_option
from lianliankan.cli.main import NO, YES, NegativeAnswer
from lianliankan.cli.output import CUSTOM_PREFIX, write_json
from lianliankan.errors import NoSuchPictures
from lianliankan.text import count

if TYPE_CHECKING:
    from lianliankan.faces.custom.faces import CustomFaces
    from lianliankan.faces.custom.import_pictures import Thumbnail
    from lianliankan.faces.custom.refusal import Refusal
    from lianliankan.faces.custom.similarity import SimilarPair
    from lianliankan.store import Store
    from lianliankan.store.picture_sets import PictureSet

__all__ = ["faces_add", "faces_export", "faces_own", "faces_remove", "faces_rename", "load_custom_faces"]


@faces.command(name="add")
@click.argument("name")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=FilePath))
@store_option
@click.option(
    "--alike",
    type=click.Choice(["keep", "leave-out"]),
    default="keep",
    show_default=True,
    help="What to do with a new picture that looks like another; both are named in any case.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON, for machines.")
def faces_add(name: str, files: tuple[FilePath, ...], data: FilePath | None, alike: str, as_json: bool) -> int:
    """Add pictures to the set NAME, which may be new.

    FILES are pictures (PNG, JPEG, WebP, GIF), folders of them and zips. Each is cut to a square around what matters;
    one that is none is refused, and the others are kept.
    """
    from lianliankan.faces.custom.similarity import find_similar

    name = name.removeprefix(CUSTOM_PREFIX)  # as the other commands take it
    with open_store(data) as store:
        there = _existing(store, name)
        squares, refused = _import_all(files)
        every = find_similar([*(old for _, old in there), *(new.data for new in squares)])
        pairs = [pair for pair in every if pair.second >= len(there)]  # what was there was told when it came
        labels = [*(label for label, _ in there), *(square.label for square in squares)]
        out = {pair.second for pair in pairs if alike == "leave-out"}
        kept = [square for place, square in enumerate(squares, len(there)) if place not in out]
        if kept:
            store.pictures.add_to_set(name, kept)
    if as_json:
        about = {
            "kept": [square.label for square in kept],
            "refused": [refusal._asdict() for refusal in refused],
            "alike": [_pair_json(pair, labels) | {"left_out": pair.second in out} for pair in pairs],
        }
        write_json(about)
        return YES if kept else NO
    for label, _, words in refused:
        click.echo(f"refused {label}: {words}")
    for pair in pairs:
        seen = "" if pair.view == "colour" else f" ({pair.view})"
        left = ", left out" if pair.second in out else ""
        click.echo(f"alike {labels[pair.first]} – {labels[pair.second]}: {pair.distance:.1f}{seen}{left}")
    click.echo(f"{count(len(kept), 'picture')} added, {len(refused)} refused, {len(out)} left out")
    return YES if kept else NO


@faces.command(name="own")
@store_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON, for machines.")
def faces_own(data: FilePath | None, as_json: bool) -> int:
    """List the sets of own pictures."""
    with open_store(data) as store:
        found = store.pictures.sets()
    if as_json:
        write_json([_set_json(own) for own in found])
    else:
        for own in found:
            click.echo(f"{CUSTOM_PREFIX}{own.name}  {count(len(own.pictures), 'picture')}, {own.size / 1000:.0f} KB")
        if not found:
            click.echo("no own pictures: llk faces add NAME FILES adds some")
    return YES if found else NO


@faces.command(name="rename")
@click.argument("name")
@click.argument("new")
@store_option
def faces_rename(name: str, new: str, data: FilePath | None) -> int:
    """Give the set NAME the name NEW."""
    with open_store(data) as store:
        store.pictures.change(_find_set(store, name).id, name=new)
    return YES


@faces.command(name="export")
@click.argument("name")
@click.option(
    "--out",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=FilePath, dir_okay=False),
    help="The zip to write.",
)
@store_option
def faces_export(name: str, out: FilePath, data: FilePath | None) -> int:
    """Write the pictures of the set NAME as a zip; `llk faces add` takes it."""
    from lianliankan.faces.custom.zip_files import write_zip

    with open_store(data) as store:
        pictures = store.pictures.set_data(_find_set(store, name).id)
    try:
        out.write_bytes(write_zip([(picture.label, square) for picture, square in pictures]))
    except OSError as problem:
        raise click.ClickException(f"{out}: {problem.strerror or problem}") from None
    return YES


@faces.command(name="remove")
@click.argument("name")
@store_option
def faces_remove(name: str, data: FilePath | None) -> int:
    """Forget the set NAME for ever."""
    with open_store(data) as store:
        store.pictures.remove(_find_set(store, name).id)
    return YES


def load_custom_faces(name: str) -> "CustomFaces":
    """Give a set of own pictures as faces, the pictures themselves in it."""
    from lianliankan.faces.custom.faces import CustomFaces, PictureSource, make_data_url

    with open_store(None) as store:
        found = _find_set(store, name)
        pictures = store.pictures.set_data(found.id)
    prints = tuple(PictureSource(picture.label, make_data_url(square)) for picture, square in pictures)
    return CustomFaces(f"own_{found.id}", prints)


def _find_set(store: "Store", name: str) -> "PictureSet":
    """Find a set by its name, with or without what stands before it."""
    try:
        return store.pictures.by_name(name.removeprefix(CUSTOM_PREFIX))
    except NoSuchPictures as problem:
        raise NegativeAnswer(str(problem)) from None


def _existing(store: "Store", name: str) -> list[tuple[str, bytes]]:
    """Give the labels and pictures that a set has already; a name that none can have is an error before any work."""
    try:
        found = store.pictures.by_name(name)
    except NoSuchPictures:
        return []
    return [(picture.label, square) for picture, square in store.pictures.set_data(found.id)]


def _import_all(files: Sequence[FilePath]) -> tuple[list["Thumbnail"], list["Refusal"]]:
    from lianliankan.faces.custom.import_pictures import Thumbnail, import_paths

    squares: list[Thumbnail] = []
    refused: list[Refusal] = []
    try:
        for found in import_paths(files):
            if isinstance(found, Thumbnail):
                squares.append(found)
            else:
                refused.append(found)
    except OSError as problem:
        raise click.ClickException(f"{problem.filename or 'a file'}: {problem.strerror or problem}") from None
    return squares, refused


def _pair_json(pair: "SimilarPair", labels: Sequence[str]) -> dict[str, Any]:
    first, second = labels[pair.first], labels[pair.second]
    return {"first": first, "second": second, "distance": round(pair.distance, 2), "view": pair.view}


def _set_json(own: "PictureSet") -> dict[str, Any]:
    return {"name": own.name, "pictures": [picture.label for picture in own.pictures], "bytes": own.size}
