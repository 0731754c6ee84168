"""Thumbnails, the pictures that tiles show: squares around what matters, all of one size and encoding."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from lianliankan.faces.custom.crop import find_window
from lianliankan.faces.custom.decode import decode_picture
from lianliankan.faces.custom.similarity import SimilarPair, find_similar, sort_pairs
from lianliankan.faces.custom.thumbnail_file import QUALITY, THUMBNAIL_SIDE, is_thumbnail
from lianliankan.faces.drawn.distinctness.measure import SIZE


def make_thumbnail(data: bytes) -> bytes:
    """Decode a picture, crop it to a square around what matters, and encode that as a JPEG without metadata.

    A square picture is kept whole: it has been cropped already. A thumbnail is returned as it is, so that an exported
    set comes back unchanged. Raises PictureRefused as `decode_picture` does.

    >>> file = BytesIO()
    >>> Image.new("RGB", (300, 200), "#c33").save(file, "PNG")
    >>> thumbnail = make_thumbnail(file.getvalue())
    >>> Image.open(BytesIO(thumbnail)).size, make_thumbnail(thumbnail) == thumbnail
    ((192, 192), True)
    """
    image = decode_picture(data)
    if is_thumbnail(data):
        return data
    left, top, side = find_window(*image.size, lambda *size: image.resize(size, Image.Resampling.BOX).tobytes())
    # Crop first: what lies outside must not bleed in at the edges.
    square = image.crop((left, top, left + side, top + side))
    if side != THUMBNAIL_SIDE:
        square = square.resize((THUMBNAIL_SIDE, THUMBNAIL_SIDE), Image.Resampling.LANCZOS)
    file = BytesIO()
    # No chroma subsampling: on small tiles a thin red line may be the only difference between two pictures.
    square.save(file, "JPEG", quality=QUALITY, subsampling=0)
    return file.getvalue()


def compare_thumbnails(thumbnails: Sequence[bytes]) -> list[SimilarPair]:
    """List the pairs of thumbnails that look alike, the closest first.

    >>> def plain(colour):
    ...     file = BytesIO()
    ...     Image.new("RGB", (64, 64), colour).save(file, "PNG")
    ...     return make_thumbnail(file.getvalue())
    >>> [pair[:2] for pair in compare_thumbnails([plain("#c00"), plain("#00c"), plain("#c10")])]
    [(0, 2)]
    """
    small = [_shrink(thumbnail) for thumbnail in thumbnails]
    return sort_pairs([pair for pair in find_similar(small) if pair is not None])


def _shrink(thumbnail: bytes) -> bytes:
    """Return a thumbnail's pixels at the size that is compared."""
    with Image.open(BytesIO(thumbnail), formats=["JPEG"]) as image:
        return image.convert("RGB").resize((SIZE, SIZE), Image.Resampling.BOX).tobytes()
