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
from lianliankan.store import schema
from lianliankan.web import server
from lianliankan.web.app import make_app
from lianliankan.web.endpoints import health, replay_view, sockets
from lianliankan.web.http import page_files, socket_guard
from lianliankan.web.lab import jobs as lab_jobs
from lianliankan.web.live import solver_client
from lianliankan.web.local import in_place
from lianliankan.web.state.server_state import Backend, ServerConfig, ServerState
from lianliankan.web.work import pool
from lianliankan.web.work.jobs import JobRunner
from lianliankan.web.work.pool import LANES
from support.paths import ROOT
from support.patience import PATIENCE
from support.unhurried_commands import Change, change_for_good
from support.unhurried_page import join_unhurried_files
from support.unhurried_worker import make_unhurried_child

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


def lift_server_limits(change: Change = change_for_good) -> None:
    """Lift the limits inside of a server; what tests set or ask for counts as ever."""
    changes: list[tuple[object, str, object]] = [
        (pool, "ChildProcess", make_unhurried_child),
        (pool, "OPENING", replace(pool.OPENING, patience=10 * PATIENCE)),
        (JobRunner, "search_seconds", PATIENCE),
        (in_place.InPlaceJobs, "search_seconds", PATIENCE),
        (in_place.InPlaceJobs, "result_seconds", PATIENCE),
        (in_place, "LOCAL_SECONDS", {name: lane.seconds for name, lane in UNHURRIED.items()}),
        (replay_view, "_COURSE_SECONDS", PATIENCE),
        (replay_view, "_WIN_BUDGET", replace(replay_view._WIN_BUDGET, seconds=PATIENCE)),
        (lab_jobs.describe_game, "__defaults__", (PATIENCE,)),
        (solver_client, "_BUDGET", replace(solver_client._BUDGET, seconds=PATIENCE)),
        (sockets, "_HELLO_SECONDS", PATIENCE),
        (socket_guard, "_UNREAD_SECONDS", PATIENCE),
        (schema, "_LOCK_TIMEOUT", f"SET LOCAL lock_timeout = '{PATIENCE:.0f}s'".encode()),
        (PictureWorker.__init__, "__defaults__", (PATIENCE,)),
    ]
    for place, name, value in changes:
        change(place, name, value)


def _lift_limits() -> None:
    """Change the server in this process, for good."""
    lift_server_limits()
    changes: list[tuple[object, str, object]] = [
        (server, "ServerState", partial(ServerState, backend=Backend(UNHURRIED))),
        (server, "make_app", make_slow_app),
        (server, "_uvicorn_config", _make_patient_config),
        (server, "_make_worker_app", make_worker_app),
        (page_files, "join_files", join_unhurried_files),
        (health, "_DATABASE_SECONDS", PATIENCE),
    ]
    for place, name, value in changes:
        change_for_good(place, name, value)


def make_worker_app(config: ServerConfig, **options: Any) -> ASGIApp:  # noqa: ANN401
    """Make the app of one of several workers, in its process."""
    _lift_limits()
    return _make_worker_app(config, **options)


def run() -> NoReturn:
    """Be `llk`."""
    _lift_limits()
    main()
