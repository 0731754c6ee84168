"""A real PostgreSQL for tests: one private cluster for each process that runs tests, an empty database for each test.

Tests that use these fixtures are skipped where PostgreSQL is not installed.
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import count

import psycopg
import pytest

from postgres_cluster import NoPostgres, PrivateCluster
from support.patience import PATIENCE

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


@pytest.fixture(scope="session")
def reused_postgres_url(postgres_cluster: PrivateCluster) -> str:
    """A database that is emptied after every test."""
    return postgres_cluster.create_database("reused")


@pytest.fixture
def postgres_url(reused_postgres_url: str) -> Iterator[str]:
    """The URL of an empty database; emptying one takes a fifth of the time of creating and dropping one."""
    yield reused_postgres_url
    with psycopg.connect(reused_postgres_url, autocommit=True) as connection:
        others = "FROM pg_stat_activity WHERE datname = 'reused' AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid) {others}")
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


@pytest.fixture(scope="module")
def shared_postgres_url(postgres_cluster: PrivateCluster) -> Iterator[str]:
    """The URL of a database that the tests of a file share."""
    name = f"shared{next(_NUMBERS)}"
    yield postgres_cluster.create_database(name)
    postgres_cluster.drop_database(name)


def hear_all(listening: psycopg.Connection, url: str, channel: str) -> list[str]:
    """Return what a connection that listens to a channel has been told by now."""
    with psycopg.connect(url) as last:
        last.execute("SELECT pg_notify(%s, 'end')", (channel,))
    heard: list[str] = []
    with closing(listening.notifies(timeout=PATIENCE)) as notices:
        for notice in notices:
            if notice.payload == "end":
                return heard
            heard.append(notice.payload)
    raise AssertionError("the last notification is missing")
