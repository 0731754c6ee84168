"""The endpoints about finished games: results, statistics, the daily calendar."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
import pytest

import lianliankan as llk
from lianliankan.game.analysis import analyse
from lianliankan.game.start import today
from lianliankan.store import Store
from lianliankan.web.base.tasks import ServerTasks
from lianliankan.web.local import in_place
from lianliankan.web.local.in_place import InPlaceJobs
from lianliankan.web.state.after_games import Analyst
from lianliankan.web.work.game_jobs import result_json
from lianliankan.web.work.job_context import JobContext
from lianliankan.web.work.jobs import Requester
from support.history import play_out
from support.patience import PATIENCE, wait_until
from support.web_stage import Client, RunningServer, read_problem

T = TypeVar("T")


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def win(client: Client, **request: object) -> str:
    """Win a game, and return its id."""
    id = client.start_game(**request)
    window = client.open_window(id)
    for move in llk.solve(window.board).moves:
        window.do(f"play {move}")
    window.close()
    return id


def statistics(client: Client) -> dict[str, Any]:
    found = client.http.get("/api/stats")
    assert found.status_code == 200
    answer: dict[str, Any] = found.json()
    return answer


def test_statistics_come_from_one_endpoint_and_games_are_analysed_meanwhile(client: Client) -> None:
    assert statistics(client)["games"] == 0
    for seed in (1, 2):
        win(client, mode="classic", rows=4, cols=6, seed=seed)
    wait_until(lambda: not statistics(client)["pending"])
    found = statistics(client)
    assert (found["games"], found["won"], found["longest_streak"], found["pending"]) == (2, 2, 2, 0)
    assert [(mode["mode"], mode["size"], mode["won"], len(mode["points"])) for mode in found["modes"]] == [
        ("classic", "4x6", 2, 2)
    ]
    combo = next(each for each in found["achievements"] if each["name"] == "combo")
    assert (combo["progress"], combo["goal"]) == (min(found["best_combo"], 10), 10)


def test_a_result_says_what_is_new(client: Client) -> None:
    first = win(client, mode="classic", rows=6, cols=10, seed=1)
    result = client.http.get(f"/api/games/{first}/result").json()
    assert (result["place"], result["day"], result["best_list"]["kind"]) == (None, None, "6x10")
    assert {"no hints", "no undo"} <= {each["name"] for each in result["achievements"]}
    assert result["analysis"]["mistake"] == ""
    assert statistics(client)["pending"] == 0, "the analysis was kept"
    second = win(client, mode="classic", rows=6, cols=10, seed=1)
    result = client.http.get(f"/api/games/{second}/result").json()
    assert "no hints" not in {each["name"] for each in result["achievements"]}, "it was reached before"
    assert result["best_list"]["kind"] is None
    assert result["best_list"]["deal"] == "6x10 seed=1"
    small = win(client, mode="classic", rows=4, cols=6, kinds=4, seed=5)
    lists = client.http.get("/api/bests", params={"game": first}).json()
    assert [(each["kind"], each["number"]) for each in lists if each["has_game"]] == [("6x10", "")]
    (other,) = [each for each in lists if each["words"]]
    assert (other["size"], other["words"]) == ("4x6", [{"name": "kinds", "value": "4"}])
    assert [each["has_game"] for each in client.http.get("/api/bests", params={"game": small}).json()].count(True) == 1
    assert not any(each["has_game"] for each in client.http.get("/api/bests", params={"game": "nothere"}).json())
    query = {name: value for name, value in result["best_list"].items() if name in ("mode", "deal")}
    assert {game["id"] for game in client.http.get("/api/bests", params=query).json()["games"]} == {first, second}
    assert client.http.get("/api/bests", params={"mode": "campaign", "level": "x"}).status_code == 400
    assert client.http.get("/api/bests", params={"mode": "campaign", "level": "3"}).json()["games"] == []
    assert client.http.get("/api/bests", params={"mode": "nomode", "kind": "4x6"}).status_code == 400


def store_finished(store: Store) -> str:
    return store.begin(play_out(llk.plan("classic", rows=6, cols=10, seed=1), 1, skill=1.0)).id


def test_a_result_comes_without_an_analysis_if_there_is_no_time_for_it(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        id, context = store_finished(store), JobContext(lambda: store)
        answer, analysis = result_json(context, "", id, today(), 0.0)
        result = msgspec.json.decode(answer)
        assert (analysis, result["analysis"], result["achievements"]) == (None, None, [])
        assert [best["id"] for best in result["bests"]["games"]] == [id]
        assert result_json(context, "", id, today(), PATIENCE)[1] == analyse(store.open(id).game)


def test_nothing_is_stored_of_a_game_for_which_there_was_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path) as store:
        id = store_finished(store)

        async def write(player: str, act: Callable[[Store], T]) -> T:
            assert player == ""
            return act(store)

        async def look() -> None:
            tasks = ServerTasks()
            Analyst(InPlaceJobs(store), tasks, write).start(Requester("", ""), [id])
            while len(tasks):
                await asyncio.sleep(0)

        monkeypatch.setattr(in_place, "LOCAL_SECONDS", MappingProxyType({"long": 0.0}))
        asyncio.run(look())
        assert store.analysis(id) is None
        monkeypatch.setattr(in_place, "LOCAL_SECONDS", MappingProxyType({"long": PATIENCE}))
        asyncio.run(look())
        assert store.analysis(id) == analyse(store.open(id).game)


def test_results_are_private(client: Client, other_client: Client) -> None:
    id = win(client, mode="classic", rows=2, cols=4, seed=1)
    other_client.http.get("/api/me")
    assert read_problem(other_client.http.get(f"/api/games/{id}/result"))[0] == 404
    assert statistics(other_client)["games"] == 0
    assert other_client.http.get("/api/bests").json() == []


def test_past_days_can_be_played_later(client: Client) -> None:
    day, tomorrow = today() - timedelta(days=3), today() + timedelta(days=1)
    id = client.start_game(day=day.isoformat())
    window = client.open_window(id)
    assert window.state["head"]["options"]["day"] == day.isoformat()
    window.do(f"play {window.board.moves()[0]}")
    window.do("give-up")
    window.close()
    calendar = client.http.get("/api/daily").json()
    assert calendar["today"] == today().isoformat()
    assert 0 < calendar["seconds_left"] <= 86_400
    (result,) = calendar["record"]["days"]
    assert (result["day"], result["state"], result["is_late"], result["game"]) == (day.isoformat(), "lost", True, id)
    assert (calendar["record"]["streak"], calendar["record"]["longest"]) == (0, 0)
    for wrong in (tomorrow.isoformat(), "2019-01-01", "yesterday", ""):
        assert read_problem(client.http.post("/api/games", json={"mode": "daily", "day": wrong}))[0] == 400
    wrong_mode = client.http.post("/api/games", json={"mode": "classic", "day": day.isoformat()})
    assert read_problem(wrong_mode)[0] == 400
