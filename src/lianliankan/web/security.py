"""Who may ask: the names the site answers to, pages of the site alone, and headers that keep browsers strict."""

import ipaddress
import logging
from collections.abc import Iterable, Mapping
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["SECURITY_HEADERS", "SecurityMiddleware", "is_known_host", "is_same_origin"]

log = logging.getLogger("lianliankan.web")

SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""What every answer says to browsers."""


def is_known_host(host: str, names: Iterable[str]) -> bool:
    """Whether a Host header names this server: a plain address, localhost, or one of its names.

    A name that somebody else lets point here is none: its pages must not speak with us as if they were ours.

    >>> hosts = ("127.0.0.1:8000", "[::1]:80", "play.example", "evil.example")
    >>> [is_known_host(host, {"play.example"}) for host in hosts]
    [True, True, True, False]
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name == "localhost" or name.endswith(".localhost") or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_same_origin(headers: Headers) -> bool:
    """Whether a request says that it comes from a page of this site; browsers do so truly, and always.

    >>> is_same_origin(Headers({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}))
    True
    >>> is_same_origin(Headers({"host": "127.0.0.1:8000"}))
    False
    """
    scheme, _, place = headers.get("origin", "").partition("://")
    return scheme in ("http", "https") and place.lower() == headers.get("host", "").lower()


class SecurityMiddleware:
    """Stands before the whole server: wrong hosts are refused, every answer has the headers, every request its line."""

    def __init__(self, app: ASGIApp, socket: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._socket = socket  # past the layers of the app, which every message would come through
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        if scope["type"] == "websocket":
            if is_known_host(headers.get("host", ""), self._names) and is_same_origin(headers):
                return await self._socket(scope, receive, send)
            await receive()  # websocket.connect
            return await send({"type": "websocket.close", "code": 1008})  # before it is accepted: answered with 403
        began, status = monotonic(), 500

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answer = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    answer.setdefault(name, value)
            await send(message)

        try:
            if is_known_host(headers.get("host", ""), self._names):
                await self._app(scope, receive, send_guarded)
            else:
                await Response("this site has another name", 421)(scope, receive, send_guarded)
        finally:
            about = {"method": scope["method"], "path": scope["path"], "status": status}
            log.info("request", extra=about | {"ms": round((monotonic() - began) * 1000, 1)})
        return None
