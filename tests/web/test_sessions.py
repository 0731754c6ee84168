"""Sessions: cookies that cannot be looked up, and devices that were signed out while nobody looked."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from lianliankan.errors import StoreError
from lianliankan.store import Store
from lianliankan.store.players import ENDED_SECONDS, Players
from lianliankan.web.base.tasks import ServerTasks
from lianliankan.web.http.identity import PlayerCookies, Sessions
from lianliankan.web.live.protocol import CLOSE_LATER
from lianliankan.web.local.in_place import InPlaceExecutor
from support.own_clock import OwnClock, run_without_waiting
from support.patience import PATIENCE
from support.web_stage import RunningServer, new_client, read_problem, run_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with run_server(tmp_path, accounts=True, clock=OwnClock()) as server:
        yield server


def test_a_server_that_was_frozen_looks_at_all_its_connections_again(server: RunningServer) -> None:
    with new_client(server) as client:
        window, sessions, store = client.open_window(client.start_game()), server.state.sessions, server.state.store
        player = server.open_store(client).player
        sessions._known_ended = {store.players.ended_hash(player)}  # so that only the pause can be the reason
        store.players.forget(player)
        server.pass_time(ENDED_SECONDS)
        with pytest.raises(ConnectionClosed):
            window.receive()


def test_a_mistake_does_not_end_the_look_for_devices_that_were_signed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = list[str]()

    def ended(_: Players) -> set[str]:
        asked.append("asked")
        if len(asked) == 1:
            raise RuntimeError("a mistake")
        return set()

    monkeypatch.setattr(Players, "ended", ended)

    async def run(store: Store) -> None:
        tasks, clock = ServerTasks(), asyncio.get_running_loop().time
        Sessions(store, PlayerCookies(bytes(32)), InPlaceExecutor(), has_accounts=True, now=clock).start(tasks)
        await asyncio.sleep(20)
        await tasks.close()

    with Store(tmp_path) as store:
        run_without_waiting(run(store))
    assert len(asked) > 2
    assert caplog.messages == ["devices not looked at"]


def test_a_cookie_that_cannot_be_looked_up_is_looked_up_later(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise StoreError("the database is away")

    with new_client(server) as client:
        id = client.start_game()
        server.state.sessions._trusted.clear()
        monkeypatch.setattr(Players, "last_seen", fail)
        with client.connect(id) as socket:
            assert json.loads(socket.recv(timeout=PATIENCE))["code"] == "store"
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CLOSE_LATER
        assert read_problem(client.http.get("/api/games")) == (503, "store")
