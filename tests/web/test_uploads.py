"""Uploads that hang, kill or bloat the process that decodes them: players and the server notice nothing."""

import os
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.web.state.uploads import WorkerPictureClient
from support.children import child, read_line
from support.frozen import freeze, thaw
from support.patience import PATIENCE, wait_until
from support.picture_bombs import BOMBS, peak_memory
from support.picture_files import picture
from support.unhurried_server import UNHURRIED_LLK
from support.web_stage import Client, RunningServer, run_server

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc and signals")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with run_server(tmp_path, rate_factor=100) as server:
        picture_worker(server)._seconds = 600.0  # the tests themselves end what hangs
        yield server


def picture_worker(server: RunningServer) -> PictureWorker:
    pictures = server.state.picture_client
    assert isinstance(pictures, WorkerPictureClient)
    return pictures.worker


def upload(client: Client, data: bytes) -> dict[str, Any]:
    answer = client.http.post("/api/faces/draft", content=data, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def worker_process(server: RunningServer, client: Client) -> int:
    """Return the process that decodes pictures, once it is running."""
    assert len(upload(client, picture())["kept"]) == 1
    process = picture_worker(server).process_id
    assert process is not None
    return process


@pytest.mark.kills
def test_games_go_on_while_a_picture_is_decoded(server: RunningServer, client: Client, other_client: Client) -> None:
    process = worker_process(server, client)
    window = other_client.open_window(other_client.start_game())
    freeze(process)  # as if a picture took very long
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(upload, client, picture(seed=1))
        wait_until(lambda: server.state.player_uploads._counts)
        assert window.do("shuffle")["type"] == "done"
        assert other_client.http.get("/api/games").status_code == 200
        assert not slow.done()
        thaw(process)
        assert len(slow.result(PATIENCE)["kept"]) == 1
    window.close()


@pytest.mark.kills
def test_a_worker_that_dies_costs_one_picture(server: RunningServer, client: Client, other_client: Client) -> None:
    process = worker_process(server, client)
    freeze(process)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(upload, client, picture(seed=1))
        wait_until(lambda: server.state.player_uploads._counts)
        second = threads.submit(upload, other_client, picture(seed=2))
        os.kill(process, signal.SIGKILL)
        outcomes = [first.result(PATIENCE), second.result(PATIENCE)]
    assert all(len(found["kept"]) + len(found["refused"]) == 1 for found in outcomes)
    refused = [refusal for found in outcomes for refusal in found["refused"]]
    assert [refusal["code"] for refusal in refused] in ([], ["broken"])
    assert len(upload(client, picture(seed=3))["kept"]) == 1


def test_without_pillow_uploads_say_what_to_install(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lianliankan.faces.custom.picture_worker.find_spec", lambda name: None)
    answer = client.http.post("/api/faces/draft", content=picture())
    assert (answer.status_code, answer.json()["code"]) == (501, "missing")
    assert "pip install 'lianliankan[pictures]'" in answer.json()["error"]


def test_the_memory_of_the_server_is_bounded(tmp_path: Path) -> None:
    """All bombs, one after the other; the server only ever holds files, the worker is replaced if need be."""
    command = [*UNHURRIED_LLK, "serve", "--quiet", "--port", "0", "--data", str(tmp_path)]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        client = Client(read_line(process).strip().partition(" ")[2])
        upload(client, picture())
        before = peak_memory(process.pid)
        for name, (make, outcome) in BOMBS.items():
            found = upload(client, make())
            codes = [refusal["code"] for refusal in found["refused"] if refusal["code"] != "same"]
            assert codes == [outcome] * (outcome != "kept"), name
        assert peak_memory(process.pid) - before < 120
        client.close()
