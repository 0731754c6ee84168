"""The parent of several workers on one port: it starts them, keeps them running, and has a spare one ready."""

import asyncio
import logging
import os
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from lianliankan.errors import StoreError
from lianliankan.web.fair_accept import COUNT_BYTES, WORKER_VARIABLE
from lianliankan.web.memory_files import memory_folder

log = logging.getLogger("lianliankan.web")

_PROGRAM: Final = [sys.executable, "-P", "-c", "from lianliankan.cli.worker_program import main; main()"]
_READY_SECONDS = 300.0
_END_SECONDS = 10.0  # that a worker may take to end, after the time for draining
_STEADY_SECONDS = 2.0  # a worker that has served longer is restarted at once
_SPARE_SECONDS = 5.0  # until a spare worker is started: the players who come back have the processor first
_MIN_DELAY, _MAX_DELAY = 0.05, 10.0  # seconds until the others are restarted: each time twice as long


def supervise(
    listening: socket.socket,
    workers: int,
    *,
    drain_seconds: float,
    on_ready: Callable[[], None],
    on_end: Callable[[int], None] = lambda _: None,
) -> None:
    """Run workers until SIGINT or SIGTERM; SIGHUP replaces them one after another, by what is installed then.

    Each is this command again, with the socket in its environment, and waits for its place among the workers. One more
    is kept waiting, to take the place of one that dies: to start takes a second of processor time. They end with this
    process, however it ends. `on_end` is called with the process id of each that has ended. Raises StoreError if they
    cannot start.
    """
    with tempfile.TemporaryFile(dir=memory_folder()) as counts:
        counts.truncate(workers * COUNT_BYTES)
        stop_seconds = drain_seconds + _END_SECONDS
        asyncio.run(_Supervisor(listening, workers, counts.fileno(), stop_seconds, on_end).run(on_ready))


class _Supervisor:
    """The workers by their places; of each there is one, and two while it is replaced. The spare one has no place."""

    def __init__(
        self, listening: socket.socket, workers: int, counts: int, stop_seconds: float, on_end: Callable[[int], None]
    ) -> None:
        self._listening, self._counts, self._stop_seconds = listening, counts, stop_seconds
        self._on_end = on_end
        self._places = range(workers)
        self._workers: dict[int, Process] = {}
        self._spare: asyncio.Task[Process] | None = None
        self._spare_taken = asyncio.Event()
        self._running: set[Process] = set()
        self._stopping = asyncio.Event()
        self._replacing: asyncio.Task[None] | None = None

    async def run(self, on_ready: Callable[[], None]) -> None:
        """Start the workers, keep them running, and end them."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop, number)
        loop.add_signal_handler(signal.SIGHUP, self._replace_soon)
        tasks = [loop.create_task(self._run_all(on_ready)), loop.create_task(self._until_stopped())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # raises StoreError if the workers could not start
        finally:
            for unfinished in (*tasks, self._replacing, self._spare):
                if unfinished is not None:
                    unfinished.cancel()
            await asyncio.gather(*(self._end(worker) for worker in list(self._running)))

    async def _run_all(self, on_ready: Callable[[], None]) -> None:
        started = await asyncio.gather(*(self._start(place) for place in self._places))
        self._workers.update(zip(self._places, started, strict=True))
        on_ready()
        await asyncio.gather(self._keep_spare(), *(self._keep(place) for place in self._places))

    async def _until_stopped(self) -> None:
        await self._stopping.wait()

    async def _start(self, place: int) -> Process:
        """Start a worker, and let it serve; raises StoreError if it cannot."""
        return self._promote(await self._start_spare(f"worker {place + 1}"), place)

    def _promote(self, worker: Process, place: int) -> Process:
        """Give a worker its place."""
        assert worker.stdin is not None
        worker.stdin.write(f"{place}\n".encode())
        worker.stdin.close()
        return worker

    async def _start_spare(self, name: str = "spare worker") -> Process:
        """Start a worker, and wait until it can serve; raises StoreError if it does not."""
        fds = (self._listening.fileno(), self._counts)
        try:
            worker = await asyncio.create_subprocess_exec(
                *_PROGRAM,
                *sys.argv[1:],
                env=os.environ | {WORKER_VARIABLE: f"{fds[0]} {fds[1]}"},
                pass_fds=fds,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                process_group=0,  # Ctrl-C is for the parent
            )
        except OSError as problem:  # no memory, or too many processes: for now
            log.error("worker could not start", extra={"worker": name, "problem": str(problem)})
            raise StoreError(f"{name} could not start: {problem.strerror}") from None
        self._running.add(worker)
        assert worker.stdout is not None
        line = b""
        with suppress(TimeoutError):
            line = await asyncio.wait_for(worker.stdout.readline(), _READY_SECONDS)
        if not line:  # its address, as a server without workers prints it
            await self._end(worker)
            raise StoreError(f"{name} could not start")
        return worker

    async def _keep_spare(self) -> None:
        """Keep a worker ready for the next that dies."""
        while True:
            await asyncio.sleep(_SPARE_SECONDS)
            self._spare_taken.clear()
            self._spare = asyncio.create_task(self._start_spare())
            waiting = [asyncio.create_task(self._end_of(self._spare)), asyncio.create_task(self._spare_taken.wait())]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:
                task.cancel()

    async def _end_of(self, starting: "asyncio.Task[Process]") -> None:
        """Wait until a worker has ended, or could not start."""
        with suppress(StoreError):  # which the worker has logged
            worker = await asyncio.shield(starting)
            await worker.wait()
            self._forget(worker)

    def _take_spare(self) -> "asyncio.Task[Process] | None":
        """Return the spare worker, which may still be starting, if there is one."""
        spare, self._spare = self._spare, None
        self._spare_taken.set()
        return spare

    async def _keep(self, place: int) -> None:
        """Restart a worker whenever it ends."""
        delay = _MIN_DELAY
        while True:
            worker, begun = self._workers[place], monotonic()
            code = await worker.wait()
            self._forget(worker)
            if worker is not self._workers[place]:  # it was replaced
                continue
            log.error("worker ended", extra={"worker": place + 1, "pid": worker.pid, "code": code})
            if monotonic() - begun > _STEADY_SECONDS:
                delay = _MIN_DELAY
            while worker is self._workers[place]:
                spare = self._take_spare()
                if spare is None:
                    await asyncio.sleep(delay)
                    delay = min(2 * delay, _MAX_DELAY)
                with suppress(StoreError):  # which the worker has logged
                    started = self._promote(await spare, place) if spare else await self._start(place)
                    if worker is self._workers[place]:
                        self._workers[place] = started
                    else:  # it was replaced meanwhile
                        await self._end(started)

    def _stop(self, number: int) -> None:
        """Stop all workers; a SIGINT while they finish lets them end at once, as with a single server."""
        if self._stopping.is_set() and number == signal.SIGINT:
            for worker in self._running:
                with suppress(ProcessLookupError):
                    worker.send_signal(number)
        self._stopping.set()

    def _replace_soon(self) -> None:
        if self._replacing is None or self._replacing.done():
            self._replacing = asyncio.get_running_loop().create_task(self._replace_all())

    async def _replace_all(self) -> None:
        """Replace the workers one by one; each ends when its successor serves."""
        spare = self._take_spare()
        if spare is not None:
            with suppress(StoreError):
                await self._end(await spare)
        for place in self._places:
            if place not in self._workers:
                return  # they are only starting
            try:
                started = await self._start(place)
            except StoreError as problem:
                log.error("workers were not replaced", extra={"problem": str(problem)})
                return
            before, self._workers[place] = self._workers[place], started
            await self._end(before)
        log.info("all workers were replaced")

    async def _end(self, worker: Process) -> None:
        """End a worker: it finishes what it has begun, within limits."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                worker.send_signal(number)
            with suppress(TimeoutError):
                await asyncio.wait_for(worker.wait(), self._stop_seconds)
                break
        self._forget(worker)

    def _forget(self, worker: Process) -> None:
        self._running.discard(worker)
        self._on_end(worker.pid)
