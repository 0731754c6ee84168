"""Measure the web server under load, and write docs/load.md: python tools/load_page.py [FOLDER OF AN EARLIER CHECKOUT].

With an earlier checkout, both are measured in turn, and the comparison is printed. The earlier one must have its
compiled kernel in place, and `llk bench load --json` must work in it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from lianliankan.bench.load import LoadResult, load_table, measure

SECONDS = 15.0
USUAL = {"players": 2000, "rate": 1.0}  # what the server must carry
OTHERS = ({"players": 500, "rate": 1.0}, {"players": 1000, "rate": 1.0})
ROUNDS = 2
PAGE = Path(__file__).parent.parent / "docs" / "load.md"

TEXT = f"""\
# The web server under load

Written by `python tools/load_page.py`, as `llk bench load` measures it. The server is a process of its own. Simulated \
players, each with their own loopback address, start games over HTTP, play them to the end over WebSockets, and start \
new ones; the boards have the three sizes of the campaign and that of the classic game. A move is one command, a pair, \
and a player waits for the answer before the next one. Times are counted from when a move was due; starting a game is \
not included. Where the server was killed, it got SIGKILL halfway and was restarted: every player must find at least \
everything that was answered, and at the end every answered command is looked up in the database. Players who did not \
reconnect were between two games.

Each line is a run of {SECONDS:g} s on {os.cpu_count()} cores that the server shares with the simulated players. The \
same run is repeated, for the times depend on what else the machine is doing. KB/player is the server's memory; most \
of it holds the earlier boards of the game, for undo. Measure on your own machine.
"""


def main() -> None:
    earlier = [Path(folder) for folder in sys.argv[1:]]
    now: list[LoadResult] = []
    before: list[LoadResult] = []
    for kill in (*[False] * ROUNDS, True):
        before += [measure_checkout(folder, kill=kill) for folder in earlier]
        now.append(measure(**USUAL, seconds=SECONDS, kill=kill))  # type: ignore[arg-type]
    if before:
        print(f"before\n{load_table(before, markdown=False)}\n\nnow\n{load_table(now, markdown=False)}")
    now += [measure(**run, seconds=SECONDS) for run in OTHERS]  # type: ignore[arg-type]
    PAGE.write_text(f"{TEXT}\n{load_table(now, markdown=True)}\n", encoding="utf-8")


def measure_checkout(folder: Path, *, kill: bool) -> LoadResult:
    """Measure an earlier checkout; fields of its result that no longer exist are left out."""
    llk = [sys.executable, "-c", "from lianliankan.cli import main; main()"]
    command = [*llk, "bench", "load", "--json", "--players", str(USUAL["players"]), "--rate", str(USUAL["rate"])]
    command += ["--seconds", str(SECONDS), *(["--kill"] if kill else [])]
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    found = json.loads(ran.stdout)
    return LoadResult(**{name: found[name] for name in LoadResult._fields})


if __name__ == "__main__":
    main()
