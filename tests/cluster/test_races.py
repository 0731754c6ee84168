"""Races on two servers and one PostgreSQL database: players on both, everything in one order."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from lianliankan.store import Store
from lianliankan.store.race_results import NoSuchRace
from lianliankan.web.race import driver, live_room
from lianliankan.web.race.protocol import CLOSE_KICKED, CLOSE_TAKEN_OVER
from lianliankan.web.race.replica import Replica
from support.patience import PATIENCE
from support.race_stage import RoomWindow, event_names, open_room, play_to_the_end, start_race
from support.web_stage import Client, RunningServer, new_client, run_server, wait_until


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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_room, "_SILENT_SECONDS", PATIENCE)  # neither server dies
        patch.setattr(driver, "_LOST_SECONDS", PATIENCE)
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


def test_a_player_moves_to_another_server(pair: Pair, clients: list[Client]) -> None:
    code = open_room(clients[0], after_first=1)
    one, two, three, _ = pair.join(clients, code)
    other = RoomWindow(clients[0], code, address=pair.servers[1].address)
    assert (other.you, one.closing_code()) == (0, CLOSE_TAKEN_OVER)
    other.send(type="react", reaction="clap")
    assert three.wait_for(lambda message: message["type"] == "reaction")["seat"] == 0
    assert event_names(other.do("kick 3")) == ["seatfreed"]
    assert three.closing_code() == CLOSE_KICKED
    other.break_off()
    assert two.wait_for_event("readychanged")["is_away"]
    again = RoomWindow(clients[0], code)
    assert not two.wait_for_event("readychanged")["is_away"]
    for window in (two, again):
        window.close()


def test_both_servers_do_the_same_at_once(pair: Pair, clients: list[Client]) -> None:
    """Of one board, everybody wants the same pair: one gets it."""
    code = open_room(clients[0], format="shared", rows=6, cols=8, after_first=1)
    windows = pair.join(clients, code)
    start_race(*windows)
    for _ in range(6):
        move = windows[0].boards[0].moves()[0]
        numbers = [(window, window.give(f"play {move}")) for window in windows]
        answers = [window.wait_for(lambda each, n=n: each.get("n") == n) for window, n in numbers]  # type: ignore[misc]
        taken = [answer for answer in answers if "pairtaken" in event_names(answer)]
        assert len(taken) == 1, answers
        last = max(window.version for window in windows)
        for window in windows:
            while window.version < taken[0]["version"]:
                window.receive()
        assert last >= taken[0]["version"]
        assert all(window.boards == windows[0].boards for window in windows)
    for window in windows:
        window.close()


@pytest.mark.parametrize("seed", range(3))
def test_random_clients(pair: Pair, clients: list[Client], seed: int) -> None:
    """Whatever players send, when and where, all screens and the store agree at the end."""
    rng = random.Random(seed)
    gravity = rng.choice(["still", "down", "outward"])
    settings: dict[str, Any] = {"gravity": gravity, "combo": 1, "after_first": 1, "rows": 6, "cols": 8}
    code = open_room(clients[0], format=rng.choice(["items", "shared"]), **settings, items=True)
    windows = pair.join(clients, code)
    windows[0].do("bot 5")
    start_race(*windows)

    def misbehave(number: int) -> RoomWindow:
        window, own = windows[number], random.Random(10 * seed + number)
        while not any(event["event"] == "raceover" for event in window.events):
            choice = own.random()
            moves = window.boards[number].moves()
            if choice < 0.08:
                window.break_off()
                window = RoomWindow(clients[number], code, address=own.choice(pair.servers).address)
                if window.state["room"]["phase"] != "racing":
                    return window
                continue
            if choice < 0.2:
                window.give(f"play {own.randint(1, 7)},{own.randint(1, 9)}-{own.randint(1, 7)},{own.randint(1, 9)}")
            elif choice < 0.4:
                item = own.choice(["shuffle", "put-back", "hide", "turn", "block"])
                window.give(f"use {item} {own.randint(1, 6)}")
            elif choice < 0.5:
                window.give(own.choice(["hint", "use bomb", "use shield", "use hint", "use time", "ready", "unready"]))
            elif moves:
                window.give(f"play {own.choice(moves)}", version=max(window.version - own.choice([0, 0, 0, 3, 50]), 0))
            window.receive()  # every command is answered
        return window

    with ThreadPoolExecutor(len(windows)) as pool:
        windows = list(pool.map(misbehave, range(len(windows))))
    replica = Replica(pair.servers[0].state.store.rooms.open_room(code))
    assert replica.room.race is not None
    assert replica.room.race.is_over
    boards = {number: seat.board for number, seat in replica.room.race.seats.items()}
    for window in windows:
        assert window.boards == boards  # since the end of the race, which it has seen
        window.close()
    store, race_id = pair.servers[1].state.store, replica.race_id or ""
    wait_until(lambda: has_race(store, race_id))
    assert store.of_player("").races.open_race(race_id).standings == replica.room.race.standings


def has_race(store: Store, race_id: str) -> bool:
    try:
        store.of_player("").races.read(race_id)
    except NoSuchRace:
        return False
    return True
