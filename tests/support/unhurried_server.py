"""`llk serve` for tests: its worker processes have all the time they need, however busy the machine is.

Beside busy programs a process that stands back for them gets a few percent of a core, and short work takes seconds.
"""

import asyncio
import os
from dataclasses import replace
from functools import partial
from unittest.mock import patch

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lianliankan.cli import main
from lianliankan.web import server
from lianliankan.web.app import make_app
from lianliankan.web.state.server_state import Backend, ServerState
from lianliankan.web.work.pool import LANES
from support.patience import PATIENCE

UNHURRIED = {
    name: replace(lane, seconds=10 * PATIENCE, patience=10 * PATIENCE, niceness=0) for name, lane in LANES.items()
}
"""The lanes of worker processes, in which no job takes too long because the machine is busy."""

SLOW_ANSWERS = "LLK_SLOW_ANSWERS"
"""Seconds by which every answer and message is late: so it shows which tests rely on a quick server."""


def make_slow_app(state: ServerState) -> ASGIApp:
    """Make the app of the server; its answers come late where the environment says so."""
    app, seconds = make_app(state), float(os.environ.get(SLOW_ANSWERS, "0"))

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_late(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.send"):
                await asyncio.sleep(seconds)
            await send(message)

        is_late = seconds > 0 and scope.get("path", "").startswith(("/api/", "/ws/"))
        await app(scope, receive, send_late if is_late else send)

    return answer


if __name__ == "__main__":
    with (
        patch.object(server, "ServerState", partial(ServerState, backend=Backend(UNHURRIED))),
        patch.object(server, "make_app", make_slow_app),
    ):
        main()
