"""Answers for monitoring: whether the server is alive, and whether it can serve."""

import asyncio
import contextlib
import logging
from typing import NoReturn

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lianliankan import __version__
from lianliankan.errors import StoreError
from lianliankan.web.http.responses import json_response
from lianliankan.web.state.server_state import ServerState

log = logging.getLogger("lianliankan.web")

_DATABASE_SECONDS = 2.0
_MEASURE_SECONDS = 1.0


async def get_health(_: Request) -> Response:
    """Tell that the server is alive."""
    return json_response({"ok": True, "version": __version__})


async def get_readiness(request: Request) -> Response:
    """Tell whether the server can serve, and if not, why; the answer is 503 then."""
    reason = await find_reason(request.app.state.server)
    return json_response({"ready": not reason, "reason": reason}, status=503 if reason else 200)


async def find_reason(server: ServerState) -> str:
    """Find out why the server cannot serve, and let the metrics know; empty if it can."""
    server.unready = await _look(server)
    return server.unready


async def keep_measuring(server: ServerState) -> NoReturn:
    """Let the metrics know again and again whether the server can serve, and how much there is of everything."""
    while True:
        try:
            await find_reason(server)
            server.show_metrics()
        except Exception:  # or nothing would be measured from now on
            log.exception("not measured")
        await asyncio.sleep(_MEASURE_SECONDS)


async def _look(server: ServerState) -> str:
    try:
        async with asyncio.timeout(_DATABASE_SECONDS):
            if server.writer.problem:  # it may be over
                with contextlib.suppress(StoreError):
                    await server.try_writing()
            await _read(server)
    except TimeoutError:
        return "the database does not answer"
    except StoreError as problem:
        if not server.unready:
            log.error("not ready", extra={"problem": str(problem)})
        return "the database cannot be read"
    return server.writer.problem


async def _read(server: ServerState) -> None:
    """Try to read; a database that hangs is asked once, however many want to know."""
    if server.checking is None or server.checking.done():
        server.checking = server.tasks.start(server.read(server.store.check_usable), is_awaited=True)
    await asyncio.shield(server.checking)


routes = [Route("/healthz", get_health), Route("/readyz", get_readiness)]
