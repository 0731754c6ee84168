"""The default faces of the terminal: characters of which no two look alike, measured in real fonts."""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE, SIZE, closest
from lianliankan.faces.drawn.distinctness.vision import VIEWS
from lianliankan.faces.registry import face_set
from lianliankan.terminal.board.theme import DARK
from lianliankan.text_width import display_width

NARROW = ("truetype/dejavu/DejaVuSansMono-Bold.ttf", "truetype/liberation/LiberationMono-Bold.ttf")
FONTS = {"capitals": NARROW, "ascii": NARROW, "hanzi": ("opentype/noto/NotoSansCJK-Bold.ttc",)}
KINDS = {"capitals": 42, "ascii": 36, "hanzi": 120}
CLASSIC = 36  # kinds of the usual board
MIN_IN_BLACK = 9.0  # S and 5 are 7.3 apart, B and 8 are 6.3, O and Q are 4.2


def glyphs(faces: str) -> list[str]:
    return [face_set(faces).face(kind).glyph for kind in range(1, KINDS[faces] + 1)]


def rasterise(faces: str, font: Path, *, ink: str | None) -> list[bytes]:
    """Draw every face on its tile in a cell of the usual proportions, in one ink or in that of its kind."""
    index = 7 if font.suffix == ".ttc" else 0  # the simplified characters of its collection, in its monospaced font
    letters, pictures = ImageFont.truetype(str(font), 20, index=index), []
    for kind, glyph in enumerate(glyphs(faces), 1):
        tile = Image.new("RGB", (SIZE, SIZE), DARK.bodies[""].bg)
        fill = ink or face_set(faces).face(kind).colour.light
        ImageDraw.Draw(tile).text((SIZE // 2, 18), glyph, font=letters, fill=fill, anchor="ms")
        pictures.append(tile.tobytes())
    return pictures


@pytest.mark.parametrize("faces", KINDS)
def test_they_are_equally_wide_and_draw_nothing_else(faces: str) -> None:
    shown = glyphs(faces)
    assert len(shown) == len(set(shown)) >= CLASSIC
    assert {display_width(glyph) for glyph in shown} == {2 if faces == "hanzi" else 1}
    assert not set(shown) & set("#.+-|[]<>*!01")
    assert face_set(faces).face(len(shown) + 1).glyph == str(len(shown) + 1)
    assert faces != "ascii" or "".join(shown).isascii()


@pytest.mark.full
@pytest.mark.parametrize("faces", KINDS)
def test_no_two_look_alike(faces: str) -> None:
    fonts = [font for name in FONTS[faces] if (font := Path("/usr/share/fonts", name)).exists()]
    if not fonts:
        pytest.skip("needs one of the fonts")
    for font in fonts:
        black = rasterise(faces, font, ink="#1c2321")
        coloured = rasterise(faces, font, ink=None)
        for view in VIEWS:
            for pictures, minimum in ((black, MIN_IN_BLACK), (coloured, MIN_DISTANCE[view])):
                (pair,) = closest(pictures, view=view)
                names = glyphs(faces)[pair.first] + glyphs(faces)[pair.second]
                assert pair.distance >= minimum, (font.name, view, names, pair.distance)
