"""Decode an untrusted picture with Pillow: four formats, strict limits, and no metadata left."""

from functools import cache
from io import BytesIO
from typing import Final

import numpy as np
from PIL import ExifTags, Image, ImageCms, ImageOps
from PIL.ImageFile import ImageFile

from lianliankan.faces.custom.limits import MEGA
from lianliankan.faces.custom.refusal import PictureRefused

__all__ = ["FORMATS", "MAX_ASPECT_RATIO", "MAX_PIXELS", "MIN_SIDE", "WORKING_SIDE", "decode_picture"]

FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
"""The formats that are decoded, by Pillow's names."""

MAX_PIXELS: Final = 100 * MEGA
"""The maximum number of pixels of any picture: that of a JPEG, which is reduced while it is decoded."""

MIN_SIDE: Final = 24
"""The minimum of a picture's shorter side in pixels: the size of a small tile."""

MAX_ASPECT_RATIO: Final = 8
"""The maximum ratio of the longer side to the shorter side."""

WORKING_SIDE: Final = 384
"""Pictures are reduced right after decoding, as long as the shorter side keeps at least this many pixels."""

_MAX_PIXELS = {
    "PNG": 24 * MEGA,
    "GIF": 24 * MEGA,
    "WEBP": 12_500_000,  # the decoder holds four copies
    "progressive JPEG": 24 * MEGA,  # held in memory as a whole while it is decoded
    "JPEG": MAX_PIXELS,
}
_MAX_SCANS = 40  # of a JPEG; about 10 are common, and each passes over all pixels again
_MAX_PROFILE = 65_536  # bytes; profiles of cameras and screens are small, those of printing presses are not
_PAPER, _SLATE = (255, 255, 255), (52, 58, 70)
_LIGHT = 200  # of 255; lighter pictures would not be visible on white


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
        raise PictureRefused("pixels", f"a picture may have at most {MAX_PIXELS / MEGA:g} million pixels") from None
    except MemoryError:
        raise PictureRefused("pixels", "this picture takes too much memory") from None
    except Exception:  # decoders may raise anything for malformed input
        raise PictureRefused("broken", "this picture is damaged, truncated or unsupported") from None


def _check(image: ImageFile, data: bytes) -> None:
    """Refuse a picture before it is decoded if that would cost too much, or if its shape does not suit a tile."""
    width, height = image.size
    is_jpeg = image.format in ("JPEG", "MPO")  # the latter from cameras with two lenses
    kind = str(image.format) if not is_jpeg else "progressive JPEG" if "progressive" in image.info else "JPEG"
    if width * height > _MAX_PIXELS[kind]:
        most = f"at most {_MAX_PIXELS[kind] / MEGA:g} million"
        raise PictureRefused("pixels", f"{width} × {height} pixels; a {kind.replace('WEBP', 'WebP')} may have {most}")
    if min(width, height) < MIN_SIDE:
        raise PictureRefused("small", f"{width} × {height} pixels; each side needs at least {MIN_SIDE}")
    if max(width, height) > MAX_ASPECT_RATIO * min(width, height):
        raise PictureRefused(
            "thin", f"{width} × {height} pixels; one side may be at most {MAX_ASPECT_RATIO} times as long as the other"
        )
    if is_jpeg and data.count(b"\xff\xda") > _MAX_SCANS:
        raise PictureRefused("broken", f"unsupported JPEG: more than {_MAX_SCANS} scans")


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
