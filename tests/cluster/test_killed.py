"""Workers and database are killed, frozen and replaced while players play: no answer is lost, nothing is done twice."""

import json
import signal
from collections.abc import Iterator
from contextlib import suppress

import httpx2
import psycopg
import pytest

from lianliankan.errors import StoreError
from lianliankan.store import Store
from lianliankan.store.schema import VERSION
from postgres_cluster import PrivateCluster
from reserved_port import reserve_port
from support.children import has_ended
from support.frozen import freeze, thaw
from support.patience import wait_until
from support.site import Players, Site, run_site
from support.web_stage import open_http

PLAYERS = 10

pytestmark = [pytest.mark.full, pytest.mark.kills]


@pytest.fixture(scope="module")
def site(site_url: str) -> Iterator[Site]:
    """A site with two workers, which the tests of this file do not spare; at last its parent is killed as well."""
    with run_site(site_url, "--workers", "2") as site:
        yield site
        workers = site.workers
        site.process.kill()
        assert [pid for pid in workers if not has_ended(pid)] == []  # they end with their parent


def test_workers_are_killed(site: Site, site_url: str) -> None:
    """The parent starts another one in the place of each."""
    with Players(PLAYERS, [site.address]) as players:
        players.wait_for_answers(4)
        for _ in range(2):
            first = site.busiest_worker()
            site.kill_worker(first)
            players.wait_for_answers(4)
            site.wait_for_workers(2, without=[first])
    assert sum(player.interruptions for player in players.players) > 0
    assert players.find_faults(site_url) == []


def test_the_metrics_are_those_of_the_workers_that_live(postgres_url: str) -> None:
    port = reserve_port()

    def find(name: str) -> list[str]:
        with suppress(httpx2.HTTPError), open_http(f"http://127.0.0.1:{port}") as http:
            lines = http.get("/metrics").text.splitlines()
            return [line.split()[-1] for line in lines if line.startswith(name)]
        return []

    with run_site(postgres_url, "--workers", "2", "--metrics-port", str(port)) as site:
        wait_until(lambda: find("llk_ready_workers") == ["2.0"])
        first, *_ = site.workers
        site.kill_worker(first)
        site.wait_for_workers(2, without=[first])
        wait_until(lambda: find("llk_ready_workers") == find("llk_workers{") == ["2.0"])


def test_the_database_is_killed(site: Site, site_url: str, postgres_cluster: PrivateCluster) -> None:
    """The servers wait for it, and send again what was under way."""
    with Players(PLAYERS, [site.address]) as players:
        for _ in range(2):
            players.wait_for_answers(4)
            postgres_cluster.kill()
            postgres_cluster.restart()
        players.wait_for_answers(4)
    assert players.find_faults(site_url) == []


def test_a_worker_is_frozen_while_the_other_takes_its_players(site: Site, site_url: str) -> None:
    """When it is thawed, it finds games that have moved on."""
    with Players(PLAYERS, [site.address]) as players:
        players.wait_for_answers(4)
        frozen = site.busiest_worker()
        freeze(frozen)
        players.wait_for_answers(4)  # everybody plays on
        thaw(frozen)
        players.wait_for_answers(4)
    assert sum(player.interruptions for player in players.players) > 0
    assert players.find_faults(site_url) == []


def test_old_and_new_workers_side_by_side(site: Site, site_url: str) -> None:
    """A later version upgrades the store; old workers go on, and are replaced one after another."""
    with Players(PLAYERS, [site.address]) as players:
        players.wait_for_answers(4)
        upgrade(site_url)
        players.wait_for_answers(4)
        set_version(site_url, VERSION)
        before = site.workers
        site.process.send_signal(signal.SIGHUP)
        site.wait_for_workers(2, without=before)
        players.wait_for_answers(4)
    assert players.find_faults(site_url) == []
    set_version(site_url, VERSION + 1)
    with pytest.raises(StoreError, match="made by a newer version"):
        Store(site_url)
    killed, *_ = site.workers
    site.kill_worker(killed)
    wait_until(lambda: "worker could not start" in site.log)
    set_version(site_url, VERSION)
    site.wait_for_workers(2, without=[killed])
    assert all(json.loads(line)["event"] for line in site.log.splitlines())


def upgrade(url: str) -> None:
    """Upgrade a store as a later version may: by adding to it."""
    with psycopg.connect(url) as connection:
        connection.execute("ALTER TABLE games ADD COLUMN IF NOT EXISTS colour TEXT NOT NULL DEFAULT 'red'")
        connection.execute("CREATE TABLE IF NOT EXISTS clubs (name TEXT NOT NULL PRIMARY KEY)")
    set_version(url, VERSION + 1)


def set_version(url: str, version: int) -> None:
    """Write the version of a store."""
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE store_version SET version = %s", (version,))
