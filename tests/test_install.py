"""A light install: the wheel with nothing but its dependencies, and what is imported by whom."""

import os
import subprocess
import sys
import venv
import zipfile
from itertools import chain
from pathlib import Path

import pytest

from support import page_examples
from support.page_examples import console_commands
from support.paths import EXAMPLES, ROOT

EXTRAS = (
    "PIL",
    "numpy",
    "openskill",
    "platformdirs",
    "prometheus_client",
    "psycopg",
    "psycopg_pool",
    "segno",
    "starlette",
    "textual",
    "uvicorn",
    "uvloop",
    "webauthn",
    "websockets",
)
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
PAGES = [ROOT / page for page in ("README.md", "README.zh-CN.md", "docs/tutorials/developer.md")]

DEMANDS = {  # what asks for an extra, and the command that helps
    "play": "llk: llk play needs uvicorn, which is not installed; run: pip install 'lianliankan[web]'",
    "serve": "llk: llk serve needs uvicorn, which is not installed; run: pip install 'lianliankan[server]'",
    "tui": "llk: llk tui needs textual, which is not installed; run: pip install 'lianliankan[terminal]'",
    "join ABCDEF": "llk: llk join needs textual, which is not installed; run: pip install 'lianliankan[terminal]'",
    "faces add signs docs/pictures/faces-signs.png --data {data}": "llk: decoding pictures needs PIL, "
    "which is not installed; run: pip install 'lianliankan[pictures]'",
    "games": "llk: finding your data folder needs platformdirs, which is not installed; "
    "run: pip install 'lianliankan[game]'",
    "bench --boards 1": "llk: llk bench needs numpy, which is not installed; run: pip install numpy",
}
ARRAYS = """
import lianliankan as llk
board = llk.Board.parse("AA")
for ask in (board.to_array, board.moves_array, lambda: board.linkable_pairs([])):
    try:
        ask()
    except llk.MissingExtra as problem:
        assert str(problem).endswith("needs numpy, which is not installed; run: pip install numpy"), problem
    else:
        raise AssertionError(ask)
"""


class Environment:
    """An empty virtual environment, without even pip."""

    def __init__(self, folder: Path) -> None:
        self._bin = folder / ("Scripts" if sys.platform == "win32" else "bin")
        venv.create(folder, with_pip=False)

    def install(self, wheel: Path) -> None:
        """Install a wheel with what it depends on; skip the test if no packages can be had."""
        command = [*PIP, "--python", str(self._bin / "python"), "install", str(wheel)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode and "No matching distribution found" in done.stderr:
            pytest.skip(f"pip cannot download click and msgspec: {done.stderr.strip().splitlines()[-1]}")
        assert done.returncode == 0, done.stderr

    def run(self, program: str, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment, in the project's folder."""
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        command = [str(self._bin / program), *words]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False,
                              env={**environ, "PYTHONUTF8": "1", "COLUMNS": "80"})  # fmt: skip

    def check(self, *words: str) -> str:
        """Run its Python, which must succeed, and return what it prints."""
        done = self.run("python", "-I", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def build_wheel(folder: Path) -> Path:
    """Build the wheel from what `make` has compiled already."""
    options = ["--no-build-isolation", "--no-deps"]
    subprocess.run([*PIP, "wheel", *options, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.mark.full
def test_the_bare_wheel(tmp_path: Path) -> None:
    """One test, because building and installing takes longest."""
    wheel = build_wheel(tmp_path)
    with zipfile.ZipFile(wheel) as files:
        assert {name.split("/")[0] for name in files.namelist()} == {"lianliankan", "lianliankan-0.1.0.dist-info"}
    bare = Environment(tmp_path / "venv")
    bare.install(wheel)
    listed = bare.check("-c", "from importlib.metadata import distributions as d; print(*sorted(x.name for x in d()))")
    assert listed.split() == ["click", "lianliankan", "msgspec"]
    bare.check(page_examples.__file__, *map(str, PAGES))
    for command, printed in chain.from_iterable(map(console_commands, PAGES)):
        lines = bare.run("llk", *command.split()).stdout.splitlines()
        assert "\n".join(line.rstrip() for line in lines) == printed, command
    assert bare.run("llk", "--help").stdout.startswith("Usage: llk")
    assert bare.run("llk", "solve", str(EXAMPLES / "falling.txt")).stdout.startswith("it can be won in 9 moves")
    for command, message in DEMANDS.items():
        done = bare.run("llk", *command.format(data=tmp_path).split())
        assert (done.returncode, done.stdout, done.stderr) == (2, "", message + "\n")
    assert "excluded: the finder 'allpairs' needs numpy" in bare.run("llk", "race", str(EXAMPLES / "in.dat")).stdout
    bare.check("-c", ARRAYS)


@pytest.mark.parametrize(
    "code",
    [
        "import lianliankan",
        "import lianliankan as llk; board = llk.deal(4, 6, seed=1); llk.rate(board); board._repr_svg_()",
        "import lianliankan as llk; game = llk.plan('classic', seed=7).game(); llk.from_share(llk.to_share(game))",
        "import lianliankan as llk; llk.find('bfs', llk.Board.parse('A.A'), (0, 0), (0, 2))",
        f"from lianliankan.cli import llk; llk(['solve', {str(EXAMPLES / 'falling.txt')!r}], standalone_mode=False)",
        "import lianliankan.store",
    ],
)
def test_the_core_imports_no_extra(code: str) -> None:
    """With every extra installed, as it is here."""
    code += f"; import sys; print([name for name in {EXTRAS} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("module", "others"),
    [
        ("lianliankan.web.server", ("PIL", "numpy", "textual")),
        ("lianliankan.terminal.app", ("PIL", "numpy", "starlette", "uvicorn", "websockets")),
        ("lianliankan.faces.custom.worker", ("starlette", "textual", "uvicorn", "websockets")),
    ],
)
def test_an_extra_needs_no_other_extra(module: str, others: tuple[str, ...]) -> None:
    code = f"import sys; sys.modules.update(dict.fromkeys({others})); import {module}"  # None: it cannot be imported
    subprocess.run([sys.executable, "-c", code], check=True)
