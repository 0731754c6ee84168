"""Accounts: names, passkeys, devices, links, export and deletion, through the API."""

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import lianliankan as llk
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.records.record import from_record
from lianliankan.store import Location, Store
from lianliankan.store.archive import ArchivePart, ArchiveWriter
from lianliankan.store.players import MAX_DEVICES
from lianliankan.store.rankings import VerifiedResult
from lianliankan.store.schema import TABLES
from lianliankan.web.state import server_state
from support.own_clock import OwnClock
from support.web_stage import Client, RunningServer, Window, new_client, read_problem, run_server, wait_until


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    location: Location = tmp_path_factory.mktemp("accounts")
    if request.param == "postgres":
        location = request.getfixturevalue("postgres_cluster").create_database("accounts")
    with run_server(location, clock=OwnClock(), accounts=True, rate_factor=100) as server:
        yield server


@contextmanager
def two_clients(server: RunningServer) -> Iterator[tuple[Client, Client]]:
    with new_client(server) as one, new_client(server) as other:
        yield one, other


def account(client: Client) -> dict[str, Any]:
    answer = client.http.get("/api/player")
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    found: dict[str, Any] = answer.json()
    return found


def set_name(client: Client, name: str) -> Any:  # noqa: ANN401
    return client.http.put("/api/player/name", json={"name": name})


def make_token(client: Client) -> str:
    link = client.http.post("/api/player/links").json()
    assert link["qr"].startswith("<svg")
    assert 0 < link["seconds"] <= 600
    address, _, token = link["address"].partition("#")
    assert address == f"{client.address}/join"
    return str(token)


def join(client: Client, token: str, **wish: object) -> Any:  # noqa: ANN401
    return client.http.post("/api/player/join", json={"token": token} | wish)


def play_pair(client: Client, id: str) -> Window:
    window = client.open_window(id)
    move = window.board.moves()[0]
    assert window.do(f"play {move}")["type"] == "done"
    return window


def test_anonymous_players_need_none_of_it(server: RunningServer) -> None:
    with new_client(server) as client:
        assert client.http.get("/api/me").json()["account"] == {"exists": False, "name": "", "was_signed_out": False}
        id = client.start_game()
        found = account(client)
        assert (found["exists"], found["games"], found["played"], found["devices"]) == (False, 1, 0, [])
        play_pair(client, id).close()
        assert account(client)["played"] == 1
    with Store(server.state.store.location) as store, store._database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM players").fetchone() == (0,)


def test_without_accounts_there_is_nothing_of_it(tmp_path: Path) -> None:
    with run_server(tmp_path) as server, new_client(server) as client:
        assert client.http.get("/api/me").json()["account"] is None
        assert read_problem(client.http.get("/api/player")) == (404, "gone")


def test_the_owner_of_the_machine_has_no_account(tmp_path: Path) -> None:
    with run_server(tmp_path, accounts=True, tokens=frozenset({"sesame"})) as server:
        client = Client(server.address)
        client.http.get("/enter/sesame")
        assert client.http.get("/api/me").json()["account"] is None
        for method, path in (("GET", ""), ("POST", "/links")):
            assert read_problem(client.http.request(method, f"/api/player{path}")) == (403, "owner")
        answer = client.http.request("DELETE", "/api/player", json={"confirm": "delete"})
        assert read_problem(answer) == (403, "owner")
        client.close()


def test_a_name_makes_an_account_and_keeps_the_games(server: RunningServer) -> None:
    with two_clients(server) as (ann, bob):
        id, cookie = ann.start_game(), ann.cookie
        window = ann.open_window(id)
        for name, reason in (("a\tb", "hidden"), ("x" * 30, "long"), ("...", "empty"), ("\u0301", "marks")):
            answer = set_name(ann, name)
            assert (*read_problem(answer), answer.json()["reason"]) == (400, "name", reason)
        assert not account(ann)["exists"]
        assert set_name(ann, " Ann  Lee ").json()["name"] == "Ann Lee"
        found = account(ann)
        assert (found["exists"], found["games"], len(found["devices"])) == (True, 1, 1)
        assert found["devices"][0]["is_this"]
        assert ann.cookie == cookie  # it stays what it is
        assert window.do(f"play {window.board.moves()[0]}")["type"] == "done"  # the connection too
        answer = set_name(bob, "ann lee")
        assert (*read_problem(answer), answer.json()["reason"]) == (400, "name", "taken")
        assert not account(bob)["exists"]
        assert ann.http.get("/api/me").json()["account"]["name"] == "Ann Lee"
        assert set_name(ann, "").json()["name"] == ""


def test_a_link_brings_a_second_device_into_the_account_once(server: RunningServer) -> None:
    with two_clients(server) as (desk, phone):
        id = desk.start_game()
        first = play_pair(desk, id)
        token = make_token(desk)
        for _ in range(2):  # looking uses nothing up
            answer = phone.http.post("/api/player/links/look", json={"token": token})
            assert answer.json() == {"name": "", "games": 1, "is_own": False, "unfinished": id, "guest": 0}
        assert desk.http.post("/api/player/links/look", json={"token": token}).json()["is_own"]
        assert phone.http.get("/join").status_code == 200
        found = join(phone, token)
        assert found.status_code == 200
        assert len(found.json()["devices"]) == 2
        assert read_problem(join(phone, token)) == (404, "expired")
        assert read_problem(phone.http.post("/api/player/links/look", json={"token": token})) == (404, "expired")
        assert phone.cookie.count(".") == 2
        second = phone.open_window(id)
        assert second.version == first.version
        second.do(f"play {_solve_next(second)}")
        assert first.receive()["version"] == second.version


def _solve_next(window: Window) -> str:
    from lianliankan import solve

    return str(solve(window.board).moves[0])


def test_a_link_stays_good_while_there_is_no_room(server: RunningServer) -> None:
    with two_clients(server) as (desk, phone):
        token, players = make_token(desk), server.open_store(desk).players
        player = server.open_store(desk).player
        others = [players.add_device(player) for _ in range(MAX_DEVICES - 1)]
        assert read_problem(join(phone, token)) == (413, "full")
        assert server.state.writer.problem == "", "nothing is wrong with the storage"
        players.sign_out(player, others[0])
        assert join(phone, token).status_code == 200
        assert read_problem(join(phone, token)) == (404, "expired")


def test_guests_may_bring_their_games_along(server: RunningServer) -> None:
    with two_clients(server) as (desk, phone):
        desk.start_game()
        id = phone.start_game()
        window = play_pair(phone, id)
        phone.http.put("/api/settings", json={"faces": "opera"})
        token, old = make_token(desk), phone.cookie
        assert phone.http.post("/api/player/links/look", json={"token": token}).json()["guest"] == 1
        assert join(phone, token, bring=True).json()["games"] == 2
        with pytest.raises(ConnectionClosed):
            window.receive()
        again = phone.open_window(id)
        again.do(f"play {_solve_next(again)}")
        assert {game["id"] for game in desk.http.get("/api/games").json()} > {id}
        assert [game["state"] for game in desk.http.get("/api/games").json()].count("damaged") == 0
        stale = desk.http.get("/api/games", headers={"Cookie": old})
        assert read_problem(stale) == (401, "signed out")
    assert server.state.store.check() == []


def test_a_live_game_that_is_brought_along_is_closed_as_the_guests(tmp_path: Path) -> None:
    with run_server(tmp_path, accounts=True, clock=OwnClock()) as server, two_clients(server) as (desk, phone):
        set_name(desk, "Mover")
        id = phone.start_game()
        before = play_pair(phone, id)
        assert join(phone, make_token(desk), bring=True).status_code == 200
        with pytest.raises(ConnectionClosed):
            before.receive()
        window = phone.open_window(id)
        assert window.version == 1
        wait_until(lambda: server.state.live_games._closing_timers)
        server.pass_time(server.state.limits.idle_seconds)
        wait_until(lambda: len(server.state.live_games) == 1)
        assert window.do("hint")["version"] == 2
        window.close()
        server.wait_until_closed(id)


def test_without_the_wish_the_games_of_a_guest_stay_behind(server: RunningServer) -> None:
    with two_clients(server) as (desk, phone):
        play_pair(phone, phone.start_game()).close()
        assert join(phone, make_token(desk)).json()["games"] == 0


def test_a_signed_out_device_is_out_at_once(server: RunningServer) -> None:
    with two_clients(server) as (desk, phone):
        id = desk.start_game()
        join(phone, make_token(desk))
        window, own = phone.open_window(id), desk.open_window(id)
        other = next(device for device in account(desk)["devices"] if not device["is_this"])
        answer = desk.http.delete(f"/api/player/devices/{other['id']}")
        assert [device["is_this"] for device in answer.json()["devices"]] == [True]
        with pytest.raises(ConnectionClosed):
            window.receive()
        assert read_problem(phone.http.get("/api/games")) == (401, "signed out")
        assert read_problem(phone.http.put("/api/settings", json={})) == (401, "signed out")
        with pytest.raises((AssertionError, ConnectionClosed), match=r"gone|4404"):
            phone.open_window(id)
        assert own.do(f"play {_solve_next(own)}")["type"] == "done"
        old = phone.cookie
        me = phone.http.get("/api/me").json()
        assert me["account"]["was_signed_out"]
        assert phone.cookie != old  # somebody new
        assert phone.http.get("/api/games").json() == []
        assert read_problem(desk.http.delete("/api/player/devices/nonsense")) == (404, "gone")


def test_the_first_device_can_be_signed_out_by_another_one(server: RunningServer) -> None:
    with two_clients(server) as (desk, phone):
        id = desk.start_game()
        join(phone, make_token(desk))
        window = desk.open_window(id)
        assert len(phone.http.delete("/api/player/devices").json()["devices"]) == 1
        with pytest.raises(ConnectionClosed):
            window.receive()
        assert read_problem(desk.http.get("/api/games")) == (401, "signed out")
        assert join(desk, make_token(phone)).status_code == 200  # and comes back by a link
        assert [game["id"] for game in desk.http.get("/api/games").json()] == [id]


def test_another_server_notices_that_a_device_is_signed_out(server: RunningServer) -> None:
    with run_server(server.state.store.location, accounts=True) as other, two_clients(server) as (desk, phone):
        id = desk.start_game()
        join(phone, make_token(desk))
        there = Client(other.address)
        there.http.cookies.update(phone.http.cookies)
        window = there.open_window(id)
        desk.http.delete("/api/player/devices")
        with pytest.raises(ConnectionClosed):
            window.receive()
        wait_until(lambda: there.http.get("/api/games").status_code == 401)
        there.close()


def test_a_device_that_signs_itself_out_is_a_new_player(server: RunningServer) -> None:
    with new_client(server) as client:
        client.start_game()
        set_name(client, "Leaver")
        answer = client.http.delete(f"/api/player/devices/{account(client)['devices'][0]['id']}")
        assert (answer.status_code, answer.json()) == (200, None)
        assert client.cookie == ""
        assert client.http.get("/api/games").json() == []


def test_pages_of_other_sites_cannot_act(server: RunningServer) -> None:
    with new_client(server) as client:
        for method, path in (
            *[("PUT", "/name"), ("POST", "/links"), ("POST", "/links/look"), ("POST", "/join"), ("DELETE", "")],
            *[("POST", "/passkeys"), ("POST", "/passkeys/options"), ("DELETE", "/passkeys/1"), ("POST", "/sign-in")],
            *[("POST", "/sign-in/options"), ("DELETE", "/devices"), ("DELETE", "/devices/1")],
        ):
            answer = client.http.request(method, f"/api/player{path}", headers={"Origin": "https://evil.example"})
            assert read_problem(answer) == (403, "origin"), path
        answer = client.http.get("/api/player/export", headers={"Sec-Fetch-Site": "cross-site"})
        assert read_problem(answer) == (403, "origin")


def test_an_address_cannot_guess_for_long(tmp_path: Path) -> None:
    with run_server(tmp_path, accounts=True) as server, new_client(server) as client:
        codes = [read_problem(join(client, f"guess {number}"))[1] for number in range(40)]
        assert codes[0] == "expired"
        assert codes[-1] == "slow"


def test_everything_is_exported(server: RunningServer) -> None:
    with new_client(server) as client:
        ids = [client.start_game(), client.start_game()]
        play_pair(client, ids[0]).close()
        set_name(client, "Exporter 导出")
        client.http.put("/api/settings", json={"faces": "opera"})
        store = server.open_store(client)
        daily = store.begin(llk.daily("2026-11-15").game())
        daily.do(f"play {daily.game.board.moves()[0]}")
        daily.do("give-up")
        assert store.rankings.save(daily.id, VerifiedResult("daily 2026-11-15", False, 20, 3000, 0))
        ids.append(daily.id)
        store.pictures.add_to_set("猫 cats", [Thumbnail("a/b", b"1"), Thumbnail("c", b"2")])
        store.pictures.add_to_draft([Thumbnail("later", b"3")])
        with store._database.writing() as connection:
            connection.execute("UPDATE commands SET command = 'jump' WHERE game = ?", (ids[0],))
        server.state.live_games._games.clear()
        answer = client.http.get("/api/player/export")
        assert answer.headers["content-type"] == "application/zip"
        assert "attachment" in answer.headers["content-disposition"]
        archive = zipfile.ZipFile(io.BytesIO(answer.content))
        assert archive.testzip() is None
        names = archive.namelist()
        assert {"README.txt", "account.json", "settings.json", "games.json", "analyses.json", "problems.txt"} < set(
            names
        )
        assert [name for name in names if name.startswith("pictures/")] == [
            *["pictures/1 猫 cats/001 b.jpg", "pictures/1 猫 cats/002 c.jpg", "pictures/2 draft/001 later.jpg"]
        ]
        assert from_record(archive.read(f"games/{ids[1]}.json").decode()).version == 0
        assert ids[0] in archive.read("problems.txt").decode()
        about = json.loads(archive.read("account.json"))
        assert about["name"] == "Exporter 导出"
        assert [device["is_this"] for device in about["devices"]] == [True]
        assert json.loads(archive.read("settings.json"))["web"] == {"faces": "opera"}
        assert {game["id"] for game in json.loads(archive.read("games.json"))} == set(ids)
        rankings = json.loads(archive.read("rankings.json"))
        assert [(found["board"], found["game"]) for found in rankings["results"]] == [("daily 2026-11-15", daily.id)]
        assert rankings["first_attempts"]["2026-11-15"]["game"] == daily.id
        store.remove(ids[0])


def test_an_export_that_is_not_read_to_the_end_logs_no_error() -> None:
    archive = ArchiveWriter()
    archive.add_part(ArchivePart("game", "a.txt", "a"), "a")
    archive._pipe.close()  # as when both are collected
    archive.close()


def delete_during_a_request(server: RunningServer) -> Store:
    """Delete a player of whom a server that does not know it writes something afterwards."""
    with new_client(server) as client:
        client.start_game()
        store = server.open_store(client)
        assert client.http.request("DELETE", "/api/player", json={"confirm": "delete"}).json() == {"games": 1}
        store.begin(llk.plan("classic", rows=2, cols=4, seed=1).game())
        store.set_setting("web", {})
        store.players.sign_up(store.player)
        return store


def test_what_a_request_writes_during_the_deletion_is_deleted_as_well(server: RunningServer) -> None:
    store = delete_during_a_request(server)
    server.pass_time(server_state._SCRUB_SECONDS)
    wait_until(lambda: not store.players.settings(store.player))
    assert (store.count(), store.players.account(store.player)) == (0, None)


def test_what_a_request_writes_during_the_deletion_is_deleted_although_the_server_stops(tmp_path: Path) -> None:
    with run_server(tmp_path, accounts=True) as server:
        player = delete_during_a_request(server).player
    with Store(tmp_path) as all:
        store = all.of_player(player)
        assert (store.count(), store.players.settings(player), store.players.account(player)) == (0, {}, None)


def test_deletion_deletes_and_closes(server: RunningServer) -> None:
    with two_clients(server) as (desk, phone):
        id = desk.start_game()
        set_name(desk, "Gone Girl")
        join(phone, make_token(desk))
        window, cookies = phone.open_window(id), [desk.cookie, phone.cookie]
        player = server.open_store(desk).player

        def delete(word: str) -> Any:  # noqa: ANN401
            return desk.http.request("DELETE", "/api/player", json={"confirm": word})

        assert read_problem(delete("gone")) == (400, "confirm")
        assert delete("Gone Girl").json() == {"games": 1}
        with pytest.raises(ConnectionClosed):
            window.receive()
        assert desk.cookie == ""
        for cookie in cookies:
            answer = desk.http.get("/api/games", headers={"Cookie": cookie})
            assert read_problem(answer) == (401, "signed out")
        with Store(server.state.store.location) as store, store._database.reading() as connection:
            for table in TABLES:
                rows = connection.execute(f"SELECT * FROM {table}").fetchall()
                assert not [row for row in rows if player in str(row) or "Gone Girl" in str(row)], table


def test_the_word_is_enough_for_those_without_a_name(server: RunningServer) -> None:
    for word in ("DELETE", "删除"):
        with new_client(server) as client:
            client.start_game()
            assert client.http.request("DELETE", "/api/player", json={"confirm": word}).json() == {"games": 1}
