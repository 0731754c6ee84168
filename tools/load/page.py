"""The page of the load test, docs/load.md."""

import os
from pathlib import Path

from load.games import load_table, measure
from load.races import measure_races, race_load_table

PAGE = Path(__file__).parents[2] / "docs" / "load.md"
SECONDS, SECONDS_KILLED = 10.0, 40.0
PLAYERS = (2000, 500)
SITES = (("sqlite", 1), ("postgresql", 1), ("postgresql", 2))
KILLED = (("sqlite", 1), ("postgresql", 2))
ROOMS = 120

GAMES = f"""\
# The web server under load

Written by `PYTHONPATH=tools python -m load page`, as `python -m load games --store postgresql --workers 2` measures \
it: one process on SQLite, and workers on a private PostgreSQL cluster with its default settings, in turn. Simulated \
players, each with their own loopback address, start games over HTTP, play them to the end over WebSockets, and start \
new ones; the boards have the three sizes of the campaign and that of the classic game. A move is one command, a \
pair, and a player waits for the answer before the next one. Times are counted from when a move was due; starting a \
game is not included. Where it says *killed*, the server on SQLite got SIGKILL halfway and was restarted; on \
PostgreSQL, one of the workers was killed, and its parent replaced it. Players come back after 0.3 to 3 seconds, as \
the page does: every one must find at least everything that was answered, and at the end every answered command is \
looked up in the database (*lost*), as is every command that no player sent (*twice*).

Each line is a run on {os.cpu_count()} cores that the server and the database share with the simulated players. The \
times depend on what else the machine is doing. The second table has the processor time of each part, in percent of a \
core and as moves per CPU-second: the server with all its workers and their children, all processes of the database, \
and the simulated players. KB/player is the server's memory; most of it holds the earlier boards of the game, for \
undo. [scale.md](scale.md) says what follows from it for more players. Measure on your own machine.
"""

HEADING = "## Races\n"
RACES = f"""\
{HEADING}
`python -m load races --store postgresql --workers 2`: rooms of six, who sprint on 8 × 14 cells, each with 1.5 pairs \
a second, and race again as soon as everybody is ready. Their connections go to any worker: *on several workers* \
counts the rooms whose players were not all on the same one, by whose socket it is. Times are counted from when a pair \
was due until it is on the screens of the other five, and, under *own*, until its player has the answer. Where it says \
*killed*, all players of the killed worker come back after 0.3 to 3 seconds, as on the page; *back in s* is when the \
last of them had the whole room again, with the same seat and with at least every pair that was answered. At the end, \
every answered pair is looked up: in the record of its race, or in the log of the room if the race was still running.
"""


def write_page(*, only_races: bool) -> None:
    """Measure and write; races alone leave the rest of the page."""
    old = PAGE.read_text(encoding="utf-8").partition(HEADING)[0].rstrip() + "\n" if only_races else ""
    PAGE.write_text(f"{old or measure_games()}\n{measure_rooms()}", encoding="utf-8")


def measure_games() -> str:
    """Measure games, and return their part of the page."""
    results = []
    for players in PLAYERS:
        for store, workers in SITES:
            results.append(measure(players=players, rate=1.0, seconds=SECONDS, store=store, workers=workers))
        if players == PLAYERS[0]:
            for store, workers in KILLED:
                results.append(
                    measure(players=players, rate=1.0, seconds=SECONDS_KILLED, kill=True, store=store, workers=workers)
                )
    return f"{GAMES}\n{load_table(results)}\n"


def measure_rooms() -> str:
    """Measure races, and return their part of the page."""
    results = [
        measure_races(rooms=ROOMS, rate=1.5, seconds=SECONDS_KILLED, kill=kill, store=store, workers=workers)
        for (store, workers), kill in [(site, False) for site in SITES] + [(site, True) for site in KILLED]
    ]
    return f"{RACES}\n{race_load_table(results)}\n"
