"""The load test: nothing is lost or done twice when a worker is killed, and its tables."""

import re
import sys

import pytest

from lianliankan.bench.load import LoadResult, load_table, measure
from lianliankan.bench.process_tree import cpu_seconds, kilobytes, list_children
from lianliankan.store.columns import changing_values
from lianliankan.store.open_database import open_database
from support.children import child
from support.patience import wait_until
from support.stored_games import new_game

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")


@pytest.mark.full
def test_nothing_is_lost_when_the_server_is_killed() -> None:
    """A small load test: all players come back, and no answered command is lost."""
    found = measure(players=40, rate=10, seconds=4, kill=True)
    assert (found.errors, found.lost, found.twice, found.held) == (0, 0, 0, 40)
    assert found.reconnects >= 30
    assert found.moves > 0


def test_tables() -> None:
    values = ("postgresql", 2, 2000, 1.0, 40.0, 2000, 1995.0, 4.2, 41.0, 88.0, 0, 1800, 60.0, 0.7, 0.25, 0.125)
    result = LoadResult(*values, killed=True, reconnects=2000, lost=0, twice=0)
    assert result.is_clean
    assert not result._replace(twice=1).is_clean
    results = [result, result._replace(store="sqlite", store_cpu=None, workers=1)]
    for plain in load_table(results, markdown=False).split("\n\n"):
        assert len({len(line) for line in plain.splitlines()}) == 1
    seen, used = (re.sub(" +", " ", part).splitlines() for part in load_table(results, markdown=True).split("\n\n"))
    for head, rule, *lines in (seen, used):
        assert {line.count("|") for line in (rule, *lines)} == {head.count("|")}
    kind = "| postgresql | 2 | 2,000 | 1 |"
    assert seen[2] == f"{kind} 2,000 | 1,995 | 4.2 | 41.0 | 88 | 0 | 1,800 | yes | 2,000 | 0 | 0 |"
    assert used[2] == f"{kind} 70% | 25% | 12% | 2,850 | 7,980 | 15,960 | 60 |"
    assert used[3] == "| sqlite | 1 | 2,000 | 1 | 70% | – | 12% | 2,850 | – | 15,960 | 60 |"


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
