"""What package indexes get: the metadata, the links of the README, and the files of wheel and source distribution."""

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import BytesParser
from email.policy import EmailPolicy
from pathlib import Path

import pytest

from support.paths import ROOT

KERNEL = "src/lianliankan/web/static/kernel.wasm"
TRACKED = ("README.md", "LICENSE", "CMakeLists.txt", "kernel/board.h", "tools/long_description.py", "tests/conftest.py")
BUILD = "import sys, scikit_build_core.build as b; {}"


def build(what: str, folder: Path, root: Path = ROOT) -> Path:
    subprocess.run([sys.executable, "-c", BUILD.format(what), str(folder)], cwd=root, check=True, capture_output=True)
    (made,) = folder.iterdir()
    return made


@pytest.mark.parametrize("site", ["", "https://llk.example/game/"])
def test_links_lead_to_the_site_if_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: str) -> None:
    monkeypatch.setenv("LLK_SITE", site)
    wheel = build("b.build_wheel(sys.argv[1], {'wheel.cmake': 'false'})", tmp_path)
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith("/METADATA"))
        found = BytesParser(policy=EmailPolicy(utf8=True)).parsebytes(files.read(name))
        assert ("lianliankan/web/static/kernel.wasm" in files.namelist()) == (ROOT / KERNEL).exists()
    urls = dict(line.split(", ") for line in found.get_all("Project-URL", []))
    text = str(found.get_payload())
    assert "](docs/" not in text
    assert 'src="docs/' not in text
    if site:
        assert urls["Homepage"] == site
        assert urls["Documentation"] == f"{site}docs/"
        assert f"]({site}docs/installing.html)" in text
        assert f'src="{site}docs/pictures/' in text
    else:
        assert urls == {}


def test_the_source_distribution_has_what_is_tracked_and_nothing_that_was_built(tmp_path: Path) -> None:
    with tarfile.open(build("b.build_sdist(sys.argv[1])", tmp_path)) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    assert names.issuperset(TRACKED)
    assert not [
        name for name in names if name.startswith(("build/", ".venv/", "dist/")) or name.endswith((".so", ".o"))
    ]
    assert (KERNEL in names) == (ROOT / KERNEL).exists()


def test_the_source_distribution_has_nothing_else_that_lies_in_the_folder(tmp_path: Path) -> None:
    root, made = tmp_path / "root", tmp_path / "made"
    shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root)
    (root / "games").mkdir()  # as in the operator's tutorial
    for name in (".env", "backup.db", "games/cookie.key"):
        (root / name).write_text("secret")
    made.mkdir()
    with tarfile.open(build("b.build_sdist(sys.argv[1])", made, root)) as files:
        names = {name.partition("/")[2].partition("/")[0] for name in files.getnames()}
    assert names == {"tools", "pyproject.toml", "README.md", "LICENSE", "PKG-INFO"}


def test_the_kernel_includes_only_what_every_compiler_has() -> None:
    """What one system has alone stands under a condition: the wheels for Windows are not built here."""
    for file in sorted((ROOT / "kernel").rglob("*")):
        depth = 0  # of conditions
        for line in file.read_text().splitlines() if file.suffix in (".h", ".cpp") else ():
            depth += line.startswith("#if") - line.startswith("#endif")
            name = line.removeprefix("#include <").removesuffix(">")
            is_standard = re.fullmatch("[a-z_]+", name) or name.startswith("nanobind/")
            assert depth or is_standard or not line.startswith("#include <"), f"{file.name} includes {name}"
