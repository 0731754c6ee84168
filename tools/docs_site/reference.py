"""The API reference: a page says which group of `help(llk)` it shows, and autodoc writes its names."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

import lianliankan

_BLOCK = re.compile(r"^```\{public-names\} (.+)\n```$", re.MULTILINE)


def public_groups() -> dict[str, list[str]]:
    """Return the public names by their groups, in the order of `help(llk)`, and those of `lianliankan.render`.

    >>> public_groups()["Deals"]
    ['deal', 'scatter', 'shuffle', 'Deal', 'SHAPES']
    """
    groups: dict[str, list[str]] = {}
    for line in (lianliankan.__doc__ or "").splitlines():
        if re.fullmatch(r"[A-Z][\w ]+", line):
            names = groups[line] = []
        elif groups and line.startswith("    "):
            names += re.split(r" {2,}", line.strip())[0].split()
    render = importlib.import_module("lianliankan.render")
    return groups | {"Drawing": [f"render.{name}" for name in render.__all__]}


def _describe(name: str) -> Iterator[str]:
    """Yield the directive that documents a name, and the text of a constant."""
    package, _, last = f"lianliankan.{name}".rpartition(".")
    thing = getattr(importlib.import_module(package), last)
    if inspect.isclass(thing) and issubclass(thing, Exception):
        yield f".. autoexception:: {package}.{last}"
        yield "   :show-inheritance:"
    elif inspect.isclass(thing):
        yield f".. autoclass:: {package}.{last}"
        yield "   :members:"
        # What every event has is told by Event.
        yield f"   :inherited-members: object, tuple, Struct{'' if last == 'Event' else ', Event'}"
    elif inspect.isroutine(thing) or hasattr(thing, "__wrapped__"):
        yield f".. autofunction:: {package}.{last}"
    else:
        yield f".. py:data:: {package}.{last}"
        yield from ("", *(f"   {line}" for line in _constant_text(package, last)))
    yield ""


def _constant_text(package: str, name: str) -> list[str]:
    """Return the text below a constant's definition."""
    home = _find_home(package, name)
    try:
        return ModuleAnalyzer.for_module(home).find_attr_docs()["", name]
    except KeyError:
        raise LookupError(f"{home}.{name} has no text below its definition") from None


def _find_home(module: str, name: str) -> str:
    """Return the module that defines a name, however often it is imported from one to the next.

    >>> _find_home("lianliankan.render", "THEMES")
    'lianliankan.faces.drawn.tile_body'
    """
    file = inspect.getsourcefile(importlib.import_module(module)) or ""
    source = Path(f"{file}i" if module == "lianliankan" else file).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and name in (each.name for each in node.names):
            return _find_home(node.module, name)
    return module


def _write_names(app: Sphinx, page: str, source: list[str]) -> None:
    def write(found: re.Match[str]) -> str:
        lines = [line for name in public_groups()[found[1]] for line in _describe(name)]
        return "\n".join(["```{eval-rst}", *lines, "```"])

    if page.startswith("api/"):
        source[0] = _BLOCK.sub(write, source[0])


def _tidy_signature(
    app: Sphinx, what: str, name: str, thing: object, options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Drop the `self` and the modules that compiled methods have in their signatures."""
    signature = signature and re.sub(r"\(self(?:, )?", "(", signature)
    return signature, returned and re.sub(r"\b(?:typing|numpy\.typing|lianliankan[\w.]*)\.(?=[A-Z])", "", returned)


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    app.connect("autodoc-process-signature", _tidy_signature)
    app.connect("source-read", _write_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
