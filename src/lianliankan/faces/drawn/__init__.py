"""The tile sets that are drawn by code; a set is loaded when somebody asks for it, since drawing it takes time."""

from functools import cache
from importlib import import_module

from lianliankan.faces.drawn.tile_set import Body, Drawing, TileSet, TileStyle

__all__ = ["TILE_SET_NAMES", "Body", "Drawing", "TileSet", "TileStyle", "load_tile_set"]

TILE_SET_NAMES: tuple[str, ...] = ("mahjong", "opera", "animals", "garden", "seals", "signs")
"""The names of the sets, each that of the module here that has it as `SET`."""


@cache
def load_tile_set(name: str) -> TileSet:
    """Load a set by its name.

    >>> load_tile_set("mahjong").drawings[0].name
    'one of characters'
    """
    if name not in TILE_SET_NAMES:
        raise ValueError(f"there is no tile set {name!r}: {', '.join(TILE_SET_NAMES)} are")
    found = import_module(f"lianliankan.faces.drawn.{name}").SET
    assert isinstance(found, TileSet)
    return found
