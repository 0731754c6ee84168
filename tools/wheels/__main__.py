"""Build the source distribution and the wheels for Linux into dist/, audit them and try them.

A wheel for Python 3.11, and one in the stable ABI for every Python from 3.12 on, each for x86-64 and arm64. Those of
the other processor run under QEMU.
"""

import shutil
import time
from pathlib import Path

from wheels.build import build_sdist, build_wheel, unpack
from wheels.check import audit, try_wheel
from wheels.debian import PYTHONS, Target, find_here, make_runnable, native_runner, qemu_runner, unpack_python

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
TARGETS = [Target("x86_64", "amd64"), Target("aarch64", "arm64")]


def main() -> None:
    """Build, audit and try everything, saying what takes long."""
    started = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - started:4.0f} s  {what}", flush=True)

    here = find_here(TARGETS)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    WORK.mkdir(parents=True, exist_ok=True)
    sdist = build_sdist(ROOT, DIST)
    say(sdist.name)
    shutil.rmtree(WORK / "sources", ignore_errors=True)
    sources = unpack(sdist, WORK / "sources")
    for version in PYTHONS:
        builder = unpack_python(WORK, version, here, TARGETS)
        make_runnable(builder, native_runner(builder))
        for target in TARGETS:
            wheel = audit(build_wheel(sources, builder, target, WORK), target, DIST)
            say(wheel.name)
            python = builder
            if target != here:
                python = unpack_python(WORK, version, target, [])
                make_runnable(python, qemu_runner(WORK, python, here))
            try_wheel(wheel, python, ROOT, WORK)
            say(f"  works with Python {version}{'' if target == here else ' under QEMU'}, without a compiler")


if __name__ == "__main__":
    main()
