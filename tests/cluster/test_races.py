"""Races on two servers and one PostgreSQL database: players on both, everything in one order."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from support.race_stage import RoomWindow, open_room, play_to_the_end, start_race
from support.web_stage import Client, RunningServer, new_client, run_server


class Pair:
    """Two servers, and players on each."""

    def __init__(self, first: RunningServer, second: RunningServer) -> None:
        self.servers = first, second

    def join(self, clients: list[Client], code: str) -> list[RoomWindow]:
        """Let clients enter a room one after the other, every other one on the second server."""
        addresses = [server.address for server in self.servers]
        return [RoomWindow(client, code, address=addresses[number % 2]) for number, client in enumerate(clients)]


@pytest.fixture(scope="module")
def pair(site_url: str) -> Iterator[Pair]:
    config: dict[str, Any] = {"rate_factor": 100, "idle_seconds": 0.3, "new_players_per_address": 1000}
    with run_server(site_url, **config) as first, run_server(site_url, **config) as second:
        yield Pair(first, second)


@pytest.fixture
def clients(pair: Pair) -> Iterator[list[Client]]:
    with (
        new_client(pair.servers[0]) as ann,
        new_client(pair.servers[0]) as ben,
        new_client(pair.servers[0]) as eve,
        new_client(pair.servers[0]) as tim,
    ):
        yield [ann, ben, eve, tim]


@pytest.mark.parametrize("format", ["items", "shared", "together"])
def test_players_on_two_servers_race_to_the_end(pair: Pair, clients: list[Client], format: str) -> None:
    code = open_room(clients[0], format=format, after_first=1, gravity="down")
    windows = pair.join(clients, code)
    assert [window.you for window in windows] == [0, 1, 2, 3]
    windows[0].do("bot 5")
    start_race(*windows)
    with ThreadPoolExecutor(len(windows)) as pool:
        list(pool.map(play_to_the_end, windows))
    for window in windows:
        window.close()
    late = RoomWindow(clients[0], code, watch=True, address=pair.servers[1].address)
    assert late.state["race"]["is_over"]
    for window in windows:
        assert window.boards == late.boards
    late.close()
