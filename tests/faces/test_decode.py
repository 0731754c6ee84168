"""Decoding good pictures: every format and mode comes out upright, in the right colours, and without metadata."""

import struct
import zlib
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageCms
from PIL.GifImagePlugin import GifImageFile

from lianliankan.faces.custom.decode import decode_picture
from lianliankan.faces.custom.import_pictures import Thumbnail, import_file
from lianliankan.faces.custom.thumbnail import make_thumbnail
from support.picture_files import (
    FORMATS,
    GPS,
    HTML,
    MARKER,
    WORKER,
    chunk,
    encode,
    exif,
    open_thumbnail,
    picture,
    segment,
)


def colour_at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    found = image.getpixel((round(x * (image.width - 1)), round(y * (image.height - 1))))
    assert isinstance(found, tuple)
    return found


def is_near(one: tuple[int, ...], other: tuple[int, ...], tolerance: int = 24) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_becomes_a_square_jpeg(kind: str) -> None:
    image = open_thumbnail(make_thumbnail(picture(kind)))
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (192, 192))


@pytest.mark.parametrize("kind", FORMATS)
def test_the_format_is_detected_from_the_bytes_not_the_name(kind: str) -> None:
    (found,) = import_file("holiday.exe", BytesIO(picture(kind)), WORKER)
    assert isinstance(found, Thumbnail)
    assert found.label == "holiday"


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "I;16"])
def test_every_mode(mode: str) -> None:
    """The picture is light on the left and dark on the right in every mode."""
    grey = np.repeat(np.repeat(np.array([255, 0], np.uint8), 48)[None], 96, axis=0)
    image = Image.fromarray(grey)
    if mode == "CMYK":
        data = encode(image.convert(mode), "JPEG")
    elif mode == "I;16":
        data = encode(Image.fromarray(grey.astype(np.uint16) << 8), "PNG")
    elif mode == "PA":
        data = encode(image.convert("P"), "PNG", transparency=7)
    else:
        data = encode(image.convert(mode), "PNG")
    found = open_thumbnail(make_thumbnail(data))
    assert min(colour_at(found, 0.05, 0.5)) > 180
    assert max(colour_at(found, 0.95, 0.5)) < 60


@pytest.mark.parametrize("bits", [8, 16])
def test_bits_per_channel(bits: int) -> None:
    """A PNG may have 16 bits per channel."""
    row = b"\0" + struct.pack(">HHH" if bits == 16 else ">BBB", *((51400, 0, 25700) if bits == 16 else (200, 0, 100)))
    row += row[1:] * 63
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, bits, 2, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(row * 64)) + chunk(b"IEND", b"")
    assert is_near(colour_at(open_thumbnail(make_thumbnail(data)), 0.5, 0.5), (200, 0, 100), 6)


def test_transparent_pictures_get_a_background_that_makes_them_visible() -> None:
    dark = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    dark.paste((20, 20, 120, 255), (16, 16, 48, 48))
    found = open_thumbnail(make_thumbnail(encode(dark)))
    assert is_near(colour_at(found, 0, 0), (255, 255, 255))
    assert is_near(colour_at(found, 0.5, 0.5), (20, 20, 120))
    light = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    light.paste((250, 250, 240, 255), (16, 16, 48, 48))
    found = open_thumbnail(make_thumbnail(encode(light)))
    assert max(colour_at(found, 0, 0)) < 90
    assert min(colour_at(found, 0.5, 0.5)) > 220
    invisible = Image.new("P", (64, 64), 3)
    assert is_near(
        colour_at(open_thumbnail(make_thumbnail(encode(invisible, "GIF", transparency=3))), 0.5, 0.5), (255, 255, 255)
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(9))
def test_all_exif_orientations(kind: str, orientation: int) -> None:
    """Upright by its EXIF data, the picture is red in the upper left corner and blue in the upper right one."""
    upright = Image.new("RGB", (128, 128), "white")
    upright.paste((220, 0, 0), (0, 0, 64, 64))
    upright.paste((0, 0, 220), (64, 0, 128, 64))
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's transpositions for what the camera did
    held = upright.transpose(Image.Transpose(back[orientation])) if orientation in back else upright
    found = open_thumbnail(make_thumbnail(encode(held, kind, exif=exif(orientation))))
    assert is_near(colour_at(found, 0.2, 0.2), (220, 0, 0), 40)
    assert is_near(colour_at(found, 0.8, 0.2), (0, 0, 220), 40)
    assert is_near(colour_at(found, 0.2, 0.8), (255, 255, 255), 40)


def test_orientation_6_swaps_width_and_height() -> None:
    """A camera held upright stores a wide picture and the orientation."""
    assert decode_picture(picture("JPEG", width=640, height=480, exif=exif(6))).size == (480, 640)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
def test_no_metadata_is_left(kind: str) -> None:
    how: dict[str, Any] = {"comment": GPS} if kind == "GIF" else {"exif": exif()}
    data = picture(kind, **how)
    if kind == "JPEG":
        data = data[:2] + segment(0xFE, GPS) + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + GPS) + data[2:]
    if kind == "PNG":
        data = data[:33] + chunk(b"tEXt", b"comment\0" + GPS) + chunk(b"tEXt", b"Author\0" + GPS) + data[33:]
    assert GPS in data
    thumbnail = make_thumbnail(data)
    assert GPS not in thumbnail
    image = open_thumbnail(thumbnail)
    assert not image.getexif()
    assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


@pytest.mark.parametrize("kind", FORMATS)
def test_content_hidden_in_a_picture_is_dropped(kind: str) -> None:
    """Of a file that is a picture to one program and a page to another, only the pixels remain."""
    how: dict[str, Any] = {"comment": MARKER} if kind == "GIF" else {}
    data = picture(kind, **how) + HTML
    assert MARKER in data
    assert MARKER not in make_thumbnail(data)


def test_colour_profiles_are_applied() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    image = Image.new("RGB", (64, 64), (200, 100, 50))
    same = encode(image, "JPEG", icc_profile=profile.tobytes(), quality=95)
    assert is_near(colour_at(open_thumbnail(make_thumbnail(same)), 0.5, 0.5), (200, 100, 50), 6)
    for invalid in (b"x", b"nonsense" * 40, profile.tobytes()[:200]):
        data = encode(image, "PNG", icc_profile=invalid)
        assert is_near(colour_at(open_thumbnail(make_thumbnail(data)), 0.5, 0.5), (200, 100, 50), 6)


def test_an_animation_becomes_its_first_frame() -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("#d00", "#0d0", "#00d")]
    for kind in ("GIF", "WEBP", "PNG"):
        data = encode(frames[0], kind, save_all=True, append_images=frames[1:])
        assert is_near(colour_at(open_thumbnail(make_thumbnail(data)), 0.5, 0.5), (221, 0, 0), 12), kind


def test_thousands_of_frames_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one = encode(Image.new("L", (64, 64)), "GIF")
    frames = 13 + 3 * 2 ** ((one[10] & 7) + 1)  # they start after the header and the colour table
    data = one[:-1] + one[frames:-1] * 5_000 + one[-1:]
    with Image.open(BytesIO(data)) as image:
        assert getattr(image, "n_frames", 1) == 5_001
    decoded: list[int] = []
    seek = GifImageFile._seek

    def counted(image: GifImageFile, frame: int, update_image: bool = True) -> None:
        decoded.append(frame)
        seek(image, frame, update_image)

    monkeypatch.setattr(GifImageFile, "_seek", counted)
    make_thumbnail(data)
    assert decoded == [0]
