"""The database is cut off, slow, or has no room: players wait or are told, no answer is lost, nothing is done twice."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from postgres_cluster import PrivateCluster
from support.cut_line import cut_line
from support.patience import PATIENCE, wait_until
from support.site import Players, run_site

PLAYERS = 10

pytestmark = [pytest.mark.full, pytest.mark.kills]


def test_the_connection_is_cut_until_every_player_has_failed_to_reconnect(
    postgres_cluster: PrivateCluster, postgres_url: str
) -> None:
    """First nothing comes through, then all connections end and there are no new ones."""
    with cut_line(postgres_cluster.folder) as line, run_site(line.url(postgres_url), "--workers", "2") as site:
        with Players(PLAYERS, [site.address]) as players:
            players.wait_for_answers(4)
            line.silence()
            wait_until_all_have_tried(players, 1)
            line.cut()
            wait_until_all_have_tried(players, 3)
            line.mend()
            players.wait_for_answers(4)
        assert players.find_faults(postgres_url) == []


def wait_until_all_have_tried(players: Players, times: int) -> None:
    """Wait until every player has tried so many times to connect."""
    goals = [player.attempts + times for player in players.players]
    wait_until(lambda: all(each.attempts >= goal for each, goal in zip(players.players, goals, strict=True)))


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """Mount a small disk in memory, where that is allowed."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    with TemporaryDirectory() as folder:
        options = f"size={megabytes}m,mode=755"
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "llk", folder], capture_output=True, check=False
        )
        if mounted.returncode:
            pytest.skip(f"a small disk cannot be mounted: {mounted.stderr.decode().strip()}")
        Path(folder).chmod(0o755)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


@pytest.fixture(scope="module")
def small_cluster(postgres_cluster: PrivateCluster) -> Iterator[PrivateCluster]:
    """A cluster on a small disk, whose commits wait for it."""
    settings = {"max_wal_size": "64MB", "min_wal_size": "32MB"}
    with small_disk(200) as disk, PrivateCluster(parent=disk, settings=settings) as cluster:
        yield cluster


def test_the_disk_is_slow(small_cluster: PrivateCluster) -> None:
    """Every commit takes 100 ms longer, which PostgreSQL itself waits before it writes."""
    url = small_cluster.create_database("slow")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER DATABASE slow SET commit_delay = 100000")
        connection.execute("ALTER DATABASE slow SET commit_siblings = 0")
    with run_site(url, "--workers", "2") as site:
        with Players(PLAYERS, [site.address], patience=PATIENCE) as players:
            players.wait_for_answers(8)
        assert [player.interruptions for player in players.players] == [0] * PLAYERS
        assert players.find_faults(url) == []


def test_the_disk_is_full(small_cluster: PrivateCluster) -> None:
    url = small_cluster.create_database("full")
    filler = small_cluster.folder / "filler"
    with run_site(url, "--workers", "2") as site, Players(PLAYERS, [site.address]) as players:
        players.wait_for_answers(4)
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(65536)):
                pass
        wait_until(lambda: any(player.refused for player in players.players))
        filler.unlink()
        players.wait_for_answers(4)
    assert players.find_faults(url) == []
