"""The views in which faces must differ: in colour, in grey, and with each kind of colour blindness.

Colour blindness is simulated as in Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, at full severity. Every
view is a matrix on linear RGB, so that arrays of pixels and SVG pictures are transformed in the same way.
"""

from typing import Literal, get_args

View = Literal["colour", "grey", "protanopia", "deuteranopia", "tritanopia"]
VIEWS: tuple[View, ...] = get_args(View)
"""The names of the views."""

Matrix = tuple[tuple[float, float, float], ...]

_LUMINANCE = (0.2126, 0.7152, 0.0722)
MATRICES: dict[View, Matrix] = {
    "colour": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""The matrix of each view on linear RGB; results are clipped to the range from 0 to 1."""
