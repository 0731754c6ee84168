"""Reading a picture that anybody may have made: four decoders, within limits, and no metadata left."""

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
"""The shorter side that a picture must have, in pixels: as many as a small tile shows."""

MAX_ASPECT_RATIO: Final = 8
"""How many times as long as high, or as high as long, a picture may be."""

WORKING_SIDE: Final = 384
"""Pictures are made smaller as soon as they are read, as far as their shorter side stays so long."""

_FILES: dict[str, type[ImageFile]] = {
    "PNG": PngImageFile,
    "JPEG": JpegImageFile,
    "WEBP": WebPImageFile,
    "GIF": GifImageFile,
}
_MAX_PROFILE = 65_536  # bytes; what cameras and screens have is small, what presses have is not
_PAPER, _SLATE = (255, 255, 255), (52, 58, 70)
_LIGHT = 200  # of 255: what is lighter than this is not seen on paper


def decode_picture(data: bytes, limits: PictureLimits = LIMITS) -> Image.Image:
    """Read a picture as red, green and blue, upright, and not much larger than it has to be.

    Of an animation it is the first frame. What is transparent lies on white, or on a dark ground where the picture is
    light itself. Raises PictureRefused for whatever is none of the four kinds, too large, or broken.

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
            if image.size != (header.width, header.height):  # a decoder may find a size in more places than we do
                raise ValueError(f"{image.size} is not what its header says")
            image.draft(None, (WORKING_SIDE, WORKING_SIDE))  # a JPEG is made smaller while it is decoded
            image.load()
            exif = exif or image.info.get("exif", b"")
            profile = profile or image.info.get("icc_profile", b"")
            plain = _plain(image)
            if plain is not image:
                image.close()  # and free its pixels: there is memory for two copies, and to make it smaller takes one
            read = turn_upright(_in_srgb(_flat(_smaller(plain)), profile), exif)
            return Image.fromarray(np.asarray(read))  # the pixels alone: comments come along with everything else
    except Exception:  # a decoder that was given nonsense may raise anything
        raise PictureRefused("broken", f"this {_said(header)} is damaged or breaks off") from None


def _said(header: Header) -> str:
    return "WebP" if header.format == "WEBP" else header.format


def _check(header: Header, limits: PictureLimits) -> None:
    """Refuse by its header what would take too much to decode, or makes no tile."""
    width, height = header.width, header.height
    most = limits.pixels[header.coding]
    if width * height > most:
        kind = "a progressive JPEG" if header.coding == "JPEG in scans" else f"a {_said(header)}"
        raise PictureRefused("pixels", f"{width} × {height} pixels: {kind} may have {most / MEGA:g} million")
    if min(width, height) < MIN_SIDE:
        raise PictureRefused("small", f"{width} × {height} pixels: each side must have {MIN_SIDE}")
    if max(width, height) > MAX_ASPECT_RATIO * min(width, height):
        raise PictureRefused(
            "thin", f"{width} × {height} pixels: one side may be {MAX_ASPECT_RATIO} times as long as the other"
        )


def _plain(image: Image.Image) -> Image.Image:
    """Bring a picture to one of the modes that can be made smaller: grey or colours, with or without transparency."""
    if image.mode.startswith("I"):  # 16 bits of grey
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    if "transparency" in image.info:  # a colour that stands for none
        return image.convert("RGBA")
    return image if image.mode in ("L", "LA", "RGB", "RGBA", "CMYK") else image.convert("RGB")


def _smaller(image: Image.Image) -> Image.Image:
    factor = min(image.size) // WORKING_SIDE
    return image.reduce(factor) if factor > 1 else image


def _flat(image: Image.Image) -> Image.Image:
    """Lay a picture on a ground on which it is seen."""
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
    """Turn colours that were meant for another screen into those of all; a profile that says nonsense says nothing."""
    if not 0 < len(profile) <= _MAX_PROFILE:
        return image
    try:
        turned = ImageCms.profileToProfile(image, ImageCms.ImageCmsProfile(BytesIO(profile)), _srgb())
    except Exception:  # as with pictures, nobody knows what a profile may be
        return image
    return image if turned is None else turned
