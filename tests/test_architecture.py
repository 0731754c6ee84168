"""The order of the house: layers, stubs, and what must not stand in the tree."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

PACKAGE = ROOT / "src" / "lianliankan"

# A module uses those of lower layers, never those above it.
LAYERS = [
    {"errors", "_kernel"},
    {"cell", "rules", "seeds", "refuting", "art"},
    {"move", "path", "notation"},
    {"board", "verdict"},
    {"checking", "finders", "position", "report", "solving", "verifying"},
    {"arranging", "rating", "reading", "render", "missing", "packing", "clock", "history"},
    {"dealing", "shuffling", "pictures"},
    {"bench", "commands", "deals", "options", "outlook", "scanning", "scoring"},
    {"events", "lab"},
    {"automaton"},
    {"game"},
    {"modes", "records"},
    {"sharing", "store"},
    {"terminal", "web"},
    {"cli"},
]


def layer_of(module: str) -> int:
    return next(i for i, layer in enumerate(LAYERS) if module.split(".")[0] in layer)


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_go_down(file: Path) -> None:
    own = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if own == "__init__":
        return
    tree = ast.parse(file.read_text(encoding="utf-8"))
    typing_only = {id(node) for block in ast.walk(tree) if is_typing_block(block) for node in ast.walk(block)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or id(node) in typing_only or not node.module:
            continue
        if node.module == "lianliankan":
            used = [name.name for name in node.names]
        elif node.module.startswith("lianliankan."):
            used = [node.module.removeprefix("lianliankan.")]
        else:
            continue
        for module in used:
            if module.split(".")[0] != own:
                assert layer_of(module) < layer_of(own), f"{own} uses {module}"


def is_typing_block(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def test_the_stub_of_the_compiled_module_is_up_to_date(tmp_path: Path) -> None:
    stub = tmp_path / "_kernel.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "lianliankan._kernel", "-o", str(stub)]
    subprocess.run(command, check=True, cwd=ROOT)
    ruff = [str(Path(sys.executable).parent / "ruff")]
    settings = ["--quiet", "--config", str(ROOT / "pyproject.toml")]
    subprocess.run([*ruff, "check", "--fix", *settings, str(stub)], check=False, capture_output=True)
    subprocess.run([*ruff, "format", *settings, str(stub)], check=True)
    assert stub.read_text() == (PACKAGE / "_kernel.pyi").read_text(), "run: make stubs"


def test_python_and_the_kernel_number_gravity_alike() -> None:
    """The kernel knows gravity by its place in the list."""
    import lianliankan as llk

    header = (ROOT / "kernel" / "values" / "rules.h").read_text()
    names = re.search(r"enum class Gravity[^{]*\{([^}]*)\}", header)
    assert names
    assert [name.strip().replace("_", "-") for name in names.group(1).split(",") if name.strip()] == list(llk.GRAVITIES)


def test_every_file_says_what_it_is_about() -> None:
    for file in PACKAGE.rglob("*.py"):
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), file
    for file in [*(ROOT / "kernel").rglob("*.h"), *(ROOT / "kernel").rglob("*.cpp")]:
        assert file.read_text(encoding="utf-8").startswith("// "), file
