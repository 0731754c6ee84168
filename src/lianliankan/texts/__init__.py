"""The texts for players, in English and Chinese: one file per language for the page and the terminal."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Literal, get_args

import msgspec

__all__ = ["LANGUAGES", "PAGE_PARTS", "Language", "Texts", "detect_language", "page_texts", "read_texts", "texts_file"]

Language = Literal["en", "zh"]

_PLURAL = re.compile(r"\{(\w+):([^|{}]*)\|([^{}]*)\}")

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages of the game."""


PAGE_PARTS: Final = ("pictures", "reading", "race", "edit", "lab", "site")
"""The groups of texts that the page loads only when it needs them."""


def texts_file(language: Language) -> Traversable:
    """Return the file with the texts of a language."""
    return files(__name__) / f"{language}.json"


@cache
def read_texts(language: Language, screen: Literal["page", "terminal"]) -> Mapping[str, str]:
    """Return the texts of a screen by name: those it shares with the other screen, and its own."""
    groups = msgspec.json.decode(texts_file(language).read_bytes())
    own = ("page", *PAGE_PARTS) if screen == "page" else (screen,)
    return {name: text for group in ("shared", *own) for name, text in groups[group].items()}


def page_texts(language: Language, part: str = "") -> dict[str, dict[str, str]] | dict[str, str]:
    """Return the texts that the page loads first, in two groups, or those of one of its parts."""
    groups: dict[str, dict[str, str]] = msgspec.json.decode(texts_file(language).read_bytes())
    return groups[part] if part else {name: groups[name] for name in ("shared", "page")}


class Texts:
    """The terminal's texts in one language; those of a `part` of the page belong to them where it is shown here, too.

    >>> Texts("en")("deal number", number=7), Texts("zh")("deal number", number=7)
    ('Deal 7', '第 7 局')
    """

    def __init__(self, language: Language, *, part: str = "") -> None:
        self.language: Final[Language] = language
        self._part = part
        self._texts = read_texts(language, "terminal")
        if part:
            own: dict[str, str] = msgspec.json.decode(texts_file(language).read_bytes())[part]
            self._texts = {**own, **self._texts}

    def __call__(self, name: str, /, **values: object) -> str:
        """Return a text with values filled in."""
        text = self._texts[name]
        return _choose_plurals(text, values).format(**values) if values else text

    def count(self, thing: str, number: int) -> str:
        """Return a number with its noun.

        >>> Texts("en").count("hint", 1), Texts("en").count("hint", 2), Texts("zh").count("hint", 2)
        ('1 hint', '2 hints', '2 次提示')
        """
        return self(f"one {thing}") if number == 1 else self(f"some {thing}", number=number)

    def join(self, *sentences: str) -> str:
        """Join sentences.

        >>> Texts("en").join("One.", "Two."), Texts("zh").join("一。", "二。")
        ('One. Two.', '一。二。')
        """
        return ("" if self.language == "zh" else " ").join(sentences)

    @property
    def other(self) -> "Texts":
        """The texts in the next language."""
        language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        return Texts(language, part=self._part)


def _choose_plurals(text: str, values: Mapping[str, object]) -> str:
    """Replace `{tiles:tile|tiles}` by the first word if that value is 1, otherwise by the second.

    >>> _choose_plurals("{tiles} {tiles:tile|tiles} left", {"tiles": 1})
    '{tiles} tile left'
    """
    return _PLURAL.sub(lambda found: found[2] if values[found[1]] == 1 else found[3], text)


def detect_language(environ: Mapping[str, str]) -> Language:
    """Return the language of the locale.

    >>> detect_language({"LANG": "zh_CN.UTF-8"}), detect_language({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    ('zh', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
