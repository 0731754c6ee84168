"""The endpoints of the lab."""

import asyncio
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.web.live.protocol import encode
from lianliankan.web.page_files import CachedContent

__all__ = ["routes"]


async def get_catalog(request: Request) -> Response:
    """Return what the lab offers; it is the same for everyone."""
    return (await asyncio.to_thread(_catalog)).respond(request)


@cache
def _catalog() -> CachedContent:
    from lianliankan.web.lab.catalog import lab_catalog

    return CachedContent(encode(lab_catalog()), "application/json")


routes = [Route("/api/lab", get_catalog)]
