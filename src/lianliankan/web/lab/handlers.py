"""The work of the lab's endpoints; the first request imports this module, and the finders with it."""

import asyncio
import re
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from lianliankan.board.cell import parse_cells
from lianliankan.errors import BadRecord, BadShare
from lianliankan.texts import LANGUAGES, Language
from lianliankan.web.base.page_data import encode
from lianliankan.web.base.size_limits import MAX_FINDERS, MAX_RECORD_BYTES
from lianliankan.web.http.page_files import CachedContent
from lianliankan.web.http.responses import ApiError, json_response
from lianliankan.web.lab import jobs
from lianliankan.web.lab.catalog import lab_catalog
from lianliankan.web.lab.jobs import LabQuestion
from lianliankan.web.state.request_context import RequestContext

_FINDER = re.compile(r"[a-z.]{1,40}")


class RecordedGameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to look back at: its record, its share text, or the address of a page that has it."""

    text: str


async def get_catalog(request: Request) -> Response:
    """Return what the lab offers; it is the same for everyone."""
    return (await asyncio.to_thread(_catalog)).respond(request)


async def get_trace(context: RequestContext) -> Response:
    """Return a search step by step."""
    asked = _question(context), _finder(context), _language(context)
    context.charge_expensive()
    return json_response(await context.do_job(jobs.trace_json, *asked))


async def get_picture(context: RequestContext) -> Response:
    """Return the animated picture of a search, to save it."""
    question, finder = _question(context), _finder(context)
    context.charge_expensive()
    drawn = await context.do_job(jobs.draw_trace, question, finder, _language(context))
    disposition = f'attachment; filename="lianliankan-{finder}.svg"'
    headers = {"Cache-Control": "no-store", "Content-Disposition": disposition}
    return Response(drawn, 200, headers, media_type="image/svg+xml")


async def get_race(context: RequestContext) -> Response:
    """Return a race."""
    asked = _question(context), _finders(context), _language(context)
    context.charge_expensive()
    return json_response(await context.do_job(jobs.race_json, *asked))


async def get_why(context: RequestContext) -> Response:
    """Return why two tiles do not link."""
    question = _question(context)
    context.charge_expensive()
    return json_response(await context.do_job(jobs.why_json, question))


async def post_game(context: RequestContext) -> Response:
    """Return a recorded game, from its record or share text: its positions, and which move lost it."""
    request = msgspec.json.decode(await context.read_json(MAX_RECORD_BYTES), type=RecordedGameRequest)
    context.charge_expensive()
    try:
        return json_response(await context.do_job(jobs.game_json, request.text))
    except (BadRecord, BadShare) as problem:
        raise ApiError(400, "record", str(problem)) from None


def _question(context: RequestContext) -> LabQuestion:
    """Read the board and the two tiles from the query."""
    query = context.request.query_params
    cells = parse_cells(query.get("pair", "")[:40])
    if len(cells) != 2:
        raise ApiError(400, "bad", "pair must be two cells, e.g. 1,1-1,3")
    return LabQuestion(query.get("share", ""), *cells)


def _finder(context: RequestContext) -> str:
    return _checked(context.request.query_params.get("finder", ""))


def _finders(context: RequestContext) -> tuple[str, ...]:
    """Read the names of finders, separated by commas; whether they exist, the job says."""
    names = context.request.query_params.get("finders", "")[:1000].split(",")
    if len(names) > MAX_FINDERS or len(set(names)) < len(names):
        raise ApiError(400, "bad", f"up to {MAX_FINDERS} different finders can race")
    return tuple(map(_checked, names))


def _checked(name: str) -> str:
    if not _FINDER.fullmatch(name):
        raise ApiError(400, "bad", "the name of a finder was expected, e.g. layers")
    return name


def _language(context: RequestContext) -> Language:
    asked = context.request.query_params.get("lang", "en")
    return next((language for language in LANGUAGES if language == asked), "en")


@cache
def _catalog() -> CachedContent:
    return CachedContent(encode(lab_catalog()), "application/json")
