"""The JSON endpoints for boards that players draw: reading any text of one, dealing, and saving them by name."""

import time

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.atlas.difficulty_table import difficulty_percentile
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadShare, ParseError, QuotaExceeded, TooLarge
from lianliankan.store.saved_boards import list_boards, remove_board, save_board
from lianliankan.web.base.size_limits import MAX_BOARD_NAME, MAX_BOARD_TEXT, check_board
from lianliankan.web.endpoints.board_answers import (
    BoardRequest,
    DealtBoardRequest,
    DrawnBoard,
    PercentileAnswer,
    PercentileRequest,
    SaveBoardRequest,
    read_board,
)
from lianliankan.web.http.responses import ApiError, json_response
from lianliankan.web.state.new_game import check_limits
from lianliankan.web.state.request_context import RequestContext, endpoint

_MAX_BODY = 2 * MAX_BOARD_TEXT  # with escaped characters


async def post_board(context: RequestContext) -> Response:
    """Return a board with its texts; a text of one is read by a worker."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=BoardRequest)
    if request.board is not None:
        return json_response(DrawnBoard.of(check_board(request.board.board())))
    context.charge_expensive()
    if len(request.text or "") > MAX_BOARD_TEXT:
        raise TooLarge(f"texts of boards are limited to {MAX_BOARD_TEXT} characters")
    try:
        found = await context.do_job(read_board, request.text or "")
    except ParseError as problem:
        place = {"line": problem.line, "column": problem.column}
        raise ApiError(400, "board", str(problem), "board text", **place) from None
    except BadShare as problem:
        raise ApiError(400, "board", str(problem), "board link") from None
    return json_response(DrawnBoard.of(*found))


async def post_dealt_board(context: RequestContext) -> Response:
    """Deal the tiles of a board again, so that it can be won."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=DealtBoardRequest)
    context.charge_expensive()
    places = check_board(request.board.board())
    deal = Deal(mask=places, kinds=request.kinds, seed=request.seed, phase=places.phase)
    check_limits(deal)
    return json_response(DrawnBoard.of(await context.while_there(context.server.dealer.deal(context.requester, deal))))


async def post_percentile(context: RequestContext) -> Response:
    """Return how difficult a board is among the deals of its kind."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=PercentileRequest)
    board = check_board(request.board.board())
    return json_response(PercentileAnswer(difficulty_percentile(board, request.score)))


async def list_saved(context: RequestContext) -> Response:
    """List the boards that the player has saved, the last saved first."""
    return json_response(await context.read(list_boards, context.store))


async def put_saved(context: RequestContext) -> Response:
    """Save a board under a name, and list all."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=SaveBoardRequest)
    name, board = " ".join(request.name.split()), check_board(request.board.board())
    if not (0 < len(name) <= MAX_BOARD_NAME and name.isprintable()):
        raise ApiError(400, "name", f"a name has 1 to {MAX_BOARD_NAME} characters")
    context.ensure_player()
    try:
        saved = await context.write(lambda store: save_board(store, name, board, int(time.time())))
    except QuotaExceeded as problem:
        raise ApiError(413, "boards", str(problem)) from None
    return json_response(saved)


async def delete_saved(context: RequestContext) -> Response:
    """Remove a saved board, and list the others."""
    name = str(context.request.path_params["name"])
    context.ensure_player()
    return json_response(await context.write(lambda store: remove_board(store, name)))


routes = [
    Route("/api/board", endpoint(post_board), methods=["POST"]),
    Route("/api/board/deal", endpoint(post_dealt_board), methods=["POST"]),
    Route("/api/board/percentile", endpoint(post_percentile), methods=["POST"]),
    Route("/api/boards", endpoint(list_saved)),
    Route("/api/boards", endpoint(put_saved), methods=["PUT"]),
    Route("/api/boards/{name:path}", endpoint(delete_saved), methods=["DELETE"]),
]
