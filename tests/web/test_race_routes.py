"""The JSON endpoints of races: the lobby, quick matches, names, leader boards, profiles and replays."""

from collections.abc import Iterator

import msgspec
import pytest

from lianliankan.race.record import from_race_record
from lianliankan.store import rooms as stored_rooms
from lianliankan.store.race_results import racer_handle
from lianliankan.store.room_log import RoomCard
from lianliankan.store.rooms import NewRoom
from lianliankan.store.skills import MIN_RACES
from lianliankan.web.endpoints import races
from lianliankan.web.live.protocol import CLOSE_LATER
from lianliankan.web.race import answers
from support.race_stage import RoomWindow
from support.raced import finish, make_room
from support.web_stage import Client, RunningServer, new_client, run_server, wait_until


@pytest.fixture
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def player_of(server: RunningServer, client: Client) -> str:
    return server.open_store(client).player


def card(*players: str, kicked: tuple[str, ...] = (), **about: object) -> RoomCard:
    plain = RoomCard("waiting", "sprint", {"rows": 4}, 6, players, players, kicked=kicked)
    return msgspec.structs.replace(plain, **about)


def test_facts_tell_what_there_is_and_who_asks(server: RunningServer, client: Client) -> None:
    found = client.http.get("/api/races/facts").json()
    facts = msgspec.convert(found, answers.RaceFactsAnswer)
    assert list(facts.catalog.formats) == ["sprint", "items", "shared", "together", "ghost"]
    assert (facts.you.name, facts.you.is_fixed, facts.room, facts.has_ratings) == (None, False, None, True)
    assert facts.id == racer_handle(player_of(server, client))
    catalog = facts.catalog
    assert catalog.room_formats == ("sprint", "items", "shared", "together")
    assert {name for name, usual in catalog.formats.items() if usual.is_team} == {"together"}
    assert {name for name, usual in catalog.formats.items() if usual.has_one_board} == {"shared", "together"}
    assert all(0 < level <= catalog.bot_levels for level in (*catalog.quick_bots, catalog.usual_bot))
    assert len(catalog.quick_bots) < catalog.max_seats
    assert {usual.idle for usual in catalog.formats.values()} <= set(catalog.idle_times)
    assert client.http.get("/api/game").json()["races"] is True
    code = make_room(server.open_store(client), {player_of(server, client): "Ann"})
    assert client.http.get("/api/races/facts").json()["room"] == code


def test_a_room_is_opened_listed_and_looked_up(server: RunningServer, client: Client, other_client: Client) -> None:
    asked = {"settings": {"format": "items", "rows": 4, "cols": 6}, "is_public": True}
    answer = client.http.post("/api/races", json=asked)
    assert answer.status_code == 201
    code = answer.json()["code"]
    rooms = server.open_store(client).rooms
    assert code not in [room["code"] for room in client.http.get("/api/races").json()["rooms"]], "nobody is in it"
    ann, ben = player_of(server, client), player_of(server, other_client)
    rooms.set_card(code, 1, card(ann, host="Ann", format="items", settings=asked["settings"]))
    listed = next(room for room in client.http.get("/api/races").json()["rooms"] if room["code"] == code)
    room = msgspec.convert(listed, answers.LobbyRoom)
    assert (room.settings.format, room.settings.rows, room.people, room.host) == ("items", 4, 1, "Ann")
    found = other_client.http.get(f"/api/races/{code.lower()}").json()
    assert (found["room"], found["refusal"]) == (listed, None)
    for number, (given, refusal) in enumerate(
        [
            (card(ann, *"12345"), "full"),
            (card(ann, ben, *"1234"), None),
            (card(ann, kicked=(ben,)), "kicked"),
            (card(ann, phase="closed"), "closed"),
        ],
        2,
    ):
        rooms.set_card(code, number, given)
        assert other_client.http.get(f"/api/races/{code}").json()["refusal"] == refusal
    gone = other_client.http.get("/api/races/BCDFGH")
    assert (gone.status_code, gone.json()["code"]) == (404, "gone")


@pytest.mark.parametrize(
    "asked",
    [
        {"settings": {"format": "ghost"}},
        {"settings": {"format": "chess"}},
        {"settings": {"rows": 99}},
        {"settings": {"gravity": "left"}},
        {"settings": []},
        {"code": "BCDFGH"},
    ],
)
def test_a_room_that_cannot_be_is_refused(client: Client, asked: dict[str, object]) -> None:
    answer = client.http.post("/api/races", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad")


def test_a_player_opens_few_rooms(client: Client) -> None:
    codes = {client.http.post("/api/races", json={}).status_code for _ in range(5)}
    answer = client.http.post("/api/races", json={})
    assert (codes, answer.status_code, answer.json()["code"]) == ({201}, 413, "full")


def test_a_quick_match_joins_those_who_wait(server: RunningServer, client: Client, other_client: Client) -> None:
    code = client.http.post("/api/races/quick", json={"format": "shared"}).json()["code"]
    assert other_client.http.post("/api/races/quick", json={"format": "shared"}).json()["code"] == code
    assert other_client.http.post("/api/races/quick", json={"format": "items"}).json()["code"] != code
    room = client.http.get(f"/api/races/{code}").json()["room"]
    assert (room["is_quick"], room["is_public"], room["rating"]) == (True, True, 1000)
    assert client.http.post("/api/races/quick", json={"format": "ghost"}).status_code == 400
    assert server.open_store(client).rooms.open_room(code).is_quick


def test_bots_of_similar_speed_fill_a_quick_match(
    server: RunningServer, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.state.live_rooms._services, "quick_seconds", 0.0)
    ann = player_of(server, client)
    finish(server.state.store, f"fast-{racer_handle(ann)}", [ann], bots=1)
    with server.state.store._database.writing() as connection:
        connection.execute("UPDATE race_results SET pairs = 30, ms = 54000 WHERE player = ?", (ann,))
    code = client.http.post("/api/races/quick", json={"format": "items"}).json()["code"]
    window = RoomWindow(client, code)
    while sum(event["event"] == "seattaken" and event["bot"] > 0 for event in window.events) < 3:
        window.receive()
    assert [event["bot"] for event in window.events if event["event"] == "seattaken" and event["bot"]] == [4, 3, 5]
    window.close()


def test_a_name_is_chosen(client: Client) -> None:
    named = client.http.post("/api/races/name", json={"name": " 小明 "}).json()
    assert (named["name"], named["is_fixed"]) == ("小明", False)
    refused = client.http.put("/api/races/name", json={"name": "x" * 21})
    assert (refused.status_code, refused.json()["code"], refused.json()["reason"]) == (400, "name", "long")
    assert client.http.get("/api/races/facts").json()["you"]["name"] == "小明"
    assert client.http.post("/api/races/name", json={"name": ""}).json()["name"] is None


def test_a_guest_is_called_so_in_the_own_language(server: RunningServer, client: Client, other_client: Client) -> None:
    other_client.http.put("/api/settings", json={"language": "zh"})
    code = client.http.post("/api/races", json={}).json()["code"]
    windows = [RoomWindow(client, code), RoomWindow(other_client, code)]
    tags = [each.http.get("/api/races/facts").json()["you"]["tag"] for each in (client, other_client)]
    names = [seat["name"] for seat in windows[1].state["room"]["seats"]]
    assert names == [f"Guest {tags[0]}", f"游客 {tags[1]}"]
    for window in windows:
        window.close()
    ann, ben = player_of(server, client), player_of(server, other_client)
    finish(
        server.state.store, f"guests-{racer_handle(ann)}", [ann, ben], names=dict(zip((ann, ben), names, strict=True))
    )
    results = client.http.get("/api/races/profile").json()["recent"][0]["results"]
    assert [(each["racer"]["name"], each["racer"]["tag"]) for each in results] == [(None, tags[0]), (None, tags[1])]


def test_leaders_profiles_and_replays(server: RunningServer, client: Client, other_client: Client) -> None:
    ann, ben = player_of(server, client), player_of(server, other_client)
    store = server.state.store
    for number in range(MIN_RACES):
        race = finish(store, f"{racer_handle(ann)}-{number}", [ann, ben], names={ann: "Ann", ben: "Ben"}).race
    client.http.post("/api/races/name", json={"name": "Ann"})
    leaders = msgspec.convert(client.http.get("/api/races/leaders?format=sprint").json(), answers.LeadersAnswer)
    assert leaders.own is not None
    assert (leaders.own.name, leaders.own.races, leaders.own.wins, leaders.own.is_own) == ("Ann", 3, 3, True)
    profile = msgspec.convert(
        other_client.http.get(f"/api/races/profile/{leaders.own.id}").json(), answers.RaceProfileAnswer
    )
    assert (profile.name, profile.is_own, profile.skills[0].points) == ("Ann", False, leaders.own.points)
    latest = profile.recent[0]
    assert [(each.racer.name, each.racer.is_own, each.rank) for each in latest.results] == [
        ("Ann", False, 1),
        ("Ben", True, 2),
    ]
    assert latest.results[0].points is not None
    assert not latest.is_team
    assert not any(each.racer.is_ghost for each in latest.results)
    own = other_client.http.get("/api/races/profile").json()
    assert (own["id"], own["is_own"], len(own["recent"])) == (racer_handle(ben), True, 3)
    replay = other_client.http.get(f"/api/races/records/{latest.id}").json()
    assert (replay["is_rated"], replay["replay"]["length"]) == (True, race.now)
    assert [seat["name"] for seat in replay["replay"]["first"]["seats"]] == ["Ann", "Ben"]
    assert replay["replay"]["events"][-1]["event"] == "raceover"
    record = client.http.get(f"/api/races/records/{latest.id}/file")
    assert from_race_record(record.text.strip()).standings == race.standings
    assert "attachment" in record.headers["content-disposition"]
    for path in ("profile/0123456789ab", "records/nothing", "records/nothing/file", "records/NO"):
        answer = client.http.get(f"/api/races/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "gone")
    assert client.http.get("/api/races/leaders?format=together").status_code == 400


def test_a_hidden_name_is_not_in_the_leader_board(server: RunningServer, client: Client, other_client: Client) -> None:
    ann = player_of(server, client)
    for number in range(MIN_RACES):
        finish(server.state.store, f"hidden-{ann.lower()}-{number}", [ann, "somebody else"], format="shared")
    client.http.post("/api/races/name", json={"name": "Ann"})
    assert client.http.get("/api/races/leaders?format=shared").json()["own"]["name"] == "Ann"
    client.http.put("/api/settings", json={"ranked": False})
    own = client.http.get("/api/races/leaders?format=shared").json()["own"]
    assert (own["name"], own["id"]) == (None, racer_handle(ann))
    seen = other_client.http.get("/api/races/leaders?format=shared").json()["top"]
    assert [(each["name"], each["id"]) for each in seen if each["tag"] == own["tag"]] == [(None, None)]


@pytest.fixture
def strict_server(shared_location: str) -> Iterator[RunningServer]:
    with run_server(shared_location) as server:
        yield server


@pytest.mark.parametrize("shared_engine", ["sqlite"], indirect=True)
def test_codes_cannot_be_guessed_for_long(strict_server: RunningServer) -> None:
    with new_client(strict_server) as client:
        code = client.http.post("/api/races", json={}).json()["code"]
        found = [client.http.get("/api/races/BCDFGH").status_code for _ in range(40)]
        assert (found[0], found[-1]) == (404, 429)
        assert client.http.get(f"/api/races/{code}").status_code == 429, "nor is a hit told from a miss"
        with pytest.raises(AssertionError, match=f"closed: {CLOSE_LATER}"):
            RoomWindow(client, code)


@pytest.mark.parametrize("shared_engine", ["sqlite"], indirect=True)
def test_nor_the_codes_of_rooms_that_are_open(strict_server: RunningServer) -> None:
    """A player with a seat can return whatever others at the same address have tried; no one else learns of a hit."""
    with new_client(strict_server) as client, new_client(strict_server) as other:
        code = client.http.post("/api/races", json={}).json()["code"]
        one = RoomWindow(client, code)
        assert [other.http.get("/api/races/BCDFGH").status_code for _ in range(40)][-1] == 429
        with pytest.raises(AssertionError, match=f"closed: {CLOSE_LATER}"):
            RoomWindow(other, code)
        one.break_off()
        again = RoomWindow(client, code)
        assert again.you == 0
        again.close()


@pytest.mark.parametrize("shared_engine", ["sqlite"], indirect=True)
def test_any_number_of_unused_rooms_is_removed(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (stored_rooms, races):
        monkeypatch.setattr(module, "MAX_CLEANED", 1)
    monkeypatch.setattr(races, "_PAUSE_SECONDS", 0.01)
    store = server.state.store.of_player("somebody with many rooms")
    codes = {store.rooms.create(NewRoom(b"{}", card())) for _ in range(3)}
    with store._database.writing() as connection:
        for code in codes:
            connection.execute("UPDATE rooms SET opened = 0 WHERE code = ?", (code,))
    monkeypatch.setattr(server.state, "rooms_cleaned", -1e9)
    with new_client(server) as client:
        assert client.http.post("/api/races", json={}).status_code == 201
    wait_until(lambda: not codes & {row.code for row in store.rooms.list_all()})
