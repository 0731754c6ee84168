"""Fair queues and lanes: whose turn comes when, what is dropped, and what is refused."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from lianliankan.child_process import ChildDied
from lianliankan.web.live.group_commit import ServerClosing
from lianliankan.web.work.fair_lane import Busy, FairLane, LaneSettings, TooHard, unless_first
from lianliankan.web.work.fair_queue import FairQueue


def test_a_newcomer_waits_for_one_item_of_a_crowd() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=4)
    crowd = [f"crowd {number}" for number in range(60)]
    for owner in crowd:
        queue.put(owner, owner)
    for _ in range(180):  # each asks again as soon as it is answered
        owner = queue.take() or ""
        queue.charge(owner, 2.0)
        queue.put(owner, owner)
    queue.put("newcomer", "newcomer")
    assert "newcomer" in (queue.take(), queue.take())


def test_owners_take_turns_by_the_time_they_used() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=300)
    for _ in range(300):
        queue.put("slow", "slow")
        queue.put("fast", "fast")
    used = {"slow": 0.0, "fast": 0.0}
    for _ in range(200):
        owner = queue.take() or ""
        seconds = {"slow": 3.0, "fast": 1.0}[owner]
        used[owner] += seconds
        queue.charge(owner, seconds)
    assert abs(used["slow"] - used["fast"]) <= 4


def test_rest_earns_no_credit() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=50)
    for _ in range(50):
        queue.put("busy", "busy")
        queue.charge(queue.take() or "", 1.0)
    for _ in range(20):
        queue.put("busy", "busy")
        queue.put("rested", "rested")
    order = []
    for _ in range(20):
        order.append(queue.take() or "")
        queue.charge(order[-1], 1.0)
    assert 8 <= order.count("rested") <= 12


def test_the_queue_is_bounded_and_items_can_leave_it() -> None:
    queue = FairQueue[int](limit=5, limit_per_owner=2)
    assert [queue.put("ann", number) for number in range(3)] == [True, True, False]
    assert [queue.put(owner, 7) for owner in "abcd"] == [True, True, True, False]
    assert (queue.remove("ann", 0), queue.remove("ann", 0), queue.remove("nobody", 1), len(queue)) == (
        True,
        False,
        False,
        4,
    )
    assert queue.remove("ann", 1)
    assert [queue.take() for _ in range(4)] == [7, 7, 7, None]
    assert queue.put("ann", 9)
    assert (queue.take(), len(queue)) == (9, 0)


# ---- Lanes -----------------------------------------------------------------------------------------------------------


class Worker:
    """A worker that works until it may go on, or is stopped."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.is_busy, self.may_go_on = threading.Event(), threading.Event()
        self.is_stopped = False

    def do(self, job: str, _: float) -> str:
        self.done.append(job)
        self.is_busy.set()
        self.may_go_on.wait(10)
        if self.is_stopped:
            self.is_stopped = False
            raise ChildDied
        return job.upper()

    def stop(self) -> None:
        self.is_stopped = True
        self.may_go_on.set()


def in_lane(test: Callable[[FairLane[Worker, str], Worker], Awaitable[None]], **settings: Any) -> None:  # noqa: ANN401
    """Run a test with a lane of one worker."""

    async def run() -> None:
        worker = Worker()
        usual: dict[str, Any] = {"workers": 1, "seconds": 10.0, "places": 3, "places_per_owner": 2, "grace": 0.0}
        lane = FairLane([worker], Worker.do, LaneSettings(**usual | settings), stop=Worker.stop)
        lane.start()
        try:
            await test(lane, worker)
        finally:
            lane.close()

    asyncio.run(run())


async def until_busy(worker: Worker) -> None:
    await asyncio.to_thread(worker.is_busy.wait, 10)


def test_what_does_not_fit_is_refused_at_once() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        first = asyncio.create_task(lane.run("ann", lambda: "first"))
        await until_busy(worker)
        waiting = [asyncio.create_task(lane.run(owner, lambda: "more")) for owner in ("ann", "ann", "bob")]
        await asyncio.sleep(0)
        for owner in ("ann", "cleo"):
            with pytest.raises(Busy):
                await lane.run(owner, lambda: "too much")
        worker.may_go_on.set()
        assert await asyncio.gather(first, *waiting) == ["FIRST", "MORE", "MORE", "MORE"]

    in_lane(test)


def test_whoever_waits_too_long_is_told_so() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        first = asyncio.create_task(lane.run("ann", lambda: "first"))
        await until_busy(worker)
        with pytest.raises(Busy):
            await lane.run("bob", lambda: "second")
        worker.may_go_on.set()
        assert await first == "FIRST"
        assert worker.done == ["first"]

    in_lane(test, patience=0.05)


def test_work_that_takes_too_long_is_stopped() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        with pytest.raises(TooHard, match=r"more than 0\.05 s"):
            await lane.run("ann", lambda: "first")
        assert await lane.run("ann", lambda: "second") == "SECOND"

    in_lane(test, seconds=0.05)


def test_work_is_dropped_when_its_asker_has_gone() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        running = asyncio.create_task(lane.run("ann", lambda: "running"))
        await until_busy(worker)
        waiting = asyncio.create_task(lane.run("bob", lambda: "waiting"))
        await asyncio.sleep(0)
        assert len(lane) == 1
        waiting.cancel()
        running.cancel()
        await asyncio.wait((running, waiting))
        assert len(lane) == 0
        await asyncio.to_thread(worker.may_go_on.wait, 10)  # set by `stop`
        assert await lane.run("cleo", lambda: "last") == "LAST"
        assert worker.done == ["running", "last"]

    in_lane(test)


def test_a_job_is_made_when_its_turn_comes() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        newest: list[str] = ["old"]
        first = asyncio.create_task(lane.run("ann", lambda: "first"))
        await until_busy(worker)
        second = asyncio.create_task(lane.run("bob", lambda: newest[-1]))
        none = asyncio.create_task(lane.run("bob", lambda: None))
        await asyncio.sleep(0)
        newest.append("new")
        worker.may_go_on.set()
        assert [*await asyncio.gather(first, second, none)] == ["FIRST", "NEW", None]

    in_lane(test)


def test_closing_fails_whatever_waits_or_runs() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        tasks = [asyncio.create_task(lane.run(owner, lambda: "work")) for owner in ("ann", "bob")]
        await until_busy(worker)
        lane.close()
        assert [type(each) for each in await asyncio.gather(*tasks, return_exceptions=True)] == [ServerClosing] * 2
        with pytest.raises(ServerClosing):
            await lane.run("ann", lambda: "more")

    in_lane(test)


def test_waiting_ends_when_something_else_ends_first() -> None:
    async def test() -> None:
        never = asyncio.Event()

        async def work() -> str:
            await asyncio.sleep(0)
            return "done"

        async def wait() -> None:
            await never.wait()

        assert await unless_first(work(), wait(), LookupError()) == "done"
        with pytest.raises(LookupError):
            await unless_first(wait(), asyncio.sleep(0), LookupError())

    asyncio.run(test())
