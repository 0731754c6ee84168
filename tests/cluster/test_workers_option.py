"""`llk serve --workers`: what it needs, and what it says if that is missing."""

from pathlib import Path

import pytest

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
