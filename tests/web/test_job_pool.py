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
from pathlib import Path

import httpx2
import pytest

import lianliankan as llk
from lianliankan.game.questions import HintQuestion, ShuffleQuestion
from lianliankan.store import Store
from lianliankan.web.work import worker
from lianliankan.web.work.fair_lane import TooHard
from lianliankan.web.work.fair_queue import Owner
from lianliankan.web.work.jobs import STORE_VARIABLE, AnswerJob, DealJob, JobContext, RestoreJob
from lianliankan.web.work.pool import LANES, JobPool
from support.children import child, living_children
from support.frozen import freeze, wait_for_request
from support.own_clock import OwnClock, OwnClockLoop
from support.paths import DOCS
from support.patience import PATIENCE, wait_until
from support.web_stage import UNHURRIED, Client

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


EASY = DealJob(llk.Deal(4, 6, seed=7), ("deal",))


def test_a_job_that_hangs_is_killed_and_the_next_one_is_done(tmp_path: Path) -> None:
    before = set(living_children())
    loop = OwnClockLoop(OwnClock())
    jobs = JobPool(tmp_path, lanes=UNHURRIED)

    async def run() -> None:
        jobs.start()
        try:
            await jobs.ask(ANN, EASY)
            (process,) = jobs.process_ids["deal"]
            assert process is not None
            freeze(process)
            hanging = asyncio.create_task(jobs.ask(ANN, EASY))
            await asyncio.to_thread(wait_for_request, jobs._children["deal"][0])
            await loop.pass_time(UNHURRIED["deal"].seconds)
            assert not hanging.done()
            await loop.pass_time(UNHURRIED["deal"].grace)
            with pytest.raises(TooHard):
                await hanging
            assert await jobs.ask(ANN, EASY) == llk.deal(4, 6, seed=7)
            assert jobs.process_ids["deal"] != [process]
        finally:
            jobs.close()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(run())
    assert set(living_children()) <= before


def test_a_job_that_takes_too_long_gives_up_and_its_process_goes_on(tmp_path: Path) -> None:
    hurried = dataclasses.replace(UNHURRIED["deal"], seconds=0.05, grace=PATIENCE)
    jobs = JobPool(tmp_path, lanes=UNHURRIED | {"deal": hurried})
    shuffle = ShuffleQuestion(llk.scatter(62, 62, kinds=40, seed=1, rules=llk.Rules(gravity="inward")), 7)

    async def run() -> None:
        jobs.start()
        try:
            with pytest.raises(TooHard, match=r"it takes more than 0\.05 s"):
                await jobs.ask(ANN, AnswerJob(shuffle, ("deal",)))
            (process,) = jobs.process_ids["deal"]
            with contextlib.suppress(TooHard):  # it has 0.05 s
                assert await jobs.ask(ANN, EASY) == llk.deal(4, 6, seed=7)
            assert jobs.process_ids["deal"] == [process]
        finally:
            jobs.close()

    asyncio.run(run())


def test_memory_is_limited(tmp_path: Path) -> None:
    jobs = JobPool(tmp_path, lanes=UNHURRIED)

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
def test_the_server_ends_whatever_is_being_thought_and_leaves_no_process(
    tmp_path: Path, number: signal.Signals
) -> None:
    llk = "from lianliankan.cli import main; main()"
    command = [sys.executable, "-c", llk, "play", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    with child(command, stdout=subprocess.PIPE) as program:
        assert program.stdout
        client = Client(program.stdout.readline().split()[1].partition("/enter")[0])
        deal = {"mode": "expert", "rows": 12, "cols": 20, "gravity": "outward", "seed": 1}

        answers: list[httpx2.Response] = []

        def ask() -> None:
            with contextlib.suppress(httpx2.HTTPError):
                answers.append(client.http.post("/api/games", json=deal))

        asking = threading.Thread(target=ask)
        asking.start()
        early = sum(lane.workers for lane in LANES.values() if lane.starts_early)
        wait_until(lambda: len(children_of(program.pid)) == early + 1)
        processes = children_of(program.pid)
        if number == signal.SIGTERM:
            for process in processes:
                freeze(process)  # as if it thought for ever
        program.send_signal(number)
        program.wait(PATIENCE)
        wait_until(lambda: not any(Path("/proc", str(process)).exists() for process in processes))
        asking.join()
        client.close()
        assert {answer.status_code for answer in answers} <= {500, 503}, "the work was done after all"


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
    await asyncio.Event().wait()

asyncio.run(run())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_stopped_worker_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with child([sys.executable, "-c", SERVE_ONE_JOB, str(tmp_path)], stdout=subprocess.PIPE) as program:
        assert program.stdout
        process = int(program.stdout.readline().split()[0])
        freeze(process)
        program.kill()
        program.wait(PATIENCE)
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
            connection.execute("UPDATE commands SET at = at + 1")
    answer = worker._run(RestoreJob("", stored.id), JobContext(tmp_path), 10)
    is_done, problem = pickle.loads(pickle.dumps(answer))
    assert not is_done
    assert "its commands are not those that were stored" in str(problem)


def test_a_worker_whose_server_is_killed_while_it_starts_ends_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "lianliankan.web.work.worker", "0"]
    environment = os.environ | {STORE_VARIABLE: str(tmp_path)}
    with child(command, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE, env=environment) as program:
        os.close(writing)
        assert program.stderr
        assert program.stderr.read() == ""
        assert program.wait(PATIENCE) == 0


def children_of(process: int) -> list[int]:
    """Return the children of a process that have not ended."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = status.read_text().rpartition(") ")[2].split()[:2]
            if int(parent) == process and state != "Z":
                found.append(int(status.parent.name))
    return found
