"""How far paths come, and the tiles in the way: against the links that the kernel finds."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.board.near_miss import clearest_path
from lianliankan.lab.reach import find_reach
from lianliankan.web.lab.jobs import explain_pair

NUMBERS = st.sampled_from([0, 0, 0, 1, 2, -1])
RULES = st.builds(
    llk.Rules, max_turns=st.sampled_from([0, 1, 2, 3, None]), outside=st.booleans(), adjacent=st.booleans()
)


@st.composite
def boards(draw: st.DrawFn) -> llk.Board:
    """A small board with at least two tiles of one kind."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(2, 5))
    numbers = draw(st.lists(NUMBERS, min_size=rows * cols, max_size=rows * cols))
    for place in draw(st.permutations(range(rows * cols)))[:2]:
        numbers[place] = 1
    return llk.Board([numbers[row * cols : (row + 1) * cols] for row in range(rows)], rules=draw(RULES))


@given(boards())
@settings(max_examples=150)
def test_a_tile_links_to_a_tile_on_every_cell_that_it_reaches_and_on_no_other(board: llk.Board) -> None:
    start = next(cell for cell, kind in board.tiles() if kind == 1)
    reach = find_reach(board, start)
    apart = board.with_rules(adjacent=True)
    for row in range(board.rows):
        for col in range(board.cols):
            if board[row, col] == 0:
                path = apart.with_cell((row, col), 1).link(start, (row, col))
                assert reach.get(llk.Cell(row, col)) == (path and path.turns)


@given(boards())
@settings(max_examples=150)
def test_an_explanation_names_the_smallest_set_of_tiles_in_the_way(board: llk.Board) -> None:
    a, b = [cell for cell, kind in board.tiles() if kind == 1][:2]
    why = explain_pair(board, a, b)
    assert why.equal
    assert (why.link is None) == (not board.linkable(a, b))
    others = [cell for cell, _ in board.tiles() if cell not in (a, b)]

    def links_without(cells: tuple[llk.Cell, ...]) -> bool:
        left = board
        for cell in cells:
            left = left.with_cell(cell, 0)
        return left.linkable(a, b)

    if why.link is None:
        assert why.openers == [cell for cell in others if links_without((cell,))]
        assert (why.clearest is None) == (not links_without(tuple(others)))
        assert links_without(why.blockers) == (why.clearest is not None)
        fewer = range(min(len(why.blockers), 3))  # more than two takes too long to try
        assert not any(links_without(cells) for size in fewer for cells in combinations(others, size))
        longer = board.with_rules(max_turns=None).link(a, b)
        assert (why.longer and why.longer.turns) == (longer and longer.turns)


def test_the_clearest_path_stays_within_the_rules() -> None:
    board = llk.Board.parse("A#./B.A/...", rules=llk.Rules(outside=False, max_turns=1))
    found = clearest_path(board, (0, 0), (1, 2))
    assert found.blockers == ((1, 0),)
    assert found.path is not None
    assert found.path.turns == 1
