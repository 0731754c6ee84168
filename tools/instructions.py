"""Count the instructions of the kernel under valgrind, unaffected by other load: python tools/instructions.py."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
KERNEL = HERE.parent / "kernel"
FILLS = (100, 75, 50, 25)
TIMES = 4


def main() -> int:
    """Build the program and print the instructions of one unit of each kind of work."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if not compiler or not shutil.which("valgrind"):
        print(
            "counting instructions needs a C++ compiler and valgrind; on Debian: apt install g++ valgrind",
            file=sys.stderr,
        )
        return 2
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "instructions"
        sources = [str(HERE / "instructions.cpp"), str(KERNEL / "moves" / "moves.cpp")]
        flags = ["-std=c++20", "-O2", "-DNDEBUG", f"-I{KERNEL}"]
        subprocess.run([compiler, *flags, *sources, "-o", str(program)], check=True)
        print("instructions on 16 × 30 at 100 / 75 / 50 / 25% of the tiles")
        for work in ("link", "path", "moves", "stuck"):
            counts = [per_unit(program, work, fill) for fill in FILLS]
            print(f"  {work:<6}", " / ".join(f"{count:,.0f}" for count in counts))
    return 0


def per_unit(program: Path, work: str, fill: int) -> float:
    """Return the instructions of one unit of work: what the second half of a run twice as long adds."""
    once, units = run(program, work, fill, TIMES)
    twice, more_units = run(program, work, fill, 2 * TIMES)
    return (twice - once) / (more_units - units)


def run(program: Path, work: str, fill: int, times: int) -> tuple[int, int]:
    """Return the instructions and the units of one run."""
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        str(program),
        work,
        "16",
        "30",
        str(fill),
        str(times),
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found, done.stderr
    return int(found.group(1)), int(done.stdout.split()[0])


if __name__ == "__main__":
    sys.exit(main())
