"""The texts that players read: complete in both languages, and nothing said twice."""

import json
import re

import pytest

import lianliankan as llk
from lianliankan.texts import LANGUAGES, Texts, texts_file

FILES = {language: json.loads(texts_file(language).read_text(encoding="utf-8")) for language in LANGUAGES}
ENGLISH, CHINESE = FILES["en"], FILES["zh"]
GROUPS = ["shared", "page", "pictures", "reading", "race", "edit", "lab", "site", "terminal"]
WITHOUT_WORDS = ("style solid",)  # a solid sign is not called solid
each_group = pytest.mark.parametrize("group", GROUPS)


def test_both_files_have_the_same_groups() -> None:
    assert list(ENGLISH) == list(CHINESE) == GROUPS


@each_group
def test_both_languages_have_every_text_with_the_same_values(group: str) -> None:
    assert list(ENGLISH[group]) == list(CHINESE[group]), "in the same order, so that the files can be compared"
    for name, english in ENGLISH[group].items():
        chinese = CHINESE[group][name]
        assert sorted(re.findall(r"\{\w*\}", english)) == sorted(re.findall(r"\{\w*\}", chinese)), name
        assert name in WITHOUT_WORDS or (english.strip() and chinese.strip()), name


@each_group
def test_one_is_not_a_plural(group: str) -> None:
    """Counts that can be 1 choose their noun: `{tiles} {tiles:tile|tiles}`."""
    for name, english in ENGLISH[group].items():
        assert not re.search(r"\{(tiles|pairs|turns)\} [a-z]+s\b", english), name


def test_messages_about_one_thing() -> None:
    assert Texts("en")("stuck text", tiles=1).startswith("1 tile left")
    assert Texts("en")("wrong kinds", pairs=1) == "With 1 pair there can be 1 to 1 kind."
    assert Texts("zh")("wrong kinds", pairs=1).count("1")
    assert repr(llk.Game(llk.Board.parse("A"))).endswith("1 tile left>")
    for ask, problem in (
        (lambda: llk.Board.parse("AA")[0, 5], "off the board of 1 row and 2 columns"),
        (lambda: llk.deal(1, 2, kinds=2), "1 pair can have 1 to 1 kind, not 2"),
        (lambda: llk.deal(1, 1), "the board would have 1 tile, an odd number"),
    ):
        with pytest.raises(llk.Error, match=problem):
            ask()


@each_group
def test_each_language_keeps_to_itself(group: str) -> None:
    for name, english in ENGLISH[group].items():
        assert name == "help language" or not re.search("[\u4e00-\u9fff]", english), name
    assert not [name for name, chinese in CHINESE[group].items() if re.search("[\u4e00-\u9fff}]: ", chinese)]


def test_a_screen_repeats_no_shared_text() -> None:
    for screen in ("page", "terminal"):
        assert not ENGLISH["shared"].keys() & ENGLISH[screen].keys()
    both = ENGLISH["page"].keys() & ENGLISH["terminal"].keys()
    assert not [name for name in both if all(file["page"][name] == file["terminal"][name] for file in FILES.values())]
