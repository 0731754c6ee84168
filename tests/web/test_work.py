"""The worker processes of a server: what runs there, what happens when they hang or die, and who waits for whom."""

import dataclasses
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.child_process import ChildProcess
from lianliankan.game.questions import Answers
from lianliankan.game.start import today
from lianliankan.records.share import to_share
from lianliankan.store import Location, Store
from lianliankan.web.live.live_game import LiveGame
from lianliankan.web.state.server_state import Backend
from lianliankan.web.work import pool
from lianliankan.web.work.game_jobs import find_asked
from lianliankan.web.work.job_context import JobContext, LaneName
from support.frozen import freeze, thaw, wait_for_request
from support.own_clock import OwnClock
from support.patience import PATIENCE, wait_until
from support.race_stage import RoomWindow, open_room, start_race
from support.web_stage import (
    UNHURRIED,
    Client,
    RunningServer,
    Window,
    event_names,
    new_client,
    read_problem,
    run_server,
)

resource = pytest.importorskip("resource", reason="this system does not limit processes")

pytestmark = pytest.mark.kills

EASY = llk.Board.parse("1 2 2 1 / . 3 3 .")
STUCK_SOON = llk.Board.parse("AB/BA/CC")  # taking CC leaves no move


LANES = {name: dataclasses.replace(lane, workers=1) for name, lane in UNHURRIED.items()}


@pytest.fixture(scope="module")
def server(shared_location: Location) -> Iterator[RunningServer]:
    """A server with one worker in each lane, whose time passes when a test says so, and whose players may ask often."""
    backend, clock = Backend(LANES), OwnClock()
    with run_server(
        shared_location, backend=backend, clock=clock, rate_factor=100, new_players_per_address=10_000
    ) as server:
        yield server


def job_pool(server: RunningServer) -> pool.JobPool:
    assert isinstance(server.state.jobs, pool.JobPool)
    return server.state.jobs


def is_ready(child: ChildProcess) -> bool:
    return child._is_ready and not child._is_killed


def workers(server: RunningServer, *lanes: LaneName) -> list[int]:
    """Return the processes of some lanes, or of all, when they are ready."""
    found = []
    for name in lanes or LANES:
        lane = job_pool(server)._lanes[name]
        (child,) = lane.children
        if child in lane._idle:  # otherwise the pool starts it: only one thread may
            child.start()
        wait_until(partial(is_ready, child))
        found.append(child.process_id or 0)
    return found


@contextmanager
def hanging(server: RunningServer, *lanes: LaneName) -> Iterator[None]:
    """Let the workers of some lanes hang, in the middle of their work or before it."""
    processes = workers(server, *lanes)
    for process in processes:
        freeze(process)
    try:
        yield
    finally:
        for process in processes:
            thaw(process)


def let_time_pass(server: RunningServer, lane: LaneName) -> None:
    """Let a job that hangs take too long."""
    wait_for_request(job_pool(server)._lanes[lane].children[0])
    server.pass_time(LANES[lane].seconds + pool._GRACE_SECONDS)
    workers(server, lane)  # which starts again


def let_lane_time_pass(server: RunningServer, lane: LaneName) -> None:
    """Let the time of a lane pass while a job hangs that counts bound, and not this time."""
    (child,) = job_pool(server)._lanes[lane].children
    wait_for_request(child)
    server.pass_time(LANES[lane].seconds + pool._GRACE_SECONDS)
    assert is_ready(child)


def start(client: Client, board: llk.Board, options: llk.Options | None = None) -> Window:
    """Start a game on a board, and open it."""
    return client.open_window(client.start_game(share=to_share(llk.Game(board, options or llk.Options()))))


def running(server: RunningServer) -> set[str]:
    """Return the lanes that are at work."""
    return {name for name, number in server.state.jobs.running.items() if number}


def waiting(server: RunningServer) -> int:
    return sum(server.state.jobs.waiting.values())


# ---- Games -----------------------------------------------------------------------------------------------------------


def test_pairs_need_no_worker(server: RunningServer, client: Client) -> None:
    window = start(client, EASY)
    with hanging(server):
        assert event_names(window.do("play 1,2-1,3")) == ["linked"]
        assert event_names(window.do("undo")) == ["undone"]
        assert window.do("play 1,1-2,2")["events"][0]["reason"] == "different kinds"
        client.open_window(window.state["id"]).close()
    window.close()


def test_hints_and_shuffles_are_worked_out_by_the_workers(server: RunningServer, client: Client) -> None:
    window = start(client, EASY)
    assert window.do("hint")["events"][0]["safe"] is True
    shuffled = window.do("shuffle")["events"][0]
    game = llk.Game(EASY)
    assert shuffled["board"] == str(game.shuffle()[0].board)  # type: ignore[attr-defined]
    window.close()


def test_a_shuffle_takes_its_time(server: RunningServer, client: Client) -> None:
    window = start(client, EASY)
    with hanging(server, "short"):
        window.send(type="do", n=1, version=0, command="shuffle")
        let_lane_time_pass(server, "short")
    assert event_names(window.receive()) == ["shuffled"]
    window.close()


def test_a_command_whose_worker_dies_is_not_run(server: RunningServer, client: Client) -> None:
    window = start(client, STUCK_SOON)
    with hanging(server):
        for command in ("shuffle", "play 3,1-3,2"):  # the second one would shuffle by itself
            for process in workers(server):
                freeze(process)
            window.send(type="do", n=1, version=0, command=command)
            (child,) = job_pool(server)._lanes["short"].children
            wait_for_request(child)
            child.kill()
            assert window.receive()["code"] == "heavy"
            state = window.receive()
            assert (state["type"], state["version"], state["view"]["tiles"]) == ("state", 0, 6)
    assert event_names(window.do("play 3,1-3,2")) == ["linked", "stuck", "shuffled"]
    assert window.version == 1
    window.close()


def test_a_hint_is_a_pair_without_a_promise_if_the_solver_takes_too_long(server: RunningServer, client: Client) -> None:
    window = start(client, EASY)
    with hanging(server):
        window.send(type="do", n=1, version=0, command="hint")
        let_time_pass(server, "short")
        (hint,) = window.receive()["events"]
    assert (hint["event"], hint["safe"], hint["timed_out"]) == ("hinted", None, True)
    window.close()


def test_a_full_queue_is_said_and_nothing_is_lost(
    server: RunningServer, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = [start(client, EASY) for _ in range(2)]
    full = dataclasses.replace(LANES["short"], player_places=0)
    monkeypatch.setattr(job_pool(server)._lanes["short"].turns, "_limits", full)
    assert windows[0].do("shuffle")["code"] == "queue"
    assert windows[0].receive()["version"] == 0
    answer = client.http.post("/api/games", json={"mode": "classic"})
    assert read_problem(answer) == (503, "busy")
    assert answer.headers["retry-after"]
    monkeypatch.undo()
    assert event_names(windows[0].do("shuffle")) == ["shuffled"]
    for window in windows:
        window.close()


def test_the_commands_of_a_game_keep_their_order(server: RunningServer, client: Client) -> None:
    one = start(client, EASY)
    other = client.open_window(one.state["id"])
    with hanging(server, "short"):
        one.send(type="do", n=1, version=0, command="shuffle")
        one.send(type="do", n=2, version=1, command="undo")
        wait_until(lambda: find_game(server, one)._lock.locked())
        other.send(type="do", n=5, version=0, command="play 1,2-1,3")
    assert event_names(one.receive()) == ["shuffled"]
    assert event_names(one.receive()) == ["undone"]
    assert [other.receive()["type"] for _ in range(3)].count("done") == 2  # its own pair came too late
    one.close()
    other.close()


def find_game(server: RunningServer, window: Window) -> LiveGame:
    return server.find_live_game(window.state["id"])


def test_a_command_is_dropped_when_its_client_has_gone(server: RunningServer, client: Client) -> None:
    window = start(client, EASY)
    live_game = find_game(server, window)
    with hanging(server, "short"):
        window.send(type="do", n=1, version=0, command="shuffle")
        wait_until(live_game._lock.locked)
        window.break_off()
        wait_until(lambda: not live_game._lock.locked() and waiting(server) == 0)
    assert live_game.stored.version == 0


def test_a_move_does_not_wait_long_for_what_the_solver_thinks_of_it(tmp_path: Path) -> None:
    board = llk.Board.parse("AA./ABC/BAC")
    options = llk.Options(tell_doomed=True, when_stuck="ask")
    backend = Backend(LANES)
    with run_server(tmp_path, backend=backend, opinion_seconds=0.05) as server, new_client(server) as client:
        window = start(client, board, options)
        with hanging(server, "short"):
            done = window.do("play 1,1-1,2")
            assert event_names(done) == ["linked"]
            assert done["view"]["winnable"] is None
        answer = window.receive()
        assert (answer["type"], answer["version"], answer["winnable"]) == ("winnable", 1, False)
        assert answer["doomed"]["number"] == 1
        window.close()


def test_a_ping_does_not_wait_for_a_command(server: RunningServer, client: Client) -> None:
    window = start(client, EASY)
    with hanging(server, "short"):
        window.send(type="do", n=1, version=0, command="hint")
        wait_until(lambda: "short" in running(server))
        window.wait_for_pong()
    assert window.receive()["events"][0]["event"] == "hinted"
    window.close()


def test_a_newer_question_takes_the_place_of_an_older_one(server: RunningServer, client: Client) -> None:
    window = start(client, llk.Board.parse("AA/BB/CC"))
    with hanging(server, "long"):
        window.send(type="winnable", n=0)
        wait_until(lambda: "long" in running(server))  # it hangs, and will be killed
        for number in (1, 2):
            window.send(type="winnable", n=number)
        window.wait_for_pong()
        assert event_names(window.do("play 1,1-1,2")) == ["linked"]
        window.send(type="winnable", n=7)
        window.wait_for_pong()
        let_time_pass(server, "long")
        answer = window.receive()
    assert (answer["n"], answer["version"], answer["winnable"]) == (7, 1, True)
    window.close()


def test_a_stored_game_with_shuffles_is_opened_with_the_workers(server: RunningServer, client: Client) -> None:
    window = start(client, EASY)
    for _ in range(3):
        assert event_names(window.do("shuffle")) == ["shuffled"]
    rows = find_game(server, window).stored.game.board.to_rows()
    id = window.state["id"]
    window.close()
    server.wait_until_closed(id)
    with client.connect(id) as opening:
        with hanging(server, "short"):
            opening.send('{"type": "hello", "v": 3}')
            let_lane_time_pass(server, "short")
        assert json.loads(opening.recv(timeout=PATIENCE))["rows"] == rows


def test_what_a_result_rests_on_has_no_limit_in_seconds(tmp_path: Path) -> None:
    timeless = {name: dataclasses.replace(lane, seconds=0.0) for name, lane in LANES.items()}
    with (
        run_server(tmp_path, backend=Backend(timeless), clock=OwnClock()) as server,
        new_client(server) as client,
    ):
        day = client.start_game(mode="daily")
        assert client.http.post("/api/games", json={"mode": "campaign", "level": 1}).status_code == 201
        window = client.open_window(day)
        assert event_names(window.do(f"play {window.board.moves()[0]}"))[0] == "linked"
        for command, event in (("shuffle", "shuffled"), ("undo", "undone"), ("shuffle", "shuffled")):
            assert event_names(window.do(command)) == [event]
        rows = find_game(server, window).stored.game.board.to_rows()
        window.close()
        server.wait_until_closed(day)
        window = client.open_window(day)
        assert window.state["rows"] == rows
        assert event_names(window.do("give-up")) == ["lost"]
        window.close()
        wait_until(lambda: client.http.get(f"/api/rankings/daily/{today()}").json()["own"] is not None)
        racer = RoomWindow(client, open_room(client, format="sprint", countdown=1))
        racer.do("bot 1")
        start_race(racer)
        racer.close()


def test_many_shuffles_of_a_stored_game_are_found_in_several_jobs(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        stored = store.begin(llk.Game(EASY, llk.Options(mode="relaxed")))
        for _ in range(3):
            stored.do("shuffle")
    context, known = JobContext(lambda: Store(tmp_path)), Answers()
    for number in (1, 2, 3, 3):
        known = find_asked(context, "", stored.id, known, 0.0)
        assert len(known) == number


def test_an_answer_says_that_time_cut_it_short(server: RunningServer, client: Client) -> None:
    window = start(client, EASY)
    with hanging(server, "long"):
        window.send(type="winnable", n=1)
        let_time_pass(server, "long")
        answer = window.receive()
    assert (answer["winnable"], answer["timed_out"]) == (None, True)
    window.close()


# ---- Requests --------------------------------------------------------------------------------------------------------


def test_a_deal_that_takes_too_long_is_refused_in_time_and_holds_up_no_other(
    server: RunningServer, client: Client, other_client: Client
) -> None:
    deal = {"mode": "expert", "rows": 12, "cols": 20, "gravity": "outward", "seed": 1}
    answers = []
    dealing = threading.Thread(target=lambda: answers.append(client.http.post("/api/games", json=deal)))
    with hanging(server, "long"):
        dealing.start()
        wait_until(lambda: "long" in running(server))
        other_client.start_game(mode="classic")
        assert dealing.is_alive()
        let_time_pass(server, "long")
        dealing.join(PATIENCE)
    assert read_problem(answers[0]) == (400, "bad")
    assert f"{LANES['long'].seconds:g} s" in answers[0].json()["error"]


@contextmanager
def send_request(client: Client, line: str, body: str) -> Iterator[None]:
    """Send a request, and do not wait for the answer."""
    host = client.address.removeprefix("http://")
    head = [f"{line} HTTP/1.1", f"Host: {host}", f"Origin: {client.address}", f"Cookie: {client.cookie}"]
    head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    with socket.create_connection(("127.0.0.1", int(host.partition(":")[2]))) as raw:
        raw.sendall("\r\n".join((*head, "", body)).encode())
        yield


def test_work_for_a_request_is_dropped_when_its_client_has_gone(server: RunningServer, client: Client) -> None:
    before = len(client.http.get("/api/games").json())
    with hanging(server):
        for lane, line, body in (
            ("short", "POST /api/games", '{"mode": "classic"}'),
            ("long", f"GET /api/board?share={to_share(EASY)}", ""),
        ):
            with send_request(client, line, body):
                wait_until(lambda lane=lane: lane in running(server))  # type: ignore[misc]
            wait_until(lambda lane=lane: lane not in running(server))  # type: ignore[misc]
        assert waiting(server) == 0
    assert len(client.http.get("/api/games").json()) == before


def test_boards_of_the_web_have_at_most_62_rows_and_columns(server: RunningServer, client: Client) -> None:
    assert client.http.get("/api/game").json()["limits"]["max_side"] == 62
    wide = llk.scatter(2, 63, kinds=9, seed=1)
    shared = to_share(wide)
    game = to_share(llk.Game.of(llk.Deal(2, 63, seed=1)))
    for text in (shared, game):
        for path in ("/api/board", "/api/replay"):
            answer = client.http.get(path, params={"share": text})
            assert read_problem(answer) == (413, "large")
            assert "62 rows and columns" in answer.json()["error"]
        assert read_problem(client.http.post("/api/games", json={"share": text})) == (413, "large")
    with hanging(server):  # refused before any board is dealt
        answer = client.http.post("/api/games", json={"mode": "classic", "rows": 2, "cols": 63})
        assert (answer.status_code, answer.json()["reason"], answer.json()["values"]) == (400, "size", {"most": 62})


def test_the_board_of_the_day_is_dealt_once_for_all(
    server: RunningServer, client: Client, other_client: Client
) -> None:
    one, other = (player.open_window(player.start_game(mode="campaign")) for player in (client, other_client))
    assert one.state["rows"] == other.state["rows"] == llk.level(1).game().board.to_rows()
    with hanging(server):
        client.start_game(mode="campaign", level=1)
    one.close()
    other.close()
