"""Whether the server is alive, and whether it can serve."""

import os
from pathlib import Path

import pytest

from lianliankan.errors import StoreError
from lianliankan.store.sqlite_database import SqliteDatabase
from lianliankan.web.endpoints import health, results
from support.patience import PATIENCE
from support.web_stage import new_client, read_problem, run_server

READY = {"ready": True, "reason": ""}


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_DATABASE_SECONDS", PATIENCE)


def test_a_full_disk_makes_the_server_unready_but_not_dead(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with run_server(tmp_path) as server, new_client(server) as client:
        assert client.http.get("/readyz").json() == READY
        database = server.state._writing._database
        assert isinstance(database, SqliteDatabase)
        connection = database._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        assert read_problem(client.http.put("/api/settings", json={"text": "x" * 4_000})) == (503, "store")
        (line,) = [record for record in caplog.records if record.message == "request failed"]
        assert vars(line)["path"] == "/api/settings"
        assert "full" in vars(line)["problem"]
        unready = client.http.get("/readyz")
        assert (unready.status_code, unready.json()) == (503, {"ready": False, "reason": "the disk is full"})
        assert client.http.get("/healthz").json()["ok"] is True
        connection.execute("PRAGMA max_page_count = 1000000")
        assert client.http.get("/readyz").json() == READY


def test_a_mistake_of_ours_is_no_bad_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(results, "today", lambda: int("a mistake"))
    with run_server(tmp_path) as server, new_client(server) as client:
        assert client.http.get("/api/stats").status_code == 500
    assert any("a mistake" in (record.exc_text or str(record.exc_info)) for record in caplog.records)


def test_a_database_that_fails_or_hangs_makes_the_server_unready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise StoreError("/secret/place: no such table")

    with run_server(tmp_path) as server, new_client(server) as client:
        monkeypatch.setattr(server.state.store, "check_usable", fail)
        assert client.http.get("/readyz").json() == {"ready": False, "reason": "the database cannot be read"}
        reading, writing = os.pipe()
        monkeypatch.setattr(server.state.store, "check_usable", lambda: os.read(reading, 1))
        with monkeypatch.context() as patch:
            patch.setattr(health, "_DATABASE_SECONDS", 0.05)
            assert client.http.get("/readyz").json() == {"ready": False, "reason": "the database does not answer"}
        os.write(writing, b"x")
        monkeypatch.delattr(server.state.store, "check_usable")
        assert client.http.get("/readyz").json() == READY
    os.close(reading)
    os.close(writing)


def test_a_store_of_another_version_makes_the_server_unready(postgres_url: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    with run_server(postgres_url) as server, new_client(server) as client, psycopg.connect(postgres_url) as connection:
        assert client.http.get("/readyz").json() == READY
        connection.execute("UPDATE store_version SET version = version + 100")
        connection.commit()
        assert client.http.get("/readyz").json() == {"ready": False, "reason": "the database cannot be read"}
        connection.execute("UPDATE store_version SET version = version - 100")
        connection.commit()
        assert client.http.get("/readyz").json() == READY


def test_a_server_is_ready_as_soon_as_the_database_is_back(postgres_url: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    with run_server(postgres_url) as server, new_client(server) as client:
        database = server.state.store._database
        with database.reading(), database.reading():
            pass  # so that two connections are kept
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            others = "application_name = 'lianliankan' AND datname = current_database()"
            connection.execute(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}")
        assert client.http.get("/readyz").json() == READY
