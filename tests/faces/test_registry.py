"""Face sets: no two kinds share a face in any of them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lianliankan.board.board import MAX_KIND
from lianliankan.faces.drawn import TILE_SET_NAMES
from lianliankan.faces.palette import PALETTE
from lianliankan.faces.registry import FACE_SETS, face_set
from lianliankan.faces.symbols import SHAPES, STYLES
from lianliankan.text_width import display_width

every_set = pytest.mark.parametrize("name", FACE_SETS)
kinds = st.integers(1, MAX_KIND)


def test_the_sets() -> None:
    assert list(FACE_SETS) == ["numbers", "letters", "hanzi", "emoji", "ascii", "capitals", *TILE_SET_NAMES]
    assert all(face_set(name).name == name for name in FACE_SETS)


@every_set
def test_the_first_kinds_all_differ(name: str) -> None:
    faces = [face_set(name).face(kind) for kind in range(1, 3001)]
    assert len({face.glyph for face in faces}) == len(faces)
    assert len({face.label for face in faces}) == len(faces)


@every_set
@given(a=kinds, b=kinds)
def test_any_two_kinds_differ(name: str, a: int, b: int) -> None:
    faces = face_set(name)
    assert (faces.face(a).glyph == faces.face(b).glyph) == (a == b)


def test_signs_differ_until_every_shape_style_and_colour_is_used() -> None:
    count = len(SHAPES) * len(STYLES) * len(PALETTE)
    faces = [face_set("numbers").face(kind) for kind in range(1, count + 1)]
    assert len({(face.picture, face.colour) for face in faces}) == count


@every_set
def test_neighbours_differ_in_colour(name: str) -> None:
    colours = [face_set(name).face(kind).colour for kind in range(1, 400)]
    assert all(a != b for a, b in pairwise(colours))


@pytest.mark.parametrize(("name", "width"), [("hanzi", 2), ("emoji", 2), ("ascii", 1), ("capitals", 1)])
def test_the_glyphs_of_a_set_are_equally_wide_until_it_runs_out(name: str, width: int) -> None:
    glyphs = [face_set(name).face(kind).glyph for kind in range(1, 200)]
    drawn = [glyph for kind, glyph in enumerate(glyphs, 1) if glyph != str(kind)]
    assert len(drawn) >= (36 if width == 1 else 70)
    assert {display_width(glyph) for glyph in drawn} == {width}


def test_letters_are_those_of_board_texts_and_never_run_out() -> None:
    letters = face_set("letters")
    assert [letters.face(kind).glyph for kind in (1, 26, 27, 52, 53, 54, 104, 105, 2756, 2757)] == [
        *("A", "Z", "a", "z", "AA", "AB", "Az", "BA", "zz", "AAA")
    ]
    assert letters.face(MAX_KIND).glyph.isalpha()


def test_mahjong_has_its_42_faces_and_every_suit_on_a_small_board() -> None:
    mahjong = face_set("mahjong")
    glyphs = [mahjong.face(kind).glyph for kind in range(1, 44)]
    assert glyphs[:4] == ["1万", "1饼", "1条", "2万"]
    assert glyphs[26:34] == ["9条", *"东南西北中发白"]
    assert glyphs[34:] == [*"春夏秋冬梅兰竹菊", "43"]
    assert mahjong.face(4).lines == ("二", "万")
    assert mahjong.face(28).lines == ("东", "风")
    assert mahjong.face(43).lines is None


def test_ascii_uses_no_character_that_draws_the_board() -> None:
    glyphs = {face_set("ascii").face(kind).glyph for kind in range(1, 200)}
    assert all(glyph.isascii() for glyph in glyphs)
    assert not glyphs & set("#.+-|[] ")


@every_set
@pytest.mark.parametrize("kind", [0, -1, -2])
def test_only_kinds_have_a_face(name: str, kind: int) -> None:
    with pytest.raises(ValueError, match="a kind is a positive number"):
        face_set(name).face(kind)


def test_unknown_sets_are_refused_by_name() -> None:
    with pytest.raises(
        ValueError,
        match=r"unknown faces 'runes' \(choose from numbers, letters, hanzi, emoji, ascii, capitals, mahjong, .*\)",
    ):
        face_set("runes")


def _luminance(channels: tuple[int, int, int]) -> float:
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (channel / 255 for channel in channels)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(a: tuple[int, int, int], b: tuple[int, int, int]) -> float:
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@pytest.mark.parametrize("colour", PALETTE)
def test_colours_stand_out_from_every_background(colour: tuple[int, str, str]) -> None:
    terminal, light, dark = colour
    steps = (0, 95, 135, 175, 215, 255)  # of the 6 × 6 × 6 terminal colours, which start at 16
    cube = terminal - 16
    shown = steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6]
    assert min(_contrast(shown, (0, 0, 0)), _contrast(shown, (255, 255, 255))) >= 3
    assert _contrast(_rgb(light), _rgb("#f6f1e6")) >= 3
    assert _contrast(_rgb(dark), _rgb("#3d4854")) >= 3
