"""The set of Peking opera: painted faces, spirits, ladies and clowns on ivory tiles with an edge of red lacquer.

The ground behind a face tells its kind: painted men stand on the bare tile, spirits before a sky that fills it, most
ladies before a round window. Within the kinds, hats, beards and what people carry keep the faces apart.
"""

from lianliankan.art.opera_generals import GENERALS
from lianliankan.art.opera_journey import JOURNEY
from lianliankan.art.opera_kingdoms import KINGDOMS
from lianliankan.art.opera_players import PLAYERS
from lianliankan.art.opera_spirits import SPIRITS
from lianliankan.art.tile_set import Body, Drawing, Look, TileSet

__all__ = ["SET"]

# The most telling faces first; neighbours differ in shape and lightness, for small boards take the first ones only.
ORDER = [
    "guan yu",
    "bao zheng",
    "sun wukong",
    "yang guifei",
    "dou erdun",
    "cao cao",
    "white tiger",
    "zhong kui",
    "princess tiejing",
    "nezha",
    "meng liang",
    "zhuge liang",
    "dragon king",
    "lian po",
    "bull demon king",
    "jiang wei",
    "zhu bajie",
    "li kui",
    "bai suzhen",
    "erlang shen",
    "county magistrate",
    "xiang yu",
    "crab general",
    "xu yanzhao",
    "tang seng",
    "xiahou dun",
    "golden leopard",
    "lü bu",
    "white ghost",
    "hongniang",
    "zhang fei",
    "sha seng",
    "cheng yaojin",
    "thunder god",
    "lu zhishen",
    "king yama",
    "mu guiying",
    "yang qilang",
    "xu xian",
    "she taijun",
    "dian wei",
    "shi qian",
    "zhao kuangyin",
    "matchmaker",
    "huang gai",
    "zheng ziming",
    "ma su",
    "jiang gan",
]


def _in_order() -> tuple[Drawing, ...]:
    drawn = {drawing.name: drawing for drawing in KINGDOMS + GENERALS + JOURNEY + SPIRITS + PLAYERS}
    return tuple(drawn[name] for name in ORDER)


SET = TileSet(
    name="opera",
    title="Opera masks",
    chinese="京剧脸谱",
    body=Body(
        light=Look(face=("#fdf6e6", "#f1e3c6"), edge=("#b8322a", "#7d1613"), rim="#ffffff"),
        dark=Look(face=("#e6dac2", "#d0bf9d"), edge=("#86211b", "#52100d"), rim="#f3ead6"),
        round=15,
        depth=9,
    ),
    drawings=_in_order(),
)
