"""Workers that share a socket: each gets its share of the connections, and one that does not run gets none."""

import asyncio
import socket
from contextlib import ExitStack

from lianliankan.web.fair_accept import COUNT_BYTES, FairAcceptor, WorkerPlace
from lianliankan.web.server import bind_socket
from support.own_clock import run_without_waiting

CONNECTIONS = 60


class Worker:
    """A worker, and the connections that it has accepted."""

    def __init__(self, place: WorkerPlace) -> None:
        accepted = self.accepted = list[asyncio.BaseTransport]()

        class Accepted(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted.append(transport)

        self._acceptor = FairAcceptor(place, Accepted, accepted.__len__)

    def close(self) -> None:
        self._acceptor.close()
        for transport in self.accepted:
            transport.close()


def accept(*, running: int) -> list[int]:
    """Open connections to two workers, of which some run; return how many each has."""
    with ExitStack() as stack:
        listening = stack.enter_context(bind_socket("127.0.0.1", 0))
        for _ in range(CONNECTIONS):
            stack.enter_context(socket.create_connection(listening.getsockname()))
        counts = memoryview(bytearray(2 * COUNT_BYTES)).cast("Q")
        sockets = [stack.enter_context(listening.dup()) for _ in range(2)]

        async def serve() -> list[int]:
            workers = [Worker(WorkerPlace(sockets[place], counts, place)) for place in range(running)]
            while sum(len(worker.accepted) for worker in workers) < CONNECTIONS:
                await asyncio.sleep(0.001)
            for worker in workers:
                worker.close()
            await asyncio.sleep(0)
            return [len(worker.accepted) for worker in workers]

        return run_without_waiting(serve())


def test_two_workers_get_about_as_many_connections() -> None:
    one, other = accept(running=2)
    assert min(one, other) > CONNECTIONS / 3


def test_one_worker_gets_all_if_the_other_is_frozen() -> None:
    assert accept(running=1) == [CONNECTIONS]
