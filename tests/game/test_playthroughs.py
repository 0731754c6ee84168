"""Complete games in every mode, replayed line by line from readable files that `make playthroughs` writes."""

import json
import re

import pytest

import lianliankan as llk
import playthroughs_write as write
from support.paths import DATA

FOLDER = DATA / "playthroughs"


def test_there_is_one_for_every_mode() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(llk.MODES)


@pytest.mark.parametrize("mode", llk.MODES)
def test_playthrough(mode: str) -> None:
    lines = (FOLDER / f"{mode}.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("#")
    head = json.loads(lines[1])
    game = llk.Game.of(llk.Deal.parse(head["deal"]), llk.Options.from_dict(head["options"]))
    height = len(str(game.board).splitlines())
    assert str(game.board) == "\n".join(lines[2 : 2 + height])
    happened: list[str] = []
    for number, line in enumerate(lines[2 + height :], 3 + height):
        mark, _, text = line.partition(" ")
        if mark == ">":
            assert happened == [], f"line {number}: more happened than the file says"
            at, _, command = text.partition(" ")
            happened = [write.describe_event(event) for event in game.do(command, at=float(at))]
        elif mark == "=":
            assert happened == [], f"line {number}: more happened than the file says"
            assert text == write.describe_state(game), f"line {number}"
        else:
            assert happened[:1] == [text.strip()], f"line {number}"
            del happened[0]
    assert game.is_over


def test_the_playthroughs_show_every_event_and_command() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.txt"))
    for event in llk.Event.__subclasses__():
        assert f"\n  {event.__name__.lower()}" in text, event.__name__
    for command in llk.COMMANDS:
        assert re.search(rf"\n> [0-9.]+ {command}", text) or command == "tick", command
    for mode in llk.MODES:
        won = "\n= won" in (FOLDER / f"{mode}.txt").read_text(encoding="utf-8")
        assert won == (mode not in ("campaign", "expert")), mode
