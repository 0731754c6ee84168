"""Compile the kernel to WebAssembly: python tools/build_wasm.py OUT.wasm.

The compiler is zig, from PyPI's `ziglang`. Its C++ library for WebAssembly comes without exceptions, by which the
kernel ends work that takes too long. The library's sources are there, so the files that throwing and catching need are
compiled along with the kernel.
"""

import gzip
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ziglang

ROOT = Path(__file__).parent.parent
KERNEL = ROOT / "kernel"
OBJECTS = ROOT / "build" / "wasm"
ZIG = Path(ziglang.__file__).parent
LIBRARY = ZIG / "lib"

SOURCES = [
    *(KERNEL / name for name in ("solve/moving/moving_search.cpp", "solve/still/still_search.cpp", "board.cpp")),
    *(KERNEL / name for name in ("moves/moves.cpp", "moves/position.cpp")),
    *sorted(KERNEL.glob("wasm/*.cpp")),
]
EXCEPTIONS = [LIBRARY / "libcxxabi/src" / name for name in ("cxa_exception.cpp", "cxa_personality.cpp")]
UNWINDING = LIBRARY / "libunwind/src/Unwind-wasm.c"

TARGET = ["-target", "wasm32-wasi", "-fwasm-exceptions", "-mexception-handling", "-mllvm", "-wasm-enable-eh"]
OPTIONS = [*TARGET, "-Os", "-DNDEBUG", "-ffunction-sections", "-fno-sanitize=all"]
LIBRARY_OPTIONS = ["-w", "-D_LIBCPP_BUILDING_LIBRARY", "-D_LIBCXXABI_BUILDING_LIBRARY", "-D_LIBCXXABI_HAS_NO_THREADS"]
LIBRARY_OPTIONS += ["-D_LIBUNWIND_HIDE_SYMBOLS", "-D_LIBUNWIND_HAS_NO_THREADS"]
LIBRARY_FOLDERS = ["libcxxabi/src", "libcxxabi/include", "libcxx/src", "libunwind/include"]
# Addresses stay positive, so that a negative result is always an error.
LINKING = ["-mexec-model=reactor", "-s", "-Wl,--max-memory=2147483648", "-Wl,-z,stack-size=1048576"]


def main(out: str) -> int:
    """Write the module and say how large it is."""
    OBJECTS.mkdir(parents=True, exist_ok=True)
    kernel = OBJECTS / "kernel.cpp"  # all in one, which is less than half the work of one by one
    kernel.write_text("".join(f'#include "{source.relative_to(KERNEL).as_posix()}"\n' for source in SOURCES))
    jobs = [["-std=c++20", f"-I{KERNEL}", str(kernel)]]
    library = [*LIBRARY_OPTIONS, *(f"-I{LIBRARY / folder}" for folder in LIBRARY_FOLDERS)]
    jobs += [[*library, "-std=c++23", str(source)] for source in EXCEPTIONS]
    jobs.append([*library, str(UNWINDING)])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_file, jobs))
    run_zig("c++", *TARGET, *LINKING, *objects, "-o", out)
    size = Path(out).stat().st_size
    packed = len(gzip.compress(Path(out).read_bytes(), 9, mtime=0))
    print(f"{out}: {size:,} bytes, {packed:,} gzipped")
    return 0


def compile_file(options: list[str]) -> str:
    """Compile a file and return the name of its object."""
    source = Path(options[-1])
    made = OBJECTS / f"{source.parent.name}-{source.stem}.o"
    run_zig("cc" if source.suffix == ".c" else "c++", *OPTIONS, *options, "-c", "-o", str(made))
    return str(made)


def run_zig(*arguments: str) -> None:
    """Run zig; its own messages say what is wrong."""
    subprocess.run([ZIG / "zig", *arguments], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/build_wasm.py OUT.wasm")
    try:
        sys.exit(main(sys.argv[1]))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
