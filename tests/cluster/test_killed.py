"""Workers and database are killed, frozen and replaced while players play: no answer is lost, nothing is done twice."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from lianliankan.bench.postgres_cluster import PrivateCluster
from lianliankan.errors import StoreError
from lianliankan.store import Store
from lianliankan.store.schema import VERSION
from support.patience import PATIENCE, wait_until
from support.site import Players, Site, run_site

PLAYERS = 10

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def site(site_url: str) -> Iterator[Site]:
    """A site with two workers, which the tests of this file do not spare; at last its parent is killed as well."""
    with run_site(site_url, "--workers", "2") as site:
        yield site
        workers = site.workers
        site.process.kill()
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))  # they end with their parent


def test_workers_are_killed(site: Site, site_url: str) -> None:
    """A spare worker, if there is one, takes the place of one that is killed."""
    with Players(PLAYERS, [site.address]) as players:
        players.wait_for_answers(4)
        wait_until(lambda: site.spares)
        for spares in (site.spares, []):
            first, *_ = site.workers
            site.kill_worker(first)
            wait_until(lambda spares=spares: set(spares) <= set(site.workers))  # type: ignore[misc]
            players.wait_for_answers(4)
            site.wait_for_workers(2, without=[first])
    assert sum(player.interruptions for player in players.players) > 0
    assert players.find_faults(site_url) == []


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
        frozen, *_ = site.workers
        os.kill(frozen, signal.SIGSTOP)
        players.wait_for_answers(4)  # everybody plays on
        os.kill(frozen, signal.SIGCONT)
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


def test_a_second_interrupt_does_not_wait_for_players(postgres_url: str) -> None:
    with run_site(postgres_url, "--workers", "2", "--drain-seconds", "600") as site:
        host = site.address.removeprefix("http://")
        head = (
            "POST /api/games HTTP/1.1",
            f"Host: {host}",
            f"Origin: {site.address}",
            "Expect: 100-continue",
        )
        with socket.create_connection(("127.0.0.1", int(host.partition(":")[2]))) as unfinished:
            body = ("Content-Type: application/json", "Content-Length: 9")
            unfinished.sendall("\r\n".join((*head, *body, "", "")).encode())
            assert unfinished.recv(100).startswith(b"HTTP/1.1 100")  # the request has begun
            workers = site.workers
            site.process.send_signal(signal.SIGINT)
            wait_until(lambda: set(workers) - set(site.workers))
            assert site.process.poll() is None, "it waits for the other one"
            site.process.send_signal(signal.SIGINT)
            assert site.process.wait(PATIENCE) == 0


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
