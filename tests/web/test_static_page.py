"""The page's files: texts that exist, nothing inline, pure modules that pass their tests."""

import re
import runpy
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.faces.registry import FACE_SETS
from lianliankan.game.modes import ALL_MODES
from lianliankan.lab.check.exercises import EXERCISES
from lianliankan.lab.check.mistakes import MISTAKES
from lianliankan.lab.finders import FINDERS, PUBLISHED, Promise
from lianliankan.race.items import ITEMS
from lianliankan.race.seat import BOT_LEVELS
from lianliankan.render.sprite import SPRITE_KINDS, to_sprite
from lianliankan.store.statistics import ACHIEVEMENTS
from lianliankan.texts import read_texts
from lianliankan.web.endpoints.game_facts import game_facts
from lianliankan.web.race.protocol import REACTIONS
from support.paths import ROOT
from support.patience import PATIENCE

STATIC = ROOT / "src" / "lianliankan" / "web" / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
INDEX = (STATIC / "index.html").read_text(encoding="utf-8")
ENTRIES = [
    STATIC / "js" / name
    for name in (
        "main.js",
        "not_found.js",
        "kernel/instantiate.js",
        "kernel/facts_worker.js",
        "server/local_transport.js",
        "local/worker.js",
        "local/service_worker.js",
        "lab/learner/learner_worker.js",
    )
    if (STATIC / "js" / name).exists()
]


def imported(file: Path) -> list[Path]:
    """Return the modules that a module imports at once; types and parts loaded on demand are not among them."""
    found = re.findall(
        r'^(?:import|export) [^;]*?from "(\.[^"]+)";', file.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    return [(file.parent / path).resolve() for path in found]


def loaded_on_demand(file: Path) -> list[Path]:
    """Return the modules that a module loads only when they are needed."""
    found = re.findall(r'(?:\bloadPart\(|part: \(\) => )import\("(\.[^"]+)"\)', file.read_text(encoding="utf-8"))
    return [(file.parent / path).resolve() for path in found]


def reachable(starts: list[Path], next_of: Callable[[Path], list[Path]]) -> set[Path]:
    found: set[Path] = set()
    while starts:
        found.update(starts)
        starts = [other for file in starts for other in next_of(file) if other not in found]
    return found


def test_every_module_is_used() -> None:
    used = reachable(ENTRIES, lambda file: imported(file) + loaded_on_demand(file))
    assert set(SCRIPTS) - used == set()


def test_every_style_sheet_is_linked_or_loaded_on_demand() -> None:
    linked = set(re.findall(r'href="/static/css/([a-z0-9_/]+\.css)"', INDEX))
    code = "".join(file.read_text(encoding="utf-8") for file in SCRIPTS)
    on_demand = set(re.findall(r'"([a-z0-9_/]+\.css)"', code))
    assert linked & on_demand == set()
    sheets = {file.relative_to(STATIC / "css").as_posix() for file in (STATIC / "css").rglob("*.css")}
    assert linked | on_demand == sheets


def test_nothing_is_inline_or_from_outside() -> None:
    for file in STATIC.glob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", text), file.name
    for file in STATIC.rglob("*"):
        if file.suffix in (".html", ".css", ".js", ".svg"):
            text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|\burl\((?!#)|eval\(|innerHTML", text), file.name
            assert file.suffix == ".js" or "@import" not in text, file.name  # which in JavaScript imports types


def test_imports_go_down() -> None:
    """Each folder uses only those before it, and no modules import each other in a circle."""
    pages = ["board", "dialogs", "game", "race", "edit", "learner", "lab", "check"]
    folders = ["i18n", "core", "kernel", "local", "server", *pages, "js"]
    layer = {file: folders.index(file.parent.name) for file in SCRIPTS}
    upward = [f"{file} imports {other}" for file in SCRIPTS for other in imported(file) if layer[other] > layer[file]]
    assert upward == []
    waits = {file: set(imported(file)) for file in SCRIPTS}
    while free := [file for file, others in waits.items() if not others]:
        for file in free:
            del waits[file]
        for others in waits.values():
            others.difference_update(free)
    assert sorted(file.name for file in waits) == []


def test_one_module_writes_addresses_and_one_calls_the_server() -> None:
    """So that the same page works as files below any path, without a server."""
    code = {file.name: file.read_text(encoding="utf-8") for file in SCRIPTS if file.parent.name != "local"}
    callers = [name for name, text in code.items() if re.search(r"\bfetch\(|new WebSocket", text)]
    assert callers == ["local_transport.js", "transport.js"]
    place = r"\bhistory\.\w+State|popstate|location\.(?!hostname|reload|href\))"
    assert [name for name, text in code.items() if re.search(place, text)] == ["address.js"]


def test_the_page_repeats_nothing_that_the_server_tells() -> None:
    """Each gravity is drawn in one file; the rest of the page knows neither gravities nor shapes nor difficulties."""
    code = {file.name: file.read_text(encoding="utf-8") for file in SCRIPTS}
    drawn = code.pop("gravities.js")
    table = re.search(r"^const GRAVITIES = {$(.*?)^}", drawn, flags=re.MULTILINE | re.DOTALL)
    assert table
    assert tuple(re.findall(r'^  "?([a-z-]+)"?: {', table[1], flags=re.MULTILINE)) == llk.GRAVITIES
    names = {*llk.GRAVITIES, *llk.SHAPES, *llk.DIFFICULTIES} - {"up", "down", "left", "right", "cross", "full"}
    limits = game_facts().limits
    numbers = {limits.max_cells, limits.max_picture_bytes, limits.max_zip_bytes, *game_facts().close_codes.values()}
    for name, text in code.items():
        assert set(re.findall(r'"([a-z-]+)"', text)) & names == set(), name
        assert set(map(int, re.findall(r"\b[1-9]\d*\b", text.replace("_", "")))) & numbers == set(), name


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: str(file.name))
def test_every_file_says_what_it_is_about_and_has_types(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("// ")
    assert not re.search(r"@\w+ \{[^}]*\bany\b", text)


def test_every_text_is_used() -> None:
    """By its key, by a template such as `share ${what} about`, or by `named("item", …)`; TypeScript knows them all."""
    code = "".join(file.read_text(encoding="utf-8") for file in SCRIPTS)
    templates = re.findall(r"`([a-z-]+ [^`\n]*\$\{[^`\n]*)`", code)
    families = {name for first in re.findall(r"\bnamed\(([^,]+),", code) for name in re.findall(r'"([a-z-]+)"', first)}
    patterns = [".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", template))) for template in templates]
    used = re.compile("|".join([*patterns, *(f"{family} .+" for family in families)]))
    unused = {name for name in read_texts("en", "page") if f'"{name}"' not in code and not used.fullmatch(name)}
    assert unused == set()


def test_what_the_server_names_has_a_text() -> None:
    """The page shows a name as it is if there is none."""
    exercises, achievements = ([each.name for each in group] for group in (EXERCISES, ACHIEVEMENTS))
    finders = [finder.name for finder in (*FINDERS.values(), *PUBLISHED.values())]
    families: dict[str, Iterable[str]] = {
        "about": (*ALL_MODES, "race"),
        "achievement": [name + end for name in achievements for end in ("", " about")],
        "bot": map(str, range(1, BOT_LEVELS + 1)),
        "difficulty": llk.DIFFICULTIES,
        "exercise": [name + end for name in exercises for end in ("", " about")],
        "faces": [each.name for each in game_facts().faces],
        "gravity": [about + name for name in llk.GRAVITIES for about in ("", "about ")],
        "item": ITEMS,
        "lab-idea": finders,
        "lab-promise": [promise.name.lower() for promise in Promise],
        "lab-short": finders,
        "mistake-name": MISTAKES,
        "mode": ALL_MODES,
        "reaction": REACTIONS,
        "shape-of": llk.SHAPES,
    }
    texts = read_texts("en", "page")
    assert [
        f"{family} {name}" for family, names in families.items() for name in names if f"{family} {name}" not in texts
    ] == []


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
    with pytest.raises(llk.TooLarge, match="at most 10000 kinds"):
        to_sprite("numbers", kinds=2**70)


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "page_types.py"))
    written = tool["FILE"].read_text(encoding="utf-8")
    assert written == tool["page_types"](), "write them with: make types"


def test_pure_modules() -> None:
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    files = sorted(str(file) for file in (ROOT / "tests" / "browser" / "modules").glob("*.test.mjs"))
    ran = subprocess.run(["node", "--test", *files], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout
