"""The finders by name. The folders are the list: every module that defines `FINDER` is a finder."""

from collections.abc import Mapping
from importlib import import_module
from operator import index
from pkgutil import iter_modules
from types import MappingProxyType

from lianliankan.board.board import Board, check_board
from lianliankan.board.cell import Cell
from lianliankan.errors import NoSuchFinder
from lianliankan.lab.finders import algorithms, published
from lianliankan.lab.finders.finder import Finder, Search
from lianliankan.text import shorten


def _finders_in(package: str, path: list[str]) -> Mapping[str, Finder]:
    """Collect the finders of a package, those with the fewest promises first."""
    modules = [import_module(f"{package}.{found.name}") for found in iter_modules(path) if not found.ispkg]
    found = [module.FINDER for module in modules if hasattr(module, "FINDER")]
    found.sort(key=lambda finder: (len(finder.promises), finder.name))
    return MappingProxyType({finder.name: finder for finder in found})


FINDERS: Mapping[str, Finder] = _finders_in(algorithms.__name__, algorithms.__path__)
"""The finders by name."""

PUBLISHED: Mapping[str, Finder] = _finders_in(published.__name__, published.__path__)
"""The published versions with their flaws; `llk.find` knows them too."""


def finder_named(name: str) -> Finder:
    """Return a finder, or a published version, by its name.

    >>> finder_named("bfs").name
    'bfs'
    >>> finder_named("dijkstra")
    Traceback (most recent call last):
    ...
    lianliankan.errors.NoSuchFinder: unknown finder 'dijkstra' (choose from dfs, ...)
    """
    finder = FINDERS.get(name) or PUBLISHED.get(name)
    if finder is None:
        raise NoSuchFinder(
            f"unknown finder {shorten(name)} (choose from {', '.join(FINDERS)}; published versions: "
            f"{', '.join(PUBLISHED)})"
        )
    return finder


def find(name: str, board: Board, a: tuple[int, int], b: tuple[int, int], *, traced: bool = True) -> Search:
    """Search for a path between two tiles with the named finder.

    Raises the errors of `board.link` if the cells are not two tiles, Unsupported if the finder does not support the
    board's rules, and TooLarge if the board is too large for it. Without a trace it is faster.

    >>> board = llk.Board.parse("1 2 2 1 / . 3 3 .")
    >>> search = llk.find("layers", board, (0, 0), (0, 3))
    >>> str(search.path), search.path.turns
    ('1,1-0,1-0,4-1,4', 2)
    >>> search.examined == sum(step.name == "look" for step in search.trace)
    True
    """
    finder = finder_named(name)
    check_board(board)
    board.linkable(a, b)  # only for the errors it raises
    return finder.search(board, Cell(*map(index, a)), Cell(*map(index, b)), traced=traced)
