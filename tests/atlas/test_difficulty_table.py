"""Where a deal's difficulty lies among all deals of its kind."""

from dataclasses import replace

import pytest

import lianliankan as llk
from lianliankan.atlas.difficulty_table import STEPS, difficulty_percentile, read_tables
from lianliankan.atlas.variant import Variant


def test_the_tables_are_of_variants_and_in_order() -> None:
    tables = read_tables()
    assert "8x18 kinds=36" in tables
    for table in tables.values():
        assert str(Variant.parse(table.variant)) == table.variant
        assert len(table.scores) == STEPS + 1
        assert list(table.scores) == sorted(table.scores)
        assert table.deals >= 500


def test_deals_that_the_table_has_not_seen_are_spread_evenly() -> None:
    """Of deals with other numbers than those of the atlas, about half are harder than the median."""
    shares = []
    for seed in range(50_000_000, 50_000_060):
        board = llk.deal(8, 18, seed=seed)
        share = difficulty_percentile(board, llk.score(board))
        assert share is not None
        shares.append(share)
    assert 0.35 < sum(shares) / len(shares) < 0.65


def test_a_board_on_its_side_is_the_same() -> None:
    board = llk.deal(6, 10, seed=3)
    turned = board.transpose()
    assert difficulty_percentile(board, 5.0) == difficulty_percentile(turned, 5.0) != None  # noqa: E711


@pytest.mark.parametrize(
    "board",
    [
        llk.deal(8, 18, seed=1).play(llk.deal(8, 18, seed=1).moves()[0]),  # no longer whole
        llk.deal(8, 18, kinds=35, seed=1),
        llk.deal(8, 18, seed=1, shape="diamond"),
        llk.deal(8, 18, seed=1).with_rules(replace(llk.Rules(), max_turns=3)),
        llk.Board([[1] * 18] * 7 + [[1 + col // 2 for col in range(18)]]),
        llk.Board.parse("A"),
    ],
)
def test_other_boards_have_none(board: llk.Board) -> None:
    assert difficulty_percentile(board, 50) is None
