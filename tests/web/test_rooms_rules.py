"""What a room does with connections: away and back, other tabs, kicks, spectators, and clients who want too much."""

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.web.endpoints import sockets as room_socket
from lianliankan.web.http.rate_limits import RateLimiter
from lianliankan.web.live.protocol import CLOSE_LATER, CLOSE_RESTART, MAX_MESSAGE_BYTES
from lianliankan.web.race import bots, driver, live_rooms
from lianliankan.web.race.protocol import CLOSE_KICKED, CLOSE_NO_ROOM, CLOSE_TAKEN_OVER
from support.own_clock import OwnClock
from support.patience import PATIENCE, wait_until
from support.race_stage import RoomWindow, event_names, open_room, play_to_the_end, start_race
from support.web_stage import Client, RunningServer, new_client, run_server

QUICK_SECONDS = 10 * PATIENCE  # which pass when a test says so


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("rooms")
    with run_server(folder, clock=OwnClock(), rate_factor=10, idle_seconds=0.3, quick_seconds=QUICK_SECONDS) as server:
        yield server


def test_away_and_back(
    server: RunningServer, client: Client, other_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_rooms, "_GRACE_SECONDS", PATIENCE)
    monkeypatch.setattr(driver, "_LOST_SECONDS", math.inf)
    code = open_room(client, after_first=1)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    start_race(one, two)
    two.do(two.a_pair())
    two.break_off()
    live_room = server.state.live_rooms.find(code)
    assert live_room is not None
    wait_until(lambda: len(live_room.connections) == 1)
    server.pass_time(PATIENCE)
    one.wait_for_event("wentaway")
    again = RoomWindow(other_client, code)
    assert again.you == 1
    assert one.wait_for_event("cameback")["seat"] == 1
    assert event_names(again.do(again.a_pair()))[0] == "pairtaken"
    again.break_off()
    quick = RoomWindow(other_client, code)  # nobody notices
    assert event_names(quick.do(quick.a_pair()))[0] == "pairtaken"
    assert sum(event["event"] == "wentaway" for event in one.events) == 1
    play_to_the_end(one, quick)
    one.close()
    quick.close()


def test_another_tab_takes_over(client: Client, other_client: Client) -> None:
    code = open_room(client)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    other = RoomWindow(client, code)
    assert (other.you, one.closing_code()) == (0, CLOSE_TAKEN_OVER)
    start_race(other, two)
    assert event_names(other.do(other.a_pair()))[0] == "pairtaken"
    other.close()
    two.close()


def test_the_host_removes_a_player(client: Client, other_client: Client) -> None:
    code = open_room(client)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    assert event_names(two.do("kick 1")) == ["roomdenied"]
    assert event_names(one.do("kick 2")) == ["seatfreed"]
    assert two.closing_code() == CLOSE_KICKED
    again = RoomWindow(other_client, code)
    assert again.you is None
    assert again.problems == ["kicked"]
    assert again.do("ready")["code"] == "watching"
    wait_until(lambda: other_client.http.get(f"/api/races/{code}").json()["refusal"] == "kicked")
    one.close()
    again.close()


def test_a_full_room_can_be_watched(client: Client, other_client: Client) -> None:
    code = open_room(client, seats=2)
    one = RoomWindow(client, code)
    one.do("bot 2")
    two = RoomWindow(other_client, code)
    assert (two.you, two.problems) == (None, ["full"])
    assert two.version == one.version, "nothing is in the log: many who come again and again do not fill it"
    one.send(type="react", reaction="wave")
    assert two.wait_for(lambda message: message["type"] == "reaction")["reaction"] == "wave"
    for _ in range(20):
        one.send(type="react", reaction="wow")
    one.send(type="ping", n=1)
    shown = 0
    while (message := one.receive())["type"] != "pong":
        shown += message["type"] == "reaction"
    assert shown == 4
    two.send(type="react", reaction="wow")  # spectators have no seat to show it at
    assert event_names(one.do("leave"))[:1] == ["seatfreed"]
    assert two.closing_code() == CLOSE_NO_ROOM  # a room of bots is nobody's
    assert one.closing_code() == CLOSE_NO_ROOM


def test_a_room_without_people_is_closed(server: RunningServer, client: Client, other_client: Client) -> None:
    code = open_room(client, away=1)
    one = RoomWindow(client, code)
    one.break_off()
    wait_until(lambda: server.state.live_rooms.find(code) is None)
    wait_until(lambda: other_client.http.get(f"/api/races/{code}").json()["refusal"] == "closed")
    late = RoomWindow(other_client, code, watch=True)
    assert late.state["room"]["phase"] == "closed"
    late.close()


@pytest.fixture
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players who do not come back are reported soon after a room was opened."""
    monkeypatch.setattr(driver, "_OPENING_SECONDS", 0)


@pytest.mark.usefixtures("little_patience")
def test_a_seat_without_a_connection_is_away(server: RunningServer, client: Client, other_client: Client) -> None:
    """A room that is given up, because the store was not there for a moment, forgets nobody who does not come back."""
    code = open_room(client, away=60)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    live_room = server.state.live_rooms.find(code)
    assert live_room is not None
    server.run(live_room.abandon)
    one.closing_code()
    again = RoomWindow(other_client, code)
    away = again.wait_for_event("readychanged")
    assert (away["seat"], away["is_away"]) == (0, True)
    two.close()
    again.close()


def test_a_room_is_live_once_however_its_code_is_typed(
    server: RunningServer, client: Client, other_client: Client
) -> None:
    code = open_room(client)
    typed = f"{code[:3].lower()}-{code[3:]}%20"
    one, spectator = RoomWindow(client, code), RoomWindow(other_client, typed, watch=True)
    live_room = server.state.live_rooms.find(code)
    assert live_room is not None
    assert len(live_room.connections) == 2
    assert other_client.http.get(f"/api/races/{typed}").json()["room"]["code"] == code
    one.do("ready")
    spectator.wait_for_event("readychanged")
    one.close()
    spectator.close()


def test_there_must_be_such_a_room(client: Client) -> None:
    for code in ("NOSUCH", "x", "%00"):
        with pytest.raises(AssertionError, match="closed"):
            RoomWindow(client, code)


def test_a_race_is_stored_once_and_can_be_replayed(server: RunningServer, client: Client, other_client: Client) -> None:
    code = open_room(client, format="items", after_first=1)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    start_race(one, two)
    race_id = one.state["room"]["race_id"]
    play_to_the_end(one, two)
    over = next(event for event in one.events if event["event"] == "raceover")
    wait_until(lambda: client.http.get(f"/api/races/records/{race_id}").status_code == 200)
    race = server.state.store.of_player("").races.open_race(race_id)
    assert [standing.seat for standing in race.standings] == [each["seat"] for each in over["standings"]]
    recent = client.http.get("/api/races/profile").json()["recent"]
    assert [each["id"] for each in recent] == [race_id]
    one.close()
    two.close()


HOSTILE = (
    "2 play 1,1-1,2",
    "play 1,1-1,2: pair line=1,1-1,2",
    "use shuffle 2: nothing",
    "use bomb: pair line=1,1-1,2",
    "relay",
    "1 relay",
    "start 1 4x6 seed=1",
    "tick",
    "drive",
    "hello 2",
    "gone 2 x",
    "join Eve",
    "away",
    "back",
    "kick 9",
    "kick 1",
    "bot 9",
    "bot",
    'settings {"rows": 99}',
    "settings {",
    'settings {"format": "ghost", "seats": 1}',
    "play 99,99-1,1",
    "play 0,0-0,0",
    "",
    "\u0000",
    "leave now",
    "use time 1 1",
)


def test_hostile_clients_get_nowhere(client: Client, other_client: Client) -> None:
    code = open_room(client, format="items", after_first=1)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    start_race(one, two)
    before = two.version
    for command in HOSTILE:
        answer = two.do(command)
        assert answer["type"] == "error" or event_names(answer)[-1] in ("denied", "roomdenied"), (command, answer)
    for version in (0, 2**53 - 1, before + 1000):
        answer = two.do("play 1,1-1,1", version=version)
        assert answer["type"] == "error" or event_names(answer) == ["denied"]
    for text in (
        "{",
        "[]",
        json.dumps({"type": "do"}),
        json.dumps({"type": "room"}),
        '"' + "x" * (MAX_MESSAGE_BYTES - 1),
    ):
        two.socket.send(text)
        assert two.wait_for(lambda message: message["type"] == "error")["code"] == "bad"
    two.socket.send(b"\x00")
    assert two.wait_for(lambda message: message["type"] == "error")["code"] == "bad"
    assert two.version == before, "nothing of that is in the log"
    assert event_names(one.do(one.a_pair()))[0] == "pairtaken"
    play_to_the_end(one, two)
    one.close()
    two.close()


def test_no_player_fills_the_log_of_a_race(
    server: RunningServer, client: Client, other_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other entries leave room for those of the race; a player who keeps reconnecting has to wait."""
    code = open_room(client)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    start_race(one, two)
    monkeypatch.setattr(room_socket, "MAX_ENTRIES", 20)
    answers = [one.do(command) for command in ["bot 1", "kick 3"] * 6]
    assert event_names(answers[0]) == ["seattaken"]
    assert answers[-1]["code"] == "long"
    assert event_names(two.do(two.a_pair()))[0] == "pairtaken"
    monkeypatch.setattr(server.state, "message_limiter", RateLimiter(rate=0, burst=20))
    again = [RoomWindow(other_client, code) for _ in range(2)][-1]
    with pytest.raises(AssertionError, match=f"closed: {CLOSE_LATER}"):
        RoomWindow(other_client, code)
    one.close()
    again.close()


def test_pairs_do_not_wait_for_each_other(client: Client, other_client: Client) -> None:
    """Pairs that are sent together are taken in order, wherever gravity has moved their tiles."""
    code = open_room(client, gravity="down", rows=6, cols=8)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    start_race(one, two)
    board, rng = one.boards[0], random.Random(5)
    moves = board.moves()
    chosen, used = list[llk.Move](), set[llk.Cell]()
    while moves and len(chosen) < 4:
        move = moves.pop(rng.randrange(len(moves)))
        if not used & {move.a, move.b}:
            chosen.append(move)
            used |= {move.a, move.b}
    version = one.version
    numbers = [one.give(f"play {move}", version=version) for move in chosen]
    answers = [one.wait_for(lambda message, n=n: message.get("n") == n) for n in numbers]  # type: ignore[misc]
    assert event_names(answers[0])[0] == "pairtaken"
    assert all(answer["type"] == "events" or answer["code"] == "stale" for answer in answers)
    assert one.boards == {0: one.boards[0], 1: board}
    taken = sum("pairtaken" in event_names(answer) for answer in answers)
    for _ in range(taken):
        two.wait_for_event("pairtaken")
    assert two.boards == one.boards
    one.close()
    two.close()


def test_bots_come_to_a_quick_match(server: RunningServer, client: Client, other_client: Client) -> None:
    answers = [client.http.post("/api/races/quick", json={"format": "sprint"}).json() for _ in range(2)]
    assert answers[0] == answers[1]
    one = RoomWindow(client, answers[0]["code"])
    assert one.state["room"]["is_quick"]
    assert other_client.http.post("/api/races/quick", json={"format": "sprint"}).json() == answers[0]
    two = RoomWindow(other_client, answers[0]["code"])
    server.pass_time(QUICK_SECONDS)
    bots = [event for event in (one.wait_for_event("seattaken") for _ in range(3)) if event["bot"]]
    assert len(bots) == 2
    one.close()
    two.close()


def test_bots_do_not_race_without_people(server: RunningServer, client: Client, other_client: Client) -> None:
    code = open_room(client, rows=10, cols=14, away=600, idle=0)
    one, watching = RoomWindow(client, code), RoomWindow(other_client, code, watch=True)
    for _ in range(5):
        one.do("bot 5")
    start_race(one)
    watching.wait_for_event("pairtaken")
    one.break_off()
    watching.wait_for_event("wentaway")
    players = server.state.live_rooms._rooms._open[code]._bots

    def have_ended() -> bool:
        server.pass_time(bots._ALONE_SECONDS)
        return server.run(lambda: not players._plans and not players._acting)

    wait_until(have_ended)
    for _ in range(2):
        watching.send(type="ping", n=1)
        messages = [watching.receive()]
        while messages[-1]["type"] != "pong":
            messages.append(watching.receive())
    assert len(messages) == 1, "nothing has happened since the last ping"
    again = RoomWindow(client, code)
    watching.wait_for_event("pairtaken")
    again.close()
    watching.close()


@pytest.mark.usefixtures("little_patience")
def test_a_room_outlives_its_server(tmp_path: Path) -> None:
    """A returning player has the same seat and board; one who does not return is soon away; bots go on."""
    with run_server(tmp_path) as server, new_client(server) as client, new_client(server) as other_client:
        code = open_room(client, rows=6, cols=8)
        one, two = RoomWindow(client, code), RoomWindow(other_client, code)
        one.do("bot 5")
        start_race(one, two)
        one.do(one.a_pair())
        cookies = client.http.cookies
    while one.closing_code() is None:
        pass
    assert one.socket.close_code == CLOSE_RESTART
    with run_server(tmp_path) as server, new_client(server) as client:
        client.http.cookies.clear()
        client.http.cookies.update(cookies)
        again = RoomWindow(client, code)
        assert (again.you, again.boards[0]) == (0, one.boards[0])
        assert again.wait_for_event("wentaway")["seat"] == 1
        while again.wait_for_event("pairtaken")["seat"] != 2:
            pass
        again.close()
        two.close()
