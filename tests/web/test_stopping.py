"""Stopping: requests that have begun are answered, and players go on elsewhere."""

import asyncio
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from lianliankan.store import Store
from reserved_port import reserve_port
from support.careful_player import CarefulPlayer
from support.children import child, read_line
from support.patience import PATIENCE, wait_until
from support.unhurried_server import UNHURRIED_LLK
from support.web_stage import Client, Window, new_client, run_server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")


@contextmanager
def run_program(folder: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server as a program, and yield it with its address."""
    command = [*UNHURRIED_LLK, "serve", "--quiet", "--port", str(port), "--data", str(folder)]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process, read_line(process).strip().partition(" ")[2]


def is_listening(address: str) -> bool:
    place = urlsplit(address)
    try:
        socket.create_connection((str(place.hostname), int(place.port or 0)), PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.mark.kills
def test_players_play_through_a_restart(tmp_path: Path) -> None:
    """The next server starts while the last one still ends; both use the same store."""
    end, players = threading.Event(), list[CarefulPlayer]()

    def play_on() -> None:
        goals = [player.answered + 5 for player in players]
        wait_until(lambda: all(player.answered >= goal for player, goal in zip(players, goals, strict=True)))

    with run_program(tmp_path, port := reserve_port()) as (first, address):
        try:
            players = [CarefulPlayer(Client(address), end) for _ in range(8)]
            for player in players:
                player.start()
            play_on()
            first.send_signal(signal.SIGTERM)
            wait_until(lambda: not is_listening(address))
            with run_program(tmp_path, port):
                out, errors = first.communicate(timeout=PATIENCE)
                assert (first.returncode, out, errors) == (0, "", "")
                play_on()
                end.set()
                for player in players:
                    player.join(PATIENCE)
        finally:
            end.set()
            for player in players:
                player.client.close()
    for player in players:
        assert (player.wrong, player.codes) == ([], [1012])


def test_requests_are_answered_and_sockets_closed_when_the_server_stops(tmp_path: Path) -> None:
    """Whether a command was done that got no answer, the page finds out from the next server."""
    with run_server(tmp_path, stop_seconds=int(PATIENCE)) as server, new_client(server) as client:
        busy, idle = (client.open_window(client.start_game()) for _ in range(2))
        writer, has_stalled, disk = server.state.writer, threading.Event(), threading.Event()
        stall = writer.run(lambda: (has_stalled.set(), disk.wait(PATIENCE)))  # type: ignore[func-returns-value]
        asyncio.run_coroutine_threadsafe(stall, writer._loops[0].get_loop())
        assert has_stalled.wait(PATIENCE)
        busy.send(type="do", n=1, version=0, command="pause")
        busy.send(type="do", n=2, version=1, command="resume")
        answers: list[int] = []
        asking = threading.Thread(target=lambda: answers.append(client.http.put("/api/settings", json={}).status_code))
        asking.start()
        wait_until(lambda: writer._queues["changes"] and writer._queues["others"])
        server._uvicorn.should_exit = True
        assert [read_code(window) for window in (busy, idle)] == [1012, 1012]
        assert answers == []
        disk.set()
        asking.join(PATIENCE)
        assert answers == [200]
        player, id = server.open_store(client).player, busy.state["id"]
    with Store(tmp_path) as store:
        entries = [str(entry.command) for entry in store.of_player(player).open(id).game.entries]
        assert entries in (["pause"], ["pause", "resume"])


def read_code(window: Window) -> int:
    """Return the code that a connection is closed with."""
    with pytest.raises(ConnectionClosed) as closed:
        window.receive()
    window.close()
    assert closed.value.rcvd
    return closed.value.rcvd.code
