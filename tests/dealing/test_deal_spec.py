"""Deals as values: their texts, difficulties and masks."""

import copy
import pickle
from dataclasses import replace

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


def test_a_deal_holds_its_mask_as_text() -> None:
    numbers = [[1, 1, -1], [0, -2, 0]]
    for mask in ("1 2 # / . _ .", "AA#/._.", ["AA#", "._."], numbers, llk.Board.parse("AB#/._.")):
        deal = llk.Deal(seed=1, mask=mask)
        assert str(deal) == "2x3 seed=1 mask=AA#/._."
        assert llk.Deal.parse(str(deal)) == deal
        assert deal.tile_count == 2
    with pytest.raises(llk.ParseError, match="no board"):
        llk.Deal(mask="")


def test_a_deal_knows_the_kinds_that_copies_make() -> None:
    assert llk.Deal(4, 6, copies=2, seed=1) == llk.Deal(4, 6, kinds=12, seed=1)
    assert (llk.Deal(8, 18).kind_count, llk.Deal(20, 30).kind_count, llk.Deal(2, 2, kinds=2).kind_count) == (36, 36, 2)


def test_a_shape_is_written_as_its_mask() -> None:
    assert str(llk.Deal(4, 4, seed=1, shape="diamond")) == "4x4 seed=1 mask=.AA./AAAA/AAAA/.AA."
    falling = llk.Deal(4, 4, seed=1, shape="diamond", rules=llk.Rules(gravity="down"))
    assert str(falling) == "4x4 seed=1 mask=_AA_/AAAA/AAAA/_AA_ gravity=down"
    assert (
        llk.Deal(4, 4, seed=1, shape="full") == llk.Deal(seed=1, mask="/".join(["AAAA"] * 4)) == llk.Deal(4, 4, seed=1)
    )


def test_the_phase_of_a_mask_is_part_of_the_deal() -> None:
    mask = llk.Board([[1, 1], [1, 1], [0, 0]], rules=llk.Rules(gravity="rotating"), phase="down")
    deal = llk.Deal(seed=1, mask=mask)
    assert str(deal) == "3x2 seed=1 mask=AA/AA/.. phase=down gravity=rotating"
    assert llk.Deal.parse(str(deal)) == deal
    assert deal.board().phase == deal.scatter().phase == "down"
    with pytest.raises(llk.BadRules, match="only rotating gravity has a phase"):
        llk.Deal.parse("2x2 seed=1 phase=down")


def test_a_deal_is_checked_when_it_is_made() -> None:
    with pytest.raises(llk.BadDeal, match="9 tiles, an odd number") as odd:
        llk.Deal(3, 3)
    assert (odd.value.code, odd.value.values) == ("odd", {"cells": 9})
    with pytest.raises(llk.BadDeal) as kinds:
        llk.Deal.parse("2x2 seed=1 kinds=3")
    assert (kinds.value.code, kinds.value.values) == ("kinds", {"pairs": 2})
    with pytest.raises(llk.BadDeal) as size:
        llk.Deal(0, 4)
    assert (size.value.code, size.value.values) == ("size", {"most": llk.MAX_SIDE})
    assert vars(pickle.loads(pickle.dumps(size.value))) == vars(size.value)
    with pytest.raises(llk.BadDifficulty):
        llk.Deal(difficulty="cruel")
    with pytest.raises(llk.BadRules, match="rules must be"):
        llk.Deal(shape="frame", rules="gravity=down")  # type: ignore[arg-type]


def test_deals_are_values() -> None:
    deal = llk.Deal(4, 6, seed=7, shape="frame", difficulty=(0, 50))
    assert pickle.loads(pickle.dumps(deal)) == copy.copy(deal) == replace(deal) == deal
    assert hash(replace(deal)) == hash(deal)
    assert replace(deal, seed=8) == llk.Deal(4, 6, seed=8, shape="frame", difficulty=(0, 50))
    assert eval(repr(deal), {"Deal": llk.Deal, "Rules": llk.Rules}) == deal


def test_difficulty_scores_are_written_exactly() -> None:
    exact = llk.Deal(rows=4, cols=4, seed=1, difficulty=(0.1234567891, 99))
    assert llk.Deal.parse(str(exact)) == exact
    deal = llk.Deal(rows=4, cols=4, seed=1, difficulty=[1e-7, 60])  # type: ignore[arg-type]
    assert deal.difficulty == (1e-7, 60.0)
    assert str(deal) == "4x4 seed=1 difficulty=0.0000001-60"
    assert llk.Deal.parse(str(deal)) == deal
    with pytest.raises(llk.BadDifficulty):
        llk.Deal(rows=4, cols=4, seed=1, difficulty=(60, 1))


def test_a_difficulty_may_be_the_text_of_two_scores() -> None:
    assert llk.Deal(4, 6, seed=7, difficulty="30-60") == llk.Deal(4, 6, seed=7, difficulty=(30, 60))
    assert llk.deal(4, 6, seed=7, difficulty="0-100") == llk.deal(4, 6, seed=7, difficulty=(0, 100))
    for wrong in ("60-30", "30-", "0-101"):
        with pytest.raises(llk.BadDifficulty):
            llk.Deal(4, 6, difficulty=wrong)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("0x6 seed=7", llk.BadDeal),
        ("3x3 seed=7", llk.BadDeal),
        ("4x6 seed=7 difficulty=nope", llk.BadDifficulty),
        ("4x6 seed=7 phase=left", llk.BadRules),
        ("4x6 seed=18446744073709551616", llk.BadSeed),
    ],
)
def test_a_text_that_describes_no_deal_raises_the_errors_of_deal(text: str, error: type[llk.Error]) -> None:
    with pytest.raises(error):
        llk.Deal.parse(text)


def test_a_deal_can_run_out_of_time() -> None:
    with pytest.raises(llk.NoDeal, match="no deal was found in time; 0 s are not enough, more seconds may be"):
        llk.Deal(rows=20, cols=30, seed=1, difficulty=(99, 100)).board(seconds=0)


def test_a_deal_with_a_mask() -> None:
    board = llk.Deal.parse("3x4 seed=1 mask=AA.A/A##A/A_AA").board()
    assert (board[0, 2], board[1, 1], board[2, 1]) == (0, -1, -2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a size"),
        ("8by18 seed=1", "is not a size"),
        ("8x18", "its number is missing"),
        ("8x18 seed=x", "^line 1, column 11: seed: 'x' is not a number"),
        ("4x6 seed=99999999999999999999999", "^line 1, column 10: seed: '9+' is too large"),
        ("4x6 seed=7 kinds=99999999999999999999999", "^line 1, column 18: kinds: '9+' is too large"),
        ("8x18 seed=1 seed=2", "^line 1, column 13: seed is given twice"),
        ("8x18 seed=1 gravity=sideways", "^line 1, column 21: gravity must be one of"),
        ("8x18 seed=99999999999999999999", "a seed is an integer"),
        ("8x18 seed=1 difficulty=mild", "unknown difficulty"),
        ("8x18 seed=1 colour=red", "^line 1, column 13: unknown word"),
        ("4x6 seed=7 shape=frame", r"'shape' \(choose from kinds, seed, difficulty, mask, phase, max_turns, outside, "),
        ("8x18 seed=1 deal", "^line 1, column 13: 'deal' is not a rule"),
        ("8x18 seed=1 maskseed=2", "^line 1, column 13: unknown word 'maskseed'"),
    ],
)
def test_invalid_deals(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        llk.Deal.parse(text)


@pytest.mark.parametrize("mask", ["11/11", "11\n11\n", ["11", "11"], "AA/AA", "1 1 / 1 1", [[1, 1], [1, 1]]])
def test_a_mask_has_a_size_also_in_ones_and_zeros(mask: list[str]) -> None:
    deal = llk.Deal(mask=mask, seed=1)
    assert (deal.rows, deal.cols, deal.tile_count) == (2, 2, 4)


def test_ones_and_zeros_beside_other_signs() -> None:
    assert llk.Deal(mask="0110/1##1/1__1", seed=1).mask == ".AA./A##A/A__A"
    assert llk.Deal(mask=" 1111 ", seed=1).tile_count == 4
    assert llk.Deal(mask="1/1", seed=1).rows == 2


@pytest.mark.parametrize("mask", ["22/22", "12/21", "4096"])
def test_other_numbers_without_spaces_are_no_mask(mask: str) -> None:
    with pytest.raises(llk.BadDeal, match="is one column of numbers; for one cell each, write 1 and 0"):
        llk.deal(mask=mask)


def test_a_mask_without_a_place_says_how_to_write_one() -> None:
    with pytest.raises(llk.BadDeal, match="the mask has no place for a tile: A, 1 or any kind marks one"):
        llk.deal(mask="##/##")
