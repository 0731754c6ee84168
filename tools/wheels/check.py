"""Whether a wheel works: audited, then installed where there is no compiler, and tried with the README's examples."""

import os
import shutil
import subprocess
from pathlib import Path

from support import page_examples
from support.page_examples import console_commands
from wheels.build import make_environment, pip
from wheels.debian import DebianPython, Target
from wheels.programs import run

POLICY = "manylinux_2_17"


def audit(wheel: Path, target: Target, out: Path) -> Path:
    """Check which symbols of the system and of Python a wheel needs, and return it under its final name."""
    if "abi3" in wheel.name:
        run(["abi3audit", "--strict", str(wheel)])
    before = set(out.glob("*.whl"))
    run(["auditwheel", "repair", "--plat=auto", f"--wheel-dir={out}", str(wheel)])
    (audited,) = set(out.glob("*.whl")) - before
    if not audited.name.endswith(f"{POLICY}_{target.machine}.whl"):
        raise SystemExit(f"{audited.name}: expected a wheel for {POLICY}")
    return audited


def try_wheel(wheel: Path, python: DebianPython, root: Path, work: Path) -> None:
    """Install a wheel with its dependencies, with no compiler to be found, and run the README's examples."""
    environment = make_environment(python, work / f"try-{python.version}-{python.target.machine}")
    bare = {"PATH": str(environment.parent), "PYTHONUTF8": "1", "COLUMNS": "80"}
    pip("install", "--only-binary=:all:", str(wheel), python=environment, env={"PATH": f"{environment.parent}:/bin"})
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def answer(*command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command, cwd=root, env=kept | bare, capture_output=True, text=True, encoding="utf-8", check=False
        )

    readmes = [root / "README.md", root / "README.zh-CN.md"]
    done = answer(str(environment), "-I", page_examples.__file__, *map(str, readmes))
    if done.returncode:
        raise SystemExit(f"{wheel.name}: the examples of the README fail\n{done.stdout}{done.stderr}")
    for command, printed in console_commands(readmes[0]):
        done = answer(str(environment.with_name("llk")), *command.split())
        lines = [line.rstrip() for line in done.stdout.splitlines()]
        if "\n".join(lines) != printed:
            raise SystemExit(f"{wheel.name}: llk {command} prints something else:\n{done.stdout}{done.stderr}")
    shutil.rmtree(environment.parent.parent)
