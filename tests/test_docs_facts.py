"""What the docs claim about the code: figures, files, commands and options are looked up."""

import re
from collections.abc import Iterator
from functools import cache

import click

import lianliankan as llk
import speed_pages
from lianliankan.board.board import MAX_SIDE
from lianliankan.cli import llk as root_command
from lianliankan.cli.commands.check import check as check_command
from lianliankan.faces.custom import names, picture_worker, thumbnail_file, worker
from lianliankan.faces.custom.limits import LIMITS, MEGA, MIN_PICTURES
from lianliankan.faces.custom.picture_size import MAX_ASPECT_RATIO, MAX_PIXELS, MAX_SCANS, MIN_SIDE
from lianliankan.faces.custom.refusal import REFUSAL_CODES
from lianliankan.faces.drawn import TILE_SET_NAMES
from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE, SIZE
from lianliankan.lab.check import CALL_SECONDS, FILLED_CELLS, Effort
from lianliankan.records import share
from lianliankan.store.picture_sets import DEFAULT_QUOTA, DRAFT_SECONDS
from lianliankan.web.local.browser_pictures import BROWSER_MAX_PIXELS
from lianliankan.web.state import uploads
from lianliankan.web.state.uploads import UPLOAD_LIMITS
from load.page import GAMES
from small_boards import BOARDS
from support.paths import DOCS, ROOT

PAGES = ["README.md", "README.zh-CN.md", "CONTRIBUTING.md"]
PAGES += sorted(str(page.relative_to(ROOT)) for page in DOCS.rglob("*.md"))

EFFORT = Effort()
(CHECK_SECONDS,) = (option for option in check_command.params if option.name == "seconds")
WEEK = 7 * 24 * 3600

CHECK = [
    f"runs for more than {CALL_SECONDS:.0f} seconds on one board",
    f"On boards of up to {FILLED_CELLS} cells",
    f"all boards of up to N cells ({EFFORT.cells}), "
    f"then N questions on larger random boards ({EFFORT.random_questions})",
    f"time limit ({CHECK_SECONDS.default})",
]
CHECK_ZH = [
    f"在一个棋盘上超过 {CALL_SECONDS:.0f} 秒",
    f"在不超过 {FILLED_CELLS} 格的棋盘上",
    f"不超过 N 格的棋盘（{EFFORT.cells}）；再在更大的随机棋盘上问 N 个问题（{EFFORT.random_questions}）",
    f"最多用多少秒（{CHECK_SECONDS.default}）",
]
PICTURES = [
    f"more than {LIMITS.file_bytes // MEGA} MB; a zip of more than {LIMITS.zip_bytes // MEGA // 1000} GB, "
    f"or {UPLOAD_LIMITS.zip_bytes // MEGA} MB on a server",
    f"more than {MAX_PIXELS['JPEG'] // MEGA} million pixels; {MAX_PIXELS['PNG'] // MEGA} million for PNG, GIF, "
    f"and JPEG in several scans; {MAX_PIXELS['WebP'] / MEGA} million for WebP",
    f"at most {BROWSER_MAX_PIXELS['JPEG'] // MEGA} million pixels of a JPEG",
    f"a side of less than {MIN_SIDE} pixels; one side more than {MAX_ASPECT_RATIO} times as long",
    f"a JPEG of more than {MAX_SCANS} scans; or more than {picture_worker.MAX_SECONDS:.0f} seconds or "
    f"{worker.MAX_MEMORY // MEGA} MB to decode",
    f"more than {LIMITS.files} files ({UPLOAD_LIMITS.files} on a server) or {LIMITS.pictures} pictures at once; "
    f"more than {LIMITS.seconds:.0f} seconds of work ({UPLOAD_LIMITS.seconds:.0f} on a server)",
    f"{thumbnail_file.THUMBNAIL_SIDE} by {thumbnail_file.THUMBNAIL_SIDE}",
    f"A set needs at least {MIN_PICTURES} pictures",
    f"{DEFAULT_QUOTA.sets} sets with {DEFAULT_QUOTA.pictures} pictures each, and {DEFAULT_QUOTA.total // MEGA} MB",
    f"Names have up to {names.MAX_NAME_LENGTH} characters",
    f"A server receives up to {uploads._MAX_UPLOADS} uploads at a time",
]
SCRIPTS = ROOT / "src" / "lianliankan" / "web" / "static" / "js"


def js_number(module: str, name: str) -> int:
    """Return a constant of one of the page's modules."""
    found = re.search(rf"const {name} = ([0-9_]+);", (SCRIPTS / module).read_text(encoding="utf-8"))
    assert found
    return int(found[1])


WEB_PAGE = [
    f"smaller than {js_number('board/layout.js', 'MIN_CELL')} pixels",
    f"cells under {js_number('board/layout.js', 'TOUCH_CELL')} pixels",
    f"at most {js_number('board/tile_layer.js', 'MAX_PIXELS') // MEGA} million pixels",
]
FACES = [
    f"{SIZE} pixels wide",
    f"The minimum is {MIN_DISTANCE['colour']:g} in colour, {MIN_DISTANCE['grey']:g} in grey and "
    f"{MIN_DISTANCE['tritanopia']:g} in the other views.",
]
SHARES = [
    f"boards of more than {share.MAX_CELLS} cells, and games of more than {share.MAX_GAME_CELLS} cells or "
    f"{share.MAX_COMMANDS} commands, have no share text",
    f"| a full board of 8 rows and 18 columns, 36 kinds | {len(llk.to_share(llk.deal(8, 18, kinds=36, seed=1)))} |",
]
FACTS = {
    "docs/check.md": CHECK,
    "docs/check.zh-CN.md": CHECK_ZH,
    "docs/custom-pictures.md": PICTURES,
    "docs/faces.md": FACES,
    "docs/finders.md": [f"boards of at most {llk.FINDERS['allpairs'].limits.max_cells} cells including the ring"],
    "docs/kernel.md": [f"all {BOARDS:,} full boards"],
    "docs/page.md": WEB_PAGE,
    "docs/records.md": SHARES,
    "docs/rules.md": [f"1 to {MAX_SIDE:,} rows and columns"],
}


def test_figures_are_those_of_the_code() -> None:
    assert [(page, fact) for page, facts in FACTS.items() for fact in facts if fact not in page_text(page)] == []


def test_lists_are_those_of_the_code() -> None:
    assert all(
        f"\n| `{gravity}`" in page_text("docs/rules.md") or f" `{gravity}` " in page_text("docs/rules.md")
        for gravity in llk.GRAVITIES
    )
    assert all(f"\n| `{name}` |" in page_text("docs/faces.md") for name in TILE_SET_NAMES)
    table = page_text("docs/custom-pictures.md").partition("| code | reason |")[2].partition("\n\n")[0]
    codes = [code for line in table.splitlines() for code in re.findall(r"`(\w+)`", line.partition(" | ")[0])]
    assert sorted(codes) == sorted(REFUSAL_CODES)
    assert DRAFT_SECONDS == WEEK, "docs/custom-pictures.md says: a week"


def test_measured_pages_begin_with_what_the_tool_says() -> None:
    """Tools write them; the number of cores is that of the machine."""
    written = {"speed": speed_pages.SPEED, "solver-speed": speed_pages.SOLVER, "load": GAMES}
    cores = re.compile(r"(one of|machine with|s on) \d+")
    for name, words in written.items():
        page = f"docs/{name}.md"
        assert cores.sub(r"\1 N", page_text(page)).startswith(cores.sub(r"\1 N", words))


def test_translations_have_the_same_parts() -> None:
    different = []
    for page in (page for page in PAGES if ".zh-CN." in page):
        pair = page.replace(".zh-CN", ""), page
        for part in (r"^## ", r"^\|", r"^- ", r"^```\w+", r"<img ", r"^ {4}>>> "):
            counts = [len(re.findall(part, page_text(each), re.MULTILINE)) for each in pair]
            different += [(page, part, counts)] if counts[0] != counts[1] else []
        links = [re.findall(r"\]\(([^)#]+)", page_text(each)) for each in pair]
        named = [{link.replace(".zh-CN", "").replace("/zh/", "/") for link in found} for found in links]
        different += [(page, link, []) for link in named[0] ^ named[1]]
    assert different == []


# ---- Files, targets, commands and options ----------------------------------------------------------------------------

EXAMPLE_FILES = {"FILE.py", "OUT.svg", "my_game.py", "文件.py"}
ENDINGS = "py|h|cpp|js|css|txt|dat|mjs|svg|toml"


def test_files_exist() -> None:
    missing = []
    for page in (page for page in PAGES if page != "docs/terminal.md"):
        for code in code_spans(page):
            for file in re.findall(rf"(?<![\w./*])(?:[\w.-]+/)*[\w.-]+\.(?:{ENDINGS})\b", code):
                is_there = any(name.endswith(f"/{file}") for name in project_files())
                missing += [] if is_there or file in EXAMPLE_FILES else [(page, file)]
    assert missing == []


@cache
def project_files() -> list[str]:
    folders = [ROOT / name for name in ("docs", "examples", "kernel", "src", "tests", "tools")]
    files = [*ROOT.glob("*.*"), *(file for folder in folders for file in folder.rglob("*.*"))]
    return [f"/{file.relative_to(ROOT)}" for file in files]


def test_the_tree_of_the_page_has_every_module() -> None:
    tree = page_text("docs/page.md").partition("```\n")[2].partition("```")[0]
    modules = {file.name for file in SCRIPTS.rglob("*.js") if file.parent.name != "core"}
    assert set(re.findall(r"\w+\.js", tree)) == modules
    core = re.search(r"core/ +(.+)", tree)
    assert core
    assert set(re.findall(r"[a-z_]+", re.sub(r"\(.*?\)", "", core[1]))) == {
        file.stem for file in SCRIPTS.glob("core/*.js")
    }


def test_targets_of_make_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = [(page, re.fullmatch(r"make ([a-z-]+)", code)) for page in PAGES for code in code_spans(page)]
    assert [(page, found[1]) for page, found in named if found and found[1] not in targets] == []


def test_commands_and_options_exist() -> None:
    assert [(page, code) for page in PAGES for code in unknown_commands(page)] == []


def unknown_commands(page: str) -> Iterator[str]:
    """Yield the commands of a page that do not exist, or lack an option that it shows."""
    indented = re.findall(r"^(?:\$ |    )(llk [^\n#]+)", page_text(page), re.MULTILINE)
    for code in [*(code for code in code_spans(page) if code.startswith("llk ")), *indented]:
        words = code.split()[1:]
        command = find_command(words)
        known = {
            option
            for each in (command, root_command)
            for given in each.params
            for option in (*given.opts, *given.secondary_opts)
        }
        options = {word.partition("=")[0].rstrip(",") for word in words if word.startswith("--")} - {"--help"}
        if not options <= known or (command is root_command and not words[0].startswith("-")):
            yield code


def find_command(words: list[str]) -> click.Command:
    """Return the command that the words name, however deep; the root if they name none."""
    command: click.Command = root_command
    for word in words:
        below = command.get_command(click.Context(command), word) if isinstance(command, click.Group) else None
        if below is None:
            break
        command = below
    return command


def code_spans(page: str) -> Iterator[str]:
    yield from re.findall(r"`([^`\n]+)`", page_text(page))


def page_text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")
