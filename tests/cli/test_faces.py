"""The commands for faces: lists, measurements, contact sheets and error messages."""

import json
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from lianliankan.cli import llk
from lianliankan.faces.drawn import TILE_SET_NAMES, load_tile_set
from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE
from lianliankan.faces.drawn.distinctness.vision import VIEWS
from support.paths import ROOT


def run(*words: str) -> Result:
    return CliRunner().invoke(llk, words, standalone_mode=False)


def test_the_list_names_every_set() -> None:
    lines = run("faces").stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == list(TILE_SET_NAMES)
    assert lines[-1] == "text faces: numbers, letters, hanzi, emoji, ascii, capitals"
    written = json.loads(run("faces", "--json").stdout)
    assert [one["name"] for one in written["drawn"]] == list(TILE_SET_NAMES)
    assert written["drawn"][0]["faces"][0] == load_tile_set(TILE_SET_NAMES[0]).drawings[0].name


def test_the_table_has_a_line_for_every_view_of_a_set(tmp_path: Path) -> None:
    out = tmp_path / "closest.svg"
    done = run("faces", "measure", "mahjong", "signs", "--closest", str(out))
    assert done.return_value == 0
    lines = [re.split(r"  +", line) for line in done.stdout.splitlines()[1:]]
    assert [line[0].split()[0] for line in lines] == ["mahjong"] * 5 + ["signs"] * 5
    assert [line.split()[1] for line in done.stdout.splitlines()[1:]] == [*VIEWS, *VIEWS]
    assert out.read_text(encoding="utf-8").count("<title>") == 10


def test_measurements_as_json_and_as_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "closest.png"
    written = json.loads(run("faces", "measure", "mahjong", "--json", "--closest", str(out)).stdout)
    assert list(written) == ["mahjong"]
    assert list(written["mahjong"]) == list(VIEWS)
    names = [load_tile_set("mahjong").drawings[kind - 1].name for kind in written["mahjong"]["colour"]["kinds"]]
    assert written["mahjong"]["colour"]["names"] == names
    with Image.open(out) as image:
        assert image.size[0] == 900


def test_a_set_below_the_minimum_is_a_negative_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIN_DISTANCE, "grey", 99.0)
    done = run("faces", "measure", "signs")
    assert done.return_value == 1
    assert [line.endswith("too close") for line in done.stdout.splitlines()[1:]] == [False, True, False, False, False]


@pytest.mark.parametrize("more", [(), ("--grey",), ("--view", "tritanopia"), ("--theme", "dark")])
def test_a_contact_sheet(more: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    assert run("faces", "sheet", "mahjong", "--out", str(out), "--size", "24,32", *more).return_value == 0
    with Image.open(out) as image:
        assert image.size[0] == 14 * (32 + 3) + 3
        red, green, blue = image.convert("RGB").split()
    assert (red.tobytes() == green.tobytes() == blue.tobytes()) == ("--grey" in more)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sheet", "runes", "--out", "a.png"], "unknown tile set 'runes' (choose from mahjong, "),
        (["measure", "mahjong", "emoji"], "unknown tile set 'emoji'"),
        (["sheet", "mahjong", "--out", "a.gif"], "the picture must be a .png or .svg file, not 'a.gif'"),
        (["measure", "mahjong", "--closest", "-"], "the picture must be a .png or .svg file, not '-'"),
        (["sheet", "mahjong", "--out", "/nowhere/a.png"], "/nowhere/a.png: No such file or directory"),
        (["sheet", "mahjong", "--out", "/nowhere/a.svg"], "/nowhere/a.svg: No such file or directory"),
        (["sheet", "mahjong", "--out", "a.png", "--size", "big"], "--size must be numbers separated by commas"),
        (["sheet", "mahjong", "--out", "a.png", "--size", ""], "--size must be numbers separated by commas"),
        (["sheet", "mahjong", "--out", "a.png", "--size", "24,9000"], "tile sizes must be from 16 to 256 pixels"),
        (["sheet", "mahjong"], "Missing option"),
    ],
)
def test_errors_are_one_line(words: list[str], said: str) -> None:
    problem = run("faces", *words).exception
    assert isinstance(problem, click.ClickException)
    assert said in problem.format_message()


def test_the_documentation_has_the_measurements() -> None:
    """`make sheets` writes it. Other versions of the rasteriser may differ in the last place."""
    kept = (ROOT / "docs" / "faces-measured.md").read_text(encoding="utf-8")
    made = run("faces", "measure", "--markdown").stdout
    number = re.compile(r"\d+\.\d")
    assert [float(one) for one in number.findall(kept)] == pytest.approx(
        [float(one) for one in number.findall(made)], abs=0.25
    ), "run: make sheets"


@pytest.mark.parametrize("name", TILE_SET_NAMES)
def test_the_documentation_has_small_contact_sheets(name: str) -> None:
    """`make sheets` draws them."""
    sheet = ROOT / "docs" / "pictures" / f"faces-{name}.png"
    assert 20_000 < sheet.stat().st_size < 250_000
