"""The pool of worker processes: deadlines, limits of memory, what a process imports, and its end."""

import ast
import asyncio
import contextlib
import gc
import importlib
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path

import httpx2
import pytest

import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.game.questions import Answers, HintQuestion, ShuffleQuestion
from lianliankan.store import Store
from lianliankan.web.base.tasks import ServerClosing, ServerTasks
from lianliankan.web.work import pool, worker
from lianliankan.web.work.game_jobs import answer_question, deal_board, find_asked
from lianliankan.web.work.job_context import STORE_VARIABLE, JobContext, LaneName
from lianliankan.web.work.jobs import Requester, TooHard
from lianliankan.web.work.pool import LANES, JobPool, LaneSettings
from support.children import child, has_ended, living_children, read_line
from support.frozen import freeze, wait_for_request
from support.own_clock import OwnClock, OwnClockLoop
from support.paths import DOCS, ROOT
from support.patience import PATIENCE, wait_until
from support.web_stage import UNHURRIED, Client

resource = pytest.importorskip("resource", reason="this system does not limit processes")

ANN, EASY = Requester("home", "ann"), llk.Deal(4, 6, seed=7)


def test_the_documentation_has_the_limits_of_both_lanes() -> None:
    page = (DOCS / "web.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([\d.]+) s \| ([\d.]+) s \| ([\d,]+) \|$", page, flags=re.MULTILINE)
    found = {
        name: (float(seconds), float(patience), int(places.replace(",", "")))
        for name, *(seconds, patience, places) in rows
    }
    assert found == {name: (lane.seconds, lane.patience, lane.network_places) for name, lane in LANES.items()}


def on_pool(
    folder: Path,
    test: Callable[[JobPool, OwnClockLoop], Awaitable[None]],
    lanes: Mapping[LaneName, LaneSettings] = UNHURRIED,
) -> None:
    """Run a test with a pool, on a loop whose time it can move."""
    loop, jobs = OwnClockLoop(OwnClock()), JobPool(folder, ServerTasks(), lanes=lanes)

    async def run() -> None:
        try:
            await test(jobs, loop)
        finally:
            jobs.close()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(run())


def started(jobs: JobPool, lane: LaneName = "long") -> list[int]:
    """Return the processes of a lane."""
    return [child.process_id for child in jobs._lanes[lane].children if child.process_id is not None]


@pytest.mark.kills
def test_a_job_that_hangs_is_killed_and_the_next_one_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_GRACE_SECONDS", PATIENCE)
    before = set(living_children())

    async def test(jobs: JobPool, loop: OwnClockLoop) -> None:
        await jobs.run(ANN, deal_board, EASY)
        (process,) = started(jobs)
        freeze(process)
        hanging = asyncio.create_task(jobs.run(ANN, deal_board, EASY))
        await until_asked(jobs)
        await loop.pass_time(UNHURRIED["long"].seconds)
        assert not hanging.done()
        await loop.pass_time(PATIENCE)
        with pytest.raises(TooHard):
            await hanging
        assert await jobs.run(ANN, deal_board, EASY) == llk.deal(4, 6, seed=7)
        assert started(jobs) != [process], "it was replaced, and no other was needed"
        assert len(started(jobs)) == 1

    on_pool(tmp_path, test)
    assert set(living_children()) <= before


async def until_asked(jobs: JobPool) -> None:
    """Wait until the frozen process of the lane has a request to read."""
    (child,) = (child for child in jobs._lanes["long"].children if child.process_id is not None)
    await asyncio.to_thread(wait_for_request, child)


@pytest.mark.kills
def test_a_job_that_takes_too_long_gives_up_and_its_process_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_GRACE_SECONDS", PATIENCE)
    shuffle = ShuffleQuestion(llk.scatter(62, 62, kinds=40, seed=1, rules=llk.Rules(gravity="inward")), 7)

    async def test(jobs: JobPool, _: OwnClockLoop) -> None:
        with pytest.raises(TooHard, match=r"it takes more than 0\.05 s"):
            await jobs.run(ANN, answer_question, shuffle, seconds=0.05)
        (process,) = started(jobs)
        assert await jobs.run(ANN, deal_board, EASY) == llk.deal(4, 6, seed=7)
        assert started(jobs) == [process]

    on_pool(tmp_path, test)


@pytest.mark.kills
def test_a_job_whose_asker_has_gone_is_ended_soon(tmp_path: Path) -> None:
    async def test(jobs: JobPool, loop: OwnClockLoop) -> None:
        await jobs.run(ANN, deal_board, EASY)
        (process,) = started(jobs)
        freeze(process)
        hanging = asyncio.create_task(jobs.run(ANN, deal_board, EASY))
        await until_asked(jobs)
        hanging.cancel()
        await asyncio.wait([hanging])
        assert jobs.running["long"] == 1, "its turn is not over"
        next_one = asyncio.create_task(jobs.run(ANN, deal_board, EASY))
        await loop.pass_time(pool._ABANDONED_SECONDS)
        assert await next_one == llk.deal(4, 6, seed=7)
        assert started(jobs) != [process]

    on_pool(tmp_path, test)


@pytest.mark.kills
def test_a_job_that_ends_soon_without_its_asker_costs_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_ABANDONED_SECONDS", PATIENCE)

    async def test(jobs: JobPool, _: OwnClockLoop) -> None:
        await jobs.run(ANN, deal_board, EASY)
        (process,) = started(jobs)
        going = asyncio.create_task(jobs.run(ANN, deal_board, EASY))
        while not jobs.running["long"]:
            await asyncio.sleep(0)
        going.cancel()
        await jobs.run(ANN, deal_board, EASY)
        assert started(jobs) == [process]

    on_pool(tmp_path, test)


def test_a_game_that_cannot_be_opened_for_somebody_who_has_gone_is_nobodys_mistake(tmp_path: Path) -> None:
    may_end = threading.Event()

    def fail() -> None:
        assert may_end.wait(PATIENCE)
        raise StoreError("the disk is broken")

    async def test(jobs: JobPool, loop: OwnClockLoop) -> None:
        complaints = list[dict[str, object]]()
        loop.set_exception_handler(lambda _, complaint: complaints.append(complaint))
        going = asyncio.create_task(jobs.open(ANN, fail))
        while not jobs.running["open"]:
            await asyncio.sleep(0)
        going.cancel()
        await asyncio.wait([going])
        may_end.set()
        while jobs.running["open"]:
            await asyncio.sleep(0)
        del going
        gc.collect()
        assert complaints == []

    on_pool(tmp_path, test)


@pytest.mark.kills
def test_memory_is_limited(tmp_path: Path) -> None:
    async def test(jobs: JobPool, _: OwnClockLoop) -> None:
        await jobs.run(ANN, deal_board, EASY)
        (process,) = started(jobs)
        limit = resource.prlimit(process, resource.RLIMIT_AS)
        assert limit[0] == worker.MAX_MEMORY
        resource.prlimit(process, resource.RLIMIT_AS, (20_000_000, limit[1]))
        with pytest.raises(TooHard, match="memory"):
            await jobs.run(ANN, answer_question, HintQuestion(llk.deal(30, 34, seed=1)))
        await jobs.run(ANN, deal_board, EASY)
        assert started(jobs) != [process]

    on_pool(tmp_path, test)


@pytest.mark.kills
def test_closing_fails_whatever_waits_or_runs(tmp_path: Path) -> None:
    async def test(jobs: JobPool, _: OwnClockLoop) -> None:
        await jobs.run(ANN, deal_board, EASY)
        freeze(*started(jobs))
        asked = [asyncio.create_task(jobs.run(ANN, deal_board, EASY)) for _ in range(2)]
        await until_asked(jobs)
        jobs.close()
        assert [type(each) for each in await asyncio.gather(*asked, return_exceptions=True)] == [ServerClosing] * 2
        with pytest.raises(ServerClosing):
            await jobs.run(ANN, deal_board, EASY)

    on_pool(tmp_path, test)


# ---- What a process imports ------------------------------------------------------------------------------------------


def job_functions() -> Iterator[Callable[..., object]]:
    """Find the functions that the server has run by workers: what is handed to `do_job`, or to `run` of its jobs."""
    for file in (ROOT / "src" / "lianliankan" / "web").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            place = {"do_job": 0, "_ask": 1}.get(called.rpartition(".")[2], 1 if called.endswith("jobs.run") else None)
            if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Name | ast.Attribute):
                name = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
                with contextlib.suppress(NameError, AttributeError):  # a parameter
                    yield eval(ast.unparse(node.args[place]), vars(importlib.import_module(name)))


def test_a_worker_imports_nothing_of_the_server() -> None:
    modules = {function.__module__ for function in job_functions()}
    assert {f"lianliankan.web.{name}" for name in ("race.ghosts", "lab.jobs", "endpoints.import_check")} <= modules
    program = f"""
import sys
from importlib import import_module
for name in {sorted({*modules, "lianliankan.web.work.worker"})}:
    import_module(name)
print(*({{"asyncio", "starlette", "uvicorn"}} & sys.modules.keys()))
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


# ---- The end ---------------------------------------------------------------------------------------------------------


@pytest.mark.kills
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_server_ends_whatever_is_being_thought_and_leaves_no_process(
    tmp_path: Path, number: signal.Signals
) -> None:
    llk = "from lianliankan.cli import main; main()"
    command = [sys.executable, "-c", llk, "play", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    with child(command, stdout=subprocess.PIPE) as program:
        client = Client(read_line(program).split()[1].partition("/enter")[0])
        deal = {"mode": "expert", "rows": 12, "cols": 20, "gravity": "outward", "seed": 1}

        answers: list[httpx2.Response] = []

        def ask() -> None:
            with contextlib.suppress(httpx2.HTTPError):
                answers.append(client.http.post("/api/games", json=deal))

        asking = threading.Thread(target=ask)
        asking.start()
        wait_until(lambda: len(children_of(program.pid)) == 2)  # one for short work, and one that deals
        processes = children_of(program.pid)
        if number == signal.SIGTERM:
            for process in processes:
                freeze(process)  # as if it thought for ever
        program.send_signal(number)
        program.wait(PATIENCE)
        assert [process for process in processes if not has_ended(process)] == []
        asking.join(PATIENCE)
        client.close()
        assert {answer.status_code for answer in answers} <= {500, 503}, "the work was done after all"


SERVE_ONE_JOB = """
import asyncio, sys
from pathlib import Path
import lianliankan as llk
from lianliankan.web.base.tasks import ServerTasks
from lianliankan.web.work.game_jobs import deal_board
from lianliankan.web.work.jobs import Requester
from lianliankan.web.work.pool import JobPool

async def run():
    jobs = JobPool(Path(sys.argv[1]), ServerTasks())
    await jobs.run(Requester("home", "ann"), deal_board, llk.Deal(4, 6, seed=7))
    print(*(child.process_id for child in jobs._lanes["long"].children if child.process_id), flush=True)
    await asyncio.Event().wait()

asyncio.run(run())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_stopped_worker_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with child([sys.executable, "-c", SERVE_ONE_JOB, str(tmp_path)], stdout=subprocess.PIPE) as program:
        process = int(read_line(program).split()[0])
        freeze(process)
        program.kill()
        program.wait(PATIENCE)
        assert has_ended(process)


def test_a_damaged_game_with_a_shuffle_does_not_end_its_worker(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        stored = store.begin(llk.Game(llk.Deal(4, 6, seed=7).board(), llk.Options(shuffles=2)))
        stored.do("shuffle")
        with store._database.writing() as connection:
            connection.execute("UPDATE commands SET at = at + 1")
    answer = worker._run(JobContext(lambda: Store(tmp_path)), 10, find_asked, "", stored.id, Answers(), 1.0)
    is_done, problem = pickle.loads(pickle.dumps(answer))
    assert not is_done
    assert "its commands are not those that were stored" in str(problem)


@pytest.mark.kills
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
