"""The frames that tell repeated faces apart when a board has more kinds than a tile set has drawings.

The drawings repeat lap by lap. The second lap has a frame around the picture; each of the next four has an angle in a
different corner. A badge shows the number of the lap, in strokes because drawings use no fonts. Colour only helps.
"""

from lianliankan.errors import Error
from lianliankan.faces.drawn.svg_drawing import group, line, rect

_INSIDE = 0.96  # the scale of a picture in a frame; not much smaller, or it would be hard to recognise
_COLOURS = (
    "#14213d",
    "#c2331f",
    "#1d5fb4",
    "#146b3a",
    "#7a2f9e",
    "#7a4a12",
    "#3c4654",
)  # dark, because most tiles are light
_FRAME = "M-34-42.5H34Q42.5-42.5 42.5-34V34Q42.5 42.5 34 42.5H-34Q-42.5 42.5-42.5 34V-34Q-42.5-42.5-34-42.5z"
_ANGLE = "M42.5-42.5V34Q42.5 42.5 34 42.5H-42.5"
_CORNERS = ((-1, 1), (-1, -1), (1, -1), (1, 1))  # of the angles: right and down are positive
_DIGITS = (  # strokes in a box of 6 by 10, centred on 0, 0
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


def add_lap_frame(picture: str, lap: int) -> str:
    """Draw a picture with the frame of a lap, which is 2 or more.

    >>> from lianliankan.faces.drawn.svg_drawing import circle
    >>> dot = circle(0, 0, 40, "#c00")
    >>> dot in add_lap_frame(dot, 2), add_lap_frame(dot, 2) == add_lap_frame(dot, 3)
    (True, False)
    """
    return shrink_into_frame(picture) + draw_lap_mark(lap)


def shrink_into_frame(picture: str) -> str:
    """Draw a picture a little smaller, to make room for the mark of a lap.

    >>> shrink_into_frame("…")
    '<g transform="scale(0.96)">…</g>'
    """
    return group(picture, scale=_INSIDE)


def draw_lap_mark(lap: int) -> str:
    """Draw the mark of a lap: a frame or an angle, and a badge with the number.

    >>> draw_lap_mark(1)
    Traceback (most recent call last):
    lianliankan.errors.Error: only lap 2 and later have a mark, not lap 1
    """
    if lap < 2:
        raise Error(f"only lap 2 and later have a mark, not lap {lap}")
    colour = _COLOURS[(lap - 2) % len(_COLOURS)]
    turn = (lap - 2) % (1 + len(_CORNERS))
    right, down = _CORNERS[turn - 1]  # a frame has its badge where the last angle has: there pictures show the least
    edge = line(_FRAME, colour, 7) if turn == 0 else group(line(_ANGLE, colour, 7), scale=(right, down))
    digits = str(lap)
    scale = min(1.9, 9 / len(digits))  # large enough to read, and never wider than the tile
    pace = 8 * scale
    wide = pace * (len(digits) - 1) + 30
    middle = right * (46 - wide / 2)
    start = middle - pace * (len(digits) - 1) / 2
    written = "".join(
        group(line(_DIGITS[int(digit)], "#fff", 2), move=(start + place * pace, 31 * down), scale=scale)
        for place, digit in enumerate(digits)
    )
    badge = rect(middle - wide / 2, 31 * down - 15, wide, 30, colour, round=13)
    return edge + badge + written
