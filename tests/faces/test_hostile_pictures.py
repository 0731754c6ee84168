"""Hostile files: truncated, contradictory, huge or random, they cost little and are refused with a message."""

import random
import struct
import subprocess
import sys
import warnings
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from lianliankan.faces.custom.header import read_header
from lianliankan.faces.custom.import_pictures import Thumbnail, import_file
from lianliankan.faces.custom.limits import LIMITS
from lianliankan.faces.custom.refusal import REFUSAL_CODES, PictureRefused
from lianliankan.faces.custom.thumbnail import make_thumbnail
from support.picture_files import FORMATS, chunk, encode, exif, open_thumbnail, picture, png, scene, segment


def refusal_code(data: bytes) -> str:
    with pytest.raises(PictureRefused) as refused:
        make_thumbnail(data)
    assert refused.value.code in REFUSAL_CODES
    assert refused.value.words
    return refused.value.code


@pytest.mark.parametrize("rows", [b"", b"\0" * 99, b"\0" * 300 * 99])
def test_missing_pixels(rows: bytes) -> None:
    with pytest.raises(PictureRefused, match="this PNG is damaged or truncated"):
        make_thumbnail(png(100, 100, rows=rows))


@pytest.mark.parametrize("kind", FORMATS)
def test_truncated_files(kind: str) -> None:
    data = picture(kind)
    for share in (0.02, 0.2, 0.5, 0.8, 0.95):
        assert refusal_code(data[: round(len(data) * share)]) == "broken"


def test_two_contradictory_sizes_are_refused() -> None:
    """The first size, which our parser reads, is small; a decoder would allocate memory for the second."""
    second = chunk(b"IHDR", struct.pack(">IIBBBBB", 12_000, 12_000, 8, 6, 0, 0, 0))
    large = png(100, 100, second, zeros=48_001 * 12_000)
    assert refusal_code(large) == "broken"
    assert measure_peak(large) < 20
    gif = encode(Image.new("P", (9_000, 9_000)), "GIF")
    colours = 13 + 3 * 2 ** ((gif[10] & 7) + 1)
    # An extension without content: Pillow takes what follows as its content, our parser as a small picture.
    small = b"!\1\0" + b",\0\0\0\0\x40\0\x40\0\0\x08".ljust(45, b"\0") + b"\0"
    large = gif[:6] + b"\x40\0\x40\0" + gif[10:colours] + small + gif[gif.index(b",", colours) :]
    assert (read_header(large).width, refusal_code(large)) == (64, "broken")
    assert measure_peak(large) < 20


@pytest.mark.parametrize("name", [b"tEXt", b"prVt", b"fcTL", b"IDAT"])
def test_a_million_chunks_do_not_reach_the_decoder(name: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(
        "lianliankan.faces.custom.decode._FILES", {"PNG": lambda file: seen.append(len(file.getvalue()))}
    )
    assert refusal_code(png(64, 64, chunk(name, b"") * 1_000_000)) == "broken"
    assert seen[0] < 20_100 * 12


def test_metadata_of_any_size_in_a_png_is_skipped() -> None:
    notes = [chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(3_000_000))), chunk(b"prVt", b"")]
    profile = chunk(b"iCCP", b"x\0\0" + zlib.compress(random.Random(1).randbytes(2_000_000)))
    rows = b"\0" * 193 * 64
    assert make_thumbnail(png(64, 64, *notes, profile, rows=rows)) == make_thumbnail(png(64, 64, rows=rows))
    frames = png(64, 64, rows=rows)[:-12] + chunk(b"fdAT", b"") * 100_000  # after the pixels, without an end chunk
    assert make_thumbnail(frames) == make_thumbnail(png(64, 64, rows=rows))


def test_a_jpeg_with_many_scans_is_refused() -> None:
    """Each scan passes over all pixels: a small file could keep a decoder busy for hours."""
    data = picture("JPEG", progressive=True)
    scan = data[data.rindex(b"\xff\xda") : -2]
    with pytest.raises(PictureRefused, match="more than 40 scans"):
        make_thumbnail(data[:-2] + scan * 60 + data[-2:])


def test_exif_data_that_point_to_themselves_use_no_memory() -> None:
    """Thousands of entries that each refer to all the data would exhaust the memory if they were read."""
    entries = b"".join(struct.pack(">HHII", tag, 7, 60_000, 8) for tag in range(0x1000, 0x1000 + 4_500))
    data = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 4_500) + entries + b"\0" * 8_000
    jpeg = picture("JPEG")
    large = jpeg[:2] + segment(0xE1, data[:65_000]) + jpeg[20:]
    assert measure_peak(large) < 60


@pytest.mark.parametrize(
    ("name", "limit"),
    [("png", 240), ("key", 240), ("webp", 240), ("progressive", 240), ("jpeg", 80), ("text", 80), ("bomb", 20)],
)
def test_memory_is_bounded(name: str, limit: int) -> None:
    """The worst accepted file of each encoding, and some refused ones, in megabytes."""
    match name:
        case "png":
            data = png(6_000, 4_000, zeros=18_001 * 4_000)
        case "key":  # one colour that means transparent
            data = png(6_000, 4_000, chunk(b"tRNS", bytes(6)), zeros=18_001 * 4_000)
        case "webp":
            data = encode(Image.new("RGBA", (4_160, 3_000)), "WEBP", lossless=True, method=0)
        case "progressive":
            data = encode(Image.new("RGB", (6_000, 4_000)), "JPEG", progressive=True, subsampling=0)
        case "jpeg":
            data = encode(Image.new("L", (11_000, 9_000)), "JPEG")
        case "text":
            text = chunk(b"zTXt", b"x\0\0" + zlib.compress(b"x" * 1_000_000, 9))
            data = png(64, 64, *[text] * 200, rows=b"\0" * 193 * 64)
        case _:
            data = png(60_000, 60_000, zeros=20_000_000)
    assert measure_peak(data) < limit


def measure_peak(data: bytes) -> float:
    """Return the megabytes that importing a file takes, as the system counts them in a separate process."""
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
        pytest.skip("this system does not report peak memory")
    done = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True)
    return float(done.stdout)


def test_files_that_are_too_large_are_not_read_to_the_end() -> None:
    class Endless(BytesIO):
        count = 0

        def read(self, count: int | None = -1, /) -> bytes:
            assert count is not None
            assert 0 < count <= 65_536
            self.count += count
            return b"\x89PNG\r\n\x1a\n".ljust(count, b"\0")

    endless = Endless()
    (found,) = import_file("x", endless)
    assert not isinstance(found, Thumbnail)
    assert found.code == "large"
    assert "20 MB" in found.words
    assert endless.count < LIMITS.file_bytes + 200_000


def test_corrupted_files_become_a_thumbnail_or_a_refusal() -> None:
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
    tries, kept = 600, 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # outside of tests, warnings of decoders are not errors
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
            (found,) = import_file("fuzz", BytesIO(bytes(data)))
            if isinstance(found, Thumbnail):
                kept += 1
                assert open_thumbnail(found.data).size == (192, 192)
            else:
                assert found.code in REFUSAL_CODES
    assert 0 < kept < tries
