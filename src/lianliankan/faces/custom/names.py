"""Safe names for sets, pictures and their files, in any language."""

import re
import unicodedata
from typing import Final

from lianliankan.errors import BadName

MEDIA_TYPE: Final = "image/jpeg"
"""The media type of thumbnails."""

SUFFIX: Final = ".jpg"
"""The suffix of their file names."""

MAX_NAME_LENGTH: Final = 60
"""The maximum length of a set's name and a picture's label, in characters."""

_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))  # invisible, but needed by some languages and many emoji
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_NOT_IN_FILES = re.compile(r'[<>:"/\\|?*]')


def clean_set_name(text: str) -> str:
    """Return the name of a set as it is stored; raises BadName if it cannot be shown on one line.

    >>> clean_set_name("  the   new 同事 ")
    'the new 同事'
    """
    if len(text) > 10 * MAX_NAME_LENGTH:
        raise BadName(f"the name of a set may have at most {MAX_NAME_LENGTH} characters")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    seen = name.translate(_JOINERS)
    if not seen:
        raise BadName("the name of a set must not be empty")
    if len(name) > MAX_NAME_LENGTH:
        raise BadName(f"the name of a set may have at most {MAX_NAME_LENGTH} characters, not {len(name)}")
    if not seen.isprintable():
        raise BadName("the name of a set may contain only visible characters")
    return name


def make_label(name: str) -> str:
    r"""Return a label for a file name from any source; it never contains a path.

    >>> make_label("../../etc/Giant Panda.JPEG"), make_label("C:\\x\\.."), make_label("a/<b>?.png")
    ('Giant Panda', 'picture', 'b')
    """
    last = re.split(r"[/\\]", name[-1000:])[-1]
    text = unicodedata.normalize("NFC", _ENDING.sub("", last))
    plain = _NOT_IN_FILES.sub(" ", text)
    seen = "".join(letter if letter.isprintable() or ord(letter) in _JOINERS else " " for letter in plain)
    label = " ".join(seen.split())[:MAX_NAME_LENGTH].strip(" .")
    return label if label.translate(_JOINERS) else "picture"
