"""Check that the kernel needs no certain compiler or system, with zig's clang, warnings being errors.

Its tests are built and run here; its sources are also compiled for Windows and macOS, which cannot be run here.
"""

import sys
from pathlib import Path

from wheels.programs import capture, run

ROOT = Path(__file__).parents[2]
SYSTEMS = ["x86_64-windows-gnu", "aarch64-windows-gnu", "x86_64-macos", "aarch64-macos"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wno-sign-conversion", "-Wshadow", "-Werror"]


def main() -> None:
    """Build and run the tests, then compile for other systems."""
    folder = ROOT / "build" / "portable"
    folder.mkdir(parents=True, exist_ok=True)
    compiler = [sys.executable, "-m", "ziglang", "c++", "-std=c++20", *WARNINGS, f"-I{ROOT / 'kernel'}"]
    kernel = [file for file in sorted((ROOT / "kernel").rglob("*.cpp")) if file.parent.name not in ("python", "wasm")]
    program = folder / "kernel_tests"
    run([*compiler, "-O2", "-fsanitize=undefined", "-fno-sanitize-recover=all", *map(str, kernel), "-o", str(program)])
    print("clang:", capture([str(program)]).splitlines()[-1])
    for system in SYSTEMS:
        for file in kernel:
            run([*compiler, "-target", system, "-c", str(file), "-o", str(folder / "kernel.o")])
        print(f"clang for {system}: compiles")


if __name__ == "__main__":
    main()
