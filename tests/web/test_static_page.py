"""The page's files: complete preload lists, texts that exist, nothing inline, pure modules that pass their tests."""

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from lianliankan.faces.registry import FACE_SETS
from lianliankan.render.sprite import SPRITE_KINDS, to_sprite
from lianliankan.texts import read_texts
from support.paths import ROOT

STATIC = ROOT / "src" / "lianliankan" / "web" / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
INDEX = (STATIC / "index.html").read_text(encoding="utf-8")


def test_every_module_is_preloaded() -> None:
    """A module that is not costs the first board another round trip."""
    loaded = re.findall(r'(?:href|src)="/static/js/([a-z0-9_/]+\.js)"', INDEX)
    assert sorted(loaded) == sorted(file.relative_to(STATIC / "js").as_posix() for file in SCRIPTS)


def test_every_style_sheet_is_linked() -> None:
    linked = re.findall(r'href="/static/css/([a-z0-9_/]+\.css)"', INDEX)
    assert sorted(linked) == sorted(
        file.relative_to(STATIC / "css").as_posix() for file in (STATIC / "css").rglob("*.css")
    )


def test_nothing_is_inline_or_from_outside() -> None:
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", INDEX)
    for file in STATIC.rglob("*"):
        if file.suffix in (".html", ".css", ".js", ".svg"):
            text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|\burl\((?!#)|@import|eval\(|innerHTML", text), file.name


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: str(file.name))
def test_every_file_says_what_it_is_about(file: Path) -> None:
    assert file.read_text(encoding="utf-8").startswith("// ")


def test_every_text_that_is_asked_for_exists_and_is_used() -> None:
    names = set(read_texts("en", "page"))
    code = "".join(file.read_text(encoding="utf-8") for file in SCRIPTS)
    asked = set(re.findall(r'\bt\("([^"]+)"', code)) | set(re.findall(r'\bactionButton\("([^"]+)"', code))
    assert asked - names == set()
    beginnings = tuple(re.findall(r"`([a-z-]+) \$\{", code) + re.findall(r'choiceSetting\("(\w+)"', code))
    unused = {name for name in names if f'"{name}"' not in code and not name.startswith(beginnings)}
    assert unused == set()


@pytest.mark.parametrize("name", FACE_SETS)
def test_sprites_have_a_face_for_every_kind(name: str) -> None:
    sprite = to_sprite(name)
    faces = re.findall(r'<symbol id="k(\d+)"[^>]*>(.*)</symbol>', sprite)
    assert [int(kind) for kind, _ in faces] == list(range(1, SPRITE_KINDS + 1))
    assert len({drawn for _, drawn in faces}) == SPRITE_KINDS, "no two kinds look alike"


def test_the_signs_of_a_classic_board_differ_in_shape_or_in_fill_not_in_colour_alone() -> None:
    sprite = to_sprite("numbers", kinds=36)
    assert len(set(re.findall(r'data-name="([^"]+)"', sprite))) == 36
    with pytest.raises(ValueError, match="at least 1 kind"):
        to_sprite("numbers", kinds=0)


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "page_types.py"))
    written = tool["FILE"].read_text(encoding="utf-8")
    assert written == tool["page_types"](), "write them with: make types"


def test_pure_modules() -> None:
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    files = sorted(str(file) for file in (ROOT / "tests" / "browser" / "modules").glob("*.test.mjs"))
    ran = subprocess.run(["node", "--test", *files], capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stdout
