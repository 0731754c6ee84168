"""What the endpoints for accounts share: whose account it is, how it is described and changed."""

import hashlib
from collections.abc import Callable
from typing import TypeVar

from starlette.responses import Response
from starlette.routing import Route

from lianliankan.store import Store
from lianliankan.store.players import Account, Agent, Device, Passkey, Players
from lianliankan.store.writes import now_stamp
from lianliankan.web.answers import AccountAnswer, DeviceAnswer, PasskeyAnswer
from lianliankan.web.identity import PlayerSession
from lianliankan.web.rate_limits import client_network
from lianliankan.web.request_context import Handler, RequestContext, endpoint
from lianliankan.web.responses import ApiError, json_response
from lianliankan.web.user_agents import parse_agent

T = TypeVar("T")
K = TypeVar("K", Device, Passkey)

MAX_BODY = 16 * 1024
"""The largest request, in bytes."""

_HANDLE_DIGITS = 16


async def answer_account(context: RequestContext) -> Response:
    """Return the account as JSON."""
    session = require_session(context)
    return json_response(await context.read(_describe, context.store, session))


def _describe(store: Store, session: PlayerSession) -> AccountAnswer:
    account = store.players.account(session.player)
    games, played = store.players.count_games(session.player)
    if account is None:
        return AccountAnswer(exists=False, name="", games=games, played=played, devices=[], passkeys=[])
    devices = sorted(account.devices, key=lambda device: device.id != session.device)
    return AccountAnswer(
        exists=True,
        name=account.name or "",
        games=games,
        played=played,
        devices=[_describe_device(device, session) for device in devices],
        passkeys=[
            PasskeyAnswer(_handle(key.id), key.browser, key.system, _to_seconds(key.created), _to_seconds(key.used))
            for key in account.passkeys
        ],
    )


def _describe_device(device: Device, session: PlayerSession) -> DeviceAnswer:
    is_this = device.id == session.device
    seen = now_stamp() if is_this else device.seen
    return DeviceAnswer(_handle(device.id), device.browser, device.system, _to_seconds(seen), is_this)


def require_session(context: RequestContext) -> PlayerSession:
    """Return whose browser it is; the owner of the machine has no account."""
    context.ensure_player()
    if not context.session or not context.session.player:
        raise ApiError(403, "owner", "the owner of the machine has no account")
    return context.session


async def require_account(context: RequestContext) -> Account:
    """Return the account; raises ApiError if there is none."""
    session = require_session(context)
    account = await context.read(context.store.players.account, session.player)
    if account is None:
        raise _gone()
    return account


async def write(context: RequestContext, act: Callable[[Players], T]) -> T:
    """Change accounts in the writer's thread."""
    return await context.write(lambda store: act(store.players))


def leave(context: RequestContext, response: Response) -> Response:
    """Take the cookie away; with the next page, the browser becomes a new player."""
    context.new_session = None
    context.server.cookies.delete_cookie(response)
    return response


def charge_attempt(context: RequestContext) -> None:
    """Count an attempt to sign in, for the address: there may be no player yet, or always another one."""
    if not context.server.attempt_limiter.take(client_network(context.request)):
        raise ApiError(429, "slow", "too many attempts; slow down")


def read_agent(context: RequestContext) -> Agent:
    """Return the browser and system that the request comes from."""
    return parse_agent(context.request.headers.get("user-agent", "")[:400])


def find_by_handle(context: RequestContext, known: tuple[K, ...]) -> K:
    """Return the device or passkey that the path names; raises ApiError."""
    handle = context.request.path_params["id"]
    for each in known:
        if _handle(each.id) == handle:
            return each
    raise _gone()


def _handle(id: str) -> str:
    """Return what the page calls a device or a passkey: ids of first devices are those of players."""
    return hashlib.sha256(id.encode()).hexdigest()[:_HANDLE_DIGITS]


def _to_seconds(stamp: int) -> int:
    return stamp // 1_000_000


def expired() -> ApiError:
    """Return the error for a secret that is not good, or no longer."""
    return ApiError(404, "expired", "this was good once and for a few minutes; ask for a new one")


def _gone() -> ApiError:
    return ApiError(404, "gone", "no such device or passkey")


def player_route(path: str, method: str, handler: Handler, *, admits_ended: bool = False) -> Route:
    """Return the route of an endpoint for accounts."""
    return Route(f"/api/player{path}", endpoint(handler, admits_ended=admits_ended), methods=[method])
