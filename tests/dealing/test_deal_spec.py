"""Deals as values: their texts, difficulties and masks."""

import pytest

import lianliankan as llk


@pytest.mark.parametrize(
    "text",
    [
        "8x18 seed=7",
        "8x18 kinds=36 seed=18446744073709551615 difficulty=hard max_turns=3 gravity=inward",
        "3x4 seed=1 mask=AA.A/A##A/A_AA outside=no",
        "6x10 kinds=15 seed=0 difficulty=0-25",
        "6x10 kinds=15 seed=0 difficulty=12.5-25",
    ],
)
def test_deals_have_a_text_that_reads_back(text: str) -> None:
    deal = llk.Deal.parse(text)
    assert str(deal) == text
    assert llk.Deal.parse(str(deal)) == deal


def test_deals_with_an_ambiguous_text_are_refused_or_written_exactly() -> None:
    deal = llk.Deal(rows=4, cols=4, seed=1, difficulty=(0.1234567891, 99))
    assert llk.Deal.parse(str(deal)) == deal
    for mask in ("A A / A A", ""):
        with pytest.raises(llk.BadBoard, match="a mask must be text without spaces"):
            llk.Deal(rows=2, cols=2, seed=1, mask=mask)


def test_difficulty_scores_are_written_exactly() -> None:
    deal = llk.Deal(rows=4, cols=4, seed=1, difficulty=[1e-7, 60])  # type: ignore[arg-type]
    assert deal.difficulty == (1e-7, 60.0)
    assert str(deal) == "4x4 seed=1 difficulty=0.0000001-60"
    assert llk.Deal.parse(str(deal)) == deal
    with pytest.raises(llk.BadDifficulty):
        llk.Deal(rows=4, cols=4, seed=1, difficulty=(60, 1))


def test_a_deal_can_run_out_of_time() -> None:
    with pytest.raises(llk.NoDeal, match="found in time"):
        llk.Deal(rows=20, cols=30, seed=1, difficulty=(99, 100)).board(seconds=0.2)


def test_a_deal_with_a_mask() -> None:
    board = llk.Deal.parse("3x4 seed=1 mask=AA.A/A##A/A_AA").board()
    assert (board[0, 2], board[1, 1], board[2, 1]) == (0, -1, -2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a size"),
        ("8by18 seed=1", "is not a size"),
        ("8x18", "its number is missing"),
        ("8x18 seed=x", "is not a number"),
        ("8x18 seed=1 seed=2", "seed is given twice"),
        ("8x18 seed=1 gravity=sideways", "gravity must be one of"),
        ("8x18 seed=99999999999999999999", "a seed is an integer"),
        ("8x18 seed=1 difficulty=mild", "unknown difficulty"),
        ("8x18 seed=1 colour=red", "unknown rule"),
    ],
)
def test_invalid_deals(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        llk.Deal.parse(text)
