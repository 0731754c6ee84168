"""A player who plays on through restarts, and notices what goes wrong."""

import asyncio
import json
import threading
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from support.patience import PATIENCE
from support.web_stage import Client


class CarefulPlayer(threading.Thread):
    """A player who plays on, and whose page reconnects.

    It uses asyncio, as a connection by TLS must not be used by two threads, and the other client of websockets does.

    - `answered`: how many commands of the game were answered, or found done though their answer was lost.
    - `failed`: why attempts to connect failed.
    - `codes`: how the connections were closed.
    - `wrong`: what should not have happened.
    """

    def __init__(self, client: Client, end: threading.Event) -> None:
        super().__init__()
        self.client, self._end = client, end
        self.id = client.start_game(mode="relaxed", rows=8, cols=10)
        self.answered = 0
        self._is_sent = False  # a command, and not answered yet
        self._is_lost = False  # the answer to a command, which may be done late, and once
        self.failed: list[str] = []
        self.codes: list[int] = []
        self.wrong: list[object] = []

    def run(self) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        opening = connect(
            f"{self.client.address.replace('http', 'ws')}/ws/{self.id}",
            origin=Origin(self.client.address),
            additional_headers={"Cookie": self.client.cookie},
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        while not self._end.is_set():
            try:
                socket = await opening
            except (OSError, InvalidHandshake, EOFError) as problem:
                self.failed.append(repr(problem))
                await asyncio.sleep(0.05)
                continue
            try:
                await self._play(socket)
            except TimeoutError:
                self.wrong.append("no answer")
            except ConnectionClosed as closed:
                self.codes.append(closed.rcvd.code if closed.rcvd else 0)
            self._is_lost |= self._is_sent
            self._is_sent = False
            await socket.close()

    async def _play(self, socket: ClientConnection) -> None:
        await _send(socket, type="hello", v=3)
        self._see((await _receive(socket))["version"])
        for number in count(1):
            if self._end.is_set():
                return
            await self._do(socket, number)
            await asyncio.sleep(0.04)  # below the limit of messages

    async def _do(self, socket: ClientConnection, number: int) -> None:
        """Do a command: the one whose answer was lost again, unless it was done."""
        before, command = self.answered, "resume" if self.answered % 2 else "pause"
        self._is_sent = True
        await _send(socket, type="do", n=number, version=before, command=command)
        while (message := await _receive(socket))["n"] != number:
            if message["type"] in ("done", "state"):
                self._see(message["version"])
        self._is_sent = False
        if message["type"] == "done" and message["version"] == before + 1 and self.answered == before:
            self.answered, self._is_lost = before + 1, False
            return
        if message["type"] == "state":
            self._see(message["version"])
        if message["type"] != "state" or self.answered == before:  # it was refused though nothing was done before it
            self.wrong.append(message)

    def _see(self, version: int) -> None:
        """Compare a version with the commands that were done: none may be missing, and none done twice."""
        if version == self.answered + 1 and self._is_lost:
            self._is_lost = False
        elif version != self.answered:
            self.wrong.append((version, self.answered))
        self.answered = version


async def _send(socket: ClientConnection, **message: object) -> None:
    await socket.send(json.dumps(message))


async def _receive(socket: ClientConnection) -> Any:  # noqa: ANN401
    return json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
