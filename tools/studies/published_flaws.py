"""How often the published finders are wrong, counted on boards from nearly empty to full."""

from collections import Counter
from collections.abc import Iterator

from lianliankan.bench.boards import equal_pairs, thin_out
from lianliankan.board.board import Board
from lianliankan.board.path import Path
from lianliankan.dealing.deal import scatter
from lianliankan.lab.finders import PUBLISHED, Promise
from lianliankan.lab.race.verdict import judge_path
from studies.tables import ResultTable

_FILLS = (25, 50, 75, 100)  # percent of the tiles left
_SIDE, _KINDS, _BOARDS = 8, 16, 20

_FAULTS = {
    Promise.FINDS: "misses the link",
    Promise.SOUND: "reports a false link",
    Promise.LEGAL: "returns an invalid path",
    Promise.TURNS: "more turns than needed",
    Promise.STEPS: "more steps than needed",
}


def count_flaws(*, boards: int = _BOARDS) -> ResultTable:
    """Count how often each published finder breaks its promises.

    >>> count_flaws(boards=1).lines[0][:2]
    ('`cases`', 'misses the link')
    """
    counted = [_count(fill, boards) for fill in _FILLS]
    lines = tuple(
        (f"`{name.removeprefix('published.')}`", fault, *(_share(asked, name, promise) for asked in counted))
        for name, finder in PUBLISHED.items()
        for promise, fault in _FAULTS.items()
        if promise in finder.flaws
    )
    note = (
        f"All pairs of equal tiles on {boards} boards of {_SIDE} × {_SIDE} cells and {_KINDS} kinds, by the share of "
        "tiles left. Percentages are of the pairs that link; for false links, of those that do not."
    )
    head = ("published", "fault", *(f"{fill}% left" for fill in _FILLS))
    return ResultTable(head, lines, note, left=(0, 1))


def broken_promise(board: Board, path: Path | None, best: Path | None) -> Promise | None:
    """Return the first promise that an answer breaks compared with the best path, or None.

    >>> import lianliankan as llk
    >>> board = llk.Board.parse("A.A")
    >>> broken_promise(board, None, board.link((0, 0), (0, 2)))
    <Promise.FINDS: 'finds a link whenever there is one'>
    """
    if path is None:
        return Promise.FINDS if best else None
    if best is None:
        return Promise.SOUND
    if not judge_path(board, path, best).right:
        return Promise.LEGAL
    if path.turns > best.turns:
        return Promise.TURNS
    return Promise.STEPS if path.steps > best.steps else None


Counted = Counter[tuple[str, Promise | None, bool]]
"""How often a finder broke a promise, or none (None), on pairs that link and on others."""


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
    """Format the share of the pairs on which the promise was broken, out of those where it can be."""
    links = promise is not Promise.SOUND
    asked = sum(times for (who, _, linked), times in counted.items() if (who, linked) == (name, links))
    wrong = counted[name, promise, links]
    return "<1%" if 0 < wrong * 100 < asked else f"{wrong / max(asked, 1):.0%}"
