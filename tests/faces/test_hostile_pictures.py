"""Hostile files: other types, truncated, contradictory, huge or random, they are refused and cost the worker little."""

import random
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from lianliankan.faces.custom.import_pictures import Thumbnail, import_file
from lianliankan.faces.custom.limits import LIMITS
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.faces.custom.refusal import REFUSAL_CODES, PictureRefused
from support.picture_bombs import BOMBS, peak_memory
from support.picture_files import (
    FORMATS,
    HTML,
    SVG,
    WORKER,
    chunk,
    encode,
    exif,
    open_thumbnail,
    picture,
    png,
    scene,
    segment,
)


def refusal_code(data: bytes) -> str:
    with pytest.raises(PictureRefused) as refused:
        WORKER.make_thumbnail(data)
    assert refused.value.code in REFUSAL_CODES
    assert refused.value.words
    return refused.value.code


# ---- Refused ---------------------------------------------------------------------------------------------------------


def large_webp() -> bytes:
    return encode(Image.new("L", (4_000, 3_200)), "WEBP", method=0)


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "empty", "the file is empty"),
        (b"\0", "type", "not a picture"),
        (b"hello", "type", "not a picture"),
        (SVG, "type", "SVG"),
        (b'\xef\xbb\xbf\n <?xml version="1.0"?>' + SVG, "type", "SVG"),
        (HTML, "type", "HTML"),
        (b"  <HTML><body>", "type", "HTML"),
        (encode(Image.new("RGB", (64, 64)), "BMP"), "type", "BMP"),
        (encode(Image.new("RGB", (64, 64)), "TIFF"), "type", "TIFF"),
        (encode(Image.new("RGB", (64, 64)), "ICO"), "type", "icon"),
        (encode(Image.new("RGB", (64, 64)), "PPM"), "type", "not a picture"),
        (b"%PDF-1.7", "type", "PDF"),
        (b"8BPS\0\1", "type", "Photoshop"),
        (b"\0\0\0\x18ftypheic", "type", "HEIC"),
        (b"\0\0\0\x18ftypavif", "type", "AVIF"),
        (b"%!PS-Adobe", "type", "not a picture"),
        (png(6_000, 6_000), "pixels", "6000 × 6000 pixels; a PNG may have at most 24 million"),
        (png(60_000, 60_000), "pixels", "at most 100 million pixels"),
        (png(2**31 - 1, 2**31 - 1), "pixels", "at most 100 million pixels"),
        (png(0, 100), "broken", "damaged"),
        (png(23, 100), "small", "each side needs at least 24"),
        (png(100, 1000), "thin", "8 times as long"),
        (b"\x89PNG\r\n\x1a\n", "broken", "damaged"),
        (b"GIF89a", "broken", "damaged"),
        (b"GIF89a" + b"\xff" * 7, "broken", "damaged"),
        (b"GIF89a\x40\0\x40\0\0\0\0;", "broken", "damaged"),
        (b"GIF89a\x40\0\x40\0\0\0\0" + b"!\xfe\1x\0" * 30_000, "broken", "damaged"),
        (b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x08", "pixels", "at most 100 million pixels"),
        (b"RIFF\0\0\0\0WEBP", "broken", "damaged"),
        (b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff", "pixels", ""),
        (b"RIFF\0\0\0\0WEBPVP8L\x0a\0\0\0\x2f\xff\xff\xff\x0f", "pixels", ""),
        (large_webp, "pixels", "a WebP may have at most 12.5 million"),
        (b"\xff\xd8\xff", "broken", "damaged"),
        (b"\xff\xd8" + b"\xff" * 500_000, "broken", "damaged"),
        (b"\xff\xd8\xff" + b"\0" * 5_000_000, "broken", "damaged"),
        (b"\xff\xd8" + segment(0xFE, b"x") * 100_000, "broken", "damaged"),
    ],
)
def test_bad_files_are_refused(data: bytes | Callable[[], bytes], code: str, words: str) -> None:
    """Whatever the name of the file."""
    (found,) = import_file("panda.png", BytesIO(data() if callable(data) else data), WORKER)
    assert not isinstance(found, Thumbnail)
    assert (found.label, found.code) == ("panda", code)
    assert words in found.words


def frame(marker: int, width: int, height: int, *, bits: int = 8, colours: int = 3) -> bytes:
    return segment(marker, struct.pack(">BHHB", bits, height, width, colours) + b"\1\x11\0" * colours)


@pytest.mark.parametrize(
    ("parts", "code", "words"),
    [
        ((frame(0xC0, 60_000, 60_000),), "pixels", "at most 100 million"),
        ((frame(0xC2, 6_000, 6_000),), "pixels", "a progressive JPEG may have at most 24 million"),
        ((frame(0xC0, 6_000, 6_000, colours=4),), "broken", "damaged"),
        ((frame(0xC3, 64, 64),), "broken", "unsupported"),
        ((frame(0xC9, 64, 64),), "broken", "unsupported"),
        ((frame(0xC0, 64, 64, bits=12),), "broken", "unsupported"),
        ((frame(0xC0, 64, 64), frame(0xC0, 64, 64)), "broken", "damaged"),
        ((), "broken", "damaged"),
    ],
)
def test_bad_jpegs_are_refused(parts: tuple[bytes, ...], code: str, words: str) -> None:
    scan = segment(0xDA, b"\3\1\0\2\0\3\0\0\x3f\0")
    with pytest.raises(PictureRefused, match=words) as refused:
        WORKER.make_thumbnail(b"\xff\xd8" + b"".join(parts) + scan + b"\0" * 100)
    assert refused.value.code == code


@pytest.mark.parametrize("rows", [b"", b"\0" * 99, b"\0" * 300 * 99])
def test_missing_pixels(rows: bytes) -> None:
    with pytest.raises(PictureRefused, match="damaged, truncated or unsupported"):
        WORKER.make_thumbnail(png(100, 100, rows=rows))


@pytest.mark.parametrize("kind", FORMATS)
def test_truncated_files(kind: str) -> None:
    data = picture(kind)
    for share in (0.02, 0.2, 0.5, 0.8, 0.95):
        assert refusal_code(data[: round(len(data) * share)]) == "broken"


def test_a_jpeg_with_many_scans_is_refused() -> None:
    """Each scan passes over all pixels: a small file could keep a decoder busy for hours."""
    data = picture("JPEG", progressive=True)
    scan = data[data.rindex(b"\xff\xda") : -2]
    with pytest.raises(PictureRefused, match="more than 40 scans"):
        WORKER.make_thumbnail(data[:-2] + scan * 60 + data[-2:])


def test_metadata_of_any_size_in_a_png_is_skipped() -> None:
    notes = [chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(3_000_000))), chunk(b"prVt", b"")]
    profile = chunk(b"iCCP", b"x\0\0" + zlib.compress(random.Random(1).randbytes(2_000_000)))
    rows = b"\0" * 193 * 64
    assert WORKER.make_thumbnail(png(64, 64, *notes, profile, rows=rows)) == WORKER.make_thumbnail(
        png(64, 64, rows=rows)
    )


def test_files_that_are_too_large_are_not_read_to_the_end() -> None:
    class Endless(BytesIO):
        count = 0

        def read(self, count: int | None = -1, /) -> bytes:
            assert count is not None
            assert 0 < count <= 65_536
            self.count += count
            return b"\x89PNG\r\n\x1a\n".ljust(count, b"\0")

    endless = Endless()
    (found,) = import_file("x", endless, WORKER)
    assert not isinstance(found, Thumbnail)
    assert found.code == "large"
    assert "20 MB" in found.words
    assert endless.count < LIMITS.file_bytes + 200_000


@pytest.mark.parametrize("tries", [75, pytest.param(300, marks=pytest.mark.full)])
def test_corrupted_files_become_a_thumbnail_or_a_refusal(tries: int) -> None:
    """Fuzzing: real files with bytes changed, removed and inserted, the same ones in every run."""
    rng = random.Random(7)
    small = scene(96, 64, seed=3)
    originals = [
        *(encode(small, kind) for kind in FORMATS),
        encode(small, "JPEG", progressive=True, exif=exif(6), quality=30),
        encode(small.convert("CMYK"), "JPEG"),
        encode(small.convert("P"), "PNG", transparency=2),
        encode(small.convert("RGBA"), "WEBP", lossless=True),
        encode(small, "GIF", save_all=True, append_images=[scene(96, 64, seed=4)], comment=b"x" * 300),
        encode(small, "WEBP", save_all=True, append_images=[scene(96, 64, seed=4)], exif=exif(8)),
    ]
    kept = 0
    for _ in range(tries):
        data = bytearray(rng.choice(originals))
        for _ in range(rng.randrange(1, 6)):
            place = rng.randrange(len(data)) if rng.random() < 0.6 else rng.randrange(min(200, len(data)))
            match rng.randrange(5):
                case 0:
                    data[place] = rng.randrange(256)
                case 1:
                    data[place] ^= 1 << rng.randrange(8)
                case 2:
                    del data[place : place + rng.randrange(1, 40)]
                case 3:
                    data[place:place] = rng.randbytes(rng.randrange(1, 40))
                case 4:
                    data[place : place + 4] = rng.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff"))
            if not data:
                break
        (found,) = import_file("fuzz", BytesIO(bytes(data)), WORKER)
        if isinstance(found, Thumbnail):
            kept += 1
            assert open_thumbnail(found.data).size == (192, 192)
        else:
            assert found.code in REFUSAL_CODES
    assert 0 < kept < tries


# ---- Memory ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOMBS)
def test_memory_is_bounded(name: str) -> None:
    """The peak of the worker in megabytes, as the system counts it; without a picture it is about 35."""
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not report peak memory")
    make, outcome = BOMBS[name]
    with PictureWorker() as worker:
        (found,) = import_file("x", BytesIO(make()), worker)
        assert getattr(found, "code", "kept") == outcome
        assert worker.process_id
        assert peak_memory(worker.process_id) < 350
