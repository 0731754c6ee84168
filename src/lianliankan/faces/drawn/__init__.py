"""The tile sets that are drawn by code; a set is loaded when somebody asks for it, since drawing it takes time."""

from functools import cache
from importlib import import_module

from lianliankan.faces.drawn.tile_set import Body, Drawing, Look, TileSet

__all__ = ["SETS", "Body", "Drawing", "Look", "TileSet", "tile_set"]

SETS: tuple[str, ...] = ("mahjong", "opera", "animals", "garden", "seals", "signs")
"""The names of the sets, each that of the module here that has it as `SET`."""


@cache
def tile_set(name: str) -> TileSet:
    """Load a set by its name.

    >>> tile_set("mahjong").drawings[0].name
    'one of characters'
    """
    if name not in SETS:
        raise ValueError(f"there is no tile set {name!r}: {', '.join(SETS)} are")
    found = import_module(f"lianliankan.faces.drawn.{name}").SET
    assert isinstance(found, TileSet)
    return found
