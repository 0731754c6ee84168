"""Fair queues and lanes: whose turn comes when, what is dropped, and what is refused."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from lianliankan.child_process import ChildDied
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.work.fair_lane import Busy, FairLane, LaneSettings, TooHard, unless_first
from lianliankan.web.work.fair_queue import FairQueue, Owner


def of(player: str, network: str = "") -> Owner:
    """An owner; without a network, all have the same."""
    return Owner(network, player)


def test_a_newcomer_waits_for_one_item_of_a_crowd() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=4)
    crowd = [f"crowd {number}" for number in range(60)]
    for owner in crowd:
        queue.put(of(owner), owner)
    for _ in range(180):  # each asks again as soon as it is answered
        owner = queue.take() or ""
        queue.charge(of(owner), 2.0)
        queue.put(of(owner), owner)
    queue.put(of("newcomer"), "newcomer")
    assert "newcomer" in (queue.take(), queue.take())


def test_owners_take_turns_by_the_time_they_used() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=300)
    for _ in range(300):
        queue.put(of("slow"), "slow")
        queue.put(of("fast"), "fast")
    used = {"slow": 0.0, "fast": 0.0}
    for _ in range(200):
        owner = queue.take() or ""
        seconds = {"slow": 3.0, "fast": 1.0}[owner]
        used[owner] += seconds
        queue.charge(of(owner), seconds)
    assert abs(used["slow"] - used["fast"]) <= 4


def test_rest_earns_no_credit() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=50)
    for _ in range(50):
        queue.put(of("busy"), "busy")
        queue.charge(of(queue.take() or ""), 1.0)
    for _ in range(20):
        queue.put(of("busy"), "busy")
        queue.put(of("rested"), "rested")
    order = []
    for _ in range(20):
        order.append(queue.take() or "")
        queue.charge(of(order[-1]), 1.0)
    assert 8 <= order.count("rested") <= 12


def test_the_queue_is_bounded_and_items_can_leave_it() -> None:
    queue = FairQueue[int](limit=5, limit_per_owner=2)
    assert [queue.put(of("ann"), number) for number in range(3)] == [True, True, False]
    assert [queue.put(of(owner), 7) for owner in "abc"] == [True, True, True]
    assert (queue.remove(of("ann"), 0), queue.remove(of("ann"), 0), queue.remove(of("nobody"), 1), len(queue)) == (
        True,
        False,
        False,
        4,
    )
    assert queue.put(of("d"), 7)
    assert not queue.put(of("e"), 7)
    assert queue.remove(of("ann"), 1)
    assert [queue.take() for _ in range(5)] == [7, 7, 7, 7, None]
    assert queue.put(of("ann"), 9)
    assert (queue.take(), len(queue)) == (9, 0)


# ---- Networks --------------------------------------------------------------------------------------------------------


def test_new_players_of_a_network_do_not_delay_another_one() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=4)
    for number in range(240):
        queue.put(of(f"new {number % 60}", "attacker"), "attack")
    number = 60
    for _ in range(20):  # and more players come all the time
        assert queue.take() == "attack"
        queue.charge(of(f"new {number % 60}", "attacker"), 0.1)
        number += 1
        queue.put(of(f"new {number}", "attacker"), "attack")
    order = []
    for _ in range(10):
        queue.put(of("ann", "home"), "ann")
        order.append(queue.take() or "")
        queue.charge(of("ann", "home") if order[-1] == "ann" else of("new 1", "attacker"), 0.1)
    assert "ann" in order[:2]
    assert order.count("ann") >= 4


def test_players_of_a_network_take_turns() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=4)
    for _ in range(4):
        for player in ("greedy", "ann", "bob"):
            queue.put(of(player, "school"), player)
    order = []
    for _ in range(12):
        order.append(queue.take() or "")
        queue.charge(of(order[-1], "school"), 9.0 if order[-1] == "greedy" else 1.0)
    assert order[:3] == ["greedy", "ann", "bob"]
    assert order[-3:] == ["greedy"] * 3


def test_a_known_player_has_turns_among_endless_new_ones() -> None:
    queue = FairQueue[str](limit=1_000, limit_per_owner=4)
    queue.charge(of("ann", "school"), 0.1)
    queue.put(of("ann", "school"), "ann")
    order = []
    for number in range(0, 200, 2):
        for name in (f"new {number}", f"new {number + 1}"):
            queue.put(of(name, "school"), name)
        order.append(queue.take() or "")
        queue.charge(of(order[-1], "school"), 0.1)
    assert "ann" in order


def test_a_full_queue_has_room_for_whoever_has_less_waiting() -> None:
    evicted: list[str] = []
    queue = FairQueue[str](limit=6, limit_per_owner=4, evict=evicted.append)
    for number in range(6):
        assert queue.put(of(f"new {number}", "attacker"), f"attack {number}")
    assert not queue.put(of("new 6", "attacker"), "attack 6")
    assert [queue.put(of("ann", "home"), f"ann {number}") for number in range(4)] == [True, True, True, False]
    assert evicted == ["attack 5", "attack 4", "attack 3"]
    assert not queue.put(of("new 6", "attacker"), "attack 6")
    assert queue.put(of("bob", "elsewhere"), "bob")
    assert (len(evicted), len(queue)) == (4, 6)
    assert sorted(queue.take() or "" for _ in range(6))[-1] == "bob"
    assert queue.take() is None


def test_with_one_network_a_full_queue_is_fair_among_players() -> None:
    evicted: list[str] = []
    queue = FairQueue[str](limit=6, limit_per_owner=4, evict=evicted.append)
    for player in ("ann", "bob", "ann", "bob", "ann", "ann"):
        assert queue.put(of(player, "proxy"), player)
    assert [queue.put(of("cleo", "proxy"), "cleo") for _ in range(3)] == [True, True, False]
    assert evicted == ["ann", "ann"]


def test_those_who_have_rested_are_forgotten() -> None:
    queue = FairQueue[int](limit=10, limit_per_owner=4)
    for number in range(30_000):
        owner = of(f"player {number}", f"network {number % 1_000}")
        queue.put(owner, number)
        assert queue.take() == number
        queue.charge(owner, 0.01)
    queue.put(of("last"), 0)
    assert len(queue._networks) <= 1_001
    assert sum(len(each.turns._used) for each in queue._networks.values()) < 11_000


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
        first = asyncio.create_task(lane.run(of("ann"), lambda: "first"))
        await until_busy(worker)
        waiting = [asyncio.create_task(lane.run(of(owner), lambda: "more")) for owner in ("ann", "bob", "cleo")]
        await asyncio.sleep(0)
        for owner in ("ann", "dora"):
            with pytest.raises(Busy):
                await lane.run(of(owner), lambda: "too much")
        worker.may_go_on.set()
        assert await asyncio.gather(first, *waiting) == ["FIRST", "MORE", "MORE", "MORE"]

    in_lane(test)


def test_work_that_has_to_make_room_is_refused() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        first = asyncio.create_task(lane.run(of("ann"), lambda: "first"))
        await until_busy(worker)
        crowd = [asyncio.create_task(lane.run(of(f"new {number}"), lambda: "crowd")) for number in range(3)]
        await asyncio.sleep(0)
        other = asyncio.create_task(lane.run(of("bob", "elsewhere"), lambda: "other"))
        with pytest.raises(Busy):
            await crowd.pop()
        worker.may_go_on.set()
        assert await asyncio.gather(first, other, *crowd) == ["FIRST", "OTHER", "CROWD", "CROWD"]
        assert worker.done == ["first", "other", "crowd", "crowd"]

    in_lane(test)


def test_whoever_waits_too_long_is_told_so() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        first = asyncio.create_task(lane.run(of("ann"), lambda: "first"))
        await until_busy(worker)
        with pytest.raises(Busy):
            await lane.run(of("bob"), lambda: "second")
        worker.may_go_on.set()
        assert await first == "FIRST"
        assert worker.done == ["first"]

    in_lane(test, patience=0.05)


def test_work_that_takes_too_long_is_stopped() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        with pytest.raises(TooHard, match=r"more than 0\.05 s"):
            await lane.run(of("ann"), lambda: "first")
        assert await lane.run(of("ann"), lambda: "second") == "SECOND"

    in_lane(test, seconds=0.05)


def test_work_is_dropped_when_its_asker_has_gone() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        running = asyncio.create_task(lane.run(of("ann"), lambda: "running"))
        await until_busy(worker)
        waiting = asyncio.create_task(lane.run(of("bob"), lambda: "waiting"))
        await asyncio.sleep(0)
        assert len(lane) == 1
        waiting.cancel()
        running.cancel()
        await asyncio.wait((running, waiting))
        assert len(lane) == 0
        await asyncio.to_thread(worker.may_go_on.wait, 10)  # set by `stop`
        assert await lane.run(of("cleo"), lambda: "last") == "LAST"
        assert worker.done == ["running", "last"]

    in_lane(test)


def test_a_job_is_made_when_its_turn_comes() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        newest: list[str] = ["old"]
        first = asyncio.create_task(lane.run(of("ann"), lambda: "first"))
        await until_busy(worker)
        second = asyncio.create_task(lane.run(of("bob"), lambda: newest[-1]))
        none = asyncio.create_task(lane.run(of("bob"), lambda: None))
        await asyncio.sleep(0)
        newest.append("new")
        worker.may_go_on.set()
        assert [*await asyncio.gather(first, second, none)] == ["FIRST", "NEW", None]

    in_lane(test)


def test_closing_fails_whatever_waits_or_runs() -> None:
    async def test(lane: FairLane[Worker, str], worker: Worker) -> None:
        tasks = [asyncio.create_task(lane.run(of(owner), lambda: "work")) for owner in ("ann", "bob")]
        await until_busy(worker)
        lane.close()
        assert [type(each) for each in await asyncio.gather(*tasks, return_exceptions=True)] == [ServerClosing] * 2
        with pytest.raises(ServerClosing):
            await lane.run(of("ann"), lambda: "more")

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
