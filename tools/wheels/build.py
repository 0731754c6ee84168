"""The source distribution, and from it a wheel per Python and kind of machine, compiled by zig's clang."""

import shutil
import sys
import tarfile
from pathlib import Path

from wheels.debian import DebianPython, Target
from wheels.programs import run

GLIBC = "2.17"  # manylinux2014: of 2012, so every system in use has it or a newer one
STABLE_SINCE = "cp312"  # the first Python with a stable ABI that nanobind can use


def pip(*words: str, python: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run this environment's pip, on another interpreter if one is named."""
    there = ["--python", str(python)] if python else []
    run([sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *there, *words], env=env)


def make_environment(python: DebianPython, folder: Path) -> Path:
    """Return the interpreter of a fresh virtual environment, without even pip."""
    shutil.rmtree(folder, ignore_errors=True)
    run([str(python.program), "-I", "-m", "venv", "--without-pip", str(folder)])
    return folder / "bin" / "python"


def build_sdist(root: Path, folder: Path) -> Path:
    """Return the source distribution, and with it what the wheels are built from."""
    code = "import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])"
    run([sys.executable, "-c", code, str(folder.absolute())], cwd=root)
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


def unpack(sdist: Path, folder: Path) -> Path:
    """Return the folder of the unpacked sources."""
    with tarfile.open(sdist) as files:
        files.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def build_wheel(sources: Path, python: DebianPython, target: Target, work: Path) -> Path:
    """Return a wheel for a kind of machine, built by an interpreter of this one, before it is audited."""
    environment = make_environment(python, work / f"build-{python.version}")
    pip("install", "--group", f"{sources}/pyproject.toml:build", python=environment)
    name = f"{python.version}-{target.machine}"
    stable = [f"--config-settings=wheel.py-api={STABLE_SINCE}"] if python.version != "3.11" else []
    definitions = ["LLK_STRICT=ON", "CMAKE_DISABLE_PRECOMPILE_HEADERS=ON"]
    folder = work / "raw" / name
    shutil.rmtree(folder, ignore_errors=True)
    pip(
        "wheel",
        "--no-build-isolation",
        "--no-deps",
        f"--wheel-dir={folder}",
        f"--config-settings=build-dir={work / 'cmake' / name}",
        *stable,
        *(f"--config-settings=cmake.define.{definition}" for definition in definitions),
        str(sources),
        python=environment,
        env={
            "CXX": str(write_compiler(work, target)),
            "CXXFLAGS": f"-g0 -isystem {python.headers}",
            "_PYTHON_HOST_PLATFORM": f"linux-{target.machine}",
            "SETUPTOOLS_EXT_SUFFIX": f".cpython-{python.version.replace('.', '')}-{target.triplet}.so",
            "PATH": f"{environment.parent}:/usr/bin:/bin",
        },
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def write_compiler(work: Path, target: Target) -> Path:
    """Return a program that compiles for a kind of machine: CMake takes no compiler with options."""
    program = work / f"c++-{target.machine}"
    options = f"-target {target.triplet}.{GLIBC}"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang c++ {options} "$@"\n')
    program.chmod(0o755)
    return program.absolute()
