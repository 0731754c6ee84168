"""Games over the WebSocket, through real sockets: answers, resends, windows, clocks, limits and hostile frames."""

import json
import threading

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.records.share import to_share
from lianliankan.store import Change, Store
from lianliankan.web.live import live_game
from support.patience import PATIENCE, wait_until
from support.web_stage import Client, RunningServer, Window, event_names


@pytest.fixture(scope="module")
def server(usual_server: RunningServer) -> RunningServer:
    return usual_server


def read_close_code(socket: ClientConnection) -> int:
    """Read to the end, and return the code that the server closed with."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as end:
        assert end.rcvd is not None
        return end.rcvd.code


def test_a_whole_game(server: RunningServer, client: Client) -> None:
    id = client.start_game()
    window = client.open_window(id)
    assert window.state["rows"] == llk.deal(4, 6, seed=7).to_rows()
    twin = llk.plan("classic", seed=7, rows=4, cols=6).game()
    while not twin.is_over:
        move = llk.solve(twin.board).moves[0]
        answer = window.do(f"play {move}")
        happened = twin.do(f"play {move}")
        assert (answer["type"], answer["n"], answer["version"]) == ("done", window.number, len(twin.entries))
        assert event_names(answer) == [event.name for event in happened]
        view = answer["view"]
        assert (view["state"], view["tiles"], view["pairs"]) == (twin.state, twin.board.tile_count, twin.pairs)
        assert view["moves"] == len(twin.board.moves())
    assert answer["view"]["stars"] == 3
    assert window.do("hint")["events"][0]["reason"] == "over"
    window.close()
    kept = server.open_store(client).open(id).game
    assert [str(entry.command) for entry in kept.entries] == [str(entry.command) for entry in twin.entries]
    assert kept.state == "won"


def test_refused_commands_add_no_entries(client: Client) -> None:
    window = client.open_window(client.start_game())
    answer = window.do("undo")
    assert (event_names(answer), answer["version"]) == (["refused"], 0)
    assert event_names(window.do("tick")) == []
    for command in ("dance", "", "play", "play 1", "play 0,0-0,0", "play 1,1", "hint 1,1", "play 1,1-" + "9" * 50):
        assert window.do(command)["type"] in ("error", "done")
    assert window.do("pause")["version"] == 1
    window.close()


def test_a_first_pick_is_a_matter_of_the_page(server: RunningServer, client: Client) -> None:
    id = client.start_game()
    window = client.open_window(id)
    answer = window.do("pick 1,1")
    assert (answer["type"], answer["code"]) == ("error", "bad")
    assert "play 1,1-2,3" in answer["message"]
    assert window.do("pause", version=0)["version"] == 1  # nothing was written
    window.close()
    assert [str(entry.command) for entry in server.open_store(client).open(id).game.entries] == ["pause"]


def test_the_clock_starts_with_the_first_pick_and_waits_again_after_a_restart(
    server: RunningServer, client: Client
) -> None:
    id = client.start_game(mode="timed", rows=4, cols=6, seed=7)
    window, other = client.open_window(id), client.open_window(id)
    assert (window.state["view"]["state"], window.state["view"]["running"]) == ("playing", False)
    server.pass_time(3)
    window.send(type="begin")
    window.send(type="begin")
    started = other.receive()
    server.pass_time(7)
    assert (started["n"], started["version"], started["events"]) == (None, 0, [])
    assert (started["view"]["running"], started["view"]["seconds"]) == (True, 0)
    refused = window.do("undo")["view"]
    assert (refused["running"], refused["seconds"]) == (True, 7)
    again = window.do("restart")["view"]
    assert (again["running"], again["seconds"], again["left"]) == (False, 0, 200)
    assert other.receive()["view"]["running"] is False
    hinted = window.do("hint")["view"]  # without a pick, the first command starts the clock
    assert (hinted["running"], hinted["seconds"]) == (True, 0)
    for each in (window, other):
        each.close()


def test_a_resent_command_is_not_run_twice(client: Client) -> None:
    id = client.start_game()
    window = client.open_window(id)
    assert window.do("pause")["type"] == "done"
    again = window.do("pause", version=0)  # the answer was lost, so the client sends the command again
    assert (again["type"], again["version"], again["view"]["state"]) == ("state", 1, "paused")
    for version in (0, 2, 10**9):
        assert window.do("hint", version=version)["type"] == "state"
    assert window.do("resume", version=1)["events"][0]["event"] == "resumed"
    window.close()


def test_a_broken_connection_loses_nothing(client: Client) -> None:
    id = client.start_game()
    window = client.open_window(id)
    window.do("pause")
    window.send(type="do", n=2, version=1, command="resume")
    window.break_off()  # before the answer
    again = client.open_window(id)
    assert again.version in (1, 2)
    wait_until(lambda: count_entries(client, id) == 2)
    answer = again.do("resume", version=1)
    while answer["type"] == "done" and answer["n"] is None:  # of the command whose sender has gone
        answer = again.receive()
    assert (answer["type"], answer["version"]) == ("state", 2)
    again.close()


def count_entries(client: Client, id: str) -> int:
    window = client.open_window(id)
    window.close()
    return int(window.version)


def test_two_windows_of_one_game(client: Client) -> None:
    id = client.start_game()
    first, second = client.open_window(id), client.open_window(id)
    mine = first.do("pause")
    theirs = second.receive()
    assert (mine["n"], theirs["n"]) == (1, None)
    assert mine | {"n": None} == theirs
    assert first.do("undo")["events"][0]["event"] == "refused"  # the other window is not told
    assert event_names(second.do("resume")) == ["resumed"]
    assert event_names(first.receive()) == ["resumed"]
    first.send(type="do", n=9, version=2, command="pause")
    second.send(type="do", n=9, version=2, command="hint")
    heard = {window: window.receive() for window in (first, second)}
    late = next(window for window, message in heard.items() if message["n"] is None)
    assert late.receive()["type"] == "state"
    assert [message["version"] for message in heard.values()] == [3, 3]
    first.close()
    second.close()


def test_commands_run_one_at_a_time(client: Client) -> None:
    """`auto` asks the solver in a thread; later commands wait for it, even those of other windows."""
    id = client.start_game(mode="relaxed", rows=6, cols=10, seed=5)
    windows = [client.open_window(id) for _ in range(3)]

    def press(window: Window) -> None:
        for _ in range(12):
            window.send(type="do", n=1, version=window.version, command="auto")
            while True:
                message = window.receive()
                if message["type"] == "state" or message.get("n") == 1:
                    break

    threads = [threading.Thread(target=press, args=(window,)) for window in windows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for window in windows:
        window.close()
    last = client.open_window(id)
    assert last.version == last.state["view"]["pairs"]
    assert last.state["view"]["tiles"] == 60 - 2 * last.version
    last.close()


def test_pings_and_hellos(client: Client) -> None:
    window = client.open_window(client.start_game())
    window.send(type="ping", n=8)
    assert window.receive() == {"type": "pong", "n": 8}
    window.send(type="hello", v=3)
    assert window.receive()["type"] == "state"
    window.close()


def test_whether_the_game_can_still_be_won(server: RunningServer, client: Client) -> None:
    board = to_share(llk.Board.parse("CCAA/..AB/..BA"))
    window = client.open_window(client.start_game(share=board))
    window.send(type="winnable", n=1)
    assert window.receive() == {"type": "winnable", "n": 1, "version": 0, "winnable": True, "doomed": None}
    window.do("play 1,3-1,4")
    window.send(type="winnable", n=2)
    doomed = {"number": 1, "move": [[0, 2], [0, 3]]}
    assert window.receive() == {"type": "winnable", "n": 2, "version": 1, "winnable": False, "doomed": doomed}
    window.close()
    telling = llk.Game(llk.Board.parse("CCAA/..AB/..BA"), llk.Options(tell_doomed=True, when_stuck="ask"))
    id = client.start_game(share=to_share(telling))
    window = client.open_window(id)
    assert window.do("play 1,3-1,4")["view"]["doomed"] == doomed
    window.close()
    server.wait_until_closed(id)  # opened again, the server still knows
    again = client.open_window(id)
    assert again.state["view"]["doomed"] == doomed
    again.close()


# ---- Clocks ----------------------------------------------------------------------------------------------------------


def test_a_game_without_windows_pauses(server: RunningServer, client: Client) -> None:
    id, other = client.start_game(), client.start_game()
    first, second = client.open_window(id), client.open_window(id)
    first.do("pause")
    first.do("resume")
    first.close()
    client.open_window(other).close()
    server.pass_time(0.9 * server.state.limits.idle_seconds)
    back = client.open_window(other)  # back in time
    server.pass_time(2 * server.state.limits.idle_seconds)
    assert event_names(back.do("pause")) == ["paused"]  # it was not paused before
    back.close()
    assert [event_names(second.receive()) for _ in range(2)] == [["paused"], ["resumed"]]
    assert event_names(second.do("pause")) == ["paused"]  # a window is still open
    assert event_names(second.do("resume")) == ["resumed"]
    second.close()
    server.wait_until_closed(id)
    assert server.open_store(client).open(id).game.state == "paused"
    again = client.open_window(id)
    assert (again.state["view"]["state"], again.state["view"]["running"]) == ("paused", False)
    assert event_names(again.do("resume")) == ["resumed"]
    again.close()


def test_the_server_says_when_the_time_is_up(server: RunningServer, client: Client) -> None:
    game = llk.Game(llk.Board.parse("AB/AB"), llk.Options(mode="timed", limit=20, bonus=15))
    id = client.start_game(share=to_share(game))
    window = client.open_window(id)
    assert window.state["view"]["left"] == 20
    assert event_names(window.do("play 1,1-2,1")) == ["linked"]  # with a time bonus
    server.pass_time(34)
    assert window.do("undo")["view"]["left"] == 1
    server.pass_time(1)
    answer = window.receive()
    assert (answer["n"], event_names(answer)) == (None, ["lost"])
    assert (answer["view"]["loss"], answer["view"]["left"]) == ("time", 0.0)
    assert window.do("hint")["events"][0]["reason"] == "over"
    window.close()
    paused = client.open_window(client.start_game(share=to_share(game)))
    paused.do("pause")
    server.pass_time(100)
    assert event_names(paused.do("resume")) == ["resumed"]
    server.pass_time(20)
    assert event_names(paused.receive()) == ["lost"]
    paused.close()


# ---- A failing store -------------------------------------------------------------------------------------------------


def test_a_command_that_cannot_be_written_is_not_run(
    server: RunningServer, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = client.open_window(client.start_game())
    window.do("pause")

    def full(self: object, changes: list[Change], worker: str) -> list[StoreError | None]:
        return [StoreError("the disk is full")] * len(changes)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write_changes", full)
        assert window.do("resume")["code"] == "store"
        assert (window.receive()["type"], window.version) == ("state", 1)
        patch.setattr(Store, "write_changes", lambda *_: 1 / 0)
        with pytest.raises(ConnectionClosed):  # an unexpected error ends the connection, and nothing else
            window.do("resume")
    window.close()
    again = client.open_window(window.state["id"])
    assert again.version == 1
    assert event_names(again.do("resume")) == ["resumed"]
    again.close()


# ---- Limits and hostile frames ---------------------------------------------------------------------------------------


def test_pages_of_other_origins_cannot_connect(client: Client) -> None:
    id = client.start_game()
    for origin in (
        "https://evil.example",
        "null",
        client.address + ".evil.example",
        client.address.replace("http", "ftp"),
    ):
        with pytest.raises(InvalidStatus) as refused:
            client.connect(id, origin=origin)
        assert refused.value.response.status_code == 403


def test_too_many_connections(client: Client) -> None:
    id = client.start_game()
    windows = [client.open_window(id) for _ in range(4)]
    with client.connect(id) as fifth:
        fifth.send('{"type":"hello","v":3}')
        assert json.loads(fifth.recv(timeout=PATIENCE))["code"] == "busy"
        assert read_close_code(fifth) == 4429
    other = client.start_game()
    windows += [client.open_window(other) for _ in range(2)]
    with client.connect(other) as seventh:
        assert json.loads(seventh.recv(timeout=PATIENCE))["code"] == "busy"
    for window in windows:
        window.close()
    client.open_window(id).close()  # there are free connections again


def test_too_many_messages(client: Client) -> None:
    window = client.open_window(client.start_game())
    try:
        for n in range(200):
            window.send(type="ping", n=n)
    except ConnectionClosed:
        pass
    assert read_close_code(window.socket) == 1008
    window.close()


@pytest.mark.parametrize(
    "first", ['{"type":"ping","n":1}', "nonsense", b"\x00\x01", '{"type":"do","n":1,"version":0,"command":"hint"}', ""]
)
def test_the_first_message_must_be_a_hello(client: Client, first: str | bytes) -> None:
    with client.connect(client.start_game()) as socket:
        socket.send(first)
        assert json.loads(socket.recv(timeout=PATIENCE))["code"] == "bad"
        assert read_close_code(socket) == 1008


def test_a_page_with_another_version(client: Client) -> None:
    with client.connect(client.start_game()) as socket:
        socket.send('{"type":"hello","v":1}')
        assert json.loads(socket.recv(timeout=PATIENCE))["code"] == "version"
        assert read_close_code(socket) == 4426


def test_messages_that_are_too_long(client: Client) -> None:
    window = client.open_window(client.start_game())
    window.socket.send('{"type":"ping","n":1' + " " * 5_000 + "}")
    assert read_close_code(window.socket) == 1009
    window.close()
    window = client.open_window(client.start_game())
    window.socket.send('{"type":"ping","n":1' + " " * 200_000 + "}")  # more than a client may send at once
    with pytest.raises(ConnectionClosed):
        window.receive()
    window.close()


def test_a_game_of_too_many_commands(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_game, "MAX_COMMANDS", 2)
    window = client.open_window(client.start_game())
    assert [window.do(word)["type"] for word in ("pause", "resume")] == ["done", "done"]
    refused = window.do("pause")
    assert (refused["code"], refused["message"]) == ("long", "games are limited to 5000 commands; start a new one")
    assert event_names(window.do("give-up")) == ["lost"]
    window.close()
