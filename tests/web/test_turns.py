"""The order of work: a network or player with endless requests does not delay others."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from lianliankan.web.base.tasks import ServerClosing
from lianliankan.web.work.jobs import Busy, Requester, unless_first
from lianliankan.web.work.pool import TurnLimits, Turns
from support.own_clock import OwnClock, OwnClockLoop
from support.patience import PATIENCE


class Stage:
    """Turns, and jobs that work until a test ends them; `begun` has their requesters in order."""

    def __init__(self, loop: OwnClockLoop, **limits: Any) -> None:  # noqa: ANN401
        self.turns = Turns(TurnLimits(**{"workers": 4} | limits))
        self.loop = loop
        self.begun: list[Requester] = []
        self._ends: dict[Requester, list[asyncio.Event]] = {}

    async def ask(self, requester: Requester, times: int = 1) -> list[asyncio.Task[None]]:
        """Ask for work, and wait until it has begun or waits."""
        tasks = [asyncio.create_task(self._work(requester)) for _ in range(times)]
        await self.settle()
        return tasks

    async def finish(self, requester: Requester) -> None:
        """End one job of a requester, and let the next one begin."""
        self._ends[requester].pop(0).set()
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def _work(self, requester: Requester) -> None:
        await self.turns.take(requester)
        self.begun.append(requester)
        end = asyncio.Event()
        self._ends.setdefault(requester, []).append(end)
        try:
            await end.wait()
        finally:
            self.turns.release(requester)


def on_stage(test: Callable[[Stage], Awaitable[None]], **limits: Any) -> None:  # noqa: ANN401
    loop = OwnClockLoop(OwnClock())

    async def run() -> None:
        await test(Stage(loop, **limits))
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(run())


def player(number: int, network: str = "crowd") -> Requester:
    return Requester(network, f"player {number}")


ANN = Requester("home", "ann")


def test_a_greedy_network_does_not_delay_others() -> None:
    async def test(stage: Stage) -> None:
        for number in range(100):
            await stage.ask(player(number), times=5)
        assert stage.begun == [player(0), player(1)], "it has half of the workers"
        for number in range(50):  # and more players come all the time
            await stage.ask(player(100 + number))
            await stage.ask(ANN)
            assert stage.begun[-1] == ANN
            await stage.finish(ANN)
            await stage.finish([requester for requester in stage.begun if requester != ANN][number])

    on_stage(test)


def test_a_player_who_asks_without_end_keeps_no_other_of_the_network_waiting() -> None:
    async def test(stage: Stage) -> None:
        greedy, modest = player(1), player(2)
        await stage.ask(greedy, times=5)
        assert stage.begun == [greedy]
        for _ in range(10):
            await stage.ask(modest)
            assert stage.begun[-1] == modest
            await stage.finish(modest)
            await stage.finish(greedy)
            await stage.ask(greedy)

    on_stage(test)


def test_waiting_requests_are_served_in_order_of_arrival() -> None:
    async def test(stage: Stage) -> None:
        requesters = [Requester(f"network {number}", "somebody") for number in range(7)]
        for requester in requesters:
            await stage.ask(requester)
        assert stage.begun == requesters[:4]
        for number in (2, 0, 1):
            await stage.finish(requesters[number])
        assert stage.begun == requesters
        assert (stage.turns.running, stage.turns.waiting) == (4, 0)

    on_stage(test)


def test_players_and_networks_that_have_too_much_waiting_are_told_so() -> None:
    async def test(stage: Stage) -> None:
        await stage.ask(player(1), times=3)
        with pytest.raises(Busy):
            await stage.turns.take(player(1))
        await stage.ask(player(2), times=3)
        with pytest.raises(Busy):
            await stage.turns.take(player(3))
        await stage.ask(ANN)
        assert stage.begun[-1] == ANN
        await stage.finish(player(1))
        await stage.ask(player(3))  # there is a place again
        assert stage.turns.waiting == 4

    on_stage(test, player_places=3, network_places=6)


def test_a_request_that_waits_too_long_is_refused_and_frees_its_place() -> None:
    async def test(stage: Stage) -> None:
        await stage.ask(player(1))
        (waiting,) = await stage.ask(player(2))
        await stage.loop.pass_time(PATIENCE)
        assert not waiting.done()
        await stage.loop.pass_time(PATIENCE)
        with pytest.raises(Busy):
            await waiting
        (other,) = await stage.ask(player(3))
        await stage.finish(player(1))
        assert stage.begun == [player(1), player(3)]
        assert not other.done()

    on_stage(test, workers=1, patience=2 * PATIENCE)


def test_a_cancelled_request_passes_its_turn_on() -> None:
    async def test(stage: Stage) -> None:
        (running,) = await stage.ask(player(1))
        (waiting,) = await stage.ask(player(2))
        await stage.ask(player(3))
        waiting.cancel()
        running.cancel()
        await stage.settle()
        assert stage.begun == [player(1), player(3)]

    on_stage(test, workers=1)


def test_a_turn_that_comes_when_its_client_goes_is_not_lost() -> None:
    async def test(stage: Stage) -> None:
        await stage.turns.take(player(1))
        waiting = asyncio.create_task(stage.turns.take(player(2)))
        await stage.settle()
        stage.turns.release(player(1))
        waiting.cancel()
        await stage.settle()
        assert (stage.turns.running, stage.turns.waiting) == (0, 0)

    on_stage(test, workers=1)


def test_closing_fails_waiting_requests() -> None:
    async def test(stage: Stage) -> None:
        await stage.ask(player(1))
        (waiting,) = await stage.ask(player(2))
        stage.turns.close()
        with pytest.raises(ServerClosing):
            await waiting
        with pytest.raises(ServerClosing):
            await stage.turns.take(ANN)

    on_stage(test, workers=1)


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
