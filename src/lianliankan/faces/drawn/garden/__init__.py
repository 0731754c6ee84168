"""The garden set: fruits lie directly on the tile, flowers are seen through garden windows."""

from lianliankan.faces.drawn.garden.cut_fruits import CUT_FRUITS
from lianliankan.faces.drawn.garden.flowers import FLOWERS
from lianliankan.faces.drawn.garden.fruits import FRUITS
from lianliankan.faces.drawn.garden.leaves import LEAVES
from lianliankan.faces.drawn.garden.vegetables import VEGETABLES
from lianliankan.faces.drawn.tile_set import Body, TileSet, in_order

__all__ = ["SET"]

BODY = Body.parse(
    "#fffcf3 #f6eedb #9dbb8f #5f8a64 #ffffff", "#ece4d2 #dcd1b9 #6a8a66 #3c5c45 #f6f0e2", round=16, depth=9
)

# Fruits and flowers alternate as long as possible; those that differ most from each other come first.
ORDER = """
watermelon, lotus, banana, sunflower, grapes, daisy, cherry, bamboo, dragon fruit, maple leaf, lemon, morning glory,
aubergine, chrysanthemum, apple, ginkgo leaf, blueberry, plum blossom, pineapple, wisteria, coconut, iris, lychee,
cactus, peach, lily of the valley, mushroom, peony, fig, tulip, persimmon, dandelion, strawberry, rose, orange, orchid,
kiwi, osmanthus, chili, lotus pod, starfruit, hibiscus, corn, pear, pumpkin, mango, pomegranate, pak choi
"""

SET = TileSet("garden", BODY, in_order(ORDER, FRUITS, CUT_FRUITS, VEGETABLES, FLOWERS, LEAVES))
