"""What happens to every request and connection first: where it comes from, and the id it has in the log."""

import re
import secrets

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lianliankan.web.logs import request_id
from lianliankan.web.security import client_host
from lianliankan.web.trusted_proxies import TrustedProxies

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_ANSWERS = ("http.response.start", "websocket.accept", "websocket.http.response.start")


class EntryMiddleware:
    """Tells the app the client's address, the scheme and the request's id: from trusted proxies, what they say."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self._app, self._proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a connection; the answer has its id."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        id = self._enter(scope)
        request_id.set(id)

        async def send_with_id(message: Message) -> None:
            if message["type"] in _ANSWERS:
                message.setdefault("headers", [])
                MutableHeaders(scope=message)["X-Request-ID"] = id
            await send(message)

        await self._app(scope, receive, send_with_id)

    def _enter(self, scope: Scope) -> str:
        """Correct the address and the scheme, and return the id."""
        host = client_host(scope)
        if host in self._proxies:
            headers: dict[bytes, bytes] = dict(scope["headers"])
            client = self._proxies.find_client(host, scope["headers"])
            if client != host:
                scope["client"] = (client, 0)
            if headers.get(b"x-forwarded-proto") == b"https":
                scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"
            given = headers.get(b"x-request-id", b"")
            if _ID.fullmatch(given):
                return given.decode()
        return secrets.token_hex(8)
