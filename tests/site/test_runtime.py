"""Python for browsers, got and made once: what it leaves alone, and what it says where it cannot be had."""

import json
import sys
from pathlib import Path

import pytest

from lianliankan.errors import Error
from lianliankan.site import pyodide, runtime
from lianliankan.site.pyodide import find_pyodide, get_pyodide
from lianliankan.site.runtime import has_runtime, is_prepared, prepare_runtime
from support.cli_process import run

UNREACHABLE = "npm error code EAI_AGAIN\\nnpm error request to the registry failed"


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs; npm makes an empty package, and node and pip do nothing."""
    folder = tmp_path / "bin"
    folder.mkdir()
    write_program(folder / "node", "")
    write_program(folder / "npm", '[ "$1" = install ] && echo installed >>"$0.log" || exit 1')
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(pyodide, "_pip_command", lambda _: [sys.executable, "-c", ""])
    return folder


def write_program(file: Path, script: str) -> None:
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)


def test_pyodide_is_got_once(programs: Path, tmp_path: Path) -> None:
    said: list[str] = []
    for _ in range(2):
        assert find_pyodide(tmp_path / "cache" / "pyodide", said.append) == tmp_path / "cache" / "pyodide"
    assert (programs / "npm.log").read_text(encoding="utf-8") == "installed\n"
    assert len(said) == 1
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["pyodide"]


@pytest.mark.parametrize(
    ("npm", "pip", "message"),
    [
        (f"printf '{UNREACHABLE}' >&2; exit 1", "", "npm cannot reach its registry; check the network and try again"),
        ("echo 'npm error code ETARGET'; echo more; exit 1", "", "npm says: npm error code ETARGET"),
        (
            "",
            "import sys; sys.exit('No module named pip')",
            f"this Python has no pip; run: {sys.executable} -m ensurepip",
        ),
        (
            "",
            "raise SystemExit('Max retries exceeded')",
            "pip cannot reach its registry; check the network and try again",
        ),
        ("", "raise SystemExit('WARNING\\nERROR: no such wheel')", "pip says: ERROR: no such wheel"),
    ],
)
def test_what_fails_is_said_in_one_line_and_leaves_nothing(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, npm: str, pip: str, message: str
) -> None:
    write_program(programs / "npm", npm)
    monkeypatch.setattr(pyodide, "_pip_command", lambda _: [sys.executable, "-c", pip])
    with pytest.raises(Error) as problem:
        get_pyodide(tmp_path / "cache" / "pyodide")
    assert str(problem.value) == message
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.parametrize("missing", ["node", "npm"])
def test_without_node_or_npm(programs: Path, tmp_path: Path, missing: str) -> None:
    (programs / missing).unlink()
    with pytest.raises(Error, match=r"there is no npm or no node; install Node\.js"):
        get_pyodide(tmp_path / "pyodide")


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What runtimes are made of; making one writes only the list."""
    made_of = ["first"]

    def build(_: Path, out: Path) -> None:
        (out / "runtime").mkdir()
        (out / "runtime" / "files.json").write_text(json.dumps({"made_of": made_of[-1]}), encoding="utf-8")

    monkeypatch.setattr(runtime, "build_runtime", build)
    monkeypatch.setattr(runtime, "runtime_sources", lambda: made_of[-1])
    monkeypatch.setattr(runtime, "find_pyodide", lambda folder, _: folder)
    return made_of


def test_a_runtime_is_made_once_for_each_version(sources: list[str], tmp_path: Path) -> None:
    folder, said = tmp_path / "cache" / "runtime", list[str]()
    assert not has_runtime(folder)
    for _ in range(2):
        prepare_runtime(folder, said.append)
        assert is_prepared(folder)
    assert len(said) == 1
    sources.append("second")
    assert has_runtime(folder)
    assert not is_prepared(folder)
    prepare_runtime(folder, said.append)
    assert is_prepared(folder)
    assert [path.name for path in folder.parent.iterdir()] == ["runtime"]


def test_folders_with_other_things_are_left_alone(sources: list[str], programs: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()
    for attempt in (lambda folder: prepare_runtime(folder, bool), get_pyodide):
        with pytest.raises(Error, match="something else"):
            attempt(tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]
    (tmp_path / "mine" / "thesis.txt").rename(tmp_path / "mine" / "files.json")  # not a list of ours
    assert not is_prepared(tmp_path / "mine")


@pytest.mark.parametrize("command", [("play", "--python", "--no-browser"), ("serve", "--port", "0", "--runtime")])
def test_commands_say_in_one_line_what_is_missing(tmp_path: Path, command: tuple[str, ...]) -> None:
    words = [*command, str(tmp_path / "runtime")] if command[-1] == "--runtime" else command
    env = {"PATH": "/nowhere", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = run(*words, "--data", str(tmp_path / "games"), env=env)
    assert done.returncode == 2
    expected = "llk: Python for the browser: there is no npm or no node; install Node.js 20 or newer, with npm"
    assert done.stderr.splitlines()[-1] == expected
    assert done.stdout == ""
