"""The commands for custom pictures."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click import ClickException
from click.testing import CliRunner
from PIL import Image

from lianliankan.cli.main import NegativeAnswer, llk
from lianliankan.store import Store
from support.cli_process import run as run_llk
from support.picture_files import HTML, encode, picture, scene


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A home folder with four pictures, two of them alike and one twice, and an HTML page named like a picture."""
    (tmp_path / "in").mkdir()
    for name, image in (("panda", scene(seed=1)), ("tiger", scene(seed=2)), ("tiger again", paler(scene(seed=2)))):
        (tmp_path / "in" / f"{name}.png").write_bytes(encode(image))
    (tmp_path / "in" / "panda, copied.webp").write_bytes(encode(scene(seed=1), "WEBP", lossless=True))
    (tmp_path / "in" / "page.png").write_bytes(HTML)
    return tmp_path


def paler(image: Image.Image) -> Image.Image:
    return image.point(lambda value: min(value + 2, 255))


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run_llk(*words, env={"XDG_DATA_HOME": str(folder), "HOME": str(folder)})


def test_add_list_export_and_remove(folder: Path) -> None:
    done = run(folder, "faces", "own")
    assert (done.returncode, done.stdout) == (1, "no custom pictures; add some with: llk faces add NAME FILES\n")
    done = run(folder, "faces", "add", "同事", str(folder / "in"))
    assert (done.returncode, done.stdout) == (2, "")
    similar, problem = done.stderr.splitlines()
    assert similar.startswith("similar tiger again – tiger: ")
    assert problem == "llk: nothing was added; choose --alike keep or --alike leave-out for similar pictures"
    assert run(folder, "faces", "own").returncode == 1
    done = run(folder, "faces", "add", "同事", str(folder / "in"), "--alike", "keep")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "refused page: this is HTML; expected PNG, JPEG, WebP or GIF",
        "refused panda: this is the same picture as panda, copied",
        similar,
        "3 pictures added, 2 refused, 0 left out",
    ]
    assert run(folder, "faces", "own").stdout.startswith("own:同事  3 pictures, ")
    (folder / "new.png").write_bytes(picture(seed=9))
    done = run(folder, "faces", "add", "own:同事", str(folder / "new.png"))  # the others are not reported again
    assert (done.returncode, done.stdout) == (0, "1 picture added, 0 refused, 0 left out\n")
    assert run(folder, "faces", "own").stdout.startswith("own:同事  4 pictures, ")
    assert run(folder, "faces", "remove", "同事").returncode == 0
    assert run(folder, "faces", "add", "同事", str(folder / "in"), "--alike", "keep").returncode == 0
    assert run(folder, "faces", "rename", "同事", "us").returncode == 0
    out = folder / "us.zip"
    assert run(folder, "faces", "export", "us", "--out", str(out)).returncode == 0
    again = run(folder, "faces", "export", "us", "--out", str(out))
    assert (again.returncode, again.stderr) == (2, f"llk: {out}: this file exists already; name a new one\n")
    assert zipfile.ZipFile(out).namelist() == ["panda, copied.jpg", "tiger again.jpg", "tiger.jpg"]
    done = run(folder, "faces", "add", "them", str(out), "--alike", "leave-out", "--json")
    about = json.loads(done.stdout)
    assert about["kept"] == ["panda, copied", "tiger again"]
    assert about["refused"] == []
    assert [(pair["first"], pair["second"], pair["left_out"]) for pair in about["alike"]] == [
        ("tiger again", "tiger", True)
    ]
    with Store(folder / "lianliankan") as store:
        us = [data for _, data in store.pictures.set_data(store.pictures.by_name("us").id)]
        assert [data for _, data in store.pictures.set_data(store.pictures.by_name("them").id)] == us[:2]
    done = run(folder, "faces", "add", "us", str(folder / "in" / "panda.png"))
    assert (done.returncode, done.stdout.splitlines()) == (
        1,
        ["refused panda: this is the same picture as panda, copied", "0 pictures added, 1 refused, 0 left out"],
    )
    assert run(folder, "faces", "remove", "own:us").returncode == 0
    listed = json.loads(run(folder, "faces", "own", "--json").stdout)
    assert [(own["name"], own["pictures"]) for own in listed] == [("them", ["panda, copied", "tiger again"])]


def test_pictures_that_look_alike_are_asked_about(folder: Path) -> None:
    square = scene(240, 240, seed=5)
    (folder / "in" / "z.png").write_bytes(encode(square))
    (folder / "in" / "z again.png").write_bytes(encode(paler(square)))
    words = ["faces", "add", "zoo", str(folder / "in")]
    ours, theirs = os.openpty()
    os.write(ours, b"y\nn\n")
    done = subprocess.run(
        [str(Path(sys.executable).with_name("llk")), *words],
        stdin=theirs,
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(folder)},
        check=False,
    )
    for end in (ours, theirs):
        os.close(end)
    assert done.stderr.count("; keep both? [y/N]: ") == 2
    assert done.stdout.splitlines()[-1] == "4 pictures added, 2 refused, 1 left out"


def test_boards_are_drawn_with_custom_pictures(folder: Path) -> None:
    assert run(folder, "faces", "add", "us", str(folder / "in"), "--alike", "keep").returncode == 0
    out = folder / "board.svg"
    done = run_llk(
        *("show", "-", "--faces", "own:us", "--svg", str(out)),
        given="1 2 2 1 / 5 3 3 5\n",
        env={"XDG_DATA_HOME": str(folder)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    images = [part for part in ElementTree.parse(out).iter() if part.tag.endswith("image")]
    assert len(images) == 3
    done = run_llk("show", "-", "--faces", "own:us", given="1 2 2 1\n", env={"XDG_DATA_HOME": str(folder)})
    assert done.returncode == 0
    assert "4 tiles" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("faces", "add", "zoo", "nothing.png"), "nothing.png: No such file or directory"),
        (("faces", "add", "zoo", "in/panda.png"), "a set has at least 2 pictures, not 1"),
        (("faces", "add", " ", "in"), "the name of a set must not be empty"),
        (("faces", "add", "zoo"), "Missing argument 'FILES...'."),
        (("faces", "rename", "zoo", "new"), "there are no custom pictures called 'zoo'"),
        (("faces", "remove", "zoo"), "there are no custom pictures called 'zoo'"),
        (("faces", "export", "zoo", "--out", "x.zip"), "there are no custom pictures called 'zoo'"),
        (("show", "board.txt", "--faces", "own:zoo"), "there are no custom pictures called 'zoo'"),
        (("show", "board.txt", "--faces", "own:"), "the name of a set must not be empty"),
    ],
)
def test_error_messages(folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    (folder / "board.txt").write_text("1 2 2 1\n")
    done = CliRunner().invoke(llk, words, standalone_mode=False)
    assert isinstance(done.exception, ClickException)
    assert (isinstance(done.exception, NegativeAnswer), done.exception.format_message()) == (False, said)
    assert words[1] == "add" or not list(folder.rglob("lianliankan.db"))  # only adding creates a store
    assert not (folder / "x.zip").exists()


def test_adding_nothing_exits_with_1(folder: Path) -> None:
    done = run(folder, "faces", "add", "zoo", str(folder / "in" / "page.png"))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith("0 pictures added, 1 refused, 0 left out\n")
