"""The type of a file by its first bytes: other types than pictures are named and refused before a decoder starts."""

from typing import Final

from lianliankan.faces.custom.refusal import PictureRefused

HEAD_BYTES: Final = 64
"""The number of bytes at the start of a file that `check_type` needs."""

_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8")
_OTHERS = (
    *((b"II*\0", "TIFF"), (b"MM\0*", "TIFF"), (b"BM", "BMP"), (b"%PDF", "PDF"), (b"8BPS", "Photoshop")),
    *((b"\0\0\1\0", "an icon"), (b"<svg", "SVG"), (b"<?xml", "XML or SVG"), (b"<!doc", "HTML"), (b"<html", "HTML")),
)
_ISO_MEDIA = {b"heic": "HEIC", b"heix": "HEIC", b"mif1": "HEIC", b"avif": "AVIF"}


def check_type(head: bytes) -> None:
    """Refuse a file that does not start like a PNG, JPEG, WebP or GIF, whatever its name; raises PictureRefused.

    >>> check_type(b"GIF89a")
    >>> check_type(b"<svg xmlns=")
    Traceback (most recent call last):
        ...
    lianliankan.faces.custom.refusal.PictureRefused: this is SVG; expected PNG, JPEG, WebP or GIF
    """
    if not head:
        raise PictureRefused("empty", "the file is empty")
    if head.startswith(_PICTURES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    names = [name for start, name in _OTHERS if head.startswith(start) or text.startswith(start)]
    if head[4:8] == b"ftyp" and head[8:12] in _ISO_MEDIA:
        names = [_ISO_MEDIA[head[8:12]]]
    found = f"this is {names[0]}" if names else "this is not a picture"
    raise PictureRefused("type", f"{found}; expected PNG, JPEG, WebP or GIF")
