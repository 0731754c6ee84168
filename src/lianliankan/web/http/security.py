"""Checks and headers of every request: host names, origins, headers that make browsers strict, its id and log line."""

import ipaddress
import logging
import re
import secrets
from collections.abc import Mapping
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lianliankan.web.base.logs import request_id
from lianliankan.web.base.metrics import ServerMetrics

log = logging.getLogger("lianliankan.web")

_MAX_LOGGED = 200  # characters of a path
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_WEBSOCKET_ANSWERS = ("websocket.accept", "websocket.http.response.start")

FILE_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""The headers of scripts and style sheets, which no browser shows as a page; there are many, and headers add up."""

SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    **FILE_HEADERS,
}
"""The headers of every other response."""

LEARNER_POLICY = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; connect-src 'self'"
"""The policy of the worker in which learners' programs run: nothing of other hosts, and no code made from text.

The scripts of Pyodide are unpacked by the worker, so that they are blobs. A worker has the policy of its own script,
not that of the page.
"""


class HostMiddleware(TrustedHostMiddleware):
    """Refuses requests for host names that are not the server's; plain addresses are always allowed.

    Any other name may be a hostile site's that points here (DNS rebinding); its pages must not pass for ours.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a connection."""
        if scope["type"] == "lifespan" or is_address(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def is_address(host: str) -> bool:
    """Whether a Host header is a plain address.

    >>> [is_address(host) for host in ("127.0.0.1:8000", "[::1]:80", "play.example", "127.0.0.1.evil.example")]
    [True, True, False, False]
    >>> [is_address(host) for host in ("evil.example@127.0.0.1", "127.0.0.1/evil.example", "127.0.0.1:evil.example")]
    [False, False, False]
    """
    try:
        parts = urlsplit(f"//{host}")
        ipaddress.ip_address(parts.hostname or "")
        return parts.netloc == host and parts.username is None and parts.port != 0
    except ValueError:
        return False


def is_same_origin(headers: Headers) -> bool:
    """Whether the Origin header names this server; browsers always send it truthfully.

    >>> is_same_origin(Headers({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}))
    True
    >>> is_same_origin(Headers({"host": "127.0.0.1:8000"}))
    False
    """
    scheme, _, host = headers.get("origin", "").partition("://")
    return scheme in ("http", "https") and host.lower() == headers.get("host", "").lower()


def client_host(scope: Scope) -> str:
    """Return the address of a client; empty if the server does not know it."""
    return str(scope["client"][0]) if scope.get("client") else ""


class SecurityMiddleware:
    """Wraps the whole app: every answer has the security headers and an id, and every request is logged and counted.

    The id is that of the request's `X-Request-ID`, as a proxy sends it, or a new one.
    """

    def __init__(self, app: ASGIApp, metrics: ServerMetrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        id = given if _ID.fullmatch(given) else secrets.token_hex(8)
        request_id.set(id)
        start, status = monotonic(), 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, id)
            elif message["type"] in _WEBSOCKET_ANSWERS:
                message.setdefault("headers", [])
                MutableHeaders(scope=message)["X-Request-ID"] = id
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        finally:
            if scope["type"] == "http":
                self._note(scope, status, monotonic() - start)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        about = {"method": scope["method"], "path": scope["path"][:_MAX_LOGGED], "status": status}
        log.info("request", extra=about | {"ms": round(seconds * 1000, 1), "client": client_host(scope)})
        route = getattr(scope.get("route"), "path", "other")
        self._metrics.count_request(scope["method"], route, status, seconds)


def _add_headers(answer: Message, id: str) -> None:
    headers = MutableHeaders(scope=answer)
    is_file = headers.get("content-type", "").startswith(("text/javascript", "text/css"))
    for name, value in (FILE_HEADERS if is_file else SECURITY_HEADERS).items():
        headers.setdefault(name, value)
    headers["X-Request-ID"] = id
