"""JSON responses, and the errors that are sent as such."""

from collections.abc import Mapping

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from lianliankan.errors import (
    BadDeal,
    BadName,
    MissingExtra,
    NoRoom,
    NoSuchGame,
    NoSuchPictures,
    StoreError,
    TooFewPictures,
    TooLarge,
)
from lianliankan.faces.custom.picture_worker import WorkerDied
from lianliankan.web.answers import ErrorAnswer
from lianliankan.web.live.protocol import encode

__all__ = ["ApiError", "error_response", "json_response"]


class ApiError(Exception):
    """A request that is refused: the HTTP status, a short code for the page, and a message for people.

    `reason` and `values` say more about a board that cannot be dealt, as in BadDeal.
    """

    def __init__(
        self, status: int, code: str, message: str, reason: str = "", values: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.answer = status, ErrorAnswer(message, code, reason, dict(values or {}))


def json_response(value: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a value as JSON that no cache may store."""
    all_headers = {"Cache-Control": "no-store"} | dict(headers or {})
    return Response(encode(value), status, all_headers, media_type="application/json")


def error_response(problem: Exception) -> Response:
    """Return what went wrong as JSON; unexpected exceptions are raised again, for the log and a plain 500."""
    error = _to_api_error(problem)
    headers = {"Retry-After": "2"} if error.status in (429, 503) else {}
    return json_response(error.answer, status=error.status, headers=headers)


def _to_api_error(problem: Exception) -> ApiError:
    match problem:
        case ApiError():
            return problem
        case NoSuchGame():
            return ApiError(404, "gone", "no such game")
        case NoSuchPictures():
            return ApiError(404, "gone", str(problem))
        case NoRoom():
            return ApiError(413, "full", str(problem))
        case BadName():
            return ApiError(400, "name", str(problem))
        case TooFewPictures():
            return ApiError(400, "few", str(problem))
        case StoreError():
            return ApiError(503, "store", "the game store is not available")
        case TooLarge():
            return ApiError(413, "large", str(problem))
        case BadDeal():
            return ApiError(400, "bad", str(problem), problem.code, problem.values)
        case MissingExtra():
            return ApiError(501, "missing", str(problem))
        case WorkerDied():
            return ApiError(503, "busy", "pictures cannot be compared at the moment; try again")
        case ClientDisconnect():
            return ApiError(400, "left", "the client disconnected before the request was complete")
        case msgspec.MsgspecError() | ValueError() | RecursionError():
            return ApiError(400, "bad", str(problem))
    raise problem
