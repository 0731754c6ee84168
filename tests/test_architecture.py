"""The architecture: which package may use which, one name for one class, and what every file must have."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from support.paths import DOCS, ROOT

PACKAGE = ROOT / "src" / "lianliankan"
KERNEL = ROOT / "kernel"

# From the bottom up: a package uses those before it, never those after it. Each sentence is the package's docstring.
LAYERS = {
    "errors": "A named ValueError for each mistake a caller can make.",
    "override": "The decorator of methods that override another, which mypy checks; Python has it from 3.12 on.",
    "seeds": "Seeds: the only source of randomness, so that a number means the same thing on every machine.",
    "deadline": "Time limits: work of any kind is done in time or not at all.",
    "child_process": "Child processes that answer requests one by one, within limits, and can be killed at any time.",
    "text_width": "How many terminal columns a text takes, and padding to a width.",
    "text": "Small pieces of text that many messages share.",
    "texts": "The texts for players, in English and Chinese: one file per language for the page and the terminal.",
    "board": "Values and their texts: cells, moves, paths, rules and boards.",
    "wasm": "The kernel on WebAssembly: what `lianliankan._kernel` is where Python itself runs in the browser.",
    "solver": "Can it be won? Verdicts, their verification, advice, blame and difficulty ratings.",
    "dealing": "Boards by number: winnable deals and shuffles.",
    "faces": "The faces of tiles: symbols, drawn tile sets and custom pictures.",
    "render": "A board as SVG or as terminal text.",
    "game": "The game: commands in, events out.",
    "records": "A game as text: records and share texts.",
    "race": "Races: several players on the same deal at the same time; commands in, events out.",
    "store": "Games on disk, durable after every command.",
    "lab": "The algorithm lab: finders, traces, races, and a judge for learners' functions.",
    "atlas": "The atlas: which share of all deals can be won, in many variants of the game.",
    "bench": "Speed measured side by side, in one run.",
    "web": "The game in the browser: the server and, in static/, the page.",
    "terminal": "The game in the terminal.",
    "site": "The game as a folder of files that any static host can serve, without a server of its own.",
    "cli": "The command line.",
}

# The same inside `web`, the largest package; its page of the docs has the sentences.
WEB_LAYERS = {
    "base": "Parts that the whole server uses: its log, measurements and background tasks, JSON, and limits of sizes.",
    "work": "Work that may take long: the worker processes, the order of jobs, and the functions that run for games.",
    "http": "Checks of every request: hosts and origins, cookies, rate limits; files of the page, errors as JSON.",
    "live": "Games being played: the protocol, connections, how commands run and are written, and other servers.",
    "race": "Races between players: live rooms, each a replica of a log that every server may append to.",
    "state": "The state of a running server, and an endpoint's view of it.",
    "endpoints": "The endpoints: requests of the page over HTTP and over WebSockets, and their answers.",
    "lab": "The lab of the page: what its finders are, traces, races and runs on growing boards.",
    "app": "The ASGI app: the page and its files, the faces, the API endpoints and the WebSockets.",
    "server": "Running the server with uvicorn: its socket, settings and signals, in one process or in several.",
    "play_address": "The address of `llk play`: its port, and a way into the browser that keeps the secret.",
    "local": "The whole server in one thread, without a network: the same app, in a page or in a program.",
}

# Screens and commands import much of what they show on first use, to start fast. Elsewhere imports stand at the top,
# but for modules that are optional, large, or missing on some systems.
START_FAST = {"cli", "terminal", "web"}
ON_DEMAND = {
    "PIL",
    "ctypes",
    "fcntl",
    "msgspec",
    "numpy",
    "openskill",
    "platformdirs",
    "pwd",
    "ray",
    "resource",
    "uvloop",
}
ON_DEMAND_MODULES = {
    "lianliankan.board.kernel_errors",  # these three and the kernel import each other
    "lianliankan.board.path",
    "lianliankan.board.shifts",
    "lianliankan.wasm.kernel",  # which needs an instance
    "lianliankan.render.svg",  # a notebook asks a board for its picture
    "lianliankan.store.postgres_database",  # which needs the extra [server]
}
DRAWN_ON_DEMAND = ("lianliankan.board.board", "lianliankan.render.svg")  # the one import that goes up

# The kernel's folders from the bottom up; a file may include files of its own folder and of those before it.
KERNEL_LAYERS = [
    "values",
    "grid",
    "paths",
    "moves",
    "tracking",
    "solve",
    "solve/still",
    "solve/moving",
    "playouts",
    ".",  # board.h
    "bench",
    "python",
    "wasm",
    "tests",
]
KERNEL_SIDE_BY_SIDE = [{"solve/still", "solve/moving"}, {"python", "wasm", "tests"}]  # neither includes the other

FILES = sorted(PACKAGE.rglob("*.py"))


# ---- Layers ----------------------------------------------------------------------------------------------------------


def package(module: str) -> str:
    """The layer a module belongs to, as `board` for `lianliankan.board.cell`."""
    return module.split(".")[1]


def module_name(file: Path) -> str:
    parts = ("lianliankan", *file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def syntax(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path, *, at_the_top: bool | None = None) -> Iterator[str]:
    """Every module that a file imports, other than for its types: at the top of the file, inside functions, or all."""
    for node, is_at_the_top in import_nodes(file):
        if at_the_top is not None and is_at_the_top != at_the_top:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif node.module:
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in MODULES else node.module for name in inner)


@cache
def import_nodes(file: Path) -> list[tuple[ast.Import | ast.ImportFrom, bool]]:
    """List the imports of a file, other than for its types, and whether each stands at the top."""
    tree = syntax(file)
    nodes = list(ast.walk(tree))
    top = {id(node) for node in tree.body}
    typing_only = {id(node) for block in nodes if is_typing_block(block) for node in ast.walk(block)}
    found = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    return [(node, id(node) in top) for node in found if id(node) not in typing_only]


def is_typing_block(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


MODULES = {*(module_name(file) for file in FILES), "lianliankan._kernel"}


def test_every_package_is_a_layer() -> None:
    for folder, layers in ((PACKAGE, LAYERS), (PACKAGE / "web", WEB_LAYERS)):
        found = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
        assert found - {"__init__"} == set(layers)


def test_a_package_says_what_it_is() -> None:
    """Here, in its docstring, and in the docs."""
    for folder, layers, doc in ((PACKAGE, LAYERS, "architecture.md"), (PACKAGE / "web", WEB_LAYERS, "web.md")):
        said = {}
        for name in layers:
            package = folder / name / "__init__.py"
            docstring = ast.get_docstring(syntax(package if package.exists() else folder / f"{name}.py"))
            said[name] = (docstring or "").split("\n")[0]
        assert said == layers
        page = (DOCS / doc).read_text(encoding="utf-8")
        assert [name for name, sentence in layers.items() if sentence not in page] == []


def test_the_architecture_page_names_files_that_exist() -> None:
    """A name may leave out the folders that its sentence implies."""
    folders = [ROOT / name for name in ("src", "kernel", "tests", "tools")]
    places = [*folders, *(place for folder in folders for place in folder.rglob("*"))]
    known = {f"/{place.relative_to(ROOT)}" + ("/" if place.is_dir() else "") for place in places}
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = [name for name in re.findall(r"`([\w./]+)`", page) if re.search(r"/$|\.(py|js|h|cpp)$", name)]
    assert len(named) > 50
    assert [name for name in named if not any(place.endswith(f"/{name}") for place in known)] == []


def test_no_import_goes_up() -> None:
    order = ["_kernel", *LAYERS]
    going_up = []
    for own, module in ((module_name(file), module) for file in FILES for module in imports(file)):
        if own == "lianliankan" or not module.startswith("lianliankan.") or (own, module) == DRAWN_ON_DEMAND:
            continue
        if order.index(package(module)) > order.index(package(own)):
            going_up.append(f"{own} imports {module}")
    assert going_up == []


def test_no_import_goes_up_inside_web() -> None:
    """Not even an import for types."""
    order, web = [*WEB_LAYERS], "lianliankan.web."

    def layer(module: str) -> str:
        return module.split(".")[2]

    going_up = []
    for own, file in ((module_name(file), file) for file in FILES):
        if not own.startswith(web):
            continue
        assert not any(is_typing_block(node) for node in ast.walk(syntax(file))), f"{own} imports for types only"
        above = order[order.index(layer(own)) + 1 :]
        going_up += [f"{own} imports {name}" for name in imports(file) if name.startswith(web) and layer(name) in above]
    assert going_up == []


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {module_name(file): set(imports(file, at_the_top=True)) & MODULES for file in FILES}
    TopologicalSorter(graph).prepare()  # raises CycleError


def test_imports_stand_at_the_top() -> None:
    inside = []
    for own, file in ((module_name(file), file) for file in FILES):
        if own != "lianliankan" and package(own) not in START_FAST:
            names = {name for name in imports(file, at_the_top=False) if name.split(".")[0] not in ON_DEMAND}
            inside += [f"{own} imports {name} later" for name in names - ON_DEMAND_MODULES]
    assert inside == []


# ---- Names -----------------------------------------------------------------------------------------------------------


def test_no_two_public_classes_have_one_name() -> None:
    places = defaultdict(list)
    for file in FILES:
        for node in ast.walk(syntax(file)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(module_name(file))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_only_packages_list_their_names() -> None:
    """A module has no `__all__`: a package with a public face says there what is public."""
    listing = [file for file in FILES if "\n__all__" in file.read_text(encoding="utf-8")]
    assert {file.name for file in listing} <= {"__init__.py"}


# ---- Files -----------------------------------------------------------------------------------------------------------


def test_every_file_says_what_it_is_about() -> None:
    for file in FILES:
        assert ast.get_docstring(syntax(file)), file
    for file in [*KERNEL.rglob("*.h"), *KERNEL.rglob("*.cpp")]:
        assert file.read_text(encoding="utf-8").startswith("// "), file


# ---- The kernel ------------------------------------------------------------------------------------------------------


def folder(path: str) -> str:
    return str(Path(path).parent)


def includes() -> list[tuple[str, str]]:
    """Every include of one kernel file by another, both from the kernel's root."""
    found = []
    for file in sorted([*KERNEL.rglob("*.h"), *KERNEL.rglob("*.cpp")]):
        name = file.relative_to(KERNEL).as_posix()
        found += [(name, other) for other in re.findall(r'^#include "(.+)"', file.read_text(), re.MULTILINE)]
    return found


def test_every_folder_of_the_kernel_is_a_layer() -> None:
    folders = {folder(file.relative_to(KERNEL).as_posix()) for file in KERNEL.rglob("*.[hc]*") if file.is_file()}
    assert folders == set(KERNEL_LAYERS)
    assert sorted(file.name for file in KERNEL.glob("*.*")) == ["board.cpp", "board.h", "grid_board.h"]


def test_includes_are_written_from_the_root_of_the_kernel() -> None:
    for name, other in includes():
        assert (KERNEL / other).is_file(), f"{name} includes {other}"


def test_no_include_goes_up() -> None:
    for name, other in includes():
        assert KERNEL_LAYERS.index(folder(other)) <= KERNEL_LAYERS.index(folder(name)), f"{name} includes {other}"


def test_folders_side_by_side_do_not_know_each_other() -> None:
    for name, other in includes():
        assert {folder(name), folder(other)} not in KERNEL_SIDE_BY_SIDE, f"{name} includes {other}"


def test_the_stub_of_the_compiled_module_is_up_to_date(tmp_path: Path) -> None:
    stub = tmp_path / "_kernel.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "lianliankan._kernel", "-o", str(stub)]
    subprocess.run(command, check=True, cwd=ROOT)
    ruff = [str(Path(sys.executable).parent / "ruff")]
    settings = ["--quiet", "--config", str(ROOT / "pyproject.toml")]
    subprocess.run([*ruff, "check", "--fix", *settings, str(stub)], check=False, capture_output=True)
    subprocess.run([*ruff, "format", *settings, str(stub)], check=True)
    assert stub.read_text() == (PACKAGE / "_kernel.pyi").read_text(), "run: make stubs"


def test_webassembly_has_the_names_of_the_compiled_module() -> None:
    """All but what measures the speed of the other one."""
    bound = set[str]()
    for node in syntax(PACKAGE / "wasm/kernel.py").body:
        match node:
            case ast.ImportFrom(names=imported):
                bound |= {name.asname or name.name for name in imported}
            case ast.Assign(targets=targets):
                bound |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                bound.add(name)
    stub = ast.parse((PACKAGE / "_kernel.pyi").read_text(encoding="utf-8"))
    wanted = {node.name for node in stub.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assert (wanted | {"MAX_SIDE", "MAX_KIND"}) - bound == {"Bench"}


def test_python_and_the_kernel_number_gravity_alike() -> None:
    """The kernel knows gravity by its place in the list."""
    import lianliankan as llk

    header = (ROOT / "kernel" / "values" / "rules.h").read_text()
    names = re.search(r"enum class Gravity[^{]*\{([^}]*)\}", header)
    assert names
    assert [name.strip().replace("_", "-") for name in names.group(1).split(",") if name.strip()] == list(llk.GRAVITIES)
