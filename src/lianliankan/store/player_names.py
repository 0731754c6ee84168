"""Names of players: valid names, names that look too much alike, and hashes in place of names."""

import re
import unicodedata
from hashlib import blake2b, sha256
from typing import Final

from lianliankan.errors import BadName
from lianliankan.text_width import display_width

MAX_NAME_WIDTH: Final = 24
"""The longest name, in columns: a Chinese character or an emoji takes two."""

MAX_NAME_LETTERS: Final = 64
"""The longest name, in characters: one emoji may consist of many."""

_TAG_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_TAG_LENGTH = 4
_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
# Letters, signs and marks that look like nothing; variation selectors only choose between forms of a letter.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\ufffc"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_STRAY_MARKS = re.compile(r"(?:^| )m|m{4}")  # without a letter, or too many on one
_LOOKS_EMPTY = re.compile(r"[\s._\-'·・\u200d\ufe0f]*")
# Letters of other scripts, and signs, that look like Latin letters.
_LOOKALIKES = str.maketrans(
    "авсԁеһіјӏкмнорԛтуүхѕԝαβγεζηικμνορτυχհոսօɑɡı01i!|",
    "abcdehljlkmhopqtyyxswabyezhlkmnoptuxhnuoaglollll",
)


class BadPlayerName(BadName):
    """An invalid name for a player; `code` is the reason: empty, long, hidden, marks or taken."""

    def __init__(self, problem: str, *, code: str) -> None:
        super().__init__(problem)
        self.code = code


def clean_player_name(text: str) -> str:
    """Return a name as it is stored; raises BadPlayerName, whose `code` is the reason.

    >>> clean_player_name("  Ann   Lee "), clean_player_name("小明🎉")
    ('Ann Lee', '小明🎉')
    """
    if len(text) > 10 * MAX_NAME_LETTERS:
        raise _too_long()
    name = re.sub(" +", " ", unicodedata.normalize("NFC", text)).strip(" ")
    if any(_is_hidden(name, place) for place in range(len(name))):
        raise BadPlayerName("the name may contain only visible characters", code="hidden")
    if _LOOKS_EMPTY.fullmatch(name):
        raise BadPlayerName("the name must have a letter or a digit", code="empty")
    if _STRAY_MARKS.search("".join(map(_classify, name))):
        raise BadPlayerName("the name has accents without a letter, or too many on one", code="marks")
    if len(name) > MAX_NAME_LETTERS or display_width(name) > MAX_NAME_WIDTH:
        raise _too_long()
    return name


def guest_tag(player: str) -> str:
    """Return the tag of a player without a name: always the same, and not reversible to the player's id.

    >>> guest_tag("a secret id"), guest_tag("a secret id") == guest_tag("another one")
    ('Y5JH', False)
    """
    number = int.from_bytes(blake2b(player.encode(), digest_size=8, person=b"llk guest tag").digest())
    return "".join(_TAG_LETTERS[number >> 5 * place & 31] for place in range(_TAG_LENGTH))


def make_name_key(name: str) -> str:
    """Return the key of a name, which must be unique: names that look alike have the same key.

    >>> make_name_key("Ann Lee") == make_name_key("ａnn-lee") == make_name_key("Аnn Lее")
    True
    >>> make_name_key("Ann") == make_name_key("Anna")
    False
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"[\s._\-'·・\u200d\ufe0f]+", "", folded.translate(_LOOKALIKES)) or folded


def _too_long() -> BadPlayerName:
    text = f"the name may take at most {MAX_NAME_WIDTH} columns; a Chinese character or an emoji takes two"
    return BadPlayerName(text, code="long")


def _is_hidden(name: str, place: int) -> bool:
    """Whether a character is not seen, or changes how others are seen; emoji may be joined."""
    letter = name[place]
    if letter == _JOINER:
        before = name[:place].rstrip(_EMOJI_STYLE)[-1:]
        return not (_is_picture(before) and _is_picture(name[place + 1 : place + 2]))
    if letter == _EMOJI_STYLE:
        return place == 0 or unicodedata.category(name[place - 1])[0] not in "SP"
    if _BLANK.match(letter) or unicodedata.category(letter) in _HIDDEN:
        return True
    return letter.isspace() and letter != " "


def _is_picture(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter) in ("So", "Sk", "Sm")


def _classify(letter: str) -> str:
    if letter == " ":
        return letter
    return "m" if unicodedata.category(letter)[0] == "M" and letter != _EMOJI_STYLE else "l"


def hash_token(kind: str, secret: str) -> str:
    """Return the hash of a secret, or of an id, of some kind.

    >>> hash_token("link", "x") == hash_token("ended", "x")
    False
    """
    return sha256(f"{kind}: {secret}".encode()).hexdigest()
