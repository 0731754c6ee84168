"""A real PostgreSQL for tests: one private cluster for each process that runs tests, and a new database for each test.

Tests that use these fixtures are skipped where PostgreSQL is not installed.
"""

from collections.abc import Iterator
from itertools import count

import pytest

from lianliankan.bench.postgres_cluster import NoPostgres, PrivateCluster

__all__ = ["postgres_cluster", "postgres_url", "shared_postgres_url"]

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[PrivateCluster]:
    """A cluster for all tests of this process. A test that kills it must restart it.

    Commits do not wait for the disk: they survive every kill, and only a power failure could lose them.
    """
    try:
        cluster = PrivateCluster(fast=True)
    except NoPostgres as problem:
        pytest.skip(str(problem))
    with cluster:
        yield cluster


@pytest.fixture
def postgres_url(postgres_cluster: PrivateCluster) -> Iterator[str]:
    """The URL of a new, empty database."""
    name = f"test{next(_NUMBERS)}"
    yield postgres_cluster.create_database(name)
    postgres_cluster.drop_database(name)


@pytest.fixture(scope="module")
def shared_postgres_url(postgres_cluster: PrivateCluster) -> Iterator[str]:
    """The URL of a database that the tests of a file share."""
    name = f"shared{next(_NUMBERS)}"
    yield postgres_cluster.create_database(name)
    postgres_cluster.drop_database(name)
