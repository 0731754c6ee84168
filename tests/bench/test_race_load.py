"""The load test of races: nothing is lost or done twice when a worker is killed, and its tables."""

import re
import sys

import pytest

from lianliankan.bench.race_load import RaceLoadResult, measure_races, race_load_table

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")


@pytest.mark.full
def test_nothing_is_lost_when_one_of_two_workers_is_killed(postgres_url: str) -> None:
    found = measure_races(rooms=3, rate=8, seconds=5, kill=True, store=postgres_url, workers=2, warm_up=2)
    assert (found.store, found.errors, found.lost, found.twice, found.held) == ("postgresql", 0, 0, 0, 18)
    assert 0 < found.reconnects < 18  # the others were with the other worker
    assert found.spread is None or found.spread > 0


def test_tables() -> None:
    times = (4.2, 41.0, 88.0)
    values = ("postgresql", 2, "sprint", 120, 1.5, 40.0, 118, 720, 1075.0, times, times, 0, 120, 0.7, 0.25, 0.125)
    result = RaceLoadResult(*values, killed=True, reconnects=360, back=3.21, lost=0, twice=0)
    assert result.is_clean
    assert not result._replace(lost=1).is_clean
    results = [result, result._replace(store="sqlite", store_cpu=None, workers=1, spread=None, killed=False)]
    seen, used = (
        re.sub(" +", " ", part).splitlines() for part in race_load_table(results, markdown=True).split("\n\n")
    )
    for head, rule, *lines in (seen, used):
        assert {line.count("|") for line in (rule, *lines)} == {head.count("|")}
    kind = "| postgresql | 2 | sprint | 120 | 720 | 1.5 |"
    assert seen[2] == (
        f"{kind} 118 | 720 | 1,075 | 4.2 | 41.0 | 88.0 | 4.2 | 41.0 | 88.0 | 0 | 120 | yes | 360 | 3.2 | 0 | 0 |"
    )
    assert used[2] == f"{kind} 70% | 25% | 12% | 1,536 | 4,300 | 8,600 |"
    assert used[3] == "| sqlite | 1 | sprint | 120 | 720 | 1.5 | 70% | – | 12% | 1,536 | – | 8,600 |"
