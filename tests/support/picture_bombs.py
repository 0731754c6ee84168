"""Pictures that cost as much as they can: the worst that are accepted, and those that lie about it."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from support.picture_files import chunk, encode, picture, png, segment


def two_sizes_png() -> bytes:
    """Return a PNG that declares a small size and then a large one."""
    second = chunk(b"IHDR", struct.pack(">IIBBBBB", 12_000, 12_000, 8, 6, 0, 0, 0))
    return png(100, 100, second, zeros=48_001 * 12_000)


def two_sizes_gif() -> bytes:
    """Return a GIF with a small canvas and a large frame behind an extension without content."""
    gif = encode(Image.new("P", (9_000, 9_000)), "GIF")
    colours = 13 + 3 * 2 ** ((gif[10] & 7) + 1)
    small = b"!\1\0" + b",\0\0\0\0\x40\0\x40\0\0\x08".ljust(45, b"\0") + b"\0"
    return gif[:6] + b"\x40\0\x40\0" + gif[10:colours] + small + gif[gif.index(b",", colours) :]


def exif_that_points_to_itself() -> bytes:
    """Return a JPEG with thousands of EXIF entries that each refer to all the data."""
    entries = b"".join(struct.pack(">HHII", tag, 7, 60_000, 8) for tag in range(0x1000, 0x1000 + 4_500))
    data = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 4_500) + entries + b"\0" * 8_000
    jpeg = picture("JPEG")
    return jpeg[:2] + segment(0xE1, data[:65_000]) + jpeg[20:]


def text_bomb() -> bytes:
    """Return a PNG whose notes unpack to 200 MB."""
    text = chunk(b"zTXt", b"x\0\0" + zlib.compress(b"x" * 1_000_000, 9))
    return png(64, 64, *[text] * 200, rows=b"\0" * 193 * 64)


def profile_bomb() -> bytes:
    """Return a PNG whose colour profile unpacks to 100 MB."""
    profile = chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(100_000_000), 1))
    return png(64, 64, profile, rows=b"\0" * 193 * 64)


def wide_progressive() -> bytes:
    return encode(Image.new("CMYK", (6_000, 4_000)), "JPEG", progressive=True, subsampling=0)


def jpeg_in_scans(width: int, height: int) -> bytes:
    """Return a grey JPEG whose colours come one after the other, so that decoders hold all coefficients in memory."""
    grey = encode(Image.new("L", (8, 8)), "JPEG")
    frame, scan = grey.index(b"\xff\xc0"), grey.index(b"\xff\xda")
    tables = grey[2:frame] + grey[frame + 2 + int.from_bytes(grey[frame + 2 : frame + 4]) : scan]
    size = segment(0xC0, struct.pack(">BHHB", 8, height, width, 3) + bytes((1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)))
    pixels = b"\x28\xa2\x8a" * (width * height // 256)  # four empty blocks
    scans = [segment(0xDA, bytes((1, colour, 0, 0, 63, 0))) + pixels for colour in (1, 2, 3)]
    return b"\xff\xd8" + tables + size + b"".join(scans) + b"\xff\xd9"


def chunks(name: bytes) -> bytes:
    """Return a PNG with very many empty chunks and no pixels."""
    return png(64, 64, chunk(name, b"") * 100_000)


BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "png": (lambda: png(6_000, 4_000, zeros=18_001 * 4_000), "kept"),
    "png with a transparent colour": (
        lambda: png(6_000, 4_000, chunk(b"tRNS", bytes(6)), zeros=18_001 * 4_000),
        "kept",
    ),
    "webp": (lambda: encode(Image.new("RGBA", (4_160, 3_000)), "WEBP", lossless=True, method=0), "kept"),
    "progressive jpeg": (wide_progressive, "kept"),
    "jpeg": (lambda: encode(Image.new("L", (11_000, 9_000)), "JPEG"), "kept"),
    "exif": (exif_that_points_to_itself, "kept"),
    "20 MB": (lambda: picture("GIF") + bytes(19_500_000), "kept"),
    "text": (text_bomb, "broken"),
    "profile": (profile_bomb, "broken"),
    "pixels": (lambda: png(60_000, 60_000, zeros=20_000_000), "pixels"),
    "two sizes, png": (two_sizes_png, "pixels"),
    "two sizes, gif": (two_sizes_gif, "pixels"),
    "jpeg in scans": (lambda: jpeg_in_scans(11_200, 8_800), "broken"),
    "tEXt chunks": (lambda: chunks(b"tEXt"), "broken"),
    "private chunks": (lambda: chunks(b"prVt"), "broken"),
    "fcTL chunks": (lambda: chunks(b"fcTL"), "broken"),
    "IDAT chunks": (lambda: chunks(b"IDAT"), "broken"),
    "jpeg comments": (lambda: b"\xff\xd8" + segment(0xFE, b"x") * 300_000, "broken"),
}
"""How to make each of them, and what becomes of it: kept, or refused with a code."""


def peak_memory(process: int) -> float:
    """Return the most memory that a process has had, in megabytes; 0 if it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except FileNotFoundError:
        return 0.0
    return next(int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmHWM"))
