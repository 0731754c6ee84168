"""The script that sets up what make needs: what it finds missing, what it installs, and what it says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

SETUP = ROOT / "tools" / "setup.sh"
SHELL_TOOLS = ("cat", "df", "grep", "head", "mkdir", "mktemp", "mv", "paste", "rm", "sed", "sh", "touch")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="make needs a POSIX shell")

# A real Python that lacks something: the probe runs in it as it is.
PYTHON = """#!/bin/sh
[ "$1" = -c ] || exec {python} "$@"
exec {python} -c 'import sys, sysconfig
{lack}
exec(sys.argv[2])' "$@"
"""
LACKS = {
    "venv": 'sys.modules["ensurepip"] = None',
    "headers": 'sysconfig.get_path = lambda name: "/nowhere"',
    "python": "sys.version_info = (3, 9, 2)",
    "nothing": "",
}
COMPILER = '#!/bin/sh\ncat >/dev/null\nfor word in "$@"; do [ "$word" != -std=c++20 ] || exit {status}; done\n'


class Machine:
    """A folder to set up, and a PATH with nothing on it but what a test puts there."""

    def __init__(self, folder: Path, *, user: int = 1000) -> None:
        self.folder = folder / "project"
        self.path = folder / "bin"
        self.folder.mkdir()
        self.path.mkdir()
        for name in SHELL_TOOLS:
            self.add(name, f'#!/bin/sh\nexec {shutil.which(name)} "$@"\n')  # no link: tests overwrite some of them
        self.add("id", f"#!/bin/sh\necho {user}\n")

    def add(self, name: str, script: str) -> None:
        """Put a program on the PATH."""
        (self.path / name).write_text(script, encoding="utf-8")
        (self.path / name).chmod(0o755)

    def add_python(self, *lacks: str, name: str = "python3") -> None:
        """Put a Python on the PATH that lacks something."""
        self.add(name, PYTHON.format(python=sys.executable, lack="\n".join(LACKS[lack] for lack in lacks)))

    def add_compiler(self, *, modern: bool = True) -> None:
        """Put a compiler on the PATH, which can do C++20 or cannot."""
        self.add("c++", COMPILER.format(status=0 if modern else 1))

    def add_test_tools(self) -> None:
        """Put everything on the PATH that tests need beyond building."""
        for name in ("chromium", "npm", "postgres", "nginx"):
            self.add(name, "")

    def run(self, *words: str, **environ: str) -> tuple[int, str]:
        """Run the script; return its exit code and what it says."""
        done = subprocess.run(
            [shutil.which("sh") or "sh", str(SETUP), *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env={"PATH": str(self.path), "SERVERS": "", **environ},
        )
        return done.returncode, done.stderr


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


ALL = "Python 3.11 or newer, Python's venv module, Python's headers and a C++20 compiler"


@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("apt-get", "sudo apt install python3 python3-venv python3-dev g++"),
        ("dnf", "sudo dnf install python3 python3-devel gcc-c++ libasan libubsan"),
        ("pacman", "sudo pacman -S --needed python gcc"),
        ("brew", "brew install python llvm"),
    ],
)
def test_one_line_names_all_that_is_missing_and_one_command(machine: Machine, manager: str, command: str) -> None:
    machine.add(manager, "#!/bin/sh\nexit 1\n")
    assert machine.run("venv") == (1, f"lianliankan needs {ALL}; run: {command}\n")
    assert not list(machine.folder.iterdir())


@pytest.mark.parametrize(
    ("lacks", "message"),
    [
        (["venv"], "Python's venv module; run: sudo apt install python3-venv"),
        (["headers"], "Python's headers; run: sudo apt install python3-dev"),
        (
            ["venv", "headers"],
            "Python's venv module and Python's headers; run: sudo apt install python3-venv python3-dev",
        ),
    ],
)
def test_a_python_without_its_parts(machine: Machine, lacks: list[str], message: str) -> None:
    machine.add("apt-get", "")
    machine.add_compiler()
    machine.add_python(*lacks)
    assert machine.run("venv") == (1, f"lianliankan needs {message}\n")


def test_a_compiler_that_is_too_old(machine: Machine) -> None:
    """The same package again would not help, so none is named."""
    machine.add("apt-get", "")
    machine.add_python("nothing")
    machine.add_compiler(modern=False)
    assert machine.run("venv") == (
        1,
        "lianliankan needs a C++20 compiler (c++ cannot compile C++20; name another: make CXX=…)\n",
    )
    machine.add("g++-12", COMPILER.format(status=0))
    machine.add_test_tools()
    assert machine.run("tests", CXX="g++-12") == (0, "")


@pytest.mark.skipif(not shutil.which("c++"), reason="there is no compiler")
def test_the_compiler_that_builds_the_kernel_is_new_enough(machine: Machine) -> None:
    machine.add_python("nothing")
    machine.add_test_tools()
    assert machine.run("tests", PATH=f"{machine.path}:{os.environ['PATH']}") == (0, "")


def test_a_python_that_is_too_old(machine: Machine) -> None:
    machine.add("apt-get", "")
    machine.add("apt-cache", '#!/bin/sh\n[ "$2" != python3.12 ] || echo "python3.12 | 3.12.3"\n')
    machine.add_compiler()
    machine.add_python("python")
    code, message = machine.run("venv")
    assert code == 1
    assert message.startswith("lianliankan needs Python 3.11 or newer (python3 is Python 3.")
    assert message.endswith("run: sudo apt install python3.12 python3.12-venv python3.12-dev\n")
    machine.add_python("headers", name="python3.12")
    assert machine.run("venv") == (1, "lianliankan needs Python's headers; run: sudo apt install python3.12-dev\n")


# It finds its package, which is a compiler, after an update.
APT_GET = """#!/bin/sh
echo "$*" >>../log
[ "$1" != update ] || exec touch ../lists
[ -e ../lists ] && mv ../c++ ../bin
"""


def test_root_installs_what_is_missing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0)
    machine.add_python("nothing")
    machine.add("apt-get", APT_GET)
    (tmp_path / "c++").write_text(COMPILER.format(status=0), encoding="utf-8")
    (tmp_path / "c++").chmod(0o755)
    machine.add_test_tools()
    assert machine.run("tests") == (0, "Installing g++ …\n")
    install = "install -y -qq g++"
    assert (tmp_path / "log").read_text().splitlines() == [install, "update -qq", install]


def test_a_python_that_is_named_is_the_only_one(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0)
    machine.add("apt-get", "#!/bin/sh\nexit 100\n")
    machine.add_compiler()
    machine.add_python("nothing")
    assert machine.run("venv", PYTHON="python3.99") == (
        1,
        "lianliankan needs Python 3.11 or newer (there is no python3.99; name another: make PYTHON=…)\n",
    )


def test_root_is_told_what_could_not_be_installed(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0)
    machine.add("apt-get", "#!/bin/sh\necho Reading\necho E: Unable to locate package >&2\nexit 100\n")
    machine.add_compiler()
    machine.add_python("headers")
    assert machine.run("venv") == (
        1,
        "Installing python3-dev …\nE: Unable to locate package\n"
        "lianliankan needs Python's headers; run: apt install python3-dev\n",
    )


def test_what_the_tests_may_do_without(machine: Machine) -> None:
    machine.add("apt-get", "")
    machine.add("apt-cache", "#!/bin/sh\necho chromium\n")
    machine.add_compiler()
    machine.add_python("nothing")
    needs = "chromium, npm, PostgreSQL and nginx"
    command = "apt install chromium nodejs npm postgresql nginx"
    assert machine.run("tests") == (0, f"*** tests that need {needs} are skipped; run: sudo {command} ***\n")
    machine.add_python("headers")
    assert machine.run("tests") == (
        1,
        f"lianliankan needs Python's headers, and for its tests {needs}; "
        "run: sudo apt install python3-dev chromium nodejs npm postgresql nginx\n",
    )


def test_servers_are_found_where_the_path_of_users_does_not_lead(machine: Machine, tmp_path: Path) -> None:
    machine.add_compiler()
    machine.add_python("nothing")
    machine.add_test_tools()
    places = tmp_path / "sbin", tmp_path / "postgresql" / "15" / "bin"
    for place, name in zip(places, ("nginx", "postgres"), strict=True):
        place.mkdir(parents=True)
        (machine.path / name).rename(place / name)
    assert machine.run("tests")[1] == "*** tests that need PostgreSQL and nginx are skipped ***\n"
    assert machine.run("tests", SERVERS=f"{tmp_path}/sbin {tmp_path}/postgresql/*/bin") == (0, "")


def test_a_browser_that_apt_does_not_have_is_not_in_its_command(machine: Machine) -> None:
    """On Ubuntu, chromium is a snap."""
    machine.add("apt-get", "")
    machine.add("apt-cache", "")
    machine.add_compiler()
    machine.add_python("nothing")
    machine.add_test_tools()
    (machine.path / "chromium").unlink()
    (machine.path / "npm").unlink()
    skipped = "*** tests that need chromium and npm are skipped; run: sudo apt install nodejs npm ***\n"
    assert machine.run("tests") == (0, skipped)


def test_root_gets_a_browser_without_windows_where_there_is_one(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0)
    machine.add("apt-get", "")
    machine.add("apt-cache", "#!/bin/sh\necho $2\n")
    machine.add_compiler()
    machine.add_python("nothing")
    machine.add_test_tools()
    assert machine.run("tests") == (0, "Installing chromium-headless-shell …\n")
    machine.add("chromium-headless-shell", "")
    (machine.path / "chromium").unlink()
    assert machine.run("tests") == (0, "")


def test_a_full_disk_is_found_before_anything_is_built(machine: Machine) -> None:
    machine.add_compiler()
    machine.add_python("nothing")
    machine.add("df", "#!/bin/sh\necho Filesystem 1024-blocks Used Available\necho tmpfs 102400 20480 81920 20% /\n")
    needs = f"lianliankan needs {{}} MB for .venv and build; there are 80 MB free in {machine.folder}\n"
    assert machine.run("venv") == (1, needs.format(500))
    machine.add_test_tools()
    assert machine.run("tests") == (1, needs.format(1600))
    assert not list(machine.folder.iterdir())


def test_nothing_is_looked_for_where_all_is_set_up(machine: Machine) -> None:
    """Not even a Python or a compiler, so that it costs no time."""
    (machine.folder / ".venv").mkdir()
    (machine.folder / ".venv" / ".build-tools").touch()
    machine.add_test_tools()
    (machine.path / "chromium").rename(machine.path / "google-chrome")
    assert machine.run("tests") == (0, "")


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        ("", "pip cannot reach its package index; check the network"),
        ("import sys; sys.exit('OSError: [Errno 28] No space left on device')", "the disk is full; make room in "),
        ("import sys; sys.exit('what else goes wrong')", "what else goes wrong\n"),
    ],
)
def test_what_pip_cannot_do_is_one_line(machine: Machine, problem: str, message: str) -> None:
    """The first one is pip itself, on an index that nobody serves."""
    (machine.folder / ".venv" / "bin").mkdir(parents=True)
    python = machine.folder / ".venv" / "bin" / "python"
    python.write_text(
        f'#!/bin/sh\nexec {sys.executable} {f"-c {problem!r}" if problem else ""} "$@"\n', encoding="utf-8"
    )
    python.chmod(0o755)
    code, said = machine.run("pip", "no-such-package", PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="1",
                             PIP_CONFIG_FILE=os.devnull)  # fmt: skip
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith(message)


def test_packages_of_npm_are_complete_or_not_there(machine: Machine) -> None:
    words = ("npm", "build/axe-core", "accessibility is not tested", "axe-core@4")
    assert machine.run(*words) == (0, "*** accessibility is not tested: there is no npm ***\n")
    machine.add("npm", "#!/bin/sh\necho npm error code ENOTFOUND >&2\nexit 1\n")
    failed = "*** accessibility is not tested: npm says: npm error code ENOTFOUND ***\n"
    assert machine.run(*words) == (0, failed)
    assert not (machine.folder / "build" / "axe-core").exists()
    machine.add("npm", '#!/bin/sh\nfor word in "$@"; do [ ! -d "$word" ] || touch "$word/done"; done\n')
    assert machine.run(*words) == (0, "")
    assert (machine.folder / "build" / "axe-core" / "done").exists()
    machine.add("npm", "#!/bin/sh\nexit 1\n")
    assert machine.run(*words) == (0, "")
