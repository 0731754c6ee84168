"""The endpoints of the lab: what it offers, traces, races, pairs, recorded games; and pictures to keep.

What they do is imported with the first request, for most players never ask for the lab.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.web.state.request_context import Handler, RequestContext, endpoint


async def get_catalog(request: Request) -> Response:
    """Return what the lab offers."""
    from lianliankan.web.lab import handlers

    return await handlers.get_catalog(request)


def _route(path: str, name: str, method: str = "GET") -> Route:
    """Return the route of a handler by its name."""

    async def handle(context: RequestContext) -> Response:
        from lianliankan.web.lab import handlers

        handler: Handler = getattr(handlers, name)
        return await handler(context)

    return Route(path, endpoint(handle), methods=[method])


routes = [
    Route("/api/lab", get_catalog),
    _route("/api/lab/trace", "get_trace"),
    _route("/api/lab/picture", "get_picture"),
    _route("/api/lab/race", "get_race"),
    _route("/api/lab/why", "get_why"),
    _route("/api/lab/game", "post_game", "POST"),
]
