"""What tells a face from itself when a board has more kinds than a set has faces: a frame with a number in it.

The faces come again, lap by lap. In every further lap the picture is smaller, and around it is a frame that says which
lap it is by its colour and by a number, drawn as strokes since drawings have no fonts.
"""

from lianliankan.art.drawing import group, line, rect

__all__ = ["framed"]

_INSIDE = 0.78  # what a picture is scaled by inside a frame
_FRAMES = ("#1d2b4f", "#dd4630", "#f2bf27", "#1c6a41", "#58b7e8", "#7a35a8")  # neighbours differ in lightness, too
_INKS = ("#fff", "#fff", "#33260a", "#fff", "#0d2433", "#fff")
_DIGITS = (  # strokes in a box of 6 by 10, its middle at 0, 0
    "M0-5C4-5 4 5 0 5-4 5-4-5 0-5z",
    "M-2-3 .5-5V5",
    "M-2.8-2.6C-2.8-6 3-6 2.8-2.2 2.8.2-2 2.6-3 5H3",
    "M-2.8-5H2.8L-.3-1C4-1.2 3.8 5 0 5-1.6 5-2.8 4-3 2.8",
    "M1.5 5V-5L-3.3 2H3.3",
    "M2.8-5H-2.3L-2.8-.6C-1-1.8 3-1.5 3 1.8 3 5.5-2 6-3 3",
    "M2-5C-1-3-2.8-.5-2.8 2-2.8 6 3 6 3 2 3-1.6-2.5-1.6-2.8 1.6",
    "M-3-5H3L-1 5",
    "M0-.4C-3.6-.8-3.2-5 0-5 3.2-5 3.6-.8 0-.4 4 0 3.8 5 0 5-3.8 5-4 0 0-.4z",
    "M-2 5C1 3 2.8.5 2.8-2 2.8-6-3-6-3-2-3 1.6 2.5 1.6 2.8-1.6",
)


def framed(picture: str, lap: int) -> str:
    """Draw a picture as it is in a further lap: small, in the lap's frame, whose number is two for the first such lap.

    >>> from lianliankan.art.drawing import circle
    >>> dot = circle(0, 0, 40, "#c00")
    >>> dot in framed(dot, 2), framed(dot, 2) == framed(dot, 3)
    (True, False)
    """
    if lap < 2:
        raise ValueError(f"further laps are 2, 3 and so on, not {lap}")
    colour, ink = (shades[(lap - 2) % len(_FRAMES)] for shades in (_FRAMES, _INKS))
    digits = str(lap)
    scale = min(1.9, 9 / len(digits))  # as large as is easily read, and never wider than the tile
    pace = 8 * scale
    wide = pace * (len(digits) - 1) + 30
    written = "".join(
        group(line(_DIGITS[int(digit)], ink, 2), move=(46 - wide + 15 + place * pace, 31), scale=scale)
        for place, digit in enumerate(digits)
    )
    # The badge is in the lower right corner, where pictures have the least to say.
    return (
        group(picture, scale=_INSIDE)
        + rect(-41.5, -41.5, 83, 83, round=9, stroke=colour, line=9)
        + rect(46 - wide, 16, wide, 30, colour, round=13)
        + written
    )
