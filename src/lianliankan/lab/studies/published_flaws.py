"""How often the finders as published are wrong, on boards from nearly empty to full: counted, with no clock."""

from collections import Counter
from collections.abc import Iterator

from lianliankan.board.board import Board
from lianliankan.board.path import Path
from lianliankan.dealing.deal import scatter
from lianliankan.lab.finders import PUBLISHED, Promise
from lianliankan.lab.race.race import judge_path
from lianliankan.lab.studies.boards import equal_pairs, thin_out
from lianliankan.lab.studies.tables import ResultTable

__all__ = ["broken_promise", "count_flaws"]

_FILLS = (25, 50, 75, 100)  # of a hundred tiles are left
_SIDE, _KINDS, _BOARDS = 8, 16, 20

_WORDS = {
    Promise.FINDS: "misses the link",
    Promise.SOUND: "sees a link where none is",
    Promise.LEGAL: "gives a path that is no link",
    Promise.TURNS: "turns more often than needed",
    Promise.STEPS: "walks more steps than needed",
}


def count_flaws(*, boards: int = _BOARDS) -> ResultTable:
    """Count how often each finder as published breaks what it was published for.

    >>> count_flaws(boards=1).lines[0][:2]
    ('`cases`', 'misses the link')
    """
    counted = [_count(fill, boards) for fill in _FILLS]
    lines = tuple(
        (f"`{name.removeprefix('published.')}`", words, *(_share(asked, name, promise) for asked in counted))
        for name, finder in PUBLISHED.items()
        for promise, words in _WORDS.items()
        if promise in finder.flaws
    )
    note = (
        f"Of all pairs of equal tiles on {boards} boards of {_SIDE} × {_SIDE} cells and {_KINDS} kinds, by how many of "
        "the tiles are left: of those that link, or for false links, of those that do not."
    )
    head = ("as published", "what it does", *(f"{fill}% left" for fill in _FILLS))
    return ResultTable(head, lines, note, left=(0, 1))


def broken_promise(board: Board, path: Path | None, best: Path | None) -> Promise | None:
    """Give the first promise that an answer breaks, beside the best path there is; None where it is as good.

    >>> import lianliankan as llk
    >>> board = llk.Board.parse("A.A")
    >>> broken_promise(board, None, board.link((0, 0), (0, 2)))
    <Promise.FINDS: 'finds a link whenever there is one'>
    """
    if path is None:
        return Promise.FINDS if best else None
    if best is None:
        return Promise.SOUND
    if not judge_path(board, path, best)[1]:
        return Promise.LEGAL
    if path.turns > best.turns:
        return Promise.TURNS
    return Promise.STEPS if path.steps > best.steps else None


Counted = Counter[tuple[str, Promise | None, bool]]
"""How often a finder broke a promise, or none, on pairs that link and on others."""


def _count(fill: int, boards: int) -> Counted:
    return Counter(
        (name, broken_promise(board, finder.search(board, *pair, traced=False).path, best), best is not None)
        for board in _boards(fill, boards)
        for pair in equal_pairs(board)
        for best in [board.link(*pair)]
        for name, finder in PUBLISHED.items()
    )


def _boards(fill: int, boards: int) -> Iterator[Board]:
    for seed in range(1, boards + 1):
        yield thin_out(scatter(_SIDE, _SIDE, kinds=_KINDS, seed=seed), fill)


def _share(counted: Counted, name: str, promise: Promise) -> str:
    """Say how large the share is, of the pairs on which the promise can be broken."""
    links = promise is not Promise.SOUND
    asked = sum(times for (who, _, linked), times in counted.items() if (who, linked) == (name, links))
    wrong = counted[name, promise, links]
    return "<1%" if 0 < wrong * 100 < asked else f"{wrong / max(asked, 1):.0%}"
