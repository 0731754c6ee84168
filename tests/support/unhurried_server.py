"""`llk serve` and `llk play` for tests: all work has the time it needs, however busy the machine is.

Beside busy programs a process that stands back for them gets a few percent of a core, and short work takes seconds.
"""

import asyncio
import os
import sys
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lianliankan.cli import main
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.web import server
from lianliankan.web.app import make_app
from lianliankan.web.endpoints import health
from lianliankan.web.state.server_state import Backend, ServerConfig, ServerState
from lianliankan.web.work.pool import LANES
from support.paths import ROOT
from support.patience import PATIENCE

UNHURRIED_LLK = [
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r}); from support.unhurried_server import run; run()",
]
"""`llk` as a program, whose servers work like this, in one process or in several."""

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


_make_config, _make_worker_app = server._uvicorn_config, server._make_worker_app


def _make_patient_config(app: Any, proxies: Any, stop_seconds: int, **more: Any) -> uvicorn.Config:  # noqa: ANN401
    """Make the settings of a server that stops when its work is done, and does not complain that it takes long."""
    return _make_config(app, proxies, int(PATIENCE), **more)


def _lift_limits() -> None:
    """Change the server in this process, for good."""
    changes: list[tuple[object, str, object]] = [
        (server, "ServerState", partial(ServerState, backend=Backend(UNHURRIED))),
        (server, "make_app", make_slow_app),
        (server, "_uvicorn_config", _make_patient_config),
        (server, "_make_worker_app", make_worker_app),
        (health, "_DATABASE_SECONDS", PATIENCE),
        (PictureWorker.__init__, "__defaults__", (PATIENCE,)),
    ]
    for place, name, value in changes:
        setattr(place, name, value)


def make_worker_app(config: ServerConfig, **options: Any) -> ASGIApp:  # noqa: ANN401
    """Make the app of one of several workers, in its process."""
    _lift_limits()
    return _make_worker_app(config, **options)


def run() -> NoReturn:
    """Be `llk`."""
    _lift_limits()
    main()
