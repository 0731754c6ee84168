"""Workers and database are killed in the middle of races: all are back, and nothing that was answered is lost."""

from collections.abc import Iterator

import pytest

from lianliankan.store import Store
from lianliankan.web.race.replica import Replica
from postgres_cluster import PrivateCluster
from support.frozen import freeze, thaw
from support.patience import wait_until
from support.site import Site, run_site
from support.steady_racers import Racers

pytestmark = [pytest.mark.full, pytest.mark.kills]

SETTINGS = {"format": "items", "rows": 12, "cols": 16, "gravity": "down", "combo": 1, "idle": 0, "countdown": 1}


@pytest.fixture(scope="module")
def site(site_url: str) -> Iterator[Site]:
    with run_site(site_url, "--workers", "2") as site:
        yield site


def start_racing(site: Site) -> Racers:
    return Racers(site.address, rooms=2, racers=3, bots=(5, 4), settings=SETTINGS)


def find_faults(racers: Racers, url: str) -> list[str]:
    """Compare what racers were told with what the store has, and what they see with what its entries lead to."""
    faults = [fault for racer in racers.racers for fault in racer.faults]
    with Store(url, create=False) as store:
        for code in racers.codes:
            stored = store.rooms.open_room(code)
            entries = {entry.number: entry for entry in stored.entries}
            replica = Replica(stored)
            race = replica.room.race
            assert race is not None
            boards = {number: seat.board for number, seat in race.seats.items()}
            first = stored.base_version + 1
            faults += [
                f"{code}: a screen is not what the entries lead to"
                for racer in racers.racers
                if racer.code == code and racer.version == replica.version and racer.boards != boards
            ]
            for racer in [each for each in racers.players if each.code == code]:
                for version, command in racer.answered.items():
                    if version >= first and (
                        version not in entries or entries[version].command != f"{(racer.you or 0) + 1} {command}"
                    ):
                        faults.append(f"{code}: {version} {command} is not {entries.get(version)}")
    return faults


def test_workers_are_killed(site: Site, site_url: str) -> None:
    with start_racing(site) as racers:
        racers.wait_for_answers(4)
        for _ in range(2):
            first = site.busiest_worker()
            site.kill_worker(first)
            racers.wait_for_answers(4)
            site.wait_for_workers(2, without=[first])
        wait_until(lambda: sum(racer.events.get("attacked", 0) for racer in racers.racers) > 0)
    assert sum(racer.interruptions for racer in racers.racers) > 0
    assert find_faults(racers, site_url) == []


def test_a_worker_is_frozen_and_the_database_is_killed(
    site: Site, site_url: str, postgres_cluster: PrivateCluster
) -> None:
    with start_racing(site) as racers:
        racers.wait_for_answers(3)
        frozen = site.busiest_worker()
        freeze(frozen)
        racers.wait_for_answers(3)
        thaw(frozen)
        racers.wait_for_answers(3)
        postgres_cluster.kill()
        postgres_cluster.restart()
        racers.wait_for_answers(3)
    assert find_faults(racers, site_url) == []
