"""Writing a site: which files it has, how they refer to each other, and which folders are left alone."""

import json
import re
import struct
import zlib
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.game.start import FIRST_BOARD, PORTRAIT_BOARDS
from lianliankan.site import builder
from lianliankan.site.builder import MARK, write_site
from lianliankan.site.first_games import DEALS, write_first_games
from lianliankan.site.icons import MASKABLE_SIZES, SIZES, THEME, write_icons, write_manifest
from support.cli_process import run


@pytest.fixture(autouse=True)
def small_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the runtime, which has tests of its own."""

    def write(_: Path, folder: Path) -> None:
        (folder / "runtime").mkdir()
        (folder / "runtime" / "files.json").write_text("{}", encoding="utf-8")

    monkeypatch.setattr(builder, "build_runtime", write)
    monkeypatch.setattr(builder, "find_pyodide", lambda folder, _: folder)


def read_kept(site: Path) -> dict[str, str]:
    """Return the files that the service worker keeps, with their hashes."""
    found = re.search(
        r"^const FILES = ({.*?^});", (site / "service_worker.js").read_text(encoding="utf-8"), re.M | re.S
    )
    assert found
    return dict(json.loads(found[1]))


def test_a_site_refers_to_its_own_files_and_keeps_them_all(tmp_path: Path) -> None:
    site = tmp_path / "some" / "site"
    version = write_site(site, tmp_path)
    page = (site / "index.html").read_text(encoding="utf-8")
    addresses = re.findall(r'(?:href|src)="([^"#]+)"', page)
    assert f"{version}/js/main.js" in addresses
    assert [address for address in addresses if not (site / address).exists()] == []
    assert 'data-root="#/"' in page
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    kept = set(read_kept(site))
    assert kept - files == {"./"}
    assert {path for path in files - kept if not path.startswith(f"{version}/first/")} == {
        ".nojekyll",
        "index.html",
        "service_worker.js",
        MARK,
    }
    script = (site / version / "js" / "main.js").read_text(encoding="utf-8")
    assert "new Runtime()" in script
    assert "new WebSocket" not in script
    assert "game/site_page.js" in script, "it is shown at once"


def test_the_same_files_are_the_same_version_and_the_one_before_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()  # an empty folder is fine
    versions = [write_site(site, tmp_path), write_site(site, tmp_path)]
    assert versions[0] == versions[1]
    for title in ("A", "B"):
        monkeypatch.setattr(builder, "page_texts", lambda *_, title=title: {"title": title})
        versions.append(write_site(site, tmp_path))
    assert json.loads((site / MARK).read_bytes()) == {"versions": [versions[3], versions[2]]}
    assert not (site / versions[0]).exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


def test_documentation_is_part_of_a_site(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.html").touch()
    for folder in ("_static", "zh/_static"):
        (tmp_path / "docs" / folder).mkdir(parents=True)
        (tmp_path / "docs" / folder / "game_address.js").write_text("export const game = null;\n")
    write_site(tmp_path / "site", tmp_path, tmp_path / "docs")
    assert (tmp_path / "site" / "docs" / "index.html").exists()
    for folder, above in (("_static", "../../"), ("zh/_static", "../../../")):
        told = (tmp_path / "site" / "docs" / folder / "game_address.js").read_text()
        assert told == f'export const game = new URL("{above}", import.meta.url);\n'
    assert ' data-docs="docs/"' in (tmp_path / "site" / "index.html").read_text()
    assert not [path for path in read_kept(tmp_path / "site") if path.startswith("docs")]


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    done = run("site", str(tmp_path), "--pyodide", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == f"llk: {tmp_path}: there is something else in this folder; choose another one, or empty it\n"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    done = run("site", str(tmp_path / "new"), "--pyodide", str(tmp_path))
    assert done.returncode == 2
    assert "name another folder for Pyodide" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    assert not (tmp_path / "new").exists()


def test_first_games_are_those_of_their_deals(tmp_path: Path) -> None:
    write_first_games(tmp_path)
    newcomer = json.loads((tmp_path / "newcomer.json").read_bytes())
    assert newcomer["me"]["unfinished"] is None
    sizes = {(board["mode"], board["rows"], board["cols"]) for board in newcomer["boards"]}
    assert sizes == {
        ("relaxed", FIRST_BOARD.rows, FIRST_BOARD.cols),
        ("relaxed", FIRST_BOARD.cols, FIRST_BOARD.rows),
        ("classic", 8, 18),
        *(("classic", board.rows, board.cols) for board in PORTRAIT_BOARDS),
    }
    assert len(list(tmp_path.iterdir())) == 1 + DEALS * len(sizes)
    state = json.loads((tmp_path / "classic-14x9-5.json").read_bytes())
    assert state["rows"] == llk.deal(14, 9, kinds=36, seed=5).to_rows()
    assert (state["version"], state["head"]["seed"], state["view"]["running"]) == (0, 5, False)


def read_png(file: Path) -> tuple[int, int, list[bytes]]:
    """Return the size of a picture, and its rows of pixels in four channels."""
    data = file.read_bytes()
    width, height, depth, colours = struct.unpack(">IIBB", data[16:26])
    assert (depth, colours) == (8, 6)
    packed = b"".join(
        data[at + 8 : at + 8 + int.from_bytes(data[at : at + 4])]
        for at in (match.start() - 4 for match in re.finditer(b"IDAT", data))
    )
    raw = zlib.decompress(packed)
    return width, height, [raw[row * (4 * width + 1) :][: 4 * width + 1] for row in range(height)]


def test_icons_have_all_sizes_and_may_be_cut_to_any_shape(tmp_path: Path) -> None:
    write_icons(tmp_path / "icons")
    write_manifest(tmp_path / "manifest.webmanifest", icons="icons")
    manifest = json.loads((tmp_path / "manifest.webmanifest").read_bytes())
    assert len(manifest["icons"]) == len(SIZES) + len(MASKABLE_SIZES)
    for icon in manifest["icons"]:
        width, height, rows = read_png(tmp_path / icon["src"])
        assert icon["sizes"] == f"{width}x{height}"
        corner = rows[0][1:5]
        assert corner == (bytes.fromhex(THEME[1:]) + b"\xff" if icon["purpose"] == "maskable" else bytes(4))
    assert (manifest["short_name"], manifest["name"]) == ("连连看", "连连看 Lianliankan")
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == [
        f"./#/?mode={mode}" for mode in ("classic", "timed", "daily")
    ]
