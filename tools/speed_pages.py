"""Measure for docs/speed.md and docs/solver-speed.md and write one of them to standard output: `make measure`."""

import os
import sys

from lianliankan.bench import solver, speed

BOARDS, ROUNDS, SECONDS = 200, 40, 10.0

SPEED = f"""\
# How fast it is

Written by `make measure`: everything side by side in one run, as `llk bench` measures it, on {BOARDS} distinct boards \
per size and fill, on one of {os.cpu_count()} cores of a shared machine. Times are nanoseconds, the best of {ROUNDS} \
rounds (of three for textbook searches and steps of a game); the four numbers are for boards with \
{", ".join(f"{fill}%" for fill in speed.FILLS)} of the tiles left. The ratio says how many times as long it takes as \
the nearest line above it that has no ratio. *Kernel* is the C++ code itself as installed (portable x86-64, no \
`-march=native`); *Python* is the same work called from Python, including calls and objects.
"""

SOLVER = f"""\
# How fast the solver is

Written by `make measure`, as `llk bench solve --verify` measures it, on one core of a machine with {os.cpu_count()}. \
Deals are those of `llk.scatter` with seeds 1 to n: uniform, winnable or not. Paths may use the ring unless a rule \
says otherwise. Times are milliseconds of `llk.solve`, limited to {SECONDS:g} seconds each, one after another; \
the best of three if it is under 50 milliseconds. *Winnable* is the share that is known to be winnable; undecided \
deals may be, too. *2 threads* solved the same deals in turn with one. *Searched move by move* is the search \
for boards with gravity, for comparison. Every win was replayed; every loss \
without gravity, except in that line, was checked by `llk.verify`, which shares no code with the search.
"""


def main() -> None:
    match sys.argv[1:]:
        case ["speed"]:
            found = speed.measure(boards=BOARDS, rounds=ROUNDS, sizes=speed.SIZES)
            print(SPEED, speed.speed_tables(found, speed.signature(), markdown=True), sep="\n")
        case ["solver"]:
            solved = solver.measure_solving(share=1, seconds=SECONDS, verified=True)
            tables = solved, solver.measure_games(share=1), solver.compare_deals(share=1)
            print(SOLVER, solver.solver_tables(*tables, markdown=True), sep="\n")
        case _:
            sys.exit("expected: speed_pages.py speed, or speed_pages.py solver")


if __name__ == "__main__":
    main()
