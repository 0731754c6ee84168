"""The tile sets drawn in code. Each is loaded on first use, because drawing it takes time."""

from functools import cache
from importlib import import_module

from lianliankan.errors import Error
from lianliankan.faces.drawn.tile_set import Body, Drawing, TileSet, TileStyle

__all__ = ["TILE_SET_NAMES", "Body", "Drawing", "TileSet", "TileStyle", "load_tile_set"]

TILE_SET_NAMES: tuple[str, ...] = ("mahjong", "opera", "animals", "garden", "seals", "signs")
"""The names of the tile sets; each is also the name of the package here that defines it as `SET`."""


@cache
def load_tile_set(name: str) -> TileSet:
    """Load a tile set by name.

    >>> load_tile_set("mahjong").drawings[0].name
    'one of characters'
    """
    if name not in TILE_SET_NAMES:
        raise Error(f"unknown tile set {name!r} (choose from {', '.join(TILE_SET_NAMES)})")
    found = import_module(f"lianliankan.faces.drawn.{name}").SET
    assert isinstance(found, TileSet)
    return found
