"""The pool of worker processes: deadlines, limits of memory, and its end."""

import asyncio
import contextlib
import dataclasses
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx2
import pytest

import lianliankan as llk
from lianliankan.game.questions import HintQuestion, ShuffleQuestion
from lianliankan.store import Store
from lianliankan.web.work import pool, worker
from lianliankan.web.work.fair_lane import TooHard
from lianliankan.web.work.fair_queue import Owner
from lianliankan.web.work.jobs import STORE_VARIABLE, AnswerJob, DealJob, Job, JobContext, RestoreJob
from lianliankan.web.work.pool import LANES, JobPool
from support.children import child, living_children
from support.paths import DOCS
from support.web_stage import Client, wait_until

resource = pytest.importorskip("resource", reason="this system does not limit processes")

ANN = Owner("home", "ann")


def test_the_documentation_has_the_limits_of_every_lane() -> None:
    page = (DOCS / "web.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\| (.+) \| ([\d.]+) \| (\d+) \|$", page, flags=re.MULTILINE)
    cores = max((os.cpu_count() or 2) - 1, 1)
    found = {
        name: (cores if workers == "cores − 1" else int(workers), *map(float, rest)) for name, workers, *rest in rows
    }
    assert found == {name: (lane.workers, lane.seconds, lane.places) for name, lane in LANES.items()}


def ask(jobs: JobPool, *asked: Job[object]) -> list[object]:
    """Ask a pool in an event loop of its own, one job after the other; return answers and errors."""

    async def run() -> list[object]:
        jobs.start()
        try:
            return [(await asyncio.gather(jobs.ask(ANN, job), return_exceptions=True))[0] for job in asked]
        finally:
            jobs.close()

    return asyncio.run(run())


def test_a_job_that_takes_too_long_is_killed_and_the_next_one_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pool.LANES, "deal", dataclasses.replace(LANES["deal"], seconds=0.05))
    before = set(living_children())
    jobs = JobPool(tmp_path)
    start = time.monotonic()
    shuffle = ShuffleQuestion(llk.scatter(62, 62, kinds=40, seed=1, rules=llk.Rules(gravity="inward")), 7)
    refused, board = ask(jobs, AnswerJob(shuffle, ("deal",)), DealJob(llk.Deal(4, 6, seed=7), ("deal",)))
    assert isinstance(refused, TooHard)
    assert board == llk.deal(4, 6, seed=7)
    assert time.monotonic() - start < 15
    assert set(living_children()) <= before


def test_memory_is_limited(tmp_path: Path) -> None:
    jobs = JobPool(tmp_path)

    async def run() -> None:
        jobs.start()
        try:
            await jobs.ask(ANN, DealJob(llk.Deal(4, 6, seed=7), ("think",)))
            (process,) = jobs.process_ids["think"]
            limit = resource.prlimit(process, resource.RLIMIT_AS)
            assert limit[0] == worker.MAX_MEMORY
            resource.prlimit(process, resource.RLIMIT_AS, (20_000_000, limit[1]))
            with pytest.raises(TooHard):
                await jobs.ask(ANN, AnswerJob(HintQuestion(llk.deal(30, 34, seed=1)), ("think",)))
            await jobs.ask(ANN, DealJob(llk.Deal(4, 6, seed=7), ("think",)))
            assert jobs.process_ids["think"] != [process]
        finally:
            jobs.close()

    asyncio.run(run())


# ---- The end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_server_ends_in_time_whatever_is_being_thought_and_leaves_no_process(
    tmp_path: Path, number: signal.Signals
) -> None:
    serve = "from lianliankan.cli import main; main()"
    command = [sys.executable, "-c", serve, "serve", "--quiet", "--port", "0", "--data", str(tmp_path)]
    with child([*command, "--drain-seconds", "2"], stdout=subprocess.PIPE) as program:
        assert program.stdout
        client = Client(program.stdout.readline().strip().partition(" ")[2])
        deal = {"mode": "expert", "rows": 12, "cols": 20, "gravity": "outward", "seed": 1}

        def ask() -> None:
            with contextlib.suppress(httpx2.HTTPError):
                client.http.post("/api/games", json=deal)

        asking = threading.Thread(target=ask)
        asking.start()
        early = sum(lane.workers for lane in LANES.values() if lane.starts_early)
        wait_until(lambda: len(children_of(program.pid)) == early + 1, seconds=20)
        processes = children_of(program.pid)
        program.send_signal(number)
        program.wait(10)
        wait_until(lambda: not any(Path("/proc", str(process)).exists() for process in processes))
        asking.join()
        client.close()


SERVE_ONE_JOB = """
import asyncio, sys
from pathlib import Path
import lianliankan as llk
from lianliankan.web.work.fair_queue import Owner
from lianliankan.web.work.jobs import DealJob
from lianliankan.web.work.pool import JobPool

async def run():
    jobs = JobPool(Path(sys.argv[1]))
    jobs.start()
    await jobs.ask(Owner("home", "ann"), DealJob(llk.Deal(4, 6, seed=7), ("think",)))
    print(*jobs.process_ids["think"], flush=True)
    await asyncio.sleep(60)

asyncio.run(run())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_stopped_worker_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with child([sys.executable, "-c", SERVE_ONE_JOB, str(tmp_path)], stdout=subprocess.PIPE) as program:
        assert program.stdout
        process = int(program.stdout.readline().split()[0])
        os.kill(process, signal.SIGSTOP)
        status = Path("/proc", str(process), "stat")
        wait_until(lambda: status.read_text().rpartition(") ")[2][0] == "T")  # it reads no pipe any more
        program.kill()
        program.wait(10)
        try:
            wait_until(lambda: not Path("/proc", str(process)).exists())
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def test_a_damaged_game_with_a_shuffle_does_not_end_its_worker(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        stored = store.begin(llk.Game(llk.Deal(4, 6, seed=7).board(), llk.Options(shuffles=2)))
        stored.do("shuffle")
        with store._database.writing() as connection:
            connection.execute("UPDATE games SET score = score + 1")
    answer = worker._run(RestoreJob("", stored.id), JobContext(tmp_path), 10)
    is_done, problem = pickle.loads(pickle.dumps(answer))
    assert not is_done
    assert "the store has score" in str(problem)


def test_a_worker_whose_server_is_killed_while_it_starts_ends_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "lianliankan.web.work.worker", "0"]
    environment = os.environ | {STORE_VARIABLE: str(tmp_path)}
    with child(command, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE, env=environment) as program:
        os.close(writing)
        assert program.stderr
        assert program.stderr.read() == ""
        assert program.wait(10) == 0


def children_of(process: int) -> list[int]:
    """Return the children of a process that have not ended."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = status.read_text().rpartition(") ")[2].split()[:2]
            if int(parent) == process and state != "Z":
                found.append(int(status.parent.name))
    return found
