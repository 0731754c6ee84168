"""Stores for tests that hold for both engines: each test runs once on SQLite and once on PostgreSQL."""

from pathlib import Path

import pytest

from lianliankan.store import Location

ENGINES = ("sqlite", "postgresql")

only_sqlite = pytest.mark.parametrize("location", ["sqlite"], indirect=True)
"""Marks a test of the SQLite file."""


@pytest.fixture(params=ENGINES)
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    """An empty folder, or the URL of an empty PostgreSQL database."""
    if request.param == "sqlite":
        return tmp_path
    url: str = request.getfixturevalue("postgres_url")
    return url
