"""Checks before every request: host names, origins, and headers that make browsers strict."""

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
"""The headers of every response."""


def is_known_host(host: str, names: Iterable[str]) -> bool:
    """Whether a Host header names this server: a plain address, localhost, or one of its names.

    Any other name may be a hostile site's that points here (DNS rebinding); its pages must not pass for ours.

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
    """Whether the Origin header names this server; browsers always send it truthfully.

    >>> is_same_origin(Headers({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}))
    True
    >>> is_same_origin(Headers({"host": "127.0.0.1:8000"}))
    False
    """
    scheme, _, host = headers.get("origin", "").partition("://")
    return scheme in ("http", "https") and host.lower() == headers.get("host", "").lower()


class SecurityMiddleware:
    """Wraps the whole app: refuses wrong hosts, adds the security headers, and logs every request."""

    def __init__(self, app: ASGIApp, socket: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._socket = socket  # bypasses the layers of the app, through which every message would pass
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_websocket(scope, receive, send)
        else:
            await self._serve_http(scope, receive, send)

    async def _serve_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if is_known_host(headers.get("host", ""), self._names) and is_same_origin(headers):
            await self._socket(scope, receive, send)
        else:
            await receive()  # websocket.connect
            await send({"type": "websocket.close", "code": 1008})  # before accepting, so the client gets 403

    async def _serve_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, status = monotonic(), 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            if is_known_host(Headers(scope=scope).get("host", ""), self._names):
                await self._app(scope, receive, send_with_headers)
            else:
                await Response("unknown host name", 421)(scope, receive, send_with_headers)
        finally:
            about = {"method": scope["method"], "path": scope["path"], "status": status}
            log.info("request", extra=about | {"ms": round((monotonic() - start) * 1000, 1)})
