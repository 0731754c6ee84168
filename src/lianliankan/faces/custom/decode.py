"""Decode an untrusted picture with Pillow: four formats, strict limits, and no metadata left."""

from functools import cache
from io import BytesIO
from typing import Final

import numpy as np
from PIL import ExifTags, Image, ImageCms, ImageOps
from PIL.ImageFile import ImageFile

from lianliankan.faces.custom.background import choose_background
from lianliankan.faces.custom.limits import MEGA
from lianliankan.faces.custom.picture_size import MAX_PIXELS, PictureFormat, check_scans, check_size
from lianliankan.faces.custom.refusal import PictureRefused

FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
"""The formats that are decoded, by Pillow's names."""

WORKING_SIDE: Final = 384
"""Pictures are reduced right after decoding, as long as the shorter side keeps at least this many pixels."""

_FORMATS: Final[dict[str, PictureFormat]] = {"PNG": "PNG", "WEBP": "WebP", "GIF": "GIF"}
_MAX_PROFILE = 65_536  # bytes; profiles of cameras and screens are small, those of printing presses are not


def decode_picture(data: bytes) -> Image.Image:
    """Decode a picture to RGB, upright, and not much larger than necessary.

    An animation becomes its first frame. Transparent pictures are laid on white, or on a dark background if they are
    light themselves. Raises PictureRefused for any other format, and for pictures that are too large or damaged.

    >>> file = BytesIO()
    >>> Image.new("CMYK", (900, 1800)).save(file, "JPEG")
    >>> decode_picture(file.getvalue())
    <PIL.Image.Image image mode=RGB size=450x900 at ...>
    """
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            _check(image, data)
            image.draft(None, (WORKING_SIDE, WORKING_SIDE))  # reduces a JPEG while it is decoded
            image.load()
            orientation, profile = _read_orientation(image), image.info.get("icc_profile", b"")
            plain = _plain(image)
            if plain is not image:
                image.close()  # free its pixels: the memory limit allows two copies, and reducing needs one
            return _upright(_in_srgb(_flat(_smaller(plain)), profile), orientation)
    except PictureRefused:
        raise
    except Image.DecompressionBombError:
        raise PictureRefused(
            "pixels", f"a picture may have at most {MAX_PIXELS['JPEG'] / MEGA:g} million pixels"
        ) from None
    except MemoryError:
        raise PictureRefused("pixels", "this picture takes too much memory") from None
    except Exception:  # decoders may raise anything for malformed input
        raise PictureRefused("broken", "this picture is damaged, truncated or unsupported") from None


def _check(image: ImageFile, data: bytes) -> None:
    """Refuse a picture before it is decoded if that would cost too much, or if its shape does not suit a tile."""
    is_jpeg = image.format in ("JPEG", "MPO")  # the latter from cameras with two lenses
    jpeg: PictureFormat = "progressive JPEG" if "progressive" in image.info else "JPEG"
    check_size(jpeg if is_jpeg else _FORMATS[str(image.format)], *image.size)
    if is_jpeg:
        check_scans(data)


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
    ground = Image.new("RGBA", image.size, (*choose_background(image.tobytes()), 255))
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


def _read_orientation(image: Image.Image) -> object:
    try:
        return image.getexif().get(ExifTags.Base.Orientation)
    except Exception:  # and so are EXIF data
        return None


def _upright(image: Image.Image, orientation: object) -> Image.Image:
    """Return only the pixels of a picture, turned upright."""
    pixels = Image.fromarray(np.asarray(image))  # any other way to copy keeps comments
    pixels.getexif()[ExifTags.Base.Orientation] = orientation
    return ImageOps.exif_transpose(pixels)
