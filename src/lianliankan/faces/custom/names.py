"""What sets, pictures and their files are called: texts of any language that can do no harm."""

import re
import unicodedata
from typing import Final

from lianliankan.errors import BadName

__all__ = ["MAX_NAME_LENGTH", "MEDIA_TYPE", "SUFFIX", "clean_set_name", "make_label"]

MEDIA_TYPE: Final = "image/jpeg"
"""What squares are served as."""

SUFFIX: Final = ".jpg"
"""What the names of their files end with."""

MAX_NAME_LENGTH: Final = 60
"""How long the name of a set and the label of a picture may be."""

_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))  # not seen, but words of some languages and many emoji need them
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_NOT_IN_FILES = re.compile(r'[<>:"/\\|?*]')


def clean_set_name(text: str) -> str:
    """Give the name of a set as it is kept; raises BadName for one that cannot be shown on one line.

    >>> clean_set_name("  the   new 同事 ")
    'the new 同事'
    """
    if len(text) > 10 * MAX_NAME_LENGTH:
        raise BadName(f"the name of a set has at most {MAX_NAME_LENGTH} letters")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    seen = name.translate(_JOINERS)
    if not seen:
        raise BadName("a set needs a name")
    if len(name) > MAX_NAME_LENGTH:
        raise BadName(f"the name of a set has at most {MAX_NAME_LENGTH} letters, not {len(name)}")
    if not seen.isprintable():
        raise BadName("the name of a set is letters and signs that can be seen")
    return name


def make_label(name: str) -> str:
    r"""Make a label of the name of a file, wherever it came from: it names no place and no path.

    >>> make_label("../../etc/Giant Panda.JPEG"), make_label("C:\\x\\.."), make_label("a/<b>?.png")
    ('Giant Panda', 'picture', 'b')
    """
    last = re.split(r"[/\\]", name[-1000:])[-1]
    text = unicodedata.normalize("NFC", _ENDING.sub("", last))
    plain = _NOT_IN_FILES.sub(" ", text)
    seen = "".join(letter if letter.isprintable() or ord(letter) in _JOINERS else " " for letter in plain)
    label = " ".join(seen.split())[:MAX_NAME_LENGTH].strip(" .")
    return label if label.translate(_JOINERS) else "picture"
