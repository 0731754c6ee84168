"""Put small mistakes into correct functions, one at a time, and see whether `llk check` finds them; `make mutants`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from lianliankan.lab.check import CheckReport, Effort, check
from lianliankan.text import table
from support.mutants import MUTANTS, Mutant

HEAD = ("mistake", "in", "found as", "on a board of", "after questions")


def main() -> None:
    """Print a table of all mistakes; the exit code is 1 if one is not found."""
    wanted = [mutant for mutant in MUTANTS if all(word in mutant.name for word in sys.argv[1:])]
    lines = []
    for number, mutant in enumerate(wanted, 1):
        print(f"\r{number} of {len(wanted)}", end="", file=sys.stderr, flush=True)
        lines.append(describe(mutant, try_out(mutant)))
    print(file=sys.stderr)
    print(table(HEAD, lines, markdown=False, left=(0, 1, 2, 3)))
    found = sum(line[2] != "-" for line in lines)
    print(f"\n{found} of {len(lines)} mistakes found")
    sys.exit(found < len(lines))


def try_out(mutant: Mutant) -> CheckReport:
    with TemporaryDirectory() as folder:
        return check(mutant.write(Path(folder)), mutant.contract, Effort())


def describe(mutant: Mutant, report: CheckReport) -> list[str]:
    base = mutant.base.removeprefix("right_")
    if not report.faults:
        return [mutant.name, base, "-", "-", f"{report.questions:,}"]
    fault = report.faults[0]
    return [mutant.name, base, fault.kind, f"{fault.question.size.cells} cells", f"{report.questions:,}"]


if __name__ == "__main__":
    main()
