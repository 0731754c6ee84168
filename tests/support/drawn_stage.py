"""A tiny tile set for tests of what can be done with tile sets."""

from lianliankan.faces.drawn import Body, Drawing, TileSet, TileStyle
from lianliankan.faces.drawn.svg_drawing import circle, rect

BODY = Body(
    TileStyle(("#fffdf5", "#f3ecdc"), ("#d9c9a3", "#b09a6a"), "#ffffff"),
    TileStyle(("#e6dfcd", "#d6ccb4"), ("#8f7f58", "#6b5d3c"), "#f2ecda"),
    round=15,
    depth=8,
)
TINY = TileSet(
    "tiny",
    BODY,
    (
        Drawing("sun", "太阳", "日", circle(0, 0, 40, "#e33")),
        Drawing("box", "盒子", "盒", rect(-40, -40, 80, 80, "#235")),
        Drawing("bar", "横条", "条", rect(-44, -12, 88, 24, "#2a7")),
    ),
)
