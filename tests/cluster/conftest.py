"""Databases of the private cluster, for tests with several servers."""

from collections.abc import Iterator

import pytest

from postgres_cluster import PrivateCluster


@pytest.fixture(scope="module")
def site_url(postgres_cluster: PrivateCluster) -> Iterator[str]:
    """The URL of a database that the tests of a file share."""
    yield postgres_cluster.create_database("site")
    postgres_cluster.drop_database("site")
