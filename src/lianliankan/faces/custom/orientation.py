"""The EXIF orientation, the only metadata that is read, and turning a picture upright by it."""

from PIL import Image

__all__ = ["turn_upright"]

_ORIENTATION = 0x0112
_SHORT = 3  # an integer of two bytes
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def turn_upright(image: Image.Image, exif: bytes) -> Image.Image:
    """Turn a picture upright by its EXIF data; missing or invalid data leave it unchanged.

    >>> exif = b"Exif" + bytes.fromhex("0000 4d4d002a 00000008 0001 0112 0003 00000001 0006 0000")
    >>> turn_upright(Image.new("L", (30, 20)), exif).size
    (20, 30)
    """
    turn = _TURNS.get(_orientation(exif))
    return image if turn is None else image.transpose(turn)


def _orientation(exif: bytes) -> int:
    """Return the orientation from the first directory; following all pointers could exhaust the memory."""
    tiff = exif.removeprefix(b"Exif\0\0")
    match tiff[:4]:
        case b"II*\0":
            order = "little"
        case b"MM\0*":
            order = "big"
        case _:
            return 1

    def number(place: int, length: int) -> int:
        return int.from_bytes(tiff[place : place + length], "little" if order == "little" else "big")

    first = number(4, 4)
    for entry in range(first + 2, first + 2 + 12 * number(first, 2), 12):
        if number(entry, 2) == _ORIENTATION and number(entry + 2, 2) == _SHORT:
            return number(entry + 8, 2)
    return 1
