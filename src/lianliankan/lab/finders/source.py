"""The source text of a finder: its functions, without imports and without what describes them."""

import ast
import inspect
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from lianliankan.lab.finders.finder import Finder

_ROOT = "lianliankan.lab.finders."
FINDER_PACKAGES = (f"{_ROOT}algorithms.", f"{_ROOT}published.")
"""The prefix of the names of all modules of finders."""


class SourcePart(NamedTuple):
    """A function or class as it is written in its file.

    - `file`: the file, such as `algorithms/bfs.py`.
    - `first`: the number of its first line.
    - `text`: its lines.
    """

    file: str
    first: int
    text: str


def finder_source(finder: Finder) -> tuple[SourcePart, ...]:
    """Return the functions and classes of a finder, and then those that it uses of other finders.

    >>> [(part.file, part.text.partition("(")[0]) for part in finder_source(llk.FINDERS["cases"])]  # doctest: +ELLIPSIS
    [('algorithms/cases.py', 'def search'), ('algorithms/cases.py', 'def straight'), ...]
    """
    module = sys.modules[finder.algorithm.__module__]
    return tuple(_parts(module, None))


def module_file(name: str) -> str:
    """Return the file of a finder's module as the source names it.

    >>> module_file("lianliankan.lab.finders.published.relax")
    'published/relax.py'
    """
    return name.removeprefix(_ROOT).replace(".", "/") + ".py"


def _parts(module: ModuleType, wanted: set[str] | None) -> Iterator[SourcePart]:
    """Yield the definitions of a module, or those that are wanted of it, and what it takes from other finders."""
    text = inspect.getsource(module)
    lines, tree = text.splitlines(), ast.parse(text)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (wanted is None or node.name in wanted):
            shown = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            yield SourcePart(module_file(module.__name__), node.lineno, shown)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(FINDER_PACKAGES):
            yield from _parts(sys.modules[node.module or ""], {name.name for name in node.names})
