"""Fixtures of the web tests: servers shared by the tests of a file, and clients.

Servers end with their file: they close idle games after their last test, and would disturb tests that patch the store.
"""

from collections.abc import Iterator

import pytest

from lianliankan.store import Location
from support.engines import ENGINES
from support.web_stage import Client, RunningServer, new_client, run_server


@pytest.fixture(scope="module", params=ENGINES)
def shared_location(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Location:
    """Where the servers of a file keep their games: all of its tests run on both engines."""
    if request.param == "sqlite":
        return tmp_path_factory.mktemp("server")
    url: str = request.getfixturevalue("shared_postgres_url")
    return url


@pytest.fixture(scope="module")
def generous_server(shared_location: Location) -> Iterator[RunningServer]:
    """A server whose rate limits no test reaches."""
    with run_server(
        shared_location, new_players_per_address=10_000, rate_factor=100, tokens=frozenset({"let-me-in"})
    ) as server:
        yield server


@pytest.fixture(scope="module")
def usual_server(shared_location: Location) -> Iterator[RunningServer]:
    """A server with the usual rate limits for players, which closes idle games quickly."""
    with run_server(
        shared_location, new_players_per_address=10_000, idle_seconds=0.3, max_connections_per_player=6
    ) as server:
        yield server


@pytest.fixture
def client(server: RunningServer) -> Iterator[Client]:
    with new_client(server) as client:
        yield client


@pytest.fixture
def other_client(server: RunningServer) -> Iterator[Client]:
    with new_client(server) as client:
        yield client
