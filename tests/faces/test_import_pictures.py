"""Reading pictures that anybody may have made: the good ones come out clean, the others are refused in words."""

import random
import struct
import subprocess
import sys
import time
import warnings
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageCms
from PIL.GifImagePlugin import GifImageFile

from lianliankan.faces.custom.decode import decode_picture
from lianliankan.faces.custom.header import read_header
from lianliankan.faces.custom.import_pictures import Thumbnail, import_file
from lianliankan.faces.custom.limits import LIMITS
from lianliankan.faces.custom.refusal import REFUSAL_CODES, PictureRefused
from lianliankan.faces.custom.thumbnail import make_thumbnail
from support.picture_files import GPS, HTML, MARKER, SVG, chunk, exif, opened, picture, png, scene, segment, written

KINDS = ("PNG", "JPEG", "WEBP", "GIF")


def code_of(data: bytes) -> str:
    with pytest.raises(PictureRefused) as refused:
        make_thumbnail(data)
    assert refused.value.code in REFUSAL_CODES
    assert refused.value.words
    return refused.value.code


def colour_at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    found = image.getpixel((round(x * (image.width - 1)), round(y * (image.height - 1))))
    assert isinstance(found, tuple)
    return found


def is_near(one: tuple[int, ...], other: tuple[int, ...], most: int = 24) -> bool:
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


# ---- Good pictures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_becomes_the_same_kind_of_square(kind: str) -> None:
    image = opened(make_thumbnail(picture(kind)))
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (192, 192))


@pytest.mark.parametrize("kind", KINDS)
def test_the_kind_is_in_the_bytes_and_not_in_the_name(kind: str) -> None:
    (found,) = import_file("holiday.exe", BytesIO(picture(kind)))
    assert isinstance(found, Thumbnail)
    assert found.label == "holiday"


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "I;16"])
def test_every_mode(mode: str) -> None:
    """The picture is light on the left and dark on the right, whatever it is written with."""
    grey = np.repeat(np.repeat(np.array([255, 0], np.uint8), 48)[None], 96, axis=0)
    image = Image.fromarray(grey)
    if mode == "CMYK":
        data = written(image.convert(mode), "JPEG")
    elif mode == "I;16":
        data = written(Image.fromarray(grey.astype(np.uint16) << 8), "PNG")
    elif mode == "PA":
        data = written(image.convert("P"), "PNG", transparency=7)
    else:
        data = written(image.convert(mode), "PNG")
    found = opened(make_thumbnail(data))
    assert min(colour_at(found, 0.05, 0.5)) > 180
    assert max(colour_at(found, 0.95, 0.5)) < 60


@pytest.mark.parametrize("bits", [8, 16])
def test_deep_colours(bits: int) -> None:
    """PNG has 16 bits for each of three colours, too."""
    row = b"\0" + struct.pack(">HHH" if bits == 16 else ">BBB", *((51400, 0, 25700) if bits == 16 else (200, 0, 100)))
    row += row[1:] * 63
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, bits, 2, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(row * 64)) + chunk(b"IEND", b"")
    assert is_near(colour_at(opened(make_thumbnail(data)), 0.5, 0.5), (200, 0, 100), 6)


def test_what_is_transparent_is_laid_on_a_ground_where_it_is_seen() -> None:
    dark = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    dark.paste((20, 20, 120, 255), (16, 16, 48, 48))
    found = opened(make_thumbnail(written(dark)))
    assert is_near(colour_at(found, 0, 0), (255, 255, 255))
    assert is_near(colour_at(found, 0.5, 0.5), (20, 20, 120))
    light = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    light.paste((250, 250, 240, 255), (16, 16, 48, 48))
    found = opened(make_thumbnail(written(light)))
    assert max(colour_at(found, 0, 0)) < 90
    assert min(colour_at(found, 0.5, 0.5)) > 220
    unseen = Image.new("P", (64, 64), 3)
    assert is_near(colour_at(opened(make_thumbnail(written(unseen, "GIF", transparency=3))), 0.5, 0.5), (255, 255, 255))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(9))
def test_cameras_are_held_in_eight_ways(kind: str, orientation: int) -> None:
    """Turned as EXIF says, red is always in the upper left corner and blue in the upper right one."""
    upright = Image.new("RGB", (128, 128), "white")
    upright.paste((220, 0, 0), (0, 0, 64, 64))
    upright.paste((0, 0, 220), (64, 0, 128, 64))
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's numbers for what the camera did to it
    held = upright.transpose(Image.Transpose(back[orientation])) if orientation in back else upright
    found = opened(make_thumbnail(written(held, kind, exif=exif(orientation))))
    assert is_near(colour_at(found, 0.2, 0.2), (220, 0, 0), 40)
    assert is_near(colour_at(found, 0.8, 0.2), (0, 0, 220), 40)
    assert is_near(colour_at(found, 0.2, 0.8), (255, 255, 255), 40)


def test_exif_6_turns_what_is_cut() -> None:
    """A camera held upright writes a picture that is wide, and says so."""
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
    square = make_thumbnail(data)
    assert GPS not in square
    image = opened(square)
    assert not image.getexif()
    assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_hidden_in_a_picture_is_not_served(kind: str) -> None:
    """Files that are a picture to one program and a page to another: only the pixels go on."""
    how: dict[str, Any] = {"comment": MARKER} if kind == "GIF" else {}
    data = picture(kind, **how) + HTML
    assert MARKER in data
    assert MARKER not in make_thumbnail(data)


def test_colours_for_other_screens_are_translated() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    image = Image.new("RGB", (64, 64), (200, 100, 50))
    same = written(image, "JPEG", icc_profile=lab.tobytes(), quality=95)
    assert is_near(colour_at(opened(make_thumbnail(same)), 0.5, 0.5), (200, 100, 50), 6)
    for nonsense in (b"x", b"nonsense" * 40, lab.tobytes()[:200]):
        data = written(image, "PNG", icc_profile=nonsense)
        assert is_near(colour_at(opened(make_thumbnail(data)), 0.5, 0.5), (200, 100, 50), 6)


def test_of_an_animation_the_first_frame() -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("#d00", "#0d0", "#00d")]
    for kind in ("GIF", "WEBP", "PNG"):
        data = written(frames[0], kind, save_all=True, append_images=frames[1:])
        assert is_near(colour_at(opened(make_thumbnail(data)), 0.5, 0.5), (221, 0, 0), 12), kind


def test_thousands_of_frames_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one = written(Image.new("L", (64, 64)), "GIF")
    frames = 13 + 3 * 2 ** ((one[10] & 7) + 1)  # they begin after the header and the table of colours
    data = one[:-1] + one[frames:-1] * 5_000 + one[-1:]
    with Image.open(BytesIO(data)) as image:
        assert getattr(image, "n_frames", 1) == 5_001
    looked: list[int] = []
    seek = GifImageFile._seek

    def counted(image: GifImageFile, frame: int, update_image: bool = True) -> None:
        looked.append(frame)
        seek(image, frame, update_image)

    monkeypatch.setattr(GifImageFile, "_seek", counted)
    make_thumbnail(data)
    assert looked == [0]


# ---- Hostile files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "empty", "nothing in it"),
        (b"\0", "type", "no picture"),
        (b"hello", "type", "no picture"),
        (SVG, "type", "SVG"),
        (b'\xef\xbb\xbf\n <?xml version="1.0"?>' + SVG, "type", "SVG"),
        (HTML, "type", "HTML"),
        (b"  <HTML><body>", "type", "HTML"),
        (written(Image.new("RGB", (64, 64)), "BMP"), "type", "BMP"),
        (written(Image.new("RGB", (64, 64)), "TIFF"), "type", "TIFF"),
        (written(Image.new("RGB", (64, 64)), "ICO"), "type", "icon"),
        (written(Image.new("RGB", (64, 64)), "PPM"), "type", "no picture"),
        (b"%PDF-1.7", "type", "PDF"),
        (b"8BPS\0\1", "type", "Photoshop"),
        (b"\0\0\0\x18ftypheic", "type", "HEIC"),
        (b"\0\0\0\x18ftypavif", "type", "AVIF"),
        (b"%!PS-Adobe", "type", "no picture"),
        (png(60_000, 60_000), "pixels", "60000 × 60000 pixels: a PNG may have 24 million"),
        (png(2**31 - 1, 2**31 - 1), "pixels", "may have"),
        (png(0, 100), "broken", "no pixels"),
        (png(23, 100), "small", "each side must have 24"),
        (png(100, 1000), "thin", "8 times as long"),
        (b"\x89PNG\r\n\x1a\n", "broken", "begins with its size"),
        (b"GIF89a", "broken", "breaks off"),
        (b"GIF89a" + b"\xff" * 7, "broken", "breaks off"),
        (b"GIF89a\x40\0\x40\0\0\0\0;", "broken", "no first picture"),
        (b"GIF89a\x40\0\x40\0\0\0\0" + b"!\xfe\1x\0" * 30_000, "broken", "no first picture"),
        (b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x08", "pixels", "65535 × 65535"),
        (b"RIFF\0\0\0\0WEBP", "broken", "begins with its size"),
        (b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff", "pixels", "16777216 × 16777216"),
        (b"RIFF\0\0\0\0WEBPVP8L\x0a\0\0\0\x2f\xff\xff\xff\x0f", "pixels", "16384 × 16384"),
        (b"\xff\xd8\xff", "broken", "breaks off"),
        (b"\xff\xd8" + b"\xff" * 5_000_000, "broken", "no pixels"),
        (b"\xff\xd8\xff" + b"\0" * 5_000_000, "broken", "no pixels"),
        (b"\xff\xd8" + segment(0xFE, b"x") * 100_000, "broken", "no pixels"),
    ],
)
def test_what_is_no_good_picture(data: bytes, code: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it is called; and no decoder has seen it."""
    monkeypatch.setattr("lianliankan.faces.custom.decode._FILES", {})
    (found,) = import_file("panda.png", BytesIO(data))
    assert not isinstance(found, Thumbnail)
    assert (found.label, found.code) == ("panda", code)
    assert words in found.words


@pytest.mark.parametrize("rows", [b"", b"\0" * 99, b"\0" * 300 * 99])
def test_pixels_that_are_missing(rows: bytes) -> None:
    with pytest.raises(PictureRefused, match="this PNG is damaged or breaks off"):
        make_thumbnail(png(100, 100, rows=rows))


@pytest.mark.parametrize("kind", KINDS)
def test_files_that_break_off(kind: str) -> None:
    data = picture(kind)
    for share in (0.02, 0.2, 0.5, 0.8, 0.95):
        assert code_of(data[: round(len(data) * share)]) == "broken"


def frame(marker: int, width: int, height: int, *, bits: int = 8, colours: int = 3) -> bytes:
    return segment(marker, struct.pack(">BHHB", bits, height, width, colours) + b"\1\x11\0" * colours)


@pytest.mark.parametrize(
    ("parts", "code", "words"),
    [
        ((frame(0xC0, 60_000, 60_000),), "pixels", "a JPEG may have 100 million"),
        ((frame(0xC2, 6_000, 6_000),), "pixels", "a progressive JPEG may have 24 million"),
        ((frame(0xC0, 6_000, 6_000, colours=4),), "pixels", "may have 24 million"),  # in scans though not progressive
        ((frame(0xC3, 64, 64),), "broken", "lossless"),
        ((frame(0xC9, 64, 64),), "broken", "arithmetically"),
        ((frame(0xC0, 64, 64, bits=12),), "broken", "more than 8 bits"),
        ((frame(0xC0, 64, 64), frame(0xC0, 64, 64)), "broken", "two pictures"),
        ((), "broken", "no pixels"),
    ],
)
def test_unusual_jpegs(parts: tuple[bytes, ...], code: str, words: str) -> None:
    scan = segment(0xDA, b"\3\1\0\2\0\3\0\0\x3f\0")
    with pytest.raises(PictureRefused, match=words) as refused:
        make_thumbnail(b"\xff\xd8" + b"".join(parts) + scan + b"\0" * 100)
    assert refused.value.code == code


def test_a_size_that_is_said_twice_is_believed_neither_time() -> None:
    """The first is small and is what we read; the second is what a decoder would make room for."""
    second = chunk(b"IHDR", struct.pack(">IIBBBBB", 12_000, 12_000, 8, 6, 0, 0, 0))
    large = png(100, 100, second, rows=b"\0" * 48_001 * 12_000)
    assert code_of(large) == "broken"
    assert peak_of(large) < 20
    gif = written(Image.new("P", (9_000, 9_000)), "GIF")
    colours = 13 + 3 * 2 ** ((gif[10] & 7) + 1)
    # An extension that has no content: for Pillow, what comes next belongs to it; for us, that is a small picture.
    small = b"!\1\0" + b",\0\0\0\0\x40\0\x40\0\0\x08".ljust(45, b"\0") + b"\0"
    large = gif[:6] + b"\x40\0\x40\0" + gif[10:colours] + small + gif[gif.index(b",", colours) :]
    assert (read_header(large).width, code_of(large)) == (64, "broken")
    assert peak_of(large) < 20


@pytest.mark.parametrize("name", [b"tEXt", b"prVt", b"fcTL", b"IDAT"])
def test_a_million_chunks_are_not_looked_at(name: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(
        "lianliankan.faces.custom.decode._FILES", {"PNG": lambda file: seen.append(len(file.getvalue()))}
    )
    assert code_of(png(64, 64, chunk(name, b"") * 1_000_000)) == "broken"
    assert seen[0] < 20_100 * 12


def test_notes_in_a_png_do_not_matter_however_large() -> None:
    notes = [chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(3_000_000))), chunk(b"prVt", b"")]
    profile = chunk(b"iCCP", b"x\0\0" + zlib.compress(random.Random(1).randbytes(2_000_000)))
    rows = b"\0" * 193 * 64
    assert make_thumbnail(png(64, 64, *notes, profile, rows=rows)) == make_thumbnail(png(64, 64, rows=rows))
    frames = png(64, 64, rows=rows)[:-12] + chunk(b"fdAT", b"") * 100_000  # after the pixels, and without an end
    assert make_thumbnail(frames) == make_thumbnail(png(64, 64, rows=rows))


def test_a_jpeg_of_many_scans_is_refused() -> None:
    """Each scan goes over all pixels: a small file could keep a decoder busy for hours."""
    data = picture("JPEG", progressive=True)
    scan = data[data.rindex(b"\xff\xda") : -2]
    with pytest.raises(PictureRefused, match="more than 40 scans"):
        make_thumbnail(data[:-2] + scan * 60 + data[-2:])


def test_exif_data_that_point_to_everything_take_no_memory() -> None:
    """Thousands of entries that are each the whole of the data would fill the memory, were they read."""
    entries = b"".join(struct.pack(">HHII", tag, 7, 60_000, 8) for tag in range(0x1000, 0x1000 + 4_500))
    data = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 4_500) + entries + b"\0" * 8_000
    jpeg = picture("JPEG")
    large = jpeg[:2] + segment(0xE1, data[:65_000]) + jpeg[20:]
    assert peak_of(large) < 60


@pytest.mark.parametrize(
    ("name", "most"),
    [("png", 240), ("key", 240), ("webp", 240), ("progressive", 240), ("jpeg", 80), ("text", 80), ("bomb", 20)],
)
def test_memory_is_bounded(name: str, most: int) -> None:
    """The worst of each kind that is taken, and some that are not, in megabytes."""
    match name:
        case "png":
            data = png(6_000, 4_000, rows=b"\0" * (18_001 * 4_000))
        case "key":  # a colour that stands for none
            data = png(6_000, 4_000, chunk(b"tRNS", bytes(6)), rows=b"\0" * (18_001 * 4_000))
        case "webp":
            data = written(Image.new("RGBA", (4_160, 3_000)), "WEBP", lossless=True, method=0)
        case "progressive":
            data = written(Image.new("RGB", (6_000, 4_000)), "JPEG", progressive=True, subsampling=0)
        case "jpeg":
            data = written(Image.new("L", (11_000, 9_000)), "JPEG")
        case "text":
            text = chunk(b"zTXt", b"x\0\0" + zlib.compress(b"x" * 1_000_000, 9))
            data = png(64, 64, *[text] * 200, rows=b"\0" * 193 * 64)
        case _:
            data = png(60_000, 60_000, rows=bytes(20_000_000))
    assert peak_of(data) < most


def peak_of(data: bytes) -> float:
    """How many megabytes it takes to read a file, as the system counts them in a process of its own."""
    program = """
import sys
from io import BytesIO
from lianliankan.faces.custom.import_pictures import import_file
def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1000
data = sys.stdin.buffer.read()
list(import_file("", BytesIO(b"GIF89a")))
before = peak()
list(import_file("", BytesIO(data)))
print(peak() - before)
"""
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not count")
    done = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True)
    return float(done.stdout)


def test_files_that_are_too_large_are_not_read_to_their_end() -> None:
    class Endless(BytesIO):
        taken = 0

        def read(self, count: int | None = -1, /) -> bytes:
            assert count is not None
            assert 0 < count <= 65_536
            self.taken += count
            return b"\x89PNG\r\n\x1a\n".ljust(count, b"\0")

    endless = Endless()
    (found,) = import_file("x", endless)
    assert not isinstance(found, Thumbnail)
    assert found.code == "large"
    assert "20 MB" in found.words
    assert endless.taken < LIMITS.file_bytes + 200_000


def test_whatever_happens_to_a_file_it_is_a_square_or_a_refusal() -> None:
    """Five seconds of chance: real files with bytes changed, cut out, put in and mixed."""
    chance = random.Random(7)
    small = scene(96, 64, seed=3)
    seeds = [
        *(written(small, kind) for kind in KINDS),
        written(small, "JPEG", progressive=True, exif=exif(6), quality=30),
        written(small.convert("CMYK"), "JPEG"),
        written(small.convert("P"), "PNG", transparency=2),
        written(small.convert("RGBA"), "WEBP", lossless=True),
        written(small, "GIF", save_all=True, append_images=[scene(96, 64, seed=4)], comment=b"x" * 300),
        written(small, "WEBP", save_all=True, append_images=[scene(96, 64, seed=4)], exif=exif(8)),
    ]
    end = time.monotonic() + 5
    kept = tried = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as it is where no test runs: a decoder's doubts are no errors
        while time.monotonic() < end:
            data = bytearray(chance.choice(seeds))
            for _ in range(chance.randrange(1, 6)):
                place = chance.randrange(len(data)) if chance.random() < 0.6 else chance.randrange(min(200, len(data)))
                match chance.randrange(5):
                    case 0:
                        data[place] = chance.randrange(256)
                    case 1:
                        data[place] ^= 1 << chance.randrange(8)
                    case 2:
                        del data[place : place + chance.randrange(1, 40)]
                    case 3:
                        data[place:place] = chance.randbytes(chance.randrange(1, 40))
                    case 4:
                        data[place : place + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff"))
                if not data:
                    break
            (found,) = import_file("fuzz", BytesIO(bytes(data)))
            tried += 1
            if isinstance(found, Thumbnail):
                kept += 1
                assert opened(found.data).size == (192, 192)
            else:
                assert found.code in REFUSAL_CODES
    assert tried > 50
    assert 0 < kept < tried


@pytest.mark.parametrize("kind", KINDS)
def test_headers_say_what_the_decoders_find(kind: str) -> None:
    for width, height in ((24, 24), (100, 31), (257, 256), (1000, 400)):
        header = read_header(picture(kind, width=width, height=height))
        assert (header.format, header.width, header.height) == (kind, width, height)
    assert read_header(picture("JPEG", progressive=True)).coding == "JPEG in scans"
    assert read_header(picture("WEBP", lossless=True)).width == 320
    assert read_header(written(scene(mode="RGBA"), "WEBP", exif=exif())).height == 240
