"""The files of thumbnails: all of them are JPEGs with the same size, the same tables and no metadata."""

import re
from base64 import b64decode
from typing import Final

THUMBNAIL_SIDE: Final = 192
"""The side of a thumbnail in pixels: larger than the largest tiles."""

QUALITY: Final = 88
"""The quality of the JPEG, as libjpeg counts it."""

HEADER: Final = b64decode(
    """
/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAQDAwMDAgQDAwMEBAQFBgoGBgUFBgwICQcKDgwPDg4MDQ0PERYTDxAVEQ0NExoTFRcYGRkZDxIbHRsY
HRYYGRj/2wBDAQQEBAYFBgsGBgsYEA0QGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBj/wAARCADAAMAD
AREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKB
kaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZ
mqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQF
BgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5
OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX
2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwA=
"""
)
"""The bytes that all thumbnails start with: everything before the encoded pixels.

They are what Pillow writes: a size of 192 by 192, three channels without subsampling, the quantisation tables of the
quality, and the usual Huffman tables of the JPEG standard.
"""

_MAX_BYTES = 100_000  # of a thumbnail; those of pure noise are smaller
_PIXELS = re.compile(rb"(?:[^\xff]|\xff\0)*\xff\xd9")  # encoded pixels contain no markers but that of the end


def is_thumbnail(data: bytes) -> bool:
    r"""Whether a file consists of the header of thumbnails and of pixels, and so hides nothing.

    >>> is_thumbnail(HEADER + b"pixels" + b"\xff\xd9"), is_thumbnail(b"GIF89a")
    (True, False)
    """
    return len(data) <= _MAX_BYTES and data.startswith(HEADER) and bool(_PIXELS.fullmatch(data, len(HEADER)))
