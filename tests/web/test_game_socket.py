"""Games over the WebSocket, through real sockets: answers, resends, windows, clocks, limits and hostile frames."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.records.share import to_share
from lianliankan.store import Change, Store
from support.web_stage import Guest, Stage, Talk, staged, visiting, wait_until

IDLE_SECONDS = 0.3


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(
        tmp_path_factory.mktemp("site"),
        new_players_per_address=10_000,
        idle_seconds=IDLE_SECONDS,
        max_connections_per_player=6,
    ) as stage:
        yield stage


@pytest.fixture
def guest(stage: Stage) -> Iterator[Guest]:
    yield from visiting(stage)


def names(answer: dict[str, Any]) -> list[str]:
    return [event["event"] for event in answer["events"]]


def open_store(stage: Stage, guest: Guest) -> Store:
    player = stage.server.cookies.read_player(guest.cookie)
    assert player is not None
    return stage.server.store.of_player(player)


def read_close_code(socket: ClientConnection) -> int:
    """Read to the end, and give the code that the server closed with."""
    try:
        while True:
            socket.recv(timeout=10)
    except ConnectionClosed as end:
        assert end.rcvd is not None
        return end.rcvd.code


def test_a_whole_game(stage: Stage, guest: Guest) -> None:
    id = guest.begin()
    talk = guest.sit_down(id)
    assert talk.state["rows"] == llk.deal(4, 6, seed=7).to_rows()
    twin = llk.plan("classic", seed=7, rows=4, cols=6).game()
    while not twin.is_over:
        move = llk.solve(twin.board).moves[0]
        for command in (f"pick {move.a}", f"pick {move.b}"):
            answer = talk.do(command)
            happened = twin.do(command)
            assert (answer["type"], answer["n"], answer["entries"]) == ("done", talk.number, len(twin.entries))
            assert names(answer) == [event.name for event in happened]
            view = answer["view"]
            assert (view["state"], view["tiles"], view["pairs"]) == (twin.state, twin.board.tile_count, twin.pairs)
            assert view["moves"] == len(twin.board.moves())
    assert answer["view"]["stars"] == 3
    assert talk.do("hint")["events"][0]["reason"] == "over"
    talk.close()
    kept = open_store(stage, guest).open(id).game
    assert [str(entry.command) for entry in kept.entries] == [str(entry.command) for entry in twin.entries]
    assert kept.state == "won"


def test_what_is_refused_counts_for_nothing(guest: Guest) -> None:
    talk = guest.sit_down(guest.begin())
    answer = talk.do("undo")
    assert (names(answer), answer["entries"]) == (["refused"], 0)
    assert names(talk.do("tick")) == []
    for command in ("dance", "", "pick", "pick 1", "pick 0,0,0", "play 1,1", "hint 1,1", "pick " + "9" * 50 + ",1"):
        assert talk.do(command)["type"] in ("error", "done")
    assert talk.do("pick 1,1")["entries"] == 1
    talk.close()


def test_a_resent_command_is_not_done_twice(guest: Guest) -> None:
    id = guest.begin()
    talk = guest.sit_down(id)
    assert talk.do("pick 1,1")["type"] == "done"
    again = talk.do("pick 1,1", after=0)  # the answer was lost on its way, so the client says it again
    assert (again["type"], again["entries"], again["view"]["picked"]) == ("state", 1, [0, 0])
    for after in (0, 2, 10**9):
        assert talk.do("hint", after=after)["type"] == "state"
    assert talk.do("pick 1,1", after=1)["events"][0]["event"] == "dropped"
    talk.close()


def test_a_broken_connection_loses_nothing(guest: Guest) -> None:
    id = guest.begin()
    talk = guest.sit_down(id)
    talk.do("pick 1,1")
    talk.say(type="do", n=2, after=1, command="pick 1,1")
    talk.socket.socket.close()  # nobody waits for the answer
    again = guest.sit_down(id)
    assert again.entries in (1, 2)
    wait_until(lambda: count_entries(guest, id) == 2)
    answer = again.do("pick 1,1", after=1)
    while answer["type"] == "done" and answer["n"] is None:  # of the command that nobody waited for
        answer = again.hear()
    assert (answer["type"], answer["entries"]) == ("state", 2)
    again.close()


def count_entries(guest: Guest, id: str) -> int:
    talk = guest.sit_down(id)
    talk.close()
    return int(talk.entries)


def test_two_windows(guest: Guest) -> None:
    id = guest.begin()
    first, second = guest.sit_down(id), guest.sit_down(id)
    mine = first.do("pick 1,1")
    theirs = second.hear()
    assert (mine["n"], theirs["n"]) == (1, None)
    assert mine | {"n": None} == theirs
    assert first.do("undo")["events"][0]["event"] == "refused"  # of which the other hears nothing
    assert names(second.do("pick 1,1")) == ["dropped"]
    assert names(first.hear()) == ["dropped"]
    first.say(type="do", n=9, after=2, command="pick 1,1")
    second.say(type="do", n=9, after=2, command="pick 1,2")
    heard = {talk: talk.hear() for talk in (first, second)}
    late = next(talk for talk, message in heard.items() if message["n"] is None)
    assert late.hear()["type"] == "state"
    assert [message["entries"] for message in heard.values()] == [3, 3]
    first.close()
    second.close()


def test_commands_run_one_after_the_other(guest: Guest) -> None:
    """A hint is found in a thread; a pick that comes after it waits for it, even from another window."""
    id = guest.begin(mode="relaxed", rows=6, cols=10, seed=5)
    talks = [guest.sit_down(id) for _ in range(3)]

    def press(talk: Talk) -> None:
        for _ in range(12):
            talk.say(type="do", n=1, after=talk.entries, command="auto")
            while True:
                message = talk.hear()
                if message["type"] == "state" or message.get("n") == 1:
                    break

    threads = [threading.Thread(target=press, args=(talk,)) for talk in talks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for talk in talks:
        talk.close()
    last = guest.sit_down(id)
    assert last.entries == last.state["view"]["pairs"]
    assert last.state["view"]["tiles"] == 60 - 2 * last.entries
    last.close()


def test_pings_and_hellos(guest: Guest) -> None:
    talk = guest.sit_down(guest.begin())
    talk.say(type="ping", n=8)
    assert talk.hear() == {"type": "pong", "n": 8}
    talk.say(type="hello", v=1)
    assert talk.hear()["type"] == "state"
    talk.close()


def test_the_honest_light(guest: Guest) -> None:
    board = to_share(llk.Board.parse("CCAA/..AB/..BA"))
    talk = guest.sit_down(guest.begin(share=board))
    talk.say(type="light", n=1)
    assert talk.hear() == {"type": "light", "n": 1, "entries": 0, "winnable": True, "doomed": None}
    talk.do("play 1,3-1,4")
    talk.say(type="light", n=2)
    doomed = {"number": 1, "move": [[0, 2], [0, 3]]}
    assert talk.hear() == {"type": "light", "n": 2, "entries": 1, "winnable": False, "doomed": doomed}
    talk.close()
    telling = llk.Game(llk.Board.parse("CCAA/..AB/..BA"), llk.Options(tell_doomed=True, when_stuck="ask"))
    id = guest.begin(share=to_share(telling))
    talk = guest.sit_down(id)
    assert talk.do("play 1,3-1,4")["view"]["doomed"] == doomed
    talk.close()
    time.sleep(2 * IDLE_SECONDS)  # the room is closed; opened again, it still knows
    again = guest.sit_down(id)
    assert again.state["view"]["doomed"] == doomed
    again.close()


# ---- Clocks ----------------------------------------------------------------------------------------------------------


def test_a_game_that_everybody_left_pauses(stage: Stage, guest: Guest) -> None:
    id = guest.begin()
    first, second = guest.sit_down(id), guest.sit_down(id)
    first.do("pick 1,1")
    first.close()
    time.sleep(2 * IDLE_SECONDS)
    assert second.hear()["events"][0]["event"] == "picked"
    assert names(second.do("pick 1,1")) == ["dropped"]  # somebody is still there
    second.close()
    wait_until(lambda: open_store(stage, guest).open(id).game.state == "paused")
    wait_until(lambda: all(place[1] != id for place in stage.server.live_games._games))
    again = guest.sit_down(id)
    assert (again.state["view"]["state"], again.state["view"]["running"]) == ("paused", False)
    assert names(again.do("resume")) == ["resumed"]
    again.close()
    quick = guest.sit_down(id)  # back before the time of idle_seconds is over
    time.sleep(2 * IDLE_SECONDS)
    assert names(quick.do("pick 1,1")) == ["picked"]
    quick.close()


def test_when_the_time_is_up_the_server_says_so(stage: Stage, guest: Guest) -> None:
    game = llk.Game(llk.Board.parse("AB/AB"), llk.Options(mode="timed", limit=0.5, bonus=0.4))
    id = guest.begin(share=to_share(game))
    talk = guest.sit_down(id)
    assert 0 < talk.state["view"]["left"] <= 0.5
    assert names(talk.do("play 1,1-2,1")) == ["linked"]  # which gives more time
    began = time.monotonic()
    answer = talk.hear(3)
    assert time.monotonic() - began > 0.5
    assert (answer["n"], names(answer)) == (None, ["lost"])
    assert (answer["view"]["loss"], answer["view"]["left"]) == ("time", 0.0)
    assert talk.do("hint")["events"][0]["reason"] == "over"
    talk.close()
    paused = guest.sit_down(guest.begin(share=to_share(game)))
    paused.do("pause")
    with pytest.raises(TimeoutError):
        paused.hear(0.7)
    assert names(paused.do("resume")) == ["resumed"]
    assert names(paused.hear(3)) == ["lost"]
    paused.close()


# ---- The store says no -----------------------------------------------------------------------------------------------


def test_what_cannot_be_written_was_not_done(stage: Stage, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = guest.sit_down(guest.begin())
    talk.do("pick 1,1")

    def full(self: Store, changes: list[Change]) -> list[StoreError | None]:
        return [StoreError("the disk is full")] * len(changes)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write_changes", full)
        assert talk.do("pick 1,1")["code"] == "store"
        assert (talk.hear()["type"], talk.entries) == ("state", 1)
        patch.setattr(Store, "write_changes", lambda *_: 1 / 0)
        with pytest.raises(ConnectionClosed):  # what nobody foresaw ends the connection, and nothing else
            talk.do("pick 1,1")
    talk.close()
    again = guest.sit_down(talk.state["id"])
    assert again.entries == 1
    assert names(again.do("pick 1,1")) == ["dropped"]
    again.close()


def test_a_game_that_went_on_elsewhere(stage: Stage, guest: Guest) -> None:
    id = guest.begin()
    talk = guest.sit_down(id)
    talk.do("pick 1,1")
    open_store(stage, guest).open(id).do("pick 1,1", at=99)
    answer = talk.do("pick 1,2")
    assert (answer["type"], answer["entries"], answer["view"]["picked"]) == ("state", 2, None)
    assert names(talk.do("pick 1,2")) == ["picked"]
    talk.close()


# ---- Limits and hostile frames ---------------------------------------------------------------------------------------


def test_other_origins_do_not_even_connect(guest: Guest) -> None:
    id = guest.begin()
    for origin in (
        "https://evil.example",
        "null",
        guest.address + ".evil.example",
        guest.address.replace("http", "ftp"),
    ):
        with pytest.raises(InvalidStatus) as refused:
            guest.connect(id, origin=origin)
        assert refused.value.response.status_code == 403


def test_too_many_connections(guest: Guest) -> None:
    id = guest.begin()
    talks = [guest.sit_down(id) for _ in range(4)]
    with guest.connect(id) as fifth:
        fifth.send('{"type":"hello","v":1}')
        assert json.loads(fifth.recv(timeout=10))["code"] == "busy"
        assert read_close_code(fifth) == 4429
    other = guest.begin()
    talks += [guest.sit_down(other) for _ in range(2)]
    with guest.connect(other) as seventh:
        assert json.loads(seventh.recv(timeout=10))["code"] == "busy"
    for talk in talks:
        talk.close()
    guest.sit_down(id).close()  # there is room again


def test_too_fast(guest: Guest) -> None:
    talk = guest.sit_down(guest.begin())
    try:
        for n in range(400):
            talk.say(type="ping", n=n)
    except ConnectionClosed:
        pass
    assert read_close_code(talk.socket) == 1008
    talk.close()


@pytest.mark.parametrize(
    "first", ['{"type":"ping","n":1}', "nonsense", b"\x00\x01", '{"type":"do","n":1,"after":0,"command":"hint"}', ""]
)
def test_who_does_not_say_hello_is_let_go(guest: Guest, first: str | bytes) -> None:
    with guest.connect(guest.begin()) as socket:
        socket.send(first)
        assert json.loads(socket.recv(timeout=10))["code"] == "bad"
        assert read_close_code(socket) == 1008


def test_a_page_of_another_time(guest: Guest) -> None:
    with guest.connect(guest.begin()) as socket:
        socket.send('{"type":"hello","v":2}')
        assert json.loads(socket.recv(timeout=10))["code"] == "version"
        assert read_close_code(socket) == 4426


def test_a_message_that_is_too_long(guest: Guest) -> None:
    for size in (5_000, 200_000):
        talk = guest.sit_down(guest.begin())
        talk.socket.send('{"type":"ping","n":1' + " " * size + "}")
        assert read_close_code(talk.socket) == 1009
        talk.close()


hostile = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["hello", "do", "ping", "light", "state"])},
        optional={
            "v": st.integers() | st.none(),
            "n": st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
            "after": st.integers(-3, 2**64) | st.none(),
            "command": st.text(max_size=80)
            | st.builds("{} {},{}-{},{}".format, st.sampled_from(llk.COMMANDS), *[st.integers(-(10**6), 10**6)] * 4),
        },
    ).map(json.dumps),
    st.just("[" * 2000),
    st.just('{"type":"do","n":1,"after":0,"command":"give-up"}'),
)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(hostile, min_size=1, max_size=8))
def test_whatever_is_sent_harms_nobody(stage: Stage, frames: list[str | bytes]) -> None:
    victim, villain = (
        SHARED.setdefault("victim", Guest(stage.address)),
        SHARED.setdefault("villain", Guest(stage.address)),
    )
    if "talk" not in TALKS:
        TALKS["talk"], TALKS["id"] = victim.sit_down(victim.begin()), villain.begin()
    with villain.connect(TALKS["id"]) as socket:
        try:
            socket.send('{"type":"hello","v":1}')
            for frame in frames:
                socket.send(frame)
                answer = json.loads(socket.recv(timeout=10))
                assert answer["type"] in ("state", "done", "pong", "error", "light")
                assert TALKS["talk"].state["id"] not in json.dumps(answer)
        except ConnectionClosed as end:
            assert end.rcvd is None or end.rcvd.code in (1000, 1002, 1003, 1007, 1008, 1009)
    TALKS["talk"].say(type="ping", n=1)
    assert TALKS["talk"].hear() == {"type": "pong", "n": 1}


SHARED: dict[str, Guest] = {}
TALKS: dict[str, Any] = {}


@pytest.fixture(scope="module", autouse=True)
def _send_everybody_home() -> Iterator[None]:
    yield
    if TALKS:
        TALKS["talk"].close()
    for guest in SHARED.values():
        guest.close()


def test_bytes_that_are_no_websocket(stage: Stage, guest: Guest, tmp_path: Path) -> None:
    import random
    import socket
    from urllib.parse import urlsplit

    place = urlsplit(stage.address)
    rng = random.Random(5)
    for number in range(30):
        with socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=5) as raw:
            start = b"" if number % 2 else f"GET /ws/abc HTTP/1.1\r\nHost: {place.netloc}\r\n".encode()
            raw.sendall(start + rng.randbytes(rng.randint(1, 3000)) + b"\r\n\r\n")
    assert guest.http.get("/healthz").json()["ok"] is True
