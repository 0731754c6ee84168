"""Live games when something goes wrong: strangers, lost clients, timers, a failing store."""

import asyncio
import json
import logging
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.game.view import GameView
from lianliankan.records.share import to_share
from lianliankan.store import Change, Store
from lianliankan.web.work.jobs import Requester
from support.patience import PATIENCE, wait_until
from support.web_stage import Client, RunningServer, event_names, frame

HELLO = '{"type":"hello","v":3}'
TIMED = llk.Game(llk.Board.parse("AB/AB"), llk.Options(mode="timed", limit=20, bonus=5))


@pytest.fixture(scope="module")
def server(usual_server: RunningServer) -> RunningServer:
    return usual_server


def test_other_windows_receive_commands_whose_sender_has_gone(client: Client) -> None:
    id = client.start_game()
    stays, goes = client.open_window(id), client.open_window(id)
    messages = [
        {"type": "do", "n": number, "version": number, "command": ("pause", "resume")[number % 2]}
        for number in range(5)
    ]
    # In one packet: what a server has not read when a connection breaks, it may never see.
    goes.socket.socket.sendall(b"".join(frame(1, json.dumps(message).encode()) for message in messages))
    goes.break_off()
    assert [stays.receive()["version"] for _ in range(5)] == [1, 2, 3, 4, 5]
    stays.close()


def test_a_command_that_is_being_written_is_finished_though_its_sender_is_dropped(
    server: RunningServer, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = client.start_game()
    stays = client.open_window(id)
    live_game = server.find_live_game(id)
    first = set(live_game.connections)
    goes = client.open_window(id)
    (dropped,) = live_game.connections - first
    is_writing, may_write, real = threading.Event(), threading.Event(), Store.write_changes

    def slow(self: Store, changes: Sequence[Change], worker: str) -> list[StoreError | None]:
        is_writing.set()
        may_write.wait(PATIENCE)
        return real(self, changes, worker)

    monkeypatch.setattr(Store, "write_changes", slow)
    goes.send(type="do", n=1, version=0, command="pause")
    assert is_writing.wait(PATIENCE)
    server.run(dropped.abort)
    server.pass_time(0)  # in which the abort reaches the command
    may_write.set()
    assert stays.receive()["version"] == 1
    assert live_game.stored.version == 1
    with pytest.raises(ConnectionClosed):
        goes.receive()
    wait_until(lambda: live_game.connections == first)
    assert stays.do("resume")["version"] == 2
    stays.close()


def test_a_stranger_who_asks_for_a_game_does_not_close_it_for_its_player(
    server: RunningServer, client: Client, other_client: Client
) -> None:
    ids = [client.start_game() for _ in range(6)]
    for id in ids:
        client.open_window(id).close()  # so that the games will be read from the store
    answers = []
    for id in ids:
        server.wait_until_closed(id)
        sockets = [other_client.connect(id), client.connect(id)]
        for each in sockets:
            each.send(HELLO)
        answers.append(json.loads(sockets[1].recv(timeout=PATIENCE))["type"])
        for each in sockets:
            each.close()
    assert answers == ["state"] * 6


def test_an_error_while_answering_does_not_block_the_game(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    id = client.start_game()
    window = client.open_window(id)
    with monkeypatch.context() as patch:
        patch.setattr(GameView, "of", lambda *_: 1 / 0)
        window.send(type="do", n=1, version=0, command="undo")
        with pytest.raises(ConnectionClosed):
            window.receive()
    again = client.connect(id)
    again.send(HELLO)
    assert json.loads(again.recv(timeout=PATIENCE))["type"] == "state"
    again.close()


# ---- Timers ----------------------------------------------------------------------------------------------------------


def test_a_timer_whose_command_cannot_be_written_does_not_fire_in_a_loop(
    server: RunningServer, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    id = client.start_game(share=to_share(TIMED))
    window = client.open_window(id)
    with caplog.at_level(logging.ERROR, "lianliankan.web"):
        assert client.http.delete(f"/api/games/{id}").status_code == 200
        assert window.receive()["code"] == "gone"
        with pytest.raises(ConnectionClosed):
            window.receive()
        removed = client.start_game(share=to_share(TIMED))
        window = client.open_window(removed)
        window.send(type="begin")
        window.wait_for_pong()
        server.open_store(client).remove(removed)  # as another program would
        server.pass_time(20)
        assert window.receive()["code"] == "gone"
        for _ in range(3):
            server.pass_time(0)
        window.wait_for_pong()
        window.close()
    assert len([record for record in caplog.records if record.message == "command failed"]) <= 3


def test_the_timer_is_set_after_another_program_has_resumed_the_game(server: RunningServer, client: Client) -> None:
    id = client.start_game(share=to_share(TIMED))
    window = client.open_window(id)
    window.do("pause")
    live_game = server.find_live_game(id)
    # The timer from before the pause fires and writes only the time; it must be done before the game moves on.
    server.pass_time(20)
    wait_until(lambda: live_game._timer is None and not live_game._lock.locked())
    elsewhere = server.open_store(client).open(id)
    elsewhere.do("resume", at=elsewhere.game.at + 0.01)
    assert event_names(window.do("resume")) == ["resumed"]
    assert window.receive()["type"] == "state"
    server.pass_time(20)
    assert event_names(window.receive()) == ["lost"]
    window.close()


# ---- The solver and the store ----------------------------------------------------------------------------------------


def test_the_solver_does_not_work_for_clients_that_have_gone(
    server: RunningServer, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = client.start_game()
    window = client.open_window(id)
    live_game = server.find_live_game(id)
    started, has_left, run = list[object](), threading.Event(), server.state.jobs.run

    async def note(requester: Requester, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        if requester == live_game.requester:
            started.append(args)
            await asyncio.to_thread(has_left.wait, PATIENCE)
        return await run(requester, *args, **options)

    monkeypatch.setattr(server.state.jobs, "run", note)
    for number in range(60):
        window.send(type="winnable", n=number)
    wait_until(lambda: started)
    window.break_off()
    wait_until(lambda: not live_game.connections)
    has_left.set()
    wait_until(lambda: not live_game._winnable._is_answering)
    assert len(started) == 1


def test_a_broken_store_is_not_reported_as_a_missing_game_nor_with_its_path(
    server: RunningServer, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = client.start_game()
    client.open_window(id).close()
    server.wait_until_closed(id)

    def fail(self: Store, id: str, **given: object) -> None:
        raise StoreError(f"{self.name}: disk read or write error")

    monkeypatch.setattr(Store, "open", fail)
    with client.connect(id) as socket:
        socket.send(HELLO)
        message = json.loads(socket.recv(timeout=PATIENCE))
    assert message["code"] == "store"
    assert server.state.store.name not in message["message"]
