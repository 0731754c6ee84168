"""The table of promises for the docs, generated from the finders and their counterexamples."""

from collections.abc import Iterable

from lianliankan.lab.finders.counterexamples import counterexamples
from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.promises import Promise


def to_markdown(finders: Iterable[Finder]) -> str:
    """Format the table, one finder per line: a tick for a promise, otherwise the smallest board on which it fails.

    An arrow means that the finder searches from the second tile to the first. Flaws of published versions are bold.

    >>> import lianliankan as llk
    >>> print(to_markdown([llk.FINDERS["bfs"]]))
    | finder | cost | finds every link | no false link | within the turn limit | fewest turns | ...
    | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    | `bfs` | cells | `A.XA` | `XA/AX` | `A.XA` | `A.XA` | `A.XA` | ✔ | ✔ |
    """
    head = ["finder", "cost", *(promise.short for promise in Promise)]
    lines = [
        [f"`{finder.name}`", finder.cost, *(_judged(finder, promise) for promise in Promise)] for finder in finders
    ]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head), *lines])


def _judged(finder: Finder, promise: Promise) -> str:
    if promise in finder.promises:
        return "✔"
    example = counterexamples()[finder.name, promise]
    board = f"`{example.text}`" if example.a < example.b else f"`{example.text}` ←"
    return f"**{board}**" if promise in finder.flaws else board
