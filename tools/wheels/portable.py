"""Check that the kernel needs no certain compiler or system, with zig's clang, warnings being errors.

Its tests are built and run here. Its sources, the Python bindings included, are also compiled for Windows and macOS;
nothing is linked or run there. zig's headers for Windows are those of MinGW, which has some that Microsoft's compiler
lacks, so a test compares what the kernel includes with the standard (tests/test_packaging.py).
"""

import shutil
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

from wheels.programs import capture, run

ROOT = Path(__file__).parents[2]
SYSTEMS = ["x86_64-windows-gnu", "aarch64-windows-gnu", "x86_64-macos", "aarch64-macos"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wno-sign-conversion", "-Wshadow", "-Werror"]
COMPILER = [sys.executable, "-m", "ziglang", "c++", "-std=c++20", *WARNINGS, f"-I{ROOT / 'kernel'}"]

# What Python's headers must know of a system: they read it from a file that belongs to the Python of this one.
PYCONFIG = """
#define SIZEOF_SHORT __SIZEOF_SHORT__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#define SIZEOF_DOUBLE __SIZEOF_DOUBLE__
#ifdef _WIN32
#define MS_WIN32
#define MS_WINDOWS
#define NT_THREADS
#define HAVE_DECLSPEC_DLL
#else
#define HAVE_PTHREAD_H 1
#endif
"""


def copy_python_headers(folder: Path) -> Path:
    """Return a folder with Python's headers, which take the sizes of types from the compiler."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sysconfig.get_path("include"), folder)
    (folder / "pyconfig.h").write_text(PYCONFIG)
    return folder


def compile_for(system: str, sources: Iterable[Path], folder: Path) -> None:
    """Compile sources for a system, into a folder."""
    nanobind = capture([sys.executable, "-m", "nanobind", "--include_dir"])
    python = [f"-isystem{nanobind}", f"-isystem{copy_python_headers(folder / 'python')}"]
    for file in sources:
        run([*COMPILER, *python, "-target", system, "-c", str(file), "-o", str(folder / "kernel.o")])


def main() -> None:
    """Build and run the tests, then compile for other systems."""
    folder = ROOT / "build" / "portable"
    folder.mkdir(parents=True, exist_ok=True)
    sources = [file for file in sorted((ROOT / "kernel").rglob("*.cpp")) if file.parent.name != "wasm"]
    kernel = [file for file in sources if file.parent.name != "python"]
    program = folder / "kernel_tests"
    run([*COMPILER, "-O2", "-fsanitize=undefined", "-fno-sanitize-recover=all", *map(str, kernel), "-o", str(program)])
    print("clang:", capture([str(program)]).splitlines()[-1])
    for system in SYSTEMS:
        compile_for(system, sources, folder)
        print(f"clang for {system}: compiles")


if __name__ == "__main__":
    main()
