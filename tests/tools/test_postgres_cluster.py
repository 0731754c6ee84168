"""The private PostgreSQL cluster: it answers, keeps what was committed when it is killed, and leaves nothing behind."""

import os
import select
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from postgres_cluster import NoPostgres, PrivateCluster
from support.children import child
from support.paths import ROOT
from support.patience import PATIENCE, wait_until

psycopg = pytest.importorskip("psycopg")


def remains(folder: Path) -> list[str]:
    """What there still is of a cluster: its folder, and the command lines and shared memory that name it."""
    found = [str(folder)] if folder.exists() else []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = place.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        found += [line] if str(folder) in line else []
    return found


def segments() -> set[str]:
    """The ids of the system's shared memory, where it can be read."""
    listing = Path("/proc/sysvipc/shm")
    return {line.split()[1] for line in listing.read_text().splitlines()[1:]} if listing.exists() else set()


def segment_of(folder: Path) -> str:
    """The id of the shared memory of a cluster."""
    return (folder / "data" / "postmaster.pid").read_text().splitlines()[6].split()[1]


@pytest.mark.kills
@pytest.mark.full
def test_committed_rows_survive_a_kill_of_the_postmaster(postgres_cluster: PrivateCluster, postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE kept (number INTEGER)")
        connection.execute("INSERT INTO kept VALUES (1)")
    with closing(psycopg.connect(postgres_url)) as connection:
        connection.execute("INSERT INTO kept VALUES (2)")  # not committed
        before = postgres_cluster.pid
        postgres_cluster.kill()
        # The process that serves the connection ends by itself, and until then it would commit.
        assert select.select([connection], [], [], PATIENCE)[0]
        with pytest.raises(psycopg.OperationalError):
            connection.commit()
        postgres_cluster.restart()
        assert postgres_cluster.pid != before
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT number FROM kept").fetchall() == [(1,)]


def test_every_test_has_a_new_database(postgres_cluster: PrivateCluster, postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
        assert tables == (0,)
    with pytest.raises(NoPostgres, match=r"createdb failed: .*already exists"):
        postgres_cluster.create_database("postgres")


def test_the_usual_settings_wait_for_the_disk(postgres_cluster: PrivateCluster) -> None:
    """Starting another cluster takes a second, so this test only looks at what it would be started with."""
    usual, fast = PrivateCluster(), postgres_cluster
    assert "fsync" not in usual._settings
    with psycopg.connect(fast.url) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


@pytest.mark.kills
@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="looks for remains in /proc")
@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_nothing_remains_when_the_process_that_started_it_ends(how: str) -> None:
    script = (
        "import sys; from postgres_cluster import PrivateCluster\n"
        "with PrivateCluster(fast=True) as cluster:\n"
        "    if sys.argv[1] == 'stopped': cluster.kill()\n"
        "    print(cluster.folder, flush=True); sys.stdin.read()"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    with child([sys.executable, "-c", script, how], env=environ, **pipes) as process:
        assert process.stdout
        assert process.stdin
        line = process.stdout.readline().strip()
        if not line:
            pytest.skip("PostgreSQL is not installed")
        folder = Path(line)
        assert (folder.stat().st_mode & 0o777, folder.stat().st_uid == 0) == (0o700, False)
        assert remains(folder)
        segment = segment_of(folder)
        if how == "killed":
            process.send_signal(signal.SIGKILL)
        else:
            process.stdin.close()
        process.wait()
        wait_until(lambda: remains(folder) == [])
    assert segment not in segments()


def test_without_postgresql_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("postgres_cluster._places", list)
    with pytest.raises(NoPostgres, match="PostgreSQL is not installed"):
        PrivateCluster()


def test_a_folder_that_it_may_not_enter_is_named(tmp_path: Path, postgres_cluster: PrivateCluster) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root runs PostgreSQL as somebody else")
    with pytest.raises(NoPostgres, match=str(tmp_path)), PrivateCluster(parent=tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []
