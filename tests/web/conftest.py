"""Fixtures of the web tests: servers shared by the tests of a file, and clients.

Servers end with their file: they close idle games after their last test, and would disturb tests that patch the store.
"""

import asyncio
from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from lianliankan.store import Location
from lianliankan.web.local.in_place import LocalBackend
from support.own_clock import OwnClock
from support.web_stage import Client, RunningServer, new_client, run_server

ONE_THREAD = "one thread"
ON_POSTGRESQL = {"test_accounts", "test_game_socket", "test_live_games", "test_race_routes"}
"""The files in which the engine matters most; the others run on PostgreSQL in the full suite."""

ALSO_IN_ONE_THREAD = {
    "test_game_facts",
    "test_lab",
    "test_moving",
    "test_pipelined_pairs",
    "test_replay_view",
    "test_routes_boards",
    "test_routes_games",
    "test_routes_statistics",
}
"""What a server without other threads has as well; all but the games themselves only in the full suite."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a file on both engines, and some files also on a server that has no other threads."""
    chosen = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "shared_engine" in metafunc.fixturenames and "shared_engine" not in chosen:
        file = metafunc.module.__name__.rpartition(".")[2]
        engines = [pytest.param("sqlite"), _engine("postgresql", is_full=file not in ON_POSTGRESQL)]
        if file in ALSO_IN_ONE_THREAD:
            engines.append(_engine(ONE_THREAD, is_full=file != "test_routes_games"))
        metafunc.parametrize("shared_engine", engines, indirect=True, scope="module")


def _engine(name: str, *, is_full: bool) -> ParameterSet:
    return pytest.param(name, marks=pytest.mark.full if is_full else ())


@pytest.fixture(scope="module")
def shared_engine(request: pytest.FixtureRequest) -> str:
    """What the servers of a file run on."""
    return str(request.param)


@pytest.fixture(scope="module")
def shared_location(
    shared_engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Location:
    """Where the servers of a file keep their games."""
    if shared_engine != "postgresql":
        return tmp_path_factory.mktemp("server")
    url: str = request.getfixturevalue("shared_postgres_url")
    return url


@pytest.fixture(scope="module")
def generous_server(shared_engine: str, shared_location: Location) -> Iterator[RunningServer]:
    """A server whose rate limits no test reaches."""
    with run_server(
        shared_location,
        backend=LocalBackend(_keep) if shared_engine == ONE_THREAD else None,
        new_players_per_address=10_000,
        rate_factor=100,
        tokens=frozenset({"let-me-in"}),
    ) as server:
        yield server


async def _keep() -> None:
    """Take a moment, as the storage of a browser does."""
    await asyncio.sleep(0)


@pytest.fixture(scope="module")
def usual_server(shared_location: Location) -> Iterator[RunningServer]:
    """A server with the usual rate limits for players, whose time passes when a test says so."""
    with run_server(
        shared_location, clock=OwnClock(), new_players_per_address=10_000, max_connections_per_player=6
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
