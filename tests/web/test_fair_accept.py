"""Workers that share a socket: each gets its share of the connections, and one that does not run gets none."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from lianliankan.web.fair_accept import COUNT_BYTES, FairAcceptor, WorkerPlace
from lianliankan.web.server import bind_socket
from support.web_stage import wait_until

CONNECTIONS = 60


class Worker:
    """The event loop of a worker, in a thread, and the connections that it has accepted."""

    def __init__(self, place: WorkerPlace) -> None:
        self.accepted: list[asyncio.BaseTransport] = []
        self._place = place

    @contextmanager
    def run(self) -> Iterator[None]:
        ended = threading.Event()
        thread = threading.Thread(target=asyncio.run, args=(self._serve(ended),))
        thread.start()
        yield
        ended.set()
        thread.join(10)

    async def _serve(self, ended: threading.Event) -> None:
        accepted = self.accepted

        class Accepted(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted.append(transport)

        acceptor = FairAcceptor(self._place, Accepted, accepted.__len__)
        while not ended.is_set():
            await asyncio.sleep(0.01)
        acceptor.close()
        for transport in accepted:
            transport.close()
        await asyncio.sleep(0)


def accept(*, running: int) -> list[int]:
    """Open connections to two workers, of which some run; return how many each has."""
    with ExitStack() as stack:
        listening = stack.enter_context(bind_socket("127.0.0.1", 0))
        counts = memoryview(bytearray(2 * COUNT_BYTES)).cast("Q")
        workers = [Worker(WorkerPlace(listening, counts, place)) for place in range(2)]
        for worker in workers[:running]:
            stack.enter_context(worker.run())
        for _ in range(CONNECTIONS):
            stack.enter_context(socket.create_connection(listening.getsockname()))
        wait_until(lambda: sum(len(worker.accepted) for worker in workers) == CONNECTIONS)
        return [len(worker.accepted) for worker in workers]


def test_two_workers_get_about_as_many_connections() -> None:
    one, other = accept(running=2)
    assert min(one, other) > CONNECTIONS / 3


def test_one_worker_gets_all_if_the_other_is_frozen() -> None:
    assert accept(running=1) == [CONNECTIONS, 0]
