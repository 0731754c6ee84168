"""The face sets by name, and those that are written with characters."""

from typing import Final

from lianliankan.errors import Error
from lianliankan.faces.drawn import TILE_SET_NAMES
from lianliankan.faces.face import Face, FaceSet, check_kind
from lianliankan.faces.palette import PALETTE
from lianliankan.faces.symbols import SHAPES, STYLES, Character, Sign
from lianliankan.faces.tile_set_faces import DrawnFaces, MahjongFaces
from lianliankan.override import override
from lianliankan.text import shorten


class _NumberFaces:
    """Numbers, each beside a sign; every combination of shape, style and colour is used before one repeats."""

    def __init__(self, name: str) -> None:
        self.name: Final = name

    def face(self, kind: int) -> Face:
        """Return the face of a kind."""
        check_kind(kind)
        glyph = self.glyph(kind)
        lap, shape = divmod(kind - 1, len(_SHAPE_NAMES))
        style = STYLES[lap % len(STYLES)]
        return Face(glyph, PALETTE[_hue(lap, shape)], Sign(_SHAPE_NAMES[shape], style), glyph)

    def glyph(self, kind: int) -> str:
        """Return the text of a kind."""
        return str(kind)


class _LetterFaces(_NumberFaces):
    """A to Z, a to z, AA, AB … zz, AAA … without end, as in the text form of a board."""

    @override
    def glyph(self, kind: int) -> str:
        """Return a kind in letters."""
        letters = ""
        while kind:
            kind, last = divmod(kind - 1, len(_LETTERS))
            letters = _LETTERS[last] + letters
        return letters


class _CharacterFaces(_NumberFaces):
    """One narrow character per kind; kinds beyond the last character show their number."""

    def __init__(self, name: str, signs: str) -> None:
        super().__init__(name)
        self._signs = signs

    @override
    def glyph(self, kind: int) -> str:
        """Return a kind as one character, or as its number."""
        return self._signs[kind - 1] if kind <= len(self._signs) else str(kind)


class _PictographFaces:
    """One character per kind, shown as the picture; kinds beyond the last character look as in "numbers"."""

    def __init__(self, name: str, characters: str) -> None:
        self.name: Final = name
        self._characters = characters

    def face(self, kind: int) -> Face:
        """Return the face of a kind."""
        plain = _NUMBERS.face(kind)
        if kind > len(self._characters):
            return plain
        character = self._characters[kind - 1]
        return plain._replace(glyph=character, picture=Character(character))


def face_set(faces: str | FaceSet) -> FaceSet:
    """Return the face set of a name; a face set is returned as it is.

    >>> [face_set(name).face(38).glyph for name in ("numbers", "letters", "hanzi", "emoji", "ascii", "mahjong")]
    ['38', 'l', '鸭', '🐢', '38', '冬']
    """
    if not isinstance(faces, str):
        if not hasattr(faces, "face"):
            raise TypeError(f"expected faces or their name, not {shorten(faces)}")
        return faces
    if faces not in FACE_SETS:
        raise Error(f"unknown faces {faces!r} (choose from {', '.join(FACE_SETS)})")
    return FACE_SETS[faces]


def _hue(lap: int, shape: int) -> int:
    # 5 keeps the laps of one shape far apart in colour; the last term makes every shape, style and colour meet once.
    return (shape + 5 * lap + lap // len(PALETTE)) % len(PALETTE)


_SHAPE_NAMES = tuple(SHAPES)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# No two of these look alike, which a test measures: of O, Q and D there is one, and of S and 5. Their order, which
# decides their colours, keeps them apart in every view. None of them draws the board (# . + - | [ ]) or marks tiles
# (< > * !).
_CAPITALS = "CKA4U7XWFPQV2LY5TN9J" + "Д♥%Ю$@Ч♠Щ◊=Φ¶ЙΨЦΞ§ΣЖ&Ы"
_ASCII = "LC9XU2YJFT4NKAMQ7WR5" + "}@&=%{m^rgd$hi\\e"
_HANZI = (
    "山水火木金土日月星云雨雪风虹电花草竹林石"  # sky and land
    "马牛羊虎龙鱼鸟虫鹿兔猫狗熊象蛇鼠鸡鸭鹅龟"  # animals
    "米面茶酒油盐瓜果豆麦桃梅手足耳目口心头牙"  # food and body
    "春夏秋冬东西南北红黄蓝绿黑白紫青琴棋书画"  # seasons, winds, colours, arts
    "诗歌剑弓旗鼓钟灯伞船车桥门窗井塔宫城国家"  # things
    "福禄寿喜爱梦光影江河湖海冰沙谷峰洲岛港湾"  # wishes and waters
)
_EMOJI = (
    "🍎🍌🍇🍓🍒🍑🍍🥝🍋🍉🥥🥑🍆🥕🌽🥦🍄🥜🍞🧀"  # food
    "🐶🐱🐭🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🦉🐢🐍🐙"  # animals
    "🦋🐝🐞🐬🐳🦀🐌🌵🌻🌹🌷🍁🌲🌴🌈🔥⭐🌙🌍⛄"  # nature
    "🚗🚌🚲🚂🚀⛵🚁🏠🏰🎡⚽🏀🎾🎱🎲🎯🎸🎺🥁🎨"  # play and travel
    "👑👒👟🎩👓🔑🔔💎💡📷📚🔨🔍🎁🎈🏆⏰☔⚓🧲"  # things
)

_NUMBERS: Final = _NumberFaces("numbers")

_SETS: tuple[FaceSet, ...] = (
    _NUMBERS,
    _LetterFaces("letters"),
    _PictographFaces("hanzi", _HANZI),
    _PictographFaces("emoji", _EMOJI),
    _CharacterFaces("ascii", _ASCII),
    _CharacterFaces("capitals", _CAPITALS),
    *((MahjongFaces if name == "mahjong" else DrawnFaces)(name) for name in TILE_SET_NAMES),
)
FACE_SETS: dict[str, FaceSet] = {known.name: known for known in _SETS}
"""The face sets by name."""
