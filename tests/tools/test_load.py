"""The load test of games and of races: nothing is lost or done twice when a worker is killed, and its tables."""

import re
import sys

import pytest

from lianliankan.store.columns import changing_values
from lianliankan.store.maintenance import open_database
from load.games import LoadResult, load_table, measure
from load.races import RaceLoadResult, measure_races, race_load_table
from load.server import Times, Usage
from process_tree import cpu_seconds, kilobytes, list_children
from support.children import child
from support.patience import wait_until
from support.stored_games import new_game
from support.unhurried_server import UNHURRIED_LLK

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")


@pytest.mark.full
def test_nothing_is_lost_when_the_server_is_killed() -> None:
    """A small load test: all players come back, and no answered command is lost."""
    found = measure(players=40, rate=10, seconds=4, kill=True, program=UNHURRIED_LLK)
    assert (found.errors, found.lost, found.twice, found.held) == (0, 0, 0, 40)
    assert found.reconnects >= found.cut > 0  # the others had come to the end of a game
    assert found.moves > 0


@pytest.mark.full
def test_nothing_is_lost_when_one_of_two_workers_is_killed(postgres_url: str) -> None:
    for _ in range(10):  # until both have players: all may have come before the second worker was ready
        found = measure_races(
            rooms=3,
            rate=8,
            seconds=5,
            kill=True,
            store=postgres_url,
            workers=2,
            warm_up=2,
            program=UNHURRIED_LLK,
        )
        assert (found.store, found.errors, found.lost, found.twice, found.held) == ("postgresql", 0, 0, 0, 18)
        if found.spread != 0:
            break
    assert 0 < found.reconnects == found.cut < 18  # the others were with the other worker
    assert found.spread is None or found.spread > 0


TIMES, USAGE = Times(4.2, 41.0, 88.0), Usage(40.0, 0.7, 0.25, 0.125)


def read_tables(text: str) -> tuple[list[str], list[str]]:
    """The lines of both tables, which have as many columns as their heads."""
    seen, used = (re.sub(" +", " ", part).splitlines() for part in text.split("\n\n"))
    for head, rule, *lines in (seen, used):
        assert {line.count("|") for line in (rule, *lines)} == {head.count("|")}
    return seen, used


def test_tables_of_games() -> None:
    values = ("postgresql", 2, 2000, 1.0, 2000, 1995.0, TIMES, 0, 1800, USAGE, 60.0)
    result = LoadResult(*values, killed=True, cut=1990, reconnects=2000, lost=0, twice=0)
    assert result.is_clean
    assert not result._replace(twice=1).is_clean
    other = result._replace(store="sqlite", usage=USAGE._replace(store=None), workers=1)
    seen, used = read_tables(load_table([result, other]))
    kind = "| postgresql | 2 | 2,000 | 1 |"
    assert seen[2] == f"{kind} 2,000 | 1,995 | 4.2 | 41.0 | 88 | 0 | 1,800 | yes | 2,000 | 0 | 0 |"
    assert used[2] == f"{kind} 70% | 25% | 12% | 2,850 | 7,980 | 15,960 | 60 |"
    assert used[3] == "| sqlite | 1 | 2,000 | 1 | 70% | – | 12% | 2,850 | – | 15,960 | 60 |"


def test_tables_of_races() -> None:
    values = ("postgresql", 2, "sprint", 120, 1.5, 118, 720, 1075.0, TIMES, TIMES, 0, 120, USAGE)
    result = RaceLoadResult(*values, killed=True, cut=360, reconnects=360, back=3.21, lost=0, twice=0)
    assert result.is_clean
    assert not result._replace(lost=1).is_clean
    other = result._replace(store="sqlite", usage=USAGE._replace(store=None), workers=1, spread=None, killed=False)
    seen, used = read_tables(race_load_table([result, other]))
    kind = "| postgresql | 2 | sprint | 120 | 720 | 1.5 |"
    assert seen[2] == (
        f"{kind} 118 | 720 | 1,075 | 4.2 | 41.0 | 88.0 | 4.2 | 41.0 | 88.0 | 0 | 120 | yes | 360 | 3.2 | 0 | 0 |"
    )
    assert used[2] == f"{kind} 70% | 25% | 12% | 1,536 | 4,300 | 8,600 |"
    assert used[3] == "| sqlite | 1 | sprint | 120 | 720 | 1.5 | 70% | – | 12% | 1,536 | – | 8,600 |"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_processor_time_and_memory_of_a_process_with_its_children() -> None:
    script = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])"
    with child([sys.executable, "-c", script]) as process:
        wait_until(lambda: list_children(process.pid))
        (inner,) = list_children(process.pid)
        before = cpu_seconds(process.pid)
        wait_until(lambda: cpu_seconds(process.pid) > before + 0.1)
        assert kilobytes(process.pid) > kilobytes(inner) > 1000
    assert (cpu_seconds(process.pid), list_children(process.pid)) == (0, [])


def test_a_move_changes_no_index(postgres_url: str) -> None:
    """PostgreSQL then rewrites only the row of the game (a HOT update), which halves what a move costs there."""
    database = open_database(postgres_url)
    with database.reading() as connection:
        names = connection.execute(
            "SELECT attname, indpred IS NOT NULL FROM pg_index JOIN pg_attribute ON attrelid = indrelid "
            "AND attnum = ANY(indkey) WHERE indrelid = CAST('games' AS regclass)"
        ).fetchall()
    database.close()
    assert {name for name, _ in names} & {*changing_values(new_game()), "changed", "chain"} == set()
    assert not any(has_condition for _, has_condition in names)
