"""Display widths, and padding to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lianliankan.text_width import display_width, pad

WIDTHS = {
    "": 0,
    "abc": 3,
    "连连看": 6,
    "ﾃｽﾄ": 3,
    "ＡＢ": 4,
    "한국": 4,
    "\u1112\u1161\u11ab": 2,  # the same Korean syllable, letter by letter
    "e\u0301": 1,
    "a\u0300\u0323b": 2,
    "\u200b\u2060": 0,
    "\x00\x07\n\t\x1b\x7f": 0,
    "soft\u00adhyphen": 11,
    "🍎": 2,
    "❤": 1,
    "❤\ufe0f": 2,
    "☂\ufe0f☂": 3,
    "1\ufe0f\u20e3": 2,
    "ℹ\ufe0f": 2,
    "a\ufe0f": 1,
    "🍎\ufe0f": 2,
    "👍\U0001f3fd": 2,
    "\U0001f3fd": 2,
    "a\U0001f3fd": 3,
    "👩\u200d🚀": 2,
    "👩\U0001f3fd\u200d🚀🍎": 4,
    "👨\u200d👩\u200d👧\u200d👦": 2,
    "🏳\ufe0f\u200d🌈": 2,
    "🤷\u200d♀\ufe0f": 2,
    "ل\u200dم": 2,  # a joiner between letters joins them, but both are seen
    "🇨🇳": 2,
    "🇨🇳🇫🇷": 4,
    "🇨": 2,
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": 2,
    "┌─┐│·█": 6,
}


@pytest.mark.parametrize("text", WIDTHS)
def test_known_widths(text: str) -> None:
    assert display_width(text) == WIDTHS[text]


@given(st.text())
def test_any_text_has_a_width_between_none_and_two_cells_a_character(text: str) -> None:
    assert 0 <= display_width(text) <= 2 * len(text)


@given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"])), st.integers(0, 30))
def test_padding_of_ascii_is_the_padding_that_strings_have(text: str, width: int) -> None:
    assert pad(text, width) == text.rjust(width)
    assert pad(text, width, align="left") == text.ljust(width)


@given(st.text("a看🍎❤\ufe0f\u0301"), st.integers(0, 30), st.sampled_from(["left", "right", "centre"]))
def test_padded_texts_have_the_width_asked_for(text: str, width: int, align: str) -> None:
    # A leading mark would join on to the padding.
    text = "x" + text
    padded = pad(text, width, align=align)  # type: ignore[arg-type]
    assert display_width(padded) == max(width, display_width(text))
    assert padded.strip(" ") == text


def test_centring_leaves_the_odd_space_on_the_right() -> None:
    assert pad("看", 5, align="centre") == " 看  "


def test_there_is_no_other_alignment() -> None:
    with pytest.raises(ValueError, match="align must be left, right or centre, not 'middle'"):
        pad("x", 3, align="middle")  # type: ignore[arg-type]
