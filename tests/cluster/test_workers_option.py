"""`llk serve --workers`: what it needs, and what it says if that is missing."""

import asyncio
import errno
from pathlib import Path

import pytest
from lianliankan.web.supervisor import _Supervisor

from lianliankan.errors import StoreError
from lianliankan.web.server import bind_socket
from support.cli_process import run


def test_workers_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    done = run("serve", "--workers", "2", "--port", "0", "--store", str(tmp_path))
    assert done.returncode == 2
    assert "--workers needs PostgreSQL (--store postgresql://…)" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_cannot_be_reached_is_named_once(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    done = run("serve", "--workers", "2", "--port", "0", "--store", f"postgresql://llk@/games?host={tmp_path}")
    assert done.returncode == 2
    assert done.stderr.count("it cannot be reached") == 1
    assert done.stdout == ""


def test_the_url_is_not_quoted_if_it_is_wrong() -> None:
    pytest.importorskip("psycopg")
    done = run("serve", "--port", "0", "--store", "postgresql://llk:100%secret@db.example/games")
    assert done.returncode == 2
    assert "not the URL of a PostgreSQL database" in done.stderr
    assert "secret" not in done.stderr


def test_a_worker_that_cannot_be_started_at_the_moment_ends_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)

    async def start() -> None:
        with bind_socket("127.0.0.1", 0) as listening:
            await _Supervisor(listening, 2, 0, 1.0, lambda _: None)._start(1)

    with pytest.raises(StoreError, match="worker 2 could not start: Resource temporarily unavailable"):
        asyncio.run(start())
