"""Pictures for tests, made by code: good ones of every format, and files that only claim to be pictures."""

import struct
import zipfile
import zlib
from collections.abc import Iterable
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from lianliankan.faces.custom.picture_worker import PictureWorker
from support.patience import PATIENCE

WORKER = PictureWorker(PATIENCE)
"""A worker for all tests; `faces/conftest.py` closes it."""

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
GPS = b"Secret place 48.2N 16.3E"
MARKER = b"<script>alert('llk')</script>"
HTML = b"<!doctype html><title>x</title>" + MARKER
SVG = b'<svg xmlns="http://www.w3.org/2000/svg">' + MARKER + b"</svg>"


def scene(width: int = 320, height: int = 240, *, seed: int = 0, mode: str = "RGB") -> Image.Image:
    """Return soft blots of colour, different for every seed."""
    rng = np.random.default_rng(seed)
    blots = rng.integers(0, 256, (6, 6, 3)).astype(np.uint8)
    return Image.fromarray(blots).resize((width, height), Image.Resampling.BICUBIC).convert(mode)


def encode(image: Image.Image, kind: str = "PNG", **how: Any) -> bytes:  # noqa: ANN401
    file = BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()


def picture(kind: str = "PNG", *, seed: int = 0, width: int = 320, height: int = 240, **how: Any) -> bytes:  # noqa: ANN401
    image = scene(width, height, seed=seed)
    return encode(image.quantize(64, Image.Quantize.FASTOCTREE) if kind == "GIF" else image, kind, **how)


def open_thumbnail(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data), formats=["JPEG"])
    image.load()
    return image


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width: int, height: int, *more: bytes, rows: bytes = b"", zeros: int = 0) -> bytes:
    """Return a PNG of a size with any rows, or with many zero bytes as rows, and further chunks before them."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    pixels = chunk(b"IDAT", deflate_zeros(zeros) if zeros else zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(more) + pixels + chunk(b"IEND", b"")


def deflate_zeros(count: int) -> bytes:
    """Return zero bytes compressed by zlib, at once for any count: one compressed block is repeated."""
    block = 1_000_000
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(bytes(block)) + packer.flush(zlib.Z_FULL_FLUSH)
    packer = zlib.compressobj(wbits=-15)
    rest = packer.compress(bytes(count % block)) + packer.flush()
    return b"\x78\x9c" + packed * (count // block) + rest + struct.pack(">HH", count % 65_521, 1)  # Adler-32


def exif(orientation: int = 1, note: bytes = GPS) -> bytes:
    """Return EXIF data with the orientation and a note, such as the place where the picture was taken."""
    place = 8 + 2 + 2 * 12 + 4
    entries = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + struct.pack(">HHII", 0x010E, 2, len(note), place)
    return b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 2) + entries + struct.pack(">I", 0) + note


def segment(marker: int, content: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content


def zipped(files: Iterable[tuple[str | zipfile.ZipInfo, bytes]], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return file.getvalue()
