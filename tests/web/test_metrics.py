"""What Prometheus reads: of one server, and of several workers together."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from lianliankan.errors import StoreError
from lianliankan.web.base.metrics import served_metrics, worker_metrics
from support.children import child, start_child
from support.patience import PATIENCE
from support.race_stage import RoomWindow, open_room
from support.web_stage import new_client, open_http, run_server, wait_until

Samples = dict[tuple[str, ...], float]


def scrape(port: int) -> Samples:
    """Return the value of every sample, by its name and the values of its labels."""
    with open_http(f"http://127.0.0.1:{port}") as http:
        answer = http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    families = text_string_to_metric_families(answer.text)
    return {(sample.name, *sample.labels.values()): sample.value for family in families for sample in family.samples}


def test_a_server_counts_what_its_players_do(tmp_path: Path) -> None:
    with (
        served_metrics("127.0.0.1", 0) as (metrics, port),
        run_server(tmp_path, metrics=metrics) as server,
        new_client(server) as client,
    ):
        window = client.open_window(client.start_game(mode="relaxed", rows=4, cols=6, seed=7))
        assert [window.do(command)["type"] for command in ("hint", "pause", "resume")] == ["done"] * 3
        assert window.do("pause", version=0)["type"] == "state"
        assert window.do("dance")["type"] == "error"
        client.http.get(f"/api/games/{window.state['id']}/replay")
        client.http.get("/no-such-page")
        wait_until(lambda: scrape(port)["llk_live_games",] == 1)
        found = scrape(port)
        window.close()
        wait_until(lambda: scrape(port)["llk_websockets",] == 0)
    assert found["llk_commands_total", "hint", "done"] == 1
    assert found["llk_commands_total", "pause", "done"] == 1
    assert found["llk_commands_total", "pause", "stale"] == 1
    assert found["llk_commands_total", "other", "bad"] == 1
    assert found["llk_command_duration_seconds_count",] == 5
    assert found["llk_batch_size_sum", "changes"] == found["llk_batch_duration_seconds_count", "changes"] == 3
    assert found["llk_batch_size_sum", "games"] == 1
    assert found["llk_jobs_total", "long", "done"] == found["llk_job_wait_seconds_count", "long"] == 1
    assert sum(value for (name, *_), value in found.items() if name == "llk_job_duration_seconds_sum") > 0
    assert found["llk_requests_total", "POST", "/api/games", "201"] == 1
    assert found["llk_requests_total", "GET", "/api/games/{id}/replay", "200"] == 1
    assert found["llk_requests_total", "GET", "other", "404"] == 1
    assert found["llk_websockets",] == 1
    assert found["llk_jobs_waiting", "short"] == found["llk_writes_waiting",] == found["llk_store_errors_total",] == 0
    assert found["llk_ready_workers",] == 1
    assert found["process_cpu_seconds_total",] > 0


def test_a_server_counts_what_racers_do(tmp_path: Path) -> None:
    with (
        served_metrics("127.0.0.1", 0) as (metrics, port),
        run_server(tmp_path, metrics=metrics) as server,
        new_client(server) as client,
    ):
        window = RoomWindow(client, open_room(client))
        window.do("bot 1")
        window.do("ready")
        window.wait_for_race()
        window.do("play 1,1-1,1")
        window.do("dance")
        wait_until(lambda: scrape(port)["llk_races",] == scrape(port)["llk_live_rooms",] == 1)
        found = scrape(port)
        window.close()
    assert found["llk_race_commands_total", "ready", "done"] == 1
    assert found["llk_race_commands_total", "play", "denied"] == 1
    assert found["llk_race_command_duration_seconds_count",] == 3
    assert found["llk_batch_size_sum", "rooms"] >= 4


def test_only_what_is_wrong_with_the_store_makes_a_server_unready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise StoreError("gone")

    with (
        served_metrics("127.0.0.1", 0) as (metrics, port),
        run_server(tmp_path, metrics=metrics) as server,
        new_client(server) as client,
    ):
        wait_until(lambda: scrape(port)["llk_ready_workers",] == 1)
        assert client.http.delete("/api/faces/own/abcdef").status_code == 404  # a mistake of the player
        assert scrape(port)["llk_store_errors_total",] == 0
        monkeypatch.setattr(server.state.store, "check_usable", fail)
        wait_until(lambda: scrape(port)["llk_ready_workers",] == 0)  # although nobody asks
        monkeypatch.undo()
        wait_until(lambda: scrape(port)["llk_ready_workers",] == 1)


@pytest.mark.skipif(not Path("/dev/shm").exists(), reason="there is no folder in memory")
def test_workers_share_their_metrics_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a full disk does not kill them."""
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    with worker_metrics("127.0.0.1", 0):
        folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
        assert folder.parent == Path("/dev/shm")


WORKER = """
from lianliankan.web.base.metrics import prometheus_metrics
metrics = prometheus_metrics()
metrics.count_command("play 1,1-2,2", "done", 0.003)
metrics.show(websockets=5, live_games=2, jobs_waiting={"short": 3}, jobs_running={"short": 1}, ready_workers=True)
print(flush=True)
input()
"""


def test_the_counts_of_all_workers_are_added_up() -> None:
    with worker_metrics("127.0.0.1", 0) as port:
        command = [sys.executable, "-c", WORKER]
        workers = [start_child(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
        for worker in workers:
            assert worker.stdout
            assert worker.stdout.readline() == "\n"
        found = scrape(port)
        for worker in workers:
            worker.communicate("\n", PATIENCE)
        after = scrape(port)
    assert found["llk_commands_total", "play", "done"] == after["llk_commands_total", "play", "done"] == 2
    assert found["llk_command_duration_seconds_bucket", "0.005"] == 2
    assert (found["llk_websockets",], found["llk_jobs_waiting", "short"]) == (10, 6)
    assert (found["llk_workers", "0.1.0"], found["llk_ready_workers",]) == (2, 2)
    assert not any(name.startswith(("llk_websockets", "llk_ready")) for name, *_ in after)


def test_the_port_is_an_option_of_serve(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from lianliankan.cli import main; main()", "serve", "--port", "0"]
    command += ["--store", str(tmp_path), "--metrics-port", "0"]
    with child(command, stderr=subprocess.PIPE) as process:
        assert process.stderr
        line = json.loads(process.stderr.readline())
        assert (line["event"], line["host"]) == ("metrics", "127.0.0.1")
        wait_until(lambda: ("llk_ready_workers",) in scrape(line["port"]))
        taken = subprocess.run([*command[:-1], str(line["port"])], capture_output=True, text=True, check=False)
    assert taken.returncode == 2
    assert "in use" in taken.stderr.splitlines()[-1]


def test_nothing_is_imported_for_llk_play() -> None:
    script = "import sys, lianliankan.web.server; print('prometheus_client' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert found.stdout == "False\n"
