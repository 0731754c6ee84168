"""The set of animals: rare and familiar ones, the Chinese zodiac among them, on toy blocks of light wood."""

from lianliankan.faces.drawn.animals.beasts import BEASTS
from lianliankan.faces.drawn.animals.birds import BIRDS
from lianliankan.faces.drawn.animals.home import HOME
from lianliankan.faces.drawn.animals.small import SMALL
from lianliankan.faces.drawn.animals.water import WATER
from lianliankan.faces.drawn.tile_set import Body, TileSet, in_order

__all__ = ["SET"]

BODY = Body.parse(
    "#fffaf0 #f6e9d2 #dcab72 #a8703f #ffffff", "#e9dfcb #d6c5a4 #8d6238 #5b3c20 #f6efdf", round=17, depth=9
)

# The most distinctive animals first, with neighbours of different shape and lightness: small boards use the first only.
ORDER = """
panda, tiger, penguin, elephant, flamingo, owl, whale, butterfly, frog, octopus, fox, giraffe, crab, zebra, ladybird,
rabbit, peacock, golden monkey, rooster, turtle, cat, pig, snail, seahorse, swan, dragon, bee, lion, koala, goldfish,
toucan, ox, red-crowned crane, hedgehog, camel, snake, mouse, sheep, parrot, bat, rhino, dog, horse, crocodile, polar
bear, sloth, kangaroo, dolphin
"""

SET = TileSet("animals", BODY, in_order(ORDER, BEASTS, BIRDS, HOME, SMALL, WATER))
