"""The JSON endpoints for accounts: names, devices and deletion."""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from starlette.responses import Response

from lianliankan.errors import StoreError
from lianliankan.store.player_names import BadPlayerName
from lianliankan.store.players import Players
from lianliankan.web.account_requests import (
    MAX_BODY,
    answer_account,
    find_by_handle,
    leave,
    player_route,
    read_agent,
    require_account,
    require_session,
    write,
)
from lianliankan.web.answers import ForgottenAnswer
from lianliankan.web.request_context import RequestContext
from lianliankan.web.responses import ApiError, json_response
from lianliankan.web.server_state import ServerState
from lianliankan.web.sessions import TRUSTED_SECONDS

_AGAIN_SECONDS = TRUSTED_SECONDS + 6
_DELETE_WORDS: Final = frozenset({"delete", "删除"})


class NameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name; an empty one takes it away."""

    name: str


class DeleteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's name, or the word "delete" in either language."""

    confirm: str


async def get_account(context: RequestContext) -> Response:
    """Return the account."""
    return await answer_account(context)


async def put_name(context: RequestContext) -> Response:
    """Give the player a name, or take it away."""
    request = msgspec.json.decode(await context.read_json(MAX_BODY), type=NameRequest)
    context.charge_expensive()
    session, agent = require_session(context), read_agent(context)

    def rename(players: Players) -> None:
        if request.name.strip():
            players.rename(session.player, request.name, agent=agent)
        elif players.account(session.player) is not None:
            players.rename(session.player, "")

    try:
        await write(context, rename)
    except BadPlayerName as problem:
        raise ApiError(400, "name", str(problem), problem.code) from None
    return await answer_account(context)


async def sign_out(context: RequestContext) -> Response:
    """Sign one device out; if it is this one, the browser becomes a new player."""
    account, session = await require_account(context), require_session(context)
    device = find_by_handle(context, account.devices).id
    await write(context, lambda players: players.sign_out(session.player, device))
    context.server.sessions.end([device])
    if device == session.device:
        return leave(context, json_response(None))
    return await answer_account(context)


async def sign_out_others(context: RequestContext) -> Response:
    """Sign all devices out but this one."""
    session = require_session(context)
    await require_account(context)
    ended = await write(context, lambda players: players.sign_out_others(*session))
    context.server.sessions.end(ended)
    return await answer_account(context)


async def delete_all(context: RequestContext) -> Response:
    """Delete everything that the store has about the player."""
    request = msgspec.json.decode(await context.read_json(MAX_BODY), type=DeleteRequest)
    context.charge_expensive()
    session, server = require_session(context), context.server
    account = await context.read(context.store.players.account, session.player)
    word = request.confirm.strip()
    if word.casefold() not in _DELETE_WORDS and not (account and account.name and word == account.name):
        raise ApiError(400, "confirm", "type your name, or the word delete")
    devices = [device.id for device in account.devices] if account else []
    games = await write(context, lambda players: players.forget(session.player))
    server.sessions.end([session.player, *devices])
    server.tasks.start(_forget_again(server, session.player))
    return leave(context, json_response(ForgottenAnswer(games)))


async def _forget_again(server: ServerState, player: str) -> None:
    """Delete what requests wrote that had begun before, on servers that trusted their cookies for a moment longer."""
    await asyncio.sleep(_AGAIN_SECONDS)
    with suppress(StoreError):
        await server.write(player, lambda store: store.players.forget(player))


routes = [
    player_route("", "GET", get_account),
    player_route("", "DELETE", delete_all),
    player_route("/name", "PUT", put_name),
    player_route("/devices", "DELETE", sign_out_others),
    player_route("/devices/{id}", "DELETE", sign_out),
]
