"""A player who plays on through restarts, and notices what goes wrong."""

import asyncio
import json
import threading
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from support.patience import PATIENCE
from support.web_stage import Client


class CarefulPlayer(threading.Thread):
    """A player who plays on, and whose page reconnects.

    It uses asyncio, as a connection by TLS must not be used by two threads, and the other client of websockets does.

    - `answered`: how many commands of the game were answered, or found done after a connection was lost.
    - `failed`: why attempts to connect failed.
    - `codes`: how the connections were closed.
    - `wrong`: what should not have happened.
    """

    def __init__(self, client: Client, end: threading.Event) -> None:
        super().__init__()
        self.client, self._end = client, end
        self.id = client.start_game(mode="relaxed", rows=8, cols=10)
        self.answered = 0
        self._is_sent = False
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
            await socket.close()

    async def _play(self, socket: ClientConnection) -> None:
        version = (await _ask(socket, type="hello", v=3))["version"]
        if version not in (self.answered, self.answered + self._is_sent):  # lost after its answer, or run twice
            self.wrong.append((version, self.answered))
        self.answered, number = version, 0
        while not self._end.is_set():
            number, command = number + 1, "resume" if version % 2 else "pause"
            self._is_sent = True
            answer = await _ask(socket, type="do", n=number, version=version, command=command)
            self._is_sent = False
            if answer["type"] == "done":
                self.answered = version = answer["version"]
            else:
                self.wrong.append(answer)
            await asyncio.sleep(0.04)  # below the limit of messages


async def _ask(socket: ClientConnection, **message: object) -> Any:  # noqa: ANN401
    await socket.send(json.dumps(message))
    return json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
