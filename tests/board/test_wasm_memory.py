"""The kernel's memory where Python runs on WebAssembly; `make wasm-test` runs this."""

import gc
import sys
from collections import Counter

import pytest

import lianliankan as llk

pytestmark = pytest.mark.skipif(sys.platform != "emscripten", reason="the compiled kernel has no memory of its own")


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the objects that are released."""
    from lianliankan.wasm.bridge import call

    counts: Counter[str] = Counter()

    def count(name: str) -> None:
        release = getattr(call, name)
        monkeypatch.setattr(call, name, lambda address: (counts.update([name]), release(address)))

    count("release_layout")
    count("release_solver")
    return counts


def test_what_is_dropped_is_released_at_once(released: Counter[str]) -> None:
    board = llk.Board.parse("1 2 2 1 / . 3 3 .")
    for move in board.moves():
        board.play(move)
    llk.Position(board).copy()
    llk.solve(board)
    with pytest.raises(llk.IllegalMove):
        board.play((0, 0), (0, 1))
    assert released == {"release_layout": 5, "release_solver": 1}
    del board
    assert released["release_layout"] == 6


def test_what_the_garbage_collector_finds_is_usable_until_it_has_ended(released: Counter[str]) -> None:
    seen = []

    class Last:
        """Holds a board in a circle and looks at it when it is finalized."""

        def __init__(self) -> None:
            self.board, self.me = llk.Board.parse("1 2 2 1 / . 3 3 ."), self

        def __del__(self) -> None:
            seen.append((len(self.board.moves()), released["release_layout"]))

    before = released["release_layout"]
    for _ in range(5):
        Last()
    gc.collect()
    assert seen == [(3, before)] * 5
    assert released["release_layout"] == before + 5


def test_what_a_finalizer_brings_back_stays(released: Counter[str]) -> None:
    kept = []

    class Returning:
        def __init__(self) -> None:
            self.board, self.me = llk.Board.parse("1 1"), self

        def __del__(self) -> None:
            kept.append(self.board)

    Returning()
    gc.collect()
    assert kept[0].moves() == [((0, 0), (0, 1))]
    before = released["release_layout"]
    kept.clear()
    gc.collect()
    assert released["release_layout"] == before + 1


def test_answers_are_copies_whatever_the_memory_does() -> None:
    board = llk.scatter(8, 18, kinds=36, seed=1)
    moves = board.moves()
    large = [llk.Board([[1] * 400] * 400) for _ in range(4)]
    assert board.moves() == moves
    assert [other.tile_count for other in large] == [160_000] * 4
