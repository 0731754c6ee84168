"""The options of a game: which are valid, and their JSON form."""

from typing import Any

import pytest

import lianliankan as llk


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"hints": -1}, "hints"),
        ({"hints": 1.5}, "hints"),
        ({"shuffles": True}, "shuffles"),
        ({"limit": 0}, "limit"),
        ({"limit": float("nan")}, "limit"),
        ({"bonus": None}, "bonus"),
        ({"undo": 1}, "undo"),
        ({"when_stuck": "cry"}, "unknown when_stuck 'cry' \\(choose from shuffle, ask, lose\\)"),
        ({"mode": 3}, "mode"),
        ({"day": "x" * 100}, "day"),
        ({"mode": "\ud800"}, "unprintable character"),
        ({"day": "\x1b]0;x\x07"}, "unprintable character"),
    ],
)
def test_invalid_options(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(llk.BadOptions, match=message):
        llk.Options(**wrong)


def test_options_read_back() -> None:
    for options in [*llk.MODES.values(), llk.level(3).options, llk.Options()]:
        assert llk.Options.from_dict(options.to_dict()) == options
    with pytest.raises(llk.BadOptions, match="unknown option 'colour'"):
        llk.Options.from_dict({"colour": "red"})
    with pytest.raises(llk.BadOptions, match="an object of names and values"):
        llk.Options.from_dict([1])
