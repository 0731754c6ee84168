"""Two servers on one PostgreSQL database: windows on both hear of each other, and each command is done once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

import lianliankan as llk
from lianliankan.web.live import live_games
from lianliankan.web.live.protocol import CLOSE_NO_GAME
from support.own_clock import OwnClock
from support.patience import PATIENCE, wait_until
from support.web_stage import Client, RunningServer, Window, event_names, new_client, run_server


class Pair:
    """Two servers, and a player known to both."""

    def __init__(self, first: RunningServer, second: RunningServer, client: Client) -> None:
        self.servers, self.client = (first, second), client
        self.elsewhere = Client(second.address)
        self.elsewhere.http.cookies.update(client.http.cookies)

    def start(self, **request: object) -> tuple[str, Window, Window]:
        """Start a game and open a window of it on each server."""
        id = self.client.start_game(**request)
        return id, self.client.open_window(id), self.elsewhere.open_window(id)

    def entries(self, id: str) -> list[str]:
        """The commands of a game as the database has them."""
        return [str(entry.command) for entry in self.servers[0].open_store(self.client).open(id).game.entries]


@pytest.fixture(scope="module")
def pair(site_url: str) -> Iterator[Pair]:
    config: dict[str, Any] = {"rate_factor": 100, "clock": OwnClock()}
    with (
        run_server(site_url, **config) as first,
        run_server(site_url, **config) as second,
        new_client(first) as client,
    ):
        both = Pair(first, second, client)
        yield both
        both.elsewhere.close()


def test_windows_on_two_servers_see_the_same(pair: Pair) -> None:
    id, one, other = pair.start()
    for window, watching in ((one, other), (other, one)):
        move = pair.servers[0].open_store(pair.client).open(id).game.board.moves()[0]
        done, seen = window.do(f"play {move}"), read_events(watching)
        assert (done["n"], seen["n"], seen["events"]) == (window.number, None, done["events"])
        assert seen["version"] == done["version"]
        assert seen["view"]["score"] == done["view"]["score"]
    for command in ("hint", "undo", "pause", "resume", "shuffle"):
        done, seen = one.do(command), read_events(other)
        assert (event_names(seen), seen["version"]) == (event_names(done), done["version"])
    assert len(pair.entries(id)) == 7
    one.close()
    other.close()


def test_the_clock_begins_on_both_servers_and_runs_on_in_a_late_window(pair: Pair) -> None:
    id, one, other = pair.start()
    assert not other.state["view"]["running"]
    one.send(type="begin")
    begun = other.receive()
    assert (begun["version"], begun["events"], begun["view"]["running"]) == (0, [], True)
    other.close()
    pair.servers[1].wait_until_closed(id)  # for which time passes
    late = pair.elsewhere.open_window(id)
    seconds = late.state["view"]["seconds"] if late.state["view"]["running"] else late.receive()["view"]["seconds"]
    assert seconds >= pair.servers[1].state.limits.idle_seconds
    assert one.do("pause")["view"]["seconds"] == seconds
    one.close()
    late.close()


def test_a_game_goes_on_while_another_server_has_a_client(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    id, one, other = pair.start()
    one.do("hint")
    read_events(other)
    with monkeypatch.context() as patient:
        patient.setattr(live_games, "_ANSWER_SECONDS", PATIENCE)
        one.close()
        pair.servers[0].wait_until_closed(id)
    assert pair.entries(id) == ["hint"]
    other.close()
    pair.servers[1].wait_until_closed(id)
    assert pair.entries(id) == ["hint", "pause"]


def test_a_game_that_is_removed_ends_on_both_servers(pair: Pair) -> None:
    id, one, other = pair.start()
    assert pair.client.http.delete(f"/api/games/{id}").status_code == 200
    for window in (one, other):
        assert window.receive()["code"] == "gone"
        with pytest.raises(ConnectionClosed) as closed:
            window.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CLOSE_NO_GAME


def test_two_servers_are_given_the_same_command(pair: Pair) -> None:
    """Each is done once, whoever comes first; the other one is told."""
    id, one, other = pair.start()
    for number in range(20):
        command = "resume" if number % 2 else "pause"
        with ThreadPoolExecutor(2) as threads:
            answers = list(threads.map(answer_to, (one, other), (command, command)))
        assert sorted(answer["type"] for answer in answers) == ["done", "state"], answers
        for window in (one, other):
            read_until(window, number + 1)
    assert pair.entries(id) == ["pause", "resume"] * 10
    one.close()
    other.close()


def test_pairs_of_two_windows_are_both_played(pair: Pair) -> None:
    """Neither player waits for the other: a pair is followed to where its tiles are."""
    id, one, other = pair.start(mode="classic", rows=6, cols=8, seed=3)
    first = one.board.moves()[0]
    after = one.board.play(first)
    second = next(move for move in after.moves() if move in one.board.moves())
    with ThreadPoolExecutor(2) as threads:
        answers = list(
            threads.map(lambda given: answer_to(given[0], f"play {given[1]}"), [(one, first), (other, second)])
        )
    assert [event_names(answer)[0] for answer in answers] == ["linked", "linked"]
    assert sorted(pair.entries(id)) == sorted([f"play {first}", f"play {second}"])
    one.close()
    other.close()


def answer_to(window: Window, command: str) -> dict[str, Any]:
    """Send a command and return its answer, after what others have done meanwhile."""
    answer = window.do(command)
    while answer["n"] != window.number:
        answer = window.receive()
    return answer


def read_events(window: Window) -> dict[str, Any]:
    """Read what others have done; before that, the clock of the other server may have been told."""
    seen = window.receive()
    return seen if seen["events"] else window.receive()


def read_until(window: Window, version: int) -> None:
    """Read what others have done until a version is reached."""
    while window.version < version:
        window.receive()


def test_a_server_that_could_not_hear_finds_out_later(pair: Pair) -> None:
    id, one, other = pair.start()
    with psycopg.connect(str(pair.servers[1].state.store.location), autocommit=True) as connection:
        deaf = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        connection.execute(deaf)
        one.do("hint")
        assert event_names(read_events(other)) == ["hinted"]
    assert pair.entries(id) == ["hint"]
    one.close()
    other.close()


def say(pair: Pair, *texts: str) -> None:
    """Say something as another server."""
    with psycopg.connect(str(pair.servers[0].state.store.location), autocommit=True) as connection:
        for text in texts:
            connection.execute("SELECT pg_notify('llk', %s)", (text,))


def test_what_a_server_does_not_understand_does_not_make_it_deaf(pair: Pair) -> None:
    id, one, other = pair.start()
    say(pair, "nonsense", f"new here {id}:1:2:3", f"new moved {id}:soon", f"new sings {id}")
    one.do("hint")
    assert event_names(read_events(other)) == ["hinted"]
    one.close()
    other.close()


def test_the_time_is_up_on_a_server_whose_clock_was_early(pair: Pair) -> None:
    """The one with the right clock may have been killed."""
    options = llk.Options(mode="timed", limit=60)
    id = pair.servers[0].open_store(pair.client).begin(llk.Game(llk.Board.parse("AB/AB"), options)).id
    window = pair.client.open_window(id)
    window.send(type="begin")
    say(pair, f"late here {id}:59500:1")
    assert window.receive()["view"]["left"] < 1
    pair.servers[0].pass_time(1)
    assert event_names(window.receive()) == ["lost"]
    assert pair.entries(id) == ["tick"]
    window.close()


def test_a_game_without_clients_is_left_to_the_server_that_continues_it(pair: Pair) -> None:
    """No time need pass; a client that comes later reads it again."""
    id = pair.client.start_game()
    wait_until(lambda: pair.servers[0].is_live(id))
    other = pair.elsewhere.open_window(id)
    other.do("hint")
    wait_until(lambda: not pair.servers[0].is_live(id))
    one = pair.client.open_window(id)
    assert one.version == 1
    one.close()
    other.close()


def test_a_window_sees_what_another_server_has_answered(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the announcement was not heard."""
    id, one, other = pair.start()
    other.close()
    for server in pair.servers:
        assert server.state.services.channel is not None
        monkeypatch.setitem(server.state.services.channel.handlers, "moved", lambda item: None)
    one.do("hint")
    again = pair.elsewhere.open_window(id)
    assert again.version == 1
    one.close()
    again.close()
