"""JSON responses, and the errors that are sent as JSON."""

import logging
from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from lianliankan.child_process import ChildDied
from lianliankan.errors import (
    BadDeal,
    BadName,
    DamagedGame,
    Error,
    MissingExtra,
    NoSuchGame,
    NoSuchPictures,
    QuotaExceeded,
    StoreError,
    TooFewPictures,
    TooLarge,
)
from lianliankan.store.archive_import import BadArchive
from lianliankan.store.players import PasskeyTaken
from lianliankan.store.race_results import NoSuchRace
from lianliankan.store.room_log import NoSuchRoom
from lianliankan.web.base.page_data import ErrorAnswer, encode
from lianliankan.web.base.tasks import ServerClosing
from lianliankan.web.work.jobs import Busy

log = logging.getLogger("lianliankan.web")


class ApiError(Exception):
    """A request that is refused: the HTTP status, a short code for the page, and a message for people.

    `reason` and `values` say more about a board that is not dealt.
    """

    def __init__(self, status: int, code: str, message: str, reason: str = "", **values: int) -> None:
        super().__init__(message)
        self.status = status
        self.answer = ErrorAnswer(message, code, reason, values)


def json_response(value: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a value as JSON that no cache may store; bytes are JSON already."""
    all_headers = {"Cache-Control": "no-store"} | dict(headers or {})
    return Response(
        value if isinstance(value, bytes) else encode(value), status, all_headers, media_type="application/json"
    )


# The status and the code of an error, and the message if its own is not for players.
_ERRORS: Mapping[type[Exception], tuple[int, str, str]] = MappingProxyType(
    {
        NoSuchGame: (404, "gone", "no such game"),
        DamagedGame: (410, "damaged", "this game is damaged and cannot be opened; it can be removed"),
        NoSuchPictures: (404, "gone", ""),
        NoSuchRoom: (404, "gone", "there is no such room"),
        NoSuchRace: (404, "gone", "there is no such race"),
        BadArchive: (400, "archive", ""),
        PasskeyTaken: (400, "passkey", ""),
        QuotaExceeded: (413, "full", ""),
        BadName: (400, "name", ""),
        TooFewPictures: (400, "few", ""),
        StoreError: (503, "store", "the game store is not available"),
        TooLarge: (413, "large", ""),
        MissingExtra: (501, "missing", ""),
        Busy: (503, "busy", "the server is busy; try again in a moment"),
        ChildDied: (503, "busy", "pictures cannot be compared at the moment; try again"),
        ClientDisconnect: (400, "left", "the client disconnected before the request was complete"),
        msgspec.MsgspecError: (400, "bad", ""),
        UnicodeDecodeError: (400, "bad", ""),  # from msgspec
        Error: (400, "bad", ""),
        RecursionError: (400, "bad", ""),
    }
)
_LOGGED = (StoreError, ChildDied)


def describe_error(problem: Exception) -> tuple[int, ErrorAnswer]:
    """Return the status and the answer for one of the errors that are sent as JSON."""
    if isinstance(problem, ApiError):
        return problem.status, problem.answer
    if isinstance(problem, BadDeal):
        return 400, ErrorAnswer(str(problem), "bad", problem.code, problem.values)
    status, code, message = _ERRORS[_kind(problem)]
    return status, ErrorAnswer(message or str(problem), code)


def _kind(problem: Exception) -> type[Exception]:
    return next(kind for kind in type(problem).__mro__ if kind in _ERRORS)


async def _error_response(request: Request, problem: Exception) -> Response:
    """Return an error as JSON, and log it if it is a problem of the server."""
    status, answer = describe_error(problem)
    if not isinstance(problem, ApiError | ServerClosing) and _kind(problem) in _LOGGED:
        log.error("request failed", extra={"path": request.url.path, "problem": str(problem)})
    return json_response(answer, status=status, headers={"Retry-After": "2"} if status in (429, 503) else {})


EXCEPTION_HANDLERS = dict.fromkeys((ApiError, *_ERRORS), _error_response)
"""The errors that are sent as JSON; any other is logged, and answered with a plain 500."""
