"""Board shapes: masks by name."""

import pytest

import lianliankan as llk
from lianliankan.dealing.shapes import shape_mask

MOVING = [gravity for gravity in llk.GRAVITIES if gravity != "still"]


@pytest.mark.parametrize("shape", llk.SHAPES)
def test_masks_of_every_size(shape: str) -> None:
    for rows in range(3, 31):
        for cols in range(3, 31):
            mask = shape_mask(shape, rows, cols)
            lines = mask.split("/")
            assert [len(line) for line in lines] == [cols] * rows
            assert set(mask) <= set("A#./")
            assert mask.count("A") % 2 == 0
            assert mask.count("A") >= 4
            assert all("A" in line for line in lines[:-1]), "no row is empty, but for a last single tile left out"
            assert all("A" in "".join(column) for column in list(zip(*lines, strict=True))[:-1])


@pytest.mark.parametrize("shape", llk.SHAPES)
def test_shapes_are_visible_or_refused(shape: str) -> None:
    for rows in range(1, 31):
        for cols in range(1, 31):
            try:
                mask = shape_mask(shape, rows, cols)
            except llk.BadBoard as problem:
                assert min(rows, cols) < 3
                assert f"{rows}x{cols} is too small for the shape '{shape}'" in str(problem)
            else:
                assert (set(mask) <= set("A/")) == (shape == "full" and rows * cols % 2 == 0)


def test_pictures_of_shapes() -> None:
    assert shape_mask("diamond", 5, 9) == "...AAA.../.AAAAAAA./AAAAAAAAA/.AAAAAAA./...AA...."
    assert shape_mask("frame", 4, 6) == "AAAAAA/AA..AA/AA..AA/AAAAAA"
    assert shape_mask("cross", 5, 6) == "..AA../..AA../AAAAAA/..AA../..AA.."
    assert shape_mask("pyramid", 4, 8) == "...AA.../..AAAA../.AAAAAA./AAAAAAAA"
    assert shape_mask("towers", 3, 6) == "AA..AA/AA..AA/AAAAAA"
    assert shape_mask("towers", 3, 6, "down") == "AA__AA/AA__AA/AAAAAA", "tiles never fall out of their shape"
    assert shape_mask("pillars", 3, 8) == "AAAAAAAA/AA#AAA#A/AAAAAAAA"
    assert shape_mask("gates", 4, 6, "left") == "AAA#AA/AAAAAA/AAAAAA/AAA#AA"


@pytest.mark.parametrize("shape", llk.SHAPES)
def test_shaped_deals_are_winnable(shape: str) -> None:
    for rows, cols in ((3, 4), (4, 4), (5, 6), (7, 8), (8, 18), (12, 24), (30, 30)):
        board = llk.deal(rows, cols, seed=rows, mask=shape_mask(shape, rows, cols))
        verdict = llk.solve(board)
        assert verdict.winnable
        assert llk.verify(board, verdict)


@pytest.mark.parametrize("gravity", MOVING)
def test_shapes_under_gravity(gravity: llk.Gravity) -> None:
    """The gaps stay gaps: whatever falls stays inside the shape."""
    for number, shape in enumerate(llk.SHAPES):
        mask = shape_mask(shape, 6, 8, gravity)
        board = llk.deal(6, 8, seed=number, mask=mask, rules=llk.Rules(gravity=gravity))
        verdict = llk.solve(board)
        assert verdict.winnable
        gaps = [board[r, c] == -2 for r in range(6) for c in range(8)]
        assert gaps == [cell == "_" for cell in mask.replace("/", "")]


@pytest.mark.parametrize("name", ["heart", "", "Diamond", None])
def test_unknown_shapes(name: str) -> None:
    with pytest.raises(llk.BadBoard, match=r"unknown shape .* \(choose from full, diamond, frame"):
        shape_mask(name, 8, 18)
