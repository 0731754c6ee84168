"""The set of Peking opera: painted faces, spirits, ladies and clowns on ivory tiles with an edge of red lacquer.

The background of a face tells its group: painted men stand on the bare tile, spirits in front of a sky that fills it,
most ladies in front of a round window. Within a group, hats, beards and attributes distinguish the faces.
"""

from lianliankan.faces.drawn.opera.generals import GENERALS
from lianliankan.faces.drawn.opera.journey import JOURNEY
from lianliankan.faces.drawn.opera.kingdoms import KINGDOMS
from lianliankan.faces.drawn.opera.players import PLAYERS
from lianliankan.faces.drawn.opera.spirits import SPIRITS
from lianliankan.faces.drawn.tile_set import Body, TileSet, in_order

__all__ = ["SET"]

BODY = Body.parse(
    "#fdf6e6 #f1e3c6 #b8322a #7d1613 #ffffff", "#e6dac2 #d0bf9d #86211b #52100d #f3ead6", round=15, depth=9
)

# The most distinctive faces first, with neighbours of different shape and lightness: small boards use the first only.
ORDER = """
guan yu, white tiger, nezha, dragon king, princess tiejing, zhong kui, zhuge liang, zhang fei, yang guifei, sun
wukong, meng liang, bao zheng, dou erdun, cao cao, crab general, king yama, tang seng, county magistrate, xiahou dun,
zhu bajie, lu zhishen, ma su, jiang wei, xu yanzhao, xiang yu, hongniang, bull demon king, mu guiying, cheng yaojin,
white ghost, she taijun, dian wei, golden leopard, lü bu, li kui, zheng ziming, matchmaker, thunder god, sha seng, xu
xian, jiang gan, huang gai, shi qian, erlang shen, zhao kuangyin, yang qilang, bai suzhen, lian po
"""

SET = TileSet("opera", BODY, in_order(ORDER, KINGDOMS, GENERALS, JOURNEY, SPIRITS, PLAYERS))
