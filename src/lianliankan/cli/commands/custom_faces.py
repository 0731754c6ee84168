"""Commands for custom pictures: faces add, faces own, faces rename, faces export, faces remove."""

import sys
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from lianliankan.cli.commands.faces import faces
from lianliankan.cli.commands.games import open_store, store_option
from lianliankan.cli.main import NO, YES
from lianliankan.cli.names import CUSTOM_PREFIX
from lianliankan.cli.options import Name, json_option, option
from lianliankan.cli.output import check_new_file, write_json
from lianliankan.errors import NoSuchPictures
from lianliankan.text import count

if TYPE_CHECKING:
    from lianliankan.faces.custom.faces import CustomFaces
    from lianliankan.faces.custom.import_pictures import Thumbnail
    from lianliankan.faces.custom.picture_worker import PictureWorker
    from lianliankan.faces.custom.refusal import Refusal
    from lianliankan.faces.custom.similarity import SimilarPair
    from lianliankan.store import Store
    from lianliankan.store.picture_sets import PictureSet


@faces.command(name="add")
@click.argument("name")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=FilePath))
@store_option
@option(
    "--alike",
    type=Name("value", lambda: ("ask", "keep", "leave-out")),
    default="ask",
    show_default=True,
    help="Ask about each new picture that looks like another, keep it, or leave it out; all pairs are listed.",
)
@json_option
def faces_add(name: str, files: tuple[FilePath, ...], data: FilePath | None, alike: str, as_json: bool) -> int:
    """Add pictures to the set NAME, creating it if needed.

    FILES are pictures (PNG, JPEG, WebP, GIF), folders and zip files. Each picture is cropped to a square around its
    subject. Files that cannot be used, and pictures that are there already, are refused; the others are added.
    Without a terminal to ask in, nothing is added while there are pictures that look alike.
    """
    from lianliankan.faces.custom.picture_worker import PictureWorker

    name = name.removeprefix(CUSTOM_PREFIX)  # as for the other commands
    with open_store(data, create=True) as store, PictureWorker() as worker:
        existing = _existing(store, name)
        squares, refused = _import_all(files, existing, worker)
        every = worker.find_similar([*(old for _, old in existing), *(new.data for new in squares)])
        pairs = [
            pair for pair in every if pair.second >= len(existing)
        ]  # older pairs were reported when they were added
        labels = [*(label for label, _ in existing), *(square.label for square in squares)]
        out = _leave_out(pairs, labels, alike)
        kept = [square for place, square in enumerate(squares, len(existing)) if place not in out]
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
    for refusal in refused:
        click.echo(f"refused {refusal.label}: {refusal.words}")
    for pair in pairs:
        click.echo(_pair_text(pair, labels) + (", left out" if pair.second in out else ""))
    click.echo(f"{count(len(kept), 'picture')} added, {len(refused)} refused, {len(out)} left out")
    return YES if kept else NO


@faces.command(name="own")
@store_option
@json_option
def faces_own(data: FilePath | None, as_json: bool) -> int:
    """List the custom picture sets."""
    with open_store(data) as store:
        found = store.pictures.sets()
    if as_json:
        write_json([_set_json(own) for own in found])
    else:
        for own in found:
            click.echo(f"{CUSTOM_PREFIX}{own.name}  {count(len(own.pictures), 'picture')}, {own.size / 1000:.0f} KB")
        if not found:
            click.echo("no custom pictures; add some with: llk faces add NAME FILES")
    return YES if found else NO


@faces.command(name="rename")
@click.argument("name")
@click.argument("new")
@store_option
def faces_rename(name: str, new: str, data: FilePath | None) -> int:
    """Rename the set NAME to NEW."""
    with open_store(data) as store:
        store.pictures.change(_find_set(store, name).id, name=new)
    return YES


@faces.command(name="export")
@click.argument("name")
@option(
    "--out",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=FilePath, dir_okay=False),
    help="The zip file to write, a new one.",
)
@store_option
def faces_export(name: str, out: FilePath, data: FilePath | None) -> int:
    """Write the pictures of the set NAME to a zip file for `llk faces add`."""
    from lianliankan.faces.custom.zip_files import write_zip

    with open_store(data) as store:
        pictures = store.pictures.set_data(_find_set(store, name).id)
    check_new_file(out)
    try:
        out.write_bytes(write_zip([(picture.label, square) for picture, square in pictures]))
    except OSError as problem:
        raise click.ClickException(f"{out}: {problem.strerror or problem}") from None
    return YES


@faces.command(name="remove")
@click.argument("name")
@store_option
def faces_remove(name: str, data: FilePath | None) -> int:
    """Delete the set NAME; this cannot be undone."""
    with open_store(data) as store:
        store.pictures.remove(_find_set(store, name).id)
    return YES


def load_custom_faces(name: str) -> "CustomFaces":
    """Return a custom picture set as faces, with the pictures embedded."""
    from lianliankan.faces.custom.faces import CustomFaces, PictureSource, make_data_url

    with open_store(None) as store:
        found = _find_set(store, name)
        pictures = store.pictures.set_data(found.id)
    prints = tuple(PictureSource(picture.label, make_data_url(square)) for picture, square in pictures)
    return CustomFaces(f"own_{found.id}", prints)


def _find_set(store: "Store", name: str) -> "PictureSet":
    """Find a set by its name, with or without the prefix."""
    return store.pictures.by_name(name.removeprefix(CUSTOM_PREFIX))


def _existing(store: "Store", name: str) -> list[tuple[str, bytes]]:
    """Return the labels and pictures of a set, if it exists; an invalid name is an error before any work."""
    try:
        found = store.pictures.by_name(name)
    except NoSuchPictures:
        return []
    return [(picture.label, square) for picture, square in store.pictures.set_data(found.id)]


def _leave_out(pairs: Sequence["SimilarPair"], labels: Sequence[str], alike: str) -> set[int]:
    """Decide which of the pictures that look like another one are left out."""
    if alike != "ask":
        return {pair.second for pair in pairs if alike == "leave-out"}
    if pairs and not sys.stdin.isatty():
        for pair in pairs:
            click.echo(_pair_text(pair, labels), err=True)
        raise click.ClickException("nothing was added; choose --alike keep or --alike leave-out for similar pictures")
    out: set[int] = set()
    for pair in pairs:
        if out.isdisjoint(pair[:2]) and not click.confirm(f"{_pair_text(pair, labels)}; keep both?", err=True):
            out.add(pair.second)
    return out


def _pair_text(pair: "SimilarPair", labels: Sequence[str]) -> str:
    seen = "" if pair.view == "colour" else f" ({pair.view})"
    return f"similar {labels[pair.first]} – {labels[pair.second]}: {pair.distance:.1f}{seen}"


def _import_all(
    files: Sequence[FilePath], existing: Sequence[tuple[str, bytes]], worker: "PictureWorker"
) -> tuple[list["Thumbnail"], list["Refusal"]]:
    """Import files; pictures that are there already, or twice among them, are refused."""
    from lianliankan.faces.custom.import_pictures import Thumbnail, import_paths, refuse_same

    squares: list[Thumbnail] = []
    refused: list[Refusal] = []
    try:
        for found in refuse_same(import_paths(files, worker), existing):
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
