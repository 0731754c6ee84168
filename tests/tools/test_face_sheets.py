"""The tool that measures faces and draws contact sheets, and what it wrote into the docs."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from face_sheets import main
from lianliankan.faces.drawn import TILE_SET_NAMES
from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE
from lianliankan.faces.drawn.distinctness.vision import VIEWS
from support.paths import DOCS


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_the_table_has_a_line_for_every_view_of_a_set(tmp_path: Path) -> None:
    svg, png = tmp_path / "closest.svg", tmp_path / "closest.png"
    done = run("measure", "mahjong", "signs", "--closest", svg)
    assert done.exit_code == 0
    lines = [line.split()[:2] for line in done.stdout.splitlines()[1:]]
    assert lines == [[name, view] for name in ("mahjong", "signs") for view in VIEWS]
    assert svg.read_text(encoding="utf-8").count("<title>") == 10
    assert run("measure", "mahjong", "--closest", png).exit_code == 0
    with Image.open(png) as image:
        assert image.size[0] == 900


def test_a_set_below_the_minimum_is_a_negative_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIN_DISTANCE, "grey", 99.0)
    done = run("measure", "signs")
    assert done.exit_code == 1
    assert [line.endswith("too close") for line in done.stdout.splitlines()[1:]] == [False, True, False, False, False]


@pytest.mark.parametrize("more", [(), ("--view", "grey"), ("--view", "tritanopia"), ("--theme", "dark")])
def test_a_contact_sheet(more: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    assert run("sheet", "mahjong", "--out", out, "--size", 24, "--size", 32, *more).exit_code == 0
    with Image.open(out) as image:
        assert image.size[0] == 14 * (32 + 3) + 3
        red, green, blue = image.convert("RGB").split()
    assert (red.tobytes() == green.tobytes() == blue.tobytes()) == ("grey" in more)


@pytest.mark.full
def test_the_documentation_has_the_measurements() -> None:
    """`make sheets` writes it. Other versions of the rasteriser may differ in the last place."""
    kept = (DOCS / "faces-measured.md").read_text(encoding="utf-8")
    done = run("measure", "--markdown")
    assert done.exit_code == 0, done.stderr
    made = done.stdout
    number = re.compile(r"\d+\.\d")
    assert [float(one) for one in number.findall(kept)] == pytest.approx(
        [float(one) for one in number.findall(made)], abs=0.25
    ), "run: make sheets"
    assert number.sub("", kept) == number.sub("", made)


@pytest.mark.parametrize("name", TILE_SET_NAMES)
def test_the_documentation_has_small_contact_sheets(name: str) -> None:
    """`make sheets` draws them."""
    sheet = DOCS / "pictures" / f"faces-{name}.png"
    assert 20_000 < sheet.stat().st_size < 250_000
