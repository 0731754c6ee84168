"""Rooms on a server: seats, the countdown, races in all formats to their end, and another one."""

from collections.abc import Iterator

import pytest

import lianliankan as llk
from lianliankan.game.start import today
from support.race_stage import RoomWindow, event_names, open_room, play_to_the_end, start_race
from support.web_stage import Client, RunningServer, run_server, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with run_server(tmp_path_factory.mktemp("rooms"), rate_factor=10) as server:
        yield server


def test_a_race_from_the_first_seat_to_the_rematch(client: Client, other_client: Client) -> None:
    code = open_room(client, format="sprint", after_first=1, countdown=1)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    assert (one.you, two.you, one.state["room"]["host"]) == (0, 1, 0)
    watching = RoomWindow(client, code, watch=True)
    assert watching.you is None
    assert event_names(one.do("bot 1")) == ["seattaken"]
    one.do("ready")
    assert event_names(two.do("ready")) == ["readychanged", "countdownbegun"]
    begun = [window.wait_for_event("racebegun") for window in (one, two, watching)]
    assert begun[0] == begun[1] == begun[2]
    for window in (one, two, watching):
        window.wait_for_race()
    answer = one.do(one.a_pair())
    assert event_names(answer)[0] == "pairtaken"
    two.wait_for_event("pairtaken")
    watching.wait_for_event("pairtaken")
    denied = two.do("play 1,1-1,1")
    assert event_names(denied) == ["denied"]
    play_to_the_end(one, two, watching)
    assert one.boards == two.boards == watching.boards
    over = [next(event for event in window.events if event["event"] == "raceover") for window in (one, two, watching)]
    assert over[0] == over[1] == over[2]
    assert over[0]["standings"][0]["seat"] == 0
    assert not any(event["event"] == "denied" for event in [*one.events, *watching.events])
    start_race(one, two)  # again, with the same seats
    play_to_the_end(one, two)
    for window in (one, two, watching):
        window.close()


@pytest.mark.parametrize("format", ["sprint", "items", "shared", "together"])
@pytest.mark.parametrize("gravity", ["still", "down"])
def test_formats_to_the_end(client: Client, other_client: Client, format: str, gravity: str) -> None:
    code = open_room(client, format=format, gravity=gravity, after_first=1)
    one, two = RoomWindow(client, code), RoomWindow(other_client, code)
    one.do("bot 5")
    start_race(one, two)
    play_to_the_end(one, two)
    again = RoomWindow(client, code, watch=True)
    assert again.state["race"]["is_over"]
    assert again.boards == one.boards == two.boards
    for window in (one, two, again):
        window.close()


def test_a_race_against_ones_own_game(server: RunningServer, client: Client) -> None:
    id = client.start_game(mode="classic", rows=4, cols=6, seed=7)
    window = client.open_window(id)
    game = server.open_store(client).open(id).game
    while not game.is_over:
        assert window.do(f"play {game.board.moves()[0]}")["type"] == "done"
        game = server.open_store(client).open(id).game
    window.close()
    share = client.http.get(f"/api/games/{id}/share").json()["game"]
    for asked in ({"id": id}, {"share": share}):
        opened = client.http.post("/api/races/ghost", json=asked)
        assert opened.status_code == 201, opened.text
        room = RoomWindow(client, opened.json()["code"])
        assert room.state["room"]["settings"]["format"] == "ghost"
        assert room.state["room"]["ghosts"][0]["ms"] > 0
        assert event_names(room.do("bot 3")) == ["roomdenied"]
        assert room.do('settings {"format": "sprint"}')["code"] == "bad"
        if "share" in asked:
            room.close()
            continue
        room.do("ready")
        room.wait_for_race()
        assert [seat["is_ghost"] for seat in room.state["race"]["seats"]] == [False, True]
        play_to_the_end(room)
        record = f"/api/races/records/{room.state['room']['race_id']}"
        wait_until(lambda record=record: client.http.get(record).status_code == 200)  # type: ignore[misc]
        racers = [each["racer"] for each in client.http.get("/api/races/profile").json()["recent"][0]["results"]]
        assert {racer["seat"]: racer["is_ghost"] for racer in racers} == {0: False, 1: True}
        room.close()
    for asked in ({}, {"id": "nothing"}, {"share": "llkg1_nothing"}, {"day": "2020-01-01"}):
        assert client.http.post("/api/races/ghost", json=asked).status_code in (400, 404), asked


def test_a_race_against_the_leaders_of_a_day(server: RunningServer, client: Client, other_client: Client) -> None:
    day = today().isoformat()
    stored = server.open_store(client).open(client.start_game(mode="daily"))
    for move in llk.solve(stored.game.board).moves:
        stored.do(f"play {move}", at=stored.game.at + 1)
    wait_until(lambda: client.http.get(f"/api/rankings/daily/{day}").json()["own"] is not None)
    assert client.http.post("/api/races/ghost", json={"day": day}).status_code == 400, "nobody else has won"
    opened = other_client.http.post("/api/races/ghost", json={"day": day})
    assert opened.status_code == 201, opened.text
    room = RoomWindow(other_client, opened.json()["code"])
    assert len(room.state["room"]["ghosts"]) == 1
    room.do("ready")
    room.wait_for_race()
    assert room.boards[0].to_rows() == llk.daily(day).game().board.to_rows()
    room.close()
