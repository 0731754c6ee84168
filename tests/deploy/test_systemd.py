"""The unit of systemd in deploy/: systemd understands it, and its command is one that llk understands."""

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from lianliankan.cli.commands.serve import serve
from lianliankan.web.server import STOP_SECONDS
from support.paths import ROOT

DEPLOY = ROOT / "deploy"
PROGRAM = "/opt/lianliankan/bin/llk"


def unit_lines(name: str) -> list[str]:
    lines = (DEPLOY / "lianliankan.service").read_text().splitlines()
    return [line.removeprefix(f"{name}=") for line in lines if line.startswith(f"{name}=")]


def test_the_command_of_the_unit_has_the_options_of_serve() -> None:
    settings = dict(
        line.split("=", 1) for line in (DEPLOY / "lianliankan.env").read_text().splitlines() if line[:1] not in "#"
    )
    (command,) = unit_lines("ExecStart")
    for name, value in settings.items():
        command = command.replace(f"${{{name}}}", value)
    program, word, *options = shlex.split(command)
    assert (program, word) == (PROGRAM, "serve")
    context = serve.make_context("serve", options)
    assert context.params["workers"] == 2
    assert settings["LLK_STORE"].startswith("postgresql:///")
    (stop_seconds,) = unit_lines("TimeoutStopSec")
    assert int(stop_seconds) > STOP_SECONDS + 10  # the parent needs some time as well


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed; e.g.: apt install systemd")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "lianliankan.service"
    unit.write_text((DEPLOY / unit.name).read_text().replace(PROGRAM, "/bin/true"))
    found = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    problems = [line for line in found.stderr.splitlines() if unit.name in line]
    assert (found.returncode, problems) == (0, [])
