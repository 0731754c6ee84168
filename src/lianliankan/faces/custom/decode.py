"""Decode an untrusted picture: four formats, strict limits, and no metadata left."""

from functools import cache
from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image, ImageCms
from PIL.GifImagePlugin import GifImageFile
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from lianliankan.faces.custom.header import Header, read_header
from lianliankan.faces.custom.jpeg import strip_jpeg_metadata
from lianliankan.faces.custom.limits import LIMITS, MEGA, PictureLimits
from lianliankan.faces.custom.orientation import turn_upright
from lianliankan.faces.custom.png import strip_png_metadata
from lianliankan.faces.custom.refusal import PictureRefused

__all__ = ["MAX_ASPECT_RATIO", "MIN_SIDE", "WORKING_SIDE", "decode_picture"]

MIN_SIDE: Final = 24
"""The minimum of a picture's shorter side in pixels: the size of a small tile."""

MAX_ASPECT_RATIO: Final = 8
"""The maximum ratio of the longer side to the shorter side."""

WORKING_SIDE: Final = 384
"""Pictures are reduced right after decoding, as long as the shorter side keeps at least this many pixels."""

_FILES: dict[str, type[ImageFile]] = {
    "PNG": PngImageFile,
    "JPEG": JpegImageFile,
    "WEBP": WebPImageFile,
    "GIF": GifImageFile,
}
_MAX_PROFILE = 65_536  # bytes; profiles of cameras and screens are small, those of printing presses are not
_PAPER, _SLATE = (255, 255, 255), (52, 58, 70)
_LIGHT = 200  # of 255; lighter pictures would not be visible on white


def decode_picture(data: bytes, limits: PictureLimits = LIMITS) -> Image.Image:
    """Decode a picture to RGB, upright, and not much larger than necessary.

    An animation becomes its first frame. Transparent pictures are laid on white, or on a dark background if they are
    light themselves. Raises PictureRefused for any other format, and for pictures that are too large or damaged.

    >>> file = BytesIO()
    >>> Image.new("CMYK", (900, 1800)).save(file, "JPEG")
    >>> decode_picture(file.getvalue())
    <PIL.Image.Image image mode=RGB size=450x900 at ...>
    """
    header = read_header(data)
    _check(header, limits)
    exif = profile = b""
    if header.format == "JPEG":
        data, exif, profile = strip_jpeg_metadata(data)
    elif header.format == "PNG":
        data = strip_png_metadata(data)
    try:
        with _FILES[header.format](BytesIO(data)) as image:
            if image.size != (
                header.width,
                header.height,
            ):  # decoders may find a size in more places than `read_header` does
                raise ValueError(f"decoded size {image.size} differs from the header")
            image.draft(None, (WORKING_SIDE, WORKING_SIDE))  # reduces a JPEG while it is decoded
            image.load()
            exif = exif or image.info.get("exif", b"")
            profile = profile or image.info.get("icc_profile", b"")
            plain = _plain(image)
            if plain is not image:
                image.close()  # free its pixels: the memory limit allows two copies, and reducing needs one
            read = turn_upright(_in_srgb(_flat(_smaller(plain)), profile), exif)
            return Image.fromarray(np.asarray(read))  # only the pixels: any other way to copy keeps comments
    except Exception:  # decoders may raise anything for malformed input
        raise PictureRefused("broken", f"this {_format_name(header)} is damaged or truncated") from None


def _format_name(header: Header) -> str:
    return "WebP" if header.format == "WEBP" else header.format


def _check(header: Header, limits: PictureLimits) -> None:
    """Refuse a picture by its header if decoding would cost too much, or if its shape does not suit a tile."""
    width, height = header.width, header.height
    limit = limits.pixels[header.coding]
    if width * height > limit:
        kind = "a progressive JPEG" if header.coding == "JPEG in scans" else f"a {_format_name(header)}"
        raise PictureRefused("pixels", f"{width} × {height} pixels; {kind} may have at most {limit / MEGA:g} million")
    if min(width, height) < MIN_SIDE:
        raise PictureRefused("small", f"{width} × {height} pixels; each side needs at least {MIN_SIDE}")
    if max(width, height) > MAX_ASPECT_RATIO * min(width, height):
        raise PictureRefused(
            "thin", f"{width} × {height} pixels; one side may be at most {MAX_ASPECT_RATIO} times as long as the other"
        )


def _plain(image: Image.Image) -> Image.Image:
    """Convert a picture to a mode that can be reduced: grey or colour, with or without transparency."""
    if image.mode.startswith("I"):  # 16 bits of grey
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    if "transparency" in image.info:  # one colour that means transparent
        return image.convert("RGBA")
    return image if image.mode in ("L", "LA", "RGB", "RGBA", "CMYK") else image.convert("RGB")


def _smaller(image: Image.Image) -> Image.Image:
    factor = min(image.size) // WORKING_SIDE
    return image.reduce(factor) if factor > 1 else image


def _flat(image: Image.Image) -> Image.Image:
    """Lay a transparent picture on a background that makes it visible."""
    if image.mode not in ("LA", "RGBA"):
        return image.convert("RGB")
    image = image.convert("RGBA")
    pixels = np.asarray(image).astype(np.float32)
    seen = pixels[..., 3]
    light = float((pixels[..., :3].mean(axis=2) * seen).sum() / max(float(seen.sum()), 1.0))
    is_opaque = float(seen.min()) == 255
    ground = Image.new("RGBA", image.size, (*(_SLATE if light > _LIGHT and not is_opaque else _PAPER), 255))
    return Image.alpha_composite(ground, image).convert("RGB")


@cache
def _srgb() -> ImageCms.ImageCmsProfile:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Convert colours from their ICC profile to sRGB; an invalid profile is ignored."""
    if not 0 < len(profile) <= _MAX_PROFILE:
        return image
    try:
        turned = ImageCms.profileToProfile(image, ImageCms.ImageCmsProfile(BytesIO(profile)), _srgb())
    except Exception:  # a profile is as untrusted as a picture
        return image
    return image if turned is None else turned
